/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/contract.h"
#include "core/bytes.h"
#include "core/system.h"
/*
 * chacha20/arm_neon.h: ChaCha20 keystream, ten blocks at a time: eight in vectors, two in words
 *
 * Needs     NEON, of AArch64. Every function carries FILESEC__TARGET_ARM_NEON.
 * Contract  as in chacha20/contract.h, with nothing added.
 *
 * Layout    vertical: xi holds word i of four blocks, one block in each 32-bit lane, zi of four
 *           more; yi is word i of one block.
 *
 *                lane      3     2     1     0       and a general register
 *                x0        c0    c0    c0    c0      y0     c0
 *                x12      n+3   n+2   n+1    n       y12    n+8, then n+9
 *                z12      n+7   n+6   n+5   n+4
 *
 *           Lanes change places only once, in the transposition after round 20.
 * Registers Two sets of 16 vectors are all there are, so compilers keep a few words in memory;
 *           one set alone would wait for its own results half of the time on a CPU with four
 *           vector units. Vector and integer units are separate, so the blocks in words run in
 *           the shadow of the others, at twice their pace: two of them, on a CPU with two
 *           vector units, are what the second set costs there. A single block is done in words
 *           too: a vector instruction takes at least twice as long until its result is there.
 * Bounds    Exactly 64 * nblocks bytes, at any alignment.
 * Not done  a horizontal form for two and three blocks: the vertical one, with the last blocks
 *           left out, takes hardly longer.
 * Secrets   no branch and no address depends on key, counter or data.
 * From      RFC 8439, 2.1 to 2.4.
 */

/* ---- vectors: x <<< 16 and x <<< 8 are shuffles of the bytes of each word ---------------- */

#define FILESEC__C20_BY16(x) x = vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(x)))
#define FILESEC__C20_BY8(x) x = vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(x), by8))
#define FILESEC__C20_BY(x, n) x = vsriq_n_u32(vshlq_n_u32(x, n), x, 32 - (n))
#define FILESEC__C20_ADD(x, y) x = vaddq_u32(x, y)
#define FILESEC__C20_XOR(x, y) x = veorq_u32(x, y)

/* Two quarter rounds, step by step: of a, b, c, d and of p, q, r, s. */
#define FILESEC__C20_PAIR(a, b, c, d, p, q, r, s)                                              \
    FILESEC__C20_ADD(a, b), FILESEC__C20_ADD(p, q);                                            \
    FILESEC__C20_XOR(d, a), FILESEC__C20_XOR(s, p);                                            \
    FILESEC__C20_BY16(d), FILESEC__C20_BY16(s);                                                \
    FILESEC__C20_ADD(c, d), FILESEC__C20_ADD(r, s);                                            \
    FILESEC__C20_XOR(b, c), FILESEC__C20_XOR(q, r);                                            \
    FILESEC__C20_BY(b, 12), FILESEC__C20_BY(q, 12);                                            \
    FILESEC__C20_ADD(a, b), FILESEC__C20_ADD(p, q);                                            \
    FILESEC__C20_XOR(d, a), FILESEC__C20_XOR(s, p);                                            \
    FILESEC__C20_BY8(d), FILESEC__C20_BY8(s);                                                  \
    FILESEC__C20_ADD(c, d), FILESEC__C20_ADD(r, s);                                            \
    FILESEC__C20_XOR(b, c), FILESEC__C20_XOR(q, r);                                            \
    FILESEC__C20_BY(b, 7), FILESEC__C20_BY(q, 7)

/* The same in the second set. */
#define FILESEC__C20_X(a, b, c, d, p, q, r, s)                                                 \
    FILESEC__C20_PAIR(x##a, x##b, x##c, x##d, x##p, x##q, x##r, x##s)
#define FILESEC__C20_Z(a, b, c, d, p, q, r, s)                                                 \
    FILESEC__C20_PAIR(z##a, z##b, z##c, z##d, z##p, z##q, z##r, z##s)

/* ---- words ------------------------------------------------------------------------------ */

#define FILESEC__C20_QUARTER(a, b, c, d)                                                       \
    a += b, d = filesec__rotl32(d ^ a, 16);                                                    \
    c += d, b = filesec__rotl32(b ^ c, 12);                                                    \
    a += b, d = filesec__rotl32(d ^ a, 8);                                                     \
    c += d, b = filesec__rotl32(b ^ c, 7)

/* ---- both ------------------------------------------------------------------------------- */

#define FILESEC__C20_COLUMNS                                                                   \
    FILESEC__C20_QUARTER(y0, y4, y8, y12);                                                     \
    FILESEC__C20_QUARTER(y1, y5, y9, y13);                                                     \
    FILESEC__C20_QUARTER(y2, y6, y10, y14);                                                    \
    FILESEC__C20_QUARTER(y3, y7, y11, y15)
#define FILESEC__C20_DIAGONALS                                                                 \
    FILESEC__C20_QUARTER(y0, y5, y10, y15);                                                    \
    FILESEC__C20_QUARTER(y1, y6, y11, y12);                                                    \
    FILESEC__C20_QUARTER(y2, y7, y8, y13);                                                     \
    FILESEC__C20_QUARTER(y3, y4, y9, y14)

/* Half a round of the vectors, and a whole one of the words. */
#define FILESEC__C20_HALF(round, a, b, c, d, p, q, r, s)                                       \
    FILESEC__C20_X(a, b, c, d, p, q, r, s);                                                    \
    if (two) {                                                                                 \
        FILESEC__C20_Z(a, b, c, d, p, q, r, s);                                                \
    }                                                                                          \
    if (words) {                                                                               \
        round;                                                                                 \
    }

/* Something about each of the 16 words. */
#define FILESEC__C20_EACH(OP)                                                                  \
    OP(0), OP(1), OP(2), OP(3), OP(4), OP(5), OP(6), OP(7), OP(8), OP(9), OP(10), OP(11),      \
        OP(12), OP(13), OP(14), OP(15)
#define FILESEC__C20_SPREAD(i) x##i = vdupq_n_u32(state[i])
#define FILESEC__C20_PLUS(i) x##i = vaddq_u32(x##i, vdupq_n_u32(state[i]))
#define FILESEC__C20_SPREAD_TOO(i) z##i = vdupq_n_u32(state[i])
#define FILESEC__C20_PLUS_TOO(i) z##i = vaddq_u32(z##i, vdupq_n_u32(state[i]))
#define FILESEC__C20_SET(i) y##i = state[i]
#define FILESEC__C20_PUT_WORD(i)                                                               \
    filesec__store32le(out + 64 * (size_t)next + 4 * i,                                        \
                       filesec__load32le(in + 64 * (size_t)next + 4 * i) ^ (y##i + state[i]))

/* A single block. */
static FILESEC__TARGET_ARM_NEON void filesec__chacha20_one_arm_neon(const uint32_t state[16],
                                                                    unsigned char *out,
                                                                    const unsigned char *in)
{
    uint32_t FILESEC__C20_EACH(FILESEC__C20_SET);
    const uint32_t next = 0;
    int i;

    for (i = 0; i < 10; i++) {
        FILESEC__C20_COLUMNS;
        FILESEC__C20_DIAGONALS;
    }
    FILESEC__C20_EACH(FILESEC__C20_PUT_WORD);
}

/* 16 bytes from at on: out = in XOR x */
#define FILESEC__C20_PUT(at, x)                                                                \
    vst1q_u8(out + (at), veorq_u8(vld1q_u8(in + (at)), vreinterpretq_u8_u32(x)))

/* Words w, x, y, z of four blocks, block by block: 16 bytes of each, from at on. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_ARM_NEON void
filesec__chacha20_write_arm_neon(unsigned char *out, const unsigned char *in, size_t nblocks,
                                 uint32x4_t w, uint32x4_t x, uint32x4_t y, uint32x4_t z)
{
    uint64x2_t a = vreinterpretq_u64_u32(vzip1q_u32(w, x)); /* w0 x0 w1 x1 */
    uint64x2_t b = vreinterpretq_u64_u32(vzip2q_u32(w, x)); /* w2 x2 w3 x3 */
    uint64x2_t c = vreinterpretq_u64_u32(vzip1q_u32(y, z));
    uint64x2_t d = vreinterpretq_u64_u32(vzip2q_u32(y, z));

    FILESEC__C20_PUT(0, vreinterpretq_u32_u64(vzip1q_u64(a, c)));
    if (nblocks > 1)
        FILESEC__C20_PUT(64, vreinterpretq_u32_u64(vzip2q_u64(a, c)));
    if (nblocks > 2)
        FILESEC__C20_PUT(128, vreinterpretq_u32_u64(vzip1q_u64(b, d)));
    if (nblocks > 3)
        FILESEC__C20_PUT(192, vreinterpretq_u32_u64(vzip2q_u64(b, d)));
}

#define FILESEC__C20_EACH_WRITE(OP)                                                            \
    OP(0, 0, 1, 2, 3);                                                                         \
    OP(16, 4, 5, 6, 7);                                                                        \
    OP(32, 8, 9, 10, 11);                                                                      \
    OP(48, 12, 13, 14, 15)
#define FILESEC__C20_WRITE(at, i, j, k, l)                                                     \
    filesec__chacha20_write_arm_neon(out + (at), in + (at), nblocks, x##i, x##j, x##k, x##l)
#define FILESEC__C20_WRITE_TOO(at, i, j, k, l)                                                 \
    filesec__chacha20_write_arm_neon(out + (at), in + (at), nblocks, z##i, z##j, z##k, z##l)

/* One set or two, and two blocks in words: constants. nblocks are those of the last set, 1 to
   4; what is before and after it is whole. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_ARM_NEON void
filesec__chacha20_sets_arm_neon(const uint32_t state[16], unsigned char *out,
                                const unsigned char *in, size_t nblocks, const int two,
                                const int words)
{
    static const uint32_t counters[4] = {0, 1, 2, 3};
    static const uint8_t rotation[16] = {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14};
    const uint32x4_t ahead = vld1q_u32(counters);
    const uint8x16_t by8 = vld1q_u8(rotation);
    uint32x4_t FILESEC__C20_EACH(FILESEC__C20_SPREAD);
    uint32x4_t FILESEC__C20_EACH(FILESEC__C20_SPREAD_TOO);
    uint32_t next = two ? 8 : 4;
    int i, word;

    FILESEC__C20_ADD(x12, ahead);
    FILESEC__C20_ADD(z12, vaddq_u32(ahead, vdupq_n_u32(4)));
    for (word = 0; word < 2; word++, next++) {
        uint32_t FILESEC__C20_EACH(FILESEC__C20_SET);

        y12 += next;
        for (i = 0; i < 5; i++) {
            FILESEC__C20_HALF(FILESEC__C20_COLUMNS, 0, 4, 8, 12, 1, 5, 9, 13);
            FILESEC__C20_HALF(FILESEC__C20_DIAGONALS, 2, 6, 10, 14, 3, 7, 11, 15);
            FILESEC__C20_HALF(FILESEC__C20_COLUMNS, 0, 5, 10, 15, 1, 6, 11, 12);
            FILESEC__C20_HALF(FILESEC__C20_DIAGONALS, 2, 7, 8, 13, 3, 4, 9, 14);
        }
        if (words) {
            y12 += next;
            FILESEC__C20_EACH(FILESEC__C20_PUT_WORD);
        }
    }
    FILESEC__C20_EACH(FILESEC__C20_PLUS);
    FILESEC__C20_ADD(x12, ahead);
    if (two) {
        size_t last = nblocks;

        nblocks = 4;
        FILESEC__C20_EACH_WRITE(FILESEC__C20_WRITE);
        in += 256;
        out += 256;
        nblocks = last;
        FILESEC__C20_EACH(FILESEC__C20_PLUS_TOO);
        FILESEC__C20_ADD(z12, vaddq_u32(ahead, vdupq_n_u32(4)));
        FILESEC__C20_EACH_WRITE(FILESEC__C20_WRITE_TOO);
    } else {
        FILESEC__C20_EACH_WRITE(FILESEC__C20_WRITE);
    }
}

static FILESEC__TARGET_ARM_NEON void filesec__chacha20_arm_neon(uint32_t state[16],
                                                                unsigned char *out,
                                                                const unsigned char *in,
                                                                size_t nblocks)
{
    for (; nblocks >= 10; nblocks -= 10, in += 640, out += 640) {
        filesec__chacha20_sets_arm_neon(state, out, in, 4, 1, 1);
        state[12] += 10;
    }
    if (nblocks == 6 || nblocks == 9) {
        filesec__chacha20_sets_arm_neon(state, out, in, 4, 0, 1);
        state[12] += 6;
        nblocks -= 6;
        in += 384;
        out += 384;
    }
    if (nblocks > 4)
        filesec__chacha20_sets_arm_neon(state, out, in, nblocks - 4, 1, 0);
    else if (nblocks > 1)
        filesec__chacha20_sets_arm_neon(state, out, in, nblocks, 0, 0);
    else if (nblocks == 1)
        filesec__chacha20_one_arm_neon(state, out, in);
    state[12] += (uint32_t)nblocks;
}

#undef FILESEC__C20_BY16
#undef FILESEC__C20_BY
#undef FILESEC__C20_BY8
#undef FILESEC__C20_ADD
#undef FILESEC__C20_XOR
#undef FILESEC__C20_PAIR
#undef FILESEC__C20_QUARTER
#undef FILESEC__C20_EACH
#undef FILESEC__C20_SPREAD
#undef FILESEC__C20_PLUS
#undef FILESEC__C20_SET
#undef FILESEC__C20_PUT
#undef FILESEC__C20_PUT_WORD
#undef FILESEC__C20_X
#undef FILESEC__C20_Z
#undef FILESEC__C20_HALF
#undef FILESEC__C20_COLUMNS
#undef FILESEC__C20_DIAGONALS
#undef FILESEC__C20_SPREAD_TOO
#undef FILESEC__C20_PLUS_TOO
#undef FILESEC__C20_EACH_WRITE
#undef FILESEC__C20_WRITE
#undef FILESEC__C20_WRITE_TOO
