/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

#include "filesec.h"

/*
 * algorithm.h: the digests of hash and check, in one table
 */
enum { DIGEST_MAX = 64 };

struct job;
struct stat;

union digest_state {
    filesec_sha512_state sha512;
    filesec_murmur3_x64_128_state x64_128;
    filesec_murmur3_x86_128_state x86_128;
    filesec_murmur3_x86_32_state x86_32;
};

struct algorithm {
    const char *name;      /* after -a */
    const char *tag;       /* in lists of the BSD style */
    const char *other_tag; /* a second one that lists may have, or NULL */
    size_t digest_len;
    int plain_lines; /* written as "hex  name" unless asked otherwise */
    void (*init)(union digest_state *s);
    void (*update)(union digest_state *s, const void *data, size_t len);
    void (*final)(union digest_state *s, unsigned char *digest);
    /* Several messages at once: digests stand digest_len bytes apart. NULL: one by one. */
    void (*many)(unsigned char *digests, const void *const *data, const size_t *len, size_t n);
    /* Not NULL: reads the open file itself, and the functions above are NULL. buffer: len
       bytes, no less than 64 KiB. */
    void (*whole)(struct job *job, int fd, const struct stat *st, unsigned char *buffer,
                  size_t len);
};

/* The algorithm called name, or NULL. */
const struct algorithm *algorithm_named(const char *name);

/* The algorithm whose tag is the len bytes at tag, or NULL. */
const struct algorithm *algorithm_tagged(const char *tag, size_t len);

/* All names, with commas. */
extern const char algorithm_names[];
