/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "sha512/contract.h"
/*
 * sha512/arm_sha512.h: SHA-512 with the instructions of ARMv8.2
 *
 * Needs     FEAT_SHA512. Every function here carries FILESEC__TARGET_ARM_SHA512.
 * Contract  as in sha512/contract.h, with nothing added.
 *
 * Layout    the working variables in pairs, the first letter in the lower lane, and two words
 *           of the schedule to a vector:
 *
 *                lane     1       0
 *                ab       b       a      likewise cd, ef, gh
 *                w[i]  W(2i+1)  W(2i)    of the sixteen words that are alive
 *
 *           SHA512H makes T1 of two rounds, SHA512H2 the new a of both; SHA512SU0 and SHA512SU1
 *           are sigma0 and sigma1 of two words with their sums.
 *
 * Registers 4 for the state, 4 for its value before the block, 8 for w[], 3 or 4 to work in.
 * Bounds    reads 16 bytes at a time, up to the last of 128 * nblocks.
 * Not done  two streams side by side: no such machine to measure on.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 6.4.2; Arm ARM, C7.2 (SHA512H, SHA512H2, SHA512SU0, SHA512SU1).
 */

/* Two rounds, t and t + 1. Afterwards gh is the new ab and cd the new ef. */
#define FILESEC__TWO_ROUNDS(ab, cd, ef, gh, i)                                                 \
    do {                                                                                       \
        uint64x2_t t1 = vaddq_u64(w[i], vld1q_u64(k + 2 * (i)));                               \
        t1 = vaddq_u64(vextq_u64(t1, t1, 1), gh); /* h + W(t) + K(t) in the upper lane */      \
        t1 = vsha512hq_u64(t1, vextq_u64(ef, gh, 1), vextq_u64(cd, ef, 1));                    \
        gh = vsha512h2q_u64(t1, cd, ab);                                                       \
        cd = vaddq_u64(cd, t1);                                                                \
    } while (0)

/* The same, and W(t+16), W(t+17) take the places of W(t), W(t+1). */
#define FILESEC__TWO_ROUNDS_AND_WORDS(ab, cd, ef, gh, i)                                       \
    FILESEC__TWO_ROUNDS(ab, cd, ef, gh, i);                                                    \
    w[i] = vsha512su1q_u64(vsha512su0q_u64(w[i], w[((i) + 1) & 7]), w[((i) + 7) & 7],          \
                           vextq_u64(w[((i) + 4) & 7], w[((i) + 5) & 7], 1))

#define FILESEC__ROUNDS(R)                                                                     \
    R(ab, cd, ef, gh, 0);                                                                      \
    R(gh, ab, cd, ef, 1);                                                                      \
    R(ef, gh, ab, cd, 2);                                                                      \
    R(cd, ef, gh, ab, 3);                                                                      \
    R(ab, cd, ef, gh, 4);                                                                      \
    R(gh, ab, cd, ef, 5);                                                                      \
    R(ef, gh, ab, cd, 6);                                                                      \
    R(cd, ef, gh, ab, 7)

static FILESEC__TARGET_ARM_SHA512 void
filesec__sha512_arm_sha512(uint64_t h[8], const unsigned char *data, size_t nblocks)
{
    uint64x2_t ab = vld1q_u64(h), cd = vld1q_u64(h + 2);
    uint64x2_t ef = vld1q_u64(h + 4), gh = vld1q_u64(h + 6);
    uint64x2_t ab0, cd0, ef0, gh0, w[8];
    int i;

    for (; nblocks != 0; nblocks--, data += 128) {
        const uint64_t *k = filesec__sha512_k;
        for (i = 0; i < 8; i++)
            w[i] = vreinterpretq_u64_u8(vrev64q_u8(vld1q_u8(data + 16 * i)));
        ab0 = ab;
        cd0 = cd;
        ef0 = ef;
        gh0 = gh;
        for (i = 0; i < 4; i++) {
            FILESEC__ROUNDS(FILESEC__TWO_ROUNDS_AND_WORDS);
            k += 16;
        }
        FILESEC__ROUNDS(FILESEC__TWO_ROUNDS);
        ab = vaddq_u64(ab, ab0);
        cd = vaddq_u64(cd, cd0);
        ef = vaddq_u64(ef, ef0);
        gh = vaddq_u64(gh, gh0);
    }
    vst1q_u64(h, ab);
    vst1q_u64(h + 2, cd);
    vst1q_u64(h + 4, ef);
    vst1q_u64(h + 6, gh);
}
#undef FILESEC__ROUNDS
#undef FILESEC__TWO_ROUNDS_AND_WORDS
#undef FILESEC__TWO_ROUNDS
