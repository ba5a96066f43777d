/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
#include "aes256gcm/x86_vaes_avx512_ghash.h"
#include "core/bytes.h"
/*
 * aes256gcm/x86_vaes_avx512_groups.h: groups of 64 blocks for aes256gcm/x86_vaes_avx512.h,
 * enciphered while 64 others are hashed
 *
 * After every half round, of eight registers, stands a step of the hash: for eight blocks one
 * prepares, one multiplies, six products in a row, and one adds up. Each empty asm statement
 * claims to change what it names, which keeps compilers from moving all of the hash before the
 * rounds, and products from among the others.
 *
 * Counters are added, and turned to big-endian; but where the first is known to be 2 modulo 64,
 * which it is after an IV of 12 bytes, only the low six bits differ inside a group but for its
 * last two blocks: then they come by XOR with constants.
 */
#define FILESEC__EIGHT4(S, first)                                                              \
    S((first));                                                                                \
    S((first) + 1);                                                                            \
    S((first) + 2);                                                                            \
    S((first) + 3);                                                                            \
    S((first) + 4);                                                                            \
    S((first) + 5);                                                                            \
    S((first) + 6);                                                                            \
    S((first) + 7)

#if FILESEC__GNU
#define FILESEC__PIN_EIGHT(b, i)                                                               \
    __asm__ volatile(""                                                                        \
                     : "+v"((b)[(i)]), "+v"((b)[(i) + 1]), "+v"((b)[(i) + 2]),                 \
                       "+v"((b)[(i) + 3]), "+v"((b)[(i) + 4]), "+v"((b)[(i) + 5]),             \
                       "+v"((b)[(i) + 6]), "+v"((b)[(i) + 7]))
#define FILESEC__PIN_SIX(p)                                                                    \
    __asm__ volatile(""                                                                        \
                     : "+v"((p)[0]), "+v"((p)[1]), "+v"((p)[2]), "+v"((p)[3]), "+v"((p)[4]),   \
                       "+v"((p)[5]))
#else
#define FILESEC__PIN_EIGHT(b, i) ((void)0)
#define FILESEC__PIN_SIX(p) ((void)0)
#endif

/* The last four bytes of each block in the other order. */
#define FILESEC__TURNED4(x)                                                                    \
    _mm512_shuffle_epi8(                                                                       \
        x, FILESEC__ALL4(_mm_set_epi8(12, 13, 14, 15, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)))
#define FILESEC__NUMBERS4(a, b, c, d)                                                          \
    _mm512_set_epi32(d, 0, 0, 0, c, 0, 0, 0, b, 0, 0, 0, a, 0, 0, 0)
/* The last bytes of register i of the first group: counters from 2 on, modulo 64. */
#define FILESEC__LOW(i, lane) ((4 * (i) + 2 + (lane)) % 64 << 24)
#define FILESEC__PLACE(i)                                                                      \
    FILESEC__NUMBERS4(FILESEC__LOW(i, 0), FILESEC__LOW(i, 1), FILESEC__LOW(i, 2),              \
                      FILESEC__LOW(i, 3))

/* Four counter blocks from the first on, their last four bytes as numbers of the machine. */
#define FILESEC__COUNTERS(first)                                                               \
    _mm512_add_epi32(FILESEC__ALL4(first), FILESEC__NUMBERS4(0, 1, 2, 3))
#define FILESEC__PLUS1(first, n)                                                               \
    _mm_add_epi32(first, _mm_set_epi32((int)(uint32_t)((n)&0xffffffff), 0, 0, 0))

#define FILESEC__ROUND_KEY4(r) FILESEC__ALL4(FILESEC__LOAD(k + 16 * (r)))
/* One more register of counter blocks plus a round key. */
#define FILESEC__AHEAD4(i)                                                                     \
    b[i] = FILESEC__XOR4(rk, FILESEC__TURNED4(c));                                             \
    c = _mm512_add_epi32(c, FILESEC__NUMBERS4(4, 4, 4, 4))
#define FILESEC__ENC4(i) b[i] = _mm512_aesenc_epi128(b[i], rk)
/* The last round key and the text together are one XOR fewer in a row. */
#define FILESEC__LAST4(i)                                                                      \
    b[i] = _mm512_aesenclast_epi128(b[i], FILESEC__XOR4(rk, FILESEC__LOAD4(in + 64 * (i))));   \
    FILESEC__STORE4(out + 64 * (i), b[i])

/* Blocks 8q to 8q + 7 of 64, in three steps. */
#define FILESEC__PREPARE(q)                                                                    \
    x = FILESEC__BLOCK4(data + 128 * (q));                                                     \
    x4 = FILESEC__BLOCK4(data + 128 * (q) + 64);                                               \
    if ((q) == 0)                                                                              \
        x = FILESEC__WITH_FIRST(x, y);                                                         \
    cross = FILESEC__XOR4(FILESEC__LOWS(x, x4), FILESEC__HIGHS(x, x4));                        \
    FILESEC__PIN4(x, x4, cross)
#define FILESEC__MULTIPLY(q)                                                                   \
    h = FILESEC__LOAD4(k + FILESEC__POWER4(64 - 8 * (q)) + FILESEC__TO_HALVES);                \
    p[0] = FILESEC__TIMES4(cross, h, 0x00);                                                    \
    p[1] = FILESEC__TIMES4(cross, h, 0x11);                                                    \
    h = FILESEC__LOAD4(k + FILESEC__POWER4(64 - 8 * (q)));                                     \
    p[2] = FILESEC__TIMES4(x, h, 0x00);                                                        \
    p[3] = FILESEC__TIMES4(x, h, 0x11);                                                        \
    h = FILESEC__LOAD4(k + FILESEC__POWER4(60 - 8 * (q)));                                     \
    p[4] = FILESEC__TIMES4(x4, h, 0x00);                                                       \
    p[5] = FILESEC__TIMES4(x4, h, 0x11);                                                       \
    FILESEC__PIN_SIX(p)
#define FILESEC__ADD_UP                                                                        \
    s.cross = FILESEC__SUM4(s.cross, p[0], p[1]);                                              \
    s.low = FILESEC__SUM4(s.low, p[2], p[4]);                                                  \
    s.high = FILESEC__SUM4(s.high, p[3], p[5]);                                                \
    FILESEC__PIN4(s.cross, s.low, s.high)

#define FILESEC__HALF4(first, work)                                                            \
    FILESEC__EIGHT4(FILESEC__ENC4, first);                                                     \
    FILESEC__PIN_EIGHT(b, first);                                                              \
    if (hashing) {                                                                             \
        work;                                                                                  \
    }
#define FILESEC__ROUND4(r, work, more)                                                         \
    rk = FILESEC__ROUND_KEY4(r);                                                               \
    FILESEC__HALF4(0, work)                                                                    \
    FILESEC__HALF4(8, more)

/* b is 64 counter blocks plus a round key: GCTR of as many at in; with hashing, meanwhile GHASH
   of 64 at data, from y. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_both(
    const unsigned char *k, __m512i b[16], __m128i y, unsigned char *out,
    const unsigned char *in, const unsigned char *data, int hashing)
{
    __m512i rk, x, x4, cross, h, p[6], middle;
    filesec__aes256gcm_x86_vaes_avx512_sum s;

    filesec__aes256gcm_x86_vaes_avx512_zero(&s);
    FILESEC__ROUND4(1, FILESEC__PREPARE(1), FILESEC__MULTIPLY(1));
    FILESEC__ROUND4(2, FILESEC__ADD_UP, FILESEC__PREPARE(2));
    FILESEC__ROUND4(3, FILESEC__MULTIPLY(2), FILESEC__ADD_UP);
    FILESEC__ROUND4(4, FILESEC__PREPARE(3), FILESEC__MULTIPLY(3));
    FILESEC__ROUND4(5, FILESEC__ADD_UP, FILESEC__PREPARE(4));
    FILESEC__ROUND4(6, FILESEC__MULTIPLY(4), FILESEC__ADD_UP);
    FILESEC__ROUND4(7, FILESEC__PREPARE(5), FILESEC__MULTIPLY(5));
    FILESEC__ROUND4(8, FILESEC__ADD_UP, FILESEC__PREPARE(6));
    FILESEC__ROUND4(9, FILESEC__MULTIPLY(6), FILESEC__ADD_UP);
    FILESEC__ROUND4(10, FILESEC__PREPARE(7), FILESEC__MULTIPLY(7));
    FILESEC__ROUND4(11, FILESEC__ADD_UP, FILESEC__PREPARE(0));
    FILESEC__ROUND4(12, FILESEC__MULTIPLY(0), FILESEC__ADD_UP);
    FILESEC__ROUND4(13, middle = filesec__aes256gcm_x86_vaes_avx512_fold4(&s),
                    y = filesec__aes256gcm_x86_vaes_avx512_one(middle));
    rk = FILESEC__ROUND_KEY4(14);
    FILESEC__EIGHT4(FILESEC__LAST4, 0);
    FILESEC__EIGHT4(FILESEC__LAST4, 8);
    return y;
}

/* GCTR of n groups; the last four bytes of counter are a number of the machine. */
FILESEC__WIDEST_APART void
filesec__aes256gcm_x86_vaes_avx512_stream(const unsigned char *k, __m128i counter,
                                          unsigned char *out, const unsigned char *in, size_t n)
{
    __m512i c = FILESEC__COUNTERS(counter);

    for (; n != 0; n--, in += 1024, out += 1024) {
        __m512i b[16], rk = FILESEC__ROUND_KEY4(0);

        FILESEC__EIGHT4(FILESEC__AHEAD4, 0);
        FILESEC__EIGHT4(FILESEC__AHEAD4, 8);
        filesec__aes256gcm_x86_vaes_avx512_both(k, b, _mm_setzero_si128(), out, in, in, 0);
    }
}

/* The same, and the result is Y after n groups at data. */
FILESEC__WIDEST_APART __m128i filesec__aes256gcm_x86_vaes_avx512_groups(
    const unsigned char *k, __m128i counter, __m128i y, unsigned char *out,
    const unsigned char *in, const unsigned char *data, size_t n)
{
    __m512i c = FILESEC__COUNTERS(counter);

    for (; n != 0; n--, in += 1024, out += 1024, data += 1024) {
        __m512i b[16], rk = FILESEC__ROUND_KEY4(0);

        FILESEC__EIGHT4(FILESEC__AHEAD4, 0);
        FILESEC__EIGHT4(FILESEC__AHEAD4, 8);
        y = filesec__aes256gcm_x86_vaes_avx512_both(k, b, y, out, in, data, 1);
    }
    return y;
}

#define FILESEC__PLACED_NOW(i) b[i] = FILESEC__XOR4(now, FILESEC__PLACE(i))

/* The same, and counter is 2 modulo 64. */
FILESEC__WIDEST_APART __m128i filesec__aes256gcm_x86_vaes_avx512_groups_at_2(
    const unsigned char *k, __m128i counter, __m128i y, unsigned char *out,
    const unsigned char *in, const unsigned char *data, size_t n)
{
    __m512i c = FILESEC__ALL4(FILESEC__PLUS1(counter, 0xfffffffe));
    __m512i now = FILESEC__XOR4(FILESEC__ROUND_KEY4(0), FILESEC__TURNED4(c));

    for (; n != 0; n--, in += 1024, out += 1024, data += 1024) {
        __m512i b[16];

        FILESEC__EIGHT4(FILESEC__PLACED_NOW, 0);
        FILESEC__EIGHT4(FILESEC__PLACED_NOW, 8);
        c = _mm512_add_epi32(c, FILESEC__NUMBERS4(64, 64, 64, 64));
        now = FILESEC__XOR4(FILESEC__ROUND_KEY4(0), FILESEC__TURNED4(c));
        b[15] = _mm512_mask_xor_epi64(b[15], 0xf0, now, FILESEC__PLACE(15));
        y = filesec__aes256gcm_x86_vaes_avx512_both(k, b, y, out, in, data, 1);
    }
    return y;
}
