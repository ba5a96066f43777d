/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "sha512/contract.h"
/*
 * sha512/x86_avx512.h: SHA-512, the schedule with the rotations of AVX-512, the rounds scalar
 *
 * Needs     AVX-512 F and VL, BMI1 and BMI2. Every function here carries
 *           FILESEC__TARGET_X86_AVX512.
 * Contract  as in sha512/contract.h, with nothing added.
 *
 * Layout    The rounds are scalar, for each needs the one before. The schedule is not: a vector
 *           holds two consecutive words of two blocks or, if one is left over, of that one,
 *
 *                lane     3         2        1        0
 *                x[i]  W'(2i+1)  W'(2i)  W(2i+1)   W(2i)      W' of the second block
 *
 *           and W(t-15) and W(t-7) are neighbours in x[], shifted by a word within each half.
 *           A step makes two words of each block and stores W + K, which a round adds from
 *           memory. Every two of the first 64 rounds have a step beside them. The other 16, and
 *           the 80 of a second block, are scalar only.
 *
 * Registers 11 general ones in a round, two for addresses; 8 vectors for x[], 3 in a step.
 *           512-bit ones are not touched: no CPU lowers its clock for this.
 * Bounds    reads each block once, 16 bytes at a time.
 * Not done  four blocks at once: a little faster with one compiler, slower with another.
 *           The rounds in vector registers: rotations there take longer than scalar ones.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2.
 */

#define FILESEC__ROTATIONS(x, n1, n2, n3)                                                      \
    (filesec__rotr64(x, n1) ^ filesec__rotr64(x, n2) ^ filesec__rotr64(x, n3))

/*
 * One round, after which d is the new e and h the new a. d goes into the sum before Ch and
 * Sigma1 do, so that from e to the new e there are four operations, not five; T1 is what
 * remains when it is taken away again. The barriers keep this order.
 */
#define FILESEC__ROUND(a, b, c, d, e, f, g, h, wk)                                             \
    do {                                                                                       \
        uint64_t sum = h + (wk) + d;                                                           \
        FILESEC__BARRIER(sum);                                                                 \
        sum += (e & f) + (~e & g); /* Ch: no bit is in both halves */                          \
        FILESEC__BARRIER(sum);                                                                 \
        sum += FILESEC__ROTATIONS(e, 14, 18, 41);                                              \
        FILESEC__BARRIER(sum);                                                                 \
        h = sum - d; /* T1 */                                                                  \
        d = sum;                                                                               \
        h += ((b | c) & a) | (b & c); /* Maj */                                                \
        FILESEC__BARRIER(h);                                                                   \
        h += FILESEC__ROTATIONS(a, 28, 34, 39);                                                \
        FILESEC__BARRIER(h);                                                                   \
    } while (0)

/* Sixteen rounds, after which every role is back in its variable. WK(j) is W + K of the j-th;
   after each two comes STEP(j), which counts them. */
#define FILESEC__ROUNDS(WK, STEP)                                                              \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, WK(0));                                             \
    FILESEC__ROUND(h, a, b, c, d, e, f, g, WK(1));                                             \
    STEP(0);                                                                                   \
    FILESEC__ROUND(g, h, a, b, c, d, e, f, WK(2));                                             \
    FILESEC__ROUND(f, g, h, a, b, c, d, e, WK(3));                                             \
    STEP(1);                                                                                   \
    FILESEC__ROUND(e, f, g, h, a, b, c, d, WK(4));                                             \
    FILESEC__ROUND(d, e, f, g, h, a, b, c, WK(5));                                             \
    STEP(2);                                                                                   \
    FILESEC__ROUND(c, d, e, f, g, h, a, b, WK(6));                                             \
    FILESEC__ROUND(b, c, d, e, f, g, h, a, WK(7));                                             \
    STEP(3);                                                                                   \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, WK(8));                                             \
    FILESEC__ROUND(h, a, b, c, d, e, f, g, WK(9));                                             \
    STEP(4);                                                                                   \
    FILESEC__ROUND(g, h, a, b, c, d, e, f, WK(10));                                            \
    FILESEC__ROUND(f, g, h, a, b, c, d, e, WK(11));                                            \
    STEP(5);                                                                                   \
    FILESEC__ROUND(e, f, g, h, a, b, c, d, WK(12));                                            \
    FILESEC__ROUND(d, e, f, g, h, a, b, c, WK(13));                                            \
    STEP(6);                                                                                   \
    FILESEC__ROUND(c, d, e, f, g, h, a, b, WK(14));                                            \
    FILESEC__ROUND(b, c, d, e, f, g, h, a, WK(15));                                            \
    STEP(7)
#define FILESEC__NOTHING(j) (void)0

/* The end of a block. */
#define FILESEC__SUM()                                                                         \
    a = state[0] += a;                                                                         \
    b = state[1] += b;                                                                         \
    c = state[2] += c;                                                                         \
    d = state[3] += d;                                                                         \
    e = state[4] += e;                                                                         \
    f = state[5] += f;                                                                         \
    g = state[6] += g;                                                                         \
    h = state[7] += h

/*
 * W(t) of two words, from W(t-16), W(t-15), W(t-7) and W(t-2). 0x96 is the exclusive or of
 * three. Below it the same for two blocks.
 */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 __m128i
filesec__sha512_x86_avx512_words(__m128i w16, __m128i w15, __m128i w7, __m128i w2)
{
    __m128i sigma0 = _mm_ternarylogic_epi64(_mm_ror_epi64(w15, 1), _mm_ror_epi64(w15, 8),
                                            _mm_srli_epi64(w15, 7), 0x96);
    __m128i sigma1 = _mm_ternarylogic_epi64(_mm_ror_epi64(w2, 19), _mm_ror_epi64(w2, 61),
                                            _mm_srli_epi64(w2, 6), 0x96);

    return _mm_add_epi64(_mm_add_epi64(w16, w7), _mm_add_epi64(sigma0, sigma1));
}

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 __m256i
filesec__sha512_x86_avx512_words2(__m256i w16, __m256i w15, __m256i w7, __m256i w2)
{
    __m256i sigma0 = _mm256_ternarylogic_epi64(
        _mm256_ror_epi64(w15, 1), _mm256_ror_epi64(w15, 8), _mm256_srli_epi64(w15, 7), 0x96);
    __m256i sigma1 = _mm256_ternarylogic_epi64(
        _mm256_ror_epi64(w2, 19), _mm256_ror_epi64(w2, 61), _mm256_srli_epi64(w2, 6), 0x96);

    return _mm256_add_epi64(_mm256_add_epi64(w16, w7), _mm256_add_epi64(sigma0, sigma1));
}

/* to = W + K, for one block and for two. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__sha512_x86_avx512_put(uint64_t *to, __m128i x, const uint64_t *k)
{
    __m128i kk = _mm_loadu_si128((const __m128i *)(const void *)k);

    _mm_storeu_si128((__m128i *)(void *)to, _mm_add_epi64(x, kk));
}

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__sha512_x86_avx512_put2(uint64_t *to, __m256i x, const uint64_t *k)
{
    __m128i kk = _mm_loadu_si128((const __m128i *)(const void *)k);

    _mm256_storeu_si256((__m256i *)(void *)to,
                        _mm256_add_epi64(x, _mm256_broadcastsi128_si256(kk)));
}

#define FILESEC__X(j) x[(j) % 8]

/* One block; wk[] holds W + K of the next sixteen rounds. */
#define FILESEC__WK(j) wk[j]
#define FILESEC__STEP(j)                                                                       \
    x[j] = filesec__sha512_x86_avx512_words(                                                   \
        x[j], _mm_alignr_epi8(FILESEC__X(j + 1), x[j], 8),                                     \
        _mm_alignr_epi8(FILESEC__X(j + 5), FILESEC__X(j + 4), 8), FILESEC__X(j + 7));          \
    filesec__sha512_x86_avx512_put(wk + 2 * (j), x[j], k + 2 * (j))

static FILESEC__TARGET_X86_AVX512 void filesec__sha512_x86_avx512_one(uint64_t state[8],
                                                                      const unsigned char *data)
{
    const __m128i swap = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    uint64_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint64_t e = state[4], f = state[5], g = state[6], h = state[7];
    const uint64_t *k = filesec__sha512_k;
    uint64_t wk[16];
    __m128i x[8];
    int i;

    for (i = 0; i < 8; i++) {
        x[i] = _mm_loadu_si128((const __m128i *)(const void *)(data + 16 * i));
        x[i] = _mm_shuffle_epi8(x[i], swap);
        filesec__sha512_x86_avx512_put(wk + 2 * i, x[i], k + 2 * i);
    }
    for (i = 0; i < 4; i++) {
        k += 16;
        FILESEC__ROUNDS(FILESEC__WK, FILESEC__STEP);
    }
    FILESEC__ROUNDS(FILESEC__WK, FILESEC__NOTHING);
    FILESEC__SUM();
}
#undef FILESEC__STEP
#undef FILESEC__WK

/* Two blocks; wk points at W + K of the first or, one vector half further, of the second. */
#define FILESEC__WK(j) wk[4 * ((j) / 2) + (j) % 2]
#define FILESEC__STEP(j)                                                                       \
    x[j] = filesec__sha512_x86_avx512_words2(                                                  \
        x[j], _mm256_alignr_epi8(FILESEC__X(j + 1), x[j], 8),                                  \
        _mm256_alignr_epi8(FILESEC__X(j + 5), FILESEC__X(j + 4), 8), FILESEC__X(j + 7));       \
    filesec__sha512_x86_avx512_put2(wk + 32 + 4 * (j), x[j], k + 2 * (j))

static FILESEC__TARGET_X86_AVX512 void
filesec__sha512_x86_avx512_pairs(uint64_t state[8], const unsigned char *data, size_t npairs)
{
    const __m256i swap = _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
                                          7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    uint64_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint64_t e = state[4], f = state[5], g = state[6], h = state[7];
    uint64_t buffer[160];
    __m256i x[8];

    for (; npairs != 0; npairs--, data += 256) {
        const uint64_t *k = filesec__sha512_k;
        uint64_t *wk = buffer;
        int i;

        for (i = 0; i < 8; i++) {
            const unsigned char *p = data + 16 * i;
            __m128i lo = _mm_loadu_si128((const __m128i *)(const void *)p);
            __m128i hi = _mm_loadu_si128((const __m128i *)(const void *)(p + 128));

            x[i] = _mm256_shuffle_epi8(_mm256_set_m128i(hi, lo), swap);
            filesec__sha512_x86_avx512_put2(wk + 4 * i, x[i], k + 2 * i);
        }
        for (i = 0; i < 4; i++) {
            k += 16;
            FILESEC__ROUNDS(FILESEC__WK, FILESEC__STEP);
            wk += 32;
        }
        for (i = 0; i < 6; i++) {
            FILESEC__ROUNDS(FILESEC__WK, FILESEC__NOTHING);
            wk += 32;
            if (i % 5 == 0) { /* the end of the first block, or of the second */
                FILESEC__SUM();
                wk = buffer + 2;
            }
        }
    }
}
#undef FILESEC__STEP
#undef FILESEC__WK

static FILESEC__TARGET_X86_AVX512 void
filesec__sha512_x86_avx512(uint64_t h[8], const unsigned char *data, size_t nblocks)
{
    if (nblocks >= 2)
        filesec__sha512_x86_avx512_pairs(h, data, nblocks / 2);
    if (nblocks % 2 != 0)
        filesec__sha512_x86_avx512_one(h, data + 128 * (nblocks - 1));
}
#undef FILESEC__X
#undef FILESEC__SUM
#undef FILESEC__NOTHING
#undef FILESEC__ROUNDS
#undef FILESEC__ROUND
#undef FILESEC__ROTATIONS
