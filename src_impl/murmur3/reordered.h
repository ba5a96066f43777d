/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "murmur3/contract.h"
#include "murmur3/formula.h"
/*
 * murmur3/reordered.h: the body of x64_128 in an order that CPUs run faster
 *
 * Arithmetic that murmur3/portable_reordered.h and murmur3/x86_sse2.h share; no kernel itself.
 *
 * Method    with r1 = rotl(h1 ^ k1, 27) and r2 = rotl(h2 ^ k2, 31) the formula is
 *
 *                h1' = 5 (r1 + h2) + c1   = 5 r1  + b,           b = 5 h2 + c1
 *                h2' = 5 (r2 + h1') + c2  = 5 h1' + (5 r2 + c2)
 *
 *           where b is ready before r1, and 5 r2 + c2 before h1': 5 operations from block to
 *           block, not 6. Multiplications and rotations compete for the same units, and the
 *           order they come in decides how well they share them; so every operation has its
 *           place. A few blocks, for which that does not pay: murmur3/formula.h.
 * Barriers  after every operation, which keeps it in its place; the constants in registers.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations, constants added.
 */
/* x = ..., and neither before the line above it nor after the line below */
#if FILESEC__GNU
#define FILESEC__THEN(x, value)                                                                \
    x = value;                                                                                 \
    __asm__ __volatile__("" : "+r"(x))
#else
#define FILESEC__THEN(x, value) x = value
#endif
FILESEC__NEVER_INLINE void
filesec__murmur3_x64_128_reordered(uint64_t *h, const unsigned char *data, size_t nblocks)
{
    uint64_t a1 = FILESEC__MURMUR3_X64_128_C1, a2 = FILESEC__MURMUR3_X64_128_C2;
    uint64_t c1 = 0x52dce729, c2 = 0x38495ab5, h1, h2, b, k1, k2;

    FILESEC__BARRIER(a1);
    FILESEC__BARRIER(a2);
    FILESEC__BARRIER(c1);
    FILESEC__BARRIER(c2);
    FILESEC__THEN(h1, h[0]); /* two words, not one vector that is then taken apart */
    FILESEC__THEN(h2, h[1]);
    b = 5 * h2 + c1;
    for (; nblocks != 0; nblocks--) {
        FILESEC__THEN(k2, filesec__load64le(data + 8));
        FILESEC__THEN(k2, k2 * a2);
        FILESEC__THEN(k2, filesec__rotl64(k2, 33));
        FILESEC__THEN(k1, filesec__load64le(data));
        FILESEC__THEN(k2, k2 * a1);
        FILESEC__THEN(k2, k2 ^ h2);
        FILESEC__THEN(k2, filesec__rotl64(k2, 31)); /* r2 */
        FILESEC__THEN(data, data + 16);
        FILESEC__THEN(k1, k1 * a1);
        FILESEC__THEN(k2, k2 * 5);
        FILESEC__THEN(k1, filesec__rotl64(k1, 31));
        FILESEC__THEN(k1, k1 * a2);
        FILESEC__THEN(k2, k2 + c2);
        FILESEC__THEN(k1, k1 ^ h1);
        FILESEC__THEN(k1, filesec__rotl64(k1, 27)); /* r1 */
        FILESEC__THEN(h1, k1 * 5);
        FILESEC__THEN(h1, h1 + b);
        FILESEC__THEN(h2, h1 * 5);
        FILESEC__THEN(h2, h2 + k2);
        FILESEC__THEN(b, h2 * 5);
        FILESEC__THEN(b, b + c1);
    }
    h[0] = h1;
    FILESEC__BARRIER(h2);
    h[1] = h2;
}
#undef FILESEC__THEN

FILESEC__ALWAYS_INLINE void filesec__murmur3_x64_128_any(uint64_t *h, const unsigned char *data,
                                                         size_t nblocks)
{
    if (nblocks >= 32)
        filesec__murmur3_x64_128_reordered(h, data, nblocks);
    else
        filesec__murmur3_x64_128_few(h, data, nblocks);
}
