/* SPDX-License-Identifier: 0BSD */
#include "engine_turn.h"
#include "reading.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

/*
 * engine_turn.c: what goes in and out, and in which order
 */
enum { LOOK_MS = 100 };

/* Keep the fault of the earliest batch. Later ones need not be worked on. */
int engine_failed(struct engine_member *m, enum engine_fault fault, int error)
{
    struct engine_state *r = m->run;

    pthread_mutex_lock(&r->lock);
    if (m->batch.number < r->failed) {
        r->failed = m->batch.number;
        r->e->fault = fault;
        r->e->error = error;
        r->e->failed = m->batch.failed;
    }
    r->ended = 1;
    pthread_cond_broadcast(&r->turned);
    pthread_mutex_unlock(&r->lock);
    return 0;
}

/* ---- taking ------------------------------------------------------------------------------ */

/* So much of the buffer is to be wiped, also after a read that fails in the middle. */
static void use(struct engine_member *m, size_t len)
{
    if (m->used < len)
        m->used = len;
}

/* Batch number m->batch.number of a regular file. */
static int take_by_place(struct engine_member *m)
{
    const struct engine *e = m->run->e;
    uint64_t at = m->batch.number * e->in_full;
    uint64_t rest = e->length - at;
    size_t want = rest < e->in_full ? (size_t)rest : e->in_full, done = 0;
    unsigned char *in = m->buffer + (e->start + at) % ENGINE_PAGE;

    m->batch.in = in;
    use(m, want);
    while (done < want) {
        ssize_t got = pread(e->in, in + done, want - done, (off_t)(e->start + at + done));

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return engine_failed(m, ENGINE_READ, got < 0 ? errno : READ_CHANGED);
        done += (size_t)got;
    }
    m->batch.in_len = want;
    return 1;
}

/* Wait until the stream has something to read. 0: somebody failed meanwhile. */
static int wait_for_stream(struct engine_state *r)
{
    struct pollfd p;
    int ready = r->e->threads == 1, ended = 0;

    p.fd = r->e->in;
    p.events = POLLIN;
    while (!ready && !ended) {
        ready = poll(&p, 1, LOOK_MS) != 0;
        pthread_mutex_lock(&r->lock);
        ended = r->ended;
        pthread_mutex_unlock(&r->lock);
    }
    return !ended;
}

/* Up to len bytes of the stream, fewer only at its end; -1: errno says why, -2: stop. */
static ssize_t fill(struct engine_state *r, unsigned char *p, size_t len)
{
    struct engine *e = r->e;
    size_t done = 0;

    if (r->has_peeked && len != 0) {
        p[done++] = r->peeked;
        r->has_peeked = 0;
    }
    if (e->first_len != 0) {
        size_t n = e->first_len < len - done ? e->first_len : len - done;

        memcpy(p + done, e->first, n);
        e->first += n;
        e->first_len -= n;
        done += n;
    }
    while (done < len) {
        ssize_t got;

        if (!wait_for_stream(r))
            return -2;
        got = reading_some(e->in, p + done, len - done);
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

/* The next batch of a stream. It is the last one if no byte follows. */
static int take_stream(struct engine_member *m)
{
    struct engine_state *r = m->run;
    ssize_t got = fill(r, m->buffer, r->e->in_full), more = 0;

    m->batch.in = m->buffer;
    use(m, got >= 0 ? (size_t)got : r->e->in_full);
    if (got >= 0 && (size_t)got == r->e->in_full)
        more = fill(r, &r->peeked, 1);
    if (got == -1 || more == -1)
        return engine_failed(m, ENGINE_READ, errno);
    if (got < 0 || more < 0)
        return 0;
    r->has_peeked = more != 0;
    m->batch.last = more == 0;
    m->batch.in_len = (size_t)got;
    return 1;
}

/* Where the result of a batch begins in a new file. */
static uint64_t out_place(const struct engine_member *m)
{
    return m->run->out_start + m->batch.number * m->run->e->out_full;
}

/* The number of the next batch; 0 if there is none. */
static int take_number(struct engine_member *m)
{
    struct engine_state *r = m->run;
    int taken;

    pthread_mutex_lock(&r->lock);
    taken = !r->ended;
    if (taken) {
        m->batch.number = r->next++;
        if (r->e->by_place)
            r->ended = m->batch.last = r->next * r->e->in_full >= r->e->length;
    }
    pthread_mutex_unlock(&r->lock);
    return taken;
}

int engine_take(struct engine_member *m)
{
    struct engine_state *r = m->run;
    int taken;

    if (r->e->by_place) {
        taken = take_number(m) && take_by_place(m);
    } else {
        pthread_mutex_lock(&r->reading);
        taken = take_number(m) && take_stream(m);
        if (taken && m->batch.last) {
            pthread_mutex_lock(&r->lock);
            r->ended = 1;
            pthread_mutex_unlock(&r->lock);
        }
        pthread_mutex_unlock(&r->reading);
    }
    m->batch.out = m->buffer + r->in_room + out_place(m) % ENGINE_PAGE;
    return taken;
}

/* ---- putting ----------------------------------------------------------------------------- */

/* Wait until all batches before this one were put. 0: one of them failed. */
int engine_wait(struct engine_member *m)
{
    struct engine_state *r = m->run;
    int good;

    pthread_mutex_lock(&r->lock);
    while (r->turn != m->batch.number && r->failed > m->batch.number)
        pthread_cond_wait(&r->turned, &r->lock);
    good = r->turn == m->batch.number;
    pthread_mutex_unlock(&r->lock);
    return good;
}

void engine_turn(struct engine_member *m)
{
    struct engine_state *r = m->run;

    pthread_mutex_lock(&r->lock);
    r->turn = m->batch.number + 1;
    pthread_cond_broadcast(&r->turned);
    pthread_mutex_unlock(&r->lock);
}

/* 0, or errno. */
int engine_put(struct engine_member *m)
{
    struct engine_state *r = m->run;
    struct sink *out = r->e->out;

    if (out == NULL || m->batch.out_len == 0)
        return 0;
    if (sink_by_place(out))
        return sink_write_at(out, m->batch.out, m->batch.out_len, out_place(m));
    return sink_write(out, m->batch.out, m->batch.out_len) ? 0 : out->error;
}
