/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"
#include "sink.h"

/*
 * engine.h: a file in numbered batches through several threads
 *
 * Each thread takes the next batch, works on it and puts the result where it belongs, in a pair
 * of buffers of its own that stays in the cache. A regular file is read, and a new file
 * written, by place: threads do not wait for each other. A pipe is read by one thread at a
 * time, and a stream is written in order, each thread waiting for its turn. Either way the
 * output, and the fault that is reported, do not depend on how many threads there are.
 */
struct engine_batch {
    uint64_t number; /* from 0 */
    int last;
    const unsigned char *in; /* as many bytes as a batch has, only the last one fewer */
    size_t in_len;
    unsigned char *out;
    size_t out_len;  /* what work made of it, also before a fault */
    uint64_t failed; /* for the caller: where */
};

/* own: what this thread alone uses. 0, or what is wrong with the batch. */
typedef int engine_work(void *own, void *context, struct engine_batch *b);

enum engine_fault { ENGINE_GOOD, ENGINE_READ, ENGINE_WRITE, ENGINE_WORK };

struct engine {
    /* What is asked for. */
    int in;
    const unsigned char *first; /* bytes that were read of a stream before */
    size_t first_len;
    int by_place;           /* in is a regular file: */
    uint64_t start, length; /* where the bytes begin in it, and how many they are */
    uint64_t out_length;    /* how many they will become, if that is known; else 0 */
    struct sink *out;       /* NULL: nowhere */
    size_t in_full, out_full;
    long threads;
    engine_work *work;
    void *context;
    unsigned char *own; /* of thread i: own_len bytes at own + i * own_len */
    size_t own_len;
    /* What came out, of the first batch with a fault. */
    enum engine_fault fault;
    int error; /* errno, READ_CHANGED, or what work returned */
    uint64_t failed;
};

/* At most this many threads, for batches of such a length. */
long engine_threads(long wanted, size_t in_full, size_t out_full);

/* All of it. 1, or 0 and e->fault. */
int engine_run(struct engine *e);
