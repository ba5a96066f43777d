/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "sha512_many/contract.h"
/*
 * sha512_many/x86_avx512.h: SHA-512 of eight messages side by side, and of twice eight
 *
 * Needs     AVX-512 F, VL, BW, DQ. Every function here carries FILESEC__TARGET_X86_AVX512.
 * Contract  as in sha512_many/contract.h, with nothing added; filesec__sha512_many_x86_avx512
 *           for 8 lanes, ..._twice for 16.
 *
 * Layout    vertical: a vector holds the same number of eight messages, one message per lane.
 *
 *                lane       7        ...         1           0
 *                a       a of 7      ...      a of 1      a of 0
 *                w[t]   W(t) of 7    ...     W(t) of 1   W(t) of 0
 *
 *           Rounds and schedule are the scalar formulas with wider words. Ch, Maj and the
 *           exclusive-or of three are one instruction each. Only the message has to change
 *           places: eight words of eight lanes are an 8x8 transpose.
 *
 *           A round uses w[t mod 16] and puts W(t+16) into its place at once, so the schedule
 *           is a whole turn of sixteen rounds ahead and no round waits for it.
 *
 *           With one set of eight the chain from e to the next e is what bounds: it is kept at
 *           Sigma1 or Ch and two additions, for which two additions are done twice. With two
 *           sets each hides the other's chain, and the form with fewest additions is right.
 *
 * Registers one set: a to h take 8 of 32 and w[] 16. Two sets: a to h take 16, and w[] is in
 *           memory.
 * Bounds    lane i reads 128 * nblocks bytes at data[i], 64 at a time.
 * Not done  three sets: 24 vectors of state leave too few for the rest.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2.
 */

/* The forms with a mask of ones: gcc 12 in C++ takes the others for uses of something unset. */
#define FILESEC__ADD(x, y) _mm512_add_epi64(x, y)
#define FILESEC__XOR3(x, y, z) _mm512_ternarylogic_epi64(x, y, z, 0x96)
#define FILESEC__CH(x, y, z) _mm512_ternarylogic_epi64(x, y, z, 0xca)
#define FILESEC__MAJ(x, y, z) _mm512_ternarylogic_epi64(x, y, z, 0xe8)
#define FILESEC__ROTR(x, n) _mm512_maskz_ror_epi64(0xff, x, n)
#define FILESEC__SHR(x, n) _mm512_maskz_srli_epi64(0xff, x, n)
#define FILESEC__ROTATIONS(x, n1, n2, n3)                                                      \
    FILESEC__XOR3(FILESEC__ROTR(x, n1), FILESEC__ROTR(x, n2), FILESEC__ROTR(x, n3))
#define FILESEC__SIGMA0(x)                                                                     \
    FILESEC__XOR3(FILESEC__ROTR(x, 1), FILESEC__ROTR(x, 8), FILESEC__SHR(x, 7))
#define FILESEC__SIGMA1(x)                                                                     \
    FILESEC__XOR3(FILESEC__ROTR(x, 19), FILESEC__ROTR(x, 61), FILESEC__SHR(x, 6))
#define FILESEC__K(i) _mm512_set1_epi64((long long)k[i])
#define FILESEC__STATE(p) _mm512_loadu_si512((const void *)(p))

/* Keeps the compiler from regrouping a sum. */
#if FILESEC__GNU
#define FILESEC__KEEP(x) __asm__("" : "+v"(x))
#else
#define FILESEC__KEEP(x) ((void)0)
#endif

/* w[0..7] = eight words of each of eight lanes, from byte at on. */
#define FILESEC__LOAD(i) _mm512_shuffle_epi8(FILESEC__STATE(data[i] + at), swap)
#define FILESEC__LOW(x, y) _mm512_maskz_unpacklo_epi64(0xff, x, y)
#define FILESEC__HIGH(x, y) _mm512_maskz_unpackhi_epi64(0xff, x, y)
#define FILESEC__SHUFFLE(x, y, n) _mm512_maskz_shuffle_i64x2(0xff, x, y, n)
/* x0 to x3 are pairs of lanes, with four words of each: 0x88 takes quarters 0 and 2 of both,
   0xdd takes 1 and 3. */
#define FILESEC__QUARTERS(x0, x1, x2, x3, w0, w2, w4, w6)                                      \
    do {                                                                                       \
        __m512i r = FILESEC__SHUFFLE(x0, x1, 0x88), s = FILESEC__SHUFFLE(x2, x3, 0x88);        \
        w0 = FILESEC__SHUFFLE(r, s, 0x88);                                                     \
        w4 = FILESEC__SHUFFLE(r, s, 0xdd);                                                     \
        r = FILESEC__SHUFFLE(x0, x1, 0xdd);                                                    \
        s = FILESEC__SHUFFLE(x2, x3, 0xdd);                                                    \
        w2 = FILESEC__SHUFFLE(r, s, 0x88);                                                     \
        w6 = FILESEC__SHUFFLE(r, s, 0xdd);                                                     \
    } while (0)
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__sha512_many_x86_avx512_load(__m512i *w, const unsigned char *const *data, size_t at)
{
    const __m512i swap = _mm512_maskz_broadcast_i32x4(
        0xffff, _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
    __m512i x0 = FILESEC__LOAD(0), x1 = FILESEC__LOAD(1), x2 = FILESEC__LOAD(2);
    __m512i x3 = FILESEC__LOAD(3), x4 = FILESEC__LOAD(4), x5 = FILESEC__LOAD(5);
    __m512i x6 = FILESEC__LOAD(6), x7 = FILESEC__LOAD(7);

    FILESEC__QUARTERS(FILESEC__LOW(x0, x1), FILESEC__LOW(x2, x3), FILESEC__LOW(x4, x5),
                      FILESEC__LOW(x6, x7), w[0], w[2], w[4], w[6]);
    FILESEC__QUARTERS(FILESEC__HIGH(x0, x1), FILESEC__HIGH(x2, x3), FILESEC__HIGH(x4, x5),
                      FILESEC__HIGH(x6, x7), w[1], w[3], w[5], w[7]);
}
#undef FILESEC__QUARTERS
#undef FILESEC__SHUFFLE
#undef FILESEC__HIGH
#undef FILESEC__LOW
#undef FILESEC__LOAD

/* w[i], which is W(t), becomes W(t+16). */
#define FILESEC__WORD(w, i)                                                                    \
    w[i] = FILESEC__ADD(FILESEC__ADD(w[i], FILESEC__SIGMA0(w[((i) + 1) & 15])),                \
                        FILESEC__ADD(w[((i) + 9) & 15], FILESEC__SIGMA1(w[((i) + 14) & 15])))

/* One round, short chain. Afterwards d is the new e and h the new a. */
#define FILESEC__ROUND(a, b, c, d, e, f, g, h, i)                                              \
    do {                                                                                       \
        __m512i ch = FILESEC__CH(e, f, g), s1 = FILESEC__ROTATIONS(e, 14, 18, 41);             \
        h = FILESEC__ADD(h, FILESEC__ADD(w[i], FILESEC__K(i)));                                \
        FILESEC__KEEP(h);                                                                      \
        d = FILESEC__ADD(d, h);                                                                \
        FILESEC__KEEP(d);                                                                      \
        d = FILESEC__ADD(d, ch);                                                               \
        FILESEC__KEEP(d);                                                                      \
        d = FILESEC__ADD(d, s1);                                                               \
        h = FILESEC__ADD(h, ch);                                                               \
        FILESEC__KEEP(h);                                                                      \
        h = FILESEC__ADD(h, s1); /* T1 */                                                      \
        FILESEC__KEEP(h);                                                                      \
        h = FILESEC__ADD(h, FILESEC__MAJ(a, b, c));                                            \
        FILESEC__KEEP(h);                                                                      \
        h = FILESEC__ADD(h, FILESEC__ROTATIONS(a, 28, 34, 39));                                \
    } while (0)

#define FILESEC__ROUND_AND_WORD(a, b, c, d, e, f, g, h, i)                                     \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, i);                                                 \
    FILESEC__WORD(w, i)

#define FILESEC__ROUNDS(R)                                                                     \
    R(a, b, c, d, e, f, g, h, 0);                                                              \
    R(h, a, b, c, d, e, f, g, 1);                                                              \
    R(g, h, a, b, c, d, e, f, 2);                                                              \
    R(f, g, h, a, b, c, d, e, 3);                                                              \
    R(e, f, g, h, a, b, c, d, 4);                                                              \
    R(d, e, f, g, h, a, b, c, 5);                                                              \
    R(c, d, e, f, g, h, a, b, 6);                                                              \
    R(b, c, d, e, f, g, h, a, 7);                                                              \
    R(a, b, c, d, e, f, g, h, 8);                                                              \
    R(h, a, b, c, d, e, f, g, 9);                                                              \
    R(g, h, a, b, c, d, e, f, 10);                                                             \
    R(f, g, h, a, b, c, d, e, 11);                                                             \
    R(e, f, g, h, a, b, c, d, 12);                                                             \
    R(d, e, f, g, h, a, b, c, 13);                                                             \
    R(c, d, e, f, g, h, a, b, 14);                                                             \
    R(b, c, d, e, f, g, h, a, 15)

/* The vector at p += x, which becomes the sum. */
#define FILESEC__SUM(p, x)                                                                     \
    x = FILESEC__ADD(x, FILESEC__STATE(p));                                                    \
    _mm512_storeu_si512((void *)(p), x)

static FILESEC__TARGET_X86_AVX512 void
filesec__sha512_many_x86_avx512(uint64_t *state, const unsigned char *const *data,
                                size_t nblocks)
{
    __m512i a = FILESEC__STATE(state), b = FILESEC__STATE(state + 8);
    __m512i c = FILESEC__STATE(state + 16), d = FILESEC__STATE(state + 24);
    __m512i e = FILESEC__STATE(state + 32), f = FILESEC__STATE(state + 40);
    __m512i g = FILESEC__STATE(state + 48), h = FILESEC__STATE(state + 56), w[16];
    size_t at, end = 128 * nblocks;
    int i;

    for (at = 0; at != end; at += 128) {
        const uint64_t *k = filesec__sha512_k;
        filesec__sha512_many_x86_avx512_load(w, data, at);
        filesec__sha512_many_x86_avx512_load(w + 8, data, at + 64);
        for (i = 0; i < 4; i++) {
            FILESEC__ROUNDS(FILESEC__ROUND_AND_WORD);
            k += 16;
        }
        FILESEC__ROUNDS(FILESEC__ROUND);
        FILESEC__SUM(state, a);
        FILESEC__SUM(state + 8, b);
        FILESEC__SUM(state + 16, c);
        FILESEC__SUM(state + 24, d);
        FILESEC__SUM(state + 32, e);
        FILESEC__SUM(state + 40, f);
        FILESEC__SUM(state + 48, g);
        FILESEC__SUM(state + 56, h);
    }
}
#undef FILESEC__ROUND_AND_WORD
#undef FILESEC__ROUND

/* One round of a set with words w, fewest additions. */
#define FILESEC__ROUND(a, b, c, d, e, f, g, h, w, i)                                           \
    h = FILESEC__ADD(h, FILESEC__ADD(w[i], FILESEC__K(i)));                                    \
    h = FILESEC__ADD(h, FILESEC__CH(e, f, g));                                                 \
    FILESEC__KEEP(h);                                                                          \
    h = FILESEC__ADD(h, FILESEC__ROTATIONS(e, 14, 18, 41)); /* T1 */                           \
    FILESEC__KEEP(h);                                                                          \
    d = FILESEC__ADD(d, h);                                                                    \
    h = FILESEC__ADD(h, FILESEC__MAJ(a, b, c));                                                \
    FILESEC__KEEP(h);                                                                          \
    h = FILESEC__ADD(h, FILESEC__ROTATIONS(a, 28, 34, 39))

#define FILESEC__TWO_ROUNDS(a, b, c, d, e, f, g, h, i)                                         \
    FILESEC__ROUND(a[0], b[0], c[0], d[0], e[0], f[0], g[0], h[0], w0, i);                     \
    FILESEC__ROUND(a[1], b[1], c[1], d[1], e[1], f[1], g[1], h[1], w1, i)

#define FILESEC__TWO_ROUNDS_AND_WORDS(a, b, c, d, e, f, g, h, i)                               \
    FILESEC__ROUND(a[0], b[0], c[0], d[0], e[0], f[0], g[0], h[0], w0, i);                     \
    FILESEC__WORD(w0, i);                                                                      \
    FILESEC__ROUND(a[1], b[1], c[1], d[1], e[1], f[1], g[1], h[1], w1, i);                     \
    FILESEC__WORD(w1, i)

static FILESEC__TARGET_X86_AVX512 void
filesec__sha512_many_x86_avx512_twice(uint64_t *state, const unsigned char *const *data,
                                      size_t nblocks)
{
    __m512i a[2], b[2], c[2], d[2], e[2], f[2], g[2], h[2], w0[16], w1[16];
    size_t at, end = 128 * nblocks;
    int i;

    for (i = 0; i < 2; i++) {
        a[i] = FILESEC__STATE(state + 8 * i);
        b[i] = FILESEC__STATE(state + 16 + 8 * i);
        c[i] = FILESEC__STATE(state + 32 + 8 * i);
        d[i] = FILESEC__STATE(state + 48 + 8 * i);
        e[i] = FILESEC__STATE(state + 64 + 8 * i);
        f[i] = FILESEC__STATE(state + 80 + 8 * i);
        g[i] = FILESEC__STATE(state + 96 + 8 * i);
        h[i] = FILESEC__STATE(state + 112 + 8 * i);
    }
    for (at = 0; at != end; at += 128) {
        const uint64_t *k = filesec__sha512_k;
        filesec__sha512_many_x86_avx512_load(w0, data, at);
        filesec__sha512_many_x86_avx512_load(w0 + 8, data, at + 64);
        filesec__sha512_many_x86_avx512_load(w1, data + 8, at);
        filesec__sha512_many_x86_avx512_load(w1 + 8, data + 8, at + 64);
        for (i = 0; i < 4; i++) {
            FILESEC__ROUNDS(FILESEC__TWO_ROUNDS_AND_WORDS);
            k += 16;
        }
        FILESEC__ROUNDS(FILESEC__TWO_ROUNDS);
        for (i = 0; i < 2; i++) {
            FILESEC__SUM(state + 8 * i, a[i]);
            FILESEC__SUM(state + 16 + 8 * i, b[i]);
            FILESEC__SUM(state + 32 + 8 * i, c[i]);
            FILESEC__SUM(state + 48 + 8 * i, d[i]);
            FILESEC__SUM(state + 64 + 8 * i, e[i]);
            FILESEC__SUM(state + 80 + 8 * i, f[i]);
            FILESEC__SUM(state + 96 + 8 * i, g[i]);
            FILESEC__SUM(state + 112 + 8 * i, h[i]);
        }
    }
}
#undef FILESEC__TWO_ROUNDS_AND_WORDS
#undef FILESEC__TWO_ROUNDS
#undef FILESEC__ROUND
#undef FILESEC__SUM
#undef FILESEC__ROUNDS
#undef FILESEC__WORD
#undef FILESEC__KEEP
#undef FILESEC__STATE
#undef FILESEC__K
#undef FILESEC__SIGMA1
#undef FILESEC__SIGMA0
#undef FILESEC__ROTATIONS
#undef FILESEC__SHR
#undef FILESEC__ROTR
#undef FILESEC__MAJ
#undef FILESEC__CH
#undef FILESEC__XOR3
#undef FILESEC__ADD
