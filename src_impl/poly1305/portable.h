/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "poly1305/contract.h"
/*
 * poly1305/portable.h: Poly1305 with multiplications 32 x 32 -> 64, for any machine
 *
 * Needs     nothing.
 * Contract  as in poly1305/contract.h, with nothing added.
 * Layout    radix 2^26: h = h0 + h1 2^26 + h2 2^52 + h3 2^78 + h4 2^104, r likewise. A limb has
 *           32 bits, so 6 are free for sums, and 2^130 = 5 (mod p) falls between two limbs. In
 *           the state, of which 7 words are used:
 *
 *             w[0..1]  r, clamped, as a number       w[2]  h1, h0    each in 32 bits
 *             w[5..6]  s, as a number                w[3]  h3, h2
 *                                                    w[4]   0, h4
 *
 * Bounds    reads exactly 16 * nblocks bytes of data and tail_len bytes of tail.
 * Not done  one carry for two blocks: it needs r^2, and the multiplications, which take the
 *           time, stay as many.
 * Secrets   no branch and no address depends on key, data or h. Products are those of
 *           core/bytes.h, whose time does not either on Cortex-M and AVR; on a CPU that is
 *           not named there, and whose instruction is slower for large numbers, it does.
 * From      RFC 8439, 2.5.
 */

/* Five limbs of 26 bits of the number lo + hi 2^64 + top 2^104. */
static inline void filesec__poly1305_split_portable(uint32_t x[5], uint64_t lo, uint64_t hi,
                                                    uint32_t top)
{
    const uint32_t m26 = 0x3ffffff;

    x[0] = (uint32_t)lo & m26;
    x[1] = (uint32_t)(lo >> 26) & m26;
    x[2] = (uint32_t)(lo >> 52 | hi << 12) & m26;
    x[3] = (uint32_t)(hi >> 14) & m26;
    x[4] = (uint32_t)(hi >> 40) | top;
}

#define FILESEC__MUL filesec__mul32
/*
 * h = (h + m) r for each block m, mod p but not fully reduced: a product h_i r_j with i + j > 4
 * lands at 2^130 or above and comes down by 5 = 2^130, so s_j = 5 r_j.
 *
 * Before the products h_i < 2^27 + 2^9 and r_j < 2^26: a sum d_k is < 21 * 2^53 + 2^49 < 2^58
 * and its carry < 2^32. After the carries h0, h2, h3, h4 < 2^26 and h1 < 2^26 + 2^9.
 */
static void filesec__poly1305_add_portable(filesec__poly1305_state *s,
                                           const unsigned char *data, size_t nblocks,
                                           uint32_t top)
{
    const uint64_t m26 = 0x3ffffff;
    uint32_t r[5], m[5], s1, s2, s3, s4;
    uint32_t h0 = (uint32_t)(s->w[2] & 0xffffffff), h1 = (uint32_t)(s->w[2] >> 32);
    uint32_t h2 = (uint32_t)(s->w[3] & 0xffffffff), h3 = (uint32_t)(s->w[3] >> 32);
    uint32_t h4 = (uint32_t)(s->w[4] & 0xffffffff);
    uint64_t d0, d1, d2, d3, d4;

    filesec__poly1305_split_portable(r, s->w[0], s->w[1], 0);
    s1 = 5 * r[1];
    s2 = 5 * r[2];
    s3 = 5 * r[3];
    s4 = 5 * r[4];
    for (; nblocks != 0; nblocks--, data += 16) {
        filesec__poly1305_split_portable(m, filesec__load64le(data),
                                         filesec__load64le(data + 8), top);
        h0 += m[0];
        h1 += m[1];
        h2 += m[2];
        h3 += m[3];
        h4 += m[4];
        d0 = FILESEC__MUL(h0, r[0]) + FILESEC__MUL(h1, s4) + FILESEC__MUL(h2, s3) +
             FILESEC__MUL(h3, s2) + FILESEC__MUL(h4, s1);
        d1 = FILESEC__MUL(h0, r[1]) + FILESEC__MUL(h1, r[0]) + FILESEC__MUL(h2, s4) +
             FILESEC__MUL(h3, s3) + FILESEC__MUL(h4, s2) + (d0 >> 26);
        d2 = FILESEC__MUL(h0, r[2]) + FILESEC__MUL(h1, r[1]) + FILESEC__MUL(h2, r[0]) +
             FILESEC__MUL(h3, s4) + FILESEC__MUL(h4, s3) + (d1 >> 26);
        d3 = FILESEC__MUL(h0, r[3]) + FILESEC__MUL(h1, r[2]) + FILESEC__MUL(h2, r[1]) +
             FILESEC__MUL(h3, r[0]) + FILESEC__MUL(h4, s4) + (d2 >> 26);
        d4 = FILESEC__MUL(h0, r[4]) + FILESEC__MUL(h1, r[3]) + FILESEC__MUL(h2, r[2]) +
             FILESEC__MUL(h3, r[1]) + FILESEC__MUL(h4, r[0]) + (d3 >> 26);
        d0 = (d0 & m26) + FILESEC__MUL((uint32_t)(d4 >> 26), 5); /* the carry: < 2^32 */
        h0 = (uint32_t)(d0 & m26);
        h1 = (uint32_t)((d1 & m26) + (d0 >> 26));
        h2 = (uint32_t)(d2 & m26);
        h3 = (uint32_t)(d3 & m26);
        h4 = (uint32_t)(d4 & m26);
    }
    s->w[2] = h0 | (uint64_t)h1 << 32;
    s->w[3] = h2 | (uint64_t)h3 << 32;
    s->w[4] = h4;
}
#undef FILESEC__MUL

static void filesec__poly1305_init_portable(filesec__poly1305_state *s,
                                            const unsigned char key[32])
{
    /* clamp: the top four bits of each 32-bit word of r and the low two of all but the first */
    s->w[0] = filesec__load64le(key) & UINT64_C(0x0ffffffc0fffffff);
    s->w[1] = filesec__load64le(key + 8) & UINT64_C(0x0ffffffc0ffffffc);
    s->w[2] = s->w[3] = s->w[4] = 0;
    s->w[5] = filesec__load64le(key + 16);
    s->w[6] = filesec__load64le(key + 24);
}

static void filesec__poly1305_blocks_portable(filesec__poly1305_state *s,
                                              const unsigned char *data, size_t nblocks)
{
    filesec__poly1305_add_portable(s, data, nblocks, UINT32_C(1) << 24); /* 2^128 */
}

/*
 * tag = ((h mod p) + s) mod 2^128. h < 2^130 + 2^36 < 2p, so h mod p = h - q p with
 * q = floor((h + 5) / 2^130), which is 0 or 1; and - q p = + 5 q (mod 2^128).
 */
static void filesec__poly1305_finish_portable(filesec__poly1305_state *s,
                                              const unsigned char *tail, size_t tail_len,
                                              unsigned char tag[16])
{
    uint64_t h0, h1, h2, h3, h4, c;

    if (tail_len != 0) {
        unsigned char last[16] = {0};
        memcpy(last, tail, tail_len);
        last[tail_len] = 1;
        filesec__poly1305_add_portable(s, last, 1, 0);
        filesec_wipe(last, sizeof last);
    }
    h0 = s->w[2] & 0xffffffff;
    h1 = s->w[2] >> 32;
    h2 = s->w[3] & 0xffffffff;
    h3 = s->w[3] >> 32;
    h4 = s->w[4];

    c = (h0 + 5) >> 26;
    c = (h1 + c) >> 26;
    c = (h2 + c) >> 26;
    c = (h3 + c) >> 26;
    c = (h4 + c) >> 26; /* q */

    /* h + 5 q + s in words of 32 bits; what lies above 2^128 is dropped */
    c = h0 + UINT32_C(5) * (uint32_t)c + (h1 << 26 & 0xffffffff) + (s->w[5] & 0xffffffff);
    filesec__store32le(tag, (uint32_t)(c & 0xffffffff));
    c = (c >> 32) + (h1 >> 6) + (h2 << 20 & 0xffffffff) + (s->w[5] >> 32);
    filesec__store32le(tag + 4, (uint32_t)(c & 0xffffffff));
    c = (c >> 32) + (h2 >> 12) + (h3 << 14 & 0xffffffff) + (s->w[6] & 0xffffffff);
    filesec__store32le(tag + 8, (uint32_t)(c & 0xffffffff));
    c = (c >> 32) + (h3 >> 18) + (h4 << 8 & 0xffffffff) + (s->w[6] >> 32);
    filesec__store32le(tag + 12, (uint32_t)(c & 0xffffffff));
}
