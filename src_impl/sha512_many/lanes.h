/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "sha512/operation.h"
#include "sha512_many/alike.h"
#include "sha512_many/contract.h"
/*
 * sha512_many/lanes.h: messages of any lengths over few lanes
 *
 * Each lane works on one message: first the whole blocks where they lie, then the one or two
 * padded blocks from a buffer of the lane's. All lanes advance together by the smallest number
 * of blocks that any of them has left in its part; a lane that ends takes the next message at
 * once. When no message waits and few lanes live, those are finished one by one: a step of all
 * lanes costs more than so many single steps.
 *
 * Of each 256 messages the longest come first. So lanes end together, and the last lanes to
 * live have little left.
 */
#if FILESEC__SIMD

#define FILESEC__SHA512_MANY_WINDOW 256

typedef struct filesec__sha512_lane {
    size_t nblocks; /* blocks left to read; 0 for an idle lane */
    size_t npad;    /* padded blocks that follow */
    size_t job;
    unsigned char last[256];
} filesec__sha512_lane;

/* The messages, and how far the lanes have come. */
typedef struct filesec__sha512_jobs {
    uint8_t (*digests)[64];
    const void *const *data;
    const size_t *len;
    size_t n, base, taken, count; /* n messages from data[base] on are left, and of them */
    size_t lanes, live;           /* the first count have an order, and taken a lane */
    uint64_t h[8 * FILESEC__SHA512_MANY_LANES_MAX]; /* word j of lane i at h[j * lanes + i] */
    const unsigned char *at[FILESEC__SHA512_MANY_LANES_MAX]; /* what each lane reads next */
    filesec__sha512_lane lane[FILESEC__SHA512_MANY_LANES_MAX];
    unsigned char order[FILESEC__SHA512_MANY_WINDOW];
} filesec__sha512_jobs;

/* A number below 128 that never falls as the message grows: blocks, above 3 by their two
   leading bits. */
static inline unsigned filesec__sha512_size_class(size_t len)
{
    size_t nblocks = len / 128 + (len % 128 < 112 ? 1 : 2);
    unsigned class_of = 0;

    for (; nblocks > 3; nblocks >>= 1)
        class_of += 2;
    return class_of + (unsigned)nblocks;
}

/* The next messages, at most a window of them, longest first. */
static void filesec__sha512_jobs_sort(filesec__sha512_jobs *w)
{
    unsigned char classes[FILESEC__SHA512_MANY_WINDOW];
    unsigned place[128], sum = 0, i;

    w->base += w->count;
    w->n -= w->count;
    w->taken = 0;
    w->count = w->n < FILESEC__SHA512_MANY_WINDOW ? w->n : FILESEC__SHA512_MANY_WINDOW;
    if (w->n <= w->lanes && w->live == 0) { /* all start at once */
        for (i = 0; i < w->count; i++)
            w->order[i] = (unsigned char)i;
        return;
    }
    memset(place, 0, sizeof place);
    for (i = 0; i < w->count; i++) {
        classes[i] = (unsigned char)filesec__sha512_size_class(w->len[w->base + i]);
        place[classes[i]]++;
    }
    for (i = 128; i-- > 0;) { /* from how many there are to where the first one goes */
        unsigned here = place[i];

        place[i] = sum;
        sum += here;
    }
    for (i = 0; i < w->count; i++)
        w->order[place[classes[i]]++] = (unsigned char)i;
}

/* Lane i takes the next message; there is one. */
static void filesec__sha512_lane_take(filesec__sha512_jobs *w, size_t i)
{
    filesec__sha512_lane *lane = &w->lane[i];
    size_t job = w->base + w->order[w->taken++], whole = w->len[job] / 128, j;
    const unsigned char *data = (const unsigned char *)w->data[job];
    uint64_t h[8];

    lane->job = job;
    lane->nblocks = whole;
    lane->npad = filesec__sha512_lane_pad(lane->last, data, w->len[job]);
    w->at[i] = data;
    if (whole == 0) {
        w->at[i] = lane->last;
        lane->nblocks = lane->npad;
        lane->npad = 0;
    }
    filesec__sha512_start(h);
    for (j = 0; j < 8; j++)
        w->h[j * w->lanes + i] = h[j];
}

/* Lane i has nothing left to read: go on with its padding, or give the digest and take the next
   message, or become idle. */
static void filesec__sha512_lane_next(filesec__sha512_jobs *w, size_t i)
{
    filesec__sha512_lane *lane = &w->lane[i];

    if (lane->npad != 0) {
        w->at[i] = lane->last;
        lane->nblocks = lane->npad;
        lane->npad = 0;
        return;
    }
    filesec__sha512_lane_put(w->digests[lane->job], w->h, w->lanes, i);
    if (w->taken == w->count && w->count != 0)
        filesec__sha512_jobs_sort(w);
    if (w->count != 0)
        filesec__sha512_lane_take(w, i);
    else
        w->live--;
}

/* One call of the kernel: the smallest number of blocks that a live lane has left. Idle lanes
   read what a live one reads, so no lane reads anything else. */
static void filesec__sha512_lanes_step(filesec__sha512_jobs *w,
                                       filesec__sha512_many_kernel *kernel)
{
    size_t least = SIZE_MAX, shared = 0, i;

    for (i = 0; i < w->lanes; i++) {
        if (w->lane[i].nblocks - 1 < least - 1) { /* an idle lane's 0 - 1 is not less */
            shared = i;
            least = w->lane[i].nblocks;
        }
    }
    if (w->live != w->lanes)
        for (i = 0; i < w->lanes; i++)
            w->at[i] = w->lane[i].nblocks != 0 ? w->at[i] : w->at[shared];
    kernel(w->h, w->at, least);
    for (i = 0; i < w->lanes; i++) {
        if (w->lane[i].nblocks == 0)
            continue;
        w->at[i] += 128 * least;
        w->lane[i].nblocks -= least;
        if (w->lane[i].nblocks == 0)
            filesec__sha512_lane_next(w, i);
    }
}

/* From many->lanes * 2 lanes, of which at most half live, to many->lanes. */
static void filesec__sha512_lanes_halve(filesec__sha512_jobs *w)
{
    size_t half = w->lanes / 2, to = 0, i, j;
    uint64_t h[8 * FILESEC__SHA512_MANY_LANES_MAX];

    memcpy(h, w->h, sizeof h);
    for (i = 0; i < w->lanes; i++) {
        filesec__sha512_lane *lane = &w->lane[i];

        if (lane->nblocks == 0)
            continue;
        for (j = 0; j < 8; j++)
            w->h[j * half + to] = h[j * w->lanes + i];
        w->at[to] = w->at[i];
        if (to != i) {
            if (lane->npad == 0) /* it reads its buffer, which moves */
                w->at[to] = w->lane[to].last + (w->at[i] - lane->last);
            w->lane[to] = *lane;
        }
        to++;
    }
    for (; to < half; to++)
        w->lane[to].nblocks = 0;
    w->lanes = half;
    filesec_wipe(h, sizeof h);
}

/* Lane i goes to its end alone. */
static void filesec__sha512_lane_finish(filesec__sha512_jobs *w, size_t i)
{
    const filesec__sha512_row *one = filesec__sha512_current();
    filesec__sha512_lane *lane = &w->lane[i];
    uint64_t h[8];
    size_t j;

    for (j = 0; j < 8; j++)
        h[j] = w->h[j * w->lanes + i];
    one->blocks(h, w->at[i], lane->nblocks);
    one->blocks(h, lane->last, lane->npad);
    filesec__sha512_put(w->digests[lane->job], h);
    filesec_wipe(h, sizeof h);
}

/* Do twice the lanes pay? If enough of the messages are long, and no fewer than are short. */
static inline int filesec__sha512_are_long(const size_t *len, size_t n, size_t lanes)
{
    size_t found = 0, i;

    for (i = 0; i < n; i++)
        found += len[i] / 128 >= FILESEC__SHA512_MANY_LONG;
    return found >= lanes && found >= n - found;
}

/* n >= 1. */
FILESEC__NEVER_INLINE void filesec__sha512_lanes(const filesec__sha512_many_row *many,
                                                 uint8_t (*digests)[64],
                                                 const void *const *data, const size_t *len,
                                                 size_t n)
{
    filesec__sha512_jobs w;
    size_t used, i;

    w.digests = digests;
    w.data = data;
    w.len = len;
    w.n = n;
    w.base = 0;
    w.count = 0;
    w.live = 0;
    w.lanes = many->lanes;
    if (many->twice != NULL && filesec__sha512_are_long(len, n, 2 * many->lanes))
        w.lanes = 2 * many->lanes;
    used = w.lanes;
    memset(w.h, 0, 64 * used);
    filesec__sha512_jobs_sort(&w);
    for (i = 0; i < used; i++) {
        w.lane[i].nblocks = 0;
        if (w.taken != w.count) {
            filesec__sha512_lane_take(&w, i);
            w.live++;
        }
    }
    do {
        if (w.lanes > many->lanes && w.live <= many->lanes)
            filesec__sha512_lanes_halve(&w);
        filesec__sha512_lanes_step(&w, w.lanes > many->lanes ? many->twice : many->blocks);
    } while (w.live >= many->least);
    for (i = 0; i < w.lanes; i++) /* what is left */
        if (w.lane[i].nblocks != 0)
            filesec__sha512_lane_finish(&w, i);
    filesec__sha512_lane_wipe(w.h, 64 * used);
    filesec__sha512_lane_wipe(w.lane, used * sizeof w.lane[0]);
}
#endif
