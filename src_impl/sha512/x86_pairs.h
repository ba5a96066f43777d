/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "sha512/contract.h"
/*
 * sha512/x86_pairs.h: SHA-512 of two blocks after each other, for sha512/x86_avx2.h and
 * sha512/x86_avx512.h; they differ in how they rotate vectors
 *
 * The rounds are scalar, for each needs the one before. The schedule is not: a vector holds two
 * consecutive words of two blocks,
 *
 *      lane     3         2        1        0
 *      x[i]  W'(2i+1)  W'(2i)  W(2i+1)   W(2i)      W' of the second block
 *
 * and W(t-15) and W(t-7) are neighbours in x[], shifted by a word within each half. A step
 * makes two words of both blocks and stores W + K, which a round adds from memory. The 32 steps
 * run beside 64 rounds of the first block. The other 16 and the 80 of the second are scalar
 * only. A block without a second stands for both.
 *
 * The limit is the number of instructions a cycle may bring in. So the round is spelt out, and
 * the vector operations are spread between its own.
 *
 * x86_pairs_end.h ends these macros.
 */

/*
 * The operations of a round. Compilers that are left to choose make it longer, move it away
 * from the vector operations beside it, and part with the order that keeps the chain short; so
 * each is an instruction that stays where it stands. Not "rm": clang takes memory for all.
 */
#if FILESEC__GNU
#define FILESEC__PAIR_DO(to, x, place, att, intel)                                             \
    __asm__ __volatile__("{" att " %1, %0|" intel " %0, %1}" : "+r"(to) : place(x) : "cc")
#define FILESEC__PAIR_XOR(to, x) FILESEC__PAIR_DO(to, x, "r", "xorq", "xor")
#define FILESEC__PAIR_AND(to, x) FILESEC__PAIR_DO(to, x, "r", "andq", "and")
#define FILESEC__PAIR_ADD(to, x) FILESEC__PAIR_DO(to, x, "r", "addq", "add")
#define FILESEC__PAIR_ADD_FROM(to, x) FILESEC__PAIR_DO(to, x, "m", "addq", "add")
#define FILESEC__PAIR_ANDN(to, x, y)                                                           \
    __asm__ __volatile__("{andnq %2, %1, %0|andn %0, %1, %2}"                                  \
                         : "=r"(to)                                                            \
                         : "r"(x), "r"(y)                                                      \
                         : "cc")
#define FILESEC__PAIR_ROR(to, x, n)                                                            \
    __asm__ __volatile__("{rorxq %2, %1, %0|rorx %0, %1, %2}" : "=r"(to) : "r"(x), "i"(n))
#else
#define FILESEC__PAIR_XOR(to, x) to ^= (x)
#define FILESEC__PAIR_AND(to, x) to &= (x)
#define FILESEC__PAIR_ADD(to, x) to += (x)
#define FILESEC__PAIR_ADD_FROM(to, x) to += (x)
#define FILESEC__PAIR_ANDN(to, x, y) to = ~(x) & (y)
#define FILESEC__PAIR_ROR(to, x, n) to = filesec__rotr64(x, n)
#endif

/*
 * One round, textbook order: afterwards d is the new e and h the new a. Ch(e, f, g) is e & f
 * and ~e & g, which have no bit in common, so both are added. Maj(a, b, c) is
 * ((a ^ b) & (b ^ c)) ^ b; a ^ b is the b ^ c of the next round, and bc carries it. v0 to v4
 * are places for vector operations.
 */
/* clang-format off */
#define FILESEC__PAIR_ROUND_WITH(a, b, c, d, e, f, g, h, wk, v0, v1, v2, v3, v4)                    \
    do {                                                                                       \
        uint64_t t, u, v, ab;                                                                  \
        FILESEC__PAIR_ADD_FROM(h, wk);                                                              \
        FILESEC__PAIR_ROR(v, e, 41);             /* v = Sigma1(e), u its next part */               \
        FILESEC__PAIR_ROR(u, e, 18);                                                                \
        v0;                                                                                    \
        FILESEC__PAIR_ANDN(t, e, g);                                                                \
        FILESEC__PAIR_XOR(v, u);                                                                    \
        FILESEC__PAIR_ROR(u, e, 14);                                                                \
        v1;                                                                                    \
        FILESEC__PAIR_ADD(h, t);                                                                    \
        t = f;                                                                                 \
        FILESEC__PAIR_AND(t, e);                                                                    \
        FILESEC__PAIR_XOR(v, u);                                                                    \
        v2;                                                                                    \
        FILESEC__PAIR_ROR(u, a, 34);             /* u = Sigma0(a) before long */                    \
        FILESEC__PAIR_ADD(h, t);                                                                    \
        ab = a;                                                                                \
        FILESEC__PAIR_XOR(ab, b);                                                                   \
        FILESEC__PAIR_ADD(h, v);                 /* h = T1 */                                       \
        FILESEC__PAIR_ROR(v, a, 39);                                                                \
        FILESEC__PAIR_AND(bc, ab);               /* bc = Maj(a, b, c) before long */                \
        v3;                                                                                    \
        FILESEC__PAIR_ADD(d, h);                                                                    \
        FILESEC__PAIR_XOR(v, u);                                                                    \
        FILESEC__PAIR_ROR(u, a, 28);                                                                \
        FILESEC__PAIR_XOR(bc, b);                                                                   \
        v4;                                                                                    \
        FILESEC__PAIR_XOR(v, u);                                                                    \
        FILESEC__PAIR_ADD(h, bc);                                                                   \
        FILESEC__PAIR_ADD(h, v);                                                                    \
        bc = ab;                                                                               \
    } while (0)
/* clang-format on */
#define FILESEC__PAIR_ROUND(a, b, c, d, e, f, g, h, wk, j)                                     \
    FILESEC__PAIR_ROUND_WITH(a, b, c, d, e, f, g, h, wk, (void)0, (void)0, (void)0, (void)0,   \
                             (void)0)

/*
 * A step is done in two rounds, j being its number modulo 8:
 *     x[j] = W(t-16) + W(t-7) + sigma0(W(t-15))
 *     x[j] = x[j] + sigma1(W(t-2))
 * PIN keeps a vector operation where it stands, spread over the rounds.
 */
#if FILESEC__GNU
#define FILESEC__PAIR_PIN(x) __asm__ __volatile__("" : "+x"(x))
#else
#define FILESEC__PAIR_PIN(x) ((void)0)
#endif
#define FILESEC__PAIR_VEC(x, value)                                                            \
    x = (value);                                                                               \
    FILESEC__PAIR_PIN(x)
#define FILESEC__PAIR_VXOR(x, y) FILESEC__PAIR_VEC(x, _mm256_xor_si256(x, y))
#define FILESEC__PAIR_VADD(x, y) FILESEC__PAIR_VEC(x, _mm256_add_epi64(x, y))
#define FILESEC__PAIR_SHR(x, y, n) FILESEC__PAIR_VEC(x, _mm256_srli_epi64(y, n))
#define FILESEC__PAIR_SHL(x, y, n) FILESEC__PAIR_VEC(x, _mm256_slli_epi64(y, n))
/* to = the words after the first of low: its second, and the first of high, in each half */
#define FILESEC__PAIR_NEXT(to, high, low)                                                      \
    FILESEC__PAIR_VEC(to, _mm256_alignr_epi8(high, low, 8))
#define FILESEC__PAIR_X(j) x[(j) % 8]

/* wk points at W + K of the first block or, one vector half further, of the second. */
#define FILESEC__PAIR_WK(j) wk[4 * ((j) / 2) + (j) % 2]
/* to = W + K, both for two blocks. */
#define FILESEC__PAIR_PUT_AT(to, j)                                                            \
    _mm256_storeu_si256(                                                                       \
        (__m256i *)(void *)((to) + 4 * (j)),                                                   \
        _mm256_add_epi64(x[j], _mm256_broadcastsi128_si256(_mm_loadu_si128(                    \
                                   (const __m128i *)(const void *)(k + 2 * (j))))))
#define FILESEC__PAIR_PUT(j) FILESEC__PAIR_PUT_AT(wk + 32, j)
#define FILESEC__PAIR_NOTHING(j) (void)0

/* Sixteen rounds, after which every role is back in its variable. R and S are for the first and
   the second of each two; then comes E. */
#define FILESEC__PAIR_ROUNDS(R, S, E)                                                          \
    R(a, b, c, d, e, f, g, h, FILESEC__PAIR_WK(0), 0);                                         \
    S(h, a, b, c, d, e, f, g, FILESEC__PAIR_WK(1), 0);                                         \
    E(0);                                                                                      \
    R(g, h, a, b, c, d, e, f, FILESEC__PAIR_WK(2), 1);                                         \
    S(f, g, h, a, b, c, d, e, FILESEC__PAIR_WK(3), 1);                                         \
    E(1);                                                                                      \
    R(e, f, g, h, a, b, c, d, FILESEC__PAIR_WK(4), 2);                                         \
    S(d, e, f, g, h, a, b, c, FILESEC__PAIR_WK(5), 2);                                         \
    E(2);                                                                                      \
    R(c, d, e, f, g, h, a, b, FILESEC__PAIR_WK(6), 3);                                         \
    S(b, c, d, e, f, g, h, a, FILESEC__PAIR_WK(7), 3);                                         \
    E(3);                                                                                      \
    R(a, b, c, d, e, f, g, h, FILESEC__PAIR_WK(8), 4);                                         \
    S(h, a, b, c, d, e, f, g, FILESEC__PAIR_WK(9), 4);                                         \
    E(4);                                                                                      \
    R(g, h, a, b, c, d, e, f, FILESEC__PAIR_WK(10), 5);                                        \
    S(f, g, h, a, b, c, d, e, FILESEC__PAIR_WK(11), 5);                                        \
    E(5);                                                                                      \
    R(e, f, g, h, a, b, c, d, FILESEC__PAIR_WK(12), 6);                                        \
    S(d, e, f, g, h, a, b, c, FILESEC__PAIR_WK(13), 6);                                        \
    E(6);                                                                                      \
    R(c, d, e, f, g, h, a, b, FILESEC__PAIR_WK(14), 7);                                        \
    S(b, c, d, e, f, g, h, a, FILESEC__PAIR_WK(15), 7);                                        \
    E(7)

/* The kernel: state, data, nblocks; STEP0 and STEP1 are rounds with the two halves of a step.
   The sum is taken at the end of the first block and of the second. */
#define FILESEC__PAIR_KERNEL(STEP0, STEP1)                                                     \
    const __m256i swap =                                                                       \
        _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3,  \
                         2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);                               \
    uint64_t a = state[0], b = state[1], c = state[2], d = state[3];                           \
    uint64_t e = state[4], f = state[5], g = state[6], h = state[7], bc = b ^ c;               \
    uint64_t buffer[160];                                                                      \
    __m256i x[8], y, z, q;                                                                     \
                                                                                               \
    while (nblocks != 0) {                                                                     \
        const unsigned char *second = nblocks > 1 ? data + 128 : data;                         \
        const uint64_t *k = filesec__sha512_k;                                                 \
        uint64_t *wk = buffer;                                                                 \
        int i;                                                                                 \
                                                                                               \
        for (i = 0; i < 8; i++) {                                                              \
            __m128i lo = _mm_loadu_si128((const __m128i *)(const void *)(data + 16 * i));      \
            __m128i hi = _mm_loadu_si128((const __m128i *)(const void *)(second + 16 * i));    \
            x[i] = _mm256_shuffle_epi8(_mm256_set_m128i(hi, lo), swap);                        \
            FILESEC__PAIR_PUT_AT(wk, i);                                                       \
        }                                                                                      \
        for (i = 0; i < 4; i++) {                                                              \
            k += 16;                                                                           \
            FILESEC__PAIR_ROUNDS(STEP0, STEP1, FILESEC__PAIR_PUT);                             \
            wk += 32;                                                                          \
        }                                                                                      \
        for (i = 0; i < 6; i++) {                                                              \
            FILESEC__PAIR_ROUNDS(FILESEC__PAIR_ROUND, FILESEC__PAIR_ROUND,                     \
                                 FILESEC__PAIR_NOTHING);                                       \
            wk += 32;                                                                          \
            if (i % 5 == 0) {                                                                  \
                a = state[0] += a;                                                             \
                b = state[1] += b;                                                             \
                c = state[2] += c;                                                             \
                d = state[3] += d;                                                             \
                e = state[4] += e;                                                             \
                f = state[5] += f;                                                             \
                g = state[6] += g;                                                             \
                h = state[7] += h;                                                             \
                bc = b ^ c;                                                                    \
                if (nblocks == 1)                                                              \
                    return;                                                                    \
                wk = buffer + 2;                                                               \
            }                                                                                  \
        }                                                                                      \
        nblocks -= 2;                                                                          \
        data += 256;                                                                           \
    }
