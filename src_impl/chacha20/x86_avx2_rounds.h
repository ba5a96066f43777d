/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/contract.h"
#include "core/system.h"
/*
 * chacha20/x86_avx2_rounds.h: the steps of ChaCha20 on AVX2, shared by the kernel and by what
 * has Poly1305 beside it
 *
 * Vertical: v0 to v15 hold word i of eight blocks, one block in each 32-bit lane. Needs, layout
 * and the rest are told in chacha20/x86_avx2.h, at whose end the macros are undefined.
 */

#if FILESEC__GNU
/* x is computed here, before what follows: an order, not an instruction. */
#define FILESEC__C20V_TIE(x) __asm__ __volatile__("" : "+x"(x))
/* x lives in aligned memory from here on, and its value is not known. */
#define FILESEC__C20V_TO_MEMORY(x) __asm__("" : "+m"(x))
#else
#define FILESEC__C20V_TIE(x) ((void)0)
#define FILESEC__C20V_TO_MEMORY(x) ((void)0)
#endif

/* Rotations by 16 and 8 are shuffles of the bytes of each word. */
#define FILESEC__C20V_MASKS                                                                    \
    __m256i by16 = _mm256_broadcastsi128_si256(                                                \
        _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));                  \
    __m256i by8 = _mm256_broadcastsi128_si256(                                                 \
        _mm_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14));                  \
    FILESEC__C20V_TO_MEMORY(by16);                                                             \
    FILESEC__C20V_TO_MEMORY(by8)

#define FILESEC__C20V_ADD(x, y) x = _mm256_add_epi32(x, y)
#define FILESEC__C20V_XOR(x, y) x = _mm256_xor_si256(x, y)
#define FILESEC__C20V_BYTES(x, mask) x = _mm256_shuffle_epi8(x, mask)
#define FILESEC__C20V_ROTATE(x, n)                                                             \
    x = _mm256_or_si256(_mm256_slli_epi32(x, n), _mm256_srli_epi32(x, 32 - (n)))

/* 32 bytes from at on: out = in XOR x */
#define FILESEC__C20V_IN(at) _mm256_loadu_si256((const __m256i *)(const void *)(in + (at)))
#define FILESEC__C20V_PUT(at, x)                                                               \
    _mm256_storeu_si256((__m256i *)(void *)(out + (at)),                                       \
                        _mm256_xor_si256(FILESEC__C20V_IN(at), x))

/* The same step of two quarter rounds. */
#define FILESEC__C20V_STEP(OP, x, y, p, q)                                                     \
    OP(x, y);                                                                                  \
    FILESEC__C20V_TIE(x);                                                                      \
    OP(p, q);                                                                                  \
    FILESEC__C20V_TIE(p)

/* Two quarter rounds: of a, b, c, d and of p, q, r, s. The masks stay in memory: words need the
   registers more. */
#define FILESEC__C20V_PAIR(a, b, c, d, p, q, r, s)                                             \
    FILESEC__C20V_TO_MEMORY(by16);                                                             \
    FILESEC__C20V_TO_MEMORY(by8);                                                              \
    FILESEC__C20V_STEP(FILESEC__C20V_ADD, a, b, p, q);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_XOR, d, a, s, p);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_BYTES, d, by16, s, by16);                                 \
    FILESEC__C20V_STEP(FILESEC__C20V_ADD, c, d, r, s);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_XOR, b, c, q, r);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_ROTATE, b, 12, q, 12);                                    \
    FILESEC__C20V_STEP(FILESEC__C20V_ADD, a, b, p, q);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_XOR, d, a, s, p);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_BYTES, d, by8, s, by8);                                   \
    FILESEC__C20V_STEP(FILESEC__C20V_ADD, c, d, r, s);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_XOR, b, c, q, r);                                         \
    FILESEC__C20V_STEP(FILESEC__C20V_ROTATE, b, 7, q, 7)

#define FILESEC__C20V_COLUMNS(v)                                                               \
    FILESEC__C20V_PAIR(v##0, v##4, v##8, v##12, v##1, v##5, v##9, v##13);                      \
    FILESEC__C20V_PAIR(v##2, v##6, v##10, v##14, v##3, v##7, v##11, v##15)
#define FILESEC__C20V_DIAGONALS(v)                                                             \
    FILESEC__C20V_PAIR(v##0, v##5, v##10, v##15, v##1, v##6, v##11, v##12);                    \
    FILESEC__C20V_PAIR(v##2, v##7, v##8, v##13, v##3, v##4, v##9, v##14)

/* Words 0 to 15 of the input: v0 to v15 are set to them before the rounds, and get them added
   afterwards, by a second reading of state, as no register is free to keep them. */
#define FILESEC__C20V_SET(v, i) v##i = _mm256_set1_epi32((int)state[i])
#define FILESEC__C20V_PLUS(v, i) v##i = _mm256_add_epi32(v##i, _mm256_set1_epi32((int)state[i]))
#define FILESEC__C20V_INPUT(OP, v)                                                             \
    OP(v, 0), OP(v, 1), OP(v, 2), OP(v, 3), OP(v, 4), OP(v, 5), OP(v, 6), OP(v, 7), OP(v, 8),  \
        OP(v, 9), OP(v, 10), OP(v, 11), OP(v, 12), OP(v, 13), OP(v, 14), OP(v, 15)

/* Four words of eight blocks, word by word, become 16 bytes of blocks j and j + 4, for j = 0 to
   3 in w, x, y and z. */
#define FILESEC__C20V_TRANSPOSE(w, x, y, z)                                                    \
    t = _mm256_unpacklo_epi32(w, x);                                                           \
    u = _mm256_unpackhi_epi32(w, x);                                                           \
    x = _mm256_unpacklo_epi32(y, z);                                                           \
    z = _mm256_unpackhi_epi32(y, z);                                                           \
    w = _mm256_unpacklo_epi64(t, x);                                                           \
    x = _mm256_unpackhi_epi64(t, x);                                                           \
    y = _mm256_unpacklo_epi64(u, z);                                                           \
    z = _mm256_unpackhi_epi64(u, z)

/* a holds 16 bytes of blocks j and j + 4, b the next 16 of both. */
#define FILESEC__C20V_JOIN(a, b, j)                                                            \
    t = _mm256_permute2x128_si256(a, b, 0x21); /* the second half of a, the first of b */      \
    if ((j) < nblocks)                                                                         \
        FILESEC__C20V_PUT(64 * (j), _mm256_blend_epi32(a, t, 0xf0));                           \
    if ((j) + 4 < nblocks)                                                                     \
    FILESEC__C20V_PUT(64 * ((j) + 4), _mm256_blend_epi32(t, b, 0xf0))

/* Eight words, half a block, of nblocks <= 8 blocks. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__chacha20_write_x86_avx2(unsigned char *out, const unsigned char *in, size_t nblocks,
                                 __m256i a, __m256i b, __m256i c, __m256i d, __m256i e,
                                 __m256i f, __m256i g, __m256i h)
{
    __m256i t, u;

    FILESEC__C20V_TRANSPOSE(a, b, c, d);
    FILESEC__C20V_TRANSPOSE(e, f, g, h);
    FILESEC__C20V_JOIN(a, e, 0);
    FILESEC__C20V_JOIN(b, f, 1);
    FILESEC__C20V_JOIN(c, g, 2);
    FILESEC__C20V_JOIN(d, h, 3);
}

#define FILESEC__C20V_WRITE(v, at, nblocks)                                                    \
    filesec__chacha20_write_x86_avx2(out + (at), in + (at), nblocks, v##0, v##1, v##2, v##3,   \
                                     v##4, v##5, v##6, v##7);                                  \
    filesec__chacha20_write_x86_avx2(out + (at) + 32, in + (at) + 32, nblocks, v##8, v##9,     \
                                     v##10, v##11, v##12, v##13, v##14, v##15)
