/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"
#include "filesec.h"
#include "sink.h"

/*
 * pump.h: content through the chunks of a container
 */
struct pump {
    filesec_container *c;
    const char *name; /* of the input, for messages */
    int in;
    const struct stat *st;      /* of in */
    int is_sized;               /* a regular file, and what st says of its size is true */
    long threads;               /* how many at most; the output does not depend on it */
    const unsigned char *first; /* what was read of it before */
    size_t first_len;
    struct sink *out; /* NULL: nowhere */
    uint64_t head;    /* opening: bytes before the first chunk, for messages */
    int has_size;     /* opening: the metadata tell the size */
    uint64_t size;
    uint64_t done; /* bytes of content that went through */
};

/* Seal, or open, all of it. CODE_OK, or another after a message. */
int pump_seal(struct pump *p);
int pump_open(struct pump *p);

/* The message and code for what is wrong with a container. */
int pump_complain(const char *name, filesec_status status);

/* The same for a chunk that is damaged. */
int pump_damaged(const char *name, const filesec_container *c, uint64_t head, uint64_t chunk);
