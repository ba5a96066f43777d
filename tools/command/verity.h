/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"
#include "jobs.h"
#include "sink.h"

/*
 * verity.h: sha512-verity, the digest of a file that Linux calls fs-verity
 *
 * SHA-512 of each block of 4096 bytes (zeros fill up the last); 64 such digests make a block of
 * the tree, of which there is a digest too, and so on up to one digest, the root. The file's
 * digest is SHA-512 of a descriptor with the root and the file's size. No salt.
 *
 * A tree file has the kernel's layout: the level with one block first, those next to the data
 * last. A file of one block has an empty tree: its digest is the root; that of an empty file
 * is all zeros.
 */
enum {
    VERITY_BLOCK = 4096,
    VERITY_DIGEST = 64,
    VERITY_FAN = VERITY_BLOCK / VERITY_DIGEST,
    VERITY_LEVELS = 9 /* enough for 2^63 bytes */
};

/* ---- verity.c: the tree ------------------------------------------------------------------ */

/* Where the levels stand in a tree file. Level 0 holds the digests of the data. */
struct verity_shape {
    int levels;
    uint64_t start[VERITY_LEVELS]; /* byte of the file */
    uint64_t count[VERITY_LEVELS]; /* blocks */
    uint64_t len;                  /* bytes of the whole file */
};

/* Of the tree of so many bytes of data. */
void verity_shape(struct verity_shape *shape, uint64_t size);

/* The digests, side by side, of the blocks of len bytes at data. There must be room for whole
   blocks: zeros are put behind the data. */
void verity_hash(unsigned char *digests, unsigned char *data, size_t len);

/* The digest of a file from its size and root. */
void verity_digest(unsigned char digest[VERITY_DIGEST], uint64_t size,
                   const unsigned char root[VERITY_DIGEST]);

/* Is that the digest? */
int verity_is(const unsigned char digest[VERITY_DIGEST], uint64_t size,
              const unsigned char root[VERITY_DIGEST]);

/* The size of a file with this digest and root, whose tree has so many bytes; 0 if none. */
uint64_t verity_size(const unsigned char digest[VERITY_DIGEST], uint64_t tree_len,
                     const unsigned char root[VERITY_DIGEST]);

/* The data below 8 blocks of level 0, which are hashed together, as the data are. */
enum {
    VERITY_LEAVES = 8,
    VERITY_UNIT_BLOCKS = VERITY_LEAVES * VERITY_FAN,
    VERITY_UNIT_LEN = VERITY_UNIT_BLOCKS * VERITY_BLOCK
};

struct verity_unit {
    size_t blocks; /* whose digests are there */
    unsigned char leaves[VERITY_LEAVES * VERITY_BLOCK];
    unsigned char digests[VERITY_LEAVES * VERITY_DIGEST]; /* of the leaves */
};

/* A tree that grows: one unfinished block for each level above level 0. */
struct verity_tree {
    struct sink *keep;         /* where its blocks go, or NULL */
    struct verity_shape shape; /* no levels: the size is not known yet */
    uint64_t done[VERITY_LEVELS + 1];
    size_t used[VERITY_LEVELS + 1]; /* digests in the unfinished block */
    unsigned char block[VERITY_LEVELS + 1][VERITY_BLOCK];
};

/* size matters only if the tree is kept; 0 if it is not known. Then level 0 is written alone,
   to the beginning. */
void verity_tree_begin(struct verity_tree *t, struct sink *keep, uint64_t size);

/* The digests of the next count blocks of level 0. */
void verity_tree_add(struct verity_tree *t, const unsigned char *digests, size_t count);

/* The root of a tree with at least one block. */
void verity_tree_end(struct verity_tree *t, unsigned char root[VERITY_DIGEST]);

/* The part of a buffer to read to: it begins with a page, since reading to an address 16 bytes
   behind a page's beginning, where malloc puts what is large, takes five times as long on some
   CPUs; and a unit ends where it ends. */
unsigned char *verity_buffer(unsigned char *buffer, size_t *len);

/* The next blocks of data, as for verity_hash; a part of one only at the end. */
void verity_unit_add(struct verity_unit *u, unsigned char *data, size_t len);

/* How many leaves it has. They are hashed and, if the tree is kept, written. */
size_t verity_unit_end(struct verity_unit *u, const struct verity_tree *t, uint64_t number);

/* ---- verity_file.c: any file ------------------------------------------------------------- */

/* Digest and size, or the error, of the open file of a job. buffer: len bytes for the calling
   thread, a few blocks at least. */
void verity_file(struct job *job, int fd, const struct stat *st, unsigned char *buffer,
                 size_t len);

/* ---- verity_team.c: a large file --------------------------------------------------------- */

/* How many threads may work for all files together: 1 if nobody says it, before any starts. */
void verity_threads(long threads);

/* How many threads work on files here, after a change by so many. */
long verity_busy(int change);

/* job->size bytes from byte start on go into the tree, on as many threads as are free. */
void verity_team(struct job *job, int fd, uint64_t start, struct verity_tree *t,
                 struct verity_unit *u, unsigned char *buffer, size_t len);

/* ---- verity_keep.c: a tree that stays ---------------------------------------------------- */

struct verity_keep {
    struct sink sink;
    struct sink_finish finish;
};

/* A file for the tree of file. CODE_OK, or another after a message. */
int verity_keep_begin(struct verity_keep *k, const char *name, int force, const char *file);

/* It appears if code is CODE_OK. The code, or that of a failure. */
int verity_keep_end(struct verity_keep *k, int code);

/* Write at a byte; keep->error if that fails. Any thread may do so. */
void verity_put(struct sink *keep, const void *data, size_t len, uint64_t at);

/* The tree file of size bytes of data from one that has only level 0, at its beginning. */
void verity_keep_complete(struct verity_tree *t, struct verity_unit *u, uint64_t size,
                          const unsigned char root[VERITY_DIGEST]);

/* ---- verity_check.c: which blocks differ ------------------------------------------------- */

enum verity_kind {
    VERITY_DIFFERS,
    VERITY_UNPROVED, /* the tree is damaged there, or the file cut inside the block */
    VERITY_MISSING,  /* the file is shorter than it was */
    VERITY_BEYOND    /* the file is longer */
};

/* Bytes first to last of the data. */
typedef void verity_range(enum verity_kind kind, uint64_t first, uint64_t last, void *context);

struct verity_check; /* an open tree file */

/* NULL after a message. */
struct verity_check *verity_check_open(const char *name);

/* A file that is as listed, so the tree may be of it. */
void verity_check_good(struct verity_check *c, const struct job *job);

/* A file whose digest differs: hands each range of it that does. CODE_OK, or another after a
   message, which names the tree or the file. */
int verity_check_differs(struct verity_check *c, const struct job *job, verity_range *range,
                         void *context);

/* The whole tree is good and of one of those files? CODE_OK, or another after a message. */
int verity_check_close(struct verity_check *c);
