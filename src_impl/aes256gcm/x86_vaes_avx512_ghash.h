/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
#include "aes256gcm/x86_aesni_ghash.h"
/*
 * aes256gcm/x86_vaes_avx512_ghash.h: GHASH with VPCLMULQDQ on 512-bit registers, the half of
 * aes256gcm/x86_vaes_avx512.h that multiplies
 *
 * Four blocks in a register: what holds of one in aes256gcm/x86_aesni_ghash.h holds of each. In
 * the key area stand
 *
 *     0     15 round keys
 *     256   H^64, H^63, ... H and three blocks of zeros
 *     1344  for each of these the sum of its halves, and behind it the one of the power four
 *           below (Karatsuba: one load for eight blocks)
 *
 * so that the powers for the last n blocks of anything begin 16 n bytes before the zeros. The
 * lanes of a register that reach past H are multiplied by blocks of zeros.
 */
#define FILESEC__WIDEST_INLINE FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_VAES_AVX512
#define FILESEC__WIDEST_APART FILESEC__NEVER_INLINE FILESEC__TARGET_X86_VAES_AVX512
#define FILESEC__WIDEST_KERNEL static FILESEC__TARGET_X86_VAES_AVX512 void
#define FILESEC__POWER4(i) (256 + 16 * (64 - (i)))
#define FILESEC__TO_HALVES 1088 /* from a power to the sum of its halves */

#define FILESEC__LOAD4(p) _mm512_loadu_si512((const void *)(p))
#define FILESEC__STORE4(p, x) _mm512_storeu_si512((void *)(p), x)
#define FILESEC__XOR4(a, b) _mm512_xor_si512(a, b)
#define FILESEC__SUM4(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x96)
/* Those without a mask would do, but g++ warns of what is in its own header. */
#define FILESEC__EXCHANGED4(x) _mm512_maskz_shuffle_epi32(0xffff, x, _MM_PERM_BADC)
#define FILESEC__ALL4(x) _mm512_maskz_broadcast_i32x4(0xffff, x)
#define FILESEC__LOWS(x, y) _mm512_maskz_unpacklo_epi64(0xff, x, y)
#define FILESEC__HIGHS(x, y) _mm512_maskz_unpackhi_epi64(0xff, x, y)
#define FILESEC__TWO_OF(x, i) _mm512_maskz_extracti64x4_epi64(0xff, x, i)
#define FILESEC__TIMES4(x, y, which) _mm512_clmulepi64_epi128(x, y, which)
#define FILESEC__REVERSED4(x)                                                                  \
    _mm512_shuffle_epi8(                                                                       \
        x, FILESEC__ALL4(_mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)))
#define FILESEC__BLOCK4(p) FILESEC__REVERSED4(FILESEC__LOAD4(p))
/* x with y added to its first block */
#define FILESEC__WITH_FIRST(x, y) _mm512_mask_xor_epi64(x, 0x03, x, _mm512_castsi128_si512(y))
/* The first n blocks at p, n < 4, and zeros. */
#define FILESEC__BLOCKS_MASK(n) ((__mmask8)((1u << 2 * (n)) - 1))
#define FILESEC__PART4(p, n)                                                                   \
    _mm512_maskz_loadu_epi64(FILESEC__BLOCKS_MASK(n), (const void *)(p))

#if FILESEC__GNU
#define FILESEC__PIN4(x, y, z) __asm__ volatile("" : "+v"(x), "+v"(y), "+v"(z))
#else
#define FILESEC__PIN4(x, y, z) ((void)0)
#endif

/* Four sums of products side by side. */
typedef struct filesec__aes256gcm_x86_vaes_avx512_sum {
    __m512i low, high, cross;
} filesec__aes256gcm_x86_vaes_avx512_sum;

FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_zero(filesec__aes256gcm_x86_vaes_avx512_sum *s)
{
    s->low = s->high = s->cross = _mm512_setzero_si512();
}

/* s += four blocks times four powers, whose sums of halves are the low ones of halves */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_times(filesec__aes256gcm_x86_vaes_avx512_sum *s, __m512i x,
                                         __m512i h, __m512i halves)
{
    __m512i cross = FILESEC__XOR4(FILESEC__EXCHANGED4(x), x);

    s->cross = FILESEC__XOR4(s->cross, FILESEC__TIMES4(cross, halves, 0x00));
    s->low = FILESEC__XOR4(s->low, FILESEC__TIMES4(x, h, 0x00));
    s->high = FILESEC__XOR4(s->high, FILESEC__TIMES4(x, h, 0x11));
}

/* s += four blocks times the powers at h */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_add4(filesec__aes256gcm_x86_vaes_avx512_sum *s, __m512i x,
                                        const unsigned char *h)
{
    filesec__aes256gcm_x86_vaes_avx512_times(s, x, FILESEC__LOAD4(h),
                                             FILESEC__LOAD4(h + FILESEC__TO_HALVES));
}

/* s += eight blocks times the powers at h */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_add8(filesec__aes256gcm_x86_vaes_avx512_sum *s, __m512i x,
                                        __m512i x4, const unsigned char *h)
{
    __m512i cross = FILESEC__XOR4(FILESEC__LOWS(x, x4), FILESEC__HIGHS(x, x4));
    __m512i halves = FILESEC__LOAD4(h + FILESEC__TO_HALVES);
    __m512i h0 = FILESEC__LOAD4(h), h4 = FILESEC__LOAD4(h + 64);

    s->cross = FILESEC__SUM4(s->cross, FILESEC__TIMES4(cross, halves, 0x00),
                             FILESEC__TIMES4(cross, halves, 0x11));
    s->low = FILESEC__SUM4(s->low, FILESEC__TIMES4(x, h0, 0x00), FILESEC__TIMES4(x4, h4, 0x00));
    s->high =
        FILESEC__SUM4(s->high, FILESEC__TIMES4(x, h0, 0x11), FILESEC__TIMES4(x4, h4, 0x11));
}

/* Each sum modulo the polynomial, as in filesec__aes256gcm_x86_aesni_fold. */
FILESEC__WIDEST_INLINE __m512i
filesec__aes256gcm_x86_vaes_avx512_fold4(const filesec__aes256gcm_x86_vaes_avx512_sum *s)
{
    const __m512i p = FILESEC__ALL4(_mm_set_epi32(0, 0, (int)UINT32_C(0xc2000000), 0));
    __m512i middle = FILESEC__SUM4(s->cross, s->low, s->high);

    middle =
        FILESEC__SUM4(middle, FILESEC__EXCHANGED4(s->low), FILESEC__TIMES4(s->low, p, 0x00));
    return FILESEC__SUM4(s->high, FILESEC__EXCHANGED4(middle),
                         FILESEC__TIMES4(middle, p, 0x00));
}

/* The sum of the four blocks of x. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_one(__m512i x)
{
    __m256i y = _mm256_xor_si256(FILESEC__TWO_OF(x, 0), FILESEC__TWO_OF(x, 1));

    return FILESEC__XOR1(_mm256_castsi256_si128(y), _mm256_extracti128_si256(y, 1));
}

/* All four sums together, modulo the polynomial. */
FILESEC__WIDEST_INLINE __m128i
filesec__aes256gcm_x86_vaes_avx512_fold(const filesec__aes256gcm_x86_vaes_avx512_sum *s)
{
    return filesec__aes256gcm_x86_vaes_avx512_one(filesec__aes256gcm_x86_vaes_avx512_fold4(s));
}

/* Y after 8 * eights blocks, 1 <= eights <= 8. The first come last: they have to wait for Y. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_eights(
    const unsigned char *k, __m128i y, const unsigned char *data, unsigned eights)
{
    const unsigned char *h = k + FILESEC__POWER4(8 * eights);
    filesec__aes256gcm_x86_vaes_avx512_sum s;
    unsigned i;

    filesec__aes256gcm_x86_vaes_avx512_zero(&s);
    for (i = 1; i < eights; i++)
        filesec__aes256gcm_x86_vaes_avx512_add8(&s, FILESEC__BLOCK4(data + 128 * i),
                                                FILESEC__BLOCK4(data + 128 * i + 64),
                                                h + 128 * i);
    filesec__aes256gcm_x86_vaes_avx512_add8(&s, FILESEC__WITH_FIRST(FILESEC__BLOCK4(data), y),
                                            FILESEC__BLOCK4(data + 64), h);
    return filesec__aes256gcm_x86_vaes_avx512_fold(&s);
}

/* Y after n blocks, 1 <= n <= 64. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_few(const unsigned char *k,
                                                                      __m128i y,
                                                                      const unsigned char *data,
                                                                      unsigned n)
{
    filesec__aes256gcm_x86_vaes_avx512_sum s;

    filesec__aes256gcm_x86_vaes_avx512_zero(&s);
    for (; n >= 4; n -= 4, data += 64) {
        filesec__aes256gcm_x86_vaes_avx512_add4(
            &s, FILESEC__WITH_FIRST(FILESEC__BLOCK4(data), y), k + FILESEC__POWER4(n));
        y = _mm_setzero_si128();
    }
    if (n != 0) {
        __m512i x = FILESEC__REVERSED4(FILESEC__PART4(data, n));

        filesec__aes256gcm_x86_vaes_avx512_add4(&s, FILESEC__WITH_FIRST(x, y),
                                                k + FILESEC__POWER4(n));
    }
    return filesec__aes256gcm_x86_vaes_avx512_fold(&s);
}
