/* SPDX-License-Identifier: 0BSD */
#include "jobs.h"
#include "progress.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/*
 * jobs.c: a ring of jobs between the main thread and the workers
 *
 *      emitted | finished or not ... | waiting ...      | free
 *              ^ first               ^ next             ^ end
 *
 * The three counters only grow; a job's place in the ring is its number modulo the length.
 * Threads start when there is a job and nobody waits for one.
 */
enum { PLACES_FOR_EACH = 128, PLACES_MAX = 4096, STACK_LEN = 512 * 1024 };

struct member {
    struct jobs *jobs;
    struct worker *worker;
    pthread_t thread;
};

struct jobs {
    jobs_emit *emit;
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t added, finished;
    struct job *ring;
    unsigned char *is_finished;
    size_t places;
    uint64_t first, next, end;
    int ending;
    int draining; /* all jobs were added */
    long threads_max, threads, idle;
    struct member *team;
    struct worker *own; /* the main thread's, if no thread could be started */
};

long jobs_default_threads(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
#if defined(__linux__) && defined(CPU_COUNT)
    cpu_set_t allowed;

    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        n = CPU_COUNT(&allowed);
#endif
    return n < 1 ? 1 : n > JOBS_THREADS_MAX ? JOBS_THREADS_MAX : n;
}

static void job_finished(struct job *job, void *context)
{
    struct jobs *jobs = (struct jobs *)context;
    size_t place = (size_t)(job - jobs->ring);

    pthread_mutex_lock(&jobs->lock);
    jobs->is_finished[place] = 1;
    if (place == jobs->first % jobs->places)
        pthread_cond_signal(&jobs->finished);
    pthread_mutex_unlock(&jobs->lock);
}

/* The next waiting job, or NULL. */
static struct job *next_job(struct jobs *jobs)
{
    struct job *job = NULL;

    while (job == NULL && jobs->next != jobs->end) {
        size_t place = (size_t)(jobs->next++ % jobs->places);

        if (!jobs->is_finished[place])
            job = &jobs->ring[place];
    }
    return job;
}

/* Work until no job waits. Called and returns with the lock held. */
static void work(struct jobs *jobs, struct worker *w)
{
    struct job *job;

    while ((job = next_job(jobs)) != NULL) {
        pthread_mutex_unlock(&jobs->lock);
        worker_take(w, job);
        pthread_mutex_lock(&jobs->lock);
    }
    pthread_mutex_unlock(&jobs->lock);
    worker_flush(w);
    pthread_mutex_lock(&jobs->lock);
}

static void *thread_main(void *argument)
{
    struct member *m = (struct member *)argument;
    struct jobs *jobs = m->jobs;

    pthread_mutex_lock(&jobs->lock);
    while (!jobs->ending) {
        work(jobs, m->worker);
        if (jobs->next == jobs->end && !jobs->ending) {
            jobs->idle++;
            pthread_cond_wait(&jobs->added, &jobs->lock);
            jobs->idle--;
        }
    }
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

/* One thread more, if that is allowed and possible. Called with the lock held. */
static void start_thread(struct jobs *jobs)
{
    struct member *m = &jobs->team[jobs->threads];
    pthread_attr_t attributes;

    if (jobs->threads == jobs->threads_max || pthread_attr_init(&attributes) != 0)
        return;
    (void)pthread_attr_setstacksize(&attributes, STACK_LEN);
    m->jobs = jobs;
    m->worker = worker_create(jobs->threads_max, job_finished, jobs);
    if (pthread_create(&m->thread, &attributes, thread_main, m) == 0) {
        jobs->threads++;
    } else {
        worker_free(m->worker);
        jobs->threads_max = jobs->threads; /* do not try again */
    }
    pthread_attr_destroy(&attributes);
}

struct jobs *jobs_begin(long threads, jobs_emit *emit, void *context)
{
    struct jobs *jobs = (struct jobs *)must_allocate(sizeof *jobs);

    memset(jobs, 0, sizeof *jobs);
    jobs->emit = emit;
    jobs->context = context;
    jobs->threads_max = threads;
    jobs->places = (size_t)threads * PLACES_FOR_EACH + PLACES_FOR_EACH;
    if (jobs->places > PLACES_MAX)
        jobs->places = PLACES_MAX;
    jobs->ring = (struct job *)must_allocate(jobs->places * sizeof *jobs->ring);
    jobs->is_finished = (unsigned char *)must_allocate(jobs->places);
    jobs->team = (struct member *)must_allocate((size_t)threads * sizeof *jobs->team);
    if (pthread_mutex_init(&jobs->lock, NULL) != 0 ||
        pthread_cond_init(&jobs->added, NULL) != 0 ||
        pthread_cond_init(&jobs->finished, NULL) != 0) {
        complain(NULL, "no resources for threads");
        exit(CODE_IO);
    }
    return jobs;
}

/* Emit what stands finished at the front. Called and returns with the lock held. */
static void emit_finished(struct jobs *jobs)
{
    while (jobs->first != jobs->end && jobs->is_finished[jobs->first % jobs->places]) {
        struct job *job = &jobs->ring[jobs->first % jobs->places];

        pthread_mutex_unlock(&jobs->lock);
        progress_clear();
        jobs->emit(job, jobs->context);
        free(job->name);
        pthread_mutex_lock(&jobs->lock);
        jobs->first++;
        if (jobs->next < jobs->first)
            jobs->next = jobs->first;
    }
}

/* Wait until a worker says something, or it is time to say how far we are. */
static void wait_for_workers(struct jobs *jobs)
{
    struct timespec until;

    if (!progress_wanted()) {
        pthread_cond_wait(&jobs->finished, &jobs->lock);
        return;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 200000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    (void)pthread_cond_timedwait(&jobs->finished, &jobs->lock, &until);
    progress_show(jobs->draining);
}

/* Come back when the first job was emitted. Called and returns with the lock held. */
static void emit_first(struct jobs *jobs)
{
    uint64_t first = jobs->first;

    emit_finished(jobs);
    if (jobs->first != first)
        return;
    if (jobs->threads == 0) {
        if (jobs->own == NULL)
            jobs->own = worker_create(1, job_finished, jobs);
        work(jobs, jobs->own);
    }
    pthread_mutex_unlock(&jobs->lock);
    out_flush(); /* who reads the output should not wait with us */
    pthread_mutex_lock(&jobs->lock);
    while (!jobs->is_finished[first % jobs->places])
        wait_for_workers(jobs);
    emit_finished(jobs);
}

void jobs_add(struct jobs *jobs, const struct job *job)
{
    size_t place;

    if (job->algorithm != NULL)
        progress_expect(job->name);
    pthread_mutex_lock(&jobs->lock);
    while (jobs->end - jobs->first == jobs->places)
        emit_first(jobs);
    place = (size_t)(jobs->end % jobs->places);
    jobs->ring[place] = *job;
    jobs->ring[place].name = must_copy(job->name);
    jobs->is_finished[place] = job->algorithm == NULL;
    jobs->end++;
    if (job->algorithm != NULL) {
        if (jobs->end - jobs->next > (uint64_t)jobs->idle)
            start_thread(jobs);
        pthread_cond_signal(&jobs->added);
    }
    emit_finished(jobs);
    pthread_mutex_unlock(&jobs->lock);
}

void jobs_drain(struct jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->draining = 1;
    while (jobs->first != jobs->end)
        emit_first(jobs);
    jobs->draining = 0;
    pthread_mutex_unlock(&jobs->lock);
    progress_clear();
}

void jobs_end(struct jobs *jobs)
{
    long i;

    jobs_drain(jobs);
    pthread_mutex_lock(&jobs->lock);
    jobs->ending = 1;
    pthread_cond_broadcast(&jobs->added);
    pthread_mutex_unlock(&jobs->lock);
    for (i = 0; i < jobs->threads; i++) {
        pthread_join(jobs->team[i].thread, NULL);
        worker_free(jobs->team[i].worker);
    }
    if (jobs->own != NULL)
        worker_free(jobs->own);
    pthread_cond_destroy(&jobs->finished);
    pthread_cond_destroy(&jobs->added);
    pthread_mutex_destroy(&jobs->lock);
    free(jobs->team);
    free(jobs->is_finished);
    free(jobs->ring);
    free(jobs);
}
