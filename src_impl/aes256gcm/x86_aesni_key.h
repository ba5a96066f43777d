/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
#include "aes256gcm/x86_aesni_ghash.h"
/*
 * aes256gcm/x86_aesni_key.h: the key area of aes256gcm/x86_aesni.h, from a key
 */
/* x y */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_times(__m128i x, __m128i y)
{
    filesec__aes256gcm_x86_aesni_sum s;

    s.low = _mm_clmulepi64_si128(x, y, 0x00);
    s.high = _mm_clmulepi64_si128(x, y, 0x11);
    s.cross = _mm_clmulepi64_si128(FILESEC__XOR(x, FILESEC__EXCHANGED(x)),
                                   FILESEC__XOR(y, FILESEC__EXCHANGED(y)), 0x00);
    return filesec__aes256gcm_x86_aesni_fold(&s);
}

/* h divided by x: one step to the left. The bit that leaves comes back as x^-1, which is
   x^127 + x^6 + x + 1. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_divide(__m128i h)
{
    __m128i leaves = _mm_shuffle_epi32(_mm_srai_epi32(h, 31), 0xff);
    __m128i between = _mm_slli_si128(_mm_srli_epi64(h, 63), 8);

    leaves = _mm_and_si128(leaves, _mm_set_epi32((int)UINT32_C(0xc2000000), 0, 0, 1));
    return FILESEC__XOR(FILESEC__XOR(_mm_slli_epi64(h, 1), between), leaves);
}

/* h is H^i: into the key area, and the sum of its halves. */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_keep(unsigned char *k, unsigned i, __m128i h)
{
    FILESEC__STORE(k + FILESEC__POWER(i), h);
    FILESEC__STORE_HALF(k + FILESEC__HALVES(i), FILESEC__XOR(h, FILESEC__EXCHANGED(h)));
}

/* Words w0 w1 w2 w3 become w0, w0 + w1, w0 + w1 + w2, and the sum of all four. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_spread(__m128i w)
{
    w = FILESEC__XOR(w, _mm_slli_si128(w, 4));
    return FILESEC__XOR(w, _mm_slli_si128(w, 8));
}

/* Two round keys (FIPS 197, 5.2) from the two before; h takes the two rounds that use the pair.
   The instruction gives SubWord of words 1 and 3, plain in lanes 0 and 2, rotated and with rcon
   in lanes 1 and 3. A macro, because rcon is an immediate operand. */
#define FILESEC__KEY_EVEN(r, rcon)                                                             \
    even = FILESEC__XOR(filesec__aes256gcm_x86_aesni_spread(even),                             \
                        _mm_shuffle_epi32(_mm_aeskeygenassist_si128(odd, rcon), 0xff));        \
    FILESEC__STORE(k + 16 * (r), even)
#define FILESEC__KEY_PAIR(r, rcon)                                                             \
    FILESEC__KEY_EVEN(r, rcon);                                                                \
    odd = FILESEC__XOR(filesec__aes256gcm_x86_aesni_spread(odd),                               \
                       _mm_shuffle_epi32(_mm_aeskeygenassist_si128(even, 0), 0xaa));           \
    FILESEC__STORE(k + 16 * (r) + 16, odd);                                                    \
    h = _mm_aesenc_si128(_mm_aesenc_si128(h, even), odd)

FILESEC__KERNEL filesec__aes256gcm_init_x86_aesni(unsigned char *k, const unsigned char key[32])
{
    __m128i even = FILESEC__LOAD(key), odd = FILESEC__LOAD(key + 16), h, h2, h3, h4;

    FILESEC__STORE(k, even);
    FILESEC__STORE(k + 16, odd);
    h = _mm_aesenc_si128(even, odd); /* H = E(0): the first round key alone */
    FILESEC__KEY_PAIR(2, 0x01);
    FILESEC__KEY_PAIR(4, 0x02);
    FILESEC__KEY_PAIR(6, 0x04);
    FILESEC__KEY_PAIR(8, 0x08);
    FILESEC__KEY_PAIR(10, 0x10);
    FILESEC__KEY_PAIR(12, 0x20);
    FILESEC__KEY_EVEN(14, 0x40);
    h = _mm_aesenclast_si128(h, even);
    h = filesec__aes256gcm_x86_aesni_divide(FILESEC__REVERSED(h));
    h2 = filesec__aes256gcm_x86_aesni_times(h, h);
    h3 = filesec__aes256gcm_x86_aesni_times(h2, h);
    h4 = filesec__aes256gcm_x86_aesni_times(h2, h2);
    filesec__aes256gcm_x86_aesni_keep(k, 1, h);
    filesec__aes256gcm_x86_aesni_keep(k, 2, h2);
    filesec__aes256gcm_x86_aesni_keep(k, 3, h3);
    filesec__aes256gcm_x86_aesni_keep(k, 4, h4);
    filesec__aes256gcm_x86_aesni_keep(k, 5, filesec__aes256gcm_x86_aesni_times(h4, h));
    filesec__aes256gcm_x86_aesni_keep(k, 6, filesec__aes256gcm_x86_aesni_times(h4, h2));
    filesec__aes256gcm_x86_aesni_keep(k, 7, filesec__aes256gcm_x86_aesni_times(h4, h3));
    filesec__aes256gcm_x86_aesni_keep(k, 8, filesec__aes256gcm_x86_aesni_times(h4, h4));
}
#undef FILESEC__KEY_EVEN
#undef FILESEC__KEY_PAIR
