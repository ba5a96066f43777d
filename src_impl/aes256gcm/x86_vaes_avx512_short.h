/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
#include "aes256gcm/x86_vaes_avx512_ghash.h"
#include "aes256gcm/x86_vaes_avx512_groups.h"
#include "core/bytes.h"
/*
 * aes256gcm/x86_vaes_avx512_short.h: the end of a message, at most 512 bytes of it, in
 * registers: for aes256gcm/x86_vaes_avx512.h
 *
 * GCTR(J0, S) and the text are chains side by side in the same rounds. What is hashed before
 * the text, at most three blocks, and the block of the lengths share a register; all products
 * go into one sum, with one reduction. Masks cut the last register of the text to its length,
 * in memory, too: what lies behind is not touched.
 *
 * Counters come by XOR: the number of blocks before is a multiple of 32, so only the low five
 * bits differ, but for the last two blocks of 32.
 */
#define FILESEC__SHORT4 512 /* bytes */

typedef struct filesec__aes256gcm_x86_vaes_avx512_end {
    __m512i before;  /* what is hashed first, reversed; the block of the lengths in lane 3 */
    unsigned powers; /* of H, for the first block of before */
    __m512i base;    /* the counter block two before the text, plus the first round key */
    __m128i carry;   /* what blocks 30 and 31 have else */
    __m128i j0;      /* with the first round key */
    unsigned char *out;
    const unsigned char *in;
    size_t len;
} filesec__aes256gcm_x86_vaes_avx512_end;

/* Not through memory, where a load of 16 bytes would wait for the stores; turned. */
FILESEC__WIDEST_INLINE __m128i
filesec__aes256gcm_x86_vaes_avx512_j0(const unsigned char nonce[12])
{
    const uint64_t last = UINT64_C(1) << 32 | filesec__load32le(nonce + 8);

    return _mm_unpacklo_epi64(FILESEC__LOAD_HALF(nonce), _mm_cvtsi64_si128((long long)last));
}

/* len bytes, at most 64, and zeros, reversed. */
FILESEC__WIDEST_INLINE __m512i filesec__aes256gcm_x86_vaes_avx512_aad(const unsigned char *aad,
                                                                      size_t len)
{
    const __mmask64 m = (__mmask64)_bzhi_u64(~UINT64_C(0), (unsigned)len);

    if (len == 0)
        return _mm512_setzero_si512();
    return FILESEC__REVERSED4(_mm512_maskz_loadu_epi8(m, (const void *)aad));
}

/* Y after the n blocks of x, n <= 4, and no others. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_only(const unsigned char *k,
                                                                       __m512i x, unsigned n)
{
    filesec__aes256gcm_x86_vaes_avx512_sum s;

    filesec__aes256gcm_x86_vaes_avx512_zero(&s);
    filesec__aes256gcm_x86_vaes_avx512_add4(&s, x, k + FILESEC__POWER4(n));
    return filesec__aes256gcm_x86_vaes_avx512_fold(&s);
}

/* S(i) for each of the registers of the text, of which there are n. */
#define FILESEC__TEXTS4(S)                                                                     \
    do {                                                                                       \
        S(0);                                                                                  \
        if (n > 1)                                                                             \
            S(1);                                                                              \
        if (n > 2)                                                                             \
            S(2);                                                                              \
        if (n > 3)                                                                             \
            S(3);                                                                              \
        if (n > 4)                                                                             \
            S(4);                                                                              \
        if (n > 5)                                                                             \
            S(5);                                                                              \
        if (n > 6)                                                                             \
            S(6);                                                                              \
        if (n > 7)                                                                             \
            S(7);                                                                              \
    } while (0)
#define FILESEC__PLACED(i) b[i] = FILESEC__XOR4(e->base, FILESEC__PLACE(i))
#define FILESEC__READ(i)                                                                       \
    x[i] = (i) + 1 < n ? FILESEC__LOAD4(e->in + 64 * (i))                                      \
                       : _mm512_maskz_loadu_epi8(part, (const void *)(e->in + 64 * (i)))
#define FILESEC__WRITE(i)                                                                      \
    do {                                                                                       \
        b[i] = _mm512_aesenclast_epi128(b[i], FILESEC__XOR4(rk, x[i]));                        \
        if ((i) + 1 < n)                                                                       \
            FILESEC__STORE4(e->out + 64 * (i), b[i]);                                          \
        else                                                                                   \
            _mm512_mask_storeu_epi8((void *)(e->out + 64 * (i)), part, b[i]);                  \
    } while (0)
#define FILESEC__TOGETHER4(r)                                                                  \
    rk = FILESEC__ROUND_KEY4(r);                                                               \
    j0 = _mm_aesenc_si128(j0, FILESEC__LOAD(k + 16 * (r)));                                    \
    FILESEC__TEXTS4(FILESEC__ENC4)

/* s += the n registers at x times the powers at h */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_texts(filesec__aes256gcm_x86_vaes_avx512_sum *s,
                                         const __m512i x[8], const unsigned char *h, unsigned n)
{
#define FILESEC__PAIR(i)                                                                       \
    if ((i) + 1 < n)                                                                           \
        filesec__aes256gcm_x86_vaes_avx512_add8(s, FILESEC__REVERSED4(x[i]),                   \
                                                FILESEC__REVERSED4(x[(i) + 1]), h + 64 * (i)); \
    else if ((i) < n)                                                                          \
    filesec__aes256gcm_x86_vaes_avx512_add4(s, FILESEC__REVERSED4(x[i]), h + 64 * (i))
    FILESEC__PAIR(0);
    FILESEC__PAIR(2);
    FILESEC__PAIR(4);
    FILESEC__PAIR(6);
#undef FILESEC__PAIR
}

/* The sum of what is hashed before the text, and the lengths. */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_before(filesec__aes256gcm_x86_vaes_avx512_sum *s,
                                          const unsigned char *k,
                                          const filesec__aes256gcm_x86_vaes_avx512_end *e)
{
    const unsigned char *h = k + FILESEC__POWER4(e->powers), *one = k + FILESEC__POWER4(1);

    filesec__aes256gcm_x86_vaes_avx512_zero(s);
    filesec__aes256gcm_x86_vaes_avx512_times(
        s, e->before, _mm512_inserti64x2(FILESEC__LOAD4(h), FILESEC__LOAD(one), 3),
        _mm512_inserti64x2(FILESEC__LOAD4(h + FILESEC__TO_HALVES),
                           FILESEC__LOAD(one + FILESEC__TO_HALVES), 3));
}

/* The tag; the text in n registers. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_text(
    const unsigned char *k, const filesec__aes256gcm_x86_vaes_avx512_end *e, unsigned n,
    int sealing)
{
    const unsigned char *h = k + FILESEC__POWER4((unsigned)((e->len + 15) / 16) + 1);
    const __mmask64 part = (__mmask64)_bzhi_u64(~UINT64_C(0), (unsigned)e->len - 64 * (n - 1));
    filesec__aes256gcm_x86_vaes_avx512_sum s;
    __m512i b[8], x[8], rk;
    __m128i j0 = e->j0;

    FILESEC__TEXTS4(FILESEC__PLACED);
    if (n == 8)
        b[7] = _mm512_mask_xor_epi64(b[7], 0xf0, b[7], FILESEC__ALL4(e->carry));
    FILESEC__TEXTS4(FILESEC__READ);
    filesec__aes256gcm_x86_vaes_avx512_before(&s, k, e);
    if (!sealing)
        filesec__aes256gcm_x86_vaes_avx512_texts(&s, x, h, n);
    FILESEC__TOGETHER4(1);
    FILESEC__TOGETHER4(2);
    FILESEC__TOGETHER4(3);
    FILESEC__TOGETHER4(4);
    FILESEC__TOGETHER4(5);
    FILESEC__TOGETHER4(6);
    FILESEC__TOGETHER4(7);
    FILESEC__TOGETHER4(8);
    FILESEC__TOGETHER4(9);
    FILESEC__TOGETHER4(10);
    FILESEC__TOGETHER4(11);
    FILESEC__TOGETHER4(12);
    FILESEC__TOGETHER4(13);
    rk = FILESEC__ROUND_KEY4(14);
    j0 = _mm_aesenclast_si128(j0, FILESEC__LOAD(k + 224));
    FILESEC__TEXTS4(FILESEC__WRITE);
    if (sealing) {
        b[n - 1] = _mm512_maskz_mov_epi8(part, b[n - 1]);
        filesec__aes256gcm_x86_vaes_avx512_texts(&s, b, h, n);
    }
    return FILESEC__XOR1(j0, FILESEC__REVERSED(filesec__aes256gcm_x86_vaes_avx512_fold(&s)));
}

/* The same for any length. */
FILESEC__WIDEST_INLINE __m128i filesec__aes256gcm_x86_vaes_avx512_end_of(
    const unsigned char *k, const filesec__aes256gcm_x86_vaes_avx512_end *e, int sealing)
{
#define FILESEC__FOR(n)                                                                        \
    case n:                                                                                    \
        return filesec__aes256gcm_x86_vaes_avx512_text(k, e, n, sealing)
    switch ((e->len + 63) / 64) {
        FILESEC__FOR(2);
        FILESEC__FOR(3);
        FILESEC__FOR(4);
        FILESEC__FOR(5);
        FILESEC__FOR(6);
        FILESEC__FOR(7);
        FILESEC__FOR(8);
    default:
        return filesec__aes256gcm_x86_vaes_avx512_text(k, e, 1, sealing);
    }
#undef FILESEC__FOR
}
