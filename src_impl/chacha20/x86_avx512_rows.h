/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/contract.h"
#include "core/system.h"
/*
 * chacha20/x86_avx512_rows.h: up to eight blocks for chacha20/x86_avx512.h, and the output of
 * all
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

/* Block b: out = in XOR x, as far as len bytes reach. Nonzero: they end here, or before. The
   branches are on lengths alone, and no address behind len is used, not even under a mask: for
   a page that is not there, that takes the processor thousands of cycles. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 int
filesec__chacha20_block_x86_avx512(unsigned char *out, const unsigned char *in, size_t len,
                                   size_t b, __m512i x)
{
    const size_t at = 64 * b;

    if (len >= at + 64) {
        x = _mm512_xor_si512(x, _mm512_loadu_si512((const void *)(in + at)));
        _mm512_storeu_si512((void *)(out + at), x);
        return 0;
    }
    if (len > at) {
        const __mmask64 m = (UINT64_C(1) << (len - at)) - 1;

        x = _mm512_xor_si512(x, _mm512_maskz_loadu_epi8(m, (const void *)(in + at)));
        _mm512_mask_storeu_epi8((void *)(out + at), m, x);
    }
    return 1;
}

/* Four times four quarters, 16 bytes each, change rows for columns: the first quarters of w, x,
   y and z become w, the second ones x, and so on. t and u are lost. */
#define FILESEC__C20_TURN_QUARTERS(w, x, y, z)                                                 \
    t = FILESEC__C20_QUARTERS(w, x, 0x44);                                                     \
    u = FILESEC__C20_QUARTERS(w, x, 0xee);                                                     \
    w = FILESEC__C20_QUARTERS(y, z, 0x44);                                                     \
    z = FILESEC__C20_QUARTERS(y, z, 0xee);                                                     \
    x = FILESEC__C20_QUARTERS(t, w, 0xdd);                                                     \
    w = FILESEC__C20_QUARTERS(t, w, 0x88);                                                     \
    y = FILESEC__C20_QUARTERS(u, z, 0x88);                                                     \
    z = FILESEC__C20_QUARTERS(u, z, 0xdd)

/* Block b is in x; the function returns behind the last one. */
#define FILESEC__C20_OUT(b, len, x)                                                            \
    if (filesec__chacha20_block_x86_avx512(out, in, len, b, x))                                \
    return

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

#define FILESEC__C20_WRITE(k, len)                                                             \
    FILESEC__C20_ADD(a##k, FILESEC__C20_ROW(0));                                               \
    FILESEC__C20_ADD(b##k, FILESEC__C20_ROW(1));                                               \
    FILESEC__C20_ADD(c##k, FILESEC__C20_ROW(2));                                               \
    FILESEC__C20_ADD(d##k, FILESEC__C20_COUNTER(k));                                           \
    FILESEC__C20_TURN_QUARTERS(a##k, b##k, c##k, d##k);                                        \
    FILESEC__C20_OUT(4 * (k), len, a##k);                                                      \
    FILESEC__C20_OUT(4 * (k) + 1, len, b##k);                                                  \
    FILESEC__C20_OUT(4 * (k) + 2, len, c##k);                                                  \
    FILESEC__C20_OUT(4 * (k) + 3, len, d##k)

/* 256 < len <= 512 */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_rows_x86_avx512(const uint32_t state[16], unsigned char *out,
                                  const unsigned char *in, size_t len)
{
    __m512i a0 = FILESEC__C20_ROW(0), a1 = a0, b0 = FILESEC__C20_ROW(1), b1 = b0;
    __m512i c0 = FILESEC__C20_ROW(2), c1 = c0;
    __m512i d0 = FILESEC__C20_COUNTER(0), d1 = FILESEC__C20_COUNTER(1), t, u;
    int i;

    for (i = 0; i < 10; i++) {
        FILESEC__C20_ROUND(0, _MM_PERM_CBAD, _MM_PERM_ADCB);
        FILESEC__C20_ROUND(1, _MM_PERM_CBAD, _MM_PERM_ADCB);
        FILESEC__C20_ROUND(0, _MM_PERM_ADCB, _MM_PERM_CBAD);
        FILESEC__C20_ROUND(1, _MM_PERM_ADCB, _MM_PERM_CBAD);
    }
    FILESEC__C20_WRITE(0, (size_t)256);
    FILESEC__C20_WRITE(1, len);
}

#undef FILESEC__C20_SHUFFLE
#undef FILESEC__C20_ROTATE
#undef FILESEC__C20_ADD
#undef FILESEC__C20_XOR
#undef FILESEC__C20_HALF
#undef FILESEC__C20_ROUND
#undef FILESEC__C20_ROW
#undef FILESEC__C20_COUNTER
#undef FILESEC__C20_WRITE
