/* SPDX-License-Identifier: 0BSD */
/*
 * tests/threads.c: many threads at the first use, and paths forced while others work
 *
 * Results must be right whatever happens at the same time. ThreadSanitizer sees the rest.
 */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "ops.h"
#include "paths.h"
#include "suites.h"
#include "support.h"

#if defined(_WIN32) || defined(__wasi__)
void suite_threads(void)
{
    test_skip("threads: no POSIX threads here");
}
#else
#include <pthread.h>
#include <string.h>

#define THREADS 24
#define DATA_LEN 1500

static unsigned char data[DATA_LEN];

/* All of the build's operations once; their results folded into one number. */
static uint64_t work(uint32_t seed)
{
    unsigned char digest[8 * HASH_DIGEST_MAX], state[HASH_STATE_MAX], tag[16];
    unsigned char k[AEAD_KEY_MAX], s[AEAD_STATE_MAX], text[DATA_LEN];
    const void *message[8];
    size_t length[8], i, len = 700 + seed % 800;
    uint64_t h = FNV_START;
    int bad = 0;

    for (i = 0; i < 8; i++) {
        message[i] = data + i;
        length[i] = (len + 97 * i) % 1400;
    }
    for (i = 0; hash_ops[i] != NULL; i++) {
        hash_ops[i]->once(digest, data, len, seed);
        h = fnv(h, digest, hash_ops[i]->digest_len);
        hash_ops[i]->init(state, seed);
        hash_ops[i]->update(state, data, len / 3);
        hash_ops[i]->update(state, data + len / 3, len - len / 3);
        hash_ops[i]->final(state, digest);
        h = fnv(h, digest, hash_ops[i]->digest_len);
    }
    for (i = 0; many_ops[i] != NULL; i++) {
        many_ops[i]->many(digest, message, length, 8, seed);
        h = fnv(h, digest, 8 * many_ops[i]->one->digest_len);
    }
    for (i = 0; aead_ops[i] != NULL; i++) {
        const aead_op *op = aead_ops[i];

        op->init(k, data + seed % 100);
        bad |= op->seal(k, text, tag, data, data + 50, 33, data, len) != FILESEC_OK;
        h = fnv(fnv(h, text, len), tag, 16);
        bad |= op->begin(s, k, data) != FILESEC_OK;
        bad |= op->aad(s, data + 50, 33) != FILESEC_OK;
        bad |= op->decrypt(s, text, text, len) != FILESEC_OK;
        bad |= op->verify(s, tag) != FILESEC_OK;
        h = fnv(h, text, len);
    }
    return bad ? 0 : h;
}

/* Threads wait here until all of them, and the main thread, have come. */
static pthread_mutex_t gate_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_opens = PTHREAD_COND_INITIALIZER;
static unsigned gate_waiting;

static void gate(void)
{
    pthread_mutex_lock(&gate_lock);
    if (--gate_waiting == 0)
        pthread_cond_broadcast(&gate_opens);
    while (gate_waiting != 0)
        pthread_cond_wait(&gate_opens, &gate_lock);
    pthread_mutex_unlock(&gate_lock);
}

typedef struct job {
    pthread_t thread;
    uint32_t seed;
    unsigned rounds;
    int forcing; /* this one forces paths instead of working */
    uint64_t result[64];
} job;

static void force_paths(unsigned rounds)
{
    unsigned i;
    int p;

    for (i = 0; i < rounds * 40; i++) {
        for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++) {
            size_t count = filesec_path_count((filesec_primitive)p);

            if (count != 0)
                (void)filesec_path_use((filesec_primitive)p, i % count);
        }
        if (i % 7 == 0)
            (void)filesec_path_limit(i % 2 != 0 ? "x86_avx2" : "portable");
    }
}

static void *run_job(void *argument)
{
    job *j = (job *)argument;
    unsigned i;

    gate();
    if (j->forcing)
        force_paths(j->rounds);
    for (i = 0; i < j->rounds && !j->forcing; i++)
        j->result[i] = work(j->seed + i);
    return NULL;
}

static void run_all(unsigned rounds, unsigned forcing, const char *what)
{
    static job jobs[THREADS];
    unsigned i, k, started = 0;

    gate_waiting = THREADS;
    for (i = 0; i < THREADS; i++) {
        jobs[i].seed = 1000 * i;
        jobs[i].rounds = rounds;
        jobs[i].forcing = i < forcing;
        if (pthread_create(&jobs[i].thread, NULL, run_job, &jobs[i]) != 0)
            break;
        started++;
    }
    CHECK(started == THREADS, "%s: only %u threads", what, started);
    if (started != THREADS) { /* let those at the gate go */
        pthread_mutex_lock(&gate_lock);
        gate_waiting = 0;
        pthread_cond_broadcast(&gate_opens);
        pthread_mutex_unlock(&gate_lock);
    }
    for (i = 0; i < started; i++)
        pthread_join(jobs[i].thread, NULL);
    for (i = forcing; i < started; i++)
        for (k = 0; k < rounds; k++)
            CHECK(jobs[i].result[k] != 0 && jobs[i].result[k] == work(jobs[i].seed + k),
                  "%s: thread %u, round %u", what, i, k);
}

static void forget_all(void)
{
    int p;

    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++)
        row_forget((filesec_primitive)p);
}

void suite_threads(void)
{
    unsigned round;

    test_section("threads");
    seeded(data, sizeof data, 16);
    test_case("%d threads at the very first use", THREADS);
    run_all(1, 0, "first use");
    test_case("the same again, 10 times");
    for (round = 0; round < 10; round++) {
        forget_all();
        run_all(1, 0, "first use");
    }
    test_case("8 threads force paths while 16 work");
    run_all(test_short ? 8 : 40, 8, "forced paths");
    forget_all(); /* the default again */
    test_end();
}
#endif
