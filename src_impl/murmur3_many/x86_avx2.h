/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "murmur3_many/contract.h"
/*
 * murmur3_many/x86_avx2.h: MurmurHash3_x64_128 of four messages side by side
 *
 * Needs     AVX2. Every function here carries FILESEC__TARGET_X86_AVX2.
 * Contract  as in murmur3_many/contract.h, with nothing added.
 *
 * Layout    vertical: a vector holds h1, or h2, or the same word of the block, of four
 *           messages, one message per lane. 32 bytes of each message, two blocks, are a 4x4
 *           transpose. A product of 64 bits is put together from three of 32 by 32 bits;
 *           5 x + c is (x + c) + 4 x, whose two parts do not wait for each other.
 *
 * Registers h1, h2, eight constants, four words of the blocks.
 * Bounds    lane i reads 16 * nblocks bytes at data[i]: 32 at a time, the last block as 16.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations, constants added.
 */
typedef struct filesec__murmur3_many_state_x86_avx2 {
    __m256i h1, h2;
    __m256i a1, a1h, a2, a2h; /* the multipliers, and their high halves */
    __m256i c1, c2;
} filesec__murmur3_many_state_x86_avx2;

/* x y; yh is y >> 32 */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m256i
filesec__murmur3_many_mul_x86_avx2(__m256i x, __m256i y, __m256i yh)
{
    __m256i high = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(x, 32), y),
                                    _mm256_mul_epu32(x, yh));

    return _mm256_add_epi64(_mm256_mul_epu32(x, y), _mm256_slli_epi64(high, 32));
}

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m256i
filesec__murmur3_many_five_x86_avx2(__m256i x, __m256i c)
{
    return _mm256_add_epi64(_mm256_add_epi64(x, c), _mm256_slli_epi64(x, 2));
}

#define FILESEC__ROTL(x, n)                                                                    \
    _mm256_or_si256(_mm256_slli_epi64(x, n), _mm256_srli_epi64(x, 64 - (n)))

/* One block of each: k1 and k2 are its words. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__murmur3_many_block_x86_avx2(filesec__murmur3_many_state_x86_avx2 *s, __m256i k1,
                                     __m256i k2)
{
    __m256i x;

    k1 = filesec__murmur3_many_mul_x86_avx2(k1, s->a1, s->a1h);
    k1 = filesec__murmur3_many_mul_x86_avx2(FILESEC__ROTL(k1, 31), s->a2, s->a2h);
    x = _mm256_xor_si256(s->h1, k1);
    x = _mm256_add_epi64(FILESEC__ROTL(x, 27), s->h2);
    s->h1 = filesec__murmur3_many_five_x86_avx2(x, s->c1);
    k2 = filesec__murmur3_many_mul_x86_avx2(k2, s->a2, s->a2h);
    k2 = filesec__murmur3_many_mul_x86_avx2(FILESEC__ROTL(k2, 33), s->a1, s->a1h);
    x = _mm256_xor_si256(s->h2, k2);
    x = _mm256_add_epi64(FILESEC__ROTL(x, 31), s->h1);
    s->h2 = filesec__murmur3_many_five_x86_avx2(x, s->c2);
}
#undef FILESEC__ROTL

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m256i
filesec__murmur3_many_load_x86_avx2(const unsigned char *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

/* 16 bytes of two lanes */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m256i
filesec__murmur3_many_load2_x86_avx2(const unsigned char *p, const unsigned char *q)
{
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)p)),
        _mm_loadu_si128((const __m128i *)(const void *)q), 1);
}

static FILESEC__TARGET_X86_AVX2 void
filesec__murmur3_many_x86_avx2(uint64_t *h, const unsigned char *const *data, size_t nblocks,
                               size_t lanes)
{
    const unsigned char *p0 = data[0], *p1 = data[1], *p2 = data[2], *p3 = data[3];
    __m256i *h1 = (__m256i *)(void *)h;
    __m256i *h2 = (__m256i *)(void *)(h + FILESEC__MURMUR3_MANY_LANES_MAX);
    filesec__murmur3_many_state_x86_avx2 s;
    size_t at = 0;
    __m256i x, y;

    (void)lanes;
    s.h1 = _mm256_loadu_si256(h1);
    s.h2 = _mm256_loadu_si256(h2);
    s.a1 = _mm256_set1_epi64x((long long)FILESEC__MURMUR3_X64_128_C1);
    s.a2 = _mm256_set1_epi64x((long long)FILESEC__MURMUR3_X64_128_C2);
    s.a1h = _mm256_srli_epi64(s.a1, 32);
    s.a2h = _mm256_srli_epi64(s.a2, 32);
    s.c1 = _mm256_set1_epi64x(0x52dce729);
    s.c2 = _mm256_set1_epi64x(0x38495ab5);
    for (; nblocks >= 2; nblocks -= 2, at += 32) {
        __m256i x0 = filesec__murmur3_many_load_x86_avx2(p0 + at);
        __m256i x1 = filesec__murmur3_many_load_x86_avx2(p1 + at);
        __m256i x2 = filesec__murmur3_many_load_x86_avx2(p2 + at);
        __m256i x3 = filesec__murmur3_many_load_x86_avx2(p3 + at);

        x = _mm256_unpacklo_epi64(x0, x1); /* words 0 and 2 of lanes 0 and 1 */
        y = _mm256_unpackhi_epi64(x0, x1); /* words 1 and 3 */
        x0 = _mm256_unpacklo_epi64(x2, x3);
        x1 = _mm256_unpackhi_epi64(x2, x3);
        filesec__murmur3_many_block_x86_avx2(&s, _mm256_permute2x128_si256(x, x0, 0x20),
                                             _mm256_permute2x128_si256(y, x1, 0x20));
        filesec__murmur3_many_block_x86_avx2(&s, _mm256_permute2x128_si256(x, x0, 0x31),
                                             _mm256_permute2x128_si256(y, x1, 0x31));
    }
    if (nblocks != 0) {
        x = filesec__murmur3_many_load2_x86_avx2(p0 + at, p2 + at);
        y = filesec__murmur3_many_load2_x86_avx2(p1 + at, p3 + at);
        filesec__murmur3_many_block_x86_avx2(&s, _mm256_unpacklo_epi64(x, y),
                                             _mm256_unpackhi_epi64(x, y));
    }
    _mm256_storeu_si256(h1, s.h1);
    _mm256_storeu_si256(h2, s.h2);
}
