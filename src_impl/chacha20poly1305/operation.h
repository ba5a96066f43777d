/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/chacha20poly1305.h"
#include "chacha20poly1305/kernels.h"
#include "core/aead.h"
#include "core/choose.h"
/*
 * chacha20poly1305/operation.h: ChaCha20-Poly1305 (RFC 8439, 2.8) of a whole message
 *
 *   one-time key   the first 32 bytes of keystream block 0
 *   ct             pt ^ keystream from block 1 on
 *   tag            Poly1305(aad || pad16 || ct || pad16 || len(aad) || len(ct))
 *
 * The first bytes of the message are ciphered behind 64 zeros in one call, so the block of the
 * one-time key costs no call of its own. The rest goes in steps that stay in the L1 cache
 * between cipher and MAC.
 */
#define FILESEC__CHACHA20POLY1305_MAX ((UINT64_C(1) << 38) - 64)
#ifdef FILESEC_SMALL
#define FILESEC__CHACHA20POLY1305_HEAD 64
#else
#define FILESEC__CHACHA20POLY1305_HEAD 448
#endif
#define FILESEC__CHACHA20POLY1305_STEP 8192 /* a multiple of 64 */

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

/* The input of the block function for block 0 (2.3): "expand 32-byte k", key, counter, nonce.
 */
static inline void filesec__chacha20_start(uint32_t state[16], const unsigned char key[32],
                                           const unsigned char nonce[12])
{
    size_t i;

    state[0] = UINT32_C(0x61707865);
    state[1] = UINT32_C(0x3320646e);
    state[2] = UINT32_C(0x79622d32);
    state[3] = UINT32_C(0x6b206574);
    for (i = 0; i < 8; i++)
        state[4 + i] = filesec__load32le(key + 4 * i);
    state[12] = 0;
    for (i = 0; i < 3; i++)
        state[13 + i] = filesec__load32le(nonce + 4 * i);
}

/* A whole message on its way: cipher, MAC, the row whose kernels they are. */
typedef struct filesec__chacha20poly1305_run {
    const filesec__chacha20poly1305_row *row;
    uint32_t cipher[16];
    filesec__poly1305_state mac;
    unsigned char head[64 + FILESEC__CHACHA20POLY1305_HEAD];
} filesec__chacha20poly1305_run;

/* MAC len bytes and zeros up to a multiple of 16 (pad16). */
static inline void filesec__poly1305_padded(filesec__chacha20poly1305_run *r,
                                            const unsigned char *data, size_t len)
{
    if (len >= 16)
        r->row->poly1305_blocks(&r->mac, data, len / 16);
    if (len % 16 != 0) {
        unsigned char block[16] = {0};

        memcpy(block, data + len / 16 * 16, len % 16);
        r->row->poly1305_blocks(&r->mac, block, 1);
    }
}

/* Cipher the first head_len bytes, and the one-time key before them, inside r->head. */
static inline void filesec__chacha20poly1305_head(filesec__chacha20poly1305_run *r,
                                                  const unsigned char *in, size_t head_len)
{
    size_t nblocks = 1 + (head_len + 63) / 64;

    memset(r->head, 0, 64);
    memset(r->head + 64 * (nblocks - 1), 0, 64);
    filesec__copy(r->head + 64, in, head_len);
    r->row->chacha20(r->cipher, r->head, r->head, nblocks);
    r->row->poly1305_init(&r->mac, r->head);
}

/* Cipher len bytes, less than a step, of which only the last ones may fill no block. */
static inline void filesec__chacha20_any(filesec__chacha20poly1305_run *r, unsigned char *out,
                                         const unsigned char *in, size_t len)
{
    size_t whole = len / 64 * 64;

    r->row->chacha20(r->cipher, out, in, len / 64);
    if (len != whole) {
        memset(r->head, 0, 64);
        memcpy(r->head, in + whole, len - whole);
        r->row->chacha20(r->cipher, r->head, r->head, 1);
        memcpy(out + whole, r->head, len - whole);
    }
}

/* Everything between the checks of the arguments and the tag. ct is what the MAC covers: out
   when sealing, in when opening. */
static void filesec__chacha20poly1305_message(filesec__chacha20poly1305_run *r, uint8_t tag[16],
                                              const unsigned char *aad, size_t aad_len,
                                              unsigned char *out, const unsigned char *in,
                                              size_t len, int sealing)
{
    const size_t head_max = FILESEC__CHACHA20POLY1305_HEAD;
    size_t done = len < head_max ? len : head_max;
    unsigned char lengths[16];

    filesec__chacha20poly1305_head(r, in, done);
    filesec__poly1305_padded(r, aad, aad_len);
    filesec__poly1305_padded(r, sealing ? r->head + 64 : in, done);
    filesec__copy(out, r->head + 64, done);
    while (done < len) {
        const size_t step = FILESEC__CHACHA20POLY1305_STEP;
        size_t n = len - done < step ? len - done : step;

        if (!sealing)
            filesec__poly1305_padded(r, in + done, n);
        filesec__chacha20_any(r, out + done, in + done, n);
        if (sealing)
            filesec__poly1305_padded(r, out + done, n);
        done += n;
    }
    filesec__store64le(lengths, aad_len);
    filesec__store64le(lengths + 8, len);
    r->row->poly1305_blocks(&r->mac, lengths, 1);
    r->row->poly1305_finish(&r->mac, NULL, 0, tag);
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
    filesec_wipe(&r, sizeof r);
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
    genuine = filesec_equal(expected, tag, 16);
    filesec_wipe(expected, sizeof expected);
    filesec_wipe(&r, sizeof r);
    if (!genuine && len != 0)
        memset(pt, 0, len);
    return genuine ? FILESEC_OK : FILESEC_ERR_AUTH;
}
