/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/container.h"
#include "core/aead.h"
#include "hkdf/hkdf.h"
#include "hkdf/pbkdf2.h"
/*
 * container/header.h: the 160 bytes in front (docs/format.md, "Header"): fields and bounds
 *
 *    0 "filesec" 1    8 suite    9 chunk_log2    10 kdf    11 0    12 metadata length
 *   16 three costs   28 key id  32 kdf salt      64 file salt
 *   96 commitment   128 header tag
 */
#define FILESEC__CONTAINER_FIELDS 96 /* what keys are derived from */
#define FILESEC__CONTAINER_PBKDF2_MAX UINT32_C(10000000)
#define FILESEC__CONTAINER_PBKDF2_CAP UINT32_C(2000000)
#define FILESEC__CONTAINER_PBKDF2_LEAST UINT32_C(210000)
#define FILESEC__CONTAINER_MEMORY_MAX UINT32_C(4194304) /* KiB */
#define FILESEC__CONTAINER_MEMORY_LEAST UINT32_C(65536)

/* Does this build have the cipher? */
static inline int filesec__container_has(unsigned suite)
{
#ifndef FILESEC_NO_AES256GCM
    if (suite == FILESEC_CONTAINER_AES256GCM)
        return 1;
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    if (suite == FILESEC_CONTAINER_CHACHA20POLY1305)
        return 1;
#endif
    return 0;
}

/* Are the costs of the KDF within the bounds of the format? What a KDF does not use is 0. */
static int filesec__container_costs_fit(unsigned kdf, const uint32_t cost[3])
{
    uint32_t least;

    switch (kdf) {
    case FILESEC_CONTAINER_KDF_NONE:
        return (cost[0] | cost[1] | cost[2]) == 0;
    case FILESEC_CONTAINER_KDF_PBKDF2:
        return cost[0] >= 1 && cost[0] <= FILESEC__CONTAINER_PBKDF2_MAX &&
               (cost[1] | cost[2]) == 0;
    case FILESEC_CONTAINER_KDF_ARGON2ID:
        if (cost[1] < 1 || cost[1] > 64 || cost[2] < 1 || cost[2] > 16)
            return 0;
        least = 8 * cost[2]; /* 8 blocks of 1 KiB a lane: RFC 9106, 3.1 */
        return cost[0] >= least && cost[0] <= FILESEC__CONTAINER_MEMORY_MAX;
    default:
        return 0;
    }
}

/* Are all fields within the bounds of the format, the cipher apart? */
static int filesec__container_fits(const filesec_container_info *info)
{
    uint8_t any = 0;
    size_t i;

    if (info->chunk_log2 < 10 || info->chunk_log2 > 24 || info->reserved != 0 ||
        info->meta_len > FILESEC_CONTAINER_META_MAX)
        return 0;
    for (i = 0; i < sizeof info->kdf_salt; i++)
        any |= info->kdf_salt[i];
    if (info->kdf == FILESEC_CONTAINER_KDF_NONE && any != 0)
        return 0;
    return filesec__container_costs_fit(info->kdf, info->cost);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_peek(filesec_container_info *info, const uint8_t header[160])
{
    filesec_container_info found;
    size_t i;

    if (memcmp(header, "filesec", 7) != 0)
        return FILESEC_ERR_FORMAT;
    found.suite = header[8];
    found.chunk_log2 = header[9];
    found.kdf = header[10];
    found.reserved = header[11];
    found.meta_len = filesec__load32le(header + 12);
    for (i = 0; i < 3; i++)
        found.cost[i] = filesec__load32le(header + 16 + 4 * i);
    found.key_id = filesec__load32le(header + 28);
    memcpy(found.kdf_salt, header + 32, 32);
    memcpy(found.file_salt, header + 64, 32);
    if (header[7] != 1 || !filesec__container_has(found.suite) ||
        !filesec__container_fits(&found))
        return FILESEC_ERR_UNSUPPORTED;
    *info = found;
    return FILESEC_OK;
}

/* The fields of a new header, or why not. */
static filesec_status filesec__container_fields(uint8_t fields[FILESEC__CONTAINER_FIELDS],
                                                const filesec_container_params *p,
                                                const uint8_t file_salt[32])
{
    filesec_container_info info;
    size_t i;

    info.suite = p->suite;
    info.chunk_log2 = p->chunk_log2;
    info.kdf = p->kdf;
    info.reserved = p->reserved;
    info.meta_len = p->meta_len;
    memcpy(info.cost, p->cost, sizeof info.cost);
    memcpy(info.kdf_salt, p->kdf_salt, 32);
    if (p->meta_len > FILESEC_CONTAINER_META_MAX)
        return FILESEC_ERR_LIMIT;
    if (!filesec__container_fits(&info) || filesec__missing(p->context, p->context_len) ||
        (p->suite != FILESEC_CONTAINER_AES256GCM &&
         p->suite != FILESEC_CONTAINER_CHACHA20POLY1305))
        return FILESEC_ERR_ARGUMENT;
    if ((p->kdf == FILESEC_CONTAINER_KDF_PBKDF2 &&
         p->cost[0] < FILESEC__CONTAINER_PBKDF2_LEAST) ||
        (p->kdf == FILESEC_CONTAINER_KDF_ARGON2ID &&
         (p->cost[0] < FILESEC__CONTAINER_MEMORY_LEAST || p->cost[1] < 3)))
        return FILESEC_ERR_ARGUMENT;
    if (!filesec__container_has(p->suite))
        return FILESEC_ERR_UNSUPPORTED;
    memcpy(fields, "filesec\1", 8);
    fields[8] = p->suite;
    fields[9] = p->chunk_log2;
    fields[10] = p->kdf;
    fields[11] = 0;
    filesec__store32le(fields + 12, p->meta_len);
    for (i = 0; i < 3; i++)
        filesec__store32le(fields + 16 + 4 * i, p->cost[i]);
    filesec__store32le(fields + 28, p->key_id);
    memcpy(fields + 32, p->kdf_salt, 32);
    memcpy(fields + 64, file_salt, 32);
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_password_key(
    uint8_t key[32], const filesec_container_info *info, const void *password, size_t len)
{
    if (info->kdf != FILESEC_CONTAINER_KDF_PBKDF2)
        return FILESEC_ERR_UNSUPPORTED;
    if (info->cost[0] > FILESEC__CONTAINER_PBKDF2_CAP)
        return FILESEC_ERR_LIMIT;
    if (password == NULL || len == 0)
        return FILESEC_ERR_ARGUMENT;
    return filesec_pbkdf2_hmac_sha512(key, 32, password, len, info->kdf_salt, 32,
                                      info->cost[0]);
}
