/* SPDX-License-Identifier: 0BSD */
/*
 * bench/peers.c: ours beside other libraries, interleaved in one run
 *
 * For each operation and size, rounds of {ours, peer, peer, ...} in an order that rotates. A
 * ratio is taken within a round, a peer's time through ours, and the median of the rounds is
 * shown: what the machine does between rounds cancels out. Before timing, all outputs are
 * compared; a difference ends the program with exit code 1.
 */
#include <stdlib.h>
#include <string.h>

#include "bench/common.h"
#include "bench/peers.h"
#include "bench/peers_report.h"
#include "tools/paths.h"

static const bench_program program = {
    "bench-peers",
    "usage: bench-peers [OPTIONS]\n"
    "Measure filesec.h beside libcrypto, libsodium, ipsec-mb and plain MurmurHash3 code.\n"
    "  --sizes LIST     message sizes, as 16,1K,1M (default 16 B to 1 MiB)\n"
    "  --only WORDS     rows of which operation/path holds one of the words (comma between)\n"
    "  --all-paths      every usable path of ours, not only the one in use\n"
    "  --latency        AEAD seal only: each call's nonce is the tag of the one before\n"
    "  --quick          a first impression: fewer and shorter samples\n"
    "  --rounds N       samples of each row        --sample-us N  length of a sample\n"
    "  --cpu N          stay on core N (Linux)\n"
    "  --csv, --json    instead of the table; --csv=FILE, --json=FILE: beside it\n"
    "FILESEC_PATH chooses our path (max=x86_avx2, aes256gcm=portable), OPENSSL_ia32cap limits\n"
    "libcrypto, IPSEC_MB_LEVEL (none, sse, avx, avx2) ipsec-mb.\n",
    1,
    1,
    61,
    31,
    500e3,
    50e3};

typedef struct bench_state {
    bench_options o;
    bench_output out;
    peer_library libraries[PEERS_LIBRARIES];
    bench_keys keys;
    uint8_t *expected; /* the first output, to compare the others with */
    double *samples;   /* for each side: ns, ratio and cycles of each round */
} bench_state;

/* Ours, then every peer that answers this operation at this size. */
static size_t gather(bench_state *b, const bench_operation *op, size_t size, side *sides)
{
    size_t i, j, n = 1;
    size_t longest = op->mixed ? 2 * size : size;

    sides[0].name = "filesec";
    sides[0].run = b->o.latency ? op->latency : op->run;
    for (i = 0; i < PEERS_LIBRARIES; i++) {
        for (j = 0; j < b->libraries[i].count; j++) {
            const peer *p = &b->libraries[i].list[j];

            if (strcmp(p->call, op->call) != 0 || (p->len_max != 0 && longest > p->len_max))
                continue;
            if (b->o.latency && p->latency == NULL)
                continue;
            sides[n].name = p->name;
            sides[n].run = b->o.latency ? p->latency : p->run;
            n++;
        }
    }
    for (i = 0; i < n; i++) {
        bench_work_prepare(&sides[i].work, op, size);
        sides[i].ns = b->samples + 3 * i * b->o.rounds;
        sides[i].ratio = sides[i].ns + b->o.rounds;
        sides[i].cycles = sides[i].ratio + b->o.rounds;
    }
    sides[0].work.context = bench_ours_context(&b->keys, op);
    return n;
}

/* Make calls with cleared outputs, so that nothing of another side's run is taken for its own.
 */
static void run_cleared(side *s, size_t calls)
{
    bench_work *w = &s->work;

    memset(w->out, 0, w->len);
    memset(w->tag, 0, sizeof w->tag);
    memset(w->digests, 0, sizeof w->digests);
    memset(w->hashes, 0, sizeof w->hashes);
    s->run(w, calls);
}

/* 0 if all sides give the same bytes, for one call and for five; else 1 after a line. */
static int compare_outputs(const bench_state *b, const bench_operation *op, side *sides,
                           size_t count)
{
    size_t i, calls;
    int same;

    for (calls = 1; calls <= 5; calls += 4) {
        for (i = 0; i < count; i++) {
            bench_work *w = &sides[i].work, *ours = &sides[0].work;

            run_cleared(&sides[i], calls);
            if (i == 0)
                memcpy(b->expected, w->out, w->len);
            same = memcmp(b->expected, w->out, w->len) == 0 &&
                   memcmp(ours->tag, w->tag, sizeof w->tag) == 0 &&
                   memcmp(ours->digests, w->digests, sizeof w->digests) == 0 &&
                   memcmp(ours->hashes, w->hashes, sizeof w->hashes) == 0;
            if (op->kind == BENCH_SETUP || (same && !w->failed))
                continue;
            fprintf(stderr, "bench-peers: %s, %lu bytes: %s %s\n", op->name,
                    (unsigned long)w->len, sides[i].name,
                    w->failed ? "reports an error" : "and filesec give different results");
            return 1;
        }
    }
    return 0;
}

static void measure(const bench_state *b, side *sides, size_t count)
{
    size_t i, round;

    for (i = 0; i < count; i++)
        sides[i].calls = bench_work_calls(sides[i].run, &sides[i].work, b->o.sample_ns);
    for (round = 0; round < b->o.rounds; round++) {
        for (i = 0; i < count; i++) {
            side *s = &sides[(round + i) % count];
            bench_sample sample = bench_work_sample(s->run, &s->work, s->calls);

            s->ns[round] = sample.ns;
            s->cycles[round] = sample.ns * sample.ghz;
        }
        for (i = 0; i < count; i++)
            sides[i].ratio[round] = sides[i].ns[round] / sides[0].ns[round];
    }
    for (i = 0; i < count; i++) {
        sides[i].ns_spread = bench_spread_of(sides[i].ns, b->o.rounds);
        sides[i].ratio_spread = bench_spread_of(sides[i].ratio, b->o.rounds);
        sides[i].cycles_median = bench_spread_of(sides[i].cycles, b->o.rounds).median;
    }
}

/* One operation on one path, all sizes; 0, or 1 if outputs differ. */
static int measure_operation(bench_state *b, const bench_operation *op, const char *path)
{
    side *sides = (side *)calloc(PEERS_SIDES, sizeof *sides);
    size_t i, count, reported = 0;
    int status = sides == NULL;

    for (i = 0; i < b->o.size_count && status == 0; i++) {
        if (b->o.sizes[i] > op->size_max || (op->kind == BENCH_SETUP && i > 0))
            continue;
        count = gather(b, op, op->kind == BENCH_SETUP ? 0 : b->o.sizes[i], sides);
        status = compare_outputs(b, op, sides, count);
        if (status != 0 || count == 1)
            break;
        measure(b, sides, count);
        peers_report_size(&b->out, &b->o, op, path, sides, count, reported++ == 0);
        if (b->o.table != NULL)
            fflush(b->o.table);
    }
    free(sides);
    return status;
}

static int wanted(const bench_state *b, const bench_operation *op, size_t path)
{
    if (b->o.latency && op->latency == NULL)
        return 0;
    if (!filesec_path_usable(op->primitive, path))
        return 0;
    return bench_options_wanted(&b->o, op->name, filesec_path_name(op->primitive, path));
}

/* All operations. Unless all paths are asked for none is forced, so that switches by size stay
   as a user has them. */
static int measure_all(bench_state *b)
{
    size_t i, path;
    int status = 0;

    for (i = 0; i < bench_operation_count; i++) {
        const bench_operation *op = &bench_operations[i];
        size_t initial = filesec_path_current(op->primitive);

        for (path = 0; path < filesec_path_count(op->primitive) && status == 0; path++) {
            if ((!b->o.all_paths && path != initial) || !wanted(b, op, path))
                continue;
            if (b->o.all_paths)
                (void)filesec_path_use(op->primitive, path);
            bench_ours_init(&b->keys);
            status = measure_operation(b, op, filesec_path_name(op->primitive, path));
        }
        if (b->o.all_paths && filesec_path_count(op->primitive) > 0)
            (void)filesec_path_use(op->primitive, initial);
    }
    return status;
}

static int begin(bench_state *b)
{
    size_t i;

    bench_clock_begin();
    if (bench_work_begin(b->o.size_max) != 0)
        return 1;
    b->expected = (uint8_t *)malloc(b->o.size_max);
    b->samples = (double *)calloc(3 * PEERS_SIDES * b->o.rounds, sizeof *b->samples);
    if (b->expected == NULL || b->samples == NULL) {
        fprintf(stderr, "bench-peers: no memory\n");
        return 1;
    }
    peer_libcrypto(&b->libraries[0]);
    peer_libsodium(&b->libraries[1]);
    peer_ipsec_mb(&b->libraries[2]);
    peer_plain(&b->libraries[3]);
    peers_report_begin(&b->out, &b->o, b->libraries);
    for (i = 0; i + 1 < PEERS_LIBRARIES; i++) {
        if (b->libraries[i].count > 0)
            return 0;
    }
    fprintf(stderr, "bench-peers: no library to compare with was found when this was built\n");
    return 0;
}

int main(int argc, char **argv)
{
    bench_state *b = (bench_state *)calloc(1, sizeof *b);
    int closed, status;

    if (b == NULL)
        return 1;
    status = bench_options_parse(&b->o, &program, argc, argv);
    if (status == 0 && paths_from_environment() != 0)
        status = 2;
    if (status != 0) {
        free(b);
        return status < 0 ? 0 : status;
    }
    status = begin(b);
    if (status == 0)
        status = measure_all(b);
    peers_report_end(&b->out);
    closed = bench_options_close(&b->o, &program);
    free(b->samples);
    free(b->expected);
    bench_work_end();
    free(b);
    return status != 0 ? status : closed;
}
