/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/rows.h"
#include "murmur3/contract.h"
/*
 * murmur3_many/contract.h: what every kernel for several MurmurHash3_x64_128 streams obeys
 *
 *   static void filesec__murmur3_many_<name>(uint64_t *h, const unsigned char *const *data,
 *                                            size_t nblocks, size_t lanes)
 *
 * lanes messages side by side: the row's number of lanes, or half of it if the row has a half.
 * h1 of lane i is h[i], its h2 is h[16 + i], whatever lanes is; the numbers of other lanes may
 * change. Lane i reads exactly 16 * nblocks bytes at data[i], at any alignment; two lanes may
 * read the same bytes. nblocks >= 1.
 */
#define FILESEC__MURMUR3_MANY_LANES_MAX 16

typedef void filesec__murmur3_many_kernel(uint64_t *h, const unsigned char *const *data,
                                          size_t nblocks, size_t lanes);

typedef struct filesec__murmur3_many_row {
    filesec__row row;
    filesec__murmur3_many_kernel *blocks; /* NULL: every message by itself */
    size_t lanes;
    int has_half;
    size_t alone;    /* so many live lanes are better finished one by one */
    size_t shortest; /* a message of fewer bytes is better hashed by itself */
} filesec__murmur3_many_row;
