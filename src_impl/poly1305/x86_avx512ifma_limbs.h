/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "poly1305/contract.h"
#include "poly1305/limbs64.h"
/*
 * poly1305/x86_avx512ifma_limbs.h: arithmetic in radix 2^44 for poly1305/x86_avx512ifma.h
 *
 * A number is three limbs of 44, 44 and 42 bits, each in a 64-bit lane; eight lanes are eight
 * numbers. A product of limbs i and j is two halves: 52 bits at 2^(44 (i + j)) and the rest at
 * 2^(44 (i + j + 1) + 8). What is at limb 3 and above comes down times 20, for 2^132 =
 * 4 2^130 = 20: so s_j = 20 r_j.
 */
#define FILESEC__ADD(a, b) _mm512_add_epi64(a, b)
#define FILESEC__AND(a, b) _mm512_and_si512(a, b)
/* With a mask of ones, which costs nothing: without a mask, g++ warns of a variable in its own
   header. */
#define FILESEC__SHR(a, n) _mm512_maskz_srli_epi64(0xff, a, n)
#define FILESEC__SHL(a, n) _mm512_maskz_slli_epi64(0xff, a, n)
#define FILESEC__LOW(a, b) _mm512_maskz_unpacklo_epi64(0xff, a, b)
#define FILESEC__HIGH(a, b) _mm512_maskz_unpackhi_epi64(0xff, a, b)
#define FILESEC__M44 _mm512_set1_epi64(0xfffffffffff)
#define FILESEC__M42 _mm512_set1_epi64(0x3ffffffffff)

/* x = h in limbs of 44 bits. h[2] <= 4 leaves x[2] < 2^42 + 2^41. */
FILESEC__ALWAYS_INLINE void filesec__poly1305_to44_x86_avx512ifma(uint64_t x[3],
                                                                  const uint64_t h[3])
{
    const uint64_t m44 = UINT64_C(0xfffffffffff);

    x[0] = h[0] & m44;
    x[1] = (h[0] >> 44 | h[1] << 20) & m44;
    x[2] = h[1] >> 24 | h[2] << 40;
}

/* A multiplier: r_0, r_1, r_2, s_1, s_2. Limbs < 2^44, 2^44 + 2^10, 2^42 + 2^41 make s_1 < 2^49
   and s_2 < 2^47. */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_multiplier_x86_avx512ifma(__m512i t[5], __m512i r0, __m512i r1, __m512i r2)
{
    t[0] = r0;
    t[1] = r1;
    t[2] = r2;
    t[3] = FILESEC__ADD(FILESEC__SHL(r1, 4), FILESEC__SHL(r1, 2));
    t[4] = FILESEC__ADD(FILESEC__SHL(r2, 4), FILESEC__SHL(r2, 2));
}

/* The same power in every lane: its limbs are at p, p + step and p + 2 * step. */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_everywhere_x86_avx512ifma(__m512i t[5], const uint64_t *p, size_t step)
{
    filesec__poly1305_multiplier_x86_avx512ifma(t, _mm512_set1_epi64((long long)p[0]),
                                                _mm512_set1_epi64((long long)p[step]),
                                                _mm512_set1_epi64((long long)p[2 * step]));
}

/* Limbs of the blocks in a (0 to 3) and b (4 to 7), without the bit 2^128 */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_split_x86_avx512ifma(__m512i m[3], __m512i a, __m512i b)
{
    __m512i lo = FILESEC__LOW(a, b), hi = FILESEC__HIGH(a, b);

    m[0] = FILESEC__AND(lo, FILESEC__M44);
    m[1] = _mm512_ternarylogic_epi64(FILESEC__SHR(lo, 44), FILESEC__SHL(hi, 20), FILESEC__M44,
                                     0xa8); /* (lo OR hi) AND */
    m[2] = FILESEC__SHR(hi, 24);
}

/* m = three limbs of each of the eight blocks at data, with the bit 2^128: m[2] < 2^41 */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_load_x86_avx512ifma(__m512i m[3], const unsigned char *data)
{
    filesec__poly1305_split_x86_avx512ifma(m, _mm512_loadu_si512((const void *)data),
                                           _mm512_loadu_si512((const void *)(data + 64)));
    m[2] = _mm512_or_si512(m[2], _mm512_set1_epi64((long long)1 << 40));
}

/*
 * d += m t: halves of the products for limbs 0, 1, 2 in d[0], d[1], d[2] (52 bits) and d[3],
 * d[4], d[5] (what is above). Limbs of m < 2^45, 2^45 + 2^10, 2^43 add less than 3 * 2^52 to
 * each of the lower three, and less than 2^43, 2^40 and 2^39 to the upper three. Limb 2 comes
 * first, then limb 0, for that is the order in which carry has them ready.
 */
#define FILESEC__ROW(i, x, y, z)                                                               \
    d[0] = _mm512_madd52lo_epu64(d[0], m[i], t[x]);                                            \
    d[1] = _mm512_madd52lo_epu64(d[1], m[i], t[y]);                                            \
    d[2] = _mm512_madd52lo_epu64(d[2], m[i], t[z]);                                            \
    d[3] = _mm512_madd52hi_epu64(d[3], m[i], t[x]);                                            \
    d[4] = _mm512_madd52hi_epu64(d[4], m[i], t[y]);                                            \
    d[5] = _mm512_madd52hi_epu64(d[5], m[i], t[z])
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_multiply_x86_avx512ifma(__m512i d[6], const __m512i m[3], const __m512i t[5])
{
    FILESEC__ROW(2, 3, 4, 0);
    FILESEC__ROW(0, 0, 1, 2);
    FILESEC__ROW(1, 4, 0, 1);
}
#undef FILESEC__ROW

/* d = m, or 0 where m is NULL, to begin a sum */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_begin_x86_avx512ifma(__m512i d[6], const __m512i *m)
{
    const __m512i zero = _mm512_setzero_si512();

    d[0] = m != NULL ? m[0] : zero;
    d[1] = m != NULL ? m[1] : zero;
    d[2] = m != NULL ? m[2] : zero;
    d[3] = d[4] = d[5] = zero;
}

/*
 * h = d with its carries taken. Four products and m make d[0..2] < 12 * 2^52 + 2^44 < 2^56 and
 * d[3], d[4], d[5] < 2^45, 2^42, 2^41. Then d1 < 2^56 + 2^53 + 2^12 and d2 < 2^56 + 2^50 + 2^13
 * are below 2^57; what is above 2^130 is c < 2^15 + 2^51; h0 < 2^44 + 5 c < 2^54 gives up less
 * than 2^10. At the end h0 < 2^44, h1 < 2^44 + 2^10, h2 < 2^42.
 */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_carry_x86_avx512ifma(__m512i h[3], const __m512i d[6])
{
    __m512i d1 = FILESEC__ADD(d[1], FILESEC__SHL(d[3], 8));
    __m512i d2 = FILESEC__ADD(d[2], FILESEC__SHL(d[4], 8)), c;

    d1 = FILESEC__ADD(d1, FILESEC__SHR(d[0], 44));
    d2 = FILESEC__ADD(d2, FILESEC__SHR(d1, 44));
    c = FILESEC__ADD(FILESEC__SHR(d2, 42), FILESEC__SHL(d[5], 10));
    h[2] = FILESEC__AND(d2, FILESEC__M42);
    h[0] = FILESEC__ADD(FILESEC__AND(d[0], FILESEC__M44), c);
    h[0] = FILESEC__ADD(h[0], FILESEC__SHL(c, 2)); /* 2^130 = 5 */
    h[1] = FILESEC__ADD(FILESEC__AND(d1, FILESEC__M44), FILESEC__SHR(h[0], 44));
    h[0] = FILESEC__AND(h[0], FILESEC__M44);
}

/* The sums of all lanes: x[0] = d[0], x[1] = d[1], x[2] = d[2], x[3] = d[3] */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_across_x86_avx512ifma(uint64_t x[4], __m512i d0, __m512i d1, __m512i d2,
                                        __m512i d3)
{
    __m512i p = FILESEC__ADD(FILESEC__LOW(d0, d1), FILESEC__HIGH(d0, d1));
    __m512i q = FILESEC__ADD(FILESEC__LOW(d2, d3), FILESEC__HIGH(d2, d3));
    __m256i y;

    /* quarters: two of p, two of q; then halves; then one of each */
    p = FILESEC__ADD(_mm512_maskz_shuffle_i64x2(0xff, p, q, 0x88),
                     _mm512_maskz_shuffle_i64x2(0xff, p, q, 0xdd));
    p = FILESEC__ADD(p, _mm512_maskz_shuffle_i64x2(0xff, p, p, 0xb1));
    y = _mm512_maskz_extracti64x4_epi64(0xf, _mm512_maskz_shuffle_i64x2(0xff, p, p, 0x08), 0);
    _mm256_storeu_si256((__m256i *)(void *)x, y);
}

/* w = the sum of all lanes of d, for one product: d[0..2] < 3 * 2^52, d[3..5] < 2^43. */
FILESEC__TARGET_X86_AVX512IFMA FILESEC__ALWAYS_INLINE void
filesec__poly1305_end_x86_avx512ifma(uint64_t w[3], const __m512i d[6])
{
    const uint64_t m44 = UINT64_C(0xfffffffffff);
    uint64_t x[4];

    filesec__poly1305_across_x86_avx512ifma(x, d[0], FILESEC__ADD(d[1], FILESEC__SHL(d[3], 8)),
                                            FILESEC__ADD(d[2], FILESEC__SHL(d[4], 8)), d[5]);
    x[1] += x[0] >> 44; /* x[0], x[1], x[2] < 2^57, x[3] < 2^42 */
    x[2] += x[1] >> 44;
    x[3] = (x[2] >> 42) + (x[3] << 10);
    w[0] = (x[0] & m44) + 5 * x[3]; /* < 2^56 */
    w[1] = w[2] = 0;
    x[1] &= m44;
    x[2] &= m44 >> 2;
    filesec__poly1305_limbs64_add(w, x[1] << 44, x[1] >> 20 | x[2] << 24, x[2] >> 40);
}

#undef FILESEC__ADD
#undef FILESEC__AND
#undef FILESEC__SHR
#undef FILESEC__SHL
#undef FILESEC__LOW
#undef FILESEC__HIGH
#undef FILESEC__M44
#undef FILESEC__M42
