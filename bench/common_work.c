/* SPDX-License-Identifier: 0BSD */
/*
 * bench/common_work.c: the buffers, and how a sample is taken
 */
#include <stdlib.h>
#include <string.h>

#include "bench/common.h"
#include "bench/work.h"

/* Where the output lies within its 4096 bytes: with the same place as the input, loads would
   wait for stores that only look like theirs, and more so for some implementations. */
#define OUTPUT_SHIFT 2112
#define PAGE 4096

static uint8_t *memory, *input, *output, *sealed_text;
static uint8_t key[32], nonces[16 * BENCH_NONCES], clear_data[64];

/* Bytes without a pattern, the same in every run. */
static void fill(uint8_t *p, size_t len)
{
    static uint64_t x = 0x243f6a8885a308d3u; /* the fraction of pi: any number but 0 would do */
    size_t i;

    for (i = 0; i < len; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        p[i] = (uint8_t)(x >> 32);
    }
}

/* Bytes from one message of a _many operation to the next: lanes do not share a cache set. */
static size_t stride(size_t size)
{
    return (size + 127) / 64 * 64;
}

int bench_work_begin(size_t size_max)
{
    size_t many = size_max < BENCH_MANY_LIMIT ? size_max : BENCH_MANY_LIMIT;
    size_t in_len = 8 * stride(many) + 2 * many;
    size_t total;
    uintptr_t start;

    if (in_len < size_max)
        in_len = size_max;
    in_len = (in_len / PAGE + 2) * PAGE;
    size_max = (size_max / PAGE + 2) * PAGE;
    total = in_len + 2 * size_max + 2 * PAGE;
    memory = (uint8_t *)malloc(total);
    if (memory == NULL) {
        fprintf(stderr, "no memory for buffers of %lu bytes\n", (unsigned long)total);
        return 1;
    }
    start = (uintptr_t)memory;
    input = memory + (PAGE - start % PAGE) % PAGE;
    sealed_text = input + in_len;
    output = sealed_text + size_max + OUTPUT_SHIFT;
    fill(memory, total);
    fill(key, sizeof key);
    fill(nonces, sizeof nonces);
    fill(clear_data, sizeof clear_data);
    return 0;
}

const uint8_t *bench_work_key(void)
{
    return key;
}

void bench_work_end(void)
{
    free(memory);
    memory = NULL;
}

/* Mixed lengths: each multiple of size / 16 from 1 to 31 as often, long beside short. */
static size_t mixed_len(size_t size, size_t i)
{
    return size < 16 ? size : size / 16 * (i * 12 % 31 + 1) + size % 16;
}

/* The tag that makes the random bytes at sealed_text a genuine message under nonce 0: open it
   as if it were genuine with a stream cipher, that is: seal it, and seal what that gives. */
static void make_genuine(bench_work *w, const bench_operation *op)
{
    bench_keys *keys = (bench_keys *)malloc(sizeof *keys);
    int status = keys == NULL;

    if (keys != NULL)
        bench_ours_init(keys);
    if (keys != NULL && op->primitive == FILESEC_AES256GCM) {
        status |= filesec_aes256gcm_seal(&keys->aes256gcm, w->out, w->genuine, w->nonces,
                                         w->aad, w->aad_len, w->in, w->len) != FILESEC_OK;
        status |= filesec_aes256gcm_seal(&keys->aes256gcm, w->out, w->genuine, w->nonces,
                                         w->aad, w->aad_len, w->out, w->len) != FILESEC_OK;
    } else if (keys != NULL) {
        status |= filesec_chacha20poly1305_seal(&keys->chacha20poly1305, w->out, w->genuine,
                                                w->nonces, w->aad, w->aad_len, w->in,
                                                w->len) != FILESEC_OK;
        status |= filesec_chacha20poly1305_seal(&keys->chacha20poly1305, w->out, w->genuine,
                                                w->nonces, w->aad, w->aad_len, w->out,
                                                w->len) != FILESEC_OK;
    }
    w->failed |= status;
    free(keys);
}

void bench_work_prepare(bench_work *w, const bench_operation *op, size_t size)
{
    size_t i;

    memset(w, 0, sizeof *w);
    w->key = key;
    w->nonces = nonces;
    w->aad = op->aad_len > 0 ? clear_data : NULL;
    w->aad_len = op->aad_len;
    w->in = op->kind == BENCH_OPEN ? sealed_text : input;
    w->out = output;
    w->len = size;
    w->bytes = size;
    w->messages = op->messages;
    for (i = 0; op->kind == BENCH_MANY && i < op->messages; i++) {
        w->data[i] = input + i % 8 * stride(size);
        w->data_len[i] = op->mixed ? mixed_len(size, i) : size;
        w->bytes += w->data_len[i];
    }
    if (op->kind == BENCH_MANY)
        w->bytes -= size;
    if (op->kind == BENCH_SETUP)
        w->bytes = 0;
    if (op->kind == BENCH_OPEN)
        make_genuine(w, op);
}

bench_sample bench_work_sample(bench_run *run, bench_work *w, size_t calls)
{
    bench_sample s;
    double start, before, after;

    run(w, 1 + calls / 16);
    before = bench_clock_ghz();
    start = bench_clock_ns();
    run(w, calls);
    s.ns = bench_clock_between(start, bench_clock_ns()) / (double)calls;
    after = bench_clock_ghz();
    s.ghz = before > after ? before : after; /* an interruption can only slow the chain down */
    return s;
}

size_t bench_work_calls(bench_run *run, bench_work *w, double sample_ns)
{
    size_t calls = 1;
    double ns;

    for (;;) {
        double start = bench_clock_ns();

        run(w, calls);
        ns = bench_clock_between(start, bench_clock_ns());
        if (ns >= sample_ns / 4 || calls > ((size_t)1 << 24))
            break;
        calls *= 2;
    }
    if (ns > 0)
        calls = (size_t)((double)calls * sample_ns / ns + 0.5);
    return calls > 0 ? calls : 1;
}
