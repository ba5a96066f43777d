/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "murmur3/chains.h"
#include "murmur3/contract.h"
#include "murmur3/formula.h"
/*
 * murmur3/x86_avx2.h: MurmurHash3 with the words of the message mixed ahead in vectors
 *
 * Needs     AVX2. Every function here carries FILESEC__TARGET_X86_AVX2.
 * Contract  as in murmur3/contract.h, with nothing added.
 *
 * Layout    a word is multiplied, rotated and multiplied before the chain of h comes to it, so
 *           that only that chain is left to the units for integers. 128 bytes of mixed words
 *           are in a buffer; behind each 32 that the chain has taken, the 32 of the next round
 *           are mixed into their place. A vector holds words of all kinds, so its multipliers
 *           and rotations differ from lane to lane. A product of 64 bits is put together from
 *           three of 32 by 32 bits.
 *
 * Registers six vectors of multipliers and rotations (x64_128), four for the others.
 * Bounds    reads exactly 4 * nblocks bytes for x86_32 and 16 * nblocks for the others.
 * Not done  the order of murmur3/x86_avx512.h: half as many operations again in the chain of
 *           x64_128. It is ahead when the core is free, and behind when a second thread of the
 *           core takes its share of the units.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations.
 */
/* For each lane: multiply by a, rotate left by n, multiply by b; what is left of it in a1 and
   b1, the multipliers shifted down by 32 bits, is for 64-bit lanes. */
typedef struct filesec__murmur3_mixer_x86_avx2 {
    __m256i a, b, n, back, a1, b1;
} filesec__murmur3_mixer_x86_avx2;

/* 128 bytes of mixed words. Aligned, for a store that crosses a line of the cache is not handed
   to the loads that follow it. */
typedef union filesec__murmur3_mixed_x86_avx2 {
    __m256i v[4];
    uint64_t w64[16];
    uint32_t w32[32];
} filesec__murmur3_mixed_x86_avx2;

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m256i
filesec__murmur3_mul64_x86_avx2(__m256i x, __m256i y, __m256i y1)
{
    __m256i high = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(x, 32), y),
                                    _mm256_mul_epu32(x, y1));

    return _mm256_add_epi64(_mm256_mul_epu32(x, y), _mm256_slli_epi64(high, 32));
}

/* k = the 32 bytes at p, mixed */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__murmur3_mix64_x86_avx2(uint64_t *k, const unsigned char *p,
                                const filesec__murmur3_mixer_x86_avx2 *m)
{
    __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)p);

    x = filesec__murmur3_mul64_x86_avx2(x, m->a, m->a1);
    x = _mm256_or_si256(_mm256_sllv_epi64(x, m->n), _mm256_srlv_epi64(x, m->back));
    x = filesec__murmur3_mul64_x86_avx2(x, m->b, m->b1);
    _mm256_storeu_si256((__m256i *)(void *)k, x);
}

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__murmur3_mix32_x86_avx2(uint32_t *k, const unsigned char *p,
                                const filesec__murmur3_mixer_x86_avx2 *m)
{
    __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)p);

    x = _mm256_mullo_epi32(x, m->a);
    x = _mm256_or_si256(_mm256_sllv_epi32(x, m->n), _mm256_srlv_epi32(x, m->back));
    x = _mm256_mullo_epi32(x, m->b);
    _mm256_storeu_si256((__m256i *)(void *)k, x);
}

/* h = (rotl(h ^ k, n) + next) * 5 + c, c in a register */
#define FILESEC__CHAIN(h, k, n, next, c)                                                       \
    h = (filesec__rotl64(h ^ (k), n) + next) * 5;                                              \
    FILESEC__BARRIER(h);                                                                       \
    h += c
#define FILESEC__BLOCK(k)                                                                      \
    FILESEC__CHAIN(h1, (k)[0], 27, h2, c1);                                                    \
    FILESEC__CHAIN(h2, (k)[1], 31, h1, c2)
#define FILESEC__STEP(i)                                                                       \
    FILESEC__BLOCK(k + 4 * (i));                                                               \
    FILESEC__BLOCK(k + 4 * (i) + 2);                                                           \
    filesec__murmur3_mix64_x86_avx2(k + 4 * (i), data + 32 * (i), &m)
static FILESEC__TARGET_X86_AVX2 void
filesec__murmur3_x64_128_x86_avx2(uint64_t *h, const unsigned char *data, size_t nblocks)
{
    const long long a1 = (long long)FILESEC__MURMUR3_X64_128_C1;
    const long long a2 = (long long)FILESEC__MURMUR3_X64_128_C2;
    filesec__murmur3_mixer_x86_avx2 m;
    filesec__murmur3_mixed_x86_avx2 mixed;
    uint64_t h1 = h[0], h2 = h[1], c1 = 0x52dce729, c2 = 0x38495ab5, *k = mixed.w64;
    size_t i;

    if (nblocks >= 8) {
        m.a = _mm256_set_epi64x(a2, a1, a2, a1);
        m.b = _mm256_set_epi64x(a1, a2, a1, a2);
        m.n = _mm256_set_epi64x(33, 31, 33, 31);
        m.back = _mm256_set_epi64x(31, 33, 31, 33);
        m.a1 = _mm256_srli_epi64(m.a, 32);
        m.b1 = _mm256_srli_epi64(m.b, 32);
        FILESEC__BARRIER(c1);
        FILESEC__BARRIER(c2);
        for (i = 0; i < 4; i++)
            filesec__murmur3_mix64_x86_avx2(k + 4 * i, data + 32 * i, &m);
        for (data += 128; nblocks >= 16; nblocks -= 8, data += 128) {
            FILESEC__BARRIER(k); /* read them back from memory, one by one */
            FILESEC__STEP(0);
            FILESEC__STEP(1);
            FILESEC__STEP(2);
            FILESEC__STEP(3);
        }
        FILESEC__BARRIER(k);
        for (i = 0; i < 16; i += 2) {
            FILESEC__BLOCK(k + i);
        }
        nblocks -= 8;
        h[0] = h1;
        h[1] = h2;
    }
    filesec__murmur3_x64_128_few(h, data, nblocks);
}
#undef FILESEC__CHAIN
#undef FILESEC__BLOCK
#undef FILESEC__STEP

#define FILESEC__STEP(i)                                                                       \
    filesec__murmur3_x86_chain_block(&x, k + 8 * (i));                                         \
    filesec__murmur3_x86_chain_block(&x, k + 8 * (i) + 4);                                     \
    filesec__murmur3_mix32_x86_avx2(k + 8 * (i), data + 32 * (i), &m)
static FILESEC__TARGET_X86_AVX2 void
filesec__murmur3_x86_128_x86_avx2(uint32_t *h, const unsigned char *data, size_t nblocks)
{
    const int a1 = (int)FILESEC__MURMUR3_X86_128_C1, a2 = (int)FILESEC__MURMUR3_X86_128_C2;
    const int a3 = (int)FILESEC__MURMUR3_X86_128_C3, a4 = (int)FILESEC__MURMUR3_X86_128_C4;
    filesec__murmur3_mixer_x86_avx2 m;
    filesec__murmur3_mixed_x86_avx2 mixed;
    filesec__murmur3_x86_chain x;
    uint32_t *k = mixed.w32;
    size_t i;

    if (nblocks >= 8) {
        m.a = _mm256_setr_epi32(a1, a2, a3, a4, a1, a2, a3, a4);
        m.b = _mm256_setr_epi32(a2, a3, a4, a1, a2, a3, a4, a1);
        m.n = _mm256_setr_epi32(15, 16, 17, 18, 15, 16, 17, 18);
        m.back = _mm256_setr_epi32(17, 16, 15, 14, 17, 16, 15, 14);
        filesec__murmur3_x86_chain_begin(&x, h);
        for (i = 0; i < 4; i++)
            filesec__murmur3_mix32_x86_avx2(k + 8 * i, data + 32 * i, &m);
        for (data += 128; nblocks >= 16; nblocks -= 8, data += 128) {
            FILESEC__BARRIER(k);
            FILESEC__STEP(0);
            FILESEC__STEP(1);
            FILESEC__STEP(2);
            FILESEC__STEP(3);
        }
        FILESEC__BARRIER(k);
        for (i = 0; i < 32; i += 4)
            filesec__murmur3_x86_chain_block(&x, k + i);
        nblocks -= 8;
        filesec__murmur3_x86_chain_end(&x, h);
    }
    filesec__murmur3_x86_128_few(h, data, nblocks);
}
#undef FILESEC__STEP

#define FILESEC__STEP(i)                                                                       \
    h1 = filesec__murmur3_x86_32_chain(h1, k + 8 * (i), c);                                    \
    h1 = filesec__murmur3_x86_32_chain(h1, k + 8 * (i) + 4, c);                                \
    filesec__murmur3_mix32_x86_avx2(k + 8 * (i), data + 32 * (i), &m)
static FILESEC__TARGET_X86_AVX2 void
filesec__murmur3_x86_32_x86_avx2(uint32_t *h, const unsigned char *data, size_t nblocks)
{
    filesec__murmur3_mixer_x86_avx2 m;
    filesec__murmur3_mixed_x86_avx2 mixed;
    uint32_t h1 = h[0], c = UINT32_C(0xe6546b64), *k = mixed.w32;
    size_t i;

    if (nblocks >= 128) { /* fewer are done by the time that the vectors are set up */
        m.a = _mm256_set1_epi32((int)FILESEC__MURMUR3_X86_32_C1);
        m.b = _mm256_set1_epi32((int)FILESEC__MURMUR3_X86_32_C2);
        m.n = _mm256_set1_epi32(15);
        m.back = _mm256_set1_epi32(17);
        FILESEC__BARRIER(c);
        for (i = 0; i < 4; i++)
            filesec__murmur3_mix32_x86_avx2(k + 8 * i, data + 32 * i, &m);
        for (data += 128; nblocks >= 64; nblocks -= 32, data += 128) {
            FILESEC__BARRIER(k);
            FILESEC__STEP(0);
            FILESEC__STEP(1);
            FILESEC__STEP(2);
            FILESEC__STEP(3);
        }
        FILESEC__BARRIER(k);
        for (i = 0; i < 32; i += 4)
            h1 = filesec__murmur3_x86_32_chain(h1, k + i, c);
        nblocks -= 32;
        h[0] = h1;
    }
    filesec__murmur3_x86_32_few(h, data, nblocks);
}
#undef FILESEC__STEP
