/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "murmur3/operation.h"
#include "murmur3_many/kernels.h"
/*
 * murmur3_many/operation.h: MurmurHash3_x64_128 of many messages over few lanes
 *
 * Each lane works on the whole blocks of one message. All lanes advance together by the
 * smallest number of blocks that any of them has left; a lane that ends takes the next message
 * at once, and short messages on the way are hashed by themselves. When no message waits and
 * few lanes live, those are finished one by one. If the user forced the row, its kernel gets
 * every message that has a block.
 */
static unsigned filesec__murmur3_many_choice;
static const filesec__table filesec__murmur3_many_table = {
    &filesec__murmur3_many_rows[0].row, sizeof filesec__murmur3_many_rows[0],
    sizeof filesec__murmur3_many_rows / sizeof filesec__murmur3_many_rows[0],
    &filesec__murmur3_many_choice};

#ifndef FILESEC_SMALL
typedef struct filesec__murmur3_lane {
    size_t nblocks; /* blocks left to read; 0 for an idle lane */
    size_t job;
} filesec__murmur3_lane;

/* The messages, and how far the lanes have come. */
typedef struct filesec__murmur3_jobs {
    uint8_t (*hashes)[16];
    const void *const *data;
    const size_t *len;
    size_t next, n;
    uint32_t seed;
    size_t lanes, live, shortest;
    uint64_t h[2 * FILESEC__MURMUR3_MANY_LANES_MAX];
    const unsigned char *at[FILESEC__MURMUR3_MANY_LANES_MAX]; /* what each lane reads next */
    filesec__murmur3_lane lane[FILESEC__MURMUR3_MANY_LANES_MAX];
} filesec__murmur3_jobs;

/* Lane i takes the next message that is long enough, if there is one; those before it are
   hashed here. */
static void filesec__murmur3_lane_take(filesec__murmur3_jobs *w, size_t i)
{
    for (; w->next < w->n; w->next++) {
        size_t len = w->len[w->next];

        if (len >= w->shortest) {
            w->h[i] = w->h[FILESEC__MURMUR3_MANY_LANES_MAX + i] = w->seed;
            w->at[i] = (const unsigned char *)w->data[w->next];
            w->lane[i].nblocks = len / 16;
            w->lane[i].job = w->next++;
            w->live++;
            return;
        }
        filesec_murmur3_x64_128(w->hashes[w->next], w->data[w->next], len, w->seed);
    }
}

/* Lane i went through its blocks: its tail, its hash. */
static inline void filesec__murmur3_lane_end(const filesec__murmur3_jobs *w, size_t i)
{
    size_t job = w->lane[i].job;

    filesec__murmur3_x64_128_end(w->hashes[job], w->h[i],
                                 w->h[FILESEC__MURMUR3_MANY_LANES_MAX + i], w->at[i],
                                 w->len[job]);
}

/* One call of the kernel: the smallest number of blocks that a live lane has left. Idle lanes
   read what a live one reads, so no lane reads anything else. */
static void filesec__murmur3_lanes_step(filesec__murmur3_jobs *w,
                                        filesec__murmur3_many_kernel *kernel)
{
    const unsigned char *shared = NULL;
    size_t least = SIZE_MAX, i;

    for (i = 0; i < w->lanes; i++) {
        if (w->lane[i].nblocks != 0 && w->lane[i].nblocks < least) {
            shared = w->at[i];
            least = w->lane[i].nblocks;
        }
    }
    if (w->live < w->lanes)
        for (i = 0; i < w->lanes; i++)
            if (w->lane[i].nblocks == 0)
                w->at[i] = shared;
    kernel(w->h, w->at, least, w->lanes);
    for (i = 0; i < w->lanes; i++) {
        if (w->lane[i].nblocks == 0)
            continue;
        w->at[i] += 16 * least;
        w->lane[i].nblocks -= least;
        if (w->lane[i].nblocks == 0) {
            filesec__murmur3_lane_end(w, i);
            w->live--;
            filesec__murmur3_lane_take(w, i);
        }
    }
}

FILESEC__NEVER_INLINE void filesec__murmur3_lanes(const filesec__murmur3_many_row *row,
                                                  filesec__murmur3_jobs *w, size_t alone)
{
    const filesec__murmur3_row *one = filesec__murmur3_current();
    size_t i;

    w->live = 0;
    w->lanes = row->has_half && w->n - w->next < row->lanes ? row->lanes / 2 : row->lanes;
    memset(w->h, 0, sizeof w->h);
    for (i = 0; i < w->lanes; i++) {
        w->lane[i].nblocks = 0;
        filesec__murmur3_lane_take(w, i);
    }
    while (w->live > alone)
        filesec__murmur3_lanes_step(w, row->blocks);
    for (i = 0; i < w->lanes; i++) { /* what is left, one by one */
        uint64_t h[2];

        if (w->lane[i].nblocks == 0)
            continue;
        h[0] = w->h[i];
        h[1] = w->h[FILESEC__MURMUR3_MANY_LANES_MAX + i];
        one->x64_128(h, w->at[i], w->lane[i].nblocks);
        w->h[i] = h[0];
        w->h[FILESEC__MURMUR3_MANY_LANES_MAX + i] = h[1];
        w->at[i] += 16 * w->lane[i].nblocks;
        filesec__murmur3_lane_end(w, i);
    }
}
#endif

FILESEC_API void filesec_murmur3_x64_128_many(uint8_t (*hashes)[16], const void *const *data,
                                              const size_t *len, size_t n, uint32_t seed)
{
    size_t i = 0;

#ifndef FILESEC_SMALL
    unsigned choice = filesec__choice(&filesec__murmur3_many_table);
    const void *chosen =
        filesec__row_at(&filesec__murmur3_many_table, (choice & ~FILESEC__FORCED) - 1);
    const filesec__murmur3_many_row *row = (const filesec__murmur3_many_row *)chosen;
    int forced = (choice & FILESEC__FORCED) != 0;
    size_t shortest = forced ? 16 : row->shortest, alone = forced ? 0 : row->alone;

    if (row->blocks != NULL) {
        for (; i < n && len[i] < shortest; i++)
            filesec_murmur3_x64_128(hashes[i], data[i], len[i], seed);
        if (n - i > alone) {
            filesec__murmur3_jobs w;

            w.hashes = hashes;
            w.data = data;
            w.len = len;
            w.next = i;
            w.n = n;
            w.seed = seed;
            w.shortest = shortest;
            filesec__murmur3_lanes(row, &w, alone);
            return;
        }
    }
#endif
    for (; i < n; i++)
        filesec_murmur3_x64_128(hashes[i], data[i], len[i], seed);
}
