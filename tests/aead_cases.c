/* SPDX-License-Identifier: 0BSD */
/*
 * tests/aead_cases.c: the template for AEADs: what its parts share
 */
#include "aead_cases.h"
#include "paths.h"
#include "support.h"

unsigned char aead_key[AEAD_KEY_MAX + 64], aead_state[AEAD_STATE_MAX + 64];
unsigned char aead_out[AEAD_TEXT_MAX + 256];

void aead_portable_key(const aead_op *op, void *k, const uint8_t key[32])
{
    size_t before = filesec_path_current(op->primitive);

    row_use(op->primitive, last_path(op->primitive));
    op->init(k, key);
    row_use(op->primitive, before);
}

void aead_make(const aead_op *op, aead_message *to, size_t aad_len, size_t len, uint64_t seed)
{
    static unsigned char k[AEAD_KEY_MAX];

    seeded(to->key, 32, seed);
    seeded(to->nonce, 12, seed + 1);
    seeded(to->aad, aad_len, seed + 2);
    seeded(to->pt, len, seed + 3);
    to->aad_len = aad_len;
    to->len = len;
    aead_portable_key(op, k, to->key);
    CHECK(op->seal(k, to->ct, to->tag, to->nonce, to->aad, aad_len, to->pt, len) == FILESEC_OK,
          "portable seal of %lu bytes", (unsigned long)len);
}

void aead_cases(const aead_op *op)
{
    aead_equal_cases(op);
    aead_forge_cases(op);
    aead_argument_cases(op);
    aead_order_cases(op);
}
