/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "engine.h"

#include <pthread.h>

/*
 * engine_turn.h: what the two halves of the engine share
 */
struct engine_state;

struct engine_member {
    struct engine_state *run;
    size_t place;
    pthread_t thread;
    struct engine_batch batch;
    unsigned char *buffer; /* in_room bytes for what comes in, then out_room for the result */
    size_t used;           /* of it; what was never used need not be wiped */
};

struct engine_state {
    struct engine *e;
    pthread_mutex_t lock, reading;
    pthread_cond_t turned;
    struct engine_member *team;
    size_t wanted, started;
    unsigned char *buffers;
    size_t in_room, out_room; /* of each thread */
    uint64_t next;            /* the batch that is taken next */
    int ended;                /* nobody takes one any more */
    uint64_t turn;            /* the batch that a stream gets next */
    uint64_t failed;          /* the first batch with a fault */
    unsigned char peeked;     /* a byte of the stream that belongs to the next batch */
    int has_peeked;
    uint64_t out_start; /* where the output begins in a file */
};

/* Keep the fault of the earliest batch, and end. 0. */
int engine_failed(struct engine_member *m, enum engine_fault fault, int error);

/* Bytes of a page: what is copied between a file and a buffer should begin at the same place in
   its page on both sides, which is the quickest everywhere. */
enum { ENGINE_PAGE = 4096 };

/* The next batch of the input. 0: there is none, or it failed. */
int engine_take(struct engine_member *m);

/* Wait until all batches before this one were put into a stream, where there is one. 0: one of
   them failed. */
int engine_wait(struct engine_member *m);

/* Its result to the output. 0, or errno. */
int engine_put(struct engine_member *m);

/* The next one's turn. */
void engine_turn(struct engine_member *m);
