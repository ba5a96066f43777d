/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"
#include "facts.h"
#include "filesec.h"
#include "secret.h"

/*
 * opened.h: a container that is read
 */
struct opened {
    const char *name;
    int fd;
    struct stat st;
    long threads;  /* for opened_all; opened_begin sets 1 */
    int64_t start; /* where it begins in a regular file; -1: not a regular file */
    uint8_t header[160];
    filesec_container_info info;
    unsigned char *meta; /* sealed, then open */
    uint64_t head;       /* bytes before the first chunk */
    filesec_container c;
    uint64_t segment; /* whose key c holds */
    struct facts facts;
    int salvage; /* go on if the metadata cannot be used: */
    int meta_lost;
};

/* Open name and read its header and sealed metadata. CODE_OK, or another after a message. */
int opened_begin(struct opened *o, const char *name);

/* The same for a regular file that is open; it will be closed. */
int opened_take(struct opened *o, const char *name, int fd, const struct stat *st);

/* Check costs, key, header and metadata. The same. */
int opened_unlock(struct opened *o, struct secret *secret, int allow_costs);

/* For another context than that of secret, whose key or passphrase is there already. The
   same. */
struct opened_wish {
    struct secret *secret;
    const void *context;
    size_t context_len;
    int allow_costs;
};
int opened_unlock_as(struct opened *o, const struct opened_wish *wish);

/* What is read from now on is content. Did the file stay as it was? The same. */
int opened_unchanged(const struct opened *o);

/* len bytes at a place behind start; READ_CHANGED if the file ends before, or errno, or 0. */
int opened_read(const struct opened *o, unsigned char *out, size_t len, uint64_t at);

/* Verify the final chunk of a regular file, which proves the length: bytes of content in
   end->plain, number and sealed length of the chunk. If it does not verify, the whole file is
   read to say what is wrong. The same. */
struct opened_end {
    uint64_t plain, last;
    size_t last_len;
};
int opened_end(struct opened *o, struct opened_end *end);

/* Chunk i, verified, in place. The same. */
int opened_chunk(struct opened *o, const struct opened_end *end, uint64_t i,
                 unsigned char *buffer);

/* All chunks from the first; out: NULL or where the content goes. The same. */
int opened_all(struct opened *o, struct sink *out, uint64_t *plain);

/* Again and after failures harmless. */
void opened_close(struct opened *o);
