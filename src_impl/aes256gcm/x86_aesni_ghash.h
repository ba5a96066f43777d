/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
#include "core/bytes.h"
/*
 * aes256gcm/x86_aesni_ghash.h: GHASH with PCLMULQDQ, block by block, for the x86 kernels
 *
 * Needs PCLMULQDQ, SSSE3 and SSE4.1. In the key area stand
 *
 *     0     15 round keys
 *     240   H^16, H^15, ... H, as many of them as the kernel wants, and a block of zeros
 *     512   for each of these the sum of its halves (Karatsuba), 8 of 16 bytes
 *
 * The bytes of a block are reversed, so that the coefficient of x^i is bit 127 - i. The product
 * of two such numbers has x^i at bit 254 - i; H is kept divided by x, which makes that 255 - i,
 * the order of 256 reflected bits.
 */
#define FILESEC__INLINE FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AESNI
#define FILESEC__KERNEL static FILESEC__TARGET_X86_AESNI void
#define FILESEC__POWER(i) (240 + 16 * (16 - (i)))
#define FILESEC__HALVES(i) (512 + 16 * (16 - (i)))

#define FILESEC__LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define FILESEC__STORE(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)
#define FILESEC__LOAD_HALF(p) _mm_loadl_epi64((const __m128i *)(const void *)(p))
#define FILESEC__STORE_HALF(p, x) _mm_storel_epi64((__m128i *)(void *)(p), x)
#define FILESEC__XOR1(a, b) _mm_xor_si128(a, b)
#define FILESEC__EXCHANGED(x) _mm_shuffle_epi32(x, 0x4e) /* the two halves */
#define FILESEC__REVERSED(x)                                                                   \
    _mm_shuffle_epi8(x, _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#define FILESEC__BLOCK(p) FILESEC__REVERSED(FILESEC__LOAD(p))

/* gcc moves products away from where they are written; clang does not. */
#if FILESEC__GNU && !defined(__clang__)
#define FILESEC__PIN(x, y, z) __asm__ volatile("" : "+x"(x), "+x"(y), "+x"(z))
#else
#define FILESEC__PIN(x, y, z) ((void)0)
#endif

/* A sum of products, 256 bits: low + cross x^64 + high x^128, where cross still lacks the other
   two (Karatsuba). */
typedef struct filesec__aes256gcm_x86_aesni_sum {
    __m128i low, high, cross;
} filesec__aes256gcm_x86_aesni_sum;

FILESEC__INLINE void filesec__aes256gcm_x86_aesni_zero(filesec__aes256gcm_x86_aesni_sum *s)
{
    s->low = s->high = s->cross = _mm_setzero_si128();
}

/* s += x H^i */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_add(filesec__aes256gcm_x86_aesni_sum *s,
                                                      __m128i x, const unsigned char *k,
                                                      unsigned i)
{
    __m128i h = FILESEC__LOAD(k + FILESEC__POWER(i)), low;
    __m128i cross = FILESEC__XOR1(FILESEC__EXCHANGED(x), x);

    FILESEC__PIN(x, cross, h);
    cross = _mm_clmulepi64_si128(cross, FILESEC__LOAD_HALF(k + FILESEC__HALVES(i)), 0x00);
    low = _mm_clmulepi64_si128(x, h, 0x00);
    x = _mm_clmulepi64_si128(x, h, 0x11);
    s->cross = FILESEC__XOR1(s->cross, cross);
    s->low = FILESEC__XOR1(s->low, low);
    s->high = FILESEC__XOR1(s->high, x);
    FILESEC__PIN(s->cross, s->low, s->high);
}

/* s modulo x^128 + x^7 + x^2 + x + 1, 64 bits at a time: 1 = x^128 + x^127 + x^126 + x^121
   in reflected order, so the lowest 64 bits go 128 up, and 63, 62 and 57 up from there. */
FILESEC__INLINE __m128i
filesec__aes256gcm_x86_aesni_fold(const filesec__aes256gcm_x86_aesni_sum *s)
{
    const __m128i p = _mm_set_epi32(0, 0, (int)UINT32_C(0xc2000000), 0);
    __m128i middle = FILESEC__XOR1(s->cross, FILESEC__XOR1(s->low, s->high));

    middle = FILESEC__XOR1(middle, FILESEC__EXCHANGED(s->low));
    middle = FILESEC__XOR1(middle, _mm_clmulepi64_si128(s->low, p, 0x00));
    return FILESEC__XOR1(FILESEC__XOR1(s->high, FILESEC__EXCHANGED(middle)),
                         _mm_clmulepi64_si128(middle, p, 0x00));
}

/* Y after n blocks, 1 <= n <= 8. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_few(const unsigned char *k, __m128i y,
                                                         const unsigned char *data, unsigned n)
{
    filesec__aes256gcm_x86_aesni_sum s;

    filesec__aes256gcm_x86_aesni_zero(&s);
    filesec__aes256gcm_x86_aesni_add(&s, FILESEC__XOR1(y, FILESEC__BLOCK(data)), k, n);
    while (--n != 0) {
        data += 16;
        filesec__aes256gcm_x86_aesni_add(&s, FILESEC__BLOCK(data), k, n);
    }
    return filesec__aes256gcm_x86_aesni_fold(&s);
}

/* Block i of eight. The first comes last: it has to wait for Y. */
#define FILESEC__HASH(i)                                                                       \
    filesec__aes256gcm_x86_aesni_add(&s, FILESEC__BLOCK(data + 16 * (i)), k, 8 - (i))
#define FILESEC__HASH_FIRST                                                                    \
    filesec__aes256gcm_x86_aesni_add(&s, FILESEC__XOR1(y, FILESEC__BLOCK(data)), k, 8)

FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_eight(const unsigned char *k, __m128i y,
                                                           const unsigned char *data)
{
    filesec__aes256gcm_x86_aesni_sum s;

    filesec__aes256gcm_x86_aesni_zero(&s);
    FILESEC__HASH(1);
    FILESEC__HASH(2);
    FILESEC__HASH(3);
    FILESEC__HASH(4);
    FILESEC__HASH(5);
    FILESEC__HASH(6);
    FILESEC__HASH(7);
    FILESEC__HASH_FIRST;
    return filesec__aes256gcm_x86_aesni_fold(&s);
}
