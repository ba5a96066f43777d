/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "poly1305/contract.h"
#include "poly1305/limbs64.h"
/*
 * poly1305/arm_neon.h: Poly1305, eight blocks for each carry
 *
 * Needs     NEON on AArch64.
 * Contract  as in poly1305/contract.h, with nothing added.
 * Layout    radix 2^26, one limb in a 32-bit lane, one block in each lane:
 *
 *                lane         3       2       1       0
 *                m[i]       m3_i    m2_i    m1_i    m0_i    likewise n[i] of m4 to m7
 *                r[i]       r^2     r^4     r^6     r^8     limb i, and s = 5 r
 *
 *           h has two lanes, of the even and of the odd blocks:
 *
 *                h = h r^8 + [m1 m0] r^6 + [m3 m2] r^4 + [m5 m4] r^2 + [m7 m6]
 *
 *           each vector times one lane of r. The product of h comes last, so that only a
 *           quarter of the multiplications waits for the carries of the step before. At the
 *           end (h_even r + h_odd) r is the h of the standard; at the beginning h_odd is the
 *           h of the standard plus one block, which is not multiplied yet. In the state,
 *           whose first words are those of poly1305/limbs64.h:
 *
 *                w[7]      1 when the powers are there
 *                w[8..17]  5 limbs of [r^2 r^4 r^6 r^8], 4 x 32 bits each
 *
 * Registers 9 multipliers, 10 limbs of blocks, 5 of h, 5 sums, the mask and scratch, of 32.
 * Bounds    reads exactly 16 * nblocks bytes of data and tail_len bytes of tail.
 * Not done  Poly1305 in general registers beside ChaCha20 in vectors: the two are called one
 *           after the other, and alone the vectors take fewer cycles.
 * Secrets   no branch and no address depends on key, data or h; w[7] depends on lengths.
 * From      RFC 8439, 2.5.
 */

#define FILESEC__FIVE(OP)                                                                      \
    OP(0);                                                                                     \
    OP(1);                                                                                     \
    OP(2);                                                                                     \
    OP(3);                                                                                     \
    OP(4)

/* r[0..4] = limbs of the powers, r[5..8] = 5 r[1..4] */
FILESEC__TARGET_ARM_NEON FILESEC__ALWAYS_INLINE void
filesec__poly1305_table_arm_neon(uint32x4_t r[9], const uint64_t *p)
{
    int j;

    for (j = 0; j < 5; j++)
        r[j] = vreinterpretq_u32_u64(vld1q_u64(p + 2 * j));
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

/*
 * d += x y for the limbs x of two blocks and lane l of the limbs of r. x < 2^26 + 2^12, only
 * at the start < 2^27; r_j < 2^26 + 2^24 and s_j five times that: the sum of four such
 * products and a block is < 2^60.
 */
#define FILESEC__LIMB(MUL, x, l, a, b, c, e, f)                                                \
    d[0] = MUL(d[0], x, r[a], l);                                                              \
    d[1] = MUL(d[1], x, r[b], l);                                                              \
    d[2] = MUL(d[2], x, r[c], l);                                                              \
    d[3] = MUL(d[3], x, r[e], l);                                                              \
    d[4] = MUL(d[4], x, r[f], l)
/* the multipliers of x_i: r_(k-i), or s_(k-i+5) = r[k-i+9] */
#define FILESEC__PRODUCT(MUL, x, l)                                                            \
    FILESEC__LIMB(MUL, x(0), l, 0, 1, 2, 3, 4);                                                \
    FILESEC__LIMB(MUL, x(1), l, 8, 0, 1, 2, 3);                                                \
    FILESEC__LIMB(MUL, x(2), l, 7, 8, 0, 1, 2);                                                \
    FILESEC__LIMB(MUL, x(3), l, 6, 7, 8, 0, 1);                                                \
    FILESEC__LIMB(MUL, x(4), l, 5, 6, 7, 8, 0)
#define FILESEC__M01(i) vget_low_u32(m[i])
#define FILESEC__M23(i) m[i]
#define FILESEC__M45(i) vget_low_u32(n[i])
#define FILESEC__H(i) h[i]
#define FILESEC__WIDEN(i) d[i] = vmovl_high_u32(n[i])
/* d = [m1 m0] r^6 + [m3 m2] r^4 + [m5 m4] r^2 + [m7 m6] + h r^8 */
FILESEC__TARGET_ARM_NEON FILESEC__ALWAYS_INLINE void
filesec__poly1305_multiply_arm_neon(uint64x2_t d[5], const uint32x4_t m[5],
                                    const uint32x4_t n[5], const uint32x2_t h[5],
                                    const uint32x4_t r[9])
{
    FILESEC__FIVE(FILESEC__WIDEN);
    FILESEC__PRODUCT(vmlal_laneq_u32, FILESEC__M01, 1);
    FILESEC__PRODUCT(vmlal_high_laneq_u32, FILESEC__M23, 2);
    FILESEC__PRODUCT(vmlal_laneq_u32, FILESEC__M45, 3);
    /* here, whatever the compiler thinks of sums */
    __asm__("" : "+w"(d[0]), "+w"(d[1]), "+w"(d[2]), "+w"(d[3]), "+w"(d[4]));
    FILESEC__PRODUCT(vmlal_laneq_u32, FILESEC__H, 0);
}
#undef FILESEC__LIMB
#undef FILESEC__PRODUCT
#undef FILESEC__M01
#undef FILESEC__M23
#undef FILESEC__M45
#undef FILESEC__H
#undef FILESEC__WIDEN

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

/* h = h r (mod p), all carried. */
static inline void filesec__poly1305_times_arm_neon(uint64_t h[3], const uint64_t r[2])
{
    filesec__poly1305_limbs64_multiply(h, r[0], r[1]);
    filesec__poly1305_limbs64_add(h, filesec__poly1305_limbs64_excess(h), 0, 0);
}

#define FILESEC__BEGIN(i)                                                                      \
    h[i] = vset_lane_u32(x26[i], vdup_n_u32(0), 1);                                            \
    d[i] = vmovl_u32(h[i])
#define FILESEC__NARROW(i) h[i] = vmovn_u64(d[i])
#define FILESEC__PART(i)                                                                       \
    even[i] = vgetq_lane_u64(d[i], 0);                                                         \
    odd[i] = vgetq_lane_u64(d[i], 1)
/* One block and 8 * nsteps more. */
FILESEC__TARGET_ARM_NEON static void
filesec__poly1305_vectors_arm_neon(filesec__poly1305_state *s, const unsigned char *data,
                                   size_t nsteps)
{
    uint32x4_t r[9], m[5], n[5];
    uint32x2_t h[5];
    uint64x2_t d[5];
    uint64_t even[5], odd[5], x[3];
    uint32_t x26[5];

    filesec__poly1305_limbs64_add(s->w, filesec__load64le(data), filesec__load64le(data + 8),
                                  1);
    filesec__poly1305_limbs64_to26(x26, s->w);
    FILESEC__FIVE(FILESEC__BEGIN);
    filesec__poly1305_table_arm_neon(r, s->w + 8);
    for (data += 16; nsteps != 0; nsteps--, data += 128) {
        filesec__poly1305_load_arm_neon(m, data);
        filesec__poly1305_load_arm_neon(n, data + 64);
        filesec__poly1305_multiply_arm_neon(d, m, n, h, r);
        filesec__poly1305_carry_arm_neon(d);
        FILESEC__FIVE(FILESEC__NARROW);
    }
    FILESEC__FIVE(FILESEC__PART);
    filesec__poly1305_limbs64_from26(s->w, even);
    filesec__poly1305_limbs64_from26(x, odd);
    filesec__poly1305_times_arm_neon(s->w, s->w + 3);
    filesec__poly1305_limbs64_add(s->w, x[0], x[1], x[2]);
    filesec__poly1305_limbs64_add(s->w, filesec__poly1305_limbs64_excess(s->w), 0, 0);
    filesec__poly1305_times_arm_neon(s->w, s->w + 3);
}

#undef FILESEC__BEGIN
#undef FILESEC__NARROW
#undef FILESEC__PART
#undef FILESEC__FIVE

/* r^2, r^4, r^6, r^8, packed */
static void filesec__poly1305_powers_arm_neon(filesec__poly1305_state *s)
{
    uint32_t x[5], packed[5][4];
    uint64_t h[3];
    int i, j;

    h[0] = s->w[3];
    h[1] = s->w[4];
    h[2] = 0;
    for (i = 3; i >= 0; i--) {
        filesec__poly1305_times_arm_neon(h, s->w + 3);
        filesec__poly1305_limbs64_to26(x, h);
        for (j = 0; j < 5; j++)
            packed[j][i] = x[j];
        filesec__poly1305_times_arm_neon(h, s->w + 3);
    }
    memcpy(s->w + 8, packed, sizeof packed);
    s->w[7] = 1;
}

static void filesec__poly1305_init_arm_neon(filesec__poly1305_state *s,
                                            const unsigned char key[32])
{
    filesec__poly1305_limbs64_init(s, key);
}

/* Two steps pay for their end; four for the powers as well. */
FILESEC__TARGET_ARM_NEON static void
filesec__poly1305_blocks_arm_neon(filesec__poly1305_state *s, const unsigned char *data,
                                  size_t nblocks)
{
    if (nblocks >= (s->w[7] != 0 ? 17u : 33u)) {
        size_t nsteps = (nblocks - 1) / 8;

        if (s->w[7] == 0)
            filesec__poly1305_powers_arm_neon(s);
        filesec__poly1305_vectors_arm_neon(s, data, nsteps);
        data += 128 * nsteps + 16;
        nblocks -= 8 * nsteps + 1;
    }
    filesec__poly1305_limbs64_blocks(s, data, nblocks, 1);
}

static void filesec__poly1305_finish_arm_neon(filesec__poly1305_state *s,
                                              const unsigned char *tail, size_t tail_len,
                                              unsigned char tag[16])
{
    filesec__poly1305_limbs64_finish(s, tail, tail_len, tag);
}
