/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "container/chunks.h"
/*
 * container/metadata.h: the records inside the metadata (docs/format.md, "Metadata")
 *
 *   type [1] || length [2] || value [length], types strictly ascending
 */

/* Does the value obey what the format says of its type? 1: yes; 0: no; -1: the type is unknown
   and must not be skipped. */
static int filesec__container_record(unsigned type, const unsigned char *value, size_t len)
{
    size_t i;

    switch (type) {
    case FILESEC_CONTAINER_META_NAME:
        if (len < 1 || len > 255)
            return 0;
        if (value[0] == '.' && (len == 1 || (len == 2 && value[1] == '.')))
            return 0;
        for (i = 0; i < len; i++)
            if (value[i] == '/' || value[i] == 0)
                return 0;
        return 1;
    case FILESEC_CONTAINER_META_SIZE:
    case FILESEC_CONTAINER_META_MTIME:
        return len == 8;
    case FILESEC_CONTAINER_META_MODE:
        return len == 2 && value[1] < 0x10; /* 07777 */
    case FILESEC_CONTAINER_META_USER:
        return 1;
    default:
        return type >= 128 ? 1 : type == 0 ? 0 : -1;
    }
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_meta_check(const void *meta,
                                                                           size_t len)
{
    const unsigned char *p = (const unsigned char *)meta;
    unsigned before = 0;

    while (len != 0) {
        size_t n;
        int good;

        if (len < 3)
            return FILESEC_ERR_METADATA;
        n = p[1] | (size_t)p[2] << 8;
        if (p[0] <= before || n > len - 3)
            return FILESEC_ERR_METADATA;
        good = filesec__container_record(p[0], p + 3, n);
        if (good <= 0)
            return good < 0 ? FILESEC_ERR_UNSUPPORTED : FILESEC_ERR_METADATA;
        before = p[0];
        p += 3 + n;
        len -= 3 + n;
    }
    return FILESEC_OK;
}

FILESEC_API const uint8_t *filesec_container_meta_find(const void *meta, size_t len,
                                                       unsigned type, size_t *value_len)
{
    const unsigned char *p = (const unsigned char *)meta;

    while (len >= 3) {
        size_t n = p[1] | (size_t)p[2] << 8;

        if (n > len - 3)
            break;
        if (p[0] == type) {
            *value_len = n;
            return p + 3;
        }
        p += 3 + n;
        len -= 3 + n;
    }
    return NULL;
}
