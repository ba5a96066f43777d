/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "poly1305/contract.h"
#include "poly1305/x86_avx2_block.h"
/*
 * poly1305/x86_avx2.h: Poly1305, four blocks side by side, eight for each carry
 *
 * Needs     AVX2, BMI1 and BMI2.
 * Contract  as in poly1305/contract.h, with nothing added.
 * Layout    radix 2^26, one limb in the low half of a 64-bit lane, one block in each lane. Four
 *           blocks come as two vectors and are sorted by unpacking, which exchanges the middle:
 *
 *                lane         3       2       1       0
 *                m[i]       m3_i    m1_i    m2_i    m0_i
 *
 *           h is four sums, one for each lane. A step of eight blocks is
 *
 *                h = (h + m) r^8 + m' r^4          the same powers in every lane
 *
 *           and in the last step lane by lane
 *
 *                h = (h + m) [r^5 r^7 r^6 r^8] + m' [r^1 r^3 r^2 r^4],
 *
 *           after which the sum of the four lanes is the h of the standard. In the state, whose
 *           first words are those of poly1305/limbs64.h:
 *                w[7]       1 when the powers are there
 *                w[8..17]   5 limbs of [r^1 r^3 r^2 r^4], 4 x 32 bits each
 *                w[18..27]  5 limbs of [r^5 r^7 r^6 r^8]
 *
 * Registers five sums, five limbs and scratch; the multipliers are operands in memory.
 * Bounds    reads exactly 16 * nblocks bytes of data and tail_len bytes of tail.
 * Secrets   no branch and no address depends on key, data or h; w[7] depends on lengths.
 * From      RFC 8439, 2.5.
 */
#define FILESEC__ADD(a, b) _mm256_add_epi64(a, b)
#define FILESEC__AND(a, b) _mm256_and_si256(a, b)
#define FILESEC__SHR(a, n) _mm256_srli_epi64(a, n)
#define FILESEC__SHL(a, n) _mm256_slli_epi64(a, n)
/* PIN keeps the sums in registers and each product next to its sum: left alone, gcc and clang
   make many products first and store them. gcc -O2 would leave short loops rolled, and their
   vectors in memory. */
#if FILESEC__GNU
#define FILESEC__PIN() __asm__("" : "+x"(d0), "+x"(d1), "+x"(d2), "+x"(d3), "+x"(d4))
#define FILESEC__UNROLL _Pragma("GCC unroll 5")
#else
#define FILESEC__PIN() ((void)0)
#define FILESEC__UNROLL
#endif

/*
 * Multipliers: t[4 + j] = r_j and t[j - 1] = 5 r_j = s_j, so that limb i of a factor meets
 * t[4 + k - i] in limb k of the product. From the packed limbs at p, lane by lane or, with
 * splat, the power in lane 0 everywhere.
 */
FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_table_x86_avx2(__m256i t[9], const uint64_t *p, int splat)
{
    int j;

    FILESEC__UNROLL
    for (j = 0; j < 5; j++) {
        __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(p + 2 * j));
        if (splat)
            x = _mm_shuffle_epi32(x, 0);
        t[4 + j] = _mm256_cvtepu32_epi64(x);
    }
    FILESEC__UNROLL
    for (j = 1; j < 5; j++)
        t[j - 1] = FILESEC__ADD(t[4 + j], FILESEC__SHL(t[4 + j], 2));
}

/* m = five limbs of each of the four blocks at data, with the bit 2^128 */
FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_load_x86_avx2(__m256i m[5], const unsigned char *data)
{
    const __m256i m26 = _mm256_set1_epi64x(0x3ffffff);
    __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)data);
    __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(data + 32));
    __m256i lo = _mm256_unpacklo_epi64(a, b), hi = _mm256_unpackhi_epi64(a, b);

    m[0] = FILESEC__AND(lo, m26);
    m[1] = FILESEC__AND(FILESEC__SHR(lo, 26), m26);
    m[2] = FILESEC__AND(_mm256_or_si256(FILESEC__SHR(lo, 52), FILESEC__SHL(hi, 12)), m26);
    m[3] = FILESEC__AND(FILESEC__SHR(hi, 14), m26);
    m[4] = _mm256_or_si256(FILESEC__SHR(hi, 40), _mm256_set1_epi64x(1 << 24));
}

/* d += m t, 25 products of limbs. Limbs of m < 2^27 + 2^24 and multipliers r_j < 2^26 + 2^24,
   s_j five times that, add less than 2^58 to each sum. */
#define FILESEC__ROW(i)                                                                        \
    d0 = FILESEC__ADD(d0, _mm256_mul_epu32(m[i], t[4 - i]));                                   \
    d1 = FILESEC__ADD(d1, _mm256_mul_epu32(m[i], t[5 - i]));                                   \
    d2 = FILESEC__ADD(d2, _mm256_mul_epu32(m[i], t[6 - i]));                                   \
    d3 = FILESEC__ADD(d3, _mm256_mul_epu32(m[i], t[7 - i]));                                   \
    d4 = FILESEC__ADD(d4, _mm256_mul_epu32(m[i], t[8 - i]));                                   \
    FILESEC__PIN()
FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_multiply_x86_avx2(__m256i d[5], const __m256i m[5], const __m256i *t)
{
    __m256i d0 = d[0], d1 = d[1], d2 = d[2], d3 = d[3], d4 = d[4];

    FILESEC__BARRIER(t); /* the table stays in memory */
    FILESEC__ROW(0);
    FILESEC__ROW(1);
    FILESEC__ROW(2);
    FILESEC__ROW(3);
    FILESEC__ROW(4);
    d[0] = d0;
    d[1] = d1;
    d[2] = d2;
    d[3] = d3;
    d[4] = d4;
}
#undef FILESEC__ROW
#undef FILESEC__PIN

FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_zero_x86_avx2(__m256i d[5])
{
    d[0] = d[1] = d[2] = d[3] = d[4] = _mm256_setzero_si256();
}

/*
 * h = d with its carries taken, in two chains, 0 1 2 3 and 3 4 0 1, side by side. Sums below
 * 2^60 on entry; at the end limbs 0, 2, 3 < 2^26, limb 1 < 2^26 + 2^12, limb 4 < 2^26 + 2^9.
 */
#define FILESEC__CARRY(from, to)                                                               \
    to = FILESEC__ADD(to, FILESEC__SHR(from, 26));                                             \
    from = FILESEC__AND(from, m26)
FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_carry_x86_avx2(__m256i h[5], const __m256i d[5])
{
    const __m256i m26 = _mm256_set1_epi64x(0x3ffffff);
    __m256i h0 = d[0], h1 = d[1], h2 = d[2], h3 = d[3], h4 = d[4], c;

    FILESEC__CARRY(h0, h1);
    FILESEC__CARRY(h3, h4);
    FILESEC__CARRY(h1, h2);
    c = FILESEC__SHR(h4, 26);
    h4 = FILESEC__AND(h4, m26);
    h0 = FILESEC__ADD(h0, FILESEC__ADD(c, FILESEC__SHL(c, 2))); /* 2^130 = 5 */
    FILESEC__CARRY(h2, h3);
    FILESEC__CARRY(h0, h1);
    FILESEC__CARRY(h3, h4);
    h[0] = h0;
    h[1] = h1;
    h[2] = h2;
    h[3] = h3;
    h[4] = h4;
}
#undef FILESEC__CARRY

FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_plus_x86_avx2(__m256i a[5], const __m256i b[5])
{
    a[0] = FILESEC__ADD(a[0], b[0]);
    a[1] = FILESEC__ADD(a[1], b[1]);
    a[2] = FILESEC__ADD(a[2], b[2]);
    a[3] = FILESEC__ADD(a[3], b[3]);
    a[4] = FILESEC__ADD(a[4], b[4]);
}

/* The h of the standard in lane 0, with the first block; nothing in the others */
FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_start_x86_avx2(__m256i h[5], const uint64_t w[3])
{
    uint32_t x[5];
    int j;

    filesec__poly1305_limbs64_to26(x, w);
    FILESEC__UNROLL
    for (j = 0; j < 5; j++)
        h[j] = _mm256_zextsi128_si256(_mm_cvtsi32_si128((int)x[j]));
}

/* d = (h + m) t8 + m' t4, before the carries. The product that waits for the last step comes
   last, so that the others run beside the carries of that step. */
FILESEC__TARGET_X86_AVX2 FILESEC__ALWAYS_INLINE void
filesec__poly1305_step_x86_avx2(__m256i d[5], const __m256i h[5], const unsigned char *data,
                                const __m256i *t8, const __m256i *t4)
{
    __m256i m[5];

    filesec__poly1305_zero_x86_avx2(d);
    filesec__poly1305_load_x86_avx2(m, data + 64);
    filesec__poly1305_multiply_x86_avx2(d, m, t4);
    filesec__poly1305_load_x86_avx2(m, data);
    filesec__poly1305_plus_x86_avx2(m, h);
    filesec__poly1305_multiply_x86_avx2(d, m, t8);
}

/* 4 * nvectors blocks, nvectors >= 2; an odd one goes first. */
FILESEC__TARGET_X86_AVX2 static void
filesec__poly1305_vectors_x86_avx2(filesec__poly1305_state *s, const unsigned char *data,
                                   size_t nvectors)
{
    __m256i t8[9], t4[9], h[5], d[5];
    uint64_t x[5];
    int j;

    filesec__poly1305_table_x86_avx2(t8, s->w + 18, 1);
    filesec__poly1305_table_x86_avx2(t4, s->w + 8, 1);
    filesec__poly1305_start_x86_avx2(h, s->w);
    if (nvectors % 2 != 0) {
        filesec__poly1305_load_x86_avx2(d, data);
        filesec__poly1305_plus_x86_avx2(h, d);
        filesec__poly1305_zero_x86_avx2(d);
        filesec__poly1305_multiply_x86_avx2(d, h, t4);
        filesec__poly1305_carry_x86_avx2(h, d);
        data += 64;
        nvectors--;
    }
    for (; nvectors > 2; nvectors -= 2, data += 128) {
        filesec__poly1305_step_x86_avx2(d, h, data, t8, t4);
        filesec__poly1305_carry_x86_avx2(h, d);
    }
    filesec__poly1305_table_x86_avx2(t8, s->w + 18, 0);
    filesec__poly1305_table_x86_avx2(t4, s->w + 8, 0);
    filesec__poly1305_step_x86_avx2(d, h, data, t8, t4);
    FILESEC__UNROLL
    for (j = 0; j < 5; j++) {
        __m128i y =
            _mm_add_epi64(_mm256_castsi256_si128(d[j]), _mm256_extracti128_si256(d[j], 1));
        y = _mm_add_epi64(y, _mm_unpackhi_epi64(y, y));
        x[j] = (uint64_t)_mm_cvtsi128_si64(y);
    }
    filesec__poly1305_limbs64_from26(s->w, x);
}

/* r to r^4 one after the other; the next four are these times r^4, in one multiplication. */
FILESEC__TARGET_X86_AVX2 static void
filesec__poly1305_powers_x86_avx2(filesec__poly1305_state *s)
{
    static const unsigned char lane[4] = {3, 1, 2, 0}; /* of r^1, r^2, r^3, r^4 */
    const __m256i even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    uint32_t x[5], packed[5][4];
    uint64_t h[3];
    __m256i t[9], r[9], d[5];
    int i, j;

    h[0] = s->w[3];
    h[1] = s->w[4];
    h[2] = 0;
    for (i = 0; i < 4; i++) {
        if (i != 0) {
            filesec__poly1305_limbs64_multiply(h, s->w[3], s->w[4]);
            filesec__poly1305_limbs64_add(h, filesec__poly1305_limbs64_excess(h), 0, 0);
        }
        filesec__poly1305_limbs64_to26(x, h);
        for (j = 0; j < 5; j++)
            packed[j][lane[i]] = x[j];
    }
    memcpy(s->w + 8, packed, sizeof packed);

    filesec__poly1305_table_x86_avx2(t, s->w + 8, 1); /* r^4 in every lane */
    filesec__poly1305_zero_x86_avx2(d);
    filesec__poly1305_table_x86_avx2(r, s->w + 8, 0); /* r^1 to r^4, limbs at r[4..8] */
    filesec__poly1305_multiply_x86_avx2(d, r + 4, t);
    filesec__poly1305_carry_x86_avx2(d, d);
    FILESEC__UNROLL
    for (j = 0; j < 5; j++) {
        __m256i y = _mm256_permutevar8x32_epi32(d[j], even);
        _mm_storeu_si128((__m128i *)(void *)(s->w + 18 + 2 * j), _mm256_castsi256_si128(y));
    }
    s->w[7] = 1;
}

static void filesec__poly1305_init_x86_avx2(filesec__poly1305_state *s,
                                            const unsigned char key[32])
{
    filesec__poly1305_limbs64_init(s, key);
}

/* Below 8 blocks a vector step does not pay; where powers must first be made, below 24. */
static FILESEC__TARGET_X86_AVX2 void
filesec__poly1305_blocks_x86_avx2(filesec__poly1305_state *s, const unsigned char *data,
                                  size_t nblocks)
{
    if (nblocks >= (s->w[7] != 0 ? 8u : 24u)) {
        if (s->w[7] == 0)
            filesec__poly1305_powers_x86_avx2(s);
        filesec__poly1305_vectors_x86_avx2(s, data, nblocks / 4);
        data += nblocks / 4 * 64;
        nblocks %= 4;
    }
    filesec__poly1305_serial_x86_avx2(s, data, nblocks);
}

static void filesec__poly1305_finish_x86_avx2(filesec__poly1305_state *s,
                                              const unsigned char *tail, size_t tail_len,
                                              unsigned char tag[16])
{
    filesec__poly1305_limbs64_finish(s, tail, tail_len, tag);
}
#undef FILESEC__ADD
#undef FILESEC__AND
#undef FILESEC__SHR
#undef FILESEC__SHL
#undef FILESEC__UNROLL
