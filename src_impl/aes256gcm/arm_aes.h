/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/arm_aes_blocks.h"
#include "aes256gcm/arm_aes_ghash.h"
#include "aes256gcm/arm_aes_key.h"
#include "aes256gcm/arm_aes_short.h"
#include "aes256gcm/contract.h"
/*
 * aes256gcm/arm_aes.h: AES-256-GCM with the AES and PMULL instructions of ARMv8
 *
 * Needs     AES and PMULL. Every function here carries FILESEC__TARGET_ARM_AES.
 * Contract  as in aes256gcm/contract.h, with nothing added.
 *
 * Layout    one block, one register. AES has the bytes as they are, GHASH has the bits of
 *           each turned round. Key area and products: aes256gcm/arm_aes_ghash.h. Rounds:
 *           aes256gcm/arm_aes_blocks.h. Short messages: aes256gcm/arm_aes_short.h.
 *
 * Registers eight blocks, a round key, three sums of products, two blocks to hash and their
 *           products, of 32.
 * Bounds    reads and writes exactly 16 * nblocks bytes, at any alignment.
 * Not done  counters by XOR with a constant; products of four terms (schoolbook), which would
 *           be fewer instructions, but more for the units that multiply.
 * Secrets   no branch and no address depends on key, counter, y or data.
 * From      FIPS 197, 5.1 and 5.2; SP 800-38D, 6.3 to 6.5.
 */
#define FILESEC__KERNEL static FILESEC__TARGET_ARM_AES void

FILESEC__KERNEL filesec__aes256gcm_init_arm_aes(unsigned char *k, const unsigned char key[32])
{
    filesec__aes256gcm_arm_aes_init(k, key);
}

FILESEC__KERNEL filesec__aes256gcm_ctr_arm_aes(const unsigned char *k,
                                               unsigned char counter[16], unsigned char *out,
                                               const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_arm_aes_ctr(k, counter, out, in, nblocks);
}

FILESEC__KERNEL filesec__aes256gcm_hash_arm_aes(const unsigned char *k, unsigned char y[16],
                                                const unsigned char *data, size_t nblocks)
{
    FILESEC__TURN_OUT(y, filesec__aes256gcm_arm_aes_hash(k, FILESEC__TURNED(y), data, nblocks));
}

FILESEC__KERNEL filesec__aes256gcm_seal_arm_aes(const unsigned char *k,
                                                unsigned char counter[16], unsigned char y[16],
                                                unsigned char *out, const unsigned char *in,
                                                size_t nblocks)
{
    filesec__aes256gcm_arm_aes_seal(k, counter, y, out, in, nblocks);
}

FILESEC__KERNEL filesec__aes256gcm_open_arm_aes(const unsigned char *k,
                                                unsigned char counter[16], unsigned char y[16],
                                                unsigned char *out, const unsigned char *in,
                                                size_t nblocks)
{
    filesec__aes256gcm_arm_aes_open(k, counter, y, out, in, nblocks);
}

FILESEC__KERNEL filesec__aes256gcm_whole_arm_aes(const unsigned char *k,
                                                 const unsigned char nonce[12],
                                                 unsigned char tag[16],
                                                 const unsigned char *aad, size_t aad_len,
                                                 unsigned char *out, const unsigned char *in,
                                                 size_t len, int sealing)
{
    filesec__aes256gcm_arm_aes_whole(k, nonce, tag, aad, aad_len, out, in, len, sealing,
                                     sealing ? filesec__aes256gcm_seal_arm_aes
                                             : filesec__aes256gcm_open_arm_aes);
}
#undef FILESEC__KERNEL
