/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "sha512_many/contract.h"
/*
 * sha512_many/x86_avx2.h: SHA-512 of four messages side by side
 *
 * Needs     AVX2. Every function here carries FILESEC__TARGET_X86_AVX2.
 * Contract  as in sha512_many/contract.h, with nothing added.
 *
 * Layout    vertical: a vector holds the same number of four messages, one message per lane.
 *
 *                lane       3           2           1           0
 *                a       a of 3      a of 2      a of 1      a of 0
 *                w[t]   W(t) of 3   W(t) of 2   W(t) of 1   W(t) of 0
 *
 *           Rounds and schedule are then the scalar formulas with wider words. Only the message
 *           has to change places: four words of four lanes are a 4x4 transpose.
 *
 *           A round uses w[t mod 16] and puts W(t+16) into its place at once, so the schedule
 *           is a whole turn of sixteen rounds ahead and no round waits for it.
 *
 * Registers a to h take 8 of 16, b ^ c one; w[] is in memory.
 * Bounds    lane i reads 128 * nblocks bytes at data[i], 32 at a time.
 * Not done  two groups of four: 18 vectors of state spill.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2.
 */

#define FILESEC__XOR(x, y) _mm256_xor_si256(x, y)
#define FILESEC__ADD(x, y) _mm256_add_epi64(x, y)
#define FILESEC__ROTR(x, n)                                                                    \
    _mm256_or_si256(_mm256_srli_epi64(x, n), _mm256_slli_epi64(x, 64 - (n)))
#define FILESEC__ROTATIONS(x, n1, n2, n3)                                                      \
    FILESEC__XOR(FILESEC__XOR(FILESEC__ROTR(x, n1), FILESEC__ROTR(x, n2)), FILESEC__ROTR(x, n3))

/* Keeps the compiler from moving an operation, and from regrouping a sum. */
#if FILESEC__GNU
#define FILESEC__KEEP(x) __asm__("" : "+x"(x))
#else
#define FILESEC__KEEP(x) ((void)0)
#endif
#define FILESEC__SUM(x, y)                                                                     \
    x = FILESEC__ADD(x, y);                                                                    \
    FILESEC__KEEP(x)

/* sigma0; a rotation by 8 is a shuffle of bytes. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m256i
filesec__sha512_many_x86_avx2_sigma0(__m256i x)
{
    const __m256i ror8 = _mm256_setr_epi8(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8,
                                          1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8);
    __m256i y = FILESEC__XOR(_mm256_shuffle_epi8(x, ror8), _mm256_srli_epi64(x, 7));

    return FILESEC__XOR(FILESEC__ROTR(x, 1), y);
}

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m256i
filesec__sha512_many_x86_avx2_sigma1(__m256i x)
{
    __m256i y = FILESEC__XOR(FILESEC__ROTR(x, 61), _mm256_srli_epi64(x, 6));

    return FILESEC__XOR(FILESEC__ROTR(x, 19), y);
}

/* w[0..3] = four words of each lane, from byte at on. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__sha512_many_x86_avx2_load(__m256i *w, const unsigned char *const *data, size_t at)
{
    const __m256i swap = _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
                                          7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    __m256i x[4], y[4];
    int i;

    for (i = 0; i < 4; i++) {
        x[i] = _mm256_loadu_si256((const __m256i *)(const void *)(data[i] + at));
        x[i] = _mm256_shuffle_epi8(x[i], swap);
    }
    y[0] = _mm256_unpacklo_epi64(x[0], x[1]); /* words 0 and 2 of lanes 0 and 1 */
    y[1] = _mm256_unpackhi_epi64(x[0], x[1]); /* words 1 and 3 */
    y[2] = _mm256_unpacklo_epi64(x[2], x[3]);
    y[3] = _mm256_unpackhi_epi64(x[2], x[3]);
    w[0] = _mm256_permute2x128_si256(y[0], y[2], 0x20);
    w[1] = _mm256_permute2x128_si256(y[1], y[3], 0x20);
    w[2] = _mm256_permute2x128_si256(y[0], y[2], 0x31);
    w[3] = _mm256_permute2x128_si256(y[1], y[3], 0x31);
}

/* One round, to h of which W(t) is already added. Afterwards d is the new e and h the new a; bc
   is b ^ c of the next round. */
#define FILESEC__STEP(a, b, c, d, e, f, g, h, i)                                               \
    do {                                                                                       \
        __m256i ab = FILESEC__XOR(a, b), y;                                                    \
        FILESEC__SUM(h, _mm256_set1_epi64x((long long)k[i]));                                  \
        y = FILESEC__XOR(_mm256_and_si256(FILESEC__XOR(f, g), e), g); /* Ch */                 \
        FILESEC__SUM(h, y);                                                                    \
        FILESEC__SUM(h, FILESEC__ROTATIONS(e, 14, 18, 41)); /* T1 */                           \
        FILESEC__SUM(d, h);                                                                    \
        y = FILESEC__XOR(_mm256_and_si256(ab, bc), b); /* Maj */                               \
        FILESEC__SUM(h, y);                                                                    \
        FILESEC__SUM(h, FILESEC__ROTATIONS(a, 28, 34, 39));                                    \
        bc = ab;                                                                               \
    } while (0)

#define FILESEC__ROUND(a, b, c, d, e, f, g, h, i)                                              \
    FILESEC__SUM(h, w[i]);                                                                     \
    FILESEC__STEP(a, b, c, d, e, f, g, h, i)

/* The same, and W(t+16) takes the place of W(t). */
#define FILESEC__ROUND_AND_WORD(a, b, c, d, e, f, g, h, i)                                     \
    do {                                                                                       \
        __m256i u = w[i], v = filesec__sha512_many_x86_avx2_sigma0(w[((i) + 1) & 15]);         \
        FILESEC__SUM(h, u);                                                                    \
        FILESEC__KEEP(v);                                                                      \
        FILESEC__SUM(u, v);                                                                    \
        FILESEC__SUM(u, w[((i) + 9) & 15]);                                                    \
        v = filesec__sha512_many_x86_avx2_sigma1(w[((i) + 14) & 15]);                          \
        FILESEC__KEEP(v);                                                                      \
        w[i] = FILESEC__ADD(u, v);                                                             \
        FILESEC__STEP(a, b, c, d, e, f, g, h, i);                                              \
    } while (0)

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

/* state[j] += x, which becomes the sum. */
#define FILESEC__ADD_STATE(j, x)                                                               \
    x = FILESEC__ADD(x, _mm256_loadu_si256((const __m256i *)(const void *)(state + 4 * (j)))); \
    _mm256_storeu_si256((__m256i *)(void *)(state + 4 * (j)), x)

#define FILESEC__STATE(j) _mm256_loadu_si256((const __m256i *)(const void *)(state + 4 * (j)))

static FILESEC__TARGET_X86_AVX2 void
filesec__sha512_many_x86_avx2(uint64_t *state, const unsigned char *const *data, size_t nblocks)
{
    __m256i a = FILESEC__STATE(0), b = FILESEC__STATE(1), c = FILESEC__STATE(2);
    __m256i d = FILESEC__STATE(3), e = FILESEC__STATE(4), f = FILESEC__STATE(5);
    __m256i g = FILESEC__STATE(6), h = FILESEC__STATE(7), bc, w[16];
    size_t at, end = 128 * nblocks;
    int i;

    for (at = 0; at != end; at += 128) {
        const uint64_t *k = filesec__sha512_k;
        for (i = 0; i < 4; i++)
            filesec__sha512_many_x86_avx2_load(w + 4 * i, data, at + 32 * (size_t)i);
        bc = FILESEC__XOR(b, c);
        for (i = 0; i < 4; i++) {
            FILESEC__ROUNDS(FILESEC__ROUND_AND_WORD);
            k += 16;
        }
        FILESEC__ROUNDS(FILESEC__ROUND);
        FILESEC__ADD_STATE(0, a);
        FILESEC__ADD_STATE(1, b);
        FILESEC__ADD_STATE(2, c);
        FILESEC__ADD_STATE(3, d);
        FILESEC__ADD_STATE(4, e);
        FILESEC__ADD_STATE(5, f);
        FILESEC__ADD_STATE(6, g);
        FILESEC__ADD_STATE(7, h);
    }
}
#undef FILESEC__STATE
#undef FILESEC__ADD_STATE
#undef FILESEC__ROUNDS
#undef FILESEC__ROUND_AND_WORD
#undef FILESEC__ROUND
#undef FILESEC__STEP
#undef FILESEC__SUM
#undef FILESEC__KEEP
#undef FILESEC__ROTATIONS
#undef FILESEC__ROTR
#undef FILESEC__ADD
#undef FILESEC__XOR
