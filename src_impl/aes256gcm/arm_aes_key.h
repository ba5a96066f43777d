/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/arm_aes_ghash.h"
#include "core/bytes.h"
/*
 * aes256gcm/arm_aes_key.h: round keys and powers of H from a key, for the ARM kernels
 */
/* SubWord: AES without its key and with four equal columns, which ShiftRows leaves equal. */
FILESEC__INLINE uint32_t filesec__aes256gcm_arm_aes_sub_word(uint32_t w)
{
    uint8x16_t x = vaeseq_u8(vreinterpretq_u8_u32(vdupq_n_u32(w)), vdupq_n_u8(0));
    return vgetq_lane_u32(vreinterpretq_u32_u8(x), 0);
}

/* The round keys into the key area; the result is H. */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_rounds(unsigned char *k,
                                                             const unsigned char key[32])
{
    uint8x16_t e = vdupq_n_u8(0);
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
    return veorq_u8(vaeseq_u8(e, vld1q_u8(k + 208)), vld1q_u8(k + 224)); /* H = E(0) */
}

/* h is H^i: into the key area, and the sum of its halves. */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_keep(unsigned char *k, unsigned i, uint8x16_t h)
{
    vst1q_u8(k + FILESEC__POWER(i), h);
    vst1_u8(k + FILESEC__HALVES(i), vget_low_u8(filesec__aes256gcm_arm_aes_halves(h)));
}

/* h H^i */
FILESEC__INLINE uint8x16_t filesec__aes256gcm_arm_aes_times(uint8x16_t h,
                                                            const unsigned char *k, unsigned i)
{
    filesec__aes256gcm_arm_aes_sum s;

    filesec__aes256gcm_arm_aes_zero(&s);
    filesec__aes256gcm_arm_aes_add(&s, h, k, i);
    return filesec__aes256gcm_arm_aes_fold(&s);
}

/* Odd and even powers are two chains side by side. */
FILESEC__INLINE void filesec__aes256gcm_arm_aes_init(unsigned char *k,
                                                     const unsigned char key[32])
{
    uint8x16_t odd = vrbitq_u8(filesec__aes256gcm_arm_aes_rounds(k, key)), even;
    unsigned i;

    filesec__aes256gcm_arm_aes_keep(k, 1, odd);
    even = filesec__aes256gcm_arm_aes_times(odd, k, 1);
    filesec__aes256gcm_arm_aes_keep(k, 2, even);
    for (i = 3; i < FILESEC__POWERS; i += 2) {
        odd = filesec__aes256gcm_arm_aes_times(odd, k, 2);
        even = filesec__aes256gcm_arm_aes_times(even, k, 2);
        filesec__aes256gcm_arm_aes_keep(k, i, odd);
        filesec__aes256gcm_arm_aes_keep(k, i + 1, even);
    }
}
