/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/aes256gcm.h"
#include "core/bytes.h"
#include "core/rows.h"
#include "core/secret.h"
/*
 * aes256gcm/contract.h: what every AES-256-GCM kernel obeys
 *
 * A kernel is five functions, filesec__aes256gcm_<verb>_<name>, over a key area k of
 * FILESEC__AES256GCM_KEY_LEN bytes at any alignment, which only this kernel reads:
 *
 *   init(k, key)                        round keys, H and whatever else the kernel wants
 *   ctr(k, counter, out, in, nblocks)   out = in ^ GCTR (SP 800-38D, 6.5)
 *   hash(k, y, data, nblocks)           Y = (Y ^ X_i) . H for every block X_i (GHASH, 6.4)
 *   seal(k, counter, y, out, in, nblocks)   ctr from in to out, and hash of what is at out
 *   open(k, counter, y, out, in, nblocks)   hash of what is at in, and ctr from in to out
 *
 * Blocks are 16 bytes. counter is the block to encrypt first; on return the one after the
 * last: its last 32 bits, big-endian, have grown by nblocks modulo 2^32 (inc_32). y is a block.
 * nblocks may be 0. out is in or does not overlap it; any alignment; exactly 16 * nblocks bytes
 * of each are touched. No branch and no address depends on key, counter, y or data. Secrets
 * that a kernel puts into its own arrays are wiped; what the compiler spills is not.
 */
typedef void filesec__aes256gcm_init_kernel(unsigned char *k, const unsigned char key[32]);
typedef void filesec__aes256gcm_ctr_kernel(const unsigned char *k, unsigned char counter[16],
                                           unsigned char *out, const unsigned char *in,
                                           size_t nblocks);
typedef void filesec__aes256gcm_hash_kernel(const unsigned char *k, unsigned char y[16],
                                            const unsigned char *data, size_t nblocks);
typedef void filesec__aes256gcm_both_kernel(const unsigned char *k, unsigned char counter[16],
                                            unsigned char y[16], unsigned char *out,
                                            const unsigned char *in, size_t nblocks);

typedef struct filesec__aes256gcm_row {
    filesec__row row;
    filesec__aes256gcm_init_kernel *init;
    filesec__aes256gcm_ctr_kernel *ctr;
    filesec__aes256gcm_hash_kernel *hash;
    filesec__aes256gcm_both_kernel *seal;
    filesec__aes256gcm_both_kernel *open;
} filesec__aes256gcm_row;
