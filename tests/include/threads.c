/* SPDX-License-Identifier: 0BSD */
/*
 * tests/include/threads.c: many threads make the first calls at once, while others force paths
 *
 * Every result must be the same, whichever path a call found in use; the ThreadSanitizer builds
 * of `make tsan` watch for races. A key made before a change of paths keeps its own.
 */
#define FILESEC_IMPLEMENTATION
#include "filesec.h"

#include <pthread.h>
#include <stdio.h>

#define THREADS 4
#define ROUNDS 60
#define LEN 1000

typedef struct results {
    unsigned char digest[64], hash[16], aes[LEN + 16], chacha[LEN + 16];
} results;

static unsigned char text[LEN];
static filesec_aes256gcm_key shared_aes;
static filesec_chacha20poly1305_key shared_chacha;
static results expected;

static int compute(results *r)
{
    static const unsigned char nonce[12] = {1, 2, 3};
    int bad = 0;

    filesec_sha512(r->digest, text, LEN);
    filesec_murmur3_x64_128(r->hash, text, LEN, 7);
    bad |= filesec_aes256gcm_seal(&shared_aes, r->aes, r->aes + LEN, nonce, text, 20, text,
                                  LEN) != FILESEC_OK;
    bad |= filesec_chacha20poly1305_seal(&shared_chacha, r->chacha, r->chacha + LEN, nonce,
                                         text, 20, text, LEN) != FILESEC_OK;
    return bad;
}

static void *use(void *bad)
{
    filesec_aes256gcm_key own;
    results r;
    int round;

    for (round = 0; round < ROUNDS; round++) {
        memset(&r, 0, sizeof r);
        *(int *)bad |= compute(&r);
        *(int *)bad |= memcmp(&r, &expected, sizeof r) != 0;
        filesec_aes256gcm_init(&own, text);
        filesec_wipe(&own, sizeof own);
    }
    return NULL;
}

static void *force(void *bad)
{
    int round, p;

    for (round = 0; round < ROUNDS; round++) {
        for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++) {
            filesec_primitive primitive = (filesec_primitive)p;
            size_t count = filesec_path_count(primitive);
            size_t i = count != 0 ? (size_t)round % count : 0;

            if (filesec_path_usable(primitive, i))
                *(int *)bad |= filesec_path_use(primitive, i) != FILESEC_OK;
            *(int *)bad |= count != 0 && filesec_path_current(primitive) >= count;
        }
    }
    return NULL;
}

/* Start all, wait for all; 0 if all were content. */
static int run_threads(void *(*last)(void *))
{
    pthread_t threads[THREADS];
    int bad[THREADS] = {0}, sum = 0, i;

    for (i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, i == THREADS - 1 ? last : use, &bad[i]) != 0)
            return 1;
    for (i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        sum |= bad[i];
    }
    return sum;
}

/* A first call in each thread: nothing was chosen before. */
static void *choose(void *r)
{
    filesec_sha512(((results *)r)->digest, text, LEN);
    filesec_murmur3_x64_128(((results *)r)->hash, text, LEN, 7);
    return NULL;
}

int main(void)
{
    unsigned char key[32];
    pthread_t threads[THREADS];
    results first[THREADS];
    int bad = 0, i;

    for (i = 0; i < LEN; i++)
        text[i] = (unsigned char)(i * 7 + (i >> 8));
    for (i = 0; i < THREADS; i++)
        bad |= pthread_create(&threads[i], NULL, choose, &first[i]) != 0;
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    memset(key, 9, sizeof key);
    filesec_aes256gcm_init(&shared_aes, key);
    filesec_chacha20poly1305_init(&shared_chacha, key);
    bad |= compute(&expected);
    for (i = 0; i < THREADS; i++)
        bad |= memcmp(first[i].digest, expected.digest, 64) != 0 ||
               memcmp(first[i].hash, expected.hash, 16) != 0;
    bad |= run_threads(use);
    bad |= run_threads(force);
    puts(bad ? "threads: wrong" : "threads: same results from all");
    return bad;
}
