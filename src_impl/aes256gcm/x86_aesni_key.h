/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
#include "aes256gcm/x86_aesni_ghash.h"
/*
 * aes256gcm/x86_aesni_key.h: round keys and H from a key, for the x86 kernels
 */
/* x y */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_times(__m128i x, __m128i y)
{
    filesec__aes256gcm_x86_aesni_sum s;

    s.low = _mm_clmulepi64_si128(x, y, 0x00);
    s.high = _mm_clmulepi64_si128(x, y, 0x11);
    s.cross = _mm_clmulepi64_si128(FILESEC__XOR1(x, FILESEC__EXCHANGED(x)),
                                   FILESEC__XOR1(y, FILESEC__EXCHANGED(y)), 0x00);
    return filesec__aes256gcm_x86_aesni_fold(&s);
}

/* h divided by x: one step to the left. The bit that leaves comes back as x^-1, which is
   x^127 + x^6 + x + 1. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_divide(__m128i h)
{
    __m128i leaves = _mm_shuffle_epi32(_mm_srai_epi32(h, 31), 0xff);
    __m128i between = _mm_slli_si128(_mm_srli_epi64(h, 63), 8);

    leaves = _mm_and_si128(leaves, _mm_set_epi32((int)UINT32_C(0xc2000000), 0, 0, 1));
    return FILESEC__XOR1(FILESEC__XOR1(_mm_slli_epi64(h, 1), between), leaves);
}

/* Words w0 w1 w2 w3 become w0, w0 + w1, w0 + w1 + w2, and the sum of all four. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_spread(__m128i w)
{
    w = FILESEC__XOR1(w, _mm_slli_si128(w, 4));
    return FILESEC__XOR1(w, _mm_slli_si128(w, 8));
}

/* Two round keys (FIPS 197, 5.2) from the two before; h takes the two rounds that use the pair.
   The instruction gives SubWord of words 1 and 3, plain in lanes 0 and 2, rotated and with rcon
   in lanes 1 and 3. A macro, because rcon is an immediate operand. */
#define FILESEC__KEY_EVEN(r, rcon)                                                             \
    even = FILESEC__XOR1(filesec__aes256gcm_x86_aesni_spread(even),                            \
                         _mm_shuffle_epi32(_mm_aeskeygenassist_si128(odd, rcon), 0xff));       \
    FILESEC__STORE(k + 16 * (r), even)
#define FILESEC__KEY_PAIR(r, rcon)                                                             \
    FILESEC__KEY_EVEN(r, rcon);                                                                \
    odd = FILESEC__XOR1(filesec__aes256gcm_x86_aesni_spread(odd),                              \
                        _mm_shuffle_epi32(_mm_aeskeygenassist_si128(even, 0), 0xaa));          \
    FILESEC__STORE(k + 16 * (r) + 16, odd);                                                    \
    h = _mm_aesenc_si128(_mm_aesenc_si128(h, even), odd)

/* The round keys into the key area; the result is H. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_rounds(unsigned char *k,
                                                            const unsigned char key[32])
{
    __m128i even = FILESEC__LOAD(key), odd = FILESEC__LOAD(key + 16), h;

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
    return filesec__aes256gcm_x86_aesni_divide(FILESEC__REVERSED(h));
}
#undef FILESEC__KEY_EVEN
#undef FILESEC__KEY_PAIR
