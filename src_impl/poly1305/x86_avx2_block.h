/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "poly1305/limbs64.h"
/*
 * poly1305/x86_avx2_block.h: one block of Poly1305 with MULX, for the AVX2 kernels
 *
 * The arithmetic and the bounds are those of poly1305/limbs64.h. Where gcc would build sums of
 * 128 bits in pairs of registers, which it has not got here and spills inside the chain from
 * block to block, the sums of words and carries are spelled out.
 */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
/* lo + hi 2^64 = a b */
#define FILESEC__PRODUCT(lo, hi, a, b)                                                         \
    __asm__("mulx %3, %0, %1" : "=r"(lo), "=r"(hi) : "%d"(a), "rm"(b))
/* (a, b) += (x, y) */
#define FILESEC__SUM2(a, b, x, y)                                                              \
    __asm__("add %2, %0; adc %3, %1" : "+&r"(a), "+r"(b) : "rme"(x), "rme"(y) : "cc")
/* (a, b, c) += (x, y, z) */
#define FILESEC__SUM3(a, b, c, x, y, z)                                                        \
    __asm__("add %3, %0; adc %4, %1; adc %5, %2"                                               \
            : "+&r"(a), "+&r"(b), "+r"(c)                                                      \
            : "rme"(x), "rme"(y), "rme"(z)                                                     \
            : "cc")

/* h = (h + m + 2^128 + c) r, where c comes from the block before; returns the next c. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 uint64_t filesec__poly1305_block_x86_avx2(
    uint64_t h[3], uint64_t c, const unsigned char *m, uint64_t r0, uint64_t r1)
{
    const uint64_t none = 0, one = 1;
    uint64_t s1 = r1 + (r1 >> 2), h0 = h[0], h1 = h[1], h2 = h[2], d0, d1, e0, e1, x, y;

    FILESEC__SUM3(h0, h1, h2, filesec__load64le(m), filesec__load64le(m + 8), one);
    FILESEC__SUM3(h0, h1, h2, c, none, none);
    FILESEC__PRODUCT(d0, d1, h0, r0);
    FILESEC__PRODUCT(x, y, h1, s1);
    FILESEC__SUM2(d0, d1, x, y);
    FILESEC__PRODUCT(e0, e1, h0, r1);
    FILESEC__PRODUCT(x, y, h1, r0);
    FILESEC__SUM2(e0, e1, x, y);
    x = h2 * s1;
    FILESEC__SUM2(e0, e1, x, none);
    h2 = h2 * r0 + e1;
    FILESEC__SUM2(e0, h2, d1, none); /* d1 is the last to be ready */
    c = h2 >> 2;
    FILESEC__BARRIER(c); /* or gcc makes four instructions of the next one */
    c *= 5;
    h[0] = d0;
    h[1] = e0;
    h[2] = h2 & 3;
    return c;
}
#undef FILESEC__PRODUCT
#undef FILESEC__SUM2
#undef FILESEC__SUM3
#else
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 uint64_t filesec__poly1305_block_x86_avx2(
    uint64_t h[3], uint64_t c, const unsigned char *m, uint64_t r0, uint64_t r1)
{
    filesec__poly1305_limbs64_add(h, filesec__load64le(m), filesec__load64le(m + 8), 1);
    filesec__poly1305_limbs64_add(h, c, 0, 0);
    filesec__poly1305_limbs64_multiply(h, r0, r1);
    return filesec__poly1305_limbs64_excess(h);
}
#endif

/* As filesec__poly1305_limbs64_blocks, with the bit 2^128. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX2 void
filesec__poly1305_serial_x86_avx2(filesec__poly1305_state *s, const unsigned char *data,
                                  size_t nblocks)
{
    uint64_t h[3], r0 = s->w[3], r1 = s->w[4], c = 0;

    h[0] = s->w[0];
    h[1] = s->w[1];
    h[2] = s->w[2];
    for (; nblocks != 0; nblocks--, data += 16)
        c = filesec__poly1305_block_x86_avx2(h, c, data, r0, r1);
    filesec__poly1305_limbs64_add(h, c, 0, 0);
    s->w[0] = h[0];
    s->w[1] = h[1];
    s->w[2] = h[2];
}
