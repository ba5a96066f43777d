/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "murmur3/contract.h"
/*
 * murmur3/reordered.h: bodies of MurmurHash3 in an order that CPUs run faster
 *
 * Arithmetic that murmur3/portable_reordered.h and murmur3/x86_sse2.h share; no kernel itself.
 *
 * Method    x64_128: with r1 = rotl(h1 ^ k1, 27) and r2 = rotl(h2 ^ k2, 31) the formula is
 *
 *                h1' = 5 (r1 + h2) + c1   = 5 r1  + b,           b = 5 h2 + c1
 *                h2' = 5 (r2 + h1') + c2  = 5 h1' + (5 r2 + c2)
 *
 *           where b is ready before r1, and 5 r2 + c2 before h1': 5 operations from block to
 *           block, not 6. Multiplications and rotations compete for the same units, and the
 *           order they come in decides how well they share them; so every operation has its
 *           place. Short inputs, for which that does not pay, and x86_32 and x86_128: the
 *           formula as it is.
 * Barriers  between * 5 and + c, with c in a register: else both become one address computation
 *           of three parts, which takes longer than the two. Between a multiplication of k
 *           and its rotation: clang otherwise makes of them two multiplications and shifts.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations, constants added.
 */
/* k = rotl(word a, n) b. Only clang needs the barrier, and only clang is the faster for it. */
#ifdef __clang__
#define FILESEC__STOP(k) FILESEC__BARRIER(k)
#else
#define FILESEC__STOP(k) ((void)0)
#endif
#define FILESEC__MIX(load, rotl, p, a, n, b)                                                   \
    k = load(p) * a;                                                                           \
    FILESEC__STOP(k);                                                                          \
    k = rotl(k, n) * b
#define FILESEC__MIX32(p, a, n, b)                                                             \
    FILESEC__MIX(filesec__load32le, filesec__rotl32, p, FILESEC__MURMUR3_##a, n,               \
                 FILESEC__MURMUR3_##b)
#define FILESEC__MIX64(p, a, n, b)                                                             \
    FILESEC__MIX(filesec__load64le, filesec__rotl64, p, FILESEC__MURMUR3_##a, n,               \
                 FILESEC__MURMUR3_##b)

/* The formula as it is */
FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_32_few(uint32_t *h, const unsigned char *data,
                                                        size_t nblocks)
{
    uint32_t h1 = h[0], k;

    for (; nblocks != 0; nblocks--, data += 4) {
        FILESEC__MIX32(data, X86_32_C1, 15, X86_32_C2);
        h1 = filesec__rotl32(h1 ^ k, 13) * 5 + UINT32_C(0xe6546b64);
    }
    h[0] = h1;
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_128_few(uint32_t *h, const unsigned char *data,
                                                         size_t nblocks)
{
    uint32_t h1 = h[0], h2 = h[1], h3 = h[2], h4 = h[3], k;

    for (; nblocks != 0; nblocks--, data += 16) {
        FILESEC__MIX32(data, X86_128_C1, 15, X86_128_C2);
        h1 = (filesec__rotl32(h1 ^ k, 19) + h2) * 5 + UINT32_C(0x561ccd1b);
        FILESEC__MIX32(data + 4, X86_128_C2, 16, X86_128_C3);
        h2 = (filesec__rotl32(h2 ^ k, 17) + h3) * 5 + UINT32_C(0x0bcaa747);
        FILESEC__MIX32(data + 8, X86_128_C3, 17, X86_128_C4);
        h3 = (filesec__rotl32(h3 ^ k, 15) + h4) * 5 + UINT32_C(0x96cd1c35);
        FILESEC__MIX32(data + 12, X86_128_C4, 18, X86_128_C1);
        h4 = (filesec__rotl32(h4 ^ k, 13) + h1) * 5 + UINT32_C(0x32ac3b17);
    }
    h[0] = h1;
    h[1] = h2;
    h[2] = h3;
    h[3] = h4;
}

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
    uint64_t h1 = h[0], h2 = h[1], k;

    if (nblocks >= 16) {
        filesec__murmur3_x64_128_reordered(h, data, nblocks);
        return;
    }
    for (; nblocks != 0; nblocks--, data += 16) {
        FILESEC__MIX64(data, X64_128_C1, 31, X64_128_C2);
        h1 = (filesec__rotl64(h1 ^ k, 27) + h2) * 5 + 0x52dce729;
        FILESEC__MIX64(data + 8, X64_128_C2, 33, X64_128_C1);
        h2 = (filesec__rotl64(h2 ^ k, 31) + h1) * 5 + 0x38495ab5;
    }
    h[0] = h1;
    h[1] = h2;
}
#undef FILESEC__STOP
#undef FILESEC__MIX
#undef FILESEC__MIX32
#undef FILESEC__MIX64
