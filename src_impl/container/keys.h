/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "container/header.h"
/*
 * container/keys.h: the keys of one container (docs/format.md, "Keys")
 *
 *   prk           = HKDF-Extract(file salt, key)
 *   K("commit")   = HKDF-Expand(prk, "filesec v1 commit")
 *   K(label)      = HKDF-Expand(prk, "filesec v1 " || label || fields || SHA-512(context))
 *
 * The commitment is a function of key and file salt alone: no header fits two keys. All other
 * keys depend on every field and on the context.
 */
#define FILESEC__CONTAINER_LABEL_MAX 12 /* "data" and eight bytes */

/* out_len bytes of K(label). */
static void filesec__container_derive(const filesec_container *c, void *out, size_t out_len,
                                      const void *label, size_t label_len)
{
    unsigned char info[11 + FILESEC__CONTAINER_LABEL_MAX + FILESEC__CONTAINER_FIELDS + 64];
    unsigned char *p = info;

    memcpy(p, "filesec v1 ", 11);
    p += 11;
    memcpy(p, label, label_len);
    p += label_len;
    memcpy(p, c->header, FILESEC__CONTAINER_FIELDS);
    p += FILESEC__CONTAINER_FIELDS;
    memcpy(p, c->context, 64);
    p += 64;
    filesec__hkdf_expand(out, out_len, c->prk, sizeof c->prk, info, (size_t)(p - info));
}

/* Set the cipher's key up. */
static void filesec__container_cipher_init(filesec__container_key *k, unsigned suite,
                                           const uint8_t key[32])
{
#ifndef FILESEC_NO_AES256GCM
    if (suite == FILESEC_CONTAINER_AES256GCM)
        filesec_aes256gcm_init(&k->aes256gcm, key);
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    if (suite == FILESEC_CONTAINER_CHACHA20POLY1305)
        filesec_chacha20poly1305_init(&k->chacha20poly1305, key);
#endif
}

/* K(label) as a key of the cipher. */
static void filesec__container_cipher_key(const filesec_container *c, filesec__container_key *k,
                                          const void *label, size_t label_len)
{
    uint8_t key[32];

    filesec__container_derive(c, key, sizeof key, label, label_len);
    filesec__container_cipher_init(k, c->header[8], key);
    filesec_wipe(key, sizeof key);
}

/* The key of a segment: K("data" || segment). */
static void filesec__container_segment_key(const filesec_container *c,
                                           filesec__container_key *k, uint64_t segment)
{
    unsigned char label[12];

    memcpy(label, "data", 4);
    filesec__store64be(label + 4, segment);
    filesec__container_cipher_key(c, k, label, sizeof label);
}

/* Everything that depends on the fields at c->header: c's keys, the commitment and the tag. */
static void filesec__container_keys(filesec_container *c, uint8_t commitment[32],
                                    uint8_t tag[32], const uint8_t key[32], const void *context,
                                    size_t context_len)
{
    uint8_t header_key[64], mac[64];
    filesec_hmac_sha512_state s;

    filesec_sha512(c->context, context, context_len);
    filesec__hkdf_extract(c->prk, c->header + 64, 32, key, 32);
    filesec__hkdf_expand(commitment, 32, c->prk, sizeof c->prk, "filesec v1 commit", 17);
    filesec__container_derive(c, header_key, sizeof header_key, "header", 6);
    filesec_hmac_sha512_init(&s, header_key, sizeof header_key);
    filesec_hmac_sha512_update(&s, c->header, FILESEC__CONTAINER_FIELDS);
    filesec_hmac_sha512_update(&s, commitment, 32);
    filesec_hmac_sha512_final(&s, mac);
    memcpy(tag, mac, 32);
    memset(c->segment, 0, sizeof c->segment);
    filesec__container_segment_key(c, &c->key, 0);
    filesec_wipe(header_key, sizeof header_key);
    filesec_wipe(mac, sizeof mac);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_seal_init(
    filesec_container *c, uint8_t header[160], const filesec_container_params *p,
    const uint8_t key[32], const uint8_t file_salt[32])
{
    filesec_status status;

    memset(c, 0, sizeof *c);
    status = filesec__container_fields(c->header, p, file_salt);
    if (status != FILESEC_OK) {
        filesec_wipe(c, sizeof *c);
        return status;
    }
    filesec__container_keys(c, header + 96, header + 128, key, p->context, p->context_len);
    memcpy(header, c->header, FILESEC__CONTAINER_FIELDS);
    c->mark = 1;
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_open_init(filesec_container *c, const uint8_t header[160],
                            const uint8_t key[32], const void *context, size_t context_len)
{
    filesec_container_info info;
    uint8_t commitment[32], tag[32];
    filesec_status status = filesec_container_peek(&info, header);

    memset(c, 0, sizeof *c);
    if (status != FILESEC_OK)
        return status;
    if (filesec__missing(context, context_len))
        return FILESEC_ERR_ARGUMENT;
    memcpy(c->header, header, FILESEC__CONTAINER_FIELDS);
    filesec__container_keys(c, commitment, tag, key, context, context_len);
    if (!filesec_equal(commitment, header + 96, 32))
        status = FILESEC_ERR_KEY;
    else if (!filesec_equal(tag, header + 128, 32))
        status = FILESEC_ERR_HEADER;
    c->mark = 1;
    if (status != FILESEC_OK)
        filesec_wipe(c, sizeof *c);
    filesec_wipe(tag, sizeof tag);
    return status;
}
