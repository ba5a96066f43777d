/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "murmur3/formula.h"
#include "murmur3_many/contract.h"
/*
 * murmur3_many/portable_pairs.h: MurmurHash3_x64_128 of two messages side by side, in plain C
 *
 * Needs     nothing.
 * Contract  as in murmur3_many/contract.h, with nothing added.
 * Layout    the formula, one block of each in turn: while one chain waits for its sums, the
 *           other has the units. Each word of both is in a register.
 * Bounds    lane i reads 16 * nblocks bytes at data[i].
 * Not done  four messages: the multiplications of two already take all the time their unit has.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations, constants added.
 */
/* h = (rotl(h ^ k, n) + next) * 5 + c */
#define FILESEC__CHAIN(h, k, n, next, c)                                                       \
    h = (filesec__rotl64(h ^ (k), n) + next) * 5;                                              \
    FILESEC__BARRIER(h);                                                                       \
    h += UINT64_C(c)
#define FILESEC__K1(p) filesec__murmur3_k64(filesec__load64le(p), a1, 31, a2)
#define FILESEC__K2(p) filesec__murmur3_k64(filesec__load64le(p), a2, 33, a1)
static void filesec__murmur3_many_portable_pairs(uint64_t *h, const unsigned char *const *data,
                                                 size_t nblocks, size_t lanes)
{
    const uint64_t a1 = FILESEC__MURMUR3_X64_128_C1, a2 = FILESEC__MURMUR3_X64_128_C2;
    uint64_t *g = h + FILESEC__MURMUR3_MANY_LANES_MAX;
    uint64_t h1 = h[0], h2 = g[0], g1 = h[1], g2 = g[1];
    const unsigned char *p = data[0], *q = data[1];

    (void)lanes;
    for (; nblocks != 0; nblocks--, p += 16, q += 16) {
        FILESEC__CHAIN(h1, FILESEC__K1(p), 27, h2, 0x52dce729);
        FILESEC__CHAIN(g1, FILESEC__K1(q), 27, g2, 0x52dce729);
        FILESEC__CHAIN(h2, FILESEC__K2(p + 8), 31, h1, 0x38495ab5);
        FILESEC__CHAIN(g2, FILESEC__K2(q + 8), 31, g1, 0x38495ab5);
    }
    h[0] = h1;
    g[0] = h2;
    h[1] = g1;
    g[1] = g2;
}
#undef FILESEC__CHAIN
#undef FILESEC__K1
#undef FILESEC__K2
