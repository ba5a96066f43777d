/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/aes256gcm.h"
#include "core/bytes.h"
#include "core/rows.h"
#include "core/secret.h"
/*
 * aes256gcm/contract.h: what every AES-256-GCM kernel obeys
 *
 * A kernel is five functions, or six, filesec__aes256gcm_<verb>_<name>, over a key area k of
 * FILESEC__AES256GCM_KEY_LEN bytes at any alignment, which only this kernel reads:
 *
 *   init(k, key)                        round keys, H and whatever else the kernel wants
 *   ctr(k, counter, out, in, nblocks)   out = in ^ GCTR (SP 800-38D, 6.5)
 *   hash(k, y, data, nblocks)           Y = (Y ^ X_i) . H for every block X_i (GHASH, 6.4)
 *   seal(k, counter, y, out, in, nblocks)   ctr from in to out, and hash of what is at out
 *   open(k, counter, y, out, in, nblocks)   hash of what is at in, and ctr from in to out
 *
 * and, if it has a quicker way than these for one whole message with a nonce of 12 bytes,
 *
 *   whole(k, nonce, tag, aad, aad_len, out, in, len, sealing)   tag, and out = in ^ GCTR;
 *       hashed is what is at out if sealing is 1, at in if it is 0
 *
 * with aad_len up to FILESEC__AES256GCM_WHOLE_AAD and len up to the limit of GCM. in, out and
 * aad may be NULL where their length is 0; tag overlaps neither out nor aad, and is written
 * last.
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
#define FILESEC__AES256GCM_WHOLE_AAD 64
typedef void filesec__aes256gcm_whole_kernel(const unsigned char *k,
                                             const unsigned char nonce[12],
                                             unsigned char tag[16], const unsigned char *aad,
                                             size_t aad_len, unsigned char *out,
                                             const unsigned char *in, size_t len, int sealing);

typedef struct filesec__aes256gcm_row {
    filesec__row row;
    filesec__aes256gcm_init_kernel *init;
    filesec__aes256gcm_ctr_kernel *ctr;
    filesec__aes256gcm_hash_kernel *hash;
    filesec__aes256gcm_both_kernel *seal;
    filesec__aes256gcm_both_kernel *open;
    filesec__aes256gcm_whole_kernel *whole; /* or NULL */
} filesec__aes256gcm_row;
