/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/chacha20poly1305.h"
#include "chacha20poly1305/kernels.h"
#include "chacha20poly1305/message.h"
#include "core/aead.h"
#include "core/choose.h"
/*
 * chacha20poly1305/operation.h: ChaCha20-Poly1305 (RFC 8439, 2.8) of a whole message
 *
 *   one-time key   the first 32 bytes of keystream block 0
 *   ct             pt ^ keystream from block 1 on
 *   tag            Poly1305(aad || pad16 || ct || pad16 || len(aad) || len(ct))
 *
 * How a message goes through the kernels of a row stands in chacha20poly1305/message.h.
 */
#define FILESEC__CHACHA20POLY1305_MAX ((UINT64_C(1) << 38) - 64)

static unsigned filesec__chacha20poly1305_choice;
static const filesec__table filesec__chacha20poly1305_table = {
    &filesec__chacha20poly1305_rows[0].row, sizeof filesec__chacha20poly1305_rows[0],
    sizeof filesec__chacha20poly1305_rows / sizeof filesec__chacha20poly1305_rows[0],
    &filesec__chacha20poly1305_choice};

/* Are these lengths within the limits? Any 64-bit length of aad is. */
static inline int filesec__chacha20poly1305_fits(uint64_t aad_len, uint64_t len)
{
    (void)aad_len;
    return len <= FILESEC__CHACHA20POLY1305_MAX;
}

static inline const filesec__chacha20poly1305_row *
filesec__chacha20poly1305_row_of(unsigned mark)
{
    const void *row = filesec__marked_row(&filesec__chacha20poly1305_table, mark);
    return (const filesec__chacha20poly1305_row *)row;
}

FILESEC_API void filesec_chacha20poly1305_init(filesec_chacha20poly1305_key *k,
                                               const uint8_t key[32])
{
    memset(k, 0, sizeof *k);
    memcpy(k->key, key, 32);
    k->mark = filesec__row_mark(&filesec__chacha20poly1305_table,
                                filesec__current(&filesec__chacha20poly1305_table));
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_seal(
    const filesec_chacha20poly1305_key *k, void *ct, uint8_t tag[16], const uint8_t nonce[12],
    const void *aad, size_t aad_len, const void *pt, size_t len)
{
    filesec__chacha20poly1305_run r;

    r.row = filesec__chacha20poly1305_row_of(k->mark);
    if (!filesec__chacha20poly1305_fits(aad_len, len))
        return FILESEC_ERR_LIMIT;
    if (r.row == NULL || !filesec__aead_arguments(ct, tag, nonce, aad, aad_len, pt, len) ||
        filesec__overlap(tag, 16, aad, aad_len))
        return FILESEC_ERR_ARGUMENT;
    filesec__chacha20_start(r.cipher, k->key, nonce);
    filesec__chacha20poly1305_message(&r, tag, (const unsigned char *)aad, aad_len,
                                      (unsigned char *)ct, (const unsigned char *)pt, len, 1);
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_open(
    const filesec_chacha20poly1305_key *k, void *pt, const uint8_t nonce[12], const void *aad,
    size_t aad_len, const void *ct, size_t len, const uint8_t tag[16])
{
    filesec__chacha20poly1305_run r;
    uint8_t expected[16];
    int genuine;

    r.row = filesec__chacha20poly1305_row_of(k->mark);
    if (!filesec__chacha20poly1305_fits(aad_len, len))
        return FILESEC_ERR_LIMIT;
    if (r.row == NULL || !filesec__aead_arguments(pt, tag, nonce, aad, aad_len, ct, len))
        return FILESEC_ERR_ARGUMENT;
    filesec__chacha20_start(r.cipher, k->key, nonce);
    filesec__chacha20poly1305_message(&r, expected, (const unsigned char *)aad, aad_len,
                                      (unsigned char *)pt, (const unsigned char *)ct, len, 0);
    genuine = filesec__equal16(expected, tag);
    filesec_wipe(expected, sizeof expected);
    if (!genuine && len != 0)
        memset(pt, 0, len);
    return genuine ? FILESEC_OK : FILESEC_ERR_AUTH;
}
