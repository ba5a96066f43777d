/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/incremental.h"
#include "chacha20poly1305/incremental.h"
#include "container/sealer.h"
/*
 * container/opener.h: opening the chunks in order (docs/format.md, "What a reader must do")
 *
 * As container/sealer.h does, it holds one block until a byte follows it or the end has come.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_opener_begin(
    filesec_container_opener *s, filesec_container *c, void *work, size_t work_len)
{
    memset(s, 0, sizeof *s);
    s->c = c;
    s->work = (unsigned char *)work;
    s->expected = UINT64_MAX;
    s->status = (int)filesec__container_stream(c, work, work_len);
    return (filesec_status)s->status;
}

FILESEC_API void filesec_container_opener_expect(filesec_container_opener *s, uint64_t plain)
{
    /* UINT64_MAX says that nothing is expected; no content is so long, nor one byte less. */
    s->expected = plain != UINT64_MAX ? plain : UINT64_MAX - 1;
}

FILESEC_API uint64_t filesec_container_opener_failed_chunk(const filesec_container_opener *s)
{
    return s->index;
}

/* clang-format off */
/*
 * Open len bytes at work, and the tag behind them, in place; if they are not genuine put the
 * ciphertext back, for another try: a stream cipher undoes itself.
 */
#define FILESEC__CONTAINER_TRY(aead)                                                           \
    static filesec_status filesec__container_try_##aead(const filesec_##aead##_key *k,         \
                                                        const uint8_t nonce[12],               \
                                                        unsigned char *work, size_t len)       \
    {                                                                                          \
        filesec_##aead##_state s;                                                              \
        filesec_status status = FILESEC__CONTAINER_BEGIN_##aead(&s, k, nonce);                 \
                                                                                               \
        if (status == FILESEC_OK)                                                              \
            status = filesec_##aead##_decrypt(&s, work, work, len);                            \
        if (status == FILESEC_OK)                                                              \
            status = filesec_##aead##_verify(&s, work + len);                                  \
        if (status == FILESEC_ERR_AUTH) {                                                      \
            filesec_status again = FILESEC__CONTAINER_BEGIN_##aead(&s, k, nonce);              \
                                                                                               \
            if (again == FILESEC_OK)                                                           \
                again = filesec_##aead##_encrypt(&s, work, work, len);                         \
            filesec_wipe(&s, sizeof s);                                                        \
            if (again != FILESEC_OK)                                                           \
                return again;                                                                  \
        }                                                                                      \
        return status;                                                                         \
    }
#define FILESEC__CONTAINER_BEGIN_aes256gcm(s, k, nonce) filesec_aes256gcm_begin(s, k, nonce, 12)
#define FILESEC__CONTAINER_BEGIN_chacha20poly1305(s, k, nonce)                                 \
    filesec_chacha20poly1305_begin(s, k, nonce)
/* clang-format on */
#ifndef FILESEC_NO_AES256GCM
FILESEC__CONTAINER_TRY(aes256gcm)
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
FILESEC__CONTAINER_TRY(chacha20poly1305)
#endif
#undef FILESEC__CONTAINER_TRY
#undef FILESEC__CONTAINER_BEGIN_aes256gcm
#undef FILESEC__CONTAINER_BEGIN_chacha20poly1305

/* Is work, len bytes and a tag, chunk s->index of the file? Then it is content, else it is as
   it was. */
static filesec_status filesec__container_try(filesec_container_opener *s, int final, size_t len)
{
    uint8_t nonce[12] = {0};

    filesec__store64be(nonce + 3, s->index);
    nonce[11] = final != 0;
#ifndef FILESEC_NO_AES256GCM
    if (s->c->header[8] == FILESEC_CONTAINER_AES256GCM)
        return filesec__container_try_aes256gcm(&s->c->key.aes256gcm, nonce, s->work, len);
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    if (s->c->header[8] == FILESEC_CONTAINER_CHACHA20POLY1305)
        return filesec__container_try_chacha20poly1305(&s->c->key.chacha20poly1305, nonce,
                                                       s->work, len);
#endif
    return FILESEC_ERR_UNSUPPORTED;
}

/* A full block, and more follows it. */
static filesec_status filesec__container_opener_chunk(filesec_container_opener *s,
                                                      const void **out, size_t *out_len)
{
    size_t chunk = filesec_container_chunk_size(s->c);
    filesec_status status = filesec__container_reach(s->c, s->index);

    if (status == FILESEC_OK)
        status = filesec__container_try(s, 0, chunk);
    if (status == FILESEC_ERR_AUTH && filesec__container_try(s, 1, chunk) == FILESEC_OK)
        status = FILESEC_ERR_TRAILING;
    if (status != FILESEC_OK) {
        filesec_wipe(s->work, chunk + 16);
        s->status = (int)status;
        return status;
    }
    *out = s->work;
    *out_len = chunk;
    s->have = 0;
    s->index++;
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_opener_update(filesec_container_opener *s, const void *in, size_t len,
                                size_t *used, const void **out, size_t *out_len)
{
    filesec_status status;
    size_t n;

    *used = 0;
    *out = NULL;
    *out_len = 0;
    if (s->status != (int)FILESEC_OK)
        return (filesec_status)s->status;
    if (s->ended || filesec__missing(in, len))
        return FILESEC_ERR_ARGUMENT;
    if (len == 0)
        return FILESEC_OK;
    n = filesec__container_take(s->work, &s->have, filesec_container_chunk_size(s->c) + 16,
                                &s->next, &s->has_next, (const unsigned char *)in, len);
    if (s->has_next) {
        status = filesec__container_opener_chunk(s, out, out_len);
        if (status != FILESEC_OK)
            return status;
    }
    *used = n;
    return FILESEC_OK;
}

/* Why is the last block no final chunk? With the expected length more can be said. */
static filesec_status filesec__container_why(filesec_container_opener *s)
{
    size_t chunk = filesec_container_chunk_size(s->c), len;
    uint64_t start = s->index * chunk;

    if (s->have == chunk + 16 && filesec__container_try(s, 0, chunk) == FILESEC_OK)
        return FILESEC_ERR_TRUNCATED;
    if (s->expected == UINT64_MAX)
        return FILESEC_ERR_AUTH;
    if (s->expected > start + (s->have - 16))
        return FILESEC_ERR_TRUNCATED;
    if (s->expected < start || s->expected - start == s->have - 16)
        return FILESEC_ERR_AUTH;
    len = (size_t)(s->expected - start);
    if ((len != 0 || s->index == 0) && filesec__container_try(s, 1, len) == FILESEC_OK)
        return FILESEC_ERR_TRAILING;
    return FILESEC_ERR_AUTH;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_opener_finish(filesec_container_opener *s, const void **out, size_t *out_len)
{
    size_t full, len;
    filesec_status status;

    *out = NULL;
    *out_len = 0;
    if (s->status != (int)FILESEC_OK)
        return (filesec_status)s->status;
    if (s->ended)
        return FILESEC_ERR_ARGUMENT;
    s->ended = 1;
    full = filesec_container_chunk_size(s->c) + 16;
    (void)filesec__container_take(s->work, &s->have, full, &s->next, &s->has_next, NULL, 0);
    if (s->have < 16 || (s->have == 16 && s->index != 0)) {
        s->status = (int)FILESEC_ERR_TRUNCATED;
        return FILESEC_ERR_TRUNCATED;
    }
    len = s->have - 16;
    status = filesec__container_reach(s->c, s->index);
    if (status == FILESEC_OK)
        status = filesec__container_try(s, 1, len);
    if (status == FILESEC_ERR_AUTH)
        status = filesec__container_why(s);
    else if (status == FILESEC_OK && s->expected != UINT64_MAX &&
             s->expected != s->index * (uint64_t)(full - 16) + len)
        status = FILESEC_ERR_METADATA;
    s->status = (int)status;
    if (status != FILESEC_OK) {
        filesec_wipe(s->work, full);
        return status;
    }
    *out = s->work;
    *out_len = len;
    return FILESEC_OK;
}
