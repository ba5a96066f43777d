/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
#include "aes256gcm/x86_aesni_key.h"
#include "aes256gcm/x86_vaes_avx512_ghash.h"
/*
 * aes256gcm/x86_vaes_avx512_key.h: the key area of aes256gcm/x86_vaes_avx512.h
 *
 * Up to H^16 each product needs the one before; from there four of them, side by side, go up in
 * steps of sixteen.
 */
/* Four products. */
FILESEC__WIDEST_INLINE __m512i filesec__aes256gcm_x86_vaes_avx512_product(__m512i x, __m512i y)
{
    filesec__aes256gcm_x86_vaes_avx512_sum s;

    s.low = FILESEC__TIMES4(x, y, 0x00);
    s.high = FILESEC__TIMES4(x, y, 0x11);
    s.cross = FILESEC__TIMES4(FILESEC__XOR4(x, FILESEC__EXCHANGED4(x)),
                              FILESEC__XOR4(y, FILESEC__EXCHANGED4(y)), 0x00);
    return filesec__aes256gcm_x86_vaes_avx512_fold4(&s);
}

/* h is H^i to H^(i - 3), below what it is for i - 4: into the key area, with sums of halves. */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_keep(unsigned char *k, unsigned i, __m512i h, __m512i below)
{
    __m512i sum = FILESEC__XOR4(h, FILESEC__EXCHANGED4(h));

    k += FILESEC__POWER4(i);
    below = FILESEC__XOR4(below, FILESEC__EXCHANGED4(below));
    FILESEC__STORE4(k, h);
    FILESEC__STORE4(k + FILESEC__TO_HALVES, _mm512_mask_mov_epi64(sum, 0xaa, below));
}

/* The round keys, and H to H^4, the highest first. */
FILESEC__WIDEST_INLINE __m512i
filesec__aes256gcm_x86_vaes_avx512_start_key(unsigned char *k, const unsigned char key[32])
{
    __m128i h = filesec__aes256gcm_x86_aesni_rounds(k, key);
    __m128i square = filesec__aes256gcm_x86_aesni_times(h, h);
    __m512i h2 = FILESEC__ALL4(square), low = _mm512_inserti64x2(h2, h, 3), high;

    high = filesec__aes256gcm_x86_vaes_avx512_product(low, h2);
    return _mm512_maskz_shuffle_i64x2(0xff, high, low, 0xcc); /* H^4, H^3, H^2, H */
}

FILESEC__WIDEST_KERNEL filesec__aes256gcm_init_x86_vaes_avx512(unsigned char *k,
                                                               const unsigned char key[32])
{
    const __m512i zeros = _mm512_setzero_si512();
    __m512i h4 = filesec__aes256gcm_x86_vaes_avx512_start_key(k, key), h8, h12, h16;
    __m512i all, last = zeros;
    unsigned i;

    FILESEC__STORE(k + 240, _mm_setzero_si128());
    FILESEC__STORE4(k + FILESEC__POWER4(0), zeros);
    _mm512_mask_storeu_epi64(k + FILESEC__POWER4(0) + FILESEC__TO_HALVES, 0x3f, zeros);
#define FILESEC__FIRST_OF(x) _mm512_maskz_shuffle_i64x2(0xff, x, x, 0)
    all = FILESEC__FIRST_OF(h4);
    h8 = filesec__aes256gcm_x86_vaes_avx512_product(h4, all);
    all = FILESEC__FIRST_OF(h8);
    h12 = filesec__aes256gcm_x86_vaes_avx512_product(h4, all);
    h16 = filesec__aes256gcm_x86_vaes_avx512_product(h8, all);
    all = FILESEC__FIRST_OF(h16);
#undef FILESEC__FIRST_OF
    for (i = 0;; i += 16) {
        filesec__aes256gcm_x86_vaes_avx512_keep(k, i + 4, h4, last);
        filesec__aes256gcm_x86_vaes_avx512_keep(k, i + 8, h8, h4);
        filesec__aes256gcm_x86_vaes_avx512_keep(k, i + 12, h12, h8);
        filesec__aes256gcm_x86_vaes_avx512_keep(k, i + 16, h16, h12);
        if (i == 48)
            break;
        last = h16;
        h4 = filesec__aes256gcm_x86_vaes_avx512_product(h4, all);
        h8 = filesec__aes256gcm_x86_vaes_avx512_product(h8, all);
        h12 = filesec__aes256gcm_x86_vaes_avx512_product(h12, all);
        h16 = filesec__aes256gcm_x86_vaes_avx512_product(h16, all);
    }
}
