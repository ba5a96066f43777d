/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/x86_avx2_rounds.h"
#include "chacha20poly1305/kernels.h"
#include "poly1305/x86_avx2_block.h"
/*
 * chacha20poly1305/x86_avx2.h: eight blocks of ChaCha20 with Poly1305 beside them
 *
 * Needs     AVX2 and BMI2.
 * Contract  as in chacha20poly1305/kernels.h.
 * Layout    The cipher is the vertical form of chacha20/x86_avx2.h, the MAC that of
 *           poly1305/limbs64.h: one keeps the vector units busy, the other the integer units.
 *           A block of the MAC stands behind every pair of quarter rounds. That is fine enough
 *           for the processor to overlap them, and the MAC costs next to nothing.
 * Registers twelve words, those of two quarter rounds and a temporary; the other words wait in
 *           memory. Integers: h, r, s1, c, both pointers of the MAC, and the products.
 * Bounds    exactly 64 * nblocks bytes of in and out, 64 * nmac bytes of data.
 * Not done  sixteen blocks with Poly1305 beside them: no faster, as the front end is full.
 * Secrets   no branch and no address depends on state, mac or data.
 * From      RFC 8439, 2.1 to 2.5.
 */
#if FILESEC__GNU
/* The block of the MAC is computed here, not earlier and not later. */
#define FILESEC__HERE(c) __asm__ __volatile__("" : "+r"(c))
#else
#define FILESEC__HERE(c) ((void)0)
#endif
#define FILESEC__MAC(at)                                                                       \
    c = filesec__poly1305_block_x86_avx2(h, c, data + (at), r0, r1);                           \
    FILESEC__HERE(c)

#define FILESEC__DOUBLE_ROUND(MAC)                                                             \
    FILESEC__C20V_PAIR(x0, x4, x8, x12, x1, x5, x9, x13);                                      \
    MAC(0);                                                                                    \
    FILESEC__C20V_PAIR(x2, x6, x10, x14, x3, x7, x11, x15);                                    \
    MAC(16);                                                                                   \
    FILESEC__C20V_PAIR(x0, x5, x10, x15, x1, x6, x11, x12);                                    \
    MAC(32);                                                                                   \
    FILESEC__C20V_PAIR(x2, x7, x8, x13, x3, x4, x9, x14);                                      \
    MAC(48)
#define FILESEC__NOTHING(at) (void)(at)

static FILESEC__TARGET_X86_AVX2 void filesec__chacha20poly1305_beside_x86_avx2(
    uint32_t state[16], filesec__poly1305_state *mac, unsigned char *out,
    const unsigned char *in, size_t nblocks, const unsigned char *data, size_t nmac)
{
    const __m256i ahead = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i FILESEC__C20V_INPUT(FILESEC__C20V_SET, x);
    uint64_t h[3], r0 = mac->w[3], r1 = mac->w[4], c = 0;
    size_t i;
    FILESEC__C20V_MASKS;

    h[0] = mac->w[0];
    h[1] = mac->w[1];
    h[2] = mac->w[2];
    FILESEC__C20V_ADD(x12, ahead);
    for (i = 0; i < nmac; i++, data += 64) {
        FILESEC__DOUBLE_ROUND(FILESEC__MAC);
    }
    for (; i < 10; i++) {
        FILESEC__DOUBLE_ROUND(FILESEC__NOTHING);
    }
    filesec__poly1305_limbs64_add(h, c, 0, 0);
    mac->w[0] = h[0];
    mac->w[1] = h[1];
    mac->w[2] = h[2];
    FILESEC__C20V_INPUT(FILESEC__C20V_PLUS, x);
    FILESEC__C20V_ADD(x12, ahead);
    FILESEC__C20V_WRITE(x, 0, nblocks);
    state[12] += (uint32_t)nblocks;
}
#undef FILESEC__HERE
#undef FILESEC__MAC
#undef FILESEC__DOUBLE_ROUND
#undef FILESEC__NOTHING
