/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
#include "core/system.h"
/*
 * aes256gcm/arm_aes_ghash.h: GHASH with PMULL, for the ARM kernels
 *
 * In the key area stand
 *
 *     0     15 round keys
 *     240   H^10, H^9, ... H, turned; 16 bytes each
 *     400   for each of these the sum of its halves (Karatsuba), 8 bytes each
 *
 * The bits of every byte are turned round: then the coefficient of x^i is bit i of the
 * register, and a product needs no shift.
 *
 * What the kernels share is inlined into functions of either. Where three terms are added, the
 * two additions stand side by side, on one vector type: of these compilers make EOR3 in the
 * functions of the kernel that may use it.
 */
#define FILESEC__INLINE FILESEC__ALWAYS_INLINE FILESEC__TARGET_ARM_AES
#define FILESEC__POWERS 10
#define FILESEC__POWER(i) (240 + 16 * (FILESEC__POWERS - (i)))
#define FILESEC__HALVES(i) (240 + 16 * FILESEC__POWERS + 8 * (FILESEC__POWERS - (i)))

#define FILESEC__XOR3(a, b, c) veorq_u8(veorq_u8(b, c), a)
#define FILESEC__PIN(x) __asm__("" : "+w"(x))
/* A block as bits x^0, x^1, ... x^127, and back. */
#define FILESEC__TURNED(p) vrbitq_u8(vld1q_u8(p))
#define FILESEC__TURN_OUT(p, x) vst1q_u8(p, vrbitq_u8(x))
/* Lower and upper halves of two vectors. */
#define FILESEC__LOWS(a, b)                                                                    \
    vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)))
#define FILESEC__HIGHS(a, b)                                                                   \
    vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)))
/* Products of lower halves, and of upper halves. */
#define FILESEC__LOW_HALF(a) ((poly64_t)vgetq_lane_u64(vreinterpretq_u64_u8(a), 0))
#define FILESEC__LOWER(a, b)                                                                   \
    vreinterpretq_u8_p128(vmull_p64(FILESEC__LOW_HALF(a), FILESEC__LOW_HALF(b)))
#define FILESEC__UPPER(a, b)                                                                   \
    vreinterpretq_u8_p128(vmull_high_p64(vreinterpretq_p64_u8(a), vreinterpretq_p64_u8(b)))

/* A sum of products, 256 bits: low + cross x^64 + high x^128, where cross still lacks the other
   two (Karatsuba). */
typedef struct filesec__aes256gcm_arm_aes_sum {
    uint8x16_t low, high, cross;
} filesec__aes256gcm_arm_aes_sum;

FILESEC__INLINE void filesec__aes256gcm_arm_aes_zero(filesec__aes256gcm_arm_aes_sum *s)
{
    s->low = s->high = s->cross = vdupq_n_u8(0);
}

/* The sum of the halves of x, twice. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_halves(uint8x16_t x)
{
    return veorq_u8(x, vextq_u8(x, x, 8));
}

/* s += x H^i */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_add(filesec__aes256gcm_arm_aes_sum *s,
                                                    uint8x16_t x, const unsigned char *k,
                                                    unsigned i)
{
    uint8x16_t h = vld1q_u8(k + FILESEC__POWER(i));
    uint8x8_t halves = vld1_u8(k + FILESEC__HALVES(i));

    s->low = veorq_u8(s->low, FILESEC__LOWER(x, h));
    s->high = veorq_u8(s->high, FILESEC__UPPER(x, h));
    s->cross = veorq_u8(s->cross, FILESEC__LOWER(filesec__aes256gcm_arm_aes_halves(x),
                                                 vcombine_u8(halves, halves)));
}

/* s += x H^i + y H^(i-1) */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_add2(filesec__aes256gcm_arm_aes_sum *s,
                                                     uint8x16_t x, uint8x16_t y,
                                                     const unsigned char *k, unsigned i)
{
    uint8x16_t g = vld1q_u8(k + FILESEC__POWER(i)), h = vld1q_u8(k + FILESEC__POWER(i - 1));
    uint8x16_t gh = vld1q_u8(k + FILESEC__HALVES(i)); /* of both */
    uint8x16_t xy = veorq_u8(FILESEC__LOWS(x, y), FILESEC__HIGHS(x, y));

    FILESEC__PIN(xy); /* clang would take it apart: five instructions for three */
    s->low = FILESEC__XOR3(s->low, FILESEC__LOWER(x, g), FILESEC__LOWER(y, h));
    s->high = FILESEC__XOR3(s->high, FILESEC__UPPER(x, g), FILESEC__UPPER(y, h));
    s->cross = FILESEC__XOR3(s->cross, FILESEC__LOWER(xy, gh), FILESEC__UPPER(xy, gh));
}

/* s modulo x^128 + x^7 + x^2 + x + 1: 64 bits at a time, what is at x^128 and above is
   multiplied by x^7 + x^2 + x + 1 and goes 128 down. */
FILESEC__INLINE uint8x16_t
filesec__aes256gcm_arm_aes_fold(const filesec__aes256gcm_arm_aes_sum *s)
{
    const uint8x16_t p = vreinterpretq_u8_u64(vdupq_n_u64(0x87));
    uint8x16_t middle = FILESEC__XOR3(s->cross, s->low, s->high); /* x^64 to x^191 */

    middle = FILESEC__XOR3(middle, vextq_u8(s->low, s->high, 8), FILESEC__UPPER(s->high, p));
    return veorq_u8(FILESEC__LOWS(s->low, middle), FILESEC__UPPER(middle, p));
}

/* Blocks i and i + 1 of eight. The first two come last: they have to wait for Y. */
#define FILESEC__HASH2(i)                                                                      \
    filesec__aes256gcm_arm_aes_add2(&s, FILESEC__TURNED(data + 16 * (i)),                      \
                                    FILESEC__TURNED(data + 16 * (i) + 16), k, 8 - (i))
#define FILESEC__HASH2_FIRST                                                                   \
    filesec__aes256gcm_arm_aes_add2(&s, veorq_u8(y, FILESEC__TURNED(data)),                    \
                                    FILESEC__TURNED(data + 16), k, 8)

/* Y after n blocks, 1 <= n <= 8. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_few(const unsigned char *k, uint8x16_t y,
                                                          const unsigned char *data, unsigned n)
{
    filesec__aes256gcm_arm_aes_sum s;

    filesec__aes256gcm_arm_aes_zero(&s);
    for (; n >= 2; n -= 2, data += 32) {
        filesec__aes256gcm_arm_aes_add2(&s, veorq_u8(y, FILESEC__TURNED(data)),
                                        FILESEC__TURNED(data + 16), k, n);
        y = vdupq_n_u8(0);
    }
    if (n != 0)
        filesec__aes256gcm_arm_aes_add(&s, veorq_u8(y, FILESEC__TURNED(data)), k, 1);
    return filesec__aes256gcm_arm_aes_fold(&s);
}

/* Y after eight blocks. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_eight(const unsigned char *k,
                                                            uint8x16_t y,
                                                            const unsigned char *data)
{
    filesec__aes256gcm_arm_aes_sum s;

    filesec__aes256gcm_arm_aes_zero(&s);
    FILESEC__HASH2(2);
    FILESEC__HASH2(4);
    FILESEC__HASH2(6);
    FILESEC__HASH2_FIRST;
    return filesec__aes256gcm_arm_aes_fold(&s);
}

/* Y after any number of blocks. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_hash(const unsigned char *k, uint8x16_t y,
                                                           const unsigned char *data,
                                                           size_t nblocks)
{
    for (; nblocks >= 8; nblocks -= 8, data += 128)
        y = filesec__aes256gcm_arm_aes_eight(k, y, data);
    if (nblocks != 0)
        y = filesec__aes256gcm_arm_aes_few(k, y, data, (unsigned)nblocks);
    return y;
}
