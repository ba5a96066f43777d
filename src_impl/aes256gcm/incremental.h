/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/operation.h"
/*
 * aes256gcm/incremental.h: AES-256-GCM of a message that comes in pieces, with any IV
 *
 * The state holds a copy of the key area, the next counter block, GCTR(J0, 0) for the tag, the
 * GHASH so far, and a block that is not yet whole: its keystream, and what is to be hashed of
 * it (aad_count mod 16 bytes, later count mod 16).
 */
/* J0 of an IV that is not 96 bits: GHASH(IV || pad || 0^64 || [len(IV)]64), 7.1. */
static void filesec__aes256gcm_j0_of_any(const filesec__aes256gcm_row *row,
                                         const unsigned char *k, unsigned char j0[16],
                                         const unsigned char *iv, size_t iv_len)
{
    unsigned char blocks[32];
    size_t n = filesec__aes256gcm_padded(blocks, iv + iv_len / 16 * 16, iv_len % 16);

    memset(j0, 0, 16);
    row->hash(k, j0, iv, iv_len / 16);
    filesec__aes256gcm_lengths(blocks + 16 * n, 0, iv_len);
    row->hash(k, j0, blocks, n + 1);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_aes256gcm_begin(
    filesec_aes256gcm_state *s, const filesec_aes256gcm_key *k, const void *iv, size_t iv_len)
{
    const filesec__aes256gcm_row *row = filesec__aes256gcm_row_of(k->mark);

    memset(s, 0, sizeof *s);
    if (row == NULL || iv == NULL || iv_len == 0)
        return FILESEC_ERR_ARGUMENT;
    if (!filesec__within(0, iv_len, FILESEC__AES256GCM_AAD_MAX))
        return FILESEC_ERR_LIMIT;
    memcpy(s->key, k->area, sizeof s->key);
    if (iv_len == 12)
        filesec__aes256gcm_j0(s->counter, (const unsigned char *)iv);
    else
        filesec__aes256gcm_j0_of_any(row, s->key, s->counter, (const unsigned char *)iv,
                                     iv_len);
    row->ctr(s->key, s->counter, s->mask, s->mask, 1);
    s->mark = k->mark;
    s->phase = FILESEC__PHASE_AAD;
    return FILESEC_OK;
}

/* Zeros behind fill waiting bytes, and hash the block. */
static void filesec__aes256gcm_pad(filesec_aes256gcm_state *s,
                                   const filesec__aes256gcm_row *row,
                                   const unsigned char count[8])
{
    size_t fill = (size_t)(filesec__load64le(count) % 16);

    if (fill != 0) {
        memset(s->pending + fill, 0, 16 - fill);
        row->hash(s->key, s->y, s->pending, 1);
    }
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_aes256gcm_aad(filesec_aes256gcm_state *s,
                                                                    const void *aad, size_t len)
{
    const filesec__aes256gcm_row *row = filesec__aes256gcm_row_of(s->mark);
    const unsigned char *p = (const unsigned char *)aad;
    uint64_t count = filesec__load64le(s->aad_count);
    size_t fill = (size_t)(count % 16);

    if (row == NULL || s->phase != FILESEC__PHASE_AAD)
        return FILESEC_ERR_ARGUMENT;
    if (!filesec__within(count, len, FILESEC__AES256GCM_AAD_MAX))
        return FILESEC_ERR_LIMIT;
    if (filesec__missing(aad, len))
        return FILESEC_ERR_ARGUMENT;
    if (len == 0)
        return FILESEC_OK;
    filesec__store64le(s->aad_count, count + len);
    if (fill != 0) {
        size_t n = 16 - fill < len ? 16 - fill : len;

        memcpy(s->pending + fill, p, n);
        if (fill + n < 16)
            return FILESEC_OK;
        row->hash(s->key, s->y, s->pending, 1);
        p += n;
        len -= n;
    }
    row->hash(s->key, s->y, p, len / 16);
    memcpy(s->pending, p + len / 16 * 16, len % 16);
    return FILESEC_OK;
}

/* n bytes inside one block, behind fill others of it: out = in ^ keystream, and the ciphertext
   side waits in s->pending until the block is whole. */
static void filesec__aes256gcm_part(filesec_aes256gcm_state *s,
                                    const filesec__aes256gcm_row *row, unsigned char *out,
                                    const unsigned char *in, size_t fill, size_t n)
{
    size_t i;

    if (fill == 0) {
        memset(s->stream, 0, 16);
        row->ctr(s->key, s->counter, s->stream, s->stream, 1);
    }
    for (i = 0; i < n; i++) {
        unsigned char from = in[i];
        unsigned char to = (unsigned char)(from ^ s->stream[fill + i]);

        s->pending[fill + i] = s->phase == FILESEC__PHASE_ENCRYPT ? to : from;
        out[i] = to;
    }
    if (fill + n == 16)
        row->hash(s->key, s->y, s->pending, 1);
}

/* encrypt and decrypt. */
static filesec_status filesec__aes256gcm_piece(filesec_aes256gcm_state *s, unsigned char *out,
                                               const unsigned char *in, size_t len,
                                               unsigned phase)
{
    const filesec__aes256gcm_row *row = filesec__aes256gcm_row_of(s->mark);
    uint64_t count = filesec__load64le(s->count);
    size_t fill = (size_t)(count % 16), whole;

    if (row == NULL || !filesec__phase_allows(s->phase, phase))
        return FILESEC_ERR_ARGUMENT;
    if (!filesec__within(count, len, FILESEC__AES256GCM_MAX))
        return FILESEC_ERR_LIMIT;
    if (filesec__missing(out, len) || filesec__missing(in, len) ||
        filesec__partly_overlaps(out, in, len))
        return FILESEC_ERR_ARGUMENT;
    if (s->phase == FILESEC__PHASE_AAD)
        filesec__aes256gcm_pad(s, row, s->aad_count);
    s->phase = (unsigned char)phase;
    if (len == 0)
        return FILESEC_OK;
    filesec__store64le(s->count, count + len);
    if (fill != 0) {
        size_t n = 16 - fill < len ? 16 - fill : len;

        filesec__aes256gcm_part(s, row, out, in, fill, n);
        out += n;
        in += n;
        len -= n;
    }
    whole = len / 16 * 16;
    if (phase == FILESEC__PHASE_ENCRYPT)
        row->seal(s->key, s->counter, s->y, out, in, whole / 16);
    else
        row->open(s->key, s->counter, s->y, out, in, whole / 16);
    if (len != whole)
        filesec__aes256gcm_part(s, row, out + whole, in + whole, 0, len - whole);
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_aes256gcm_encrypt(filesec_aes256gcm_state *s, void *ct, const void *pt, size_t len)
{
    return filesec__aes256gcm_piece(s, (unsigned char *)ct, (const unsigned char *)pt, len,
                                    FILESEC__PHASE_ENCRYPT);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_aes256gcm_decrypt(filesec_aes256gcm_state *s, void *pt, const void *ct, size_t len)
{
    return filesec__aes256gcm_piece(s, (unsigned char *)pt, (const unsigned char *)ct, len,
                                    FILESEC__PHASE_DECRYPT);
}

/* The tag, if the calls came in order for phase; the state is wiped in any case. */
static filesec_status filesec__aes256gcm_end(filesec_aes256gcm_state *s, uint8_t tag[16],
                                             unsigned phase)
{
    const filesec__aes256gcm_row *row = filesec__aes256gcm_row_of(s->mark);
    filesec_status status = FILESEC_ERR_ARGUMENT;

    if (row != NULL && tag != NULL && filesec__phase_allows(s->phase, phase)) {
        unsigned char lengths[16];

        filesec__aes256gcm_pad(s, row,
                               s->phase == FILESEC__PHASE_AAD ? s->aad_count : s->count);
        filesec__aes256gcm_lengths(lengths, filesec__load64le(s->aad_count),
                                   filesec__load64le(s->count));
        row->hash(s->key, s->y, lengths, 1);
        filesec__aes256gcm_tag_of(tag, s->y, s->mask);
        status = FILESEC_OK;
    }
    filesec_wipe(s, sizeof *s);
    return status;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_aes256gcm_tag(filesec_aes256gcm_state *s,
                                                                    uint8_t tag[16])
{
    return filesec__aes256gcm_end(s, tag, FILESEC__PHASE_ENCRYPT);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_aes256gcm_verify(filesec_aes256gcm_state *s, const uint8_t tag[16])
{
    uint8_t expected[16];
    filesec_status status = filesec__aes256gcm_end(s, expected, FILESEC__PHASE_DECRYPT);

    if (status == FILESEC_OK && tag == NULL)
        status = FILESEC_ERR_ARGUMENT;
    else if (status == FILESEC_OK && !filesec_equal(expected, tag, 16))
        status = FILESEC_ERR_AUTH;
    filesec_wipe(expected, sizeof expected);
    return status;
}
