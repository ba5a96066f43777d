/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_AEAD_CASES_H
#define FILESEC_TESTS_AEAD_CASES_H
/*
 * tests/aead_cases.h: the template for AEADs: all cases of a kind, for either AEAD, on the path
 * that is in use
 *
 *   aead_equal.c      results: lengths, alignments, in place, guards, pieces
 *   aead_forge.c      what must be refused: every kind of change
 *   aead_arguments.c  NULL, overlap, keys that were not set up
 *   aead_limits.c     lengths at the limits and past them
 *   aead_order.c      the order of incremental calls, states and keys that move
 */
#include "ops.h"

void aead_cases(const aead_op *op);

void aead_equal_cases(const aead_op *op);
void aead_forge_cases(const aead_op *op);
void aead_argument_cases(const aead_op *op);
void aead_limit_cases(const aead_op *op);
void aead_order_cases(const aead_op *op);

#define AEAD_TEXT_MAX 33000
#define AEAD_AAD_MAX 1200

/* One message with everything that belongs to it, and what the portable path seals it to. */
typedef struct aead_message {
    uint8_t key[32], nonce[12], tag[16];
    size_t aad_len, len;
    unsigned char aad[AEAD_AAD_MAX], pt[AEAD_TEXT_MAX], ct[AEAD_TEXT_MAX];
} aead_message;

/* Fill m from a seed and seal it on the portable path. */
void aead_make(const aead_op *op, aead_message *m, size_t aad_len, size_t len, uint64_t seed);

/* Set up k on the portable path, or on the one in use. */
void aead_portable_key(const aead_op *op, void *k, const uint8_t key[32]);

/* Objects and buffers of the test units, with room to move by up to 64 bytes. */
extern unsigned char aead_key[AEAD_KEY_MAX + 64], aead_state[AEAD_STATE_MAX + 64];
extern unsigned char aead_out[AEAD_TEXT_MAX + 256];

#endif
