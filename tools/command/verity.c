/* SPDX-License-Identifier: 0BSD */
#include "verity.h"

#include <string.h>

#include "filesec.h"

/*
 * verity.c: blocks, levels and the descriptor
 */
enum { TOGETHER = 64, DESCRIPTOR_LEN = 256, LEAF_DATA = VERITY_FAN * VERITY_BLOCK };

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

void verity_shape(struct verity_shape *shape, uint64_t size)
{
    uint64_t count = divide_up(size, VERITY_BLOCK), at = 0;
    int level;

    memset(shape, 0, sizeof *shape);
    while (count > 1) {
        count = divide_up(count, VERITY_FAN);
        shape->count[shape->levels++] = count;
    }
    for (level = shape->levels; level-- > 0;) {
        shape->start[level] = at;
        at += VERITY_BLOCK * shape->count[level];
    }
    shape->len = at;
}

void verity_hash(unsigned char *digests, unsigned char *data, size_t len)
{
    size_t blocks = (len + VERITY_BLOCK - 1) / VERITY_BLOCK, count, i;
    const void *message[TOGETHER];
    size_t message_len[TOGETHER];

    memset(data + len, 0, blocks * VERITY_BLOCK - len);
    while (blocks != 0) {
        count = blocks < TOGETHER ? blocks : TOGETHER;
        for (i = 0; i < count; i++) {
            message[i] = data + i * VERITY_BLOCK;
            message_len[i] = VERITY_BLOCK;
        }
        filesec_sha512_many((uint8_t(*)[64])(void *)digests, message, message_len, count);
        digests += count * VERITY_DIGEST;
        data += count * VERITY_BLOCK;
        blocks -= count;
    }
}

/* struct fsverity_descriptor: version 1, algorithm 2, 2^12 bytes in a block, no salt. */
void verity_digest(unsigned char digest[VERITY_DIGEST], uint64_t size,
                   const unsigned char root[VERITY_DIGEST])
{
    unsigned char descriptor[DESCRIPTOR_LEN] = {1, 2, 12, 0};
    int i;

    for (i = 0; i < 8; i++)
        descriptor[8 + i] = (unsigned char)(size >> (8 * i) & 0xff);
    memcpy(descriptor + 16, root, VERITY_DIGEST);
    filesec_sha512(digest, descriptor, sizeof descriptor);
}

int verity_is(const unsigned char digest[VERITY_DIGEST], uint64_t size,
              const unsigned char root[VERITY_DIGEST])
{
    unsigned char other[VERITY_DIGEST];

    verity_digest(other, size, root);
    return memcmp(digest, other, sizeof other) == 0;
}

/* The number of blocks of level 0 follows from the length; what they hold is tried. */
uint64_t verity_size(const unsigned char digest[VERITY_DIGEST], uint64_t tree_len,
                     const unsigned char root[VERITY_DIGEST])
{
    uint64_t low = 0, high = tree_len / VERITY_BLOCK, size;
    struct verity_shape shape;

    while (low < high) { /* the least number whose tree is long enough */
        uint64_t middle = low + (high - low) / 2;

        verity_shape(&shape, middle * LEAF_DATA);
        if (shape.len < tree_len)
            low = middle + 1;
        else
            high = middle;
    }
    for (size = low * LEAF_DATA; low != 0 && size > (low - 1) * LEAF_DATA; size--) {
        if (verity_is(digest, size, root))
            return size;
    }
    return 0;
}

/* ---- level 0 ----------------------------------------------------------------------------- */

unsigned char *verity_buffer(unsigned char *buffer, size_t *len)
{
    size_t skip = (size_t) - (uintptr_t)buffer % VERITY_BLOCK, whole = VERITY_UNIT_LEN;

    while (whole > *len - skip)
        whole /= 2;
    *len = whole;
    return buffer + skip;
}

void verity_unit_add(struct verity_unit *u, unsigned char *data, size_t len)
{
    verity_hash(u->leaves + u->blocks * VERITY_DIGEST, data, len);
    u->blocks += (len + VERITY_BLOCK - 1) / VERITY_BLOCK;
}

size_t verity_unit_end(struct verity_unit *u, const struct verity_tree *t, uint64_t number)
{
    size_t count = (u->blocks + VERITY_FAN - 1) / VERITY_FAN;

    verity_hash(u->digests, u->leaves, u->blocks * VERITY_DIGEST);
    if (t->keep != NULL)
        verity_put(t->keep, u->leaves, count * VERITY_BLOCK,
                   t->shape.start[0] + number * VERITY_LEAVES * VERITY_BLOCK);
    u->blocks = 0;
    return count;
}

/* ---- the levels above level 0 ------------------------------------------------------------ */

void verity_tree_begin(struct verity_tree *t, struct sink *keep, uint64_t size)
{
    memset(t, 0, offsetof(struct verity_tree, block));
    t->keep = keep;
    verity_shape(&t->shape, size);
}

/* The unfinished block of a level is finished, and its digest known. */
static void finish_block(struct verity_tree *t, int level, unsigned char *digest)
{
    unsigned char *block = t->block[level];

    verity_hash(digest, block, t->used[level] * VERITY_DIGEST);
    if (t->keep != NULL && level < t->shape.levels)
        verity_put(t->keep, block, VERITY_BLOCK,
                   t->shape.start[level] + VERITY_BLOCK * t->done[level]);
    t->done[level]++;
    t->used[level] = 0;
}

static void push(struct verity_tree *t, int level, const unsigned char *digest)
{
    unsigned char up[VERITY_DIGEST];

    memcpy(t->block[level] + t->used[level]++ * VERITY_DIGEST, digest, VERITY_DIGEST);
    while (t->used[level] == VERITY_FAN) {
        finish_block(t, level, up);
        level++;
        memcpy(t->block[level] + t->used[level]++ * VERITY_DIGEST, up, VERITY_DIGEST);
    }
}

void verity_tree_add(struct verity_tree *t, const unsigned char *digests, size_t count)
{
    for (; count != 0; count--) {
        push(t, 1, digests);
        digests += VERITY_DIGEST;
    }
}

/* The lowest level that has one digest only has the root. */
void verity_tree_end(struct verity_tree *t, unsigned char root[VERITY_DIGEST])
{
    unsigned char up[VERITY_DIGEST];
    int level = 1;

    while (t->done[level] != 0 || t->used[level] > 1) {
        if (t->used[level] != 0) {
            finish_block(t, level, up);
            push(t, level + 1, up);
        }
        level++;
    }
    memcpy(root, t->block[level], VERITY_DIGEST);
}
