/* SPDX-License-Identifier: 0BSD */
#include "progress.h"
#include "verity.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * verity_team.c: one file on all threads that have nothing else to do
 *
 * The thread that took the file begins, and as long as fewer threads work than may, helpers
 * join it; a helper leaves after a unit when threads took other files. Units end in any order
 * and go into the tree in theirs; a thread that is far ahead waits.
 */
enum {
    WINDOW = 2 * JOBS_THREADS_MAX,
    BUFFER_LEN = 64 * 1024 + VERITY_BLOCK,
    STACK_LEN = 512 * 1024
};

enum helper_is { NONE, WORKING, LEAVING };

struct helper {
    struct team *team;
    pthread_t thread;
    enum helper_is is;
};

struct team {
    struct job *job;
    int fd;
    uint64_t start, units;
    pthread_mutex_t lock; /* for all below */
    pthread_cond_t moved;
    struct verity_tree *tree;
    uint64_t next, merged;  /* units: taken, in the tree */
    uint64_t failed;        /* the first unit that could not be read */
    size_t waiting[WINDOW]; /* leaves of a finished unit, or 0 */
    unsigned char digests[WINDOW][VERITY_LEAVES * VERITY_DIGEST];
    struct helper helper[JOBS_THREADS_MAX];
    int no_more; /* threads cannot be started */
};

static long threads_max = 1;
static long threads_busy; /* atomic: with any file here */

void verity_threads(long threads)
{
    threads_max = threads;
}

long verity_busy(int change)
{
    return __atomic_add_fetch(&threads_busy, change, __ATOMIC_RELAXED);
}

/* One unit of the file, through the buffer. 0, or what is wrong. */
static int read_unit(const struct team *w, uint64_t number, struct verity_unit *u,
                     unsigned char *buffer, size_t buffer_len)
{
    uint64_t at = number * VERITY_UNIT_LEN, end = w->job->size;

    if (end - at > VERITY_UNIT_LEN)
        end = at + VERITY_UNIT_LEN;
    u->blocks = 0;
    while (at < end) {
        size_t len = end - at < buffer_len ? (size_t)(end - at) : buffer_len, done = 0;

        while (done < len) {
            ssize_t got =
                pread(w->fd, buffer + done, len - done, (off_t)(w->start + at + done));

            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                return got < 0 ? errno : READ_CHANGED;
            done += (size_t)got;
        }
        progress_read(len);
        verity_unit_add(u, buffer, len);
        at += len;
    }
    return 0;
}

/* Put what is finished into the tree, in order. Called with the lock held. */
static void merge(struct team *w)
{
    size_t place;

    while (w->waiting[place = (size_t)(w->merged % WINDOW)] != 0) {
        verity_tree_add(w->tree, w->digests[place], w->waiting[place]);
        w->waiting[place] = 0;
        w->merged++;
    }
    pthread_cond_broadcast(&w->moved);
}

static void *helper_main(void *argument);

/* One more thread, if one is free and there is work left. Called with the lock held. */
static void call_help(struct team *w)
{
    struct helper *h = w->helper;
    pthread_attr_t attributes;

    while (h != w->helper + JOBS_THREADS_MAX && h->is == WORKING)
        h++;
    if (w->no_more || w->next >= w->units || h == w->helper + JOBS_THREADS_MAX ||
        verity_busy(0) >= threads_max || pthread_attr_init(&attributes) != 0)
        return;
    if (h->is == LEAVING)
        pthread_join(h->thread, NULL);
    (void)pthread_attr_setstacksize(&attributes, STACK_LEN);
    h->team = w;
    h->is = NONE;
    verity_busy(1);
    if (pthread_create(&h->thread, &attributes, helper_main, h) == 0) {
        h->is = WORKING;
    } else {
        verity_busy(-1);
        w->no_more = 1;
    }
    pthread_attr_destroy(&attributes);
}

/* One unit that was taken. Called and returns with the lock held. */
static void do_unit(struct team *w, uint64_t number, struct verity_unit *u,
                    unsigned char *buffer, size_t len)
{
    size_t place = (size_t)(number % WINDOW), leaves = 0;
    int error;

    pthread_mutex_unlock(&w->lock);
    error = read_unit(w, number, u, buffer, len);
    if (error == 0)
        leaves = verity_unit_end(u, w->tree, number);
    pthread_mutex_lock(&w->lock);
    if (error == 0) {
        memcpy(w->digests[place], u->digests, sizeof u->digests);
        w->waiting[place] = leaves;
        merge(w);
    } else if (number < w->failed) {
        w->failed = number;
        w->job->error = error;
        pthread_cond_broadcast(&w->moved);
    }
}

/* Units until there is none, or none for this thread. Called and returns with the lock held. */
static void work(struct team *w, struct verity_unit *u, unsigned char *buffer, size_t len,
                 int is_helper)
{
    while (w->next < w->failed && !(is_helper && verity_busy(0) > threads_max)) {
        if (w->next - w->merged >= WINDOW) {
            pthread_cond_wait(&w->moved, &w->lock);
        } else {
            uint64_t number = w->next++;

            call_help(w);
            do_unit(w, number, u, buffer, len);
        }
    }
}

static void *helper_main(void *argument)
{
    struct helper *h = (struct helper *)argument;
    struct verity_unit *u = (struct verity_unit *)must_allocate(sizeof *u);
    unsigned char *memory = (unsigned char *)must_allocate(BUFFER_LEN);
    size_t len = BUFFER_LEN;
    unsigned char *buffer = verity_buffer(memory, &len);

    pthread_mutex_lock(&h->team->lock);
    work(h->team, u, buffer, len, 1);
    verity_busy(-1);
    h->is = LEAVING;
    pthread_mutex_unlock(&h->team->lock);
    free(memory);
    free(u);
    return NULL;
}

void verity_team(struct job *job, int fd, uint64_t start, struct verity_tree *t,
                 struct verity_unit *u, unsigned char *buffer, size_t len)
{
    struct team *w = (struct team *)must_allocate(sizeof *w);
    size_t i;

    memset(w, 0, sizeof *w);
    w->job = job;
    w->fd = fd;
    w->start = start;
    w->units = (job->size + VERITY_UNIT_LEN - 1) / VERITY_UNIT_LEN;
    w->failed = w->units;
    w->tree = t;
    if (pthread_mutex_init(&w->lock, NULL) != 0 || pthread_cond_init(&w->moved, NULL) != 0) {
        complain(NULL, "no resources for threads");
        exit(CODE_IO);
    }
    pthread_mutex_lock(&w->lock);
    work(w, u, buffer, len, 0);
    w->no_more = 1;
    for (i = 0; i < JOBS_THREADS_MAX; i++) {
        if (w->helper[i].is != NONE) {
            pthread_mutex_unlock(&w->lock);
            pthread_join(w->helper[i].thread, NULL);
            pthread_mutex_lock(&w->lock);
        }
    }
    pthread_mutex_unlock(&w->lock);
    pthread_cond_destroy(&w->moved);
    pthread_mutex_destroy(&w->lock);
    free(w);
}
