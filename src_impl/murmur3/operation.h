/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/murmur3.h"
#include "core/bytes.h"
#include "core/choose.h"
#include "core/secret.h"
#include "murmur3/direct.h"
#include "murmur3/end.h"
#include "murmur3/kernels.h"
/*
 * murmur3/operation.h: the one-shot calls of MurmurHash3
 *
 * Short messages do not go through the table, unless the user forced a row: then its kernel
 * gets every message. The choice is only looked at for that, so none need have been made. The
 * limits are where the kernels begin to be quicker, call and set-up of the vectors included.
 */
#define FILESEC__MURMUR3_X86_32_SHORT 128
#define FILESEC__MURMUR3_X86_128_SHORT 128
#define FILESEC__MURMUR3_X64_128_SHORT 512

static unsigned filesec__murmur3_choice;
static const filesec__table filesec__murmur3_table = {
    &filesec__murmur3_rows[0].row, sizeof filesec__murmur3_rows[0],
    sizeof filesec__murmur3_rows / sizeof filesec__murmur3_rows[0], &filesec__murmur3_choice};

static inline const filesec__murmur3_row *filesec__murmur3_current(void)
{
    const void *row = filesec__current(&filesec__murmur3_table);
    return (const filesec__murmur3_row *)row;
}

#ifdef FILESEC_SMALL
/* One call is begin, update and end: no tail and no finalisation stand twice. */
static uint32_t filesec__murmur3_x86_32_long(const unsigned char *p, size_t len, uint32_t seed)
{
    filesec_murmur3_x86_32_state s;

    filesec_murmur3_x86_32_init(&s, seed);
    filesec_murmur3_x86_32_update(&s, p, len);
    return filesec_murmur3_x86_32_final(&s);
}

static void filesec__murmur3_x86_128_long(uint8_t hash[16], const unsigned char *p, size_t len,
                                          uint32_t seed)
{
    filesec_murmur3_x86_128_state s;

    filesec_murmur3_x86_128_init(&s, seed);
    filesec_murmur3_x86_128_update(&s, p, len);
    filesec_murmur3_x86_128_final(&s, hash);
}

static void filesec__murmur3_x64_128_long(uint8_t hash[16], const unsigned char *p, size_t len,
                                          uint32_t seed)
{
    filesec_murmur3_x64_128_state s;

    filesec_murmur3_x64_128_init(&s, seed);
    filesec_murmur3_x64_128_update(&s, p, len);
    filesec_murmur3_x64_128_final(&s, hash);
}
#else
FILESEC__NEVER_INLINE uint32_t filesec__murmur3_x86_32_long(const unsigned char *p, size_t len,
                                                            uint32_t h)
{
    filesec__murmur3_current()->x86_32(&h, p, len / 4);
    return filesec__murmur3_x86_32_end(h, filesec__murmur3_tail(p, len / 4 * 4), len);
}

FILESEC__NEVER_INLINE void filesec__murmur3_x86_128_long(uint8_t hash[16],
                                                         const unsigned char *p, size_t len,
                                                         uint32_t seed)
{
    uint32_t h[4];

    h[0] = h[1] = h[2] = h[3] = seed;
    filesec__murmur3_current()->x86_128(h, p, len / 16);
    filesec__murmur3_x86_128_end(hash, h[0], h[1], h[2], h[3],
                                 filesec__murmur3_tail(p, len / 16 * 16), len);
}

FILESEC__NEVER_INLINE void filesec__murmur3_x64_128_long(uint8_t hash[16],
                                                         const unsigned char *p, size_t len,
                                                         uint32_t seed)
{
    uint64_t h[2];

    h[0] = h[1] = seed;
    filesec__murmur3_current()->x64_128(h, p, len / 16);
    filesec__murmur3_x64_128_end(hash, h[0], h[1], filesec__murmur3_tail(p, len / 16 * 16),
                                 len);
}
#endif

/* Is a message of len bytes hashed without the table, which pays below limit? */
FILESEC__ALWAYS_INLINE int filesec__murmur3_is_short(size_t len, size_t limit)
{
#ifdef FILESEC_SMALL
    (void)len;
    (void)limit;
    return 0;
#else
    return len < limit &&
           (FILESEC__ATOMIC_LOAD(&filesec__murmur3_choice) & FILESEC__FORCED) == 0;
#endif
}

FILESEC_API uint32_t filesec_murmur3_x86_32(const void *data, size_t len, uint32_t seed)
{
    const unsigned char *p = (const unsigned char *)data;

    FILESEC_ASSERT(data != NULL || len == 0);
    if (filesec__murmur3_is_short(len, FILESEC__MURMUR3_X86_32_SHORT))
        return filesec__murmur3_x86_32_direct(p, len, seed);
    return filesec__murmur3_x86_32_long(p, len, seed);
}

FILESEC_API void filesec_murmur3_x86_128(uint8_t hash[16], const void *data, size_t len,
                                         uint32_t seed)
{
    const unsigned char *p = (const unsigned char *)data;

    FILESEC_ASSERT(data != NULL || len == 0);
    if (filesec__murmur3_is_short(len, FILESEC__MURMUR3_X86_128_SHORT))
        filesec__murmur3_x86_128_direct(hash, p, len, seed);
    else
        filesec__murmur3_x86_128_long(hash, p, len, seed);
}

FILESEC_API void filesec_murmur3_x64_128(uint8_t hash[16], const void *data, size_t len,
                                         uint32_t seed)
{
    const unsigned char *p = (const unsigned char *)data;

    FILESEC_ASSERT(data != NULL || len == 0);
    if (filesec__murmur3_is_short(len, FILESEC__MURMUR3_X64_128_SHORT))
        filesec__murmur3_x64_128_direct(hash, p, len, seed);
    else
        filesec__murmur3_x64_128_long(hash, p, len, seed);
}
