/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "sha512/contract.h"
/*
 * sha512/x86_avx2.h: SHA-512 with the message schedule in vector registers
 *
 * Needs     AVX2, BMI1 and BMI2. Every function here carries FILESEC__TARGET_X86_AVX2.
 * Contract  as in sha512/contract.h, with nothing added.
 *
 * Layout    The rounds are scalar: each needs the one before. The schedule is not; a vector
 *           holds two consecutive words of one block (xmm), or of two blocks (ymm):
 *
 *                lane        3          2          1          0
 *                x[i]    W'(2i+1)    W'(2i)    W(2i+1)     W(2i)     W' of the second block
 *
 *           so W(t-15) and W(t-7) are two neighbours of x[], shifted by one word within each
 *           half. One step makes two words of each block. W + K is stored, and a round adds it
 *           from memory.
 *
 *           Few blocks go one by one, the steps of a block beside its own rounds, one step
 *           every two rounds. Many blocks go in pairs, and beside the 160 rounds of a pair run
 *           the 40 steps of the pair after it, one every four rounds, so that no round ever
 *           waits for the schedule. Two buffers of W + K take turns.
 *
 * Registers 12 general ones in a round, one or two for addresses. x[] is 8 vector registers.
 * Bounds    The last pair of a call schedules itself once more: nothing behind it is read.
 * Not done  rounds in vector registers: a chain of six instructions where this one has five.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2; rorx and andn keep their operands (Intel SDM, 2).
 */

/*
 * One round, textbook order. Afterwards d is the new e and h the new a. Maj(a, b, c) is
 * ((a ^ b) & (b ^ c)) ^ b; a ^ b is the b ^ c of the next round, and bc carries it.
 *
 * Written as 24 instructions because compilers, given the formula, use up to 29 and lengthen
 * the chain from e to e, which is five here; both cost speed.
 */
#if FILESEC__GNU
#define FILESEC__ROUND(a, b, c, d, e, f, g, h, wk)                                             \
    do {                                                                                       \
        uint64_t ab, u, v;                                                                     \
        __asm__("addq %[WK], %[H]\n\t"         /* h += W + K */                                \
                "movq %[F], %[u]\n\t"          /* u = Ch(e, f, g) = ((f ^ g) & e) ^ g */       \
                "xorq %[G], %[u]\n\t"                                                          \
                "andq %[E], %[u]\n\t"                                                          \
                "movq %[A], %[ab]\n\t"         /* ab = a ^ b */                                \
                "xorq %[G], %[u]\n\t"                                                          \
                "addq %[u], %[H]\n\t"          /* h += Ch */                                   \
                "rorxq $14, %[E], %[u]\n\t"    /* u = Sigma1(e) */                             \
                "rorxq $18, %[E], %[v]\n\t"                                                    \
                "xorq %[B], %[ab]\n\t"                                                         \
                "xorq %[v], %[u]\n\t"                                                          \
                "rorxq $41, %[E], %[v]\n\t"                                                    \
                "xorq %[v], %[u]\n\t"                                                          \
                "andq %[ab], %[BC]\n\t"        /* bc = Maj(a, b, c) */                         \
                "addq %[u], %[H]\n\t"          /* h = T1 */                                    \
                "rorxq $28, %[A], %[u]\n\t"    /* u = Sigma0(a) */                             \
                "xorq %[B], %[BC]\n\t"                                                         \
                "addq %[H], %[D]\n\t"          /* d += T1 */                                   \
                "rorxq $34, %[A], %[v]\n\t"                                                    \
                "addq %[BC], %[H]\n\t"         /* h += Maj */                                  \
                "xorq %[v], %[u]\n\t"                                                          \
                "rorxq $39, %[A], %[v]\n\t"                                                    \
                "xorq %[v], %[u]\n\t"                                                          \
                "addq %[u], %[H]"              /* h += Sigma0 */                               \
                : [H] "+&r"(h), [D] "+&r"(d), [BC] "+&r"(bc), [ab] "=&r"(ab), [u] "=&r"(u),    \
                  [v] "=&r"(v)                                                                 \
                : [A] "r"(a), [B] "r"(b), [E] "r"(e), [F] "r"(f), [G] "r"(g), [WK] "m"(wk)     \
                : "cc");                                                                       \
        bc = ab;                                                                               \
    } while (0)
#else
#define FILESEC__ROTATIONS(x, n1, n2, n3)                                                      \
    (filesec__rotr64(x, n1) ^ filesec__rotr64(x, n2) ^ filesec__rotr64(x, n3))
#define FILESEC__ROUND(a, b, c, d, e, f, g, h, wk)                                             \
    do {                                                                                       \
        uint64_t ab = a ^ b;                                                                   \
        h += (wk) + (((f ^ g) & e) ^ g) + FILESEC__ROTATIONS(e, 14, 18, 41);                   \
        d += h;                                                                                \
        h += ((ab & bc) ^ b) + FILESEC__ROTATIONS(a, 28, 34, 39);                              \
        bc = ab;                                                                               \
    } while (0)
#endif

/* Sixteen rounds, after which every role is back in its variable. WK(j) is W + K of the j-th;
   s0 to s7 are statements, done after every second round. */
#define FILESEC__ROUNDS(WK, s0, s1, s2, s3, s4, s5, s6, s7)                                    \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, WK(0));                                             \
    FILESEC__ROUND(h, a, b, c, d, e, f, g, WK(1));                                             \
    s0;                                                                                        \
    FILESEC__ROUND(g, h, a, b, c, d, e, f, WK(2));                                             \
    FILESEC__ROUND(f, g, h, a, b, c, d, e, WK(3));                                             \
    s1;                                                                                        \
    FILESEC__ROUND(e, f, g, h, a, b, c, d, WK(4));                                             \
    FILESEC__ROUND(d, e, f, g, h, a, b, c, WK(5));                                             \
    s2;                                                                                        \
    FILESEC__ROUND(c, d, e, f, g, h, a, b, WK(6));                                             \
    FILESEC__ROUND(b, c, d, e, f, g, h, a, WK(7));                                             \
    s3;                                                                                        \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, WK(8));                                             \
    FILESEC__ROUND(h, a, b, c, d, e, f, g, WK(9));                                             \
    s4;                                                                                        \
    FILESEC__ROUND(g, h, a, b, c, d, e, f, WK(10));                                            \
    FILESEC__ROUND(f, g, h, a, b, c, d, e, WK(11));                                            \
    s5;                                                                                        \
    FILESEC__ROUND(e, f, g, h, a, b, c, d, WK(12));                                            \
    FILESEC__ROUND(d, e, f, g, h, a, b, c, WK(13));                                            \
    s6;                                                                                        \
    FILESEC__ROUND(c, d, e, f, g, h, a, b, WK(14));                                            \
    FILESEC__ROUND(b, c, d, e, f, g, h, a, WK(15));                                            \
    s7

/* H(i) = H(i-1) + what the eighty rounds made of it; the next block starts from there. */
#define FILESEC__END_OF_BLOCK                                                                  \
    a = state[0] += a;                                                                         \
    b = state[1] += b;                                                                         \
    c = state[2] += c;                                                                         \
    d = state[3] += d;                                                                         \
    e = state[4] += e;                                                                         \
    f = state[5] += f;                                                                         \
    g = state[6] += g;                                                                         \
    h = state[7] += h;                                                                         \
    bc = b ^ c

/* Two words of the message, big-endian; two words of K; a store. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m128i
filesec__sha512_x86_avx2_load1(const unsigned char *p)
{
    const __m128i swap = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)p), swap);
}

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 __m256i
filesec__sha512_x86_avx2_load2(const unsigned char *p)
{
    const __m256i swap =
        _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
                         1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    __m128i first = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i second = _mm_loadu_si128((const __m128i *)(const void *)(p + 128));
    return _mm256_shuffle_epi8(_mm256_set_m128i(second, first), swap);
}

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__sha512_x86_avx2_put1(uint64_t *wk, __m128i x, const uint64_t *k)
{
    __m128i kk = _mm_loadu_si128((const __m128i *)(const void *)k);
    _mm_storeu_si128((__m128i *)(void *)wk, _mm_add_epi64(x, kk));
}

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__sha512_x86_avx2_put2(uint64_t *wk, __m256i x, const uint64_t *k)
{
    __m128i kk = _mm_loadu_si128((const __m128i *)(const void *)k);
    __m256i sum = _mm256_add_epi64(x, _mm256_broadcastsi128_si256(kk));
    _mm256_storeu_si256((__m256i *)(void *)wk, sum);
}

/*
 * x[j] = W(t), W(t+1), from W(t-16) in x[j] itself; j is the step modulo 8. mm and si choose the
 * width. sigma0: a rotation by 8 is a shuffle of bytes, others are two shifts.
 *     W(t) = sigma1(W(t-2)) + W(t-7) + sigma0(W(t-15)) + W(t-16)
 */
#define FILESEC__STEP(mm, si, j)                                                               \
    do {                                                                                       \
        y = mm##_alignr_epi8(x[((j) + 1) & 7], x[j], 8); /* W(t-15) */                         \
        z = mm##_xor_##si(mm##_srli_epi64(y, 1), mm##_slli_epi64(y, 63));                      \
        z = mm##_xor_##si(z, mm##_shuffle_epi8(y, ror8));                                      \
        z = mm##_xor_##si(z, mm##_srli_epi64(y, 7));                                           \
        y = mm##_alignr_epi8(x[((j) + 5) & 7], x[((j) + 4) & 7], 8); /* W(t-7) */              \
        x[j] = mm##_add_epi64(mm##_add_epi64(x[j], y), z);                                     \
        y = x[((j) + 7) & 7]; /* W(t-2) */                                                     \
        z = mm##_xor_##si(mm##_srli_epi64(y, 19), mm##_slli_epi64(y, 45));                     \
        z = mm##_xor_##si(z, mm##_srli_epi64(y, 6));                                           \
        y = mm##_xor_##si(mm##_srli_epi64(y, 61), mm##_slli_epi64(y, 3));                      \
        x[j] = mm##_add_epi64(x[j], mm##_xor_##si(y, z));                                      \
    } while (0)

#define FILESEC__WK(j) wk[j]
#define FILESEC__STEP1(j)                                                                      \
    FILESEC__STEP(_mm, si128, j);                                                              \
    filesec__sha512_x86_avx2_put1(wk + 2 * (j), x[j], k + 2 * (j))

/* Block after block; wk is W + K of the sixteen rounds at hand. */
static FILESEC__TARGET_X86_AVX2 void
filesec__sha512_x86_avx2_singly(uint64_t state[8], const unsigned char *data, size_t nblocks)
{
    const __m128i ror8 = _mm_setr_epi8(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8);
    uint64_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint64_t e = state[4], f = state[5], g = state[6], h = state[7], bc = b ^ c;
    uint64_t wk[16];
    __m128i x[8], y, z;
    int i;

    for (; nblocks != 0; nblocks--, data += 128) {
        const uint64_t *k = filesec__sha512_k;
        for (i = 0; i < 8; i++) {
            x[i] = filesec__sha512_x86_avx2_load1(data + 16 * i);
            filesec__sha512_x86_avx2_put1(wk + 2 * i, x[i], k + 2 * i);
        }
        for (i = 0; i < 4; i++) {
            k += 16;
            FILESEC__ROUNDS(FILESEC__WK, FILESEC__STEP1(0), FILESEC__STEP1(1),
                            FILESEC__STEP1(2), FILESEC__STEP1(3), FILESEC__STEP1(4),
                            FILESEC__STEP1(5), FILESEC__STEP1(6), FILESEC__STEP1(7));
        }
        FILESEC__ROUNDS(FILESEC__WK, , , , , , , , );
        FILESEC__END_OF_BLOCK;
    }
}
#undef FILESEC__WK
#undef FILESEC__STEP1

/* wk points at the first block's words or, one step of two further, at the second's. */
#define FILESEC__WK(j) wk[4 * ((j) / 2) + (j) % 2]
#define FILESEC__LOAD2(j) x[j] = filesec__sha512_x86_avx2_load2(next + 16 * (j))
#define FILESEC__STEP2(j) FILESEC__STEP(_mm256, si256, j)
#define FILESEC__PUT2(j) filesec__sha512_x86_avx2_put2(to + 4 * (j), x[j], k + 2 * (j))

/* 2 * npairs blocks; npairs >= 1. to and k are where the schedule of the next pair goes on. */
static FILESEC__TARGET_X86_AVX2 void
filesec__sha512_x86_avx2_pairs(uint64_t state[8], const unsigned char *data, size_t npairs)
{
    const __m256i ror8 = _mm256_setr_epi8(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8,
                                          1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8);
    uint64_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint64_t e = state[4], f = state[5], g = state[6], h = state[7], bc = b ^ c;
    uint64_t buffers[2][160], *to = buffers[0];
    const uint64_t *wk, *now, *k = filesec__sha512_k;
    const unsigned char *next = data;
    __m256i x[8], y, z;
    int i;

    for (i = 0; i < 8; i++) {
        FILESEC__LOAD2(i);
        FILESEC__PUT2(i);
    }
    for (k += 16; k != filesec__sha512_k + 80; k += 16) {
        to += 32;
        for (i = 0; i < 8; i++) {
            FILESEC__STEP2(i);
            FILESEC__PUT2(i);
        }
    }
    for (now = buffers[0]; npairs != 0; npairs--) {
        next += npairs > 1 ? 256 : 0;
        to = now == buffers[0] ? buffers[1] : buffers[0];
        wk = now;
        now = to;
        k = filesec__sha512_k;
        FILESEC__ROUNDS(FILESEC__WK, FILESEC__LOAD2(0), FILESEC__PUT2(0), FILESEC__LOAD2(1),
                        FILESEC__PUT2(1), FILESEC__LOAD2(2), FILESEC__PUT2(2),
                        FILESEC__LOAD2(3), FILESEC__PUT2(3));
        wk += 32;
        FILESEC__ROUNDS(FILESEC__WK, FILESEC__LOAD2(4), FILESEC__PUT2(4), FILESEC__LOAD2(5),
                        FILESEC__PUT2(5), FILESEC__LOAD2(6), FILESEC__PUT2(6),
                        FILESEC__LOAD2(7), FILESEC__PUT2(7));
        wk += 32;
        for (i = 0; i < 4; i++) {
            to += 32;
            k += 16;
            FILESEC__ROUNDS(FILESEC__WK, FILESEC__STEP2(0), FILESEC__PUT2(0), FILESEC__STEP2(1),
                            FILESEC__PUT2(1), FILESEC__STEP2(2), FILESEC__PUT2(2),
                            FILESEC__STEP2(3), FILESEC__PUT2(3));
            wk += 32;
            if (i == 1) { /* eighty rounds: now the second block */
                FILESEC__END_OF_BLOCK;
                wk -= 158;
            }
            FILESEC__ROUNDS(FILESEC__WK, FILESEC__STEP2(4), FILESEC__PUT2(4), FILESEC__STEP2(5),
                            FILESEC__PUT2(5), FILESEC__STEP2(6), FILESEC__PUT2(6),
                            FILESEC__STEP2(7), FILESEC__PUT2(7));
            wk += 32;
        }
        FILESEC__END_OF_BLOCK;
    }
}

/* A pipeline takes a schedule without rounds to fill: from eight pairs on it pays. */
static FILESEC__TARGET_X86_AVX2 void
filesec__sha512_x86_avx2(uint64_t h[8], const unsigned char *data, size_t nblocks)
{
    if (nblocks >= 16) {
        filesec__sha512_x86_avx2_pairs(h, data, nblocks / 2);
        data += 256 * (nblocks / 2);
        nblocks %= 2;
    }
    filesec__sha512_x86_avx2_singly(h, data, nblocks);
}
#undef FILESEC__WK
#undef FILESEC__LOAD2
#undef FILESEC__STEP2
#undef FILESEC__PUT2
#undef FILESEC__STEP
#undef FILESEC__END_OF_BLOCK
#undef FILESEC__ROUNDS
#undef FILESEC__ROUND
#undef FILESEC__ROTATIONS
