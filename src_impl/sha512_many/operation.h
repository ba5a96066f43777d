/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "sha512/operation.h"
#include "sha512_many/alike.h"
#include "sha512_many/kernels.h"
#include "sha512_many/lanes.h"
/*
 * sha512_many/operation.h: many messages in one call
 */
static unsigned filesec__sha512_many_choice;
static const filesec__table filesec__sha512_many_table = {
    &filesec__sha512_many_rows[0].row, sizeof filesec__sha512_many_rows[0],
    sizeof filesec__sha512_many_rows / sizeof filesec__sha512_many_rows[0],
    &filesec__sha512_many_choice};

/* A path that the user asked for takes any number of messages. Otherwise it takes those that it
   is quicker for: as many as make up for the work of all lanes, and if they are of different
   lengths, one more for the bookkeeping. */
FILESEC_API void filesec_sha512_many(uint8_t (*digests)[64], const void *const *data,
                                     const size_t *len, size_t n)
{
    unsigned choice = filesec__choice(&filesec__sha512_many_table);
    const void *chosen =
        filesec__row_at(&filesec__sha512_many_table, (choice & ~FILESEC__FORCED) - 1);
    const filesec__sha512_many_row *row = (const filesec__sha512_many_row *)chosen;
    size_t i;

#if FILESEC__SIMD
    int forced = (choice & FILESEC__FORCED) != 0;
    size_t least = forced ? 1 : row->least;

    if (row->blocks != NULL && n >= least) {
        if (filesec__sha512_are_alike(len, n)) {
            filesec__sha512_alike(row, least, digests, data, len, n);
            return;
        }
        if (forced || n > least) {
            filesec__sha512_lanes(row, digests, data, len, n);
            return;
        }
    }
#else
    (void)row;
#endif
    for (i = 0; i < n; i++)
        filesec_sha512(digests[i], data[i], len[i]);
}
