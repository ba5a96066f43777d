/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20poly1305/operation.h"
/*
 * chacha20poly1305/incremental.h: ChaCha20-Poly1305 of a message that comes in pieces
 *
 * The state's bytes hold the cipher's input block, the MAC's words, the rest of a keystream
 * block (used up to count mod 64) and MAC input that is not yet 16 bytes (aad_count mod 16 of
 * them, later count mod 16).
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_chacha20poly1305_begin(filesec_chacha20poly1305_state *s,
                               const filesec_chacha20poly1305_key *k, const uint8_t nonce[12])
{
    const filesec__chacha20poly1305_row *row = filesec__chacha20poly1305_row_of(k->mark);
    filesec__poly1305_state mac;
    unsigned char block[64];
    uint32_t cipher[16];

    memset(s, 0, sizeof *s);
    if (row == NULL || nonce == NULL)
        return FILESEC_ERR_ARGUMENT;
    memset(block, 0, sizeof block);
    memset(&mac, 0, sizeof mac);
    filesec__chacha20_start(cipher, k->key, nonce);
    row->chacha20(cipher, block, block, 1);
    row->poly1305_init(&mac, block);
    memcpy(s->cipher, cipher, sizeof cipher);
    memcpy(s->mac, &mac, sizeof mac);
    s->mark = k->mark;
    s->phase = FILESEC__PHASE_AAD;
    filesec_wipe(cipher, sizeof cipher);
    filesec_wipe(block, sizeof block);
    filesec_wipe(&mac, sizeof mac);
    return FILESEC_OK;
}

/* MAC len more bytes; fill of them before these wait in s->pending. */
static void filesec__chacha20poly1305_mac(filesec_chacha20poly1305_state *s,
                                          const filesec__chacha20poly1305_row *row, size_t fill,
                                          const unsigned char *data, size_t len)
{
    filesec__poly1305_state mac;
    size_t n = 16 - fill < len ? 16 - fill : len;

    if (fill != 0) {
        memcpy(s->pending + fill, data, n);
        if (fill + n < 16)
            return;
    } else {
        n = 0;
    }
    memcpy(&mac, s->mac, sizeof mac);
    if (n != 0)
        row->poly1305_blocks(&mac, s->pending, 1);
    row->poly1305_blocks(&mac, data + n, (len - n) / 16);
    memcpy(s->mac, &mac, sizeof mac);
    filesec_wipe(&mac, sizeof mac);
    memcpy(s->pending, data + n + (len - n) / 16 * 16, (len - n) % 16);
}

/* pad16: zeros behind count bytes, up to a multiple of 16. */
static void filesec__chacha20poly1305_pad(filesec_chacha20poly1305_state *s,
                                          const filesec__chacha20poly1305_row *row,
                                          const unsigned char count[8])
{
    static const unsigned char zeros[16] = {0};
    size_t fill = (size_t)(filesec__load64le(count) % 16);

    if (fill != 0)
        filesec__chacha20poly1305_mac(s, row, fill, zeros, 16 - fill);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_chacha20poly1305_aad(filesec_chacha20poly1305_state *s, const void *aad, size_t len)
{
    const filesec__chacha20poly1305_row *row = filesec__chacha20poly1305_row_of(s->mark);
    uint64_t count = filesec__load64le(s->aad_count);

    if (row == NULL || s->phase != FILESEC__PHASE_AAD)
        return FILESEC_ERR_ARGUMENT;
    if (!filesec__within(count, len, UINT64_MAX))
        return FILESEC_ERR_LIMIT;
    if (filesec__missing(aad, len))
        return FILESEC_ERR_ARGUMENT;
    if (len == 0)
        return FILESEC_OK;
    filesec__chacha20poly1305_mac(s, row, (size_t)(count % 16), (const unsigned char *)aad,
                                  len);
    filesec__store64le(s->aad_count, count + len);
    return FILESEC_OK;
}

/* out = in ^ keystream for len > 0 bytes behind used ones of the block at s->stream. */
static void filesec__chacha20poly1305_cipher(filesec_chacha20poly1305_state *s,
                                             const filesec__chacha20poly1305_row *row,
                                             size_t used, unsigned char *out,
                                             const unsigned char *in, size_t len)
{
    uint32_t cipher[16];
    size_t i, n;

    if (used != 0) { /* first the rest of the block */
        n = 64 - used < len ? 64 - used : len;
        for (i = 0; i < n; i++)
            out[i] = (unsigned char)(in[i] ^ s->stream[used + i]);
        out += n;
        in += n;
        len -= n;
    }
    memcpy(cipher, s->cipher, sizeof cipher);
    row->chacha20(cipher, out, in, len / 64);
    n = len / 64 * 64;
    if (n != len) { /* then a new block, of which len mod 64 bytes are used */
        memset(s->stream, 0, 64);
        row->chacha20(cipher, s->stream, s->stream, 1);
        for (i = n; i < len; i++)
            out[i] = (unsigned char)(in[i] ^ s->stream[i - n]);
    }
    memcpy(s->cipher, cipher, sizeof cipher);
    filesec_wipe(cipher, sizeof cipher);
}

/* encrypt and decrypt. The MAC covers what is at out after, or at in before, the cipher. */
static filesec_status filesec__chacha20poly1305_piece(filesec_chacha20poly1305_state *s,
                                                      unsigned char *out,
                                                      const unsigned char *in, size_t len,
                                                      unsigned phase)
{
    const filesec__chacha20poly1305_row *row = filesec__chacha20poly1305_row_of(s->mark);
    uint64_t count = filesec__load64le(s->count);

    if (row == NULL || !filesec__phase_allows(s->phase, phase))
        return FILESEC_ERR_ARGUMENT;
    if (!filesec__within(count, len, FILESEC__CHACHA20POLY1305_MAX))
        return FILESEC_ERR_LIMIT;
    if (filesec__missing(out, len) || filesec__missing(in, len) ||
        filesec__partly_overlaps(out, in, len))
        return FILESEC_ERR_ARGUMENT;
    if (s->phase == FILESEC__PHASE_AAD)
        filesec__chacha20poly1305_pad(s, row, s->aad_count);
    s->phase = (unsigned char)phase;
    while (len != 0) {
        const size_t step = FILESEC__CHACHA20POLY1305_STEP;
        size_t n = len < step ? len : step;
        size_t fill = (size_t)(count % 16);

        if (phase == FILESEC__PHASE_DECRYPT)
            filesec__chacha20poly1305_mac(s, row, fill, in, n);
        filesec__chacha20poly1305_cipher(s, row, (size_t)(count % 64), out, in, n);
        if (phase == FILESEC__PHASE_ENCRYPT)
            filesec__chacha20poly1305_mac(s, row, fill, out, n);
        count += n;
        out += n;
        in += n;
        len -= n;
    }
    filesec__store64le(s->count, count);
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_encrypt(
    filesec_chacha20poly1305_state *s, void *ct, const void *pt, size_t len)
{
    return filesec__chacha20poly1305_piece(s, (unsigned char *)ct, (const unsigned char *)pt,
                                           len, FILESEC__PHASE_ENCRYPT);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_decrypt(
    filesec_chacha20poly1305_state *s, void *pt, const void *ct, size_t len)
{
    return filesec__chacha20poly1305_piece(s, (unsigned char *)pt, (const unsigned char *)ct,
                                           len, FILESEC__PHASE_DECRYPT);
}

/* The tag, if the calls came in order for phase; the state is wiped in any case. */
static filesec_status filesec__chacha20poly1305_end(filesec_chacha20poly1305_state *s,
                                                    uint8_t tag[16], unsigned phase)
{
    const filesec__chacha20poly1305_row *row = filesec__chacha20poly1305_row_of(s->mark);
    filesec_status status = FILESEC_ERR_ARGUMENT;

    if (row != NULL && tag != NULL && filesec__phase_allows(s->phase, phase)) {
        unsigned char lengths[16];
        filesec__poly1305_state mac;

        filesec__chacha20poly1305_pad(s, row,
                                      s->phase == FILESEC__PHASE_AAD ? s->aad_count : s->count);
        memcpy(lengths, s->aad_count, 8);
        memcpy(lengths + 8, s->count, 8);
        memcpy(&mac, s->mac, sizeof mac);
        row->poly1305_blocks(&mac, lengths, 1);
        row->poly1305_finish(&mac, NULL, 0, tag);
        filesec_wipe(&mac, sizeof mac);
        status = FILESEC_OK;
    }
    filesec_wipe(s, sizeof *s);
    return status;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_chacha20poly1305_tag(filesec_chacha20poly1305_state *s, uint8_t tag[16])
{
    return filesec__chacha20poly1305_end(s, tag, FILESEC__PHASE_ENCRYPT);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_chacha20poly1305_verify(filesec_chacha20poly1305_state *s, const uint8_t tag[16])
{
    uint8_t expected[16];
    filesec_status status = filesec__chacha20poly1305_end(s, expected, FILESEC__PHASE_DECRYPT);

    if (status == FILESEC_OK && tag == NULL)
        status = FILESEC_ERR_ARGUMENT;
    else if (status == FILESEC_OK && !filesec_equal(expected, tag, 16))
        status = FILESEC_ERR_AUTH;
    filesec_wipe(expected, sizeof expected);
    return status;
}
