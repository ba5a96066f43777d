/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/contract.h"
#include "core/system.h"
/*
 * chacha20/x86_ssse3.h: ChaCha20 keystream, four blocks at a time
 *
 * Needs     SSSE3, for its byte shuffle. Every function carries FILESEC__TARGET_X86_SSSE3.
 * Contract  as in chacha20/contract.h, with nothing added.
 *
 * Layout    Four blocks, vertical: xi holds word i of all four, one block in each lane.
 *
 *                lane      3     2     1     0
 *                x0        c0    c0    c0    c0
 *                x12      n+3   n+2   n+1    n
 *
 *           Lanes change places only once, in the transposition after round 20.
 *           One to three blocks, horizontal: a register holds one row, four words, of one
 *           block, and its four lanes are the four quarter rounds.
 * Registers The 16 words of the vertical form fill all 16 registers, so some of them wait in
 *           memory; FILESEC__C20_TIE holds the compiler to two quarter rounds at a time. The
 *           masks of the byte shuffles are read from the stack: where clang 14 and 19 see
 *           their values they make two shuffles of one.
 * Bounds    Exactly 64 * nblocks bytes, at any alignment.
 * Not done  eight blocks at once: processors without AVX2 gain little from it.
 * Secrets   no branch and no address depends on key, counter or data.
 * From      RFC 8439, 2.1 to 2.4.
 */

#if FILESEC__GNU
/* x is computed here, before what follows: an order, not an instruction. */
#define FILESEC__C20_TIE(x) __asm__ __volatile__("" : "+x"(x))
/* x lives in memory from here on, and its value is not known. */
#define FILESEC__C20_TO_MEMORY(x) __asm__("" : "+m"(x))
#else
#define FILESEC__C20_TIE(x) ((void)0)
#define FILESEC__C20_TO_MEMORY(x) ((void)0)
#endif

/* Rotations by 16 and 8 are shuffles of the bytes of each word. */
#define FILESEC__C20_MASKS                                                                     \
    __m128i by16 = _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);        \
    __m128i by8 = _mm_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14);         \
    FILESEC__C20_TO_MEMORY(by16);                                                              \
    FILESEC__C20_TO_MEMORY(by8)

#define FILESEC__C20_ADD(x, y) x = _mm_add_epi32(x, y)
#define FILESEC__C20_XOR(x, y) x = _mm_xor_si128(x, y)
#define FILESEC__C20_BYTES(x, mask) x = _mm_shuffle_epi8(x, mask)
#define FILESEC__C20_ROTATE(x, n)                                                              \
    x = _mm_or_si128(_mm_slli_epi32(x, n), _mm_srli_epi32(x, 32 - (n)))

/* 16 bytes from at on: out = in XOR x */
#define FILESEC__C20_IN(at) _mm_loadu_si128((const __m128i *)(const void *)(in + (at)))
#define FILESEC__C20_PUT(at, x)                                                                \
    _mm_storeu_si128((__m128i *)(void *)(out + (at)), _mm_xor_si128(FILESEC__C20_IN(at), x))

/* ---- vertical -------------------------------------------------------------------------- */

/* The same step of two quarter rounds. */
#define FILESEC__C20_STEP(OP, x, y, p, q)                                                      \
    OP(x, y);                                                                                  \
    FILESEC__C20_TIE(x);                                                                       \
    OP(p, q);                                                                                  \
    FILESEC__C20_TIE(p)

/* Two quarter rounds: of a, b, c, d and of p, q, r, s. */
#define FILESEC__C20_PAIR(a, b, c, d, p, q, r, s)                                              \
    FILESEC__C20_STEP(FILESEC__C20_ADD, a, b, p, q);                                           \
    FILESEC__C20_STEP(FILESEC__C20_XOR, d, a, s, p);                                           \
    FILESEC__C20_STEP(FILESEC__C20_BYTES, d, by16, s, by16);                                   \
    FILESEC__C20_STEP(FILESEC__C20_ADD, c, d, r, s);                                           \
    FILESEC__C20_STEP(FILESEC__C20_XOR, b, c, q, r);                                           \
    FILESEC__C20_STEP(FILESEC__C20_ROTATE, b, 12, q, 12);                                      \
    FILESEC__C20_STEP(FILESEC__C20_ADD, a, b, p, q);                                           \
    FILESEC__C20_STEP(FILESEC__C20_XOR, d, a, s, p);                                           \
    FILESEC__C20_STEP(FILESEC__C20_BYTES, d, by8, s, by8);                                     \
    FILESEC__C20_STEP(FILESEC__C20_ADD, c, d, r, s);                                           \
    FILESEC__C20_STEP(FILESEC__C20_XOR, b, c, q, r);                                           \
    FILESEC__C20_STEP(FILESEC__C20_ROTATE, b, 7, q, 7)

/* Words 0 to 15 of the input: x0 to x15 are set to them before the rounds, and get them added
   afterwards, by a second reading of state, as no register is free to keep them. */
#define FILESEC__C20_SET(i) x##i = _mm_set1_epi32((int)state[i])
#define FILESEC__C20_PLUS(i) x##i = _mm_add_epi32(x##i, _mm_set1_epi32((int)state[i]))
#define FILESEC__C20_INPUT(OP)                                                                 \
    OP(0), OP(1), OP(2), OP(3), OP(4), OP(5), OP(6), OP(7), OP(8), OP(9), OP(10), OP(11),      \
        OP(12), OP(13), OP(14), OP(15)

/* Four words of four blocks, word by word, become 16 bytes of each block in w, x, y and z; at:
   where in a block these bytes are. */
#define FILESEC__C20_WRITE(w, x, y, z, at)                                                     \
    t = _mm_unpacklo_epi32(w, x);                                                              \
    u = _mm_unpackhi_epi32(w, x);                                                              \
    x = _mm_unpacklo_epi32(y, z);                                                              \
    z = _mm_unpackhi_epi32(y, z);                                                              \
    FILESEC__C20_PUT(at, _mm_unpacklo_epi64(t, x));                                            \
    FILESEC__C20_PUT((at) + 64, _mm_unpackhi_epi64(t, x));                                     \
    FILESEC__C20_PUT((at) + 128, _mm_unpacklo_epi64(u, z));                                    \
    FILESEC__C20_PUT((at) + 192, _mm_unpackhi_epi64(u, z))

/* nblocks is a multiple of 4. */
static FILESEC__TARGET_X86_SSSE3 void filesec__chacha20_fours_x86_ssse3(uint32_t state[16],
                                                                        unsigned char *out,
                                                                        const unsigned char *in,
                                                                        size_t nblocks)
{
    FILESEC__C20_MASKS;

    for (; nblocks != 0; nblocks -= 4, in += 256, out += 256) {
        const __m128i ahead = _mm_setr_epi32(0, 1, 2, 3);
        __m128i FILESEC__C20_INPUT(FILESEC__C20_SET), t, u;
        int i;

        FILESEC__C20_ADD(x12, ahead);
        for (i = 0; i < 10; i++) {
            FILESEC__C20_PAIR(x0, x4, x8, x12, x1, x5, x9, x13);
            FILESEC__C20_PAIR(x2, x6, x10, x14, x3, x7, x11, x15);
            FILESEC__C20_PAIR(x0, x5, x10, x15, x1, x6, x11, x12);
            FILESEC__C20_PAIR(x2, x7, x8, x13, x3, x4, x9, x14);
        }
        FILESEC__C20_INPUT(FILESEC__C20_PLUS);
        FILESEC__C20_ADD(x12, ahead);
        FILESEC__C20_WRITE(x0, x1, x2, x3, 0);
        FILESEC__C20_WRITE(x4, x5, x6, x7, 16);
        FILESEC__C20_WRITE(x8, x9, x10, x11, 32);
        FILESEC__C20_WRITE(x12, x13, x14, x15, 48);
        state[12] += 4;
    }
}

/* ---- horizontal ------------------------------------------------------------------------ */

/* Four quarter rounds of block k; then its rows turn until diagonals are columns, or back. Row
   b, the last to be ready, stays where it is. */
#define FILESEC__C20_ROUND(k, turn_a, turn_c)                                                  \
    if (nblocks > (k)) {                                                                       \
        FILESEC__C20_ADD(a##k, b##k);                                                          \
        FILESEC__C20_XOR(d##k, a##k);                                                          \
        FILESEC__C20_BYTES(d##k, by16);                                                        \
        FILESEC__C20_ADD(c##k, d##k);                                                          \
        FILESEC__C20_XOR(b##k, c##k);                                                          \
        FILESEC__C20_ROTATE(b##k, 12);                                                         \
        FILESEC__C20_ADD(a##k, b##k);                                                          \
        FILESEC__C20_XOR(d##k, a##k);                                                          \
        FILESEC__C20_BYTES(d##k, by8);                                                         \
        FILESEC__C20_ADD(c##k, d##k);                                                          \
        FILESEC__C20_XOR(b##k, c##k);                                                          \
        FILESEC__C20_ROTATE(b##k, 7);                                                          \
        a##k = _mm_shuffle_epi32(a##k, turn_a);                                                \
        d##k = _mm_shuffle_epi32(d##k, 0x4e);                                                  \
        c##k = _mm_shuffle_epi32(c##k, turn_c);                                                \
    }

/* Row i of the input of block k. */
#define FILESEC__C20_ROW(i, k)                                                                 \
    _mm_add_epi32(_mm_loadu_si128((const __m128i *)(const void *)(state + 4 * (i))),           \
                  _mm_setr_epi32((i) == 3 ? (k) : 0, 0, 0, 0))
#define FILESEC__C20_ROWS(k)                                                                   \
    a##k = FILESEC__C20_ROW(0, k), b##k = FILESEC__C20_ROW(1, k),                              \
    c##k = FILESEC__C20_ROW(2, k), d##k = FILESEC__C20_ROW(3, k)

#define FILESEC__C20_WRITE_ROWS(k)                                                             \
    if (nblocks > (k)) {                                                                       \
        FILESEC__C20_PUT(64 * (k), _mm_add_epi32(a##k, FILESEC__C20_ROW(0, k)));               \
        FILESEC__C20_PUT(64 * (k) + 16, _mm_add_epi32(b##k, FILESEC__C20_ROW(1, k)));          \
        FILESEC__C20_PUT(64 * (k) + 32, _mm_add_epi32(c##k, FILESEC__C20_ROW(2, k)));          \
        FILESEC__C20_PUT(64 * (k) + 48, _mm_add_epi32(d##k, FILESEC__C20_ROW(3, k)));          \
    }

/* nblocks is a constant from 1 to 3. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_SSSE3 void
filesec__chacha20_rows_x86_ssse3(uint32_t state[16], unsigned char *out,
                                 const unsigned char *in, const unsigned nblocks)
{
    __m128i FILESEC__C20_ROWS(0), FILESEC__C20_ROWS(1), FILESEC__C20_ROWS(2);
    int i;
    FILESEC__C20_MASKS;

    for (i = 0; i < 10; i++) {
        FILESEC__C20_ROUND(0, 0x93, 0x39)
        FILESEC__C20_ROUND(1, 0x93, 0x39)
        FILESEC__C20_ROUND(2, 0x93, 0x39)
        FILESEC__C20_ROUND(0, 0x39, 0x93)
        FILESEC__C20_ROUND(1, 0x39, 0x93)
        FILESEC__C20_ROUND(2, 0x39, 0x93)
    }
    FILESEC__C20_WRITE_ROWS(0)
    FILESEC__C20_WRITE_ROWS(1)
    FILESEC__C20_WRITE_ROWS(2)
    state[12] += nblocks;
}

static FILESEC__TARGET_X86_SSSE3 void filesec__chacha20_x86_ssse3(uint32_t state[16],
                                                                  unsigned char *out,
                                                                  const unsigned char *in,
                                                                  size_t nblocks)
{
    size_t rest = nblocks % 4, whole = nblocks - rest;

    filesec__chacha20_fours_x86_ssse3(state, out, in, whole);
    in += 64 * whole;
    out += 64 * whole;
    if (rest == 3)
        filesec__chacha20_rows_x86_ssse3(state, out, in, 3);
    else if (rest == 2)
        filesec__chacha20_rows_x86_ssse3(state, out, in, 2);
    else if (rest == 1)
        filesec__chacha20_rows_x86_ssse3(state, out, in, 1);
}

#undef FILESEC__C20_TIE
#undef FILESEC__C20_TO_MEMORY
#undef FILESEC__C20_MASKS
#undef FILESEC__C20_ADD
#undef FILESEC__C20_XOR
#undef FILESEC__C20_BYTES
#undef FILESEC__C20_ROTATE
#undef FILESEC__C20_IN
#undef FILESEC__C20_PUT
#undef FILESEC__C20_STEP
#undef FILESEC__C20_PAIR
#undef FILESEC__C20_SET
#undef FILESEC__C20_PLUS
#undef FILESEC__C20_INPUT
#undef FILESEC__C20_WRITE
#undef FILESEC__C20_ROUND
#undef FILESEC__C20_ROW
#undef FILESEC__C20_ROWS
#undef FILESEC__C20_WRITE_ROWS
