/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "sha512/operation.h"
#include "sha512_many/kernels.h"
/*
 * sha512_many/operation.h: many messages over few lanes
 *
 * Each lane works on one message: first the whole blocks where they lie, then the one or two
 * padded blocks from a buffer of the lane's. All lanes advance together by the smallest number
 * of blocks that any of them has left in its part; a lane that ends takes the next message at
 * once. When no message waits and few lanes live, those are finished one by one: a step of all
 * lanes costs more than so many single steps.
 */
static unsigned filesec__sha512_many_choice;
static const filesec__table filesec__sha512_many_table = {
    &filesec__sha512_many_rows[0].row, sizeof filesec__sha512_many_rows[0],
    sizeof filesec__sha512_many_rows / sizeof filesec__sha512_many_rows[0],
    &filesec__sha512_many_choice};

#if FILESEC__SIMD
typedef struct filesec__sha512_lane {
    const unsigned char *data; /* what is read next */
    size_t nblocks;            /* blocks left there; 0 for an idle lane */
    size_t npad;               /* padded blocks that follow */
    size_t job;
    unsigned char last[256];
} filesec__sha512_lane;

/* The messages, and how far the lanes have come. */
typedef struct filesec__sha512_jobs {
    uint8_t (*digests)[64];
    const void *const *data;
    const size_t *len;
    size_t next, n;
    size_t lanes, live;
    uint64_t h[8 * FILESEC__SHA512_MANY_LANES_MAX]; /* word j of lane i at h[j * lanes + i] */
    filesec__sha512_lane lane[FILESEC__SHA512_MANY_LANES_MAX];
} filesec__sha512_jobs;

/* Lane i takes the next message; there is one. */
static void filesec__sha512_lane_take(filesec__sha512_jobs *w, size_t i)
{
    filesec__sha512_lane *lane = &w->lane[i];
    const unsigned char *data = (const unsigned char *)w->data[w->next];
    size_t len = w->len[w->next], j;
    uint64_t h[8];

    lane->job = w->next++;
    lane->nblocks = len / 128;
    lane->npad =
        filesec__sha512_pad(lane->last, len >= 128 ? data + len / 128 * 128 : data, len, 0);
    lane->data = data;
    if (lane->nblocks == 0) {
        lane->data = lane->last;
        lane->nblocks = lane->npad;
        lane->npad = 0;
    }
    filesec__sha512_start(h);
    for (j = 0; j < 8; j++)
        w->h[j * w->lanes + i] = h[j];
}

static inline void filesec__sha512_lane_get(const filesec__sha512_jobs *w, size_t i,
                                            uint64_t h[8])
{
    size_t j;

    for (j = 0; j < 8; j++)
        h[j] = w->h[j * w->lanes + i];
}

/* Lane i has nothing left to read: go on with its padding, or give the digest and take the next
   message, or become idle. */
static void filesec__sha512_lane_next(filesec__sha512_jobs *w, size_t i)
{
    filesec__sha512_lane *lane = &w->lane[i];
    uint64_t h[8];

    if (lane->npad != 0) {
        lane->data = lane->last;
        lane->nblocks = lane->npad;
        lane->npad = 0;
        return;
    }
    filesec__sha512_lane_get(w, i, h);
    filesec__sha512_put(w->digests[lane->job], h);
    if (w->next < w->n)
        filesec__sha512_lane_take(w, i);
    else
        w->live--;
}

/* One call of the kernel: the smallest number of blocks that a live lane has left. Idle lanes
   read what a live one reads, so no lane reads anything else. */
static void filesec__sha512_lanes_step(filesec__sha512_jobs *w,
                                       filesec__sha512_many_kernel *kernel)
{
    const unsigned char *data[FILESEC__SHA512_MANY_LANES_MAX];
    const unsigned char *shared = NULL;
    size_t least = SIZE_MAX, i;

    for (i = 0; i < w->lanes; i++) {
        if (w->lane[i].nblocks != 0) {
            shared = w->lane[i].data;
            least = w->lane[i].nblocks < least ? w->lane[i].nblocks : least;
        }
    }
    for (i = 0; i < w->lanes; i++)
        data[i] = w->lane[i].nblocks != 0 ? w->lane[i].data : shared;
    kernel(w->h, data, least);
    for (i = 0; i < w->lanes; i++) {
        filesec__sha512_lane *lane = &w->lane[i];

        if (lane->nblocks == 0)
            continue;
        lane->data += 128 * least;
        lane->nblocks -= least;
        if (lane->nblocks == 0)
            filesec__sha512_lane_next(w, i);
    }
}

FILESEC__NEVER_INLINE void filesec__sha512_lanes(const filesec__sha512_many_row *many,
                                                 uint8_t (*digests)[64],
                                                 const void *const *data, const size_t *len,
                                                 size_t n)
{
    const filesec__sha512_row *one = filesec__sha512_current();
    filesec__sha512_jobs w;
    size_t i;

    w.digests = digests;
    w.data = data;
    w.len = len;
    w.next = 0;
    w.n = n;
    w.lanes = many->lanes;
    w.live = 0;
    memset(w.h, 0, sizeof w.h);
    for (i = 0; i < w.lanes; i++) {
        w.lane[i].nblocks = 0;
        if (w.next < n) {
            filesec__sha512_lane_take(&w, i);
            w.live++;
        }
    }
    while (w.live > w.lanes / 2)
        filesec__sha512_lanes_step(&w, many->blocks);
    for (i = 0; i < w.lanes; i++) { /* what is left, one by one */
        filesec__sha512_lane *lane = &w.lane[i];
        uint64_t h[8];

        if (lane->nblocks == 0)
            continue;
        filesec__sha512_lane_get(&w, i, h);
        one->blocks(h, lane->data, lane->nblocks);
        one->blocks(h, lane->last, lane->npad);
        filesec__sha512_put(digests[lane->job], h);
    }
    filesec_wipe(&w, sizeof w);
}
#endif

FILESEC_API void filesec_sha512_many(uint8_t (*digests)[64], const void *const *data,
                                     const size_t *len, size_t n)
{
    const void *current = filesec__current(&filesec__sha512_many_table);
    const filesec__sha512_many_row *row = (const filesec__sha512_many_row *)current;
    size_t i;

#if FILESEC__SIMD
    if (row->blocks != NULL && n > row->lanes / 2) {
        filesec__sha512_lanes(row, digests, data, len, n);
        return;
    }
#else
    (void)row;
#endif
    for (i = 0; i < n; i++)
        filesec_sha512(digests[i], data[i], len[i]);
}
