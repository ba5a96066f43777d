/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "poly1305/contract.h"
/*
 * poly1305/limbs64.h: arithmetic on three words of 64 bits, shared by the kernels of 64-bit
 * machines: all of portable64, and the start, the short input and the end of the vector kernels
 *
 * In the state:   w[0..2]  h = w[0] + w[1] 2^64 + w[2] 2^128, where w[2] <= 4
 *                 w[3..4]  r, clamped
 *                 w[5..6]  s
 *                 w[7]     0 after init, and the kernel's own, as are those after it
 *
 * No branch and no address depends on any of these.
 */
#if !defined(FILESEC_SMALL) && (FILESEC__HAS_PORTABLE64 || FILESEC__HAS_X86_AVX2 ||            \
                                FILESEC__HAS_X86_AVX512IFMA || FILESEC__HAS_ARM_NEON)

/* A number of 128 bits: product, sum, halves. */
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 filesec__uint128;

FILESEC__ALWAYS_INLINE filesec__uint128 filesec__poly1305_limbs64_mul(uint64_t a, uint64_t b)
{
    return (filesec__uint128)a * b;
}

FILESEC__ALWAYS_INLINE filesec__uint128 filesec__poly1305_limbs64_sum(filesec__uint128 a,
                                                                      filesec__uint128 b)
{
    return a + b;
}

FILESEC__ALWAYS_INLINE filesec__uint128 filesec__poly1305_limbs64_wide(uint64_t lo)
{
    return lo;
}

FILESEC__ALWAYS_INLINE uint64_t filesec__poly1305_limbs64_lo(filesec__uint128 a)
{
    return (uint64_t)(a & UINT64_MAX);
}

FILESEC__ALWAYS_INLINE uint64_t filesec__poly1305_limbs64_hi(filesec__uint128 a)
{
    return (uint64_t)(a >> 64);
}
#else /* a 64-bit compiler without such a type: from four products of 32-bit halves */
typedef struct filesec__uint128 {
    uint64_t lo, hi;
} filesec__uint128;

FILESEC__ALWAYS_INLINE filesec__uint128 filesec__poly1305_limbs64_mul(uint64_t a, uint64_t b)
{
    const uint64_t m32 = 0xffffffff;
    uint64_t a0 = a & m32, a1 = a >> 32, b0 = b & m32, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t x = a1 * b0 + (low >> 32); /* at most (2^32 - 1)^2 + 2^32 - 1: no overflow */
    uint64_t y = a0 * b1 + (x & m32);   /* the same */
    filesec__uint128 d;

    d.lo = y << 32 | (low & m32);
    d.hi = a1 * b1 + (x >> 32) + (y >> 32);
    return d;
}

FILESEC__ALWAYS_INLINE filesec__uint128 filesec__poly1305_limbs64_sum(filesec__uint128 a,
                                                                      filesec__uint128 b)
{
    a.lo += b.lo;
    a.hi += b.hi + (a.lo < b.lo);
    return a;
}

FILESEC__ALWAYS_INLINE filesec__uint128 filesec__poly1305_limbs64_wide(uint64_t lo)
{
    filesec__uint128 d;
    d.lo = lo;
    d.hi = 0;
    return d;
}

FILESEC__ALWAYS_INLINE uint64_t filesec__poly1305_limbs64_lo(filesec__uint128 a)
{
    return a.lo;
}

FILESEC__ALWAYS_INLINE uint64_t filesec__poly1305_limbs64_hi(filesec__uint128 a)
{
    return a.hi;
}
#endif
#define FILESEC__MUL filesec__poly1305_limbs64_mul
#define FILESEC__SUM filesec__poly1305_limbs64_sum
#define FILESEC__WIDE filesec__poly1305_limbs64_wide
#define FILESEC__LO filesec__poly1305_limbs64_lo
#define FILESEC__HI filesec__poly1305_limbs64_hi

/* h += lo + hi 2^64 + top 2^128. A sum that is less than a term has wrapped. */
FILESEC__ALWAYS_INLINE void filesec__poly1305_limbs64_add(uint64_t h[3], uint64_t lo,
                                                          uint64_t hi, uint64_t top)
{
    uint64_t c, d;

    h[0] += lo;
    c = h[0] < lo;
    h[1] += hi;
    d = h[1] < hi;
    h[1] += c;
    d += h[1] < c;
    h[2] += d + top;
}

/* What h has above 2^130, which is worth 5 there: taken out of h[2], returned times 5. The sum
   of its two terms is 4 q + q, with q the number of times 2^130 was in h. */
FILESEC__ALWAYS_INLINE uint64_t filesec__poly1305_limbs64_excess(uint64_t h[3])
{
    uint64_t c = (h[2] & ~(uint64_t)3) + (h[2] >> 2);

    h[2] &= 3;
    return c;
}

/*
 * h = h r (mod p), with 2^130 and more left in h[2]: follow with excess and add.
 *
 * r is clamped, so r1 is a multiple of 4, and h1 r1 2^128 = h1 (r1 / 4) 2^130 = h1 5 (r1 / 4):
 * s1 = r1 + r1 / 4. With r0, r1 < 2^60 and h[2] <= 6, no sum overflows; after it, h[2] < 2^63.
 */
FILESEC__ALWAYS_INLINE void filesec__poly1305_limbs64_multiply(uint64_t h[3], uint64_t r0,
                                                               uint64_t r1)
{
    uint64_t s1 = r1 + (r1 >> 2), carry;
    filesec__uint128 d0 = FILESEC__SUM(FILESEC__MUL(h[0], r0), FILESEC__MUL(h[1], s1));
    filesec__uint128 d1 = FILESEC__SUM(FILESEC__MUL(h[0], r1), FILESEC__MUL(h[1], r0));

    d1 = FILESEC__SUM(d1, FILESEC__WIDE(h[2] * s1));
    h[2] = h[2] * r0 + FILESEC__HI(d1);
    carry = FILESEC__HI(d0); /* the last to be ready */
    h[0] = FILESEC__LO(d0);
    h[1] = FILESEC__LO(d1) + carry;
    h[2] += h[1] < carry;
}

/* x = h in limbs of 26 bits. h[2] <= 4 leaves x[4] < 2^26 + 2^24. */
FILESEC__ALWAYS_INLINE void filesec__poly1305_limbs64_to26(uint32_t x[5], const uint64_t h[3])
{
    const uint32_t m26 = 0x3ffffff;

    x[0] = (uint32_t)h[0] & m26;
    x[1] = (uint32_t)(h[0] >> 26) & m26;
    x[2] = (uint32_t)(h[0] >> 52 | h[1] << 12) & m26;
    x[3] = (uint32_t)(h[1] >> 14) & m26;
    x[4] = (uint32_t)(h[1] >> 40 | h[2] << 24);
}

/* h = x[0] + x[1] 2^26 + x[2] 2^52 + x[3] 2^78 + x[4] 2^104 (mod p), x[i] < 2^62. After the
   carries x[0] < 2^39, the others < 2^26; h[2] <= 4. */
FILESEC__ALWAYS_INLINE void filesec__poly1305_limbs64_from26(uint64_t h[3], uint64_t x[5])
{
    const uint64_t m26 = 0x3ffffff;

    x[1] += x[0] >> 26;
    x[2] += x[1] >> 26;
    x[3] += x[2] >> 26;
    x[4] += x[3] >> 26;
    x[0] = (x[0] & m26) + 5 * (x[4] >> 26);
    x[2] &= m26;
    x[4] &= m26;
    h[0] = x[0] + ((x[1] & m26) << 26);
    h[1] = 0;
    h[2] = 0;
    filesec__poly1305_limbs64_add(h, x[2] << 52, x[2] >> 12 | (x[3] & m26) << 14 | x[4] << 40,
                                  x[4] >> 24);
}

static inline void filesec__poly1305_limbs64_init(filesec__poly1305_state *s,
                                                  const unsigned char key[32])
{
    s->w[0] = s->w[1] = s->w[2] = s->w[7] = 0;
    /* clamp: the top four bits of each 32-bit word of r and the low two of all but the first */
    s->w[3] = filesec__load64le(key) & UINT64_C(0x0ffffffc0fffffff);
    s->w[4] = filesec__load64le(key + 8) & UINT64_C(0x0ffffffc0ffffffc);
    s->w[5] = filesec__load64le(key + 16);
    s->w[6] = filesec__load64le(key + 24);
}

/* h = (h + m + top 2^128) r for each block m. The block is added before the excess of the last
   product, which is known later. */
static inline void filesec__poly1305_limbs64_blocks(filesec__poly1305_state *s,
                                                    const unsigned char *data, size_t nblocks,
                                                    uint64_t top)
{
    uint64_t h[3], r0 = s->w[3], r1 = s->w[4], c = 0;

    h[0] = s->w[0];
    h[1] = s->w[1];
    h[2] = s->w[2];
    for (; nblocks != 0; nblocks--, data += 16) {
        filesec__poly1305_limbs64_add(h, filesec__load64le(data), filesec__load64le(data + 8),
                                      top);
        filesec__poly1305_limbs64_add(h, c, 0, 0);
        filesec__poly1305_limbs64_multiply(h, r0, r1);
        c = filesec__poly1305_limbs64_excess(h);
    }
    filesec__poly1305_limbs64_add(h, c, 0, 0);
    s->w[0] = h[0];
    s->w[1] = h[1];
    s->w[2] = h[2];
}

/*
 * tag = ((h mod p) + s) mod 2^128. h < 5 * 2^128 < 2p, so h mod p = h - q p with
 * q = floor((h + 5) / 2^130), which is 0 or 1; and - q p = + 5 q (mod 2^128).
 */
static inline void filesec__poly1305_limbs64_finish(filesec__poly1305_state *s,
                                                    const unsigned char *tail, size_t tail_len,
                                                    unsigned char tag[16])
{
    uint64_t h[3];

    if (tail_len != 0) {
        unsigned char last[16] = {0};
        memcpy(last, tail, tail_len);
        last[tail_len] = 1;
        filesec__poly1305_limbs64_blocks(s, last, 1, 0);
        filesec_wipe(last, sizeof last);
    }
    h[0] = s->w[0];
    h[1] = s->w[1];
    h[2] = s->w[2];
    filesec__poly1305_limbs64_add(h, 5, 0, 0);
    h[2] = 5 * (h[2] >> 2); /* 5 q */
    h[0] = s->w[0];
    h[1] = s->w[1];
    filesec__poly1305_limbs64_add(h, h[2], 0, 0);
    filesec__poly1305_limbs64_add(h, s->w[5], s->w[6], 0);
    filesec__store64le(tag, h[0]);
    filesec__store64le(tag + 8, h[1]);
}
#undef FILESEC__MUL
#undef FILESEC__SUM
#undef FILESEC__WIDE
#undef FILESEC__LO
#undef FILESEC__HI
#endif
