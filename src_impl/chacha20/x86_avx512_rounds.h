/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/contract.h"
#include "chacha20/x86_avx512_rows.h"
#include "core/system.h"
/*
 * chacha20/x86_avx512_rounds.h: sixteen or thirty-two blocks for chacha20/x86_avx512.h, with
 * the one-time key of Poly1305 beside them for chacha20poly1305/x86_avx512.h
 *
 * Vertical: layout and registers are told in chacha20/x86_avx512.h.
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

/* A quarter round of the one block in w0 to w15. The ties keep clang from making vectors of
   them, for which there are no registers. */
#define FILESEC__C20_HALF(a, b, c, d, n, m)                                                    \
    a += b;                                                                                    \
    d = filesec__rotl32(d ^ a, n);                                                             \
    c += d;                                                                                    \
    b = filesec__rotl32(b ^ c, m);                                                             \
    FILESEC__BARRIER(b)
#define FILESEC__C20_QUARTER(a, b, c, d)                                                       \
    FILESEC__C20_HALF(w##a, w##b, w##c, w##d, 16, 12);                                         \
    FILESEC__C20_HALF(w##a, w##b, w##c, w##d, 8, 7)
#define FILESEC__C20_DOUBLE_ROUND                                                              \
    FILESEC__C20_QUARTER(0, 4, 8, 12);                                                         \
    FILESEC__C20_QUARTER(1, 5, 9, 13);                                                         \
    FILESEC__C20_QUARTER(2, 6, 10, 14);                                                        \
    FILESEC__C20_QUARTER(3, 7, 11, 15);                                                        \
    FILESEC__C20_QUARTER(0, 5, 10, 15);                                                        \
    FILESEC__C20_QUARTER(1, 6, 11, 12);                                                        \
    FILESEC__C20_QUARTER(2, 7, 8, 13);                                                         \
    FILESEC__C20_QUARTER(3, 4, 9, 14)

/* Words 0 to 15 of the input: v0 to v15 are set to them, or get them added. */
#define FILESEC__C20_WORD(i) _mm512_set1_epi32((int)state[i])
#define FILESEC__C20_SET(v, i) v##i = FILESEC__C20_WORD(i)
#define FILESEC__C20_ALONE(v, i) v##i = state[i]
#define FILESEC__C20_KEY(i) filesec__store32le(key + 4 * (i), w##i + state[i])
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

/* Blocks k to k + 15 of v, as far as len bytes reach */
#define FILESEC__C20_BLOCKS(v, k, len, a, b, c, d)                                             \
    FILESEC__C20_OUT(k, len, v##a);                                                            \
    FILESEC__C20_OUT((k) + 1, len, v##b);                                                      \
    FILESEC__C20_OUT((k) + 2, len, v##c);                                                      \
    FILESEC__C20_OUT((k) + 3, len, v##d)
#define FILESEC__C20_WRITE(v, k, len)                                                          \
    FILESEC__C20_TRANSPOSE(v##0, v##1, v##2, v##3);                                            \
    FILESEC__C20_TRANSPOSE(v##4, v##5, v##6, v##7);                                            \
    FILESEC__C20_TRANSPOSE(v##8, v##9, v##10, v##11);                                          \
    FILESEC__C20_TRANSPOSE(v##12, v##13, v##14, v##15);                                        \
    FILESEC__C20_TURN_QUARTERS(v##0, v##4, v##8, v##12);                                       \
    FILESEC__C20_TURN_QUARTERS(v##1, v##5, v##9, v##13);                                       \
    FILESEC__C20_TURN_QUARTERS(v##2, v##6, v##10, v##14);                                      \
    FILESEC__C20_TURN_QUARTERS(v##3, v##7, v##11, v##15);                                      \
    FILESEC__C20_BLOCKS(v, k, len, 0, 1, 2, 3);                                                \
    FILESEC__C20_BLOCKS(v, (k) + 4, len, 4, 5, 6, 7);                                          \
    FILESEC__C20_BLOCKS(v, (k) + 8, len, 8, 9, 10, 11);                                        \
    FILESEC__C20_BLOCKS(v, (k) + 12, len, 12, 13, 14, 15)

/* two: 1024 < len <= 2048, thirty-two blocks; not two: len <= 1024, sixteen. keyed: the block
   before these in general registers, beside them; its first 32 bytes go to key. Constants. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_vertical_x86_avx512(const uint32_t state[16], unsigned char *key,
                                      unsigned char *out, const unsigned char *in,
                                      const size_t len, const int two, const int keyed)
{
    const __m512i ahead = _mm512_add_epi32(
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
        _mm512_set1_epi32(keyed));
    __m512i FILESEC__C20_INPUT(FILESEC__C20_SET, x);
    __m512i FILESEC__C20_INPUT(FILESEC__C20_SET, y);
    uint32_t FILESEC__C20_INPUT(FILESEC__C20_ALONE, w);
    __m512i t, u, kept14, kept15;
    int i;

    FILESEC__C20_ADD(x12, ahead);
    y12 = _mm512_add_epi32(x12, _mm512_set1_epi32(16));
    for (i = 0; i < 10; i++) {
        FILESEC__C20_ROUND(4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        FILESEC__C20_ROUND(5, 6, 7, 4, 10, 11, 8, 9, 15, 12, 13, 14)
        if (keyed) {
            FILESEC__C20_DOUBLE_ROUND;
        }
    }
    FILESEC__BARRIER(state); /* its words are read again: no register has kept them */
    if (keyed) {
        FILESEC__C20_KEY(0);
        FILESEC__C20_KEY(1);
        FILESEC__C20_KEY(2);
        FILESEC__C20_KEY(3);
        FILESEC__C20_KEY(4);
        FILESEC__C20_KEY(5);
        FILESEC__C20_KEY(6);
        FILESEC__C20_KEY(7);
    }
    kept14 = y14; /* t and u need room */
    kept15 = y15;
    FILESEC__C20_TO_MEMORY(kept14);
    FILESEC__C20_TO_MEMORY(kept15);
    FILESEC__C20_INPUT(FILESEC__C20_PLUS, x);
    FILESEC__C20_ADD(x12, ahead);
    FILESEC__C20_WRITE(x, (size_t)0, two ? (size_t)1024 : len);
    if (two) {
        y14 = kept14;
        y15 = kept15;
        FILESEC__C20_INPUT(FILESEC__C20_PLUS, y);
        FILESEC__C20_ADD(y12, ahead);
        FILESEC__C20_ADD(y12, _mm512_set1_epi32(16));
        FILESEC__C20_WRITE(y, (size_t)16, len);
    }
}
