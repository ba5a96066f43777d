/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_BENCH_COMMON_H
#define FILESEC_BENCH_COMMON_H
/*
 * bench/common.h: what bench.c and peers.c share: clock, statistics, options, output
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- common_clock.c: time and the clock rate of the core ---- */

/* Find out what reading the clock costs; later intervals leave it out. Call it once, first. */
void bench_clock_begin(void);

/* Nanoseconds of CPU time of this thread, so that waiting for a core does not count. */
double bench_clock_ns(void);

/* Nanoseconds between two readings, without the cost of reading; never below zero. */
double bench_clock_between(double start, double end);

/* Cycles a nanosecond of this core now, from a chain of dependent additions; NaN if the
   compiler gives no way to keep the chain whole. */
double bench_clock_ghz(void);

/* ---- common_stats.c ---- */

/* The median and the quartiles of many samples. */
typedef struct bench_spread {
    double median, low, high;
} bench_spread;

/* Sorts the samples. A NaN among them makes the result NaN. */
bench_spread bench_spread_of(double *samples, size_t count);

/* ---- common_options.c ---- */

#define BENCH_SIZES_MAX 32
#define BENCH_SIZE_LIMIT ((size_t)64 << 20)

typedef struct bench_options {
    size_t sizes[BENCH_SIZES_MAX];
    size_t size_count, size_max;
    size_t rounds;
    double sample_ns;
    const char *only; /* words of which a row must hold one; NULL: all rows */
    FILE *table, *csv, *json;
    int cpu; /* the core to stay on; -1: any */
    int quick, current, all_paths, latency;
} bench_options;

/* Which program asks: its name, its own switches, its help and its effort. */
typedef struct bench_program {
    const char *name, *help;
    int has_paths, has_latency; /* --all-paths and --latency; else --current */
    size_t rounds, quick_rounds;
    double sample_ns, quick_sample_ns;
} bench_program;

/* 0; or 2 after a line on stderr; or -1 if --help was printed and the program is done. */
int bench_options_parse(bench_options *o, const bench_program *program, int argc, char **argv);

/* 1 if the row "operation/path" is asked for by --only. */
int bench_options_wanted(const bench_options *o, const char *operation, const char *path);

/* Close the files; 0, or 3 after a line on stderr if anything could not be written. */
int bench_options_close(bench_options *o, const bench_program *program);

/* ---- common_output.c: rows for CSV and JSON, and the machine ---- */

typedef struct bench_column {
    const char *name;
    int is_text;
} bench_column;

/* One cell: text or number, as its column says. What is NULL or not finite stays empty (null in
   JSON). */
typedef struct bench_value {
    const char *text;
    double number;
} bench_value;

typedef struct bench_output {
    FILE *csv, *json;
    const bench_column *columns;
    size_t column_count, row_count;
} bench_output;

bench_value bench_text(const char *text);
bench_value bench_number(double number);

void bench_output_begin(bench_output *out, const bench_options *o, const char *program,
                        const bench_column *columns, size_t column_count);
void bench_output_row(bench_output *out, const bench_value *values);
void bench_output_end(bench_output *out);

/* One line each: the CPU with family and model where known, system, and compiler. */
const char *bench_machine_cpu(void);
const char *bench_machine_system(void);
const char *bench_machine_compiler(void);

/* Stay on one core; 0, or 2 after a line on stderr. */
int bench_machine_stay_on(int cpu);

/* "16", "1 KiB", "1 MiB": a size for people; returns text, which holds 32 bytes. */
const char *bench_size_text(char text[32], size_t size);

#endif
