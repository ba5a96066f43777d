/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "poly1305/contract.h"
#include "poly1305/limbs64.h"
#include "poly1305/x86_avx512ifma_limbs.h"
/*
 * poly1305/x86_avx512ifma.h: Poly1305, eight blocks side by side, thirty-two for each carry
 *
 * Needs     AVX-512 F, VL, BW, DQ and IFMA, BMI2.
 * Contract  as in poly1305/contract.h, with nothing added.
 * Layout    radix 2^44: limbs of 44, 44 and 42 bits, one in each 64-bit lane, one block in each
 *           lane. Eight blocks come as two vectors and are sorted by unpacking:
 *
 *                lane       7   6   5   4   3   2   1   0
 *                block      7   3   6   2   5   1   4   0
 *
 *           h is eight sums, one for each lane. Four vectors of blocks are
 *
 *                h = h r^32 + m r^24 + m' r^16 + m'' r^8 + m'''   the same powers in every lane
 *
 *           and at the end h [r^1 r^5 r^2 r^6 r^3 r^7 r^4 r^8], lane by lane as above, after
 *           which the sum of the eight lanes is the h of the standard. If the blocks do not
 *           fill the first vector, its first lanes are 0; the h that was there before enters
 *           with the first block. In the state, whose first words are those of
 *           poly1305/limbs64.h:
 *                w[7]       0: no powers yet; 1: up to r^16; 2: all
 *                w[8..31]   three limbs of [r^1 ... r^8], as above
 *                w[32..34]  three limbs of r^16
 *                w[35..40]  three limbs of [r^32 r^24]
 *
 *           Arithmetic is in poly1305/x86_avx512ifma_limbs.h.
 * Registers six sums, three limbs of h, three of m, the multipliers, some of them in memory.
 * Bounds    reads exactly 16 * nblocks bytes of data and tail_len bytes of tail.
 * Secrets   no branch and no address depends on key, data or h; w[7] depends on lengths.
 * From      RFC 8439, 2.5.
 */
#define FILESEC__MULTIPLIER filesec__poly1305_multiplier_x86_avx512ifma
#define FILESEC__EVERYWHERE filesec__poly1305_everywhere_x86_avx512ifma
#define FILESEC__LOAD filesec__poly1305_load_x86_avx512ifma
#define FILESEC__MULTIPLY filesec__poly1305_multiply_x86_avx512ifma
#define FILESEC__BEGIN filesec__poly1305_begin_x86_avx512ifma
#define FILESEC__CARRY filesec__poly1305_carry_x86_avx512ifma

/* h = the first n blocks, 1 <= n <= 8, in the last lanes (of blocks 8 - n to 7), with the h of
   the standard added to the first of them. h[0], h[1] < 2^45, h[2] < 2^43. */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_start_x86_avx512ifma(__m512i h[3], const uint64_t w[3],
                                       const unsigned char *data, size_t n)
{
    const size_t empty = 8 - n, second = n > 4 ? 64 : 0;
    const unsigned there = 0xffffu >> 2 * empty, words = 0xffffu << 2 * empty & 0xffff;
    const unsigned blocks = 0xffu << empty & 0xff, one = 1u << empty;
    const __mmask8 lanes = (__mmask8)(_pdep_u32(blocks, 0x55) | _pdep_u32(blocks >> 4, 0xaa));
    const __mmask8 lane = (__mmask8)(_pdep_u32(one, 0x55) | _pdep_u32(one >> 4, 0xaa));
    const __m512i from = _mm512_sub_epi64(_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7),
                                          _mm512_set1_epi64(2 * (long long)empty));
    const __m512i first =
        _mm512_maskz_loadu_epi64((__mmask8)(there & 0xff), (const void *)data);
    const __m512i more =
        _mm512_maskz_loadu_epi64((__mmask8)(there >> 8), (const void *)(data + second));
    const __m512i a = _mm512_maskz_permutexvar_epi64((__mmask8)(words & 0xff), from, first);
    const __m512i b = _mm512_maskz_permutex2var_epi64(
        (__mmask8)(words >> 8), first, _mm512_add_epi64(from, _mm512_set1_epi64(8)), more);
    uint64_t x[3];
    int i;

    filesec__poly1305_to44_x86_avx512ifma(x, w);
    filesec__poly1305_split_x86_avx512ifma(h, a, b);
    h[2] = _mm512_or_si512(h[2], _mm512_maskz_set1_epi64(lanes, (long long)1 << 40));
    for (i = 0; i < 3; i++)
        h[i] = _mm512_add_epi64(h[i], _mm512_maskz_set1_epi64(lane, (long long)x[i]));
}

/* h = h r^(8 k) + m r^(8 (k - 1)) + ... of k vectors, 1 <= k <= 3 */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_few_x86_avx512ifma(__m512i h[3], const unsigned char *data, size_t k,
                                     const __m512i t24[5], const __m512i t16[5],
                                     const __m512i t8[5])
{
    __m512i d[6];

    FILESEC__BEGIN(d, NULL);
    if (k == 3) {
        FILESEC__MULTIPLY(d, h, t24);
        FILESEC__LOAD(h, data);
        data += 128;
    }
    if (k >= 2) {
        FILESEC__MULTIPLY(d, h, t16);
        FILESEC__LOAD(h, data);
        data += 128;
    }
    FILESEC__MULTIPLY(d, h, t8);
    FILESEC__LOAD(h, data);
    d[0] = _mm512_add_epi64(d[0], h[0]);
    d[1] = _mm512_add_epi64(d[1], h[1]);
    d[2] = _mm512_add_epi64(d[2], h[2]);
    FILESEC__CARRY(h, d);
}

/* nblocks >= 1. Of the vectors behind the first, four at a time if all powers are there. */
FILESEC__TARGET_X86_AVX512IFMA static void
filesec__poly1305_vectors_x86_avx512ifma(filesec__poly1305_state *s, const unsigned char *data,
                                         size_t nblocks)
{
    const int all = s->w[7] == 2;
    __m512i t32[5], t24[5], t16[5], t8[5], h[3], m[3], d[6];
    size_t n = (nblocks + 7) / 8 - 1, k = nblocks - 8 * n;

    filesec__poly1305_start_x86_avx512ifma(h, s->w, data, k);
    data += 16 * k;
    FILESEC__EVERYWHERE(t8, s->w + 8, 8);
    FILESEC__EVERYWHERE(t16, s->w + 32, 1);
    FILESEC__EVERYWHERE(t24, s->w + (all ? 36 : 32), all ? 2 : 1);
    if (all) {
        FILESEC__EVERYWHERE(t32, s->w + 35, 2);
        for (; n >= 4; n -= 4, data += 512) {
            FILESEC__LOAD(m, data + 384);
            FILESEC__BEGIN(d, m);
            FILESEC__LOAD(m, data);
            FILESEC__MULTIPLY(d, m, t24);
            FILESEC__LOAD(m, data + 128);
            FILESEC__MULTIPLY(d, m, t16);
            FILESEC__LOAD(m, data + 256);
            FILESEC__MULTIPLY(d, m, t8);
            FILESEC__MULTIPLY(d, h, t32);
            FILESEC__CARRY(h, d);
        }
    }
    for (; n != 0; n -= k, data += 128 * k) {
        k = n <= 2 || all ? n : 2;
        filesec__poly1305_few_x86_avx512ifma(h, data, k, t24, t16, t8);
    }
    FILESEC__MULTIPLIER(t8, _mm512_loadu_si512((const void *)(s->w + 8)),
                        _mm512_loadu_si512((const void *)(s->w + 16)),
                        _mm512_loadu_si512((const void *)(s->w + 24)));
    FILESEC__BEGIN(d, NULL);
    FILESEC__MULTIPLY(d, h, t8);
    filesec__poly1305_end_x86_avx512ifma(s->w, d);
}

/* r to r^4 one after the other, in two lanes each, of which the lower one is multiplied by r^4;
   then r^16 out of r^8. */
FILESEC__TARGET_X86_AVX512IFMA static void
filesec__poly1305_powers_x86_avx512ifma(filesec__poly1305_state *s)
{
    __m512i v[3], t[5], d[6];
    uint64_t h[3], x[3] = {0, 0, 0};
    int i, j;

    h[0] = s->w[3];
    h[1] = s->w[4];
    h[2] = 0;
    v[0] = v[1] = v[2] = _mm512_setzero_si512();
    for (i = 0; i < 4; i++) {
        if (i != 0) {
            filesec__poly1305_limbs64_multiply(h, s->w[3], s->w[4]);
            filesec__poly1305_limbs64_add(h, filesec__poly1305_limbs64_excess(h), 0, 0);
        }
        filesec__poly1305_to44_x86_avx512ifma(x, h);
        for (j = 0; j < 3; j++)
            v[j] = _mm512_mask_set1_epi64(v[j], (__mmask8)(0xc0 >> 2 * i), (long long)x[j]);
    }
    FILESEC__MULTIPLIER(t, _mm512_mask_set1_epi64(_mm512_set1_epi64(1), 0x55, (long long)x[0]),
                        _mm512_maskz_set1_epi64(0x55, (long long)x[1]),
                        _mm512_maskz_set1_epi64(0x55, (long long)x[2]));
    FILESEC__BEGIN(d, NULL);
    FILESEC__MULTIPLY(d, v, t);
    FILESEC__CARRY(v, d);
    for (j = 0; j < 3; j++)
        _mm512_storeu_si512((void *)(s->w + 8 + 8 * j), v[j]);

    FILESEC__EVERYWHERE(t, s->w + 8, 8);
    FILESEC__BEGIN(d, NULL);
    FILESEC__MULTIPLY(d, t, t);
    FILESEC__CARRY(v, d);
    for (j = 0; j < 3; j++)
        s->w[32 + j] =
            (uint64_t)_mm_cvtsi128_si64(_mm512_maskz_extracti32x4_epi32(0xf, v[j], 0));
    s->w[7] = 1;
}

/* r^32 and r^24: r^16 and r^8 times r^16 */
FILESEC__TARGET_X86_AVX512IFMA static void
filesec__poly1305_more_powers_x86_avx512ifma(filesec__poly1305_state *s)
{
    __m512i v[3], t[5], d[6];
    int j;

    FILESEC__EVERYWHERE(t, s->w + 32, 1);
    for (j = 0; j < 3; j++)
        v[j] = _mm512_mask_set1_epi64(t[j], 2, (long long)s->w[8 + 8 * j]);
    FILESEC__BEGIN(d, NULL);
    FILESEC__MULTIPLY(d, v, t);
    FILESEC__CARRY(v, d);
    for (j = 0; j < 3; j++)
        _mm_storeu_si128((__m128i *)(void *)(s->w + 35 + 2 * j),
                         _mm512_maskz_extracti32x4_epi32(0xf, v[j], 0));
    s->w[7] = 2;
}

static void filesec__poly1305_init_x86_avx512ifma(filesec__poly1305_state *s,
                                                  const unsigned char key[32])
{
    filesec__poly1305_limbs64_init(s, key);
}

/* Below 8 blocks vectors do not pay; where powers must first be made, below 19; and the higher
   powers do from 1 KiB on. */
static FILESEC__TARGET_X86_AVX512IFMA void
filesec__poly1305_blocks_x86_avx512ifma(filesec__poly1305_state *s, const unsigned char *data,
                                        size_t nblocks)
{
    if (nblocks < (s->w[7] != 0 ? 8u : 19u)) {
        filesec__poly1305_limbs64_blocks(s, data, nblocks, 1);
        return;
    }
    if (s->w[7] == 0)
        filesec__poly1305_powers_x86_avx512ifma(s);
    if (s->w[7] == 1 && nblocks >= 64)
        filesec__poly1305_more_powers_x86_avx512ifma(s);
    filesec__poly1305_vectors_x86_avx512ifma(s, data, nblocks);
}

static void filesec__poly1305_finish_x86_avx512ifma(filesec__poly1305_state *s,
                                                    const unsigned char *tail, size_t tail_len,
                                                    unsigned char tag[16])
{
    filesec__poly1305_limbs64_finish(s, tail, tail_len, tag);
}
#undef FILESEC__MULTIPLIER
#undef FILESEC__EVERYWHERE
#undef FILESEC__LOAD
#undef FILESEC__MULTIPLY
#undef FILESEC__BEGIN
#undef FILESEC__CARRY
