/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "sha512/operation.h"
#include "sha512_many/contract.h"
/*
 * sha512_many/alike.h: messages of one shape, as many at a time as there are lanes
 *
 * Alike are messages with the same number of whole blocks and of padded ones behind them: all
 * of one length, or all of at most 111 bytes. They need no bookkeeping. All lanes start
 * together, read the whole blocks where they lie, then the padded ones from buffers, and end
 * together.
 */
#if FILESEC__SIMD

/* Whole blocks of a message from which on a kernel of twice the lanes is taken: 4 KiB. */
#define FILESEC__SHA512_MANY_LONG 32

static inline int filesec__sha512_are_alike(const size_t *len, size_t n)
{
    size_t whole = len[0] / 128, one = len[0] % 128 < 112, i;

    for (i = 1; i < n; i++)
        if (len[i] / 128 != whole || (len[i] % 128 < 112) != one)
            return 0;
    return 1;
}

/* The barriers hide that the lengths are small: for such gcc takes string instructions, which
   take longer to start than all the rest. */
static inline void filesec__sha512_lane_copy(unsigned char *to, const unsigned char *from,
                                             size_t len)
{
    FILESEC__BARRIER(len);
    filesec__copy(to, from, len);
}

static inline void filesec__sha512_lane_wipe(void *p, size_t len)
{
    FILESEC__BARRIER(len);
    filesec_wipe(p, len);
}

/* filesec__sha512_pad for a lane. */
static inline size_t filesec__sha512_lane_pad(unsigned char last[256],
                                              const unsigned char *data, size_t len)
{
    size_t rest = len % 128, end = rest < 112 ? 128 : 256, zeros = end;

    FILESEC__BARRIER(zeros);
    memset(last, 0, zeros);
    filesec__sha512_lane_copy(last, len >= 128 ? data + len / 128 * 128 : data, rest);
    last[rest] = 0x80;
    filesec__store64be(last + end - 16, (uint64_t)len >> 61);
    filesec__store64be(last + end - 8, (uint64_t)len << 3);
    return end / 128;
}

/* H(0) in every lane. */
static inline void filesec__sha512_lanes_start(uint64_t *h, size_t lanes)
{
    uint64_t start[8];
    size_t i, j;

    filesec__sha512_start(start);
    for (j = 0; j < 8; j++)
        for (i = 0; i < lanes; i++)
            h[j * lanes + i] = start[j];
}

/* The digest of lane i. */
static inline void filesec__sha512_lane_put(uint8_t digest[64], const uint64_t *h, size_t lanes,
                                            size_t i)
{
    size_t j;

    for (j = 0; j < 8; j++)
        filesec__store64be(digest + 8 * j, h[j * lanes + i]);
}

typedef struct filesec__sha512_group {
    size_t lanes, count; /* count of the lanes have a message */
    filesec__sha512_many_kernel *kernel;
    uint64_t h[8 * FILESEC__SHA512_MANY_LANES_MAX];
    size_t padded[FILESEC__SHA512_MANY_LANES_MAX]; /* the length that last[i] is made for */
    unsigned char last[FILESEC__SHA512_MANY_LANES_MAX][256];
} filesec__sha512_group;

/* Lanes without a message read what the last one with a message reads. */
static void filesec__sha512_group_hash(filesec__sha512_group *g, uint8_t (*digests)[64],
                                       const void *const *data, const size_t *len)
{
    const unsigned char *p[FILESEC__SHA512_MANY_LANES_MAX];
    size_t whole = len[0] / 128, npad = len[0] % 128 < 112 ? 1 : 2, i;

    filesec__sha512_lanes_start(g->h, g->lanes);
    for (i = 0; i < g->lanes; i++)
        p[i] = (const unsigned char *)data[i < g->count ? i : g->count - 1];
    if (whole != 0)
        g->kernel(g->h, p, whole);
    for (i = 0; i < g->count; i++) {
        if (g->padded[i] == len[i])
            filesec__sha512_lane_copy(g->last[i], whole != 0 ? p[i] + 128 * whole : p[i],
                                      len[i] % 128);
        else
            filesec__sha512_lane_pad(g->last[i], p[i], len[i]);
        g->padded[i] = len[i];
    }
    for (i = 0; i < g->lanes; i++)
        p[i] = g->last[i < g->count ? i : g->count - 1];
    g->kernel(g->h, p, npad);
    for (i = 0; i < g->count; i++)
        filesec__sha512_lane_put(digests[i], g->h, g->lanes, i);
}

/* n >= 1. Fewer than least messages at the end are hashed one by one. */
FILESEC__NEVER_INLINE void filesec__sha512_alike(const filesec__sha512_many_row *many,
                                                 size_t least, uint8_t (*digests)[64],
                                                 const void *const *data, const size_t *len,
                                                 size_t n)
{
    filesec__sha512_group g;
    size_t used = many->twice != NULL ? 2 * many->lanes : many->lanes, i;

    for (i = 0; i < used; i++)
        g.padded[i] = SIZE_MAX;
    for (; n >= least; n -= g.count) {
        int twice = many->twice != NULL && n >= 2 * many->lanes &&
                    len[0] / 128 >= FILESEC__SHA512_MANY_LONG;

        g.lanes = twice ? 2 * many->lanes : many->lanes;
        g.kernel = twice ? many->twice : many->blocks;
        g.count = n < g.lanes ? n : g.lanes;
        filesec__sha512_group_hash(&g, digests, data, len);
        digests += g.count;
        data += g.count;
        len += g.count;
    }
    for (i = 0; i < n; i++)
        filesec_sha512(digests[i], data[i], len[i]);
    filesec__sha512_lane_wipe(g.h, 64 * used);
    filesec__sha512_lane_wipe(g.last, 256 * used);
}
#endif
