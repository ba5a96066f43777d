/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "murmur3/operation.h"
/*
 * murmur3_many/operation.h: MurmurHash3_x64_128 of many messages
 *
 * The table has one row so far: one message after the other, on MurmurHash3's own path.
 */
static const filesec__row filesec__murmur3_many_rows[] = {{"portable", 0}};
static unsigned filesec__murmur3_many_choice;
static const filesec__table filesec__murmur3_many_table = {
    &filesec__murmur3_many_rows[0], sizeof filesec__murmur3_many_rows[0],
    sizeof filesec__murmur3_many_rows / sizeof filesec__murmur3_many_rows[0],
    &filesec__murmur3_many_choice};

FILESEC_API void filesec_murmur3_x64_128_many(uint8_t (*hashes)[16], const void *const *data,
                                              const size_t *len, size_t n, uint32_t seed)
{
    size_t i;

    for (i = 0; i < n; i++)
        filesec_murmur3_x64_128(hashes[i], data[i], len[i], seed);
}
