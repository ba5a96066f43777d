/* SPDX-License-Identifier: 0BSD */
#include "verity.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "filesec.h"

/*
 * verity.c: blocks, levels and the descriptor
 */
enum { TOGETHER = 64, DESCRIPTOR_LEN = 256 };

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

void verity_put(struct sink *keep, const void *data, size_t len, uint64_t at)
{
    const unsigned char *p = (const unsigned char *)data;

    while (len != 0 && __atomic_load_n(&keep->error, __ATOMIC_RELAXED) == 0) {
        ssize_t put = pwrite(keep->fd, p, len, (off_t)at);

        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0) {
            __atomic_store_n(&keep->error, put < 0 && errno != 0 ? errno : EIO,
                             __ATOMIC_RELAXED);
            return;
        }
        p += put;
        at += (uint64_t)put;
        len -= (size_t)put;
    }
}

/* ---- level 0 ----------------------------------------------------------------------------- */

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
    if (t->keep != NULL)
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
