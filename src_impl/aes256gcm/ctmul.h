/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/bitslice.h"
#include "core/bytes.h"
#include "core/secret.h"
/*
 * aes256gcm/ctmul.h: GHASH by integer multiplication, for the portable kernel
 *
 * A block is read as a big-endian number, so the coefficient of x^i is bit 127 - i. The product
 * of two such numbers without carries has x^i at bit 254 - i. H is kept divided by x, which
 * makes that 255 - i: the upper half is the upper half of 256 reflected bits, and
 *
 *   x^128 = 1 + x + x^2 + x^7 (SP 800-38D, 6.3)
 *
 * folds the lower half into it.
 *
 * Multiplication without carries: only every fourth bit of both factors is kept. A bit of the
 * product then is the sum of at most 16 bits (8 for 32-bit factors), and below the top, where
 * the carry leaves the word, of at most 15: it does not reach the next kept bit. The four
 * quarters of one factor times the four of the other, combined with XOR, are the product.
 *
 * This takes constant time where integer multiplication does: on all common 64-bit CPUs, and
 * with filesec__mul32 on Cortex-M and AVR; not on a small CPU whose instruction looks at its
 * factors and that core/bytes.h does not name.
 */

/* Every fourth bit of x, from bit i on. */
#define FILESEC__FOURTH(x, i) ((x) & (UINT64_C(0x1111111111111111) << (i)))

/* The number of h, divided by x: one step to the left; the bit that leaves comes back as x^-1,
   x^127 + x^6 + x + 1. */
static inline void filesec__aes256gcm_portable_divide(const unsigned char h[16],
                                                      uint64_t *upper, uint64_t *lower)
{
    uint64_t u = filesec__load64be(h), l = filesec__load64be(h + 8);
    uint64_t leaves = u >> 63;

    *upper = (u << 1 | l >> 63) ^ leaves << 63 ^ leaves << 62 ^ leaves << 57;
    *lower = l << 1 ^ leaves;
}

/* Fold z3 z2 z1 z0 to 128 bits. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_fold(uint64_t *upper, uint64_t *lower,
                                                             uint64_t z0, uint64_t z1,
                                                             uint64_t z2, uint64_t z3)
{
    z1 ^= z0 << 63 ^ z0 << 62 ^ z0 << 57;
    z2 ^= z0 ^ z0 >> 1 ^ z0 >> 2 ^ z0 >> 7;
    *lower = z2 ^ z1 << 63 ^ z1 << 62 ^ z1 << 57;
    *upper = z3 ^ z1 ^ z1 >> 1 ^ z1 >> 2 ^ z1 >> 7;
}

/* The Karatsuba method makes three products of halves out of four; these are the three. */
#define FILESEC__LOWER 0 /* lower halves */
#define FILESEC__UPPER 1 /* upper halves */
#define FILESEC__CROSS 2 /* sums of both */

#if UINTPTR_MAX > 0xffffffff && !defined(FILESEC_SMALL)
/*
 * 64-bit factors: the machine gives the lower 64 bits of a product. The upper ones are those of
 * the product of the factors turned round (bit 63 first), turned back. The key area keeps the
 * three halves of H both ways, and of H^2 too, because two blocks together need one reduction:
 * Y = (Y ^ X1) H^2 ^ X2 H.
 */

/* z ^= the lower half of x y, each quarter still among bits that do not count. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_add_product(uint64_t z[4], uint64_t x,
                                                                    uint64_t y)
{
    uint64_t x0 = FILESEC__FOURTH(x, 0), x1 = FILESEC__FOURTH(x, 1);
    uint64_t x2 = FILESEC__FOURTH(x, 2), x3 = FILESEC__FOURTH(x, 3);
    uint64_t y0 = FILESEC__FOURTH(y, 0), y1 = FILESEC__FOURTH(y, 1);
    uint64_t y2 = FILESEC__FOURTH(y, 2), y3 = FILESEC__FOURTH(y, 3);

    z[0] ^= x0 * y0 ^ x1 * y3 ^ x2 * y2 ^ x3 * y1;
    z[1] ^= x0 * y1 ^ x1 * y0 ^ x2 * y3 ^ x3 * y2;
    z[2] ^= x0 * y2 ^ x1 * y1 ^ x2 * y0 ^ x3 * y3;
    z[3] ^= x0 * y3 ^ x1 * y2 ^ x2 * y1 ^ x3 * y0;
}

/* x u ^ y v, lower half. */
FILESEC__ALWAYS_INLINE uint64_t filesec__aes256gcm_portable_products(uint64_t x, uint64_t u,
                                                                     uint64_t y, uint64_t v)
{
    uint64_t z[4] = {0, 0, 0, 0};

    filesec__aes256gcm_portable_add_product(z, x, u);
    filesec__aes256gcm_portable_add_product(z, y, v);
    return FILESEC__FOURTH(z[0], 0) | FILESEC__FOURTH(z[1], 1) | FILESEC__FOURTH(z[2], 2) |
           FILESEC__FOURTH(z[3], 3);
}

/* Bit i becomes bit 63 - i: inside the bytes, and then the bytes. */
FILESEC__ALWAYS_INLINE uint64_t filesec__aes256gcm_portable_turned(uint64_t x)
{
    const uint64_t m1 = UINT64_C(0x5555555555555555), m2 = UINT64_C(0x3333333333333333);
    const uint64_t m4 = UINT64_C(0x0f0f0f0f0f0f0f0f);
    unsigned char bytes[8];

    x = (x >> 1 & m1) | (x & m1) << 1;
    x = (x >> 2 & m2) | (x & m2) << 2;
    x = (x >> 4 & m4) | (x & m4) << 4;
    filesec__store64le(bytes, x);
    return filesec__load64be(bytes);
}

/* The six factors of a number: its three halves, and the same turned round. */
typedef struct filesec__aes256gcm_factors {
    uint64_t straight[3], turned[3];
} filesec__aes256gcm_factors;

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_factors(filesec__aes256gcm_factors *f,
                                                                uint64_t upper, uint64_t lower)
{
    f->straight[FILESEC__LOWER] = lower;
    f->straight[FILESEC__UPPER] = upper;
    f->straight[FILESEC__CROSS] = lower ^ upper;
    f->turned[FILESEC__LOWER] = filesec__aes256gcm_portable_turned(lower);
    f->turned[FILESEC__UPPER] = filesec__aes256gcm_portable_turned(upper);
    f->turned[FILESEC__CROSS] = f->turned[FILESEC__LOWER] ^ f->turned[FILESEC__UPPER];
}

/* GHASH under way: Y, two blocks, the products of their halves. hk: factors of H and H^2. */
typedef struct filesec__aes256gcm_ghash {
    const unsigned char *hk;
    uint64_t upper, lower;
    filesec__aes256gcm_factors first, second, z;
} filesec__aes256gcm_ghash;

/* The next two blocks; Y joins the first. Or the next one, and then the first is nothing. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_take(filesec__aes256gcm_ghash *s,
                                                             const unsigned char *data, int two)
{
    uint64_t upper = s->upper ^ filesec__load64be(data);
    uint64_t lower = s->lower ^ filesec__load64be(data + 8);

    filesec__aes256gcm_portable_factors(&s->first, two ? upper : 0, two ? lower : 0);
    if (two) {
        upper = filesec__load64be(data + 16);
        lower = filesec__load64be(data + 24);
    }
    filesec__aes256gcm_portable_factors(&s->second, upper, lower);
}

/* One kind of halves: first H^2 ^ second H. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_half(filesec__aes256gcm_ghash *s,
                                                             unsigned half)
{
    filesec__aes256gcm_factors h[2];

    memcpy(h, s->hk, sizeof h);
    s->z.straight[half] =
        filesec__aes256gcm_portable_products(s->second.straight[half], h[0].straight[half],
                                             s->first.straight[half], h[1].straight[half]);
    s->z.turned[half] = filesec__aes256gcm_portable_products(
        s->second.turned[half], h[0].turned[half], s->first.turned[half], h[1].turned[half]);
}

/* The products of the halves, put together to 256 bits and reduced. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_join(filesec__aes256gcm_ghash *s)
{
    const uint64_t *low = s->z.straight, *high = s->z.turned;
    uint64_t z0 = low[FILESEC__LOWER], z2 = low[FILESEC__UPPER];
    uint64_t z1 = filesec__aes256gcm_portable_turned(high[FILESEC__LOWER]) >> 1;
    uint64_t z3 = filesec__aes256gcm_portable_turned(high[FILESEC__UPPER]) >> 1;
    uint64_t c0 = low[FILESEC__CROSS];
    uint64_t c1 = filesec__aes256gcm_portable_turned(high[FILESEC__CROSS]) >> 1;

    filesec__aes256gcm_portable_fold(&s->upper, &s->lower, z0, z1 ^ c0 ^ z0 ^ z2,
                                     z2 ^ c1 ^ z1 ^ z3, z3);
}

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_next(filesec__aes256gcm_ghash *s,
                                                             const unsigned char *data, int two)
{
    filesec__aes256gcm_portable_take(s, data, two);
    filesec__aes256gcm_portable_half(s, FILESEC__LOWER);
    filesec__aes256gcm_portable_half(s, FILESEC__UPPER);
    filesec__aes256gcm_portable_half(s, FILESEC__CROSS);
    filesec__aes256gcm_portable_join(s);
}

static void filesec__aes256gcm_portable_hash(const unsigned char *hk, unsigned char y[16],
                                             const unsigned char *data, size_t nblocks)
{
    filesec__aes256gcm_ghash s;

    s.hk = hk;
    s.upper = filesec__load64be(y);
    s.lower = filesec__load64be(y + 8);
    for (; nblocks >= 2; nblocks -= 2, data += 32)
        filesec__aes256gcm_portable_next(&s, data, 1);
    if (nblocks != 0)
        filesec__aes256gcm_portable_next(&s, data, 0);
    filesec__store64be(y, s.upper);
    filesec__store64be(y + 8, s.lower);
}

static void filesec__aes256gcm_portable_hash_key(unsigned char *hk, const unsigned char h[16])
{
    unsigned char power[16];
    filesec__aes256gcm_factors f;
    unsigned i;

    memcpy(power, h, 16);
    for (i = 0; i < 2; i++) {
        uint64_t upper, lower;

        filesec__aes256gcm_portable_divide(power, &upper, &lower);
        filesec__aes256gcm_portable_factors(&f, upper, lower);
        memcpy(hk + i * sizeof f, &f, sizeof f);
        if (i == 0) { /* 0 H, and from that (0 ^ H) H */
            memset(power, 0, 16);
            filesec__aes256gcm_portable_hash(hk, power, h, 1);
        }
    }
    filesec_wipe(power, sizeof power);
    filesec_wipe(&f, sizeof f);
}

#else
/*
 * 32-bit factors: the whole product fits a uint64_t. The key area keeps the two halves of H.
 */

/* The quarters x0 to x3 times these quarters of y. */
#define FILESEC__SUM(a, b, c, d)                                                               \
    (filesec__mul32(x0, y##a) ^ filesec__mul32(x1, y##b) ^ filesec__mul32(x2, y##c) ^          \
     filesec__mul32(x3, y##d))

FILESEC__PORTABLE_INLINE uint64_t filesec__aes256gcm_portable_mul32(uint32_t x, uint32_t y)
{
    uint32_t x0 = x & 0x11111111, x1 = x & 0x22222222, x2 = x & 0x44444444;
    uint32_t x3 = x & 0x88888888;
    uint32_t y0 = y & 0x11111111, y1 = y & 0x22222222, y2 = y & 0x44444444;
    uint32_t y3 = y & 0x88888888;

    return FILESEC__FOURTH(FILESEC__SUM(0, 3, 2, 1), 0) |
           FILESEC__FOURTH(FILESEC__SUM(1, 0, 3, 2), 1) |
           FILESEC__FOURTH(FILESEC__SUM(2, 1, 0, 3), 2) |
           FILESEC__FOURTH(FILESEC__SUM(3, 2, 1, 0), 3);
}

#undef FILESEC__SUM

/* z[1] z[0] = x y */
static void filesec__aes256gcm_portable_mul64(uint64_t z[2], uint64_t x, uint64_t y)
{
    uint32_t x0 = (uint32_t)(x & 0xffffffff), x1 = (uint32_t)(x >> 32);
    uint32_t y0 = (uint32_t)(y & 0xffffffff), y1 = (uint32_t)(y >> 32);
    uint64_t low = filesec__aes256gcm_portable_mul32(x0, y0);
    uint64_t high = filesec__aes256gcm_portable_mul32(x1, y1);
    uint64_t cross = filesec__aes256gcm_portable_mul32(x0 ^ x1, y0 ^ y1) ^ low ^ high;

    z[0] = low ^ cross << 32;
    z[1] = high ^ cross >> 32;
}

static void filesec__aes256gcm_portable_hash(const unsigned char *hk, unsigned char y[16],
                                             const unsigned char *data, size_t nblocks)
{
    uint64_t upper = filesec__load64be(y), lower = filesec__load64be(y + 8);
    uint64_t h1 = filesec__load64be(hk), h0 = filesec__load64be(hk + 8);
    uint64_t low[2], high[2], cross[2];

    for (; nblocks != 0; nblocks--, data += 16) {
        upper ^= filesec__load64be(data);
        lower ^= filesec__load64be(data + 8);
        filesec__aes256gcm_portable_mul64(low, lower, h0);
        filesec__aes256gcm_portable_mul64(high, upper, h1);
        filesec__aes256gcm_portable_mul64(cross, lower ^ upper, h0 ^ h1);
        cross[0] ^= low[0] ^ high[0];
        cross[1] ^= low[1] ^ high[1];
        filesec__aes256gcm_portable_fold(&upper, &lower, low[0], low[1] ^ cross[0],
                                         high[0] ^ cross[1], high[1]);
    }
    filesec_wipe(low, sizeof low);
    filesec_wipe(high, sizeof high);
    filesec_wipe(cross, sizeof cross);
    filesec__store64be(y, upper);
    filesec__store64be(y + 8, lower);
}

static void filesec__aes256gcm_portable_hash_key(unsigned char *hk, const unsigned char h[16])
{
    uint64_t upper, lower;

    filesec__aes256gcm_portable_divide(h, &upper, &lower);
    filesec__store64be(hk, upper);
    filesec__store64be(hk + 8, lower);
}
#endif
#undef FILESEC__FOURTH
#undef FILESEC__LOWER
#undef FILESEC__UPPER
#undef FILESEC__CROSS
