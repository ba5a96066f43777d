/* SPDX-License-Identifier: 0BSD */
#include "cleanup.h"
#include "progress.h"
#include "tree.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/*
 * tree_jobs.c: a ring of files between the main thread and the workers
 *
 *      appeared | finished | finished or not ... | waiting ... | free
 *               ^ first    ^ ready               ^ next        ^ end
 *
 * The counters only grow; a file's place in the ring is its number modulo the length. Half of
 * the ring is a batch: while it goes to the disk, the workers have the other half. So many
 * files are open at most; it is bounded by how many the system allows, and by bytes.
 */
enum {
    PLACES_MAX = 256,
    PLACES_MIN = 8,
    FILES_FOR_EACH = 4,
    FILES_ELSE = 64,
    FILES_WANTED = 16384
};
enum { STACK_LEN = 512 * 1024, TOGETHER = 4, BATCH_BYTES = 64 * 1024 * 1024 };

struct tree_jobs {
    struct tree_batch batch; /* ring, first */
    pthread_mutex_t lock;
    pthread_cond_t added, finished;
    unsigned char *is_finished;
    uint64_t ready, next, end;
    uint64_t ready_bytes;
    int ending, all_added;
    long threads_max, threads, idle;
    pthread_t *team;
    void *own; /* the main thread's, if no thread could be started */
    int code;
};

/* How many places. More open files are asked for, for deep trees too: each folder on the way is
   open. */
static size_t place_count(void)
{
    const rlim_t wanted = FILES_ELSE + FILES_FOR_EACH * PLACES_MAX;
    struct rlimit limit, more;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return PLACES_MIN;
    more = limit;
    more.rlim_cur = more.rlim_max < FILES_WANTED ? more.rlim_max : FILES_WANTED;
    if (limit.rlim_cur < more.rlim_cur && setrlimit(RLIMIT_NOFILE, &more) == 0)
        limit = more;
    if (limit.rlim_cur >= wanted)
        return PLACES_MAX;
    if (limit.rlim_cur < FILES_ELSE + FILES_FOR_EACH * PLACES_MIN)
        return PLACES_MIN;
    return (size_t)(limit.rlim_cur - FILES_ELSE) / FILES_FOR_EACH;
}

struct tree_jobs *tree_jobs_begin(const struct tree *t, int sync)
{
    struct tree_jobs *jobs = (struct tree_jobs *)must_allocate(sizeof *jobs);
    struct tree_batch *b = &jobs->batch;

    memset(jobs, 0, sizeof *jobs);
    b->tree = t;
    b->sync = sync;
    b->has_kept = secret_file(t->secret, &b->kept);
    b->places = place_count();
    b->ring = (struct tree_file *)must_allocate(b->places * sizeof *b->ring);
    memset(b->ring, 0, b->places * sizeof *b->ring);
    jobs->is_finished = (unsigned char *)must_allocate(b->places);
    jobs->threads_max = t->threads;
    jobs->team = (pthread_t *)must_allocate((size_t)t->threads * sizeof *jobs->team);
    if (pthread_mutex_init(&jobs->lock, NULL) != 0 ||
        pthread_cond_init(&jobs->added, NULL) != 0 ||
        pthread_cond_init(&jobs->finished, NULL) != 0) {
        complain(NULL, "no resources for threads");
        exit(CODE_IO);
    }
    return jobs;
}

/* ---- workers ----------------------------------------------------------------------------- */

static void *own_memory(const struct tree *t)
{
    return memset(must_allocate(t->own_len), 0, t->own_len);
}

static void own_free(const struct tree *t, void *own)
{
    filesec_wipe(own, t->own_len);
    free(own);
}

static void work_on(struct tree_jobs *jobs, struct tree_file *file, void *own)
{
    const struct tree *t = jobs->batch.tree;

    (void)complain_keep(&file->messages);
    file->code = t->work(file, own, t->wish);
    (void)complain_keep(NULL);
}

/* Work until no file waits; several at a time, for fewer locks. Called and returns with the
   lock held. */
static void work(struct tree_jobs *jobs, void *own)
{
    const size_t places = jobs->batch.places;

    while (jobs->next != jobs->end) {
        uint64_t taken[TOGETHER];
        size_t count = 0, i;

        while (count < TOGETHER && jobs->next != jobs->end) {
            taken[count] = jobs->next++ % places;
            count += !jobs->is_finished[taken[count]];
        }
        pthread_mutex_unlock(&jobs->lock);
        for (i = 0; i < count; i++)
            work_on(jobs, &jobs->batch.ring[taken[i]], own);
        pthread_mutex_lock(&jobs->lock);
        for (i = 0; i < count; i++) {
            jobs->is_finished[taken[i]] = 1;
            if (taken[i] == jobs->ready % places)
                pthread_cond_signal(&jobs->finished);
        }
    }
}

static void *thread_main(void *argument)
{
    struct tree_jobs *jobs = (struct tree_jobs *)argument;
    void *own = own_memory(jobs->batch.tree);

    pthread_mutex_lock(&jobs->lock);
    while (!jobs->ending) {
        work(jobs, own);
        if (!jobs->ending) {
            jobs->idle++;
            pthread_cond_wait(&jobs->added, &jobs->lock);
            jobs->idle--;
        }
    }
    pthread_mutex_unlock(&jobs->lock);
    own_free(jobs->batch.tree, own);
    return NULL;
}

/* One thread more, if that is allowed and possible; signals are the main thread's. Called with
   the lock held. */
static void start_thread(struct tree_jobs *jobs)
{
    pthread_attr_t attributes;
    sigset_t before;

    if (jobs->threads == jobs->threads_max || pthread_attr_init(&attributes) != 0)
        return;
    (void)pthread_attr_setstacksize(&attributes, STACK_LEN);
    cleanup_hold(&before);
    if (pthread_create(&jobs->team[jobs->threads], &attributes, thread_main, jobs) == 0)
        jobs->threads++;
    else
        jobs->threads_max = jobs->threads; /* do not try again */
    cleanup_release(&before);
    pthread_attr_destroy(&attributes);
}

/* ---- the main thread --------------------------------------------------------------------- */

/* Wake who sleeps, if there is enough to do. Called with the lock held. */
static void wake(struct tree_jobs *jobs, uint64_t enough)
{
    if (jobs->idle != 0 && jobs->end - jobs->next >= enough)
        pthread_cond_broadcast(&jobs->added);
}

/* What is finished at the front becomes a batch, if there is enough of it. Called and returns
   with the lock held. 1 if there was. */
static int finish_batch(struct tree_jobs *jobs)
{
    struct tree_batch *b = &jobs->batch;

    while (jobs->ready != jobs->end && jobs->is_finished[jobs->ready % b->places])
        jobs->ready_bytes += b->ring[jobs->ready++ % b->places].size;
    if (jobs->next < jobs->ready)
        jobs->next = jobs->ready;
    if (jobs->ready == b->first ||
        !(jobs->ready - b->first >= b->places / 2 || jobs->ready_bytes >= BATCH_BYTES ||
          (jobs->all_added && jobs->ready == jobs->end)))
        return 0;
    b->end = jobs->ready;
    wake(jobs, 1);
    pthread_mutex_unlock(&jobs->lock);
    progress_clear();
    jobs->code = worse(jobs->code, tree_batch_finish(b));
    pthread_mutex_lock(&jobs->lock);
    b->first = b->end;
    jobs->ready_bytes = 0;
    return 1;
}

/* Until a worker says something, or it is time to say how far we are. Called and returns with
   the lock held. */
static void wait_for_workers(struct tree_jobs *jobs)
{
    struct timespec until;

    wake(jobs, 1);
    if (jobs->threads == 0) {
        if (jobs->own == NULL)
            jobs->own = own_memory(jobs->batch.tree);
        work(jobs, jobs->own);
    } else if (!progress_wanted()) {
        pthread_cond_wait(&jobs->finished, &jobs->lock);
    } else {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 200000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        (void)pthread_cond_timedwait(&jobs->finished, &jobs->lock, &until);
        progress_show(jobs->all_added);
    }
}

struct tree_file *tree_jobs_place(struct tree_jobs *jobs)
{
    struct tree_batch *b = &jobs->batch;
    struct tree_file *file, old;

    pthread_mutex_lock(&jobs->lock);
    (void)finish_batch(jobs);
    while (jobs->end - b->first == b->places) {
        if (!finish_batch(jobs))
            wait_for_workers(jobs);
    }
    file = &b->ring[jobs->end % b->places];
    pthread_mutex_unlock(&jobs->lock);
    old = *file;
    memset(file, 0, sizeof *file);
    file->text = old.text;
    file->text_room = old.text_room;
    return file;
}

void tree_jobs_add(struct tree_jobs *jobs, int to_do)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->is_finished[jobs->end % jobs->batch.places] = !to_do;
    jobs->end++;
    if (to_do && jobs->idle == 0)
        start_thread(jobs);
    wake(jobs, (uint64_t)TOGETHER * (uint64_t)jobs->idle);
    pthread_mutex_unlock(&jobs->lock);
}

int tree_jobs_end(struct tree_jobs *jobs)
{
    struct tree_batch *b = &jobs->batch;
    size_t place;
    long i;
    int code;

    pthread_mutex_lock(&jobs->lock);
    jobs->all_added = 1;
    while (b->first != jobs->end) {
        if (!finish_batch(jobs))
            wait_for_workers(jobs);
    }
    jobs->ending = 1;
    pthread_cond_broadcast(&jobs->added);
    pthread_mutex_unlock(&jobs->lock);
    progress_clear();
    for (i = 0; i < jobs->threads; i++)
        pthread_join(jobs->team[i], NULL);
    if (jobs->own != NULL)
        own_free(b->tree, jobs->own);
    pthread_cond_destroy(&jobs->finished);
    pthread_cond_destroy(&jobs->added);
    pthread_mutex_destroy(&jobs->lock);
    for (place = 0; place < b->places; place++)
        free(b->ring[place].text);
    code = jobs->code;
    free(b->ring);
    free(jobs->is_finished);
    free(jobs->team);
    free(jobs);
    return code;
}
