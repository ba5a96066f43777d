/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/rows.h"
#include "sha512/contract.h"
/*
 * sha512_many/contract.h: what every kernel for several SHA-512 streams obeys
 *
 *   static void filesec__sha512_many_<name>(uint64_t *h, const unsigned char *const *data,
 *                                           size_t nblocks)
 *
 * L messages side by side, L being the row's number of lanes. h holds 8 * L numbers, word j of
 * lane i at h[j * L + i]. Lane i reads exactly 128 * nblocks bytes at data[i], at any
 * alignment; two lanes may read the same bytes. nblocks >= 1. Secrets as in sha512/contract.h.
 *
 * A row may have a second kernel, filesec__sha512_many_<name>_twice: the same with 2 * L lanes,
 * for long messages only, and no slower per lane there.
 */
typedef void filesec__sha512_many_kernel(uint64_t *h, const unsigned char *const *data,
                                         size_t nblocks);

typedef struct filesec__sha512_many_row {
    filesec__row row;
    filesec__sha512_many_kernel *blocks; /* NULL: every message by itself, on SHA-512's row */
    filesec__sha512_many_kernel *twice;  /* NULL: none */
    size_t lanes;
    size_t least; /* so many single blocks take longer than one of each lane */
} filesec__sha512_many_row;

#define FILESEC__SHA512_MANY_LANES_MAX 16 /* those of twice are counted */
