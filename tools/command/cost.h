/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "machine.h"
#include "reading.h"

#include "filesec.h"

/*
 * cost.h: one primitive over one file in blocks of one size, in a process of its own
 *
 * A child does the work, so that its CPU time and its peak memory are those of the work.
 * Sealing is in memory: each block is encrypted where it was read to, under one key, its
 * number being the nonce; the result is thrown away.
 */
enum cost_work {
    COST_SHA512,
    COST_MURMUR3,
    COST_CHACHA20POLY1305,
    COST_AES256GCM,
    COST_PRIMITIVES,            /* how many */
    COST_READ = COST_PRIMITIVES /* reading alone */
};

/* Errors beside errno and READ_... */
enum {
    COST_LIMIT = -100,  /* more bytes than one message may have */
    COST_MEMORY = -101, /* larger than the memory that is available */
    COST_DIED = -102    /* the process ended without an answer */
};

struct cost_request {
    const char *file;
    enum cost_work work;
    uint64_t size;  /* of the file */
    uint64_t limit; /* read so many bytes at most */
    size_t block;   /* 0: the whole file at once */
    int cold;       /* first ask the system to forget the file */
};

struct cost {
    int error;
    uint64_t bytes;
    double wall, user, system; /* seconds */
    uint64_t peak;             /* bytes */
    double cached; /* how much of the file was in memory before, 0 to 1; -1: unknown */
};

/* "SHA-512" */
const char *cost_name(enum cost_work work);
filesec_primitive cost_primitive(enum cost_work work);

/* Name of the path in use for it. */
const char *cost_path(enum cost_work work);

const char *cost_error_text(int error);

/* The fastest of several runs. */
void cost_measure(const struct cost_request *request, int runs, struct cost *cost);

/* Seconds that one byte takes in blocks of 128 KiB in memory. */
double cost_in_memory(enum cost_work work);

/* Open a regular file, read its first limit bytes so that they are in memory, and see how much
   of them stays there. 0, or errno or READ_... */
int cost_warm(const char *file, uint64_t limit, uint64_t *size, double *cached);
