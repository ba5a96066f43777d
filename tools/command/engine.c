/* SPDX-License-Identifier: 0BSD */
#include "engine_turn.h"
#include "filesec.h"
#include "progress.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * engine.c: the threads, and their turns
 *
 * The caller's thread is the first of them. A thread that has taken a batch, while more follow,
 * starts the next one, so a short file starts few. All buffers are allocated before, by one
 * thread: memory is bounded, and a failure has nothing to undo. In a tree several files are
 * worked on at once, each by an engine: what they have together is bounded, too.
 */
enum { STACK_LEN = 256 * 1024, BUFFERS_LEN = 40 * 1024 * 1024 };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t less;
    size_t len; /* of the buffers of all engines */
} rooms = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

long engine_threads(long wanted, size_t in_full, size_t out_full)
{
    long most = (long)(BUFFERS_LEN / (in_full + out_full));

    return most < 1 ? 1 : wanted < most ? wanted : most;
}

/* ---- a thread ---------------------------------------------------------------------------- */

static void *member_main(void *argument);

/* One more thread, if it has something to do. */
static void start_next(struct engine_state *r)
{
    pthread_attr_t attributes;

    pthread_mutex_lock(&r->lock);
    if (r->started < r->wanted && !r->ended && pthread_attr_init(&attributes) == 0) {
        struct engine_member *m = &r->team[r->started];

        (void)pthread_attr_setstacksize(&attributes, STACK_LEN);
        if (pthread_create(&m->thread, &attributes, member_main, m) == 0)
            r->started++;
        else
            r->wanted = r->started; /* do not try again */
        pthread_attr_destroy(&attributes);
    }
    pthread_mutex_unlock(&r->lock);
}

static int one(struct engine_member *m)
{
    struct engine_state *r = m->run;
    struct engine *e = r->e;
    int in_order = e->out != NULL && !sink_by_place(e->out);
    int error, wrong;

    m->batch.out_len = 0;
    m->batch.failed = 0;
    if (!engine_take(m))
        return 0;
    if (!m->batch.last)
        start_next(r);
    progress_read(m->batch.in_len);
    error = e->work(e->own + m->place * e->own_len, e->context, &m->batch);
    if (in_order && !engine_wait(m))
        return 0;
    wrong = engine_put(m);
    if (wrong != 0)
        return engine_failed(m, ENGINE_WRITE, wrong);
    if (error != 0)
        return engine_failed(m, ENGINE_WORK, error);
    if (in_order)
        engine_turn(m);
    return 1;
}

static void *member_main(void *argument)
{
    struct engine_member *m = (struct engine_member *)argument;

    while (one(m)) {
        if (m->place == 0)
            progress_show(1);
    }
    return NULL;
}

/* ---- all of them ------------------------------------------------------------------------- */

/* For so many bytes, beginning anywhere in a page. */
static size_t room(size_t len)
{
    return (len + 2 * ENGINE_PAGE - 1) / ENGINE_PAGE * ENGINE_PAGE;
}

/* Wait until there is room for so much. An engine that is alone always has it; none waits for
   another while it has some. */
static void take_room(size_t len)
{
    pthread_mutex_lock(&rooms.lock);
    while (rooms.len != 0 && rooms.len + len > BUFFERS_LEN)
        pthread_cond_wait(&rooms.less, &rooms.lock);
    rooms.len += len;
    pthread_mutex_unlock(&rooms.lock);
}

static void give_room(size_t len)
{
    pthread_mutex_lock(&rooms.lock);
    rooms.len -= len;
    pthread_cond_broadcast(&rooms.less);
    pthread_mutex_unlock(&rooms.lock);
}

static void prepare(struct engine_state *r, struct engine *e)
{
    size_t len, i;

    memset(r, 0, sizeof *r);
    r->e = e;
    r->wanted = (size_t)e->threads;
    r->started = 1;
    r->failed = UINT64_MAX;
    r->in_room = room(e->in_full);
    r->out_room = room(e->out_full);
    len = r->in_room + r->out_room;
    take_room(r->wanted * len);
    r->buffers = (unsigned char *)must_allocate(r->wanted * len);
    r->team = (struct engine_member *)must_allocate(r->wanted * sizeof *r->team);
    memset(r->team, 0, r->wanted * sizeof *r->team);
    for (i = 0; i < r->wanted; i++) {
        struct engine_member *m = &r->team[i];

        m->run = r;
        m->place = i;
        m->buffer = r->buffers + i * len;
    }
    if (e->out != NULL && sink_by_place(e->out)) {
        r->out_start = (uint64_t)lseek(e->out->fd, 0, SEEK_CUR);
        if (e->by_place)
            sink_reserve(e->out, r->out_start + e->out_length);
    }
}

/* What is sealed has at least 1024 bytes to each tag of 16. */
static void wipe(const struct engine_state *r)
{
    size_t i;

    for (i = 0; i < r->started; i++) {
        const struct engine_member *m = &r->team[i];
        size_t in = m->used + ENGINE_PAGE, out = in + m->used / 64 + 16;

        filesec_wipe(m->buffer, in < r->in_room ? in : r->in_room);
        filesec_wipe(m->buffer + r->in_room, out < r->out_room ? out : r->out_room);
    }
}

int engine_run(struct engine *e)
{
    struct engine_state r;
    size_t i;

    prepare(&r, e);
    if (pthread_mutex_init(&r.lock, NULL) != 0 || pthread_mutex_init(&r.reading, NULL) != 0 ||
        pthread_cond_init(&r.turned, NULL) != 0) {
        complain(NULL, "no resources for threads");
        exit(CODE_IO);
    }
    e->fault = ENGINE_GOOD;
    (void)member_main(&r.team[0]);
    for (i = 1; i < r.started; i++)
        pthread_join(r.team[i].thread, NULL);
    progress_clear();
    pthread_cond_destroy(&r.turned);
    pthread_mutex_destroy(&r.reading);
    pthread_mutex_destroy(&r.lock);
    wipe(&r);
    free(r.buffers);
    give_room((size_t)e->threads * (r.in_room + r.out_room));
    free(r.team);
    return e->fault == ENGINE_GOOD;
}
