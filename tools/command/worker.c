/* SPDX-License-Identifier: 0BSD */
#include "jobs.h"
#include "progress.h"

#include <errno.h>
#include <stdlib.h>

/*
 * worker.c: the digest of one file through a small reused buffer, or of several small files at
 * once
 *
 * A file larger than an eighth of the slab goes through the stream buffer, which fits into the
 * cache. Smaller ones are gathered in the slab until it, or the list, is full, so that the
 * algorithm gets at least eight messages at a time where there are so many.
 */
enum {
    STREAM_LEN = 128 * 1024,
    SLABS_LEN = 32 * 1024 * 1024, /* of all threads together */
    SLAB_MAX = 8 * 1024 * 1024,
    SLAB_MIN = 512 * 1024,
    TOGETHER = 64
};

struct worker {
    worker_finished *finished;
    void *context;
    unsigned char *stream, *slab;
    size_t slab_len, slab_used;
    const struct algorithm *algorithm; /* of the pending jobs */
    struct job *pending[TOGETHER];
    const void *data[TOGETHER];
    size_t len[TOGETHER], count;
    unsigned char digests[TOGETHER * DIGEST_MAX];
};

struct worker *worker_create(long threads, worker_finished *finished, void *context)
{
    struct worker *w = (struct worker *)must_allocate(sizeof *w);

    w->finished = finished;
    w->context = context;
    w->slab_len = (size_t)SLABS_LEN / (size_t)threads;
    if (w->slab_len > SLAB_MAX)
        w->slab_len = SLAB_MAX;
    if (w->slab_len < SLAB_MIN)
        w->slab_len = SLAB_MIN;
    w->stream = (unsigned char *)must_allocate(STREAM_LEN);
    w->slab = (unsigned char *)must_allocate(w->slab_len + 1); /* see take_small */
    w->slab_used = 0;
    w->count = 0;
    w->algorithm = NULL;
    return w;
}

void worker_free(struct worker *w)
{
    free(w->stream);
    free(w->slab);
    free(w);
}

void worker_flush(struct worker *w)
{
    size_t i, j;

    if (w->count == 0)
        return;
    w->algorithm->many(w->digests, w->data, w->len, w->count);
    for (i = 0; i < w->count; i++) {
        for (j = 0; j < w->algorithm->digest_len; j++)
            w->pending[i]->digest[j] = w->digests[i * w->algorithm->digest_len + j];
        w->finished(w->pending[i], w->context);
    }
    w->count = 0;
    w->slab_used = 0;
}

/* The rest of a file of which got bytes at data were read already. */
static void stream_rest(struct worker *w, struct job *job, int fd, const struct stat *st,
                        const void *data, size_t got)
{
    union digest_state state;
    ssize_t more;

    job->algorithm->init(&state);
    job->algorithm->update(&state, data, got);
    job->size = got;
    while ((more = reading_some(fd, w->stream, STREAM_LEN)) > 0) {
        job->algorithm->update(&state, w->stream, (size_t)more);
        job->size += (uint64_t)more;
        progress_read((size_t)more);
        /* Somebody may append faster than this reads: look before going on. */
        if (reading_is_file(st) && st->st_size != 0 && job->size > (uint64_t)st->st_size &&
            (job->error = reading_unchanged(fd, st)) != 0)
            return;
    }
    job->error = more < 0 ? errno : reading_unchanged(fd, st);
    job->algorithm->final(&state, job->digest);
}

/* 1 if the job is pending now; 0 if it is finished. */
static int take_small(struct worker *w, struct job *job, int fd, const struct stat *st)
{
    size_t size = (size_t)st->st_size;
    ssize_t got;

    if (w->count == TOGETHER || (w->count != 0 && w->algorithm != job->algorithm) ||
        size > w->slab_len - w->slab_used)
        worker_flush(w);
    /* One byte more than there should be shows that the file has grown. */
    got = reading_fill(fd, w->slab + w->slab_used, size + 1);
    if (got < 0) {
        job->error = errno;
        return 0;
    }
    if ((size_t)got > size) {
        stream_rest(w, job, fd, st, w->slab + w->slab_used, (size_t)got);
        return 0;
    }
    job->size = (uint64_t)got;
    progress_read((size_t)got);
    job->error = reading_unchanged(fd, st);
    if (job->error != 0)
        return 0;
    w->algorithm = job->algorithm;
    w->pending[w->count] = job;
    w->data[w->count] = w->slab + w->slab_used;
    w->len[w->count] = (size_t)got;
    w->count++;
    w->slab_used += ((size_t)got + 63) & ~(size_t)63;
    if (w->slab_used > w->slab_len)
        w->slab_used = w->slab_len;
    return 1;
}

void worker_take(struct worker *w, struct job *job)
{
    struct stat st;
    int fd, pending = 0;

    if (job->algorithm == NULL) {
        w->finished(job, w->context);
        return;
    }
    fd = reading_open(job->name, job->found, &st, &job->error);
    if (fd >= 0) {
        if (job->algorithm->whole != NULL) {
            job->algorithm->whole(job, fd, &st, w->stream, STREAM_LEN);
        } else if (job->algorithm->many != NULL && reading_is_file(&st) && st.st_size > 0 &&
                   (uint64_t)st.st_size <= w->slab_len / 8) {
            pending = take_small(w, job, fd, &st);
        } else {
            reading_ahead(fd, &st);
            stream_rest(w, job, fd, &st, NULL, 0);
        }
        reading_close(job->name, fd);
    }
    if (!pending)
        w->finished(job, w->context);
}
