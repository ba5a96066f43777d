/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "murmur3/operation.h"
/*
 * murmur3/incremental.h: MurmurHash3 of data that comes in pieces
 *
 * The three variants differ in the width of a block and of the words of h, so the bookkeeping
 * is written once, over a view of the state's members.
 */
typedef struct filesec__murmur3_view {
    unsigned char *h;     /* the words of h, as numbers of this machine */
    unsigned char *count; /* bytes so far */
    unsigned char *block; /* what is not yet a whole block */
    size_t block_len;
    const filesec__murmur3_row *row;
} filesec__murmur3_view;

/* The path of a state; a state that was never set up works on the last one, which is safe. */
static inline const filesec__murmur3_row *filesec__murmur3_row_of(unsigned mark)
{
    const void *row = filesec__marked_row(&filesec__murmur3_table, mark);

    FILESEC_ASSERT(row != NULL);
    if (row == NULL)
        row = filesec__row_at(&filesec__murmur3_table, filesec__murmur3_table.count - 1);
    return (const filesec__murmur3_row *)row;
}

static inline unsigned char filesec__murmur3_mark(void)
{
    return filesec__row_mark(&filesec__murmur3_table, &filesec__murmur3_current()->row);
}

/* The body of the variant whose h and blocks these are. */
static void filesec__murmur3_body(const filesec__murmur3_view *v, int is_x64,
                                  const unsigned char *data, size_t nblocks)
{
    if (is_x64) {
        uint64_t h[2];

        memcpy(h, v->h, 16);
        v->row->x64_128(h, data, nblocks);
        memcpy(v->h, h, 16);
    } else {
        uint32_t h[4];

        memcpy(h, v->h, v->block_len); /* as many bytes of h as of a block: 4 or 16 */
        if (v->block_len == 4)
            v->row->x86_32(h, data, nblocks);
        else
            v->row->x86_128(h, data, nblocks);
        memcpy(v->h, h, v->block_len);
    }
}

static void filesec__murmur3_update(const filesec__murmur3_view *v, int is_x64,
                                    const void *data, size_t len)
{
    const unsigned char *p = (const unsigned char *)data;
    uint64_t count = filesec__load64le(v->count);
    size_t fill = (size_t)(count % v->block_len), whole;

    FILESEC_ASSERT(data != NULL || len == 0);
    if (len == 0)
        return;
    filesec__store64le(v->count, count + len);
    if (fill != 0) {
        size_t n = len < v->block_len - fill ? len : v->block_len - fill;

        memcpy(v->block + fill, p, n);
        if (fill + n < v->block_len)
            return;
        filesec__murmur3_body(v, is_x64, v->block, 1);
        p += n;
        len -= n;
    }
    whole = len / v->block_len * v->block_len;
    filesec__murmur3_body(v, is_x64, p, len / v->block_len);
    filesec__copy(v->block, p + whole, len - whole);
}

FILESEC_API void filesec_murmur3_x86_32_init(filesec_murmur3_x86_32_state *s, uint32_t seed)
{
    memset(s, 0, sizeof *s);
    memcpy(s->h, &seed, 4);
    s->mark = filesec__murmur3_mark();
}

FILESEC_API void filesec_murmur3_x86_32_update(filesec_murmur3_x86_32_state *s,
                                               const void *data, size_t len)
{
    filesec__murmur3_view v;

    v.h = s->h;
    v.count = s->count;
    v.block = s->block;
    v.block_len = 4;
    v.row = filesec__murmur3_row_of(s->mark);
    filesec__murmur3_update(&v, 0, data, len);
}

FILESEC_API uint32_t filesec_murmur3_x86_32_final(filesec_murmur3_x86_32_state *s)
{
    uint32_t h;

    memcpy(&h, s->h, 4);
    h = filesec__murmur3_x86_32_end(h, s->block, filesec__load64le(s->count));
    filesec_wipe(s, sizeof *s);
    return h;
}

FILESEC_API void filesec_murmur3_x86_128_init(filesec_murmur3_x86_128_state *s, uint32_t seed)
{
    size_t i;

    memset(s, 0, sizeof *s);
    for (i = 0; i < 4; i++)
        memcpy(s->h + 4 * i, &seed, 4);
    s->mark = filesec__murmur3_mark();
}

FILESEC_API void filesec_murmur3_x86_128_update(filesec_murmur3_x86_128_state *s,
                                                const void *data, size_t len)
{
    filesec__murmur3_view v;

    v.h = s->h;
    v.count = s->count;
    v.block = s->block;
    v.block_len = 16;
    v.row = filesec__murmur3_row_of(s->mark);
    filesec__murmur3_update(&v, 0, data, len);
}

FILESEC_API void filesec_murmur3_x86_128_final(filesec_murmur3_x86_128_state *s,
                                               uint8_t hash[16])
{
    uint32_t h[4];

    memcpy(h, s->h, 16);
    filesec__murmur3_x86_128_end(hash, h[0], h[1], h[2], h[3], s->block,
                                 filesec__load64le(s->count));
    filesec_wipe(s, sizeof *s);
}

FILESEC_API void filesec_murmur3_x64_128_init(filesec_murmur3_x64_128_state *s, uint32_t seed)
{
    uint64_t h = seed;

    memset(s, 0, sizeof *s);
    memcpy(s->h, &h, 8);
    memcpy(s->h + 8, &h, 8);
    s->mark = filesec__murmur3_mark();
}

FILESEC_API void filesec_murmur3_x64_128_update(filesec_murmur3_x64_128_state *s,
                                                const void *data, size_t len)
{
    filesec__murmur3_view v;

    v.h = s->h;
    v.count = s->count;
    v.block = s->block;
    v.block_len = 16;
    v.row = filesec__murmur3_row_of(s->mark);
    filesec__murmur3_update(&v, 1, data, len);
}

FILESEC_API void filesec_murmur3_x64_128_final(filesec_murmur3_x64_128_state *s,
                                               uint8_t hash[16])
{
    uint64_t h[2];

    memcpy(h, s->h, 16);
    filesec__murmur3_x64_128_end(hash, h[0], h[1], s->block, filesec__load64le(s->count));
    filesec_wipe(s, sizeof *s);
}
