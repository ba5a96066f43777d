/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
/*
 * aes256gcm/arm_aes_ghash.h: GHASH with PMULL, the half of aes256gcm/arm_aes.h that multiplies.
 * Said there: what it needs, and where in the key area the powers of H are.
 *
 * The bits of every byte are turned round: then the coefficient of x^i is bit i of the
 * register, and a product needs no shift.
 */
#define FILESEC__INLINE FILESEC__ALWAYS_INLINE FILESEC__TARGET_ARM_AES
#define FILESEC__KERNEL static FILESEC__TARGET_ARM_AES void
#define FILESEC__POWER(i) (240 + 16 * (8 - (i)))
#define FILESEC__HALVES(i) (368 + 8 * (8 - (i)))

/* A block as bits x^0, x^1, ... x^127, and back. */
#define FILESEC__TURNED(p) vreinterpretq_u64_u8(vrbitq_u8(vld1q_u8(p)))
#define FILESEC__TURN_OUT(p, x) vst1q_u8(p, vrbitq_u8(vreinterpretq_u8_u64(x)))
/* Products of lower halves, and of upper halves. */
#define FILESEC__LOWER(a, b)                                                                   \
    vreinterpretq_u64_p128(                                                                    \
        vmull_p64((poly64_t)vgetq_lane_u64(a, 0), (poly64_t)vgetq_lane_u64(b, 0)))
#define FILESEC__UPPER(a, b)                                                                   \
    vreinterpretq_u64_p128(vmull_high_p64(vreinterpretq_p64_u64(a), vreinterpretq_p64_u64(b)))

/* A sum of products, 256 bits: low + cross x^64 + high x^128, where cross still lacks the other
   two (Karatsuba). */
typedef struct filesec__aes256gcm_arm_aes_sum {
    uint64x2_t low, high, cross;
} filesec__aes256gcm_arm_aes_sum;

FILESEC__INLINE void filesec__aes256gcm_arm_aes_zero(filesec__aes256gcm_arm_aes_sum *s)
{
    s->low = s->high = s->cross = vdupq_n_u64(0);
}

/* The sum of the halves of x, twice. */
FILESEC__INLINE uint64x2_t filesec__aes256gcm_arm_aes_halves(uint64x2_t x)
{
    return veorq_u64(x, vextq_u64(x, x, 1));
}

/* s += x H^i */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_add(filesec__aes256gcm_arm_aes_sum *s,
                                                    uint64x2_t x, const unsigned char *k,
                                                    unsigned i)
{
    uint64x2_t h = vreinterpretq_u64_u8(vld1q_u8(k + FILESEC__POWER(i)));
    uint64x1_t halves = vreinterpret_u64_u8(vld1_u8(k + FILESEC__HALVES(i)));

    s->low = veorq_u64(s->low, FILESEC__LOWER(x, h));
    s->high = veorq_u64(s->high, FILESEC__UPPER(x, h));
    s->cross = veorq_u64(s->cross, FILESEC__LOWER(filesec__aes256gcm_arm_aes_halves(x),
                                                  vcombine_u64(halves, halves)));
}

/* s modulo x^128 + x^7 + x^2 + x + 1: 64 bits at a time, what is at x^128 and above is
   multiplied by x^7 + x^2 + x + 1 and goes 128 down. */
FILESEC__INLINE uint64x2_t
filesec__aes256gcm_arm_aes_fold(const filesec__aes256gcm_arm_aes_sum *s)
{
    const uint64x2_t p = vdupq_n_u64(0x87);
    uint64x2_t middle = veorq_u64(s->cross, veorq_u64(s->low, s->high)); /* x^64 to x^191 */

    middle = veorq_u64(middle, vextq_u64(s->low, s->high, 1));
    middle = veorq_u64(middle, FILESEC__UPPER(s->high, p));
    return veorq_u64(vzip1q_u64(s->low, middle), FILESEC__UPPER(middle, p));
}

/* Y after n blocks, 1 <= n <= 8. */
FILESEC__INLINE uint64x2_t filesec__aes256gcm_arm_aes_few(const unsigned char *k, uint64x2_t y,
                                                          const unsigned char *data, unsigned n)
{
    filesec__aes256gcm_arm_aes_sum s;

    filesec__aes256gcm_arm_aes_zero(&s);
    filesec__aes256gcm_arm_aes_add(&s, veorq_u64(y, FILESEC__TURNED(data)), k, n);
    while (--n != 0) {
        data += 16;
        filesec__aes256gcm_arm_aes_add(&s, FILESEC__TURNED(data), k, n);
    }
    return filesec__aes256gcm_arm_aes_fold(&s);
}

/* Block i of eight. The first comes last: it has to wait for Y. */
#define FILESEC__HASH(i)                                                                       \
    filesec__aes256gcm_arm_aes_add(&s, FILESEC__TURNED(data + 16 * (i)), k, 8 - (i))
#define FILESEC__HASH_FIRST                                                                    \
    filesec__aes256gcm_arm_aes_add(&s, veorq_u64(y, FILESEC__TURNED(data)), k, 8)

/* h is H^i: into the key area, and the sum of its halves. */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_keep(unsigned char *k, unsigned i, uint64x2_t h)
{
    uint64x2_t halves = filesec__aes256gcm_arm_aes_halves(h);

    vst1q_u8(k + FILESEC__POWER(i), vreinterpretq_u8_u64(h));
    vst1_u8(k + FILESEC__HALVES(i), vreinterpret_u8_u64(vget_low_u64(halves)));
}
