/* SPDX-License-Identifier: 0BSD */
/*
 * bench/peer_plain.c: MurmurHash3's plain formulas as a peer, and the list that all peers use
 */
#include <string.h>

#include "bench/peers.h"
#include "bench/plain_murmur3.h"

void peer_add(peer_library *library, const char *call, const char *name, bench_run *run,
              bench_run *latency)
{
    peer *p = &library->list[library->count];

    if (library->count == sizeof library->list / sizeof library->list[0])
        return;
    p->call = call;
    p->name = name;
    p->run = run;
    p->latency = latency;
    p->len_max = 0;
    library->count++;
}

static void x64_128(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        plain_murmur3_x64_128(w->tag[0], w->in, w->len, BENCH_SEED);
}

static void x86_128(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        plain_murmur3_x86_128(w->tag[0], w->in, w->len, BENCH_SEED);
}

static void x86_32(bench_work *w, size_t calls)
{
    uint32_t h = 0;

    while (calls-- > 0) {
        h = plain_murmur3_x86_32(w->in, w->len, BENCH_SEED);
        memcpy(w->tag[0], &h, sizeof h);
    }
}

static void x64_128_each(bench_work *w, size_t calls)
{
    size_t i;

    while (calls-- > 0) {
        for (i = 0; i < w->messages; i++)
            plain_murmur3_x64_128(w->hashes[i], w->data[i], w->data_len[i], BENCH_SEED);
    }
}

void peer_plain(peer_library *library)
{
    snprintf(library->version, sizeof library->version,
             "plain (the formula as it stands, same compiler)");
    peer_add(library, "murmur3_x64_128", "plain", x64_128, NULL);
    peer_add(library, "murmur3_x86_128", "plain", x86_128, NULL);
    peer_add(library, "murmur3_x86_32", "plain", x86_32, NULL);
    peer_add(library, "murmur3_many", "plain", x64_128_each, NULL);
}
