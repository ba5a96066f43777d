/* SPDX-License-Identifier: 0BSD */
#ifndef CONTAINER_CASES_H
#define CONTAINER_CASES_H
/*
 * tests/container_cases.h: what the files of the suite "container" share
 */
#include "filesec.h"
#include <stddef.h>
#include <stdint.h>
#if FILESEC__CONTAINER

#define CONTAINER_ROOM 16384

/* A small container in memory. */
typedef struct sealed_file {
    unsigned char bytes[CONTAINER_ROOM];
    size_t len;
} sealed_file;

extern const unsigned char container_key[32], container_salt[32];

/* Zeros but for suite and chunk size. */
filesec_container_params container_params(unsigned suite, unsigned chunk_log2);

/* Seal len bytes, with a record of metadata of meta_len bytes, chunk by chunk. */
void container_build(sealed_file *f, const filesec_container_params *p,
                     const unsigned char salt[32], const void *meta, const void *content,
                     size_t len);

/* How to read, and how far it came. */
typedef struct reading {
    const unsigned char *key;
    const char *context;
    uint64_t expected; /* length that the opener is told; UINT64_MAX: that of the metadata */
    size_t piece;      /* bytes for each call */
    unsigned char content[CONTAINER_ROOM];
    size_t len; /* of what was given out */
    uint64_t chunk;
} reading;

/* Open all of f. */
filesec_status container_read(reading *r, const sealed_file *f);

/* tests/container_damage.c: everything that can be done to a file. */
void container_damage(unsigned suite);

/* tests/container_edges.c, tests/container_streams.c: bounds, and streams that cannot go on. */
void container_edges(unsigned suite);
void container_streams(unsigned suite);
#endif
#endif
