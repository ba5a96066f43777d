/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "murmur3/contract.h"
#include "murmur3/formula.h"
#include "murmur3/reordered.h"
/*
 * murmur3/x86_sse2.h: MurmurHash3 with the words of x86_32 and x86_128 mixed ahead in vectors
 *
 * Needs     SSE2, which every x86-64 has.
 * Contract  as in murmur3/contract.h, with nothing added.
 * Layout    the k of 16 bytes are mixed before the chain of h comes to them, so that only that
 *           chain is left to the units for integers. Words 0 and 2 are multiplied in one
 *           vector, 1 and 3 in another, in the low halves of 64-bit lanes; a rotation is a
 *           multiplication by 2^n and a fold of the high half. Short inputs, for which that
 *           does not pay, and x64_128: murmur3/reordered.h.
 * Bounds    reads exactly 4 * nblocks bytes for x86_32 and 16 * nblocks for the others.
 * Not done  vectors for the k of x64_128: a product of 64 bits takes seven operations there.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations, constants added.
 */
/* For words (0, 2) and (1, 3): the first multiplier, 2^rotation, the second multiplier */
typedef struct filesec__murmur3_mixer_x86_sse2 {
    __m128i a02, a13, r02, r13, b02, b13;
} filesec__murmur3_mixer_x86_sse2;

static inline __m128i filesec__murmur3_pair_x86_sse2(uint32_t x, uint32_t y)
{
    return _mm_set_epi32(0, (int)y, 0, (int)x);
}

/* k = mixed words 0, -, 2, -, 1, -, 3, - of the 16 bytes at p */
FILESEC__ALWAYS_INLINE void
filesec__murmur3_mix_x86_sse2(uint32_t k[8], const unsigned char *p,
                              const filesec__murmur3_mixer_x86_sse2 *m)
{
    __m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i y = _mm_srli_epi64(x, 32);

    x = _mm_mul_epu32(_mm_mul_epu32(x, m->a02), m->r02);
    y = _mm_mul_epu32(_mm_mul_epu32(y, m->a13), m->r13);
    x = _mm_or_si128(x, _mm_srli_epi64(x, 32));
    y = _mm_or_si128(y, _mm_srli_epi64(y, 32));
    _mm_storeu_si128((__m128i *)(void *)k, _mm_mul_epu32(x, m->b02));
    _mm_storeu_si128((__m128i *)(void *)(k + 4), _mm_mul_epu32(y, m->b13));
}

/* h = (rotl(h ^ k, n) + next) * 5 + c, c in a register */
#define FILESEC__CHAIN(h, next, n, c, k)                                                       \
    h = (filesec__rotl32(h ^ (k), n) + next) * 5;                                              \
    FILESEC__BARRIER(h);                                                                       \
    h += c

FILESEC__NEVER_INLINE void
filesec__murmur3_x86_32_ahead_x86_sse2(uint32_t *h, const unsigned char *data, size_t nblocks)
{
    filesec__murmur3_mixer_x86_sse2 m;
    uint32_t h1 = h[0], mixed[8], c = UINT32_C(0xe6546b64);
    const uint32_t *k = mixed;

    m.a02 = m.a13 =
        filesec__murmur3_pair_x86_sse2(FILESEC__MURMUR3_X86_32_C1, FILESEC__MURMUR3_X86_32_C1);
    m.r02 = m.r13 = filesec__murmur3_pair_x86_sse2(1 << 15, 1 << 15);
    m.b02 = m.b13 =
        filesec__murmur3_pair_x86_sse2(FILESEC__MURMUR3_X86_32_C2, FILESEC__MURMUR3_X86_32_C2);
    FILESEC__BARRIER(c);
    for (; nblocks >= 4; nblocks -= 4, data += 16) {
        filesec__murmur3_mix_x86_sse2(mixed, data, &m);
        FILESEC__BARRIER(k); /* read them back from memory, one by one */
        FILESEC__CHAIN(h1, 0, 13, c, k[0]);
        FILESEC__CHAIN(h1, 0, 13, c, k[4]);
        FILESEC__CHAIN(h1, 0, 13, c, k[2]);
        FILESEC__CHAIN(h1, 0, 13, c, k[6]);
    }
    h[0] = h1;
    filesec__murmur3_x86_32_few(h, data, nblocks);
}

#define FILESEC__BLOCK(k)                                                                      \
    FILESEC__CHAIN(h1, h2, 19, c1, (k)[0]);                                                    \
    FILESEC__CHAIN(h2, h3, 17, c2, (k)[4]);                                                    \
    FILESEC__CHAIN(h3, h4, 15, c3, (k)[2]);                                                    \
    FILESEC__CHAIN(h4, h1, 13, c4, (k)[6])
FILESEC__NEVER_INLINE void
filesec__murmur3_x86_128_ahead_x86_sse2(uint32_t *h, const unsigned char *data, size_t nblocks)
{
    filesec__murmur3_mixer_x86_sse2 m;
    uint32_t h1 = h[0], h2 = h[1], h3 = h[2], h4 = h[3], mixed[32];
    uint32_t c1 = UINT32_C(0x561ccd1b), c2 = UINT32_C(0x0bcaa747);
    uint32_t c3 = UINT32_C(0x96cd1c35), c4 = UINT32_C(0x32ac3b17);
    const uint32_t *k = mixed;

    m.a02 = filesec__murmur3_pair_x86_sse2(FILESEC__MURMUR3_X86_128_C1,
                                           FILESEC__MURMUR3_X86_128_C3);
    m.a13 = m.b02 = filesec__murmur3_pair_x86_sse2(FILESEC__MURMUR3_X86_128_C2,
                                                   FILESEC__MURMUR3_X86_128_C4);
    m.r02 = filesec__murmur3_pair_x86_sse2(1 << 15, 1 << 17);
    m.r13 = filesec__murmur3_pair_x86_sse2(1 << 16, 1 << 18);
    m.b13 = filesec__murmur3_pair_x86_sse2(FILESEC__MURMUR3_X86_128_C3,
                                           FILESEC__MURMUR3_X86_128_C1);
    FILESEC__BARRIER(c1);
    FILESEC__BARRIER(c2);
    FILESEC__BARRIER(c3);
    FILESEC__BARRIER(c4);
    for (; nblocks >= 4; nblocks -= 4, data += 64) {
        filesec__murmur3_mix_x86_sse2(mixed, data, &m);
        filesec__murmur3_mix_x86_sse2(mixed + 8, data + 16, &m);
        filesec__murmur3_mix_x86_sse2(mixed + 16, data + 32, &m);
        filesec__murmur3_mix_x86_sse2(mixed + 24, data + 48, &m);
        FILESEC__BARRIER(k);
        FILESEC__BLOCK(k);
        FILESEC__BLOCK(k + 8);
        FILESEC__BLOCK(k + 16);
        FILESEC__BLOCK(k + 24);
    }
    h[0] = h1;
    h[1] = h2;
    h[2] = h3;
    h[3] = h4;
    filesec__murmur3_x86_128_few(h, data, nblocks);
}
#undef FILESEC__CHAIN
#undef FILESEC__BLOCK

static void filesec__murmur3_x86_32_x86_sse2(uint32_t *h, const unsigned char *data,
                                             size_t nblocks)
{
    if (nblocks >= 64)
        filesec__murmur3_x86_32_ahead_x86_sse2(h, data, nblocks);
    else
        filesec__murmur3_x86_32_few(h, data, nblocks);
}

static void filesec__murmur3_x86_128_x86_sse2(uint32_t *h, const unsigned char *data,
                                              size_t nblocks)
{
    if (nblocks >= 16)
        filesec__murmur3_x86_128_ahead_x86_sse2(h, data, nblocks);
    else
        filesec__murmur3_x86_128_few(h, data, nblocks);
}

static void filesec__murmur3_x64_128_x86_sse2(uint64_t *h, const unsigned char *data,
                                              size_t nblocks)
{
    filesec__murmur3_x64_128_any(h, data, nblocks);
}
