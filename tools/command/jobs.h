/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "algorithm.h"
#include "reading.h"

/*
 * jobs.h: digests of many files on several threads, results in the order of asking
 *
 * The main thread adds jobs; workers take them; the main thread hands each finished job, in
 * order, to the caller's function. Whatever must keep its place among the results (a message,
 * say) is added as a job that is finished already.
 */
struct job {
    char *name;                        /* owned by the job; "-" is standard input */
    const struct algorithm *algorithm; /* NULL: nothing to compute */
    int found;                         /* as in reading_open */
    int error;                         /* 0, errno, or READ_... */
    unsigned char digest[DIGEST_MAX];
    uint64_t size; /* bytes that were read */
    /* For the caller alone: */
    unsigned char expected[DIGEST_MAX];
    int kind;
    struct sink *tree; /* where its Merkle tree goes, or NULL */
    const char *note;
};

typedef void jobs_emit(const struct job *job, void *context);

struct jobs;

/* threads: how many at most. */
struct jobs *jobs_begin(long threads, jobs_emit *emit, void *context);

/* Add a copy of *job. Waits when many are unfinished. */
void jobs_add(struct jobs *jobs, const struct job *job);

/* Wait for all that were added, and emit them. */
void jobs_drain(struct jobs *jobs);

/* Drain, end the threads, free. */
void jobs_end(struct jobs *jobs);

/* The default for -j: how many CPUs this process may use. */
long jobs_default_threads(void);
enum { JOBS_THREADS_MAX = 128 };

/* ---- worker.c: what one thread does with the jobs it takes ------------------------------- */

struct worker;
typedef void worker_finished(struct job *job, void *context);

/* Buffers for one of so many threads, and whom to tell of each finished job. */
struct worker *worker_create(long threads, worker_finished *finished, void *context);
void worker_free(struct worker *w);

/* Finish a job, or take it up to be finished together with others, at the latest by the next
   worker_flush. */
void worker_take(struct worker *w, struct job *job);
void worker_flush(struct worker *w);
