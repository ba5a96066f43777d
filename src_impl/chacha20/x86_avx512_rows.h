/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/contract.h"
#include "core/system.h"
/*
 * chacha20/x86_avx512_rows.h: up to eight blocks for chacha20/x86_avx512.h, and its output
 *
 * Horizontal: a register holds one row, four words, of four blocks, one in each quarter, and
 * the four lanes of a quarter are the four quarter rounds. Rounds are a chain of dependent
 * steps, so the second set of four blocks costs little.
 */
/* With a mask of ones, which costs nothing: without a mask, g++ warns of a variable in its own
   header. */
#define FILESEC__C20_QUARTERS(x, y, which) _mm512_maskz_shuffle_i32x4(0xffff, x, y, which)
#define FILESEC__C20_SHUFFLE(x, which) x = _mm512_maskz_shuffle_epi32(0xffff, x, which)
#define FILESEC__C20_ROTATE(x, n) x = _mm512_maskz_rol_epi32(0xffff, x, n)
#define FILESEC__C20_ADD(x, y) x = _mm512_add_epi32(x, y)
#define FILESEC__C20_XOR(x, y) x = _mm512_xor_si512(x, y)

/* ---- output ---------------------------------------------------------------------------- */

/* out = in XOR x, of a whole block or, if it is not wanted, of no byte. No branch: it would
   cost registers in the rounds before it, and a wrong guess here. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_block_x86_avx512(unsigned char *out, const unsigned char *in, uint32_t wanted,
                                   __m512i x)
{
    const __mmask16 m = (__mmask16)((0 - (wanted & 1)) & 0xffff);

    x = _mm512_xor_si512(x, _mm512_maskz_loadu_epi32(m, (const void *)in));
    _mm512_mask_storeu_epi32((void *)out, m, x);
}

/* Four times four quarters, 16 bytes each, change rows for columns: of w, x, y and z, the first
   quarters become the block at out, the second ones that step blocks further, and so on. Bit i
   of wanted: write the block i blocks further. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_put_x86_avx512(unsigned char *out, const unsigned char *in, uint32_t wanted,
                                 size_t step, __m512i w, __m512i x, __m512i y, __m512i z)
{
    __m512i t = FILESEC__C20_QUARTERS(w, x, 0x44), u = FILESEC__C20_QUARTERS(y, z, 0x44);
    const size_t n = 64 * step;

    w = FILESEC__C20_QUARTERS(w, x, 0xee);
    y = FILESEC__C20_QUARTERS(y, z, 0xee);
    x = FILESEC__C20_QUARTERS(t, u, 0x88);
    z = FILESEC__C20_QUARTERS(t, u, 0xdd);
    t = FILESEC__C20_QUARTERS(w, y, 0x88);
    u = FILESEC__C20_QUARTERS(w, y, 0xdd);
    filesec__chacha20_block_x86_avx512(out, in, wanted, x);
    filesec__chacha20_block_x86_avx512(out + n, in + n, wanted >> step, z);
    filesec__chacha20_block_x86_avx512(out + 2 * n, in + 2 * n, wanted >> 2 * step, t);
    filesec__chacha20_block_x86_avx512(out + 3 * n, in + 3 * n, wanted >> 3 * step, u);
}

/* ---- rounds ---------------------------------------------------------------------------- */

/* Four quarter rounds of the four blocks of set k; then its rows turn until diagonals are
   columns, or back. Row b, the last to be ready, stays where it is. */
#define FILESEC__C20_HALF(k, n, m)                                                             \
    FILESEC__C20_ADD(a##k, b##k);                                                              \
    FILESEC__C20_XOR(d##k, a##k);                                                              \
    FILESEC__C20_ROTATE(d##k, n);                                                              \
    FILESEC__C20_ADD(c##k, d##k);                                                              \
    FILESEC__C20_XOR(b##k, c##k);                                                              \
    FILESEC__C20_ROTATE(b##k, m)
#define FILESEC__C20_ROUND(k, turn_a, turn_c)                                                  \
    FILESEC__C20_HALF(k, 16, 12);                                                              \
    FILESEC__C20_HALF(k, 8, 7);                                                                \
    FILESEC__C20_SHUFFLE(a##k, turn_a);                                                        \
    FILESEC__C20_SHUFFLE(d##k, _MM_PERM_BADC);                                                 \
    FILESEC__C20_SHUFFLE(c##k, turn_c)

/* Row i of the input; row 3 with the counters of set k. */
#define FILESEC__C20_ROW(i)                                                                    \
    _mm512_maskz_broadcast_i32x4(                                                              \
        0xffff, _mm_loadu_si128((const __m128i *)(const void *)(state + 4 * (i))))
#define FILESEC__C20_COUNTER(k)                                                                \
    _mm512_add_epi32(FILESEC__C20_ROW(3),                                                      \
                     _mm512_setr_epi32(4 * (k), 0, 0, 0, 4 * (k) + 1, 0, 0, 0, 4 * (k) + 2, 0, \
                                       0, 0, 4 * (k) + 3, 0, 0, 0))

#define FILESEC__C20_WRITE(k)                                                                  \
    FILESEC__C20_ADD(a##k, FILESEC__C20_ROW(0));                                               \
    FILESEC__C20_ADD(b##k, FILESEC__C20_ROW(1));                                               \
    FILESEC__C20_ADD(c##k, FILESEC__C20_ROW(2));                                               \
    FILESEC__C20_ADD(d##k, FILESEC__C20_COUNTER(k));                                           \
    filesec__chacha20_put_x86_avx512(out + 256 * (k), in + 256 * (k), wanted >> 4 * (k), 1,    \
                                     a##k, b##k, c##k, d##k)

/* two: nblocks <= 8; not two: nblocks <= 4. A constant. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_rows_x86_avx512(const uint32_t state[16], unsigned char *out,
                                  const unsigned char *in, size_t nblocks, const int two)
{
    const uint32_t wanted = (UINT32_C(1) << nblocks) - 1;
    __m512i a0 = FILESEC__C20_ROW(0), a1 = a0, b0 = FILESEC__C20_ROW(1), b1 = b0;
    __m512i c0 = FILESEC__C20_ROW(2), c1 = c0;
    __m512i d0 = FILESEC__C20_COUNTER(0), d1 = FILESEC__C20_COUNTER(1);
    int i;

    for (i = 0; i < 10; i++) {
        FILESEC__C20_ROUND(0, _MM_PERM_CBAD, _MM_PERM_ADCB);
        if (two) {
            FILESEC__C20_ROUND(1, _MM_PERM_CBAD, _MM_PERM_ADCB);
        }
        FILESEC__C20_ROUND(0, _MM_PERM_ADCB, _MM_PERM_CBAD);
        if (two) {
            FILESEC__C20_ROUND(1, _MM_PERM_ADCB, _MM_PERM_CBAD);
        }
    }
    FILESEC__C20_WRITE(0);
    if (two) {
        FILESEC__C20_WRITE(1);
    }
}

#undef FILESEC__C20_QUARTERS
#undef FILESEC__C20_SHUFFLE
#undef FILESEC__C20_ROTATE
#undef FILESEC__C20_ADD
#undef FILESEC__C20_XOR
#undef FILESEC__C20_HALF
#undef FILESEC__C20_ROUND
#undef FILESEC__C20_ROW
#undef FILESEC__C20_COUNTER
#undef FILESEC__C20_WRITE
