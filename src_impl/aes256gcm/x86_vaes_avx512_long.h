/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
#include "aes256gcm/x86_aesni_short.h"
#include "aes256gcm/x86_vaes_avx512_ghash.h"
#include "aes256gcm/x86_vaes_avx512_groups.h"
#include "aes256gcm/x86_vaes_avx512_short.h"
/*
 * aes256gcm/x86_vaes_avx512_long.h: what of a message is too long for
 * aes256gcm/x86_vaes_avx512_short.h: groups of 64 blocks, and 32 blocks where more are left
 */
/* GCTR of 32 blocks. */
FILESEC__WIDEST_INLINE void filesec__aes256gcm_x86_vaes_avx512_half(const unsigned char *k,
                                                                    __m512i c,
                                                                    unsigned char *out,
                                                                    const unsigned char *in)
{
    __m512i b[8], rk = FILESEC__ROUND_KEY4(0);
    unsigned r;

    FILESEC__EIGHT4(FILESEC__AHEAD4, 0);
    for (r = 1; r < 14; r++) {
        rk = FILESEC__ROUND_KEY4(r);
        FILESEC__EIGHT4(FILESEC__ENC4, 0);
    }
    rk = FILESEC__ROUND_KEY4(14);
    FILESEC__EIGHT4(FILESEC__LAST4, 0);
}

/* How many groups of 1024 bytes: none of 1024 alone, of which the two halves overlap better. */
#define FILESEC__GROUPS4(len) ((len) > 1024 ? (len) / 1024 : 0)

/* GCTR of as many groups and, if more than FILESEC__SHORT4 bytes are left, of as many; Y after
   them. c is J0, its last four bytes a number of the machine. */
FILESEC__WIDEST_APART __m128i filesec__aes256gcm_x86_vaes_avx512_bulk(const unsigned char *k,
                                                                      __m128i c, __m128i y,
                                                                      unsigned char *out,
                                                                      const unsigned char *in,
                                                                      size_t len, int sealing)
{
    const size_t n = FILESEC__GROUPS4(len);

    c = FILESEC__PLUS1(c, 1);
    if (n != 0 && sealing) {
        filesec__aes256gcm_x86_vaes_avx512_stream(k, c, out, in, 1);
        if (n > 1)
            y = filesec__aes256gcm_x86_vaes_avx512_groups_at_2(
                k, FILESEC__PLUS1(c, 64), y, out + 1024, in + 1024, out, n - 1);
        y = filesec__aes256gcm_x86_vaes_avx512_eights(k, y, out + 1024 * (n - 1), 8);
    } else if (n != 0) {
        y = filesec__aes256gcm_x86_vaes_avx512_groups_at_2(k, c, y, out, in, in, n);
    }
    out += 1024 * n;
    in += 1024 * n;
    if (len - 1024 * n > FILESEC__SHORT4) {
        c = FILESEC__PLUS1(c, 64 * n);
        if (!sealing)
            y = filesec__aes256gcm_x86_vaes_avx512_eights(k, y, in, 4);
        filesec__aes256gcm_x86_vaes_avx512_half(k, FILESEC__COUNTERS(c), out, in);
        if (sealing)
            y = filesec__aes256gcm_x86_vaes_avx512_eights(k, y, out, 4);
    }
    return y;
}

/* Takes from the message what is longer than FILESEC__SHORT4; Y after it. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_shorten(
    filesec__aes256gcm_x86_vaes_avx512_end *e, const unsigned char *k, __m128i j0, __m128i y,
    int sealing)
{
    const size_t groups = 1024 * FILESEC__GROUPS4(e->len);
    const size_t done = groups + (e->len - groups > FILESEC__SHORT4 ? FILESEC__SHORT4 : 0);
    const __m128i c = FILESEC__PLUS1(j0, done / 16 - 1);
    const __m128i first = FILESEC__TURNED1(c);
    const __m128i later = FILESEC__TURNED1(FILESEC__PLUS1(c, 32));

    y = filesec__aes256gcm_x86_vaes_avx512_bulk(k, j0, y, e->out, e->in, e->len, sealing);
    e->base = FILESEC__ALL4(FILESEC__XOR1(first, FILESEC__LOAD(k)));
    e->carry = FILESEC__XOR1(FILESEC__XOR1(first, later), _mm_set_epi32(32 << 24, 0, 0, 0));
    e->out += done;
    e->in += done;
    e->len -= done;
    return y;
}
