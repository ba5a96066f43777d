/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "sha512/contract.h"
/*
 * sha512/x86_avx2.h: SHA-512, two blocks' schedules in vector registers beside scalar rounds
 *
 * Needs     AVX2, BMI1 and BMI2. Every function here carries FILESEC__TARGET_X86_AVX2.
 * Contract  as in sha512/contract.h, with nothing added.
 *
 * Layout    The rounds are scalar, for each needs the one before. The schedule is not: a vector
 *           holds two consecutive words of two blocks,
 *
 *                lane     3         2        1        0
 *                x[i]  W'(2i+1)  W'(2i)  W(2i+1)   W(2i)      W' of the second block
 *
 *           and W(t-15) and W(t-7) are neighbours in x[], shifted by a word within each half.
 *           A step makes two words of both blocks and stores W + K, which a round adds from
 *           memory. The 32 steps run beside 64 rounds of the first block. The other 16 and the
 *           80 of the second are scalar only. A block without a second stands for both.
 *
 *           The limit is the number of instructions a cycle may bring in. So the round is
 *           spelt out, and the vector operations are spread between its own.
 *
 * Registers 13 general ones in a round, two for addresses; 12 vectors in a step.
 * Bounds    reads each block once, 16 bytes at a time.
 * Not done  the schedule of the next two blocks beside the rounds of these: more instructions,
 *           more code, and a start that only long messages pay back.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2.
 */

/*
 * The operations of a round. Compilers that are left to choose make it longer, move it away
 * from the vector operations beside it, and part with the order that keeps the chain short; so
 * each is an instruction that stays where it stands. Not "rm": clang takes memory for all.
 */
#if FILESEC__GNU
#define FILESEC__DO(to, x, place, att, intel)                                                  \
    __asm__ __volatile__("{" att " %1, %0|" intel " %0, %1}" : "+r"(to) : place(x) : "cc")
#define FILESEC__XOR(to, x) FILESEC__DO(to, x, "r", "xorq", "xor")
#define FILESEC__AND(to, x) FILESEC__DO(to, x, "r", "andq", "and")
#define FILESEC__ADD(to, x) FILESEC__DO(to, x, "r", "addq", "add")
#define FILESEC__ADD_FROM(to, x) FILESEC__DO(to, x, "m", "addq", "add")
#define FILESEC__ANDN(to, x, y)                                                                \
    __asm__ __volatile__("{andnq %2, %1, %0|andn %0, %1, %2}"                                  \
                         : "=r"(to)                                                            \
                         : "r"(x), "r"(y)                                                      \
                         : "cc")
#define FILESEC__ROR(to, x, n)                                                                 \
    __asm__ __volatile__("{rorxq %2, %1, %0|rorx %0, %1, %2}" : "=r"(to) : "r"(x), "i"(n))
#else
#define FILESEC__XOR(to, x) to ^= (x)
#define FILESEC__AND(to, x) to &= (x)
#define FILESEC__ADD(to, x) to += (x)
#define FILESEC__ADD_FROM(to, x) to += (x)
#define FILESEC__ANDN(to, x, y) to = ~(x) & (y)
#define FILESEC__ROR(to, x, n) to = filesec__rotr64(x, n)
#endif

/*
 * One round, textbook order: afterwards d is the new e and h the new a. Ch(e, f, g) is e & f
 * and ~e & g, which have no bit in common, so both are added. Maj(a, b, c) is
 * ((a ^ b) & (b ^ c)) ^ b; a ^ b is the b ^ c of the next round, and bc carries it. v0 to v4
 * are places for vector operations.
 */
/* clang-format off */
#define FILESEC__ROUND_WITH(a, b, c, d, e, f, g, h, wk, v0, v1, v2, v3, v4)                    \
    do {                                                                                       \
        uint64_t t, u, v, ab;                                                                  \
        FILESEC__ADD_FROM(h, wk);                                                              \
        FILESEC__ROR(v, e, 41);             /* v = Sigma1(e), u its next part */               \
        FILESEC__ROR(u, e, 18);                                                                \
        v0;                                                                                    \
        FILESEC__ANDN(t, e, g);                                                                \
        FILESEC__XOR(v, u);                                                                    \
        FILESEC__ROR(u, e, 14);                                                                \
        v1;                                                                                    \
        FILESEC__ADD(h, t);                                                                    \
        t = f;                                                                                 \
        FILESEC__AND(t, e);                                                                    \
        FILESEC__XOR(v, u);                                                                    \
        v2;                                                                                    \
        FILESEC__ROR(u, a, 34);             /* u = Sigma0(a) before long */                    \
        FILESEC__ADD(h, t);                                                                    \
        ab = a;                                                                                \
        FILESEC__XOR(ab, b);                                                                   \
        FILESEC__ADD(h, v);                 /* h = T1 */                                       \
        FILESEC__ROR(v, a, 39);                                                                \
        FILESEC__AND(bc, ab);               /* bc = Maj(a, b, c) before long */                \
        v3;                                                                                    \
        FILESEC__ADD(d, h);                                                                    \
        FILESEC__XOR(v, u);                                                                    \
        FILESEC__ROR(u, a, 28);                                                                \
        FILESEC__XOR(bc, b);                                                                   \
        v4;                                                                                    \
        FILESEC__XOR(v, u);                                                                    \
        FILESEC__ADD(h, bc);                                                                   \
        FILESEC__ADD(h, v);                                                                    \
        bc = ab;                                                                               \
    } while (0)
/* clang-format on */
#define FILESEC__ROUND(a, b, c, d, e, f, g, h, wk, j)                                          \
    FILESEC__ROUND_WITH(a, b, c, d, e, f, g, h, wk, (void)0, (void)0, (void)0, (void)0, (void)0)

/*
 * A step is done in two rounds, j being its number modulo 8:
 *     x[j] = W(t-16) + W(t-7) + sigma0(W(t-15))
 *     x[j] = x[j] + sigma1(W(t-2))
 * PIN keeps a vector operation where it stands, spread over the rounds.
 */
#if FILESEC__GNU
#define FILESEC__PIN(x) __asm__ __volatile__("" : "+x"(x))
#else
#define FILESEC__PIN(x) ((void)0)
#endif
#define FILESEC__VEC(x, value)                                                                 \
    x = (value);                                                                               \
    FILESEC__PIN(x)
#define FILESEC__VXOR(x, y) FILESEC__VEC(x, _mm256_xor_si256(x, y))
#define FILESEC__VADD(x, y) FILESEC__VEC(x, _mm256_add_epi64(x, y))
#define FILESEC__SHR(x, y, n) FILESEC__VEC(x, _mm256_srli_epi64(y, n))
#define FILESEC__SHL(x, y, n) FILESEC__VEC(x, _mm256_slli_epi64(y, n))
/* to = the words after the first of low: its second, and the first of high, in each half */
#define FILESEC__NEXT(to, high, low) FILESEC__VEC(to, _mm256_alignr_epi8(high, low, 8))
#define FILESEC__X(j) x[(j) % 8]

/* clang-format off */
/* y = W(t-15), z = W(t-7); then z = y >>> 1 ^ y >>> 8 ^ y >> 7 */
#define FILESEC__ROUND_STEP0(a, b, c, d, e, f, g, h, wk, j)                                    \
    FILESEC__ROUND_WITH(a, b, c, d, e, f, g, h, wk,                                            \
        FILESEC__NEXT(y, FILESEC__X(j + 1), x[j]);                                             \
        FILESEC__NEXT(z, FILESEC__X(j + 5), FILESEC__X(j + 4));                                \
        FILESEC__VADD(x[j], z),                                                                \
        FILESEC__SHR(z, y, 1);                                                                 \
        FILESEC__SHL(q, y, 63);                                                                \
        FILESEC__VXOR(z, q),                                                                   \
        FILESEC__VEC(q, _mm256_shuffle_epi8(y, ror8));                                         \
        FILESEC__SHR(y, y, 7),                                                                 \
        FILESEC__VXOR(z, q);                                                                   \
        FILESEC__VXOR(z, y),                                                                   \
        FILESEC__VADD(x[j], z))

/* y = w >>> 19 ^ w >> 6 ^ w >>> 61 with w = W(t-2) */
#define FILESEC__ROUND_STEP1(a, b, c, d, e, f, g, h, wk, j)                                    \
    FILESEC__ROUND_WITH(a, b, c, d, e, f, g, h, wk,                                            \
        FILESEC__SHR(y, FILESEC__X(j + 7), 19);                                                \
        FILESEC__SHL(z, FILESEC__X(j + 7), 45);                                                \
        FILESEC__VXOR(y, z),                                                                   \
        FILESEC__SHR(z, FILESEC__X(j + 7), 6);                                                 \
        FILESEC__VXOR(y, z),                                                                   \
        FILESEC__SHR(z, FILESEC__X(j + 7), 61);                                                \
        FILESEC__SHL(q, FILESEC__X(j + 7), 3),                                                 \
        FILESEC__VXOR(y, z);                                                                   \
        FILESEC__VXOR(y, q),                                                                   \
        FILESEC__VADD(x[j], y))
/* clang-format on */

/* to = W + K, both for two blocks. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__sha512_x86_avx2_put(uint64_t *to, __m256i x, const uint64_t *k)
{
    __m128i kk = _mm_loadu_si128((const __m128i *)(const void *)k);
    __m256i sum = _mm256_add_epi64(x, _mm256_broadcastsi128_si256(kk));
    _mm256_storeu_si256((__m256i *)(void *)to, sum);
}

/* wk points at W + K of the first block or, one vector half further, of the second. */
#define FILESEC__WK(j) wk[4 * ((j) / 2) + (j) % 2]
#define FILESEC__PUT(j) filesec__sha512_x86_avx2_put(wk + 32 + 4 * (j), x[j], k + 2 * (j))
#define FILESEC__NOTHING(j) (void)0

/* Sixteen rounds, after which every role is back in its variable. R and S are for the first and
   the second of each two; then comes E. */
#define FILESEC__ROUNDS(R, S, E)                                                               \
    R(a, b, c, d, e, f, g, h, FILESEC__WK(0), 0);                                              \
    S(h, a, b, c, d, e, f, g, FILESEC__WK(1), 0);                                              \
    E(0);                                                                                      \
    R(g, h, a, b, c, d, e, f, FILESEC__WK(2), 1);                                              \
    S(f, g, h, a, b, c, d, e, FILESEC__WK(3), 1);                                              \
    E(1);                                                                                      \
    R(e, f, g, h, a, b, c, d, FILESEC__WK(4), 2);                                              \
    S(d, e, f, g, h, a, b, c, FILESEC__WK(5), 2);                                              \
    E(2);                                                                                      \
    R(c, d, e, f, g, h, a, b, FILESEC__WK(6), 3);                                              \
    S(b, c, d, e, f, g, h, a, FILESEC__WK(7), 3);                                              \
    E(3);                                                                                      \
    R(a, b, c, d, e, f, g, h, FILESEC__WK(8), 4);                                              \
    S(h, a, b, c, d, e, f, g, FILESEC__WK(9), 4);                                              \
    E(4);                                                                                      \
    R(g, h, a, b, c, d, e, f, FILESEC__WK(10), 5);                                             \
    S(f, g, h, a, b, c, d, e, FILESEC__WK(11), 5);                                             \
    E(5);                                                                                      \
    R(e, f, g, h, a, b, c, d, FILESEC__WK(12), 6);                                             \
    S(d, e, f, g, h, a, b, c, FILESEC__WK(13), 6);                                             \
    E(6);                                                                                      \
    R(c, d, e, f, g, h, a, b, FILESEC__WK(14), 7);                                             \
    S(b, c, d, e, f, g, h, a, FILESEC__WK(15), 7);                                             \
    E(7)

static FILESEC__TARGET_X86_AVX2 void
filesec__sha512_x86_avx2(uint64_t state[8], const unsigned char *data, size_t nblocks)
{
    const __m256i swap = _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
                                          7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    const __m256i ror8 = _mm256_setr_epi8(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8,
                                          1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8);
    uint64_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint64_t e = state[4], f = state[5], g = state[6], h = state[7], bc = b ^ c;
    uint64_t buffer[160];
    __m256i x[8], y, z, q;

    while (nblocks != 0) {
        const unsigned char *second = nblocks > 1 ? data + 128 : data;
        const uint64_t *k = filesec__sha512_k;
        uint64_t *wk = buffer;
        int i;

        for (i = 0; i < 8; i++) {
            __m128i lo = _mm_loadu_si128((const __m128i *)(const void *)(data + 16 * i));
            __m128i hi = _mm_loadu_si128((const __m128i *)(const void *)(second + 16 * i));
            x[i] = _mm256_shuffle_epi8(_mm256_set_m128i(hi, lo), swap);
            filesec__sha512_x86_avx2_put(wk + 4 * i, x[i], k + 2 * i);
        }
        for (i = 0; i < 4; i++) {
            k += 16;
            FILESEC__ROUNDS(FILESEC__ROUND_STEP0, FILESEC__ROUND_STEP1, FILESEC__PUT);
            wk += 32;
        }
        for (i = 0; i < 6; i++) {
            FILESEC__ROUNDS(FILESEC__ROUND, FILESEC__ROUND, FILESEC__NOTHING);
            wk += 32;
            if (i % 5 == 0) { /* the end of the first block, or of the second */
                a = state[0] += a;
                b = state[1] += b;
                c = state[2] += c;
                d = state[3] += d;
                e = state[4] += e;
                f = state[5] += f;
                g = state[6] += g;
                h = state[7] += h;
                bc = b ^ c;
                if (nblocks == 1)
                    return;
                wk = buffer + 2;
            }
        }
        nblocks -= 2;
        data += 256;
    }
}
#undef FILESEC__ROUNDS
#undef FILESEC__NOTHING
#undef FILESEC__PUT
#undef FILESEC__WK
#undef FILESEC__ROUND_STEP1
#undef FILESEC__ROUND_STEP0
#undef FILESEC__ROUND
#undef FILESEC__ROUND_WITH
#undef FILESEC__ROR
#undef FILESEC__ANDN
#undef FILESEC__ADD_FROM
#undef FILESEC__ADD
#undef FILESEC__AND
#undef FILESEC__XOR
#undef FILESEC__DO
#undef FILESEC__X
#undef FILESEC__NEXT
#undef FILESEC__SHL
#undef FILESEC__SHR
#undef FILESEC__VADD
#undef FILESEC__VXOR
#undef FILESEC__VEC
#undef FILESEC__PIN
