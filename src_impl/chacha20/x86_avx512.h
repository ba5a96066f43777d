/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/contract.h"
#include "chacha20/x86_avx512_rows.h"
#include "core/system.h"
/*
 * chacha20/x86_avx512.h: ChaCha20 keystream, up to thirty-two blocks at a time
 *
 * Needs     AVX-512 F, VL, BW, DQ. Every function here carries FILESEC__TARGET_X86_AVX512.
 * Contract  as in chacha20/contract.h, with nothing added.
 *
 * Layout    From nine blocks on, vertical: xi holds word i of sixteen blocks, one block in each
 *           32-bit lane; y0 to y15 hold the next sixteen.
 *
 *                lane     15    14    ...     1     0
 *                x0       c0    c0            c0    c0
 *                x12     n+15  n+14          n+1    n
 *
 *           Lanes change places only once, in the transposition after round 20.
 *           Up to eight blocks, horizontal: see chacha20/x86_avx512_rows.h.
 * Registers Thirty-two blocks are 32 words for 32 registers: nothing is left over, and nothing
 *           is needed, for every step works in place. The input is read again after the rounds.
 *           FILESEC__C20_TIE keeps gcc from other orders, which spill; clang finds this one by
 *           itself, and spills if it is tied.
 * Bounds    Exactly 64 * nblocks bytes, at any alignment; prefetches stay inside them, too.
 * Not done  MAC work between the rounds: it gains less than it costs in registers. Sixteen
 *           blocks and the rest apart, from seventeen to thirty-one: two passes of latency
 *           instead of one.
 * Secrets   no branch and no address depends on key, counter or data.
 * From      RFC 8439, 2.1 to 2.4.
 */

#if FILESEC__GNU && !defined(__clang__)
/* x is computed here, where the source says: an order, not an instruction. */
#define FILESEC__C20_TIE(x) __asm__("" : "+v"(x))
/* x lives in memory from here on, and its value is not known. */
#define FILESEC__C20_TO_MEMORY(x) __asm__("" : "+m"(x))
#else
#define FILESEC__C20_TIE(x) ((void)0)
#define FILESEC__C20_TO_MEMORY(x) ((void)0)
#endif

/* Memory at p will be written soon. */
#if FILESEC__GNU
#define FILESEC__C20_PREFETCHW(p) __asm__ __volatile__("prefetchw %0" : : "m"(*(p)))
#else
#define FILESEC__C20_PREFETCHW(p) _mm_prefetch((const char *)(p), _MM_HINT_T0)
#endif

#define FILESEC__C20_ADD(x, y)                                                                 \
    x = _mm512_add_epi32(x, y);                                                                \
    FILESEC__C20_TIE(x)
#define FILESEC__C20_XOR(x, y)                                                                 \
    x = _mm512_xor_si512(x, y);                                                                \
    FILESEC__C20_TIE(x)
#define FILESEC__C20_ROTATE(x, n)                                                              \
    x = _mm512_maskz_rol_epi32(0xffff, x, n);                                                  \
    FILESEC__C20_TIE(x)

/* With a mask of ones, which costs nothing: without a mask, g++ warns of a variable in its own
   header. */
#define FILESEC__C20_LO32(x, y) _mm512_maskz_unpacklo_epi32(0xffff, x, y)
#define FILESEC__C20_HI32(x, y) _mm512_maskz_unpackhi_epi32(0xffff, x, y)
#define FILESEC__C20_LO64(x, y) _mm512_maskz_unpacklo_epi64(0xff, x, y)
#define FILESEC__C20_HI64(x, y) _mm512_maskz_unpackhi_epi64(0xff, x, y)

/* ---- vertical -------------------------------------------------------------------------- */

/* One step of the four quarter rounds of a round: va to vd with ve to vh, or rotated by n. */
#define FILESEC__C20_FOUR(v, OP, a, b, c, d, e, f, g, h)                                       \
    OP(v##a, v##e);                                                                            \
    OP(v##b, v##f);                                                                            \
    OP(v##c, v##g);                                                                            \
    OP(v##d, v##h)
#define FILESEC__C20_TURN(v, n, a, b, c, d)                                                    \
    FILESEC__C20_ROTATE(v##a, n);                                                              \
    FILESEC__C20_ROTATE(v##b, n);                                                              \
    FILESEC__C20_ROTATE(v##c, n);                                                              \
    FILESEC__C20_ROTATE(v##d, n)

/* The same step of both sets */
#define FILESEC__C20_BOTH(STEP, ...)                                                           \
    STEP(x, __VA_ARGS__);                                                                      \
    if (two) {                                                                                 \
        STEP(y, __VA_ARGS__);                                                                  \
    }

/* va to vd += ve to vh; vi to vl = (vi to vl ^ va to vd) <<< n */
#define FILESEC__C20_STEP(n, a, b, c, d, e, f, g, h, i, j, k, l)                               \
    FILESEC__C20_BOTH(FILESEC__C20_FOUR, FILESEC__C20_ADD, a, b, c, d, e, f, g, h)             \
    FILESEC__C20_BOTH(FILESEC__C20_FOUR, FILESEC__C20_XOR, i, j, k, l, a, b, c, d)             \
    FILESEC__C20_BOTH(FILESEC__C20_TURN, n, i, j, k, l)

/* The quarter rounds of 0 1 2 3, e f g h, i j k l and m n o p. */
#define FILESEC__C20_ROUND(e, f, g, h, i, j, k, l, m, n, o, p)                                 \
    FILESEC__C20_STEP(16, 0, 1, 2, 3, e, f, g, h, m, n, o, p)                                  \
    FILESEC__C20_STEP(12, i, j, k, l, m, n, o, p, e, f, g, h)                                  \
    FILESEC__C20_STEP(8, 0, 1, 2, 3, e, f, g, h, m, n, o, p)                                   \
    FILESEC__C20_STEP(7, i, j, k, l, m, n, o, p, e, f, g, h)

/* Words 0 to 15 of the input: v0 to v15 are set to them, or get them added. */
#define FILESEC__C20_WORD(i) _mm512_set1_epi32((int)state[i])
#define FILESEC__C20_SET(v, i) v##i = FILESEC__C20_WORD(i)
#define FILESEC__C20_PLUS(v, i) v##i = _mm512_add_epi32(v##i, FILESEC__C20_WORD(i))
#define FILESEC__C20_INPUT(OP, v)                                                              \
    OP(v, 0), OP(v, 1), OP(v, 2), OP(v, 3), OP(v, 4), OP(v, 5), OP(v, 6), OP(v, 7), OP(v, 8),  \
        OP(v, 9), OP(v, 10), OP(v, 11), OP(v, 12), OP(v, 13), OP(v, 14), OP(v, 15)

/* Four words of sixteen blocks, word by word, become 16 bytes of the blocks j, j + 4, j + 8 and
   j + 12, for j = 0 to 3 in w, x, y and z. */
#define FILESEC__C20_TRANSPOSE(w, x, y, z)                                                     \
    t = FILESEC__C20_LO32(w, x);                                                               \
    u = FILESEC__C20_HI32(w, x);                                                               \
    x = FILESEC__C20_LO32(y, z);                                                               \
    z = FILESEC__C20_HI32(y, z);                                                               \
    w = FILESEC__C20_LO64(t, x);                                                               \
    x = FILESEC__C20_HI64(t, x);                                                               \
    y = FILESEC__C20_LO64(u, z);                                                               \
    z = FILESEC__C20_HI64(u, z)

#define FILESEC__C20_PUT(k, w, x, y, z)                                                        \
    filesec__chacha20_put_x86_avx512(out + 64 * (k), in + 64 * (k), wanted >> (k), 4, w, x, y, \
                                     z)
#define FILESEC__C20_WRITE(v, k)                                                               \
    FILESEC__C20_TRANSPOSE(v##0, v##1, v##2, v##3);                                            \
    FILESEC__C20_TRANSPOSE(v##4, v##5, v##6, v##7);                                            \
    FILESEC__C20_TRANSPOSE(v##8, v##9, v##10, v##11);                                          \
    FILESEC__C20_TRANSPOSE(v##12, v##13, v##14, v##15);                                        \
    FILESEC__C20_PUT(k, v##0, v##4, v##8, v##12);                                              \
    FILESEC__C20_PUT((k) + 1, v##1, v##5, v##9, v##13);                                        \
    FILESEC__C20_PUT((k) + 2, v##2, v##6, v##10, v##14);                                       \
    FILESEC__C20_PUT((k) + 3, v##3, v##7, v##11, v##15)

/* Bit i of wanted: write block i. two: thirty-two blocks; not two: sixteen. A constant. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_vertical_x86_avx512(uint32_t state[16], unsigned char *out,
                                      const unsigned char *in, const uint32_t wanted,
                                      const int two)
{
    const __m512i ahead =
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512i FILESEC__C20_INPUT(FILESEC__C20_SET, x);
    __m512i FILESEC__C20_INPUT(FILESEC__C20_SET, y);
    __m512i t, u, kept14, kept15;
    int i;

    FILESEC__C20_ADD(x12, ahead);
    y12 = _mm512_add_epi32(x12, _mm512_set1_epi32(16));
    for (i = 0; i < 10; i++) {
        FILESEC__C20_ROUND(4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        FILESEC__C20_ROUND(5, 6, 7, 4, 10, 11, 8, 9, 15, 12, 13, 14)
    }
    FILESEC__BARRIER(state); /* its words are read again: no register has kept them */
    kept14 = y14;            /* t and u need room */
    kept15 = y15;
    FILESEC__C20_TO_MEMORY(kept14);
    FILESEC__C20_TO_MEMORY(kept15);
    FILESEC__C20_INPUT(FILESEC__C20_PLUS, x);
    FILESEC__C20_ADD(x12, ahead);
    FILESEC__C20_WRITE(x, 0);
    if (two) {
        y14 = kept14;
        y15 = kept15;
        FILESEC__C20_INPUT(FILESEC__C20_PLUS, y);
        FILESEC__C20_ADD(y12, ahead);
        FILESEC__C20_ADD(y12, _mm512_set1_epi32(16));
        FILESEC__C20_WRITE(y, 16);
    }
}

/* 16 < nblocks <= 32. Memory is asked for input and output before the rounds: they last long
   enough for it to answer. */
FILESEC__NEVER_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_two_x86_avx512(uint32_t state[16], unsigned char *out,
                                 const unsigned char *in, size_t nblocks)
{
    size_t i;

    for (i = 0; i < nblocks; i++) {
        _mm_prefetch((const char *)(in + 64 * i), _MM_HINT_T0);
        FILESEC__C20_PREFETCHW(out + 64 * i);
    }
    if (nblocks == 32)
        filesec__chacha20_vertical_x86_avx512(state, out, in, UINT32_C(0xffffffff), 1);
    else
        filesec__chacha20_vertical_x86_avx512(state, out, in, (UINT32_C(1) << nblocks) - 1, 1);
}

/* 8 < nblocks <= 16 */
FILESEC__NEVER_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_one_x86_avx512(uint32_t state[16], unsigned char *out,
                                 const unsigned char *in, size_t nblocks)
{
    filesec__chacha20_vertical_x86_avx512(state, out, in, (UINT32_C(1) << nblocks) - 1, 0);
}

static FILESEC__TARGET_X86_AVX512 void filesec__chacha20_x86_avx512(uint32_t state[16],
                                                                    unsigned char *out,
                                                                    const unsigned char *in,
                                                                    size_t nblocks)
{
    size_t n;

    for (; nblocks > 0; nblocks -= n, in += 64 * n, out += 64 * n) {
        n = nblocks > 32 ? 32 : nblocks;
        if (n > 16)
            filesec__chacha20_two_x86_avx512(state, out, in, n);
        else if (n > 8)
            filesec__chacha20_one_x86_avx512(state, out, in, n);
        else if (n > 4)
            filesec__chacha20_rows_x86_avx512(state, out, in, n, 1);
        else
            filesec__chacha20_rows_x86_avx512(state, out, in, n, 0);
        state[12] += (uint32_t)n;
    }
}

#undef FILESEC__C20_TIE
#undef FILESEC__C20_TO_MEMORY
#undef FILESEC__C20_PREFETCHW
#undef FILESEC__C20_ADD
#undef FILESEC__C20_XOR
#undef FILESEC__C20_ROTATE
#undef FILESEC__C20_LO32
#undef FILESEC__C20_HI32
#undef FILESEC__C20_LO64
#undef FILESEC__C20_HI64
#undef FILESEC__C20_FOUR
#undef FILESEC__C20_TURN
#undef FILESEC__C20_BOTH
#undef FILESEC__C20_STEP
#undef FILESEC__C20_ROUND
#undef FILESEC__C20_WORD
#undef FILESEC__C20_SET
#undef FILESEC__C20_PLUS
#undef FILESEC__C20_INPUT
#undef FILESEC__C20_TRANSPOSE
#undef FILESEC__C20_PUT
#undef FILESEC__C20_WRITE
