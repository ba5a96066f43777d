/* SPDX-License-Identifier: 0BSD */
/*
 * tests/ops_aead.c: the AEADs of filesec.h in the shape of tests/ops.h
 */
#include "ops.h"
#include <string.h>

#define AEAD_CALLS(op)                                                                         \
    static void init_##op(void *k, const uint8_t key[32])                                      \
    {                                                                                          \
        filesec_##op##_init((filesec_##op##_key *)k, key);                                     \
    }                                                                                          \
    static filesec_status seal_##op(const void *k, void *ct, uint8_t tag[16],                  \
                                    const uint8_t nonce[12], const void *aad, size_t aad_len,  \
                                    const void *pt, size_t len)                                \
    {                                                                                          \
        return filesec_##op##_seal((const filesec_##op##_key *)k, ct, tag, nonce, aad,         \
                                   aad_len, pt, len);                                          \
    }                                                                                          \
    static filesec_status open_##op(const void *k, void *pt, const uint8_t nonce[12],          \
                                    const void *aad, size_t aad_len, const void *ct,           \
                                    size_t len, const uint8_t tag[16])                         \
    {                                                                                          \
        return filesec_##op##_open((const filesec_##op##_key *)k, pt, nonce, aad, aad_len, ct, \
                                   len, tag);                                                  \
    }                                                                                          \
    static filesec_status aad_##op(void *s, const void *aad, size_t len)                       \
    {                                                                                          \
        return filesec_##op##_aad((filesec_##op##_state *)s, aad, len);                        \
    }                                                                                          \
    static filesec_status encrypt_##op(void *s, void *ct, const void *pt, size_t len)          \
    {                                                                                          \
        return filesec_##op##_encrypt((filesec_##op##_state *)s, ct, pt, len);                 \
    }                                                                                          \
    static filesec_status decrypt_##op(void *s, void *pt, const void *ct, size_t len)          \
    {                                                                                          \
        return filesec_##op##_decrypt((filesec_##op##_state *)s, pt, ct, len);                 \
    }                                                                                          \
    static filesec_status tag_##op(void *s, uint8_t tag[16])                                   \
    {                                                                                          \
        return filesec_##op##_tag((filesec_##op##_state *)s, tag);                             \
    }                                                                                          \
    static filesec_status verify_##op(void *s, const uint8_t tag[16])                          \
    {                                                                                          \
        return filesec_##op##_verify((filesec_##op##_state *)s, tag);                          \
    }

#define AEAD_OP(op, primitive, max_len, max_aad_len)                                           \
    static const aead_op op_##op = {#op,                                                       \
                                    primitive,                                                 \
                                    sizeof(filesec_##op##_key),                                \
                                    sizeof(filesec_##op##_state),                              \
                                    offsetof(filesec_##op##_state, count),                     \
                                    offsetof(filesec_##op##_state, aad_count),                 \
                                    max_len,                                                   \
                                    max_aad_len,                                               \
                                    op##_fits,                                                 \
                                    init_##op,                                                 \
                                    seal_##op,                                                 \
                                    open_##op,                                                 \
                                    begin_##op,                                                \
                                    aad_##op,                                                  \
                                    encrypt_##op,                                              \
                                    decrypt_##op,                                              \
                                    tag_##op,                                                  \
                                    verify_##op};

/* The limits are written here as the standards give them. RFC 8439, 2.8: 2^32 - 1 blocks of 64
   bytes, aad below 2^64. SP 800-38D, 5.2.1.1: 2^39 - 256 bits, aad below 2^64 bits. */
#ifndef FILESEC_NO_CHACHA20POLY1305
AEAD_CALLS(chacha20poly1305)
static filesec_status begin_chacha20poly1305(void *s, const void *k, const uint8_t nonce[12])
{
    return filesec_chacha20poly1305_begin((filesec_chacha20poly1305_state *)s,
                                          (const filesec_chacha20poly1305_key *)k, nonce);
}
AEAD_OP(chacha20poly1305, FILESEC_CHACHA20POLY1305, UINT64_C(0xffffffff) * 64, UINT64_MAX)
#endif

#ifndef FILESEC_NO_AES256GCM
AEAD_CALLS(aes256gcm)
static filesec_status begin_aes256gcm(void *s, const void *k, const uint8_t nonce[12])
{
    return filesec_aes256gcm_begin((filesec_aes256gcm_state *)s,
                                   (const filesec_aes256gcm_key *)k, nonce, 12);
}
AEAD_OP(aes256gcm, FILESEC_AES256GCM, ((UINT64_C(1) << 39) - 256) / 8, UINT64_MAX / 8)
#endif

const aead_op *const aead_ops[] = {
#ifndef FILESEC_NO_CHACHA20POLY1305
    &op_chacha20poly1305,
#endif
#ifndef FILESEC_NO_AES256GCM
    &op_aes256gcm,
#endif
    NULL};

const aead_op *aead_op_named(const char *name)
{
    size_t i;

    for (i = 0; aead_ops[i] != NULL && strcmp(aead_ops[i]->name, name) != 0; i++)
        continue;
    return aead_ops[i];
}
