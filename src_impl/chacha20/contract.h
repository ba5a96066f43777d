/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "core/rows.h"
#include "core/secret.h"
/*
 * chacha20/contract.h: what every ChaCha20 kernel obeys
 *
 *   static void filesec__chacha20_<name>(uint32_t state[16], unsigned char *out,
 *                                        const unsigned char *in, size_t nblocks)
 *
 * state is the input of the block function (RFC 8439, 2.3): constants, key, block counter in
 * state[12], nonce. out gets in XOR keystream for nblocks blocks of 64 bytes, and state[12]
 * grows by nblocks modulo 2^32. nblocks may be 0. out is in or does not overlap it; both have
 * any alignment; exactly 64 * nblocks bytes of each are touched. No branch and no address
 * depends on state or on the data. Keystream that a kernel put into its own arrays is wiped.
 */
typedef void filesec__chacha20_kernel(uint32_t state[16], unsigned char *out,
                                      const unsigned char *in, size_t nblocks);

typedef struct filesec__chacha20_row {
    filesec__row row;
    filesec__chacha20_kernel *blocks;
} filesec__chacha20_row;
