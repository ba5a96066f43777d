/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/operation.h"
#include "api/inspect.h"
#include "chacha20poly1305/operation.h"
#include "core/choose.h"
#include "murmur3/operation.h"
#include "murmur3_many/operation.h"
#include "sha512/operation.h"
#include "sha512_many/operation.h"
/*
 * core/directory.h: all tables in one list, for core/inspect.h and the tests
 */
static inline const filesec__table *filesec__table_of(filesec_primitive p)
{
    switch (p) {
#ifndef FILESEC_NO_SHA512
    case FILESEC_SHA512:
        return &filesec__sha512_table;
    case FILESEC_SHA512_MANY:
        return &filesec__sha512_many_table;
#endif
#ifndef FILESEC_NO_MURMUR3
    case FILESEC_MURMUR3:
        return &filesec__murmur3_table;
    case FILESEC_MURMUR3_MANY:
        return &filesec__murmur3_many_table;
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    case FILESEC_CHACHA20POLY1305:
        return &filesec__chacha20poly1305_table;
#endif
#ifndef FILESEC_NO_AES256GCM
    case FILESEC_AES256GCM:
        return &filesec__aes256gcm_table;
#endif
    default:
        return NULL; /* no primitive, or not in this build */
    }
}
