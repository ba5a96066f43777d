/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/kernels.h"
#include "api/aes256gcm.h"
#include "core/aead.h"
#include "core/choose.h"
/*
 * aes256gcm/operation.h: AES-256-GCM (SP 800-38D) of a whole message
 *
 *   J0 = IV || 0^31 1                   (7.1, a 96-bit IV)
 *   C  = GCTR(inc32(J0), P)
 *   S  = GHASH(A || pad || C || pad || [len(A)]64 || [len(C)]64)
 *   T  = GCTR(J0, S)
 *
 * Some kernels have a function for all of it. With the others a short message is two calls:
 * one enciphers a block of zeros, for T, and the message behind it; the other hashes
 * everything, put together in one buffer.
 */
#define FILESEC__AES256GCM_MAX ((UINT64_C(1) << 36) - 32)
#define FILESEC__AES256GCM_AAD_MAX ((UINT64_C(1) << 61) - 1)

/* What counts as short: multiples of 16. */
#ifdef FILESEC_SMALL
#define FILESEC__AES256GCM_SHORT 16
#define FILESEC__AES256GCM_SHORT_AAD 16
#else
#define FILESEC__AES256GCM_SHORT 240
#define FILESEC__AES256GCM_SHORT_AAD 64
#endif

static unsigned filesec__aes256gcm_choice;
static const filesec__table filesec__aes256gcm_table = {
    &filesec__aes256gcm_rows[0].row, sizeof filesec__aes256gcm_rows[0],
    sizeof filesec__aes256gcm_rows / sizeof filesec__aes256gcm_rows[0],
    &filesec__aes256gcm_choice};

/* Are these lengths within the limits of SP 800-38D, 5.2.1.1? */
static inline int filesec__aes256gcm_fits(uint64_t aad_len, uint64_t len)
{
    return len <= FILESEC__AES256GCM_MAX && aad_len <= FILESEC__AES256GCM_AAD_MAX;
}

static inline const filesec__aes256gcm_row *filesec__aes256gcm_row_of(unsigned mark)
{
    const void *row = filesec__marked_row(&filesec__aes256gcm_table, mark);
    return (const filesec__aes256gcm_row *)row;
}

FILESEC_API void filesec_aes256gcm_init(filesec_aes256gcm_key *k, const uint8_t key[32])
{
    const filesec__row *row = filesec__current(&filesec__aes256gcm_table);

    k->mark = filesec__row_mark(&filesec__aes256gcm_table, row);
    memset(k->spare, 0, sizeof k->spare);
    filesec__aes256gcm_row_of(k->mark)->init(k->area, key);
}

/* J0 of a 96-bit IV. */
static inline void filesec__aes256gcm_j0(unsigned char j0[16], const unsigned char nonce[12])
{
    memcpy(j0, nonce, 12);
    filesec__store32be(j0 + 12, 1);
}

/* len bytes and zeros up to a multiple of 16; returns how many blocks that is. */
static inline size_t filesec__aes256gcm_padded(unsigned char *to, const unsigned char *from,
                                               size_t len)
{
    size_t nblocks = (len + 15) / 16;

    if (nblocks != 0) {
        memset(to + 16 * (nblocks - 1), 0, 16);
        memcpy(to, from, len);
    }
    return nblocks;
}

/* [len(A)]64 || [len(C)]64, in bits. */
static inline void filesec__aes256gcm_lengths(unsigned char block[16], uint64_t aad_len,
                                              uint64_t len)
{
    filesec__store64be(block, aad_len << 3);
    filesec__store64be(block + 8, len << 3);
}

/* T = GCTR(J0, S); mask is GCTR(J0, 0). */
static inline void filesec__aes256gcm_tag_of(uint8_t tag[16], const unsigned char y[16],
                                             const unsigned char mask[16])
{
    size_t i;

    for (i = 0; i < 16; i++)
        tag[i] = (uint8_t)(y[i] ^ mask[i]);
}

/* One message, after the checks of the arguments. ct is what is hashed: out or in. */
typedef struct filesec__aes256gcm_run {
    const filesec__aes256gcm_row *row;
    const unsigned char *k;
    unsigned char counter[16], y[16];
    unsigned char text[16 + FILESEC__AES256GCM_SHORT];
    unsigned char hashed[FILESEC__AES256GCM_SHORT_AAD + FILESEC__AES256GCM_SHORT + 16];
} filesec__aes256gcm_run;

static void filesec__aes256gcm_short(filesec__aes256gcm_run *r, uint8_t tag[16],
                                     const unsigned char *aad, size_t aad_len,
                                     unsigned char *out, const unsigned char *in, size_t len,
                                     int sealing)
{
    size_t naad = filesec__aes256gcm_padded(r->hashed, aad, aad_len);
    size_t ntext = filesec__aes256gcm_padded(r->text + 16, in, len);

    memset(r->text, 0, 16);
    r->row->ctr(r->k, r->counter, r->text, r->text, 1 + ntext);
    filesec__aes256gcm_padded(r->hashed + 16 * naad, sealing ? r->text + 16 : in, len);
    filesec__copy(out, r->text + 16, len);
    filesec__aes256gcm_lengths(r->hashed + 16 * (naad + ntext), aad_len, len);
    r->row->hash(r->k, r->y, r->hashed, naad + ntext + 1);
    filesec__aes256gcm_tag_of(tag, r->y, r->text);
}

/* The last bytes of a long message, fewer than a block, and the block of the lengths. */
static void filesec__aes256gcm_rest(filesec__aes256gcm_run *r, unsigned char *out,
                                    const unsigned char *in, size_t rest, size_t aad_len,
                                    size_t len, int sealing)
{
    size_t n = filesec__aes256gcm_padded(r->text + 16, in, rest);

    if (n != 0) {
        r->row->ctr(r->k, r->counter, r->text + 16, r->text + 16, 1);
        filesec__aes256gcm_padded(r->hashed, sealing ? r->text + 16 : in, rest);
        memcpy(out, r->text + 16, rest);
    }
    filesec__aes256gcm_lengths(r->hashed + 16 * n, aad_len, len);
    r->row->hash(r->k, r->y, r->hashed, n + 1);
}

static void filesec__aes256gcm_steps(filesec__aes256gcm_run *r, uint8_t tag[16],
                                     const unsigned char *aad, size_t aad_len,
                                     unsigned char *out, const unsigned char *in, size_t len,
                                     int sealing)
{
    size_t whole = len / 16 * 16, aad_whole = aad_len / 16 * 16;

    memset(r->y, 0, 16);
    if (len <= FILESEC__AES256GCM_SHORT && aad_len <= FILESEC__AES256GCM_SHORT_AAD) {
        filesec__aes256gcm_short(r, tag, aad, aad_len, out, in, len, sealing);
        return;
    }
    memset(r->text, 0, 16);
    r->row->ctr(r->k, r->counter, r->text, r->text, 1);
    if (aad_whole != 0)
        r->row->hash(r->k, r->y, aad, aad_whole / 16);
    if (aad_len != aad_whole) {
        filesec__aes256gcm_padded(r->hashed, aad + aad_whole, aad_len - aad_whole);
        r->row->hash(r->k, r->y, r->hashed, 1);
    }
    if (whole != 0) {
        filesec__aes256gcm_both_kernel *both = sealing ? r->row->seal : r->row->open;
        both(r->k, r->counter, r->y, out, in, whole / 16);
        out += whole;
        in += whole;
    }
    filesec__aes256gcm_rest(r, out, in, len - whole, aad_len, len, sealing);
    filesec__aes256gcm_tag_of(tag, r->y, r->text);
}

/* Not inline: what it puts on the stack is wiped only where it was used. */
FILESEC__NEVER_INLINE void
filesec__aes256gcm_by_steps(const filesec__aes256gcm_row *row, const unsigned char *k,
                            const uint8_t nonce[12], uint8_t tag[16], const unsigned char *aad,
                            size_t aad_len, unsigned char *out, const unsigned char *in,
                            size_t len, int sealing)
{
    filesec__aes256gcm_run r;

    r.row = row;
    r.k = k;
    filesec__aes256gcm_j0(r.counter, nonce);
    filesec__aes256gcm_steps(&r, tag, aad, aad_len, out, in, len, sealing);
    filesec_wipe(&r, sizeof r);
}

static inline void filesec__aes256gcm_message(const filesec__aes256gcm_row *row,
                                              const unsigned char *k, const uint8_t nonce[12],
                                              uint8_t tag[16], const void *aad, size_t aad_len,
                                              void *out, const void *in, size_t len,
                                              int sealing)
{
    const unsigned char *a = (const unsigned char *)aad, *from = (const unsigned char *)in;
    unsigned char *to = (unsigned char *)out;

    if (row->whole != NULL && aad_len <= FILESEC__AES256GCM_WHOLE_AAD)
        row->whole(k, nonce, tag, a, aad_len, to, from, len, sealing);
    else
        filesec__aes256gcm_by_steps(row, k, nonce, tag, a, aad_len, to, from, len, sealing);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_aes256gcm_seal(
    const filesec_aes256gcm_key *k, void *ct, uint8_t tag[16], const uint8_t nonce[12],
    const void *aad, size_t aad_len, const void *pt, size_t len)
{
    const filesec__aes256gcm_row *row = filesec__aes256gcm_row_of(k->mark);

    if (!filesec__aes256gcm_fits(aad_len, len))
        return FILESEC_ERR_LIMIT;
    if (row == NULL || !filesec__aead_arguments(ct, tag, nonce, aad, aad_len, pt, len) ||
        filesec__overlap(tag, 16, aad, aad_len))
        return FILESEC_ERR_ARGUMENT;
    filesec__aes256gcm_message(row, k->area, nonce, tag, aad, aad_len, ct, pt, len, 1);
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_aes256gcm_open(
    const filesec_aes256gcm_key *k, void *pt, const uint8_t nonce[12], const void *aad,
    size_t aad_len, const void *ct, size_t len, const uint8_t tag[16])
{
    const filesec__aes256gcm_row *row = filesec__aes256gcm_row_of(k->mark);
    uint8_t expected[16];
    int genuine;

    if (!filesec__aes256gcm_fits(aad_len, len))
        return FILESEC_ERR_LIMIT;
    if (row == NULL || !filesec__aead_arguments(pt, tag, nonce, aad, aad_len, ct, len))
        return FILESEC_ERR_ARGUMENT;
    filesec__aes256gcm_message(row, k->area, nonce, expected, aad, aad_len, pt, ct, len, 0);
    genuine = filesec__equal16(expected, tag);
    filesec_wipe(expected, sizeof expected);
    if (!genuine && len != 0)
        memset(pt, 0, len);
    return genuine ? FILESEC_OK : FILESEC_ERR_AUTH;
}
