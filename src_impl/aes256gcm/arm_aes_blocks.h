/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/arm_aes_ghash.h"
#include "core/bytes.h"
/*
 * aes256gcm/arm_aes_blocks.h: GCTR with the AES instructions, and GHASH in its shadow, for the
 * ARM kernels
 *
 * Eight blocks side by side, and after every second round two blocks to hash. An empty asm
 * statement, which claims to change the blocks or the sums, keeps the order of the source: the
 * two instructions of a round are to stay neighbours, which most CPUs make one of, and the
 * products among the rounds, for CPUs that do not look far ahead.
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
#define FILESEC__PIN_BLOCKS(b)                                                                 \
    __asm__ volatile(""                                                                        \
                     : "+w"((b)[0]), "+w"((b)[1]), "+w"((b)[2]), "+w"((b)[3]), "+w"((b)[4]),   \
                       "+w"((b)[5]), "+w"((b)[6]), "+w"((b)[7]))
#define FILESEC__PIN_SUM(s)                                                                    \
    __asm__ volatile("" : "+w"((s).low), "+w"((s).high), "+w"((s).cross))

/* Counter blocks with each word as a number: the last one counts, and wraps as inc_32 does. */
FILESEC__INLINE uint32x4_t filesec__aes256gcm_arm_aes_counter(const unsigned char counter[16])
{
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(counter)));
}

FILESEC__INLINE uint32x4_t filesec__aes256gcm_arm_aes_ahead(uint32x4_t c, uint32_t n)
{
    return vaddq_u32(c, vsetq_lane_u32(n, vdupq_n_u32(0), 3));
}

FILESEC__INLINE void filesec__aes256gcm_arm_aes_count(unsigned char counter[16], uint32x4_t c)
{
    vst1q_u8(counter, vrev32q_u8(vreinterpretq_u8_u32(c)));
}

#define FILESEC__START(i)                                                                      \
    b[i] = vrev32q_u8(vreinterpretq_u8_u32(filesec__aes256gcm_arm_aes_ahead(c, i)))
/* The same where one register is better spent than time saved. */
#define FILESEC__START_NEXT(i)                                                                 \
    b[i] = vrev32q_u8(vreinterpretq_u8_u32(*c));                                               \
    *c = vaddq_u32(*c, one);                                                                   \
    FILESEC__PIN(*c)
#define FILESEC__ENC(i) b[i] = vaesmcq_u8(vaeseq_u8(b[i], rk))
#define FILESEC__LAST(i)                                                                       \
    b[i] = FILESEC__XOR3(vaeseq_u8(b[i], rk), last, vld1q_u8(in + 16 * (i)));                  \
    vst1q_u8(out + 16 * (i), b[i])
#define FILESEC__LAST_IF(i)                                                                    \
    do {                                                                                       \
        if ((i) < n) {                                                                         \
            FILESEC__LAST(i);                                                                  \
        }                                                                                      \
    } while (0)

/* GCTR of the next eight blocks, those at in; with hashing, meanwhile GHASH of eight at data,
   from y. The instruction adds the round key first, so rounds count from 0. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_both(
    const unsigned char *k, uint32x4_t *c, uint8x16_t y, unsigned char *out,
    const unsigned char *in, const unsigned char *data, int hashing)
{
    const uint32x4_t one = vsetq_lane_u32(1, vdupq_n_u32(0), 3);
    filesec__aes256gcm_arm_aes_sum s;
    uint8x16_t b[8], rk, last;

    filesec__aes256gcm_arm_aes_zero(&s);
    FILESEC__EIGHT(FILESEC__START_NEXT);
#define FILESEC__ROUND(r)                                                                      \
    rk = vld1q_u8(k + 16 * (r));                                                               \
    FILESEC__EIGHT(FILESEC__ENC);                                                              \
    FILESEC__PIN_BLOCKS(b)
#define FILESEC__STEP(r, work)                                                                 \
    FILESEC__ROUND(r);                                                                         \
    if (hashing) {                                                                             \
        work;                                                                                  \
        FILESEC__PIN_SUM(s);                                                                   \
    }
    FILESEC__ROUND(0);
    FILESEC__STEP(1, FILESEC__HASH2(2));
    FILESEC__ROUND(2);
    FILESEC__STEP(3, FILESEC__HASH2(4));
    FILESEC__ROUND(4);
    FILESEC__STEP(5, FILESEC__HASH2(6));
    FILESEC__ROUND(6);
    FILESEC__STEP(7, FILESEC__HASH2_FIRST);
    FILESEC__ROUND(8);
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

FILESEC__INLINE void filesec__aes256gcm_arm_aes_ctr(const unsigned char *k,
                                                    unsigned char counter[16],
                                                    unsigned char *out, const unsigned char *in,
                                                    size_t nblocks)
{
    uint32x4_t c = filesec__aes256gcm_arm_aes_counter(counter);

    filesec__aes256gcm_arm_aes_count(
        counter, filesec__aes256gcm_arm_aes_ahead(c, (uint32_t)(nblocks & 0xffffffff)));
    for (; nblocks >= 8; nblocks -= 8, in += 128, out += 128)
        filesec__aes256gcm_arm_aes_both(k, &c, vdupq_n_u8(0), out, in, in, 0);
    if (nblocks != 0)
        filesec__aes256gcm_arm_aes_rest(k, c, out, in, (unsigned)nblocks);
}

/* What is hashed is eight blocks behind what is enciphered. */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_seal(const unsigned char *k,
                                                     unsigned char counter[16],
                                                     unsigned char y[16], unsigned char *out,
                                                     const unsigned char *in, size_t nblocks)
{
    uint32x4_t c = filesec__aes256gcm_arm_aes_counter(counter);
    uint8x16_t v = FILESEC__TURNED(y);
    const unsigned char *data = out;
    size_t left = nblocks;

    filesec__aes256gcm_arm_aes_count(
        counter, filesec__aes256gcm_arm_aes_ahead(c, (uint32_t)(nblocks & 0xffffffff)));
    if (left >= 8) {
        filesec__aes256gcm_arm_aes_both(k, &c, v, out, in, in, 0);
        in += 128;
        out += 128;
        left -= 8;
    }
    for (; left >= 8; left -= 8, in += 128, out += 128, data += 128)
        v = filesec__aes256gcm_arm_aes_both(k, &c, v, out, in, data, 1);
    if (left != 0)
        filesec__aes256gcm_arm_aes_rest(k, c, out, in, (unsigned)left);
    v = filesec__aes256gcm_arm_aes_hash(k, v, data, data == out ? left : left + 8);
    FILESEC__TURN_OUT(y, v);
}

FILESEC__INLINE void filesec__aes256gcm_arm_aes_open(const unsigned char *k,
                                                     unsigned char counter[16],
                                                     unsigned char y[16], unsigned char *out,
                                                     const unsigned char *in, size_t nblocks)
{
    uint32x4_t c = filesec__aes256gcm_arm_aes_counter(counter);
    uint8x16_t v = FILESEC__TURNED(y);

    filesec__aes256gcm_arm_aes_count(
        counter, filesec__aes256gcm_arm_aes_ahead(c, (uint32_t)(nblocks & 0xffffffff)));
    for (; nblocks >= 8; nblocks -= 8, in += 128, out += 128)
        v = filesec__aes256gcm_arm_aes_both(k, &c, v, out, in, in, 1);
    if (nblocks != 0) {
        v = filesec__aes256gcm_arm_aes_few(k, v, in, (unsigned)nblocks);
        filesec__aes256gcm_arm_aes_rest(k, c, out, in, (unsigned)nblocks);
    }
    FILESEC__TURN_OUT(y, v);
}
