/* SPDX-License-Identifier: 0BSD */
#include "verity.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * verity_check.c: which blocks of a file differ, from its digest and its tree
 *
 * The root, and so the first block of the tree, is believed because the digest follows from it
 * and the size; any other block because its digest stands in a block that is believed. What
 * lies below a damaged block is not judged. If the file's own size does not give the digest,
 * the sizes that a tree of this length allows are tried.
 */
enum { LEAF_LEN = VERITY_FAN * VERITY_BLOCK };

struct run { /* adjoining ranges become one */
    int is_open, kind;
    uint64_t first, last;
};

struct verity_check {
    const char *name;
    int fd;
    uint64_t len;                      /* of the tree file */
    unsigned char root[VERITY_DIGEST]; /* from its first block */
    int has_owner;                     /* a file of this size has it: */
    uint64_t size;
    int walked, code;
    struct verity_shape shape;
    struct run tree_run, data_run;
    /* The file whose blocks are compared: */
    int data; /* -1: none, only the tree */
    int data_error;
    uint64_t whole, present; /* bytes that can be compared, bytes that are there */
    verity_range *range;
    void *context;
    unsigned char block[VERITY_LEVELS][VERITY_BLOCK];
    unsigned char digests[VERITY_FAN * VERITY_DIGEST];
    unsigned char buffer[LEAF_LEN];
};

/* Bytes from at on, fewer at the end or if reading fails. */
static size_t get(int fd, unsigned char *data, size_t len, uint64_t at, int *error)
{
    size_t done = 0;

    while (done < len) {
        ssize_t got = pread(fd, data + done, len - done, (off_t)(at + done));

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            *error = errno;
        if (got <= 0)
            break;
        done += (size_t)got;
    }
    return done;
}

struct verity_check *verity_check_open(const char *name)
{
    struct verity_check *c = (struct verity_check *)must_allocate(sizeof *c);
    struct stat st;
    int error;

    memset(c, 0, sizeof *c);
    c->name = name;
    c->data = -1;
    c->fd = reading_open(name, 0, &st, &error);
    if (error == 0 && !reading_is_file(&st))
        error = READ_IRREGULAR;
    if (error == 0) {
        c->len = (uint64_t)st.st_size;
        if (get(c->fd, c->block[0], VERITY_BLOCK, 0, &error) == VERITY_BLOCK)
            verity_hash(c->root, c->block[0], VERITY_BLOCK);
    }
    if (error == 0)
        return c;
    complain(name, "%s", reading_error_text(error));
    if (c->fd >= 0)
        reading_close(name, c->fd);
    free(c);
    return NULL;
}

/* Is it the tree of a file of this size and digest? An empty tree proves nothing. */
static int owns(struct verity_check *c, uint64_t size, const unsigned char *expected)
{
    if (size <= VERITY_BLOCK || !verity_is(expected, size, c->root))
        return 0;
    c->has_owner = 1;
    c->size = size;
    verity_shape(&c->shape, size);
    return 1;
}

/* ---- ranges ------------------------------------------------------------------------------ */

static void put_run(struct verity_check *c, struct run *run)
{
    if (!run->is_open)
        return;
    if (run == &c->data_run) {
        c->range((enum verity_kind)run->kind, run->first, run->last, c->context);
    } else {
        complain(c->name, "the tree is damaged: bytes %llu-%llu",
                 (unsigned long long)run->first, (unsigned long long)run->last);
        c->code = worse(c->code, CODE_DIFFERS);
    }
    run->is_open = 0;
}

/* Bytes from first up to, but not with, end. */
static void add_run(struct verity_check *c, struct run *run, enum verity_kind kind,
                    uint64_t first, uint64_t end)
{
    if (first >= end)
        return;
    if (!run->is_open || run->kind != (int)kind || run->last + 1 != first) {
        put_run(c, run);
        run->is_open = 1;
        run->kind = (int)kind;
        run->first = first;
    }
    run->last = end - 1;
}

static void add_data(struct verity_check *c, enum verity_kind kind, uint64_t first,
                     uint64_t end)
{
    if (c->data >= 0)
        add_run(c, &c->data_run, kind, first, end < c->whole ? end : c->whole);
}

/* ---- down the tree ----------------------------------------------------------------------- */

/* The data below a block of level 0 that is believed. */
static void compare(struct verity_check *c, uint64_t index)
{
    uint64_t first = index * LEAF_LEN;
    size_t len = c->whole - first < LEAF_LEN ? (size_t)(c->whole - first) : LEAF_LEN, i;

    if (c->data < 0 || c->data_error != 0 || first >= c->whole)
        return;
    if (get(c->data, c->buffer, len, first, &c->data_error) != len && c->data_error == 0)
        c->data_error = READ_CHANGED;
    if (c->data_error != 0)
        return;
    verity_hash(c->digests, c->buffer, len);
    for (i = 0; i * VERITY_BLOCK < len; i++) {
        if (memcmp(c->digests + i * VERITY_DIGEST, c->block[0] + i * VERITY_DIGEST,
                   VERITY_DIGEST) != 0)
            add_data(c, VERITY_DIFFERS, first + i * VERITY_BLOCK,
                     first + (i + 1) * VERITY_BLOCK);
    }
}

/* A block of the tree, which should have this digest, and all below it. */
static void descend(struct verity_check *c, int level, uint64_t index,
                    const unsigned char *expected)
{
    uint64_t at = c->shape.start[level] + index * VERITY_BLOCK, covers = LEAF_LEN, i;
    unsigned char digest[VERITY_DIGEST], *block = c->block[level];
    int error = 0, below;
    size_t got = get(c->fd, block, VERITY_BLOCK, at, &error);

    if (error != 0) {
        complain(c->name, "%s", strerror(error));
        c->code = CODE_IO;
    }
    verity_hash(digest, block, got);
    if (got != VERITY_BLOCK || memcmp(digest, expected, sizeof digest) != 0) {
        for (below = 0; below < level; below++)
            covers *= VERITY_FAN;
        add_run(c, &c->tree_run, VERITY_DIFFERS, at, at + VERITY_BLOCK);
        add_data(c, VERITY_UNPROVED, index * covers, (index + 1) * covers);
        return;
    }
    if (level == 0)
        compare(c, index);
    for (i = 0; level != 0 && i < VERITY_FAN; i++) {
        if (index * VERITY_FAN + i < c->shape.count[level - 1])
            descend(c, level - 1, index * VERITY_FAN + i, block + i * VERITY_DIGEST);
    }
}

static void walk_tree(struct verity_check *c)
{
    if (c->shape.levels != 0)
        descend(c, c->shape.levels - 1, 0, c->root);
    put_run(c, &c->tree_run);
    if (c->len > c->shape.len) {
        complain(c->name, "the tree is damaged: bytes follow its end, %llu",
                 (unsigned long long)c->shape.len);
        c->code = worse(c->code, CODE_DIFFERS);
    }
    c->walked = 1;
}

/* ---- what check asks --------------------------------------------------------------------- */

void verity_check_good(struct verity_check *c, const struct job *job)
{
    if (c->has_owner)
        return;
    if (c->len == 0 && job->size <= VERITY_BLOCK)
        c->has_owner = 1;
    else
        (void)owns(c, job->size, job->expected);
}

/* The file that is open as c->data, of so many bytes. */
static int compare_all(struct verity_check *c, const struct job *job)
{
    if (c->len == 0 && c->present <= VERITY_BLOCK) {
        c->has_owner = 1;
        c->whole = c->present;
        add_data(c, VERITY_DIFFERS, 0, c->present);
    } else if (owns(c, c->present, job->expected) ||
               owns(c, verity_size(job->expected, c->len, c->root), job->expected)) {
        c->whole = c->present < c->size ? c->present / VERITY_BLOCK * VERITY_BLOCK : c->size;
        walk_tree(c);
        add_run(c, &c->data_run, VERITY_UNPROVED, c->whole,
                c->present < c->size ? c->present : c->whole);
        add_run(c, &c->data_run, VERITY_MISSING, c->present, c->size);
        add_run(c, &c->data_run, VERITY_BEYOND, c->size, c->present);
    } else {
        char *shown = name_visible(job->name);

        complain(c->name, "not the tree of %s, or damaged: no block of it is named", shown);
        free(shown);
        c->walked = 1;
        c->code = worse(c->code, CODE_DIFFERS);
    }
    put_run(c, &c->data_run);
    return c->code;
}

int verity_check_differs(struct verity_check *c, const struct job *job, verity_range *range,
                         void *context)
{
    struct stat st;
    int error = 0, code = CODE_OK;

    c->range = range;
    c->context = context;
    c->data_error = 0;
    if (strcmp(job->name, "-") == 0 || (stat(job->name, &st) == 0 && !reading_is_file(&st)))
        error = READ_IRREGULAR;
    else
        c->data = reading_open(job->name, 0, &st, &error);
    if (c->data >= 0) {
        c->present = (uint64_t)st.st_size;
        code = compare_all(c, job);
        error = c->data_error;
        close(c->data);
    }
    c->data = -1;
    if (error == 0)
        return code;
    complain(job->name, "%s: no damaged block is named", reading_error_text(error));
    return worse(code, error == READ_IRREGULAR ? CODE_OK : CODE_IO);
}

int verity_check_close(struct verity_check *c)
{
    int code;

    if (c->has_owner && !c->walked)
        walk_tree(c);
    if (!c->has_owner && !c->walked) {
        complain(c->name, "not the tree of a file that was listed, or damaged");
        c->code = worse(c->code, CODE_DIFFERS);
    }
    code = c->code;
    reading_close(c->name, c->fd);
    free(c);
    return code;
}
