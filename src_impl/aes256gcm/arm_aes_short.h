/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/arm_aes_blocks.h"
#include "aes256gcm/arm_aes_ghash.h"
#include "aes256gcm/contract.h"
#include "core/bytes.h"
#include "core/secret.h"
/*
 * aes256gcm/arm_aes_short.h: a whole message, its last 128 bytes in registers: for the ARM
 * kernels
 *
 * GCTR(J0, S) and the text are blocks side by side in the same rounds; the text and the block
 * of the lengths go into one sum of products, with what was hashed before. A part of a block is
 * put together in general registers from loads that overlap: a load of 16 bytes after stores of
 * single ones would have to wait for them.
 */
#define FILESEC__SHORT 128 /* bytes */

/* n bytes, 1 <= n <= 15, and zeros. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_part(const unsigned char *p, size_t n)
{
    uint64_t low, high = 0;

    if (n >= 8) {
        low = filesec__load64le(p);
        high = filesec__load64le(p + n - 8) >> 8 * (15 - n) >> 8;
    } else if (n >= 4) {
        low = filesec__load32le(p);
        low |= (uint64_t)filesec__load32le(p + n - 4) << 8 * (n - 4);
    } else {
        low = p[0];
        low |= (uint64_t)p[n / 2] << 8 * (n / 2);
        low |= (uint64_t)p[n - 1] << 8 * (n - 1);
    }
    return vcombine_u8(vcreate_u8(low), vcreate_u8(high));
}

/* The first n bytes of x, 1 <= n <= 15, to p. */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_put(unsigned char *p, uint8x16_t x, size_t n)
{
    uint64_t low = vgetq_lane_u64(vreinterpretq_u64_u8(x), 0);
    uint64_t high = vgetq_lane_u64(vreinterpretq_u64_u8(x), 1);

    if (n >= 8) {
        filesec__store64le(p, low);
        filesec__store64le(p + n - 8, low >> 8 * (n - 8) | high << 1 << (127 - 8 * n));
    } else if (n >= 4) {
        filesec__store32le(p, (uint32_t)(low & 0xffffffff));
        filesec__store32le(p + n - 4, (uint32_t)(low >> 8 * (n - 4) & 0xffffffff));
    } else {
        p[0] = (unsigned char)(low & 0xff);
        p[n / 2] = (unsigned char)(low >> 8 * (n / 2) & 0xff);
        p[n - 1] = (unsigned char)(low >> 8 * (n - 1) & 0xff);
    }
}

/* x with zeros behind its first n bytes. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_cut(uint8x16_t x, size_t n)
{
    const uint8x16_t place = vcombine_u8(vcreate_u8(UINT64_C(0x0706050403020100)),
                                         vcreate_u8(UINT64_C(0x0f0e0d0c0b0a0908)));

    return vandq_u8(x, vcltq_u8(place, vdupq_n_u8((uint8_t)n)));
}

/* J0, with each word as a number. */
FILESEC__INLINE uint32x4_t filesec__aes256gcm_arm_aes_j0(const unsigned char nonce[12])
{
    uint64_t high = filesec__load32le(nonce + 8) | UINT64_C(1) << 56;

    return vreinterpretq_u32_u8(vrev32q_u8(vcombine_u8(vld1_u8(nonce), vcreate_u8(high))));
}

/* The block of the lengths, turned. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_lengths(size_t aad_len, size_t len)
{
    uint64x2_t bits =
        vcombine_u64(vcreate_u64((uint64_t)aad_len << 3), vcreate_u64((uint64_t)len << 3));

    return vrbitq_u8(vrev64q_u8(vreinterpretq_u8_u64(bits)));
}

/* s += the blocks of aad, of which the last has H^i; at least one byte. */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_add_aad(filesec__aes256gcm_arm_aes_sum *s,
                                                        const unsigned char *k,
                                                        const unsigned char *aad,
                                                        size_t aad_len, unsigned i)
{
    i += (unsigned)((aad_len - 1) / 16);
    for (; aad_len >= 16; aad_len -= 16, aad += 16)
        filesec__aes256gcm_arm_aes_add(s, FILESEC__TURNED(aad), k, i--);
    if (aad_len != 0) {
        uint8x16_t x = filesec__aes256gcm_arm_aes_part(aad, aad_len);

        filesec__aes256gcm_arm_aes_add(s, vrbitq_u8(x), k, i);
    }
}

/* Block 0 is J0, block i text. */
#define FILESEC__TOGETHER(TEXTS)                                                               \
    b[0] = vrev32q_u8(vreinterpretq_u8_u32(j0));                                               \
    TEXTS(FILESEC__START);                                                                     \
    for (r = 0; r < 13; r++) {                                                                 \
        rk = vld1q_u8(k + 16 * r);                                                             \
        FILESEC__ENC(0);                                                                       \
        TEXTS(FILESEC__ENC);                                                                   \
    }                                                                                          \
    rk = vld1q_u8(k + 208);                                                                    \
    FILESEC__MASK(0);                                                                          \
    TEXTS(FILESEC__MASK)
#define FILESEC__MASK(i) b[i] = veorq_u8(vaeseq_u8(b[i], rk), last)
#define FILESEC__ONE_TEXT(S) S(1)
#define FILESEC__TWO_TEXTS(S)                                                                  \
    S(1);                                                                                      \
    S(2)
#define FILESEC__FOUR_TEXTS(S)                                                                 \
    FILESEC__TWO_TEXTS(S);                                                                     \
    S(3);                                                                                      \
    S(4)
#define FILESEC__EIGHT_TEXTS(S)                                                                \
    FILESEC__FOUR_TEXTS(S);                                                                    \
    S(5);                                                                                      \
    S(6);                                                                                      \
    S(7);                                                                                      \
    S(8)

/* GCTR of J0 and of n blocks; c is the counter of the block before these. More of them may be
   done. */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_stream(const unsigned char *k, uint8x16_t b[9],
                                                       uint32x4_t j0, uint32x4_t c, size_t n)
{
    uint8x16_t rk, last = vld1q_u8(k + 224);
    unsigned r;

    if (n <= 1) {
        FILESEC__TOGETHER(FILESEC__ONE_TEXT);
    } else if (n <= 2) {
        FILESEC__TOGETHER(FILESEC__TWO_TEXTS);
    } else if (n <= 4) {
        FILESEC__TOGETHER(FILESEC__FOUR_TEXTS);
    } else {
        FILESEC__TOGETHER(FILESEC__EIGHT_TEXTS);
    }
}

#define FILESEC__TEXT(i)                                                                       \
    if (len < 16 * (i))                                                                        \
        break;                                                                                 \
    x = vld1q_u8(in + 16 * ((i)-1));                                                           \
    y = veorq_u8(x, b[i]);                                                                     \
    vst1q_u8(out + 16 * ((i)-1), y);                                                           \
    filesec__aes256gcm_arm_aes_add(&s, vrbitq_u8(sealing ? y : x), k, n + 2 - (i));            \
    part = b[(i) < 8 ? (i) + 1 : 8]

/* The last len bytes of a message, len <= FILESEC__SHORT, and its tag. s is the sum of what was
   hashed before, lengths the block of the lengths, turned. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_end(
    const unsigned char *k, filesec__aes256gcm_arm_aes_sum s, uint32x4_t j0, uint32x4_t c,
    unsigned char *out, const unsigned char *in, size_t len, uint8x16_t lengths, int sealing)
{
    uint8x16_t b[9], part, x, y;
    unsigned n = (unsigned)((len + 15) / 16);

    filesec__aes256gcm_arm_aes_add(&s, lengths, k, 1);
    b[1] = b[2] = b[3] = b[4] = b[5] = b[6] = b[7] = b[8] = lengths; /* for the compiler */
    filesec__aes256gcm_arm_aes_stream(k, b, j0, c, n);
    part = b[1];
    do {
        FILESEC__TEXT(1);
        FILESEC__TEXT(2);
        FILESEC__TEXT(3);
        FILESEC__TEXT(4);
        FILESEC__TEXT(5);
        FILESEC__TEXT(6);
        FILESEC__TEXT(7);
        FILESEC__TEXT(8);
    } while (0);
    if (len % 16 != 0) {
        size_t whole = len / 16 * 16;

        x = filesec__aes256gcm_arm_aes_part(in + whole, len % 16);
        y = veorq_u8(x, part);
        filesec__aes256gcm_arm_aes_put(out + whole, y, len % 16);
        if (sealing)
            x = filesec__aes256gcm_arm_aes_cut(y, len % 16);
        filesec__aes256gcm_arm_aes_add(&s, vrbitq_u8(x), k, 2);
    }
    return veorq_u8(b[0], vrbitq_u8(filesec__aes256gcm_arm_aes_fold(&s)));
}

/* A whole message; both is the seal or open of the kernel. */
FILESEC__INLINE void
filesec__aes256gcm_arm_aes_whole(const unsigned char *k, const unsigned char nonce[12],
                                 unsigned char tag[16], const unsigned char *aad,
                                 size_t aad_len, unsigned char *out, const unsigned char *in,
                                 size_t len, int sealing, filesec__aes256gcm_both_kernel *both)
{
    const uint8x16_t lengths = filesec__aes256gcm_arm_aes_lengths(aad_len, len);
    const uint32x4_t j0 = filesec__aes256gcm_arm_aes_j0(nonce);
    size_t bulk = len <= FILESEC__SHORT ? 0 : len / FILESEC__SHORT * FILESEC__SHORT;
    unsigned n = (unsigned)((len - bulk + 15) / 16) + 1; /* blocks to hash after the bulk */
    int one_sum = bulk == 0 && n + (aad_len + 15) / 16 <= FILESEC__POWERS;
    filesec__aes256gcm_arm_aes_sum s;
    uint32x4_t c = j0;

    filesec__aes256gcm_arm_aes_zero(&s);
    if (aad_len != 0)
        filesec__aes256gcm_arm_aes_add_aad(&s, k, aad, aad_len, one_sum ? n + 1 : 1);
    if (!one_sum) {
        uint8x16_t v = filesec__aes256gcm_arm_aes_fold(&s);

        if (bulk != 0) {
            unsigned char counter[16], y[16];

            filesec__aes256gcm_arm_aes_count(counter, filesec__aes256gcm_arm_aes_ahead(c, 1));
            FILESEC__TURN_OUT(y, v);
            both(k, counter, y, out, in, bulk / 16);
            v = FILESEC__TURNED(y);
            filesec_wipe(y, sizeof y);
            c = filesec__aes256gcm_arm_aes_ahead(c, (uint32_t)(bulk / 16 & 0xffffffff));
            out += bulk;
            in += bulk;
            len -= bulk;
        }
        filesec__aes256gcm_arm_aes_zero(&s);
        filesec__aes256gcm_arm_aes_add(&s, v, k, n);
    }
    if (sealing)
        s.low = filesec__aes256gcm_arm_aes_end(k, s, j0, c, out, in, len, lengths, 1);
    else
        s.low = filesec__aes256gcm_arm_aes_end(k, s, j0, c, out, in, len, lengths, 0);
    vst1q_u8(tag, s.low);
}
