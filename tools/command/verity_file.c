/* SPDX-License-Identifier: 0BSD */
#include "progress.h"
#include "verity.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * verity_file.c: the digest of a file of any kind
 *
 * What has no size in advance, or is small, is read from beginning to end: then a file may say
 * it has 0 or 4096 bytes, as those in /proc and /sys do, and have others.
 */
struct state {
    struct verity_tree tree;
    struct verity_unit unit;
};

/* To the end of the file. The last unit, if the file has more than one block, goes into the
   tree. */
static void in_order(struct job *job, int fd, const struct stat *st, struct state *s,
                     unsigned char *buffer, size_t len)
{
    uint64_t number = 0;
    ssize_t got;

    do {
        got = reading_fill(fd, buffer, len);
        if (got < 0) {
            job->error = errno;
            return;
        }
        progress_read((size_t)got);
        job->size += (uint64_t)got;
        verity_unit_add(&s->unit, buffer, (size_t)got);
        if (s->unit.blocks == VERITY_UNIT_BLOCKS ||
            ((size_t)got < len && s->unit.blocks != 0 && job->size > VERITY_BLOCK)) {
            size_t leaves = verity_unit_end(&s->unit, &s->tree, number++);

            verity_tree_add(&s->tree, s->unit.digests, leaves);
        }
        /* Somebody may append faster than this reads: look before going on. */
        if (reading_is_file(st) && st->st_size != 0 && job->size > (uint64_t)st->st_size &&
            (job->error = reading_unchanged(fd, st)) != 0)
            return;
    } while ((size_t)got == len);
}

/* Bytes from where the descriptor stands to the end of a regular file; else 0. */
static uint64_t bytes_left(int fd, const struct stat *st, off_t *at)
{
    *at = lseek(fd, 0, SEEK_CUR);
    return reading_is_file(st) && *at >= 0 && st->st_size > *at ? (uint64_t)(st->st_size - *at)
                                                                : 0;
}

static void finish(struct job *job, struct state *s)
{
    unsigned char root[VERITY_DIGEST];

    memset(root, 0, sizeof root);
    if (job->size > VERITY_BLOCK)
        verity_tree_end(&s->tree, root);
    else if (job->size != 0)
        memcpy(root, s->unit.leaves, sizeof root);
    verity_digest(job->digest, job->size, root);
    if (job->tree != NULL && s->tree.shape.levels == 0)
        verity_keep_complete(&s->tree, &s->unit, job->size, root);
}

void verity_file(struct job *job, int fd, const struct stat *st, unsigned char *buffer,
                 size_t len)
{
    struct state *s = (struct state *)must_allocate(sizeof *s);
    off_t at;
    uint64_t left = bytes_left(fd, st, &at);

    buffer = verity_buffer(buffer, &len);
    s->unit.blocks = 0;
    verity_busy(1);
    verity_tree_begin(&s->tree, job->tree, left);
    if (left > VERITY_UNIT_LEN) {
        reading_ahead(fd, st);
        job->size = left;
        verity_team(job, fd, (uint64_t)at, &s->tree, &s->unit, buffer, len);
        /* Who reads standard input after this finds it at its end. */
        if (job->error == 0 && lseek(fd, st->st_size, SEEK_SET) < 0)
            job->error = errno;
    } else {
        in_order(job, fd, st, s, buffer, len);
        if (job->error == 0 && job->tree != NULL && left != 0 && job->size != left)
            job->error = READ_CHANGED; /* its place in the tree file was wrong */
    }
    if (job->error == 0)
        job->error = reading_unchanged(fd, st);
    if (job->error == 0)
        finish(job, s);
    verity_busy(-1);
    free(s);
}
