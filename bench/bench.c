/* SPDX-License-Identifier: 0BSD */
/*
 * bench/bench.c: how fast is every usable path of every primitive, by size
 *
 * The cells (operation, path, size) are visited once in each round, in an order that changes
 * from round to round, so that a drift of the machine hits all of them alike.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/common.h"
#include "bench/work.h"
#include "tools/paths.h"

static const bench_program program = {
    "bench",
    "usage: bench [OPTIONS]\n"
    "Measure every usable path of every primitive of filesec.h, each forced; \"default\" is\n"
    "the one in use with none forced, so with its switches by size.\n"
    "  --sizes LIST     message sizes, as 16,1K,1M (default 16 B to 1 MiB)\n"
    "  --only WORDS     rows of which operation/path holds one of the words (comma between)\n"
    "  --current        only the path in use by default, with its switches by size; this is\n"
    "                   also what the environment variable FILESEC_PATH leaves\n"
    "  --quick          a first impression: fewer and shorter samples\n"
    "  --rounds N       samples of each row        --sample-us N  length of a sample\n"
    "  --cpu N          stay on core N (Linux)\n"
    "  --csv, --json    instead of the table; --csv=FILE, --json=FILE: beside it\n",
    0,
    0,
    41,
    11,
    400e3,
    100e3};

typedef struct cell {
    const bench_operation *operation;
    size_t path, size, calls;
    int in_use; /* the path that would run by default */
    bench_work work;
    bench_keys keys;
    double *ns, *cycles;
} cell;

static const bench_column columns[] = {
    {"operation", 1},       {"path", 1},    {"in_use", 0},   {"size", 0},
    {"messages", 0},        {"aad", 0},     {"bytes", 0},    {"ns", 0},
    {"ns_low", 0},          {"ns_high", 0}, {"mb_per_s", 0}, {"cycles", 0},
    {"cycles_per_byte", 0}, {"ghz", 0},     {"samples", 0},  {"calls", 0}};
#define COLUMN_COUNT (sizeof columns / sizeof columns[0])

static size_t initial[FILESEC_PRIMITIVE_COUNT]; /* the path of each primitive at the start */

/* A cell's path may be one past the last: none is forced, so switches by size are at work. */
static int is_default(const bench_operation *op, size_t path)
{
    return path == filesec_path_count(op->primitive);
}

static const char *path_name(const bench_operation *op, size_t path)
{
    return is_default(op, path) ? "default" : filesec_path_name(op->primitive, path);
}

/* Put every primitive on its default path, and this cell's on the cell's. Others matter: the
   last path of sha512_many runs on that of sha512. */
static void choose_path(const bench_options *o, const cell *c)
{
    if (o->current)
        return;
    (void)filesec_path_limit("any");
    if (!is_default(c->operation, c->path))
        (void)filesec_path_use(c->operation->primitive, c->path);
}

static int is_measured(const bench_options *o, const bench_operation *op, size_t path,
                       size_t size, size_t size_index)
{
    if (size > op->size_max || filesec_path_count(op->primitive) == 0)
        return 0;
    if (!is_default(op, path) && !filesec_path_usable(op->primitive, path))
        return 0;
    if (o->current && path != initial[op->primitive])
        return 0;
    if (op->kind == BENCH_SETUP && size_index != 0)
        return 0;
    return bench_options_wanted(o, op->name, path_name(op, path));
}

/* All cells, in the order of the table; if cells is NULL they are only counted. */
static size_t list_cells(const bench_options *o, cell *cells)
{
    size_t i, path, s, n = 0;

    for (i = 0; i < bench_operation_count; i++) {
        const bench_operation *op = &bench_operations[i];

        for (path = 0; path <= filesec_path_count(op->primitive); path++) {
            for (s = 0; s < o->size_count; s++) {
                if (!is_measured(o, op, path, o->sizes[s], s))
                    continue;
                if (cells != NULL) {
                    cells[n].operation = op;
                    cells[n].path = path;
                    cells[n].size = op->kind == BENCH_SETUP ? 0 : o->sizes[s];
                    cells[n].in_use = path == initial[op->primitive];
                }
                n++;
            }
        }
    }
    return n;
}

/* Set up every cell; 0, or 1 after a line on stderr. */
static int prepare_cells(const bench_options *o, cell *cells, size_t count, double *samples)
{
    size_t i;

    for (i = 0; i < count; i++) {
        cell *c = &cells[i];

        choose_path(o, c);
        bench_work_prepare(&c->work, c->operation, c->size);
        bench_ours_init(&c->keys);
        c->work.context = bench_ours_context(&c->keys, c->operation);
        c->calls = bench_work_calls(c->operation->run, &c->work, o->sample_ns);
        c->ns = samples + 2 * i * o->rounds;
        c->cycles = c->ns + o->rounds;
        if (c->work.failed) {
            fprintf(stderr, "bench: %s on %s failed\n", c->operation->name,
                    path_name(c->operation, c->path));
            return 1;
        }
    }
    return 0;
}

/* A new order, from a generator that is the same in every run. */
static void shuffle(size_t *order, size_t count)
{
    static uint32_t x = 2463534242u;
    size_t i;

    for (i = count; i > 1; i--) {
        size_t j, swapped = order[i - 1];

        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        j = x % i;
        order[i - 1] = order[j];
        order[j] = swapped;
    }
}

static void measure(const bench_options *o, cell *cells, size_t *order, size_t count)
{
    size_t i, round;

    for (i = 0; i < count; i++)
        order[i] = i;
    for (round = 0; round < o->rounds; round++) {
        shuffle(order, count);
        for (i = 0; i < count; i++) {
            cell *c = &cells[order[i]];
            bench_sample s;

            choose_path(o, c);
            s = bench_work_sample(c->operation->run, &c->work, c->calls);
            c->ns[round] = s.ns;
            c->cycles[round] = s.ns * s.ghz;
        }
    }
}

static void print_line(FILE *table, const cell *c, const cell *before, bench_spread ns,
                       double cycles)
{
    const bench_operation *op = c->operation;
    double bytes = (double)c->work.bytes;
    char size[32], per_byte[24], rate[24];

    if (before == NULL || before->operation != op) {
        fprintf(table, "\n%s\n", op->title);
        fprintf(table, "  %-19s %8s %13s %8s %10s %10s %9s\n", "path", "size", "ns a call",
                "+-", "cycles", "MB/s", "c/B");
    }
    if (op->kind == BENCH_SETUP) {
        strcpy(size, "-");
        strcpy(rate, "-");
        strcpy(per_byte, "-");
    } else {
        bench_size_text(size, c->size);
        snprintf(rate, sizeof rate, "%.1f", bytes * 1e3 / ns.median);
        snprintf(per_byte, sizeof per_byte, "%.3f", cycles / bytes);
    }
    fprintf(table, "%c %-19s %8s %13.1f %7.1f%% %10.0f %10s %9s\n", c->in_use ? '*' : ' ',
            path_name(op, c->path), size, ns.median, 50 * (ns.high - ns.low) / ns.median,
            cycles, rate, per_byte);
}

static void report(const bench_options *o, bench_output *out, const cell *cells, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++) {
        const cell *c = &cells[i];
        bench_spread ns = bench_spread_of(c->ns, o->rounds);
        double cycles = bench_spread_of(c->cycles, o->rounds).median;
        double bytes = c->work.bytes > 0 ? (double)c->work.bytes : (double)NAN;
        bench_value v[COLUMN_COUNT];

        v[0] = bench_text(c->operation->name);
        v[1] = bench_text(path_name(c->operation, c->path));
        v[2] = bench_number(c->in_use);
        v[3] = bench_number((double)c->size);
        v[4] = bench_number((double)c->operation->messages);
        v[5] = bench_number((double)c->operation->aad_len);
        v[6] = bench_number((double)c->work.bytes);
        v[7] = bench_number(ns.median);
        v[8] = bench_number(ns.low);
        v[9] = bench_number(ns.high);
        v[10] = bench_number(bytes * 1e3 / ns.median);
        v[11] = bench_number(cycles);
        v[12] = bench_number(cycles / bytes);
        v[13] = bench_number(cycles / ns.median);
        v[14] = bench_number((double)o->rounds);
        v[15] = bench_number((double)c->calls);
        bench_output_row(out, v);
        if (o->table != NULL)
            print_line(o->table, c, i > 0 ? &cells[i - 1] : NULL, ns, cycles);
    }
}

static int run(bench_options *o)
{
    size_t count = list_cells(o, NULL);
    cell *cells = (cell *)calloc(count + 1, sizeof *cells);
    double *samples = (double *)calloc(2 * count * o->rounds + 1, sizeof *samples);
    size_t *order = (size_t *)calloc(count + 1, sizeof *order);
    bench_output out;
    int status = 1;

    if (count == 0)
        fprintf(stderr, "bench: nothing to measure\n");
    else if (cells == NULL || samples == NULL || order == NULL)
        fprintf(stderr, "bench: no memory\n");
    else {
        (void)list_cells(o, cells);
        status = prepare_cells(o, cells, count, samples);
    }
    if (status == 0) {
        measure(o, cells, order, count);
        if (o->table != NULL)
            fprintf(o->table,
                    "filesec %s on %s\n%s, %s\nmedian of %lu samples; +- is half the distance "
                    "between the quartiles; * path in use\n",
                    filesec_version(), bench_machine_cpu(), bench_machine_system(),
                    bench_machine_compiler(), (unsigned long)o->rounds);
        bench_output_begin(&out, o, "bench", columns, COLUMN_COUNT);
        report(o, &out, cells, count);
        bench_output_end(&out);
    }
    free(order);
    free(samples);
    free(cells);
    return status;
}

int main(int argc, char **argv)
{
    bench_options o;
    int p, closed, status = bench_options_parse(&o, &program, argc, argv);

    if (status != 0)
        return status < 0 ? 0 : status;
    if (paths_from_environment() != 0)
        return 2;
    if (getenv("FILESEC_PATH") != NULL && *getenv("FILESEC_PATH") != '\0')
        o.current = 1;
    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++)
        initial[p] = filesec_path_current((filesec_primitive)p);
    bench_clock_begin();
    if (bench_work_begin(o.size_max) != 0)
        return 1;
    status = run(&o);
    bench_work_end();
    closed = bench_options_close(&o, &program);
    return status != 0 ? status : closed;
}
