/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
#include "aes256gcm/x86_aesni_ghash.h"
#include "aes256gcm/x86_aesni_key.h"
/*
 * aes256gcm/x86_vaes_avx2_ghash.h: GHASH with VPCLMULQDQ, the half of
 * aes256gcm/x86_vaes_avx2.h that multiplies; and the key area
 *
 * Two blocks in a register: what holds of one in aes256gcm/x86_aesni_ghash.h holds of each.
 * Powers of H stand in falling order, so the two for two blocks are one load. Beside the sum of
 * the halves of H^i stands the one of H^(i - 2): that is one load for four blocks.
 */
#define FILESEC__WIDE_INLINE FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_VAES_AVX2
#define FILESEC__WIDE_KERNEL static FILESEC__TARGET_X86_VAES_AVX2 void

#define FILESEC__LOAD2(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define FILESEC__STORE2(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), x)
#define FILESEC__XOR2(a, b) _mm256_xor_si256(a, b)
#define FILESEC__TWICE(x) _mm256_broadcastsi128_si256(x)
#define FILESEC__WITH_ZEROS(x) _mm256_inserti128_si256(_mm256_setzero_si256(), x, 0)
#define FILESEC__REVERSED2(x)                                                                  \
    _mm256_shuffle_epi8(x,                                                                     \
                        _mm256_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,  \
                                        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#define FILESEC__BLOCK2(p) FILESEC__REVERSED2(FILESEC__LOAD2(p))
#define FILESEC__TIMES2(x, y, which) _mm256_clmulepi64_epi128(x, y, which)

#if FILESEC__GNU
#define FILESEC__PIN2(x, y, z) __asm__ volatile("" : "+x"(x), "+x"(y), "+x"(z))
#else
#define FILESEC__PIN2(x, y, z) ((void)0)
#endif

/* Two sums of products side by side. */
typedef struct filesec__aes256gcm_x86_vaes_avx2_sum {
    __m256i low, high, cross;
} filesec__aes256gcm_x86_vaes_avx2_sum;

FILESEC__WIDE_INLINE void
filesec__aes256gcm_x86_vaes_avx2_zero(filesec__aes256gcm_x86_vaes_avx2_sum *s)
{
    s->low = s->high = s->cross = _mm256_setzero_si256();
}

/* s += x H^i + x' H^(i - 1), where x' is the second block of x */
FILESEC__WIDE_INLINE void
filesec__aes256gcm_x86_vaes_avx2_add(filesec__aes256gcm_x86_vaes_avx2_sum *s, __m256i x,
                                     const unsigned char *k, unsigned i)
{
    __m256i h = FILESEC__LOAD2(k + FILESEC__POWER(i));
    __m256i cross = FILESEC__XOR2(_mm256_shuffle_epi32(x, 0x4e), x);

    cross = FILESEC__TIMES2(cross, FILESEC__LOAD2(k + FILESEC__HALVES(i)), 0x00);
    s->cross = FILESEC__XOR2(s->cross, cross);
    s->low = FILESEC__XOR2(s->low, FILESEC__TIMES2(x, h, 0x00));
    s->high = FILESEC__XOR2(s->high, FILESEC__TIMES2(x, h, 0x11));
}

/* The same of four blocks, the first two in a. */
FILESEC__WIDE_INLINE void
filesec__aes256gcm_x86_vaes_avx2_add4(filesec__aes256gcm_x86_vaes_avx2_sum *s, __m256i a,
                                      __m256i b, const unsigned char *k, unsigned i)
{
    __m256i cross = FILESEC__XOR2(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    __m256i h = FILESEC__LOAD2(k + FILESEC__HALVES(i)), other;

    FILESEC__PIN2(a, b, cross);
    other = FILESEC__TIMES2(cross, h, 0x11);
    cross = FILESEC__TIMES2(cross, h, 0x00);
    s->cross = FILESEC__XOR2(s->cross, FILESEC__XOR2(cross, other));
    h = FILESEC__LOAD2(k + FILESEC__POWER(i));
    s->low = FILESEC__XOR2(s->low, FILESEC__TIMES2(a, h, 0x00));
    s->high = FILESEC__XOR2(s->high, FILESEC__TIMES2(a, h, 0x11));
    h = FILESEC__LOAD2(k + FILESEC__POWER(i - 2));
    s->low = FILESEC__XOR2(s->low, FILESEC__TIMES2(b, h, 0x00));
    s->high = FILESEC__XOR2(s->high, FILESEC__TIMES2(b, h, 0x11));
    FILESEC__PIN2(s->cross, s->low, s->high);
}

/* Both sums together, modulo the polynomial. */
FILESEC__WIDE_INLINE __m128i
filesec__aes256gcm_x86_vaes_avx2_fold(const filesec__aes256gcm_x86_vaes_avx2_sum *s)
{
    filesec__aes256gcm_x86_aesni_sum one;

#define FILESEC__BOTH_OF(x)                                                                    \
    FILESEC__XOR1(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1))
    one.low = FILESEC__BOTH_OF(s->low);
    one.high = FILESEC__BOTH_OF(s->high);
    one.cross = FILESEC__BOTH_OF(s->cross);
#undef FILESEC__BOTH_OF
    return filesec__aes256gcm_x86_aesni_fold(&one);
}

/* Blocks 4q to 4q + 3 of sixteen. The first come last: they have to wait for Y. */
#define FILESEC__HASH4(q)                                                                      \
    filesec__aes256gcm_x86_vaes_avx2_add4(&s, FILESEC__BLOCK2(data + 64 * (q)),                \
                                          FILESEC__BLOCK2(data + 64 * (q) + 32), k,            \
                                          16 - 4 * (q))
#define FILESEC__HASH4_FIRST                                                                   \
    filesec__aes256gcm_x86_vaes_avx2_add4(                                                     \
        &s, FILESEC__XOR2(FILESEC__WITH_ZEROS(y), FILESEC__BLOCK2(data)),                      \
        FILESEC__BLOCK2(data + 32), k, 16)

FILESEC__WIDE_INLINE __m128i filesec__aes256gcm_x86_vaes_avx2_sixteen(const unsigned char *k,
                                                                      __m128i y,
                                                                      const unsigned char *data)
{
    filesec__aes256gcm_x86_vaes_avx2_sum s;

    filesec__aes256gcm_x86_vaes_avx2_zero(&s);
    FILESEC__HASH4(1);
    FILESEC__HASH4(2);
    FILESEC__HASH4(3);
    FILESEC__HASH4_FIRST;
    return filesec__aes256gcm_x86_vaes_avx2_fold(&s);
}

/* Y after n blocks, 1 <= n <= 16. */
FILESEC__WIDE_INLINE __m128i filesec__aes256gcm_x86_vaes_avx2_few(const unsigned char *k,
                                                                  __m128i y,
                                                                  const unsigned char *data,
                                                                  unsigned n)
{
    filesec__aes256gcm_x86_vaes_avx2_sum s;
    __m256i first = FILESEC__WITH_ZEROS(y);

    filesec__aes256gcm_x86_vaes_avx2_zero(&s);
    for (; n >= 2; n -= 2, data += 32) {
        filesec__aes256gcm_x86_vaes_avx2_add(&s, FILESEC__XOR2(first, FILESEC__BLOCK2(data)), k,
                                             n);
        first = _mm256_setzero_si256();
    }
    if (n != 0)
        filesec__aes256gcm_x86_vaes_avx2_add(
            &s, FILESEC__XOR2(first, FILESEC__WITH_ZEROS(FILESEC__BLOCK(data))), k, 1);
    return filesec__aes256gcm_x86_vaes_avx2_fold(&s);
}

/* ---- the key area ----------------------------------------------------------------------- */

/* Two products. */
FILESEC__WIDE_INLINE __m256i filesec__aes256gcm_x86_vaes_avx2_times(__m256i x, __m256i y)
{
    const __m256i p = FILESEC__TWICE(_mm_set_epi32(0, 0, (int)UINT32_C(0xc2000000), 0));
    __m256i low = FILESEC__TIMES2(x, y, 0x00), high = FILESEC__TIMES2(x, y, 0x11);
    __m256i middle = FILESEC__TIMES2(FILESEC__XOR2(x, _mm256_shuffle_epi32(x, 0x4e)),
                                     FILESEC__XOR2(y, _mm256_shuffle_epi32(y, 0x4e)), 0x00);

    middle = FILESEC__XOR2(middle, FILESEC__XOR2(low, high));
    middle = FILESEC__XOR2(middle, _mm256_shuffle_epi32(low, 0x4e));
    middle = FILESEC__XOR2(middle, FILESEC__TIMES2(low, p, 0x00));
    return FILESEC__XOR2(FILESEC__XOR2(high, _mm256_shuffle_epi32(middle, 0x4e)),
                         FILESEC__TIMES2(middle, p, 0x00));
}

/* h is H^i and H^(i - 1), below the same of i - 2: into the key area, with sums of halves. */
FILESEC__WIDE_INLINE void filesec__aes256gcm_x86_vaes_avx2_keep(unsigned char *k, unsigned i,
                                                                __m256i h, __m256i below)
{
    __m256i sum = FILESEC__XOR2(h, _mm256_shuffle_epi32(h, 0x4e));

    below = FILESEC__XOR2(below, _mm256_shuffle_epi32(below, 0x4e));
    FILESEC__STORE2(k + FILESEC__POWER(i), h);
    FILESEC__STORE2(k + FILESEC__HALVES(i), _mm256_blend_epi32(sum, below, 0xcc));
}

FILESEC__WIDE_KERNEL filesec__aes256gcm_init_x86_vaes_avx2(unsigned char *k,
                                                           const unsigned char key[32])
{
    __m128i h = filesec__aes256gcm_x86_aesni_rounds(k, key);
    __m128i square = filesec__aes256gcm_x86_aesni_times(h, h);
    __m256i h2 = _mm256_inserti128_si256(FILESEC__WITH_ZEROS(square), h, 1);
    __m256i all, h4, h6, h8;

    all = FILESEC__TWICE(square);
    h4 = filesec__aes256gcm_x86_vaes_avx2_times(h2, all);
    all = FILESEC__TWICE(_mm256_castsi256_si128(h4));
    h6 = filesec__aes256gcm_x86_vaes_avx2_times(h2, all);
    h8 = filesec__aes256gcm_x86_vaes_avx2_times(h4, all);
    all = FILESEC__TWICE(_mm256_castsi256_si128(h8));
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 2, h2, _mm256_setzero_si256());
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 4, h4, h2);
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 6, h6, h4);
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 8, h8, h6);
    h2 = filesec__aes256gcm_x86_vaes_avx2_times(h2, all);
    h4 = filesec__aes256gcm_x86_vaes_avx2_times(h4, all);
    h6 = filesec__aes256gcm_x86_vaes_avx2_times(h6, all);
    all = filesec__aes256gcm_x86_vaes_avx2_times(h8, all);
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 10, h2, h8);
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 12, h4, h2);
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 14, h6, h4);
    filesec__aes256gcm_x86_vaes_avx2_keep(k, 16, all, h6);
    FILESEC__STORE(k + FILESEC__POWER(0), _mm_setzero_si128());
    FILESEC__STORE(k + FILESEC__HALVES(0), _mm_setzero_si128());
}
