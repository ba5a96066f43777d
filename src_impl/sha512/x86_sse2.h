/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "sha512/contract.h"
/*
 * sha512/x86_sse2.h: SHA-512, the schedule two words to a vector beside scalar rounds
 *
 * Needs     SSE2, which every x86-64 has; functions here need no target attribute.
 * Contract  as in sha512/contract.h, with nothing added.
 *
 * Layout    The rounds are scalar, for each needs the one before. The schedule is not: x[i]
 *           holds W(2i) and, in the upper lane, W(2i+1) of the sixteen words that are alive. A
 *           step makes two words and stores W + K, which a round adds from memory, sixteen
 *           rounds later. Every two of the first 64 rounds have a step beside them.
 *
 *           SSE2 shifts in place, so each shift of sigma0 and sigma1 goes on from the one
 *           before, and only two of the five take a copy.
 *
 * Registers 12 general ones in a round, three for addresses; 8 vectors for x[], 5 in a step.
 * Bounds    reads each block once, 8 bytes at a time: SSE2 cannot reverse the bytes of a word.
 * Not done  two blocks at once: a vector has room for the words of one.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2.
 */

/*
 * One round, textbook order: afterwards d is the new e and h the new a. The three rotations of
 * Sigma1 are one inside the other: by 14, by 14 + 4, by 14 + 4 + 23. So each goes on from the
 * one before, in place, as the instruction wants it; Sigma0 likewise. Maj(a, b, c) is
 * ((a ^ b) & (b ^ c)) ^ b; a ^ b is the b ^ c of the next round, and bc carries it.
 *
 * The barriers keep every operation the one that is written, where it is written: compilers
 * that are left to choose differ by a fifth from each other, and from themselves.
 */
#if FILESEC__GNU
#define FILESEC__PIN(x) __asm__ __volatile__("" : "+r"(x))
#else
#define FILESEC__PIN(x) ((void)0)
#endif
#define FILESEC__DO(x, value)                                                                  \
    x = (value);                                                                               \
    FILESEC__PIN(x)
/* clang-format off */
#define FILESEC__ROUND(a, b, c, d, e, f, g, h, j)                                              \
    do {                                                                                       \
        uint64_t t, u, ab;                                                                     \
        FILESEC__DO(h, h + wk[j]);                                                             \
        FILESEC__DO(u, filesec__rotr64(e, 23));                                                \
        FILESEC__DO(t, f ^ g);              /* t = Ch(e, f, g) = ((f ^ g) & e) ^ g */          \
        FILESEC__DO(u, u ^ e);                                                                 \
        FILESEC__DO(t, t & e);                                                                 \
        FILESEC__DO(u, filesec__rotr64(u, 4));                                                 \
        FILESEC__DO(t, t ^ g);                                                                 \
        FILESEC__DO(u, u ^ e);                                                                 \
        FILESEC__DO(h, h + t);                                                                 \
        FILESEC__DO(ab, a ^ b);                                                                \
        FILESEC__DO(u, filesec__rotr64(u, 14)); /* u = Sigma1(e) */                            \
        FILESEC__DO(bc, bc & ab);                                                              \
        FILESEC__DO(h, h + u);              /* h = T1 */                                       \
        FILESEC__DO(u, filesec__rotr64(a, 5));                                                 \
        FILESEC__DO(u, u ^ a);                                                                 \
        FILESEC__DO(bc, bc ^ b);            /* bc = Maj(a, b, c) */                            \
        FILESEC__DO(u, filesec__rotr64(u, 6));                                                 \
        FILESEC__DO(d, d + h);                                                                 \
        FILESEC__DO(u, u ^ a);                                                                 \
        FILESEC__DO(h, h + bc);                                                                \
        FILESEC__DO(u, filesec__rotr64(u, 28)); /* u = Sigma0(a) */                            \
        FILESEC__DO(h, h + u);                                                                 \
        bc = ab;                                                                               \
    } while (0)
/* clang-format on */

/* Sixteen rounds, after which every role is back in its variable; after each two, STEP(j). */
#define FILESEC__ROUNDS(STEP)                                                                  \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, 0);                                                 \
    FILESEC__ROUND(h, a, b, c, d, e, f, g, 1);                                                 \
    STEP(0);                                                                                   \
    FILESEC__ROUND(g, h, a, b, c, d, e, f, 2);                                                 \
    FILESEC__ROUND(f, g, h, a, b, c, d, e, 3);                                                 \
    STEP(1);                                                                                   \
    FILESEC__ROUND(e, f, g, h, a, b, c, d, 4);                                                 \
    FILESEC__ROUND(d, e, f, g, h, a, b, c, 5);                                                 \
    STEP(2);                                                                                   \
    FILESEC__ROUND(c, d, e, f, g, h, a, b, 6);                                                 \
    FILESEC__ROUND(b, c, d, e, f, g, h, a, 7);                                                 \
    STEP(3);                                                                                   \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, 8);                                                 \
    FILESEC__ROUND(h, a, b, c, d, e, f, g, 9);                                                 \
    STEP(4);                                                                                   \
    FILESEC__ROUND(g, h, a, b, c, d, e, f, 10);                                                \
    FILESEC__ROUND(f, g, h, a, b, c, d, e, 11);                                                \
    STEP(5);                                                                                   \
    FILESEC__ROUND(e, f, g, h, a, b, c, d, 12);                                                \
    FILESEC__ROUND(d, e, f, g, h, a, b, c, 13);                                                \
    STEP(6);                                                                                   \
    FILESEC__ROUND(c, d, e, f, g, h, a, b, 14);                                                \
    FILESEC__ROUND(b, c, d, e, f, g, h, a, 15);                                                \
    STEP(7)

/* The upper lane of low, then the lower one of high: the words after the first of low. */
FILESEC__ALWAYS_INLINE __m128i filesec__sha512_x86_sse2_next(__m128i low, __m128i high)
{
    return _mm_castpd_si128(_mm_shuffle_pd(_mm_castsi128_pd(low), _mm_castsi128_pd(high), 1));
}

/* W(t) of two words, from W(t-16), W(t-15), W(t-7) and W(t-2). */
FILESEC__ALWAYS_INLINE __m128i filesec__sha512_x86_sse2_words(__m128i w16, __m128i w15,
                                                              __m128i w7, __m128i w2)
{
    __m128i right = _mm_srli_epi64(w15, 1), left = _mm_slli_epi64(w15, 56), sum;

    w16 = _mm_add_epi64(w16, w7);
    sum = _mm_xor_si128(right, left);
    right = _mm_srli_epi64(right, 6); /* by 7 */
    sum = _mm_xor_si128(sum, right);
    right = _mm_srli_epi64(right, 1); /* by 8 */
    sum = _mm_xor_si128(sum, right);
    left = _mm_slli_epi64(left, 7); /* by 63 */
    w16 = _mm_add_epi64(w16, _mm_xor_si128(sum, left));

    right = _mm_srli_epi64(w2, 6);
    left = _mm_slli_epi64(w2, 3);
    sum = _mm_xor_si128(right, left);
    right = _mm_srli_epi64(right, 13); /* by 19 */
    sum = _mm_xor_si128(sum, right);
    right = _mm_srli_epi64(right, 42); /* by 61 */
    sum = _mm_xor_si128(sum, right);
    left = _mm_slli_epi64(left, 42); /* by 45 */
    return _mm_add_epi64(w16, _mm_xor_si128(sum, left));
}

/* to = W + K */
FILESEC__ALWAYS_INLINE void filesec__sha512_x86_sse2_put(uint64_t *to, __m128i x,
                                                         const uint64_t *k)
{
    __m128i kk = _mm_loadu_si128((const __m128i *)(const void *)k);

    _mm_storeu_si128((__m128i *)(void *)to, _mm_add_epi64(x, kk));
}

#define FILESEC__X(j) x[(j) % 8]
#define FILESEC__NOTHING(j) (void)0
#define FILESEC__STEP(j)                                                                       \
    x[j] = filesec__sha512_x86_sse2_words(                                                     \
        x[j], filesec__sha512_x86_sse2_next(x[j], FILESEC__X(j + 1)),                          \
        filesec__sha512_x86_sse2_next(FILESEC__X(j + 4), FILESEC__X(j + 5)),                   \
        FILESEC__X(j + 7));                                                                    \
    filesec__sha512_x86_sse2_put(wk + 2 * (j), x[j], k + 2 * (j))

static void filesec__sha512_x86_sse2(uint64_t state[8], const unsigned char *data,
                                     size_t nblocks)
{
    uint64_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint64_t e = state[4], f = state[5], g = state[6], h = state[7], bc = b ^ c;
    uint64_t wk[16];
    __m128i x[8];
    int i;

    for (; nblocks != 0; nblocks--, data += 128) {
        const uint64_t *k = filesec__sha512_k;

        for (i = 0; i < 8; i++) {
            uint64_t lo = filesec__load64be(data + 16 * i);
            uint64_t hi = filesec__load64be(data + 16 * i + 8);

            x[i] = _mm_set_epi64x((long long)hi, (long long)lo);
            filesec__sha512_x86_sse2_put(wk + 2 * i, x[i], k + 2 * i);
        }
        for (i = 0; i < 4; i++) {
            k += 16;
            FILESEC__ROUNDS(FILESEC__STEP);
        }
        FILESEC__ROUNDS(FILESEC__NOTHING);
        a = state[0] += a;
        b = state[1] += b;
        c = state[2] += c;
        d = state[3] += d;
        e = state[4] += e;
        f = state[5] += f;
        g = state[6] += g;
        h = state[7] += h;
        bc = b ^ c;
    }
}
#undef FILESEC__STEP
#undef FILESEC__NOTHING
#undef FILESEC__X
#undef FILESEC__ROUNDS
#undef FILESEC__ROUND
#undef FILESEC__DO
#undef FILESEC__PIN
