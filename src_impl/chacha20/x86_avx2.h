/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/contract.h"
#include "chacha20/x86_avx2_rounds.h"
#include "core/system.h"
/*
 * chacha20/x86_avx2.h: ChaCha20 keystream, up to sixteen blocks at a time
 *
 * Needs     AVX2. Every function here carries FILESEC__TARGET_X86_AVX2.
 * Contract  as in chacha20/contract.h, with nothing added.
 *
 * Layout    From seven blocks on, vertical: xi holds word i of eight blocks, one block in each
 *           32-bit lane; y0 to y15 hold the next eight blocks.
 *
 *                lane      7     6     5     4     3     2     1     0
 *                x0        c0    c0    c0    c0    c0    c0    c0    c0
 *                x12      n+7   n+6   n+5   n+4   n+3   n+2   n+1    n
 *
 *           Lanes change places only once, in the transposition after round 20.
 *           Up to six blocks, horizontal: a register holds one row, four words, of two blocks,
 *           one in each half, and the four lanes of a half are the four quarter rounds.
 * Registers Sixteen blocks are 32 words for 16 registers; half of them wait in memory. That
 *           costs less than it gains: a quarter round is too long a chain for eight blocks to
 *           keep the vector units busy. FILESEC__C20V_TIE holds the compiler to two quarter
 *           rounds at a time. The masks of the byte shuffles are read from the stack: where
 *           clang 14 and 19 see their values they make two shuffles of one, and with nothing
 *           32-byte aligned there they let spilled words straddle cache lines.
 * Bounds    Exactly 64 * nblocks bytes, at any alignment.
 * Not done  a scalar block beside the vector ones: it loses where integer and vector units
 *           share ports. Software prefetch: it gained nothing.
 * Secrets   no branch and no address depends on key, counter or data.
 * From      RFC 8439, 2.1 to 2.4.
 */

/* ---- vertical -------------------------------------------------------------------------- */

/* two: 8 < nblocks <= 16; not two: nblocks <= 8. A constant. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__chacha20_vertical_x86_avx2(uint32_t state[16], unsigned char *out,
                                    const unsigned char *in, size_t nblocks, const int two)
{
    const __m256i ahead = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i FILESEC__C20V_INPUT(FILESEC__C20V_SET, x);
    __m256i FILESEC__C20V_INPUT(FILESEC__C20V_SET, y);
    int i;
    FILESEC__C20V_MASKS;

    FILESEC__C20V_ADD(x12, ahead);
    y12 = _mm256_add_epi32(x12, _mm256_set1_epi32(8));
    for (i = 0; i < 10; i++) {
        FILESEC__C20V_COLUMNS(x);
        if (two) {
            FILESEC__C20V_COLUMNS(y);
        }
        FILESEC__C20V_DIAGONALS(x);
        if (two) {
            FILESEC__C20V_DIAGONALS(y);
        }
    }
    FILESEC__C20V_INPUT(FILESEC__C20V_PLUS, x);
    FILESEC__C20V_ADD(x12, ahead);
    FILESEC__C20V_WRITE(x, 0, two ? 8 : nblocks);
    if (two) {
        FILESEC__C20V_INPUT(FILESEC__C20V_PLUS, y);
        FILESEC__C20V_ADD(y12, _mm256_add_epi32(ahead, _mm256_set1_epi32(8)));
        FILESEC__C20V_WRITE(y, 512, nblocks - 8);
    }
    state[12] += (uint32_t)nblocks;
}

/* ---- horizontal ------------------------------------------------------------------------ */

/* Four quarter rounds of both blocks of pair k; then its rows turn until diagonals are columns,
   or back. Row b, the last to be ready, stays where it is. */
#define FILESEC__C20V_ROUND(k, turn_a, turn_c)                                                 \
    if (pairs > (k)) {                                                                         \
        FILESEC__C20V_ADD(a##k, b##k);                                                         \
        FILESEC__C20V_XOR(d##k, a##k);                                                         \
        FILESEC__C20V_BYTES(d##k, by16);                                                       \
        FILESEC__C20V_ADD(c##k, d##k);                                                         \
        FILESEC__C20V_XOR(b##k, c##k);                                                         \
        FILESEC__C20V_ROTATE(b##k, 12);                                                        \
        FILESEC__C20V_ADD(a##k, b##k);                                                         \
        FILESEC__C20V_XOR(d##k, a##k);                                                         \
        FILESEC__C20V_BYTES(d##k, by8);                                                        \
        FILESEC__C20V_ADD(c##k, d##k);                                                         \
        FILESEC__C20V_XOR(b##k, c##k);                                                         \
        FILESEC__C20V_ROTATE(b##k, 7);                                                         \
        a##k = _mm256_shuffle_epi32(a##k, turn_a);                                             \
        d##k = _mm256_shuffle_epi32(d##k, 0x4e);                                               \
        c##k = _mm256_shuffle_epi32(c##k, turn_c);                                             \
    }

/* Row i of the input, for both blocks of pair k. */
#define FILESEC__C20V_ROW(i, k)                                                                \
    _mm256_add_epi32(_mm256_broadcastsi128_si256(                                              \
                         _mm_loadu_si128((const __m128i *)(const void *)(state + 4 * (i)))),   \
                     _mm256_setr_epi32((i) == 3 ? 2 * (k) : 0, 0, 0, 0,                        \
                                       (i) == 3 ? 2 * (k) + 1 : 0, 0, 0, 0))
#define FILESEC__C20V_ROWS(k)                                                                  \
    a##k = FILESEC__C20V_ROW(0, k), b##k = FILESEC__C20V_ROW(1, k),                            \
    c##k = FILESEC__C20V_ROW(2, k), d##k = FILESEC__C20V_ROW(3, k)

/* Those of the blocks 2 * k and 2 * k + 1 that are wanted. */
#define FILESEC__C20V_WRITE_PAIR(k)                                                            \
    if (pairs > (k)) {                                                                         \
        FILESEC__C20V_ADD(a##k, FILESEC__C20V_ROW(0, k));                                      \
        FILESEC__C20V_ADD(b##k, FILESEC__C20V_ROW(1, k));                                      \
        FILESEC__C20V_ADD(c##k, FILESEC__C20V_ROW(2, k));                                      \
        FILESEC__C20V_ADD(d##k, FILESEC__C20V_ROW(3, k));                                      \
        FILESEC__C20V_PUT(128 * (k), _mm256_permute2x128_si256(a##k, b##k, 0x20));             \
        FILESEC__C20V_PUT(128 * (k) + 32, _mm256_permute2x128_si256(c##k, d##k, 0x20));        \
        if (nblocks > 2 * (k) + 1) {                                                           \
            FILESEC__C20V_PUT(128 * (k) + 64, _mm256_permute2x128_si256(a##k, b##k, 0x31));    \
            FILESEC__C20V_PUT(128 * (k) + 96, _mm256_permute2x128_si256(c##k, d##k, 0x31));    \
        }                                                                                      \
    }

/* 2 * pairs - 1 or 2 * pairs blocks; pairs is a constant from 1 to 3. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__chacha20_rows_x86_avx2(uint32_t state[16], unsigned char *out, const unsigned char *in,
                                size_t nblocks, const int pairs)
{
    __m256i FILESEC__C20V_ROWS(0), FILESEC__C20V_ROWS(1), FILESEC__C20V_ROWS(2);
    int i;
    FILESEC__C20V_MASKS;

    for (i = 0; i < 10; i++) {
        FILESEC__C20V_ROUND(0, 0x93, 0x39)
        FILESEC__C20V_ROUND(1, 0x93, 0x39)
        FILESEC__C20V_ROUND(2, 0x93, 0x39)
        FILESEC__C20V_ROUND(0, 0x39, 0x93)
        FILESEC__C20V_ROUND(1, 0x39, 0x93)
        FILESEC__C20V_ROUND(2, 0x39, 0x93)
    }
    FILESEC__C20V_WRITE_PAIR(0)
    FILESEC__C20V_WRITE_PAIR(1)
    FILESEC__C20V_WRITE_PAIR(2)
    state[12] += (uint32_t)nblocks;
}

static FILESEC__TARGET_X86_AVX2 void filesec__chacha20_x86_avx2(uint32_t state[16],
                                                                unsigned char *out,
                                                                const unsigned char *in,
                                                                size_t nblocks)
{
    size_t n;

    for (; nblocks > 0; nblocks -= n, in += 64 * n, out += 64 * n) {
        n = nblocks > 16 ? 16 : nblocks > 8 && nblocks <= 10 ? 8 : nblocks;
        if (n > 8)
            filesec__chacha20_vertical_x86_avx2(state, out, in, n, 1);
        else if (n > 6)
            filesec__chacha20_vertical_x86_avx2(state, out, in, n, 0);
        else if (n > 4)
            filesec__chacha20_rows_x86_avx2(state, out, in, n, 3);
        else if (n > 2)
            filesec__chacha20_rows_x86_avx2(state, out, in, n, 2);
        else
            filesec__chacha20_rows_x86_avx2(state, out, in, n, 1);
    }
}

#undef FILESEC__C20V_TIE
#undef FILESEC__C20V_TO_MEMORY
#undef FILESEC__C20V_MASKS
#undef FILESEC__C20V_ADD
#undef FILESEC__C20V_XOR
#undef FILESEC__C20V_BYTES
#undef FILESEC__C20V_ROTATE
#undef FILESEC__C20V_IN
#undef FILESEC__C20V_PUT
#undef FILESEC__C20V_STEP
#undef FILESEC__C20V_PAIR
#undef FILESEC__C20V_COLUMNS
#undef FILESEC__C20V_DIAGONALS
#undef FILESEC__C20V_SET
#undef FILESEC__C20V_PLUS
#undef FILESEC__C20V_INPUT
#undef FILESEC__C20V_TRANSPOSE
#undef FILESEC__C20V_JOIN
#undef FILESEC__C20V_WRITE
#undef FILESEC__C20V_ROUND
#undef FILESEC__C20V_ROW
#undef FILESEC__C20V_ROWS
#undef FILESEC__C20V_WRITE_PAIR
