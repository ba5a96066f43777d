/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "poly1305/contract.h"
#include "poly1305/limbs64.h"
/*
 * poly1305/arm_neon.h: Poly1305, four blocks for each carry
 *
 * Needs     NEON on AArch64.
 * Contract  as in poly1305/contract.h, with nothing added.
 * Layout    radix 2^26, one limb in a 32-bit lane, one block in each lane:
 *
 *                lane         3       2       1       0
 *                m[i]       m3_i    m2_i    m1_i    m0_i
 *                r[i]       r^2     r^2     r^4     r^4      limb i, and s = 5 r
 *                           r^1     r^2     r^3     r^4      in the last step
 *
 *           h is two sums, 64 bits wide while products are added to them, and then added to
 *           lanes 0 and 1 of the next blocks. The products of the low and of the high half of
 *           m r go to the same sums: h = (h + [m1 m0]) r^4 + [m3 m2] r^2. After the last step
 *           the sum of the two lanes is the h of the standard. In the state, whose first words
 *           are those of poly1305/limbs64.h:
 *
 *                w[7]      1 when the powers are there
 *                w[8..17]  5 limbs of [r^1 r^2 r^3 r^4], 4 x 32 bits each
 *
 * Registers 9 multipliers, 5 limbs, 5 sums, the mask and scratch, of 32.
 * Bounds    reads exactly 16 * nblocks bytes of data and tail_len bytes of tail.
 * Secrets   no branch and no address depends on key, data or h; w[7] depends on lengths.
 * From      RFC 8439, 2.5.
 */

/* r[0..4] = limbs of the powers, r[5..8] = 5 r[1..4]. Packed in the state lane by lane, as the
   last step takes them; with splat r^2 r^2 r^4 r^4. */
FILESEC__TARGET_ARM_NEON FILESEC__ALWAYS_INLINE void
filesec__poly1305_table_arm_neon(uint32x4_t r[9], const uint64_t *p, int splat)
{
    int j;

    for (j = 0; j < 5; j++) {
        uint32x4_t x = vreinterpretq_u32_u64(vld1q_u64(p + 2 * j));
        r[j] = splat ? vtrn1q_u32(x, x) : x;
    }
    for (j = 1; j < 5; j++)
        r[j + 4] = vaddq_u32(r[j], vshlq_n_u32(r[j], 2));
}

/* m = five limbs of each of the four blocks at data, with the bit 2^128 */
FILESEC__TARGET_ARM_NEON FILESEC__ALWAYS_INLINE void
filesec__poly1305_load_arm_neon(uint32x4_t m[5], const unsigned char *data)
{
    const uint32x4_t m26 = vdupq_n_u32(0x3ffffff);
    uint32x4_t b0 = vreinterpretq_u32_u8(vld1q_u8(data));
    uint32x4_t b1 = vreinterpretq_u32_u8(vld1q_u8(data + 16));
    uint32x4_t b2 = vreinterpretq_u32_u8(vld1q_u8(data + 32));
    uint32x4_t b3 = vreinterpretq_u32_u8(vld1q_u8(data + 48));
    /* words 0 and 2, words 1 and 3, of two blocks each */
    uint64x2_t e0 = vreinterpretq_u64_u32(vtrn1q_u32(b0, b1));
    uint64x2_t o0 = vreinterpretq_u64_u32(vtrn2q_u32(b0, b1));
    uint64x2_t e1 = vreinterpretq_u64_u32(vtrn1q_u32(b2, b3));
    uint64x2_t o1 = vreinterpretq_u64_u32(vtrn2q_u32(b2, b3));
    /* word i of all four */
    uint32x4_t w0 = vreinterpretq_u32_u64(vtrn1q_u64(e0, e1));
    uint32x4_t w1 = vreinterpretq_u32_u64(vtrn1q_u64(o0, o1));
    uint32x4_t w2 = vreinterpretq_u32_u64(vtrn2q_u64(e0, e1));
    uint32x4_t w3 = vreinterpretq_u32_u64(vtrn2q_u64(o0, o1));

    m[0] = vandq_u32(w0, m26);
    m[1] = vandq_u32(vsliq_n_u32(vshrq_n_u32(w0, 26), w1, 6), m26);
    m[2] = vandq_u32(vsliq_n_u32(vshrq_n_u32(w1, 20), w2, 12), m26);
    m[3] = vandq_u32(vsliq_n_u32(vshrq_n_u32(w2, 14), w3, 18), m26);
    m[4] = vorrq_u32(vshrq_n_u32(w3, 8), vdupq_n_u32(UINT32_C(1) << 24));
}

/* lanes 0 and 1 of m += h; the limbs of h are below 2^27 */
FILESEC__TARGET_ARM_NEON FILESEC__ALWAYS_INLINE void
filesec__poly1305_plus_arm_neon(uint32x4_t m[5], const uint64x2_t h[5])
{
    const uint32x2_t zero = vdup_n_u32(0);
    int i;

    for (i = 0; i < 5; i++)
        m[i] = vaddq_u32(m[i], vcombine_u32(vmovn_u64(h[i]), zero));
}

/*
 * d = low half of m times low half of r, plus high half times high half, 50 products of limbs.
 * Limbs of m < 2^27 + 2^24, those of the high half < 2^26, r_j < 2^26 + 2^24 and s_j five times
 * that: each sum is < 2^59.
 */
#define FILESEC__ROW(k, a, b, c, e, f)                                                         \
    d[k] = vmull_u32(vget_low_u32(m[0]), vget_low_u32(r[a]));                                  \
    d[k] = vmlal_high_u32(d[k], m[0], r[a]);                                                   \
    d[k] = vmlal_u32(d[k], vget_low_u32(m[1]), vget_low_u32(r[b]));                            \
    d[k] = vmlal_high_u32(d[k], m[1], r[b]);                                                   \
    d[k] = vmlal_u32(d[k], vget_low_u32(m[2]), vget_low_u32(r[c]));                            \
    d[k] = vmlal_high_u32(d[k], m[2], r[c]);                                                   \
    d[k] = vmlal_u32(d[k], vget_low_u32(m[3]), vget_low_u32(r[e]));                            \
    d[k] = vmlal_high_u32(d[k], m[3], r[e]);                                                   \
    d[k] = vmlal_u32(d[k], vget_low_u32(m[4]), vget_low_u32(r[f]));                            \
    d[k] = vmlal_high_u32(d[k], m[4], r[f])
FILESEC__TARGET_ARM_NEON FILESEC__ALWAYS_INLINE void
filesec__poly1305_multiply_arm_neon(uint64x2_t d[5], const uint32x4_t m[5],
                                    const uint32x4_t r[9])
{
    /* the multipliers of m_0 to m_4: r_(k-i), or s_(k-i+5) = r[k-i+9] */
    FILESEC__ROW(0, 0, 8, 7, 6, 5);
    FILESEC__ROW(1, 1, 0, 8, 7, 6);
    FILESEC__ROW(2, 2, 1, 0, 8, 7);
    FILESEC__ROW(3, 3, 2, 1, 0, 8);
    FILESEC__ROW(4, 4, 3, 2, 1, 0);
}
#undef FILESEC__ROW

/*
 * Carries in two chains, 0 1 2 3 and 3 4 0 1, side by side. Sums below 2^60 on entry; at the
 * end limbs 0, 2, 3 < 2^26, limb 1 < 2^26 + 2^12, limb 4 < 2^26 + 2^9.
 */
#define FILESEC__CARRY(from, to)                                                               \
    d[to] = vsraq_n_u64(d[to], d[from], 26);                                                   \
    d[from] = vandq_u64(d[from], m26)
FILESEC__TARGET_ARM_NEON FILESEC__ALWAYS_INLINE void
filesec__poly1305_carry_arm_neon(uint64x2_t d[5])
{
    const uint64x2_t m26 = vdupq_n_u64(0x3ffffff);
    uint64x2_t c;

    FILESEC__CARRY(0, 1);
    FILESEC__CARRY(3, 4);
    FILESEC__CARRY(1, 2);
    c = vshrq_n_u64(d[4], 26);
    d[4] = vandq_u64(d[4], m26);
    d[0] = vaddq_u64(d[0], vaddq_u64(c, vshlq_n_u64(c, 2))); /* 2^130 = 5 */
    FILESEC__CARRY(2, 3);
    FILESEC__CARRY(0, 1);
    FILESEC__CARRY(3, 4);
}
#undef FILESEC__CARRY

/* 4 * nsteps blocks, nsteps >= 1 */
FILESEC__TARGET_ARM_NEON static void
filesec__poly1305_vectors_arm_neon(filesec__poly1305_state *s, const unsigned char *data,
                                   size_t nsteps)
{
    uint32x4_t r[9], m[5];
    uint64x2_t h[5];
    uint64_t x[5];
    uint32_t x26[5];
    int i;

    filesec__poly1305_limbs64_to26(x26, s->w);
    for (i = 0; i < 5; i++)
        h[i] = vsetq_lane_u64(x26[i], vdupq_n_u64(0), 0); /* with the first block */
    filesec__poly1305_table_arm_neon(r, s->w + 8, 1);
    for (; nsteps > 1; nsteps--, data += 64) {
        filesec__poly1305_load_arm_neon(m, data);
        filesec__poly1305_plus_arm_neon(m, h);
        filesec__poly1305_multiply_arm_neon(h, m, r);
        filesec__poly1305_carry_arm_neon(h);
    }
    filesec__poly1305_table_arm_neon(r, s->w + 8, 0);
    filesec__poly1305_load_arm_neon(m, data);
    filesec__poly1305_plus_arm_neon(m, h);
    filesec__poly1305_multiply_arm_neon(h, m, r);
    for (i = 0; i < 5; i++)
        x[i] = vaddvq_u64(h[i]);
    filesec__poly1305_limbs64_from26(s->w, x);
}

/* r to r^4, packed */
static void filesec__poly1305_powers_arm_neon(filesec__poly1305_state *s)
{
    uint32_t x[5], packed[5][4];
    uint64_t h[3];
    int i, j;

    h[0] = s->w[3];
    h[1] = s->w[4];
    h[2] = 0;
    for (i = 0; i < 4; i++) {
        if (i != 0) {
            filesec__poly1305_limbs64_multiply(h, s->w[3], s->w[4]);
            filesec__poly1305_limbs64_add(h, filesec__poly1305_limbs64_excess(h), 0, 0);
        }
        filesec__poly1305_limbs64_to26(x, h);
        for (j = 0; j < 5; j++)
            packed[j][3 - i] = x[j];
    }
    memcpy(s->w + 8, packed, sizeof packed);
    s->w[7] = 1;
}

static void filesec__poly1305_init_arm_neon(filesec__poly1305_state *s,
                                            const unsigned char key[32])
{
    filesec__poly1305_limbs64_init(s, key);
}

/* Below 8 blocks a vector step does not pay; where powers must first be made, below 16. */
FILESEC__TARGET_ARM_NEON static void
filesec__poly1305_blocks_arm_neon(filesec__poly1305_state *s, const unsigned char *data,
                                  size_t nblocks)
{
    if (nblocks >= (s->w[7] != 0 ? 8u : 16u)) {
        if (s->w[7] == 0)
            filesec__poly1305_powers_arm_neon(s);
        filesec__poly1305_vectors_arm_neon(s, data, nblocks / 4);
        data += nblocks / 4 * 64;
        nblocks %= 4;
    }
    filesec__poly1305_limbs64_blocks(s, data, nblocks, 1);
}

static void filesec__poly1305_finish_arm_neon(filesec__poly1305_state *s,
                                              const unsigned char *tail, size_t tail_len,
                                              unsigned char tag[16])
{
    filesec__poly1305_limbs64_finish(s, tail, tail_len, tag);
}
