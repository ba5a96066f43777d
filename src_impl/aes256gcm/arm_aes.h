/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/arm_aes_ghash.h"
#include "aes256gcm/contract.h"
#include "core/bytes.h"
/*
 * aes256gcm/arm_aes.h: AES-256-GCM with the AES and PMULL instructions of ARMv8
 *
 * Needs     AES and PMULL. Every function here carries FILESEC__TARGET_ARM_AES.
 * Contract  as in aes256gcm/contract.h, with nothing added.
 *
 * Layout    one block, one register. AES has the bytes as they are, GHASH has the bits of
 *           each turned round (aes256gcm/arm_aes_ghash.h). Of the key area
 *
 *             0     15 round keys
 *             240   H^8, H^7, ... H, turned; 16 bytes each
 *             368   for each of these the sum of its halves (Karatsuba), 8 bytes each
 *
 * Registers eight blocks, a round key, three sums of products, a block to hash and its
 *           products, of 32.
 * Bounds    reads and writes exactly 16 * nblocks bytes, at any alignment.
 * Not done  fixing the order of instructions as aes256gcm/x86_aesni.h does: for want of a
 *           machine to measure on.
 * Secrets   no branch and no address depends on key, counter, y or data.
 * From      FIPS 197, 5.1 and 5.2; SP 800-38D, 6.3 to 6.5.
 */
#define FILESEC__FOUR(S)                                                                       \
    S(0);                                                                                      \
    S(1);                                                                                      \
    S(2);                                                                                      \
    S(3)
#define FILESEC__EIGHT(S)                                                                      \
    FILESEC__FOUR(S);                                                                          \
    S(4);                                                                                      \
    S(5);                                                                                      \
    S(6);                                                                                      \
    S(7)

/* Counter blocks with each word as a number: the last one counts, and wraps as inc_32 does. */
FILESEC__INLINE uint32x4_t filesec__aes256gcm_arm_aes_counter(const unsigned char counter[16])
{
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(counter)));
}

FILESEC__INLINE uint32x4_t filesec__aes256gcm_arm_aes_ahead(uint32x4_t c, uint32_t n)
{
    return vaddq_u32(c, vsetq_lane_u32(n, vdupq_n_u32(0), 3));
}

#define FILESEC__START(i)                                                                      \
    b[i] = vrev32q_u8(vreinterpretq_u8_u32(filesec__aes256gcm_arm_aes_ahead(c, i)))
#define FILESEC__ENC(i) b[i] = vaesmcq_u8(vaeseq_u8(b[i], rk))
#define FILESEC__LAST(i)                                                                       \
    b[i] = veorq_u8(vaeseq_u8(b[i], rk), veorq_u8(last, vld1q_u8(in + 16 * (i))));             \
    vst1q_u8(out + 16 * (i), b[i])
#define FILESEC__LAST_IF(i)                                                                    \
    do {                                                                                       \
        if ((i) < n) {                                                                         \
            FILESEC__LAST(i);                                                                  \
        }                                                                                      \
    } while (0)

/* GCTR of eight blocks at in; with hashing, meanwhile GHASH of eight at data, from y. The
   instruction adds the round key first, so rounds count from 0. */
FILESEC__INLINE uint64x2_t filesec__aes256gcm_arm_aes_both(const unsigned char *k, uint32x4_t c,
                                                           uint64x2_t y, unsigned char *out,
                                                           const unsigned char *in,
                                                           const unsigned char *data,
                                                           int hashing)
{
    filesec__aes256gcm_arm_aes_sum s;
    uint8x16_t b[8], rk, last;

    filesec__aes256gcm_arm_aes_zero(&s);
    FILESEC__EIGHT(FILESEC__START);
#define FILESEC__ROUND(r)                                                                      \
    rk = vld1q_u8(k + 16 * (r));                                                               \
    FILESEC__EIGHT(FILESEC__ENC)
#define FILESEC__STEP(r, work)                                                                 \
    FILESEC__ROUND(r);                                                                         \
    if (hashing)                                                                               \
    work
    FILESEC__ROUND(0);
    FILESEC__STEP(1, FILESEC__HASH(1));
    FILESEC__STEP(2, FILESEC__HASH(2));
    FILESEC__STEP(3, FILESEC__HASH(3));
    FILESEC__STEP(4, FILESEC__HASH(4));
    FILESEC__STEP(5, FILESEC__HASH(5));
    FILESEC__STEP(6, FILESEC__HASH(6));
    FILESEC__STEP(7, FILESEC__HASH(7));
    FILESEC__STEP(8, FILESEC__HASH_FIRST);
    FILESEC__ROUND(9);
    FILESEC__STEP(10, y = filesec__aes256gcm_arm_aes_fold(&s));
    FILESEC__ROUND(11);
    FILESEC__ROUND(12);
#undef FILESEC__STEP
#undef FILESEC__ROUND
    rk = vld1q_u8(k + 208);
    last = vld1q_u8(k + 224);
    FILESEC__EIGHT(FILESEC__LAST);
    return y;
}

/* GCTR of the last n blocks, 1 <= n <= 7: one, four or eight side by side. */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_rest(const unsigned char *k, uint32x4_t c,
                                                     unsigned char *out,
                                                     const unsigned char *in, unsigned n)
{
    uint8x16_t b[8], rk, last = vld1q_u8(k + 224);
    unsigned r;

#define FILESEC__ROUNDS(width, S)                                                              \
    for (r = 0; r < 13; r++) {                                                                 \
        rk = vld1q_u8(k + 16 * r);                                                             \
        width(S);                                                                              \
    }                                                                                          \
    rk = vld1q_u8(k + 208)
#define FILESEC__ONE(S) S(0)
    if (n == 1) {
        FILESEC__START(0);
        FILESEC__ROUNDS(FILESEC__ONE, FILESEC__ENC);
        FILESEC__LAST(0);
    } else if (n <= 4) {
        FILESEC__FOUR(FILESEC__START);
        FILESEC__ROUNDS(FILESEC__FOUR, FILESEC__ENC);
        FILESEC__FOUR(FILESEC__LAST_IF);
    } else {
        FILESEC__EIGHT(FILESEC__START);
        FILESEC__ROUNDS(FILESEC__EIGHT, FILESEC__ENC);
        FILESEC__EIGHT(FILESEC__LAST_IF);
    }
#undef FILESEC__ROUNDS
#undef FILESEC__ONE
}

FILESEC__KERNEL filesec__aes256gcm_ctr_arm_aes(const unsigned char *k,
                                               unsigned char counter[16], unsigned char *out,
                                               const unsigned char *in, size_t nblocks)
{
    uint32x4_t c = filesec__aes256gcm_arm_aes_counter(counter);
    uint32_t end = filesec__load32be(counter + 12) + (uint32_t)(nblocks & 0xffffffff);

    for (; nblocks >= 8; nblocks -= 8, in += 128, out += 128) {
        filesec__aes256gcm_arm_aes_both(k, c, vdupq_n_u64(0), out, in, in, 0);
        c = filesec__aes256gcm_arm_aes_ahead(c, 8);
    }
    if (nblocks != 0)
        filesec__aes256gcm_arm_aes_rest(k, c, out, in, (unsigned)nblocks);
    filesec__store32be(counter + 12, end);
}

FILESEC__KERNEL filesec__aes256gcm_hash_arm_aes(const unsigned char *k, unsigned char y[16],
                                                const unsigned char *data, size_t nblocks)
{
    uint64x2_t v = FILESEC__TURNED(y);

    for (; nblocks > 8; nblocks -= 8, data += 128)
        v = filesec__aes256gcm_arm_aes_few(k, v, data, 8);
    if (nblocks != 0)
        v = filesec__aes256gcm_arm_aes_few(k, v, data, (unsigned)nblocks);
    FILESEC__TURN_OUT(y, v);
}

/* What is hashed is eight blocks behind what is enciphered. */
FILESEC__KERNEL filesec__aes256gcm_seal_arm_aes(const unsigned char *k,
                                                unsigned char counter[16], unsigned char y[16],
                                                unsigned char *out, const unsigned char *in,
                                                size_t nblocks)
{
    uint32x4_t c = filesec__aes256gcm_arm_aes_counter(counter);
    uint32_t end = filesec__load32be(counter + 12) + (uint32_t)(nblocks & 0xffffffff);
    uint64x2_t v = FILESEC__TURNED(y);
    unsigned char *first = out;

    for (; nblocks >= 8; nblocks -= 8, in += 128, out += 128) {
        if (out == first)
            filesec__aes256gcm_arm_aes_both(k, c, v, out, in, in, 0);
        else
            v = filesec__aes256gcm_arm_aes_both(k, c, v, out, in, out - 128, 1);
        c = filesec__aes256gcm_arm_aes_ahead(c, 8);
    }
    if (nblocks != 0)
        filesec__aes256gcm_arm_aes_rest(k, c, out, in, (unsigned)nblocks);
    if (out != first)
        v = filesec__aes256gcm_arm_aes_few(k, v, out - 128, 8);
    if (nblocks != 0)
        v = filesec__aes256gcm_arm_aes_few(k, v, out, (unsigned)nblocks);
    FILESEC__TURN_OUT(y, v);
    filesec__store32be(counter + 12, end);
}

FILESEC__KERNEL filesec__aes256gcm_open_arm_aes(const unsigned char *k,
                                                unsigned char counter[16], unsigned char y[16],
                                                unsigned char *out, const unsigned char *in,
                                                size_t nblocks)
{
    uint32x4_t c = filesec__aes256gcm_arm_aes_counter(counter);
    uint32_t end = filesec__load32be(counter + 12) + (uint32_t)(nblocks & 0xffffffff);
    uint64x2_t v = FILESEC__TURNED(y);

    for (; nblocks >= 8; nblocks -= 8, in += 128, out += 128) {
        v = filesec__aes256gcm_arm_aes_both(k, c, v, out, in, in, 1);
        c = filesec__aes256gcm_arm_aes_ahead(c, 8);
    }
    if (nblocks != 0) {
        v = filesec__aes256gcm_arm_aes_few(k, v, in, (unsigned)nblocks);
        filesec__aes256gcm_arm_aes_rest(k, c, out, in, (unsigned)nblocks);
    }
    FILESEC__TURN_OUT(y, v);
    filesec__store32be(counter + 12, end);
}

/* SubWord: AES without its key and with four equal columns, which ShiftRows leaves equal. */
FILESEC__INLINE uint32_t filesec__aes256gcm_arm_aes_sub_word(uint32_t w)
{
    uint8x16_t x = vaeseq_u8(vreinterpretq_u8_u32(vdupq_n_u32(w)), vdupq_n_u8(0));
    return vgetq_lane_u32(vreinterpretq_u32_u8(x), 0);
}

FILESEC__KERNEL filesec__aes256gcm_init_arm_aes(unsigned char *k, const unsigned char key[32])
{
    filesec__aes256gcm_arm_aes_sum s;
    uint8x16_t e = vdupq_n_u8(0);
    uint64x2_t h;
    uint32_t t, rcon = 1;
    unsigned i;

    memcpy(k, key, 32);
    t = filesec__load32le(k + 28);
    for (i = 8; i < 60; i++) { /* FIPS 197, 5.2 */
        if (i % 8 == 0) {
            t = filesec__aes256gcm_arm_aes_sub_word(filesec__rotl32(t, 24)) ^ rcon;
            rcon <<= 1;
        } else if (i % 8 == 4) {
            t = filesec__aes256gcm_arm_aes_sub_word(t);
        }
        t ^= filesec__load32le(k + 4 * i - 32);
        filesec__store32le(k + 4 * i, t);
    }
    for (i = 0; i < 13; i++)
        e = vaesmcq_u8(vaeseq_u8(e, vld1q_u8(k + 16 * i)));
    e = veorq_u8(vaeseq_u8(e, vld1q_u8(k + 208)), vld1q_u8(k + 224));
    h = vreinterpretq_u64_u8(vrbitq_u8(e)); /* H = E(0) */
    filesec__aes256gcm_arm_aes_keep(k, 1, h);
    for (i = 2; i <= 8; i++) { /* H^i = H^(i - 1) H */
        filesec__aes256gcm_arm_aes_zero(&s);
        filesec__aes256gcm_arm_aes_add(&s, h, k, 1);
        h = filesec__aes256gcm_arm_aes_fold(&s);
        filesec__aes256gcm_arm_aes_keep(k, i, h);
    }
}
#undef FILESEC__INLINE
#undef FILESEC__KERNEL
#undef FILESEC__POWER
#undef FILESEC__HALVES
#undef FILESEC__FOUR
#undef FILESEC__EIGHT
#undef FILESEC__TURNED
#undef FILESEC__TURN_OUT
#undef FILESEC__LOWER
#undef FILESEC__UPPER
#undef FILESEC__HASH
#undef FILESEC__HASH_FIRST
#undef FILESEC__START
#undef FILESEC__ENC
#undef FILESEC__LAST
#undef FILESEC__LAST_IF
