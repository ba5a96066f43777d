/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "murmur3/contract.h"
/*
 * murmur3/formula.h: the bodies of MurmurHash3 as they are defined, for a few blocks
 *
 * Arithmetic that short messages and the last blocks of several kernels share; no kernel
 * itself.
 *
 * Barriers  between * 5 and + c: else both become one address computation of three parts,
 *           which takes longer than the two. Between a multiplication of k and its rotation:
 *           clang otherwise makes of them two multiplications and shifts.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations, constants added.
 */
/* rotl(k a, n) b. Only clang needs the barrier, and only clang is the faster for it. */
#ifdef __clang__
#define FILESEC__STOP(k) FILESEC__BARRIER(k)
#else
#define FILESEC__STOP(k) ((void)0)
#endif
FILESEC__ALWAYS_INLINE uint32_t filesec__murmur3_k32(uint32_t k, uint32_t a, unsigned n,
                                                     uint32_t b)
{
    k *= a;
    FILESEC__STOP(k);
    return filesec__rotl32(k, n) * b;
}

FILESEC__ALWAYS_INLINE uint64_t filesec__murmur3_k64(uint64_t k, uint64_t a, unsigned n,
                                                     uint64_t b)
{
    k *= a;
    FILESEC__STOP(k);
    return filesec__rotl64(k, n) * b;
}
#undef FILESEC__STOP

/* h = (rotl(h ^ k, n) + next) * 5 + c */
#define FILESEC__CHAIN(rotl, h, k, n, next, c)                                                 \
    h = (rotl(h ^ (k), n) + next) * 5;                                                         \
    FILESEC__BARRIER(h);                                                                       \
    h += c
#define FILESEC__CHAIN32(h, p, a, r, b, n, next, c)                                            \
    FILESEC__CHAIN(filesec__rotl32, h, filesec__murmur3_k32(filesec__load32le(p), a, r, b), n, \
                   next, UINT32_C(c))
#define FILESEC__CHAIN64(h, p, a, r, b, n, next, c)                                            \
    FILESEC__CHAIN(filesec__rotl64, h, filesec__murmur3_k64(filesec__load64le(p), a, r, b), n, \
                   next, UINT64_C(c))

FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_32_few(uint32_t *h, const unsigned char *data,
                                                        size_t nblocks)
{
    const uint32_t c1 = FILESEC__MURMUR3_X86_32_C1, c2 = FILESEC__MURMUR3_X86_32_C2;
    uint32_t h1 = h[0];

    for (; nblocks != 0; nblocks--, data += 4) {
        FILESEC__CHAIN32(h1, data, c1, 15, c2, 13, 0, 0xe6546b64);
    }
    h[0] = h1;
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_128_few(uint32_t *h, const unsigned char *data,
                                                         size_t nblocks)
{
    const uint32_t c1 = FILESEC__MURMUR3_X86_128_C1, c2 = FILESEC__MURMUR3_X86_128_C2;
    const uint32_t c3 = FILESEC__MURMUR3_X86_128_C3, c4 = FILESEC__MURMUR3_X86_128_C4;
    uint32_t h1 = h[0], h2 = h[1], h3 = h[2], h4 = h[3];

    for (; nblocks != 0; nblocks--, data += 16) {
        FILESEC__CHAIN32(h1, data, c1, 15, c2, 19, h2, 0x561ccd1b);
        FILESEC__CHAIN32(h2, data + 4, c2, 16, c3, 17, h3, 0x0bcaa747);
        FILESEC__CHAIN32(h3, data + 8, c3, 17, c4, 15, h4, 0x96cd1c35);
        FILESEC__CHAIN32(h4, data + 12, c4, 18, c1, 13, h1, 0x32ac3b17);
    }
    h[0] = h1;
    h[1] = h2;
    h[2] = h3;
    h[3] = h4;
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x64_128_few(uint64_t *h, const unsigned char *data,
                                                         size_t nblocks)
{
    const uint64_t c1 = FILESEC__MURMUR3_X64_128_C1, c2 = FILESEC__MURMUR3_X64_128_C2;
    uint64_t h1 = h[0], h2 = h[1];

    for (; nblocks != 0; nblocks--, data += 16) {
        FILESEC__CHAIN64(h1, data, c1, 31, c2, 27, h2, 0x52dce729);
        FILESEC__CHAIN64(h2, data + 8, c2, 33, c1, 31, h1, 0x38495ab5);
    }
    h[0] = h1;
    h[1] = h2;
}
#undef FILESEC__CHAIN
#undef FILESEC__CHAIN32
#undef FILESEC__CHAIN64
