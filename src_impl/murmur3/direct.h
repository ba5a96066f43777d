/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "murmur3/contract.h"
#include "murmur3/end.h"
#include "murmur3/formula.h"
/*
 * murmur3/direct.h: MurmurHash3 of a short message, all of it in one function
 *
 * A call through the table, for a message of a few blocks, takes as long as the blocks. These
 * are inlined into the one-shot functions instead, and h never leaves the registers. data may
 * be NULL if there is none, so nothing is added to it then.
 */
FILESEC__ALWAYS_INLINE uint32_t filesec__murmur3_x86_32_direct(const unsigned char *data,
                                                               size_t len, uint32_t seed)
{
    uint32_t h = seed;

    filesec__murmur3_x86_32_few(&h, data, len / 4);
    return filesec__murmur3_x86_32_end(h, filesec__murmur3_tail(data, len / 4 * 4), len);
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_128_direct(uint8_t hash[16],
                                                            const unsigned char *data,
                                                            size_t len, uint32_t seed)
{
    uint32_t h[4];

    h[0] = h[1] = h[2] = h[3] = seed;
    filesec__murmur3_x86_128_few(h, data, len / 16);
    filesec__murmur3_x86_128_end(hash, h[0], h[1], h[2], h[3],
                                 filesec__murmur3_tail(data, len / 16 * 16), len);
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x64_128_direct(uint8_t hash[16],
                                                            const unsigned char *data,
                                                            size_t len, uint32_t seed)
{
    uint64_t h[2];

    h[0] = h[1] = seed;
    filesec__murmur3_x64_128_few(h, data, len / 16);
    filesec__murmur3_x64_128_end(hash, h[0], h[1], filesec__murmur3_tail(data, len / 16 * 16),
                                 len);
}
