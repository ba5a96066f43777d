/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "container/keys.h"
/*
 * container/chunks.h: sizes, and the sealed pieces (docs/format.md, "Chunks" and "Metadata")
 *
 * Chunk i has the nonce i, as 11 bytes big-endian, and one byte: 1 for the final chunk, else 0.
 */
#define FILESEC__CONTAINER_SEGMENT_LOG2 35
#define FILESEC__CONTAINER_CONTENT_LOG2 62

FILESEC_API size_t filesec_container_chunk_size(const filesec_container *c)
{
    return c->mark != 0 ? (size_t)1 << c->header[9] : 0;
}

FILESEC_API size_t filesec_container_meta_size(const filesec_container *c)
{
    return c->mark != 0 ? (size_t)filesec__load32le(c->header + 12) : 0;
}

/* Bytes in front of the first chunk. */
static inline uint64_t filesec__container_front(const filesec_container *c)
{
    uint64_t meta = filesec__load32le(c->header + 12);

    return FILESEC_CONTAINER_HEADER_LEN + (meta != 0 ? meta + 16 : 0);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_sealed_size(const filesec_container *c, uint64_t plain, uint64_t *sealed)
{
    uint64_t nchunks;

    if (plain > FILESEC_CONTAINER_CONTENT_MAX)
        return FILESEC_ERR_LIMIT;
    if (c->mark == 0)
        return FILESEC_ERR_ARGUMENT;
    nchunks = plain != 0 ? ((plain - 1) >> c->header[9]) + 1 : 1;
    *sealed = filesec__container_front(c) + plain + 16 * nchunks;
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_plain_size(const filesec_container *c, uint64_t sealed, uint64_t *plain)
{
    uint64_t front, chunk, nfull, rest, found;

    if (c->mark == 0)
        return FILESEC_ERR_ARGUMENT;
    front = filesec__container_front(c);
    if (sealed < front + 16)
        return FILESEC_ERR_TRUNCATED;
    chunk = UINT64_C(1) << c->header[9];
    nfull = (sealed - front) / (chunk + 16);
    rest = (sealed - front) % (chunk + 16);
    if ((rest != 0 && rest < 16) || (rest == 16 && nfull != 0))
        return FILESEC_ERR_TRUNCATED;
    found = nfull * chunk + (rest != 0 ? rest - 16 : 0);
    if (found > FILESEC_CONTAINER_CONTENT_MAX)
        return FILESEC_ERR_LIMIT;
    *plain = found;
    return FILESEC_OK;
}

/* len bytes from in to out, and the tag behind them. */
static filesec_status filesec__container_seal(const filesec__container_key *k, unsigned suite,
                                              unsigned char *out, const uint8_t nonce[12],
                                              const void *in, size_t len)
{
#ifndef FILESEC_NO_AES256GCM
    if (suite == FILESEC_CONTAINER_AES256GCM)
        return filesec_aes256gcm_seal(&k->aes256gcm, out, out + len, nonce, NULL, 0, in, len);
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    if (suite == FILESEC_CONTAINER_CHACHA20POLY1305)
        return filesec_chacha20poly1305_seal(&k->chacha20poly1305, out, out + len, nonce, NULL,
                                             0, in, len);
#endif
    return FILESEC_ERR_UNSUPPORTED;
}

/* len bytes from in to out, if the tag behind them is theirs. */
static filesec_status filesec__container_open(const filesec__container_key *k, unsigned suite,
                                              void *out, const uint8_t nonce[12],
                                              const unsigned char *in, size_t len)
{
    uint8_t tag[16]; /* a copy: out may be in, and cover the place of no tag */

    memcpy(tag, in + len, 16);
#ifndef FILESEC_NO_AES256GCM
    if (suite == FILESEC_CONTAINER_AES256GCM)
        return filesec_aes256gcm_open(&k->aes256gcm, out, nonce, NULL, 0, in, len, tag);
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    if (suite == FILESEC_CONTAINER_CHACHA20POLY1305)
        return filesec_chacha20poly1305_open(&k->chacha20poly1305, out, nonce, NULL, 0, in, len,
                                             tag);
#endif
    return FILESEC_ERR_UNSUPPORTED;
}

/* Both buffers are there, and share no byte but by beginning at the same place. */
static inline int filesec__container_buffers(const void *sealed, const void *plain, size_t len)
{
    if (sealed == NULL || filesec__missing(plain, len))
        return 0;
    return sealed == plain || !filesec__overlap(sealed, len + 16, plain, len);
}

/* The record of metadata has a key of its own and the nonce 0. */
static filesec_status filesec__container_meta(const filesec_container *c, unsigned char *out,
                                              const unsigned char *in, size_t len, int sealing)
{
    static const uint8_t nonce[12] = {0};
    filesec__container_key k;
    filesec_status status;

    if (c->mark == 0 || len == 0 || len != filesec_container_meta_size(c) ||
        !filesec__container_buffers(sealing ? out : in, sealing ? in : out, len))
        return FILESEC_ERR_ARGUMENT;
    filesec__container_cipher_key(c, &k, "meta", 4);
    status = sealing ? filesec__container_seal(&k, c->header[8], out, nonce, in, len)
                     : filesec__container_open(&k, c->header[8], out, nonce, in, len);
    filesec_wipe(&k, sizeof k);
    return status == FILESEC_ERR_AUTH ? FILESEC_ERR_METADATA : status;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_seal_meta(const filesec_container *c, void *out, const void *meta, size_t len)
{
    return filesec__container_meta(c, (unsigned char *)out, (const unsigned char *)meta, len,
                                   1);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_open_meta(
    const filesec_container *c, void *meta, const void *in, size_t sealed_len)
{
    if (sealed_len < 16)
        return FILESEC_ERR_ARGUMENT;
    return filesec__container_meta(c, (unsigned char *)meta, (const unsigned char *)in,
                                   sealed_len - 16, 0);
}

/* One chunk, len bytes of content. */
static filesec_status filesec__container_chunk(const filesec_container *c, uint64_t index,
                                               int final, unsigned char *out,
                                               const unsigned char *in, size_t len, int sealing)
{
    const filesec__container_key *k = &c->key;
    filesec__container_key other;
    uint64_t segment;
    uint8_t nonce[12];
    filesec_status status;
    size_t chunk = filesec_container_chunk_size(c);

    if (chunk == 0)
        return FILESEC_ERR_ARGUMENT;
    if (index >> (FILESEC__CONTAINER_CONTENT_LOG2 - c->header[9]) != 0)
        return FILESEC_ERR_LIMIT;
    if (len > chunk || (!final && len != chunk) || (len == 0 && index != 0) ||
        !filesec__container_buffers(sealing ? out : in, sealing ? in : out, len))
        return FILESEC_ERR_ARGUMENT;
    segment = index >> (FILESEC__CONTAINER_SEGMENT_LOG2 - c->header[9]);
    memset(nonce, 0, 3);
    filesec__store64be(nonce + 3, index);
    nonce[11] = final != 0;
    if (segment != filesec__load64le(c->segment)) {
        filesec__container_segment_key(c, &other, segment);
        k = &other;
    }
    status = sealing ? filesec__container_seal(k, c->header[8], out, nonce, in, len)
                     : filesec__container_open(k, c->header[8], out, nonce, in, len);
    if (k == &other)
        filesec_wipe(&other, sizeof other);
    return status;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_seal_chunk(const filesec_container *c, uint64_t index, int final, void *out,
                             const void *in, size_t len)
{
    return filesec__container_chunk(c, index, final, (unsigned char *)out,
                                    (const unsigned char *)in, len, 1);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_open_chunk(const filesec_container *c, uint64_t index, int final, void *out,
                             const void *in, size_t sealed_len)
{
    if (sealed_len < 16)
        return FILESEC_ERR_ARGUMENT;
    return filesec__container_chunk(c, index, final, (unsigned char *)out,
                                    (const unsigned char *)in, sealed_len - 16, 0);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_set_segment(filesec_container *c, uint64_t segment)
{
    if (segment >> (FILESEC__CONTAINER_CONTENT_LOG2 - FILESEC__CONTAINER_SEGMENT_LOG2) != 0)
        return FILESEC_ERR_LIMIT;
    if (c->mark == 0)
        return FILESEC_ERR_ARGUMENT;
    if (segment != filesec__load64le(c->segment)) {
        filesec__store64le(c->segment, segment);
        filesec__container_segment_key(c, &c->key, segment);
    }
    return FILESEC_OK;
}
