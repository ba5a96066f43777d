/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/contract.h"
#include "chacha20/x86_avx512_rows.h"
#include "core/system.h"
/*
 * chacha20/x86_avx512_pairs.h: up to six blocks for chacha20/x86_avx512.h
 *
 * Horizontal, as chacha20/x86_avx512_rows.h, in registers of 256 bits: a row of two blocks. The
 * time is that of a chain of dependent steps, and each is a cycle shorter in these where
 * registers of 512 bits go through in halves; where they do not, nothing is lost.
 */
#define FILESEC__C20_SHUFFLE(x, which) x = _mm256_shuffle_epi32(x, which)
#define FILESEC__C20_ROTATE(x, n) x = _mm256_rol_epi32(x, n)
#define FILESEC__C20_ADD(x, y) x = _mm256_add_epi32(x, y)
#define FILESEC__C20_XOR(x, y) x = _mm256_xor_si256(x, y)

/* Four quarter rounds of the two blocks of set k, and the turn: see the other file. */
#define FILESEC__C20_HALF(k, n, m)                                                             \
    FILESEC__C20_ADD(a##k, b##k);                                                              \
    FILESEC__C20_XOR(d##k, a##k);                                                              \
    FILESEC__C20_ROTATE(d##k, n);                                                              \
    FILESEC__C20_ADD(c##k, d##k);                                                              \
    FILESEC__C20_XOR(b##k, c##k);                                                              \
    FILESEC__C20_ROTATE(b##k, m)
#define FILESEC__C20_ROUND(k, turn_a, turn_c)                                                  \
    if ((k) < sets) {                                                                          \
        FILESEC__C20_HALF(k, 16, 12);                                                          \
        FILESEC__C20_HALF(k, 8, 7);                                                            \
        FILESEC__C20_SHUFFLE(a##k, turn_a);                                                    \
        FILESEC__C20_SHUFFLE(d##k, 0x4e);                                                      \
        FILESEC__C20_SHUFFLE(c##k, turn_c);                                                    \
    }

/* Row i of the input; row 3 with the counters of set k. */
#define FILESEC__C20_ROW(i)                                                                    \
    _mm256_broadcastsi128_si256(                                                               \
        _mm_loadu_si128((const __m128i *)(const void *)(state + 4 * (i))))
#define FILESEC__C20_COUNTER(k)                                                                \
    _mm256_add_epi32(FILESEC__C20_ROW(3),                                                      \
                     _mm256_setr_epi32(2 * (k), 0, 0, 0, 2 * (k) + 1, 0, 0, 0))

/* Halves of rows w, x, y, z are a block. */
#define FILESEC__C20_JOIN(which, w, x, y, z)                                                   \
    _mm512_maskz_inserti64x4(0xff,                                                             \
                             _mm512_castsi256_si512(_mm256_permute2x128_si256(w, x, which)),   \
                             _mm256_permute2x128_si256(y, z, which), 1)
#define FILESEC__C20_WRITE(k)                                                                  \
    if ((k) < sets) {                                                                          \
        FILESEC__C20_ADD(a##k, FILESEC__C20_ROW(0));                                           \
        FILESEC__C20_ADD(b##k, FILESEC__C20_ROW(1));                                           \
        FILESEC__C20_ADD(c##k, FILESEC__C20_ROW(2));                                           \
        FILESEC__C20_ADD(d##k, FILESEC__C20_COUNTER(k));                                       \
        FILESEC__C20_OUT(2 * (k), len, FILESEC__C20_JOIN(0x20, a##k, b##k, c##k, d##k));       \
        FILESEC__C20_OUT(2 * (k) + 1, len, FILESEC__C20_JOIN(0x31, a##k, b##k, c##k, d##k));   \
    }

/* len <= 128 * sets. sets, 1 to 3, is a constant. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_pairs_x86_avx512(const uint32_t state[16], unsigned char *out,
                                   const unsigned char *in, size_t len, const int sets)
{
    __m256i a0 = FILESEC__C20_ROW(0), a1 = a0, a2 = a0;
    __m256i b0 = FILESEC__C20_ROW(1), b1 = b0, b2 = b0;
    __m256i c0 = FILESEC__C20_ROW(2), c1 = c0, c2 = c0;
    __m256i d0 = FILESEC__C20_COUNTER(0), d1 = FILESEC__C20_COUNTER(1);
    __m256i d2 = FILESEC__C20_COUNTER(2);
    int i;

    for (i = 0; i < 10; i++) {
        FILESEC__C20_ROUND(0, 0x93, 0x39)
        FILESEC__C20_ROUND(1, 0x93, 0x39)
        FILESEC__C20_ROUND(2, 0x93, 0x39)
        FILESEC__C20_ROUND(0, 0x39, 0x93)
        FILESEC__C20_ROUND(1, 0x39, 0x93)
        FILESEC__C20_ROUND(2, 0x39, 0x93)
    }
    FILESEC__C20_WRITE(0)
    FILESEC__C20_WRITE(1)
    FILESEC__C20_WRITE(2)
}

#undef FILESEC__C20_SHUFFLE
#undef FILESEC__C20_ROTATE
#undef FILESEC__C20_ADD
#undef FILESEC__C20_XOR
#undef FILESEC__C20_HALF
#undef FILESEC__C20_ROUND
#undef FILESEC__C20_ROW
#undef FILESEC__C20_COUNTER
#undef FILESEC__C20_JOIN
#undef FILESEC__C20_WRITE
