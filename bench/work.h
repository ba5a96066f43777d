/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_BENCH_WORK_H
#define FILESEC_BENCH_WORK_H
/*
 * bench/work.h: one call to be timed, its buffers, and the operations that are measured
 *
 * Whoever takes part, ours or a peer, is a function that does `calls` calls in a loop of its
 * own and reads everything it needs from a bench_work, so that all of them are treated alike.
 */
#include <stddef.h>
#include <stdint.h>

#include "filesec.h"

#define BENCH_NONCES 64   /* made beforehand; each in 16 bytes, of which 12 are the nonce */
#define BENCH_MESSAGES 62 /* the most messages in one call of a _many operation */
#define BENCH_MANY_LIMIT ((size_t)4 << 20) /* largest message of a _many operation */
#define BENCH_SEED 0x9747b28cu             /* of MurmurHash3 */

typedef struct bench_work {
    const uint8_t *key;    /* 32 bytes */
    const uint8_t *nonces; /* BENCH_NONCES of them */
    const uint8_t *aad;
    size_t aad_len;
    const uint8_t *in; /* plaintext or message; for open: the ciphertext */
    size_t len;
    uint8_t *out;
    uint8_t tag[2][64];  /* tags, digests and hashes; two, taken in turn, for latency */
    uint8_t genuine[16]; /* for open: the tag of in under nonce 0 */
    size_t messages;     /* for _many */
    const void *data[BENCH_MESSAGES];
    size_t data_len[BENCH_MESSAGES];
    uint8_t digests[BENCH_MESSAGES][64], hashes[BENCH_MESSAGES][16];
    size_t bytes;        /* message bytes of one call, all messages together */
    const void *context; /* ours: the key that was set up */
    int failed;          /* a call reported an error */
} bench_work;

typedef void bench_run(bench_work *w, size_t calls);

typedef enum bench_kind {
    BENCH_HASH,
    BENCH_MANY,
    BENCH_SEAL,
    BENCH_OPEN,
    BENCH_SETUP /* of a key: no message */
} bench_kind;

typedef struct bench_operation {
    const char *name;  /* as results call it: "aes256gcm_seal_aad13" */
    const char *call;  /* as peers name what they offer: "aes256gcm_seal" */
    const char *title; /* as tables call it */
    filesec_primitive primitive;
    bench_kind kind;
    size_t aad_len, messages;
    int mixed;          /* messages of different lengths, size on average */
    size_t size_max;    /* larger sizes are left out */
    bench_run *run;     /* ours */
    bench_run *latency; /* ours, each call needing the one before; NULL if there is none */
} bench_operation;

extern const bench_operation bench_operations[];
extern const size_t bench_operation_count;

/* All buffers, for messages up to size_max; 0, or 1 if there is no memory. */
int bench_work_begin(size_t size_max);
void bench_work_end(void);

/* The 32 bytes that every key is set up from. */
const uint8_t *bench_work_key(void);

/* Fill in w for an operation on messages of `size` bytes. Context is left NULL. */
void bench_work_prepare(bench_work *w, const bench_operation *op, size_t size);

static inline const uint8_t *bench_nonce(const bench_work *w, size_t i)
{
    return w->nonces + 16 * (i % BENCH_NONCES);
}

/* Keys of ours, set up under the path in use; bench_ours_context(op) gives that of op's kind,
   or NULL. Keep one bench_keys for each path. */
typedef struct bench_keys {
    filesec_aes256gcm_key aes256gcm;
    filesec_chacha20poly1305_key chacha20poly1305;
} bench_keys;

void bench_ours_init(bench_keys *keys);
const void *bench_ours_context(const bench_keys *keys, const bench_operation *op);

/* One timed sample: warm up, run, and take the clock rate on both sides. */
typedef struct bench_sample {
    double ns, ghz; /* of one call */
} bench_sample;

bench_sample bench_work_sample(bench_run *run, bench_work *w, size_t calls);

/* How many calls take about sample_ns; at least 1. */
size_t bench_work_calls(bench_run *run, bench_work *w, double sample_ns);

#endif
