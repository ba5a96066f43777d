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
 *           spelt out: 24 instructions where compilers take up to 29, and a vector
 *           instruction between every two or three of them.
 *
 * Registers 11 general ones in a round, two for addresses; 12 vectors in a step.
 * Bounds    reads each block once, 16 bytes at a time.
 * Not done  the schedule of the next two blocks beside the rounds of these: more instructions,
 *           more code, and a start that only long messages pay back.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2.
 */

/*
 * One round, textbook order: afterwards d is the new e and h the new a. The chain from e to e
 * is five instructions. Maj(a, b, c) is ((a ^ b) & (b ^ c)) ^ b; a ^ b is the b ^ c of the
 * next round, and bc carries it. v0 to v5 are places for vector instructions.
 *
 * A step is done in two rounds, j being its number modulo 8:
 *     x[j] = W(t-16) + W(t-7) + sigma0(W(t-15))
 *     x[j] = x[j] + sigma1(W(t-2))
 */
#if FILESEC__GNU
/* clang-format off */
#define FILESEC__ROUND_TEXT(v0, v1, v2, v3, v4, v5)                                            \
    "movq %[F], %[u]\n\t"           /* u = Ch(e, f, g) = ((f ^ g) & e) ^ g */                  \
    "movq %[A], %[ab]\n\t"          /* ab = a ^ b */                                           \
    "xorq %[G], %[u]\n\t"                                                                      \
        v0                                                                                     \
    "andq %[E], %[u]\n\t"                                                                      \
    "addq %[WK], %[H]\n\t"          /* h += W + K */                                           \
    "xorq %[G], %[u]\n\t"                                                                      \
    "addq %[u], %[H]\n\t"           /* h += Ch */                                              \
        v1                                                                                     \
    "rorxq $14, %[E], %[u]\n\t"     /* u = Sigma1(e) */                                        \
    "rorxq $18, %[E], %[v]\n\t"                                                                \
    "xorq %[B], %[ab]\n\t"                                                                     \
        v2                                                                                     \
    "xorq %[v], %[u]\n\t"                                                                      \
    "rorxq $41, %[E], %[v]\n\t"                                                                \
    "xorq %[v], %[u]\n\t"                                                                      \
    "addq %[u], %[H]\n\t"           /* h = T1 */                                               \
        v3                                                                                     \
    "andq %[ab], %[BC]\n\t"         /* bc = Maj(a, b, c) */                                    \
    "rorxq $28, %[A], %[u]\n\t"     /* u = Sigma0(a) */                                        \
    "xorq %[B], %[BC]\n\t"                                                                     \
    "addq %[H], %[D]\n\t"           /* d += T1 */                                              \
        v4                                                                                     \
    "rorxq $34, %[A], %[v]\n\t"                                                                \
    "xorq %[v], %[u]\n\t"                                                                      \
    "rorxq $39, %[A], %[v]\n\t"                                                                \
    "xorq %[v], %[u]\n\t"                                                                      \
        v5                                                                                     \
    "addq %[BC], %[H]\n\t"          /* h += Maj */                                             \
    "addq %[u], %[H]"               /* h += Sigma0 */
/* clang-format on */

#define FILESEC__ROUND_OUT(d, h)                                                               \
    [H] "+&r"(h), [D] "+&r"(d), [BC] "+&r"(bc), [ab] "=&r"(ab), [u] "=&r"(u), [v] "=&r"(v)
#define FILESEC__ROUND_IN(a, b, e, f, g, wk)                                                   \
    [A] "r"(a), [B] "r"(b), [E] "r"(e), [F] "r"(f), [G] "r"(g), [WK] "m"(wk)
#define FILESEC__STEP_OUT(j) [X0] "+&x"(x[j]), [y] "=&x"(y), [z] "=&x"(z), [q] "=&x"(q)

#define FILESEC__ROUND(a, b, c, d, e, f, g, h, wk, j)                                          \
    do {                                                                                       \
        uint64_t ab, u, v;                                                                     \
        __asm__(FILESEC__ROUND_TEXT("", "", "", "", "", "")                                    \
                : FILESEC__ROUND_OUT(d, h)                                                     \
                : FILESEC__ROUND_IN(a, b, e, f, g, wk)                                         \
                : "cc");                                                                       \
        bc = ab;                                                                               \
    } while (0)

#define FILESEC__ROUND_STEP0(a, b, c, d, e, f, g, h, wk, j)                                    \
    do {                                                                                       \
        uint64_t ab, u, v;                                                                     \
        __asm__(FILESEC__ROUND_TEXT("vpalignr $8, %[X0], %[X1], %[y]\n\t" /* y = W(t-15) */    \
                                    "vpalignr $8, %[X4], %[X5], %[z]\n\t" /* z = W(t-7) */     \
                                    "vpaddq %[z], %[X0], %[X0]\n\t",                           \
                                    "vpsrlq $1, %[y], %[z]\n\t", /* y >>> 1, by two shifts */  \
                                    "vpsllq $63, %[y], %[q]\n\t"                               \
                                    "vpxor %[q], %[z], %[z]\n\t",                              \
                                    "vpshufb %[R8], %[y], %[q]\n\t" /* y >>> 8 */              \
                                    "vpsrlq $7, %[y], %[y]\n\t",                               \
                                    "vpxor %[q], %[z], %[z]\n\t"                               \
                                    "vpxor %[y], %[z], %[z]\n\t",                              \
                                    "vpaddq %[z], %[X0], %[X0]\n\t")                           \
                : FILESEC__ROUND_OUT(d, h), FILESEC__STEP_OUT(j)                               \
                : FILESEC__ROUND_IN(a, b, e, f, g, wk), [X1] "x"(x[((j) + 1) & 7]),            \
                  [X4] "x"(x[((j) + 4) & 7]), [X5] "x"(x[((j) + 5) & 7]), [R8] "x"(ror8)       \
                : "cc");                                                                       \
        bc = ab;                                                                               \
    } while (0)

#define FILESEC__ROUND_STEP1(a, b, c, d, e, f, g, h, wk, j)                                    \
    do {                                                                                       \
        uint64_t ab, u, v;                                                                     \
        __asm__(FILESEC__ROUND_TEXT("vpsrlq $19, %[X7], %[y]\n\t" /* X7 = W(t-2); >>> 19 */    \
                                    "vpsllq $45, %[X7], %[z]\n\t"                              \
                                    "vpxor %[z], %[y], %[y]\n\t",                              \
                                    "vpsrlq $6, %[X7], %[z]\n\t"                               \
                                    "vpxor %[z], %[y], %[y]\n\t",                              \
                                    "",                                                        \
                                    "vpsrlq $61, %[X7], %[z]\n\t" /* >>> 61 */                 \
                                    "vpsllq $3, %[X7], %[q]\n\t",                              \
                                    "vpxor %[z], %[y], %[y]\n\t"                               \
                                    "vpxor %[q], %[y], %[y]\n\t",                              \
                                    "vpaddq %[y], %[X0], %[X0]\n\t")                           \
                : FILESEC__ROUND_OUT(d, h), FILESEC__STEP_OUT(j)                               \
                : FILESEC__ROUND_IN(a, b, e, f, g, wk), [X7] "x"(x[((j) + 7) & 7])             \
                : "cc");                                                                       \
        bc = ab;                                                                               \
    } while (0)
#else /* the same for compilers without this asm */
#define FILESEC__ROTATIONS(x, n1, n2, n3)                                                      \
    (filesec__rotr64(x, n1) ^ filesec__rotr64(x, n2) ^ filesec__rotr64(x, n3))
#define FILESEC__VROTR(x, n)                                                                   \
    _mm256_or_si256(_mm256_srli_epi64(x, n), _mm256_slli_epi64(x, 64 - (n)))

#define FILESEC__ROUND(a, b, c, d, e, f, g, h, wk, j)                                          \
    do {                                                                                       \
        uint64_t ab = a ^ b;                                                                   \
        h += (wk) + (((f ^ g) & e) ^ g) + FILESEC__ROTATIONS(e, 14, 18, 41);                   \
        d += h;                                                                                \
        h += ((ab & bc) ^ b) + FILESEC__ROTATIONS(a, 28, 34, 39);                              \
        bc = ab;                                                                               \
    } while (0)

#define FILESEC__ROUND_STEP0(a, b, c, d, e, f, g, h, wk, j)                                    \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, wk, j);                                             \
    y = _mm256_alignr_epi8(x[((j) + 1) & 7], x[j], 8);                                         \
    z = _mm256_alignr_epi8(x[((j) + 5) & 7], x[((j) + 4) & 7], 8);                             \
    q = _mm256_xor_si256(_mm256_shuffle_epi8(y, ror8), _mm256_srli_epi64(y, 7));               \
    q = _mm256_xor_si256(q, FILESEC__VROTR(y, 1));                                             \
    x[j] = _mm256_add_epi64(_mm256_add_epi64(x[j], z), q)

#define FILESEC__ROUND_STEP1(a, b, c, d, e, f, g, h, wk, j)                                    \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, wk, j);                                             \
    y = x[((j) + 7) & 7];                                                                      \
    z = _mm256_xor_si256(FILESEC__VROTR(y, 19), FILESEC__VROTR(y, 61));                        \
    q = _mm256_xor_si256(z, _mm256_srli_epi64(y, 6));                                          \
    x[j] = _mm256_add_epi64(x[j], q)
#endif

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
#if FILESEC__GNU
#undef FILESEC__STEP_OUT
#undef FILESEC__ROUND_IN
#undef FILESEC__ROUND_OUT
#undef FILESEC__ROUND_TEXT
#else
#undef FILESEC__VROTR
#undef FILESEC__ROTATIONS
#endif
