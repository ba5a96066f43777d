/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_BENCH_PEERS_REPORT_H
#define FILESEC_BENCH_PEERS_REPORT_H
/*
 * bench/peers_report.h: what peers.c measured, as lines of a table and rows of CSV and JSON
 */
#include "bench/common.h"
#include "bench/peers.h"

#define PEERS_LIBRARIES 4
#define PEERS_SIDES 8 /* ours and the most peers of one operation, and room to spare */

/* One that takes part: ours comes first. */
typedef struct side {
    const char *name;
    bench_run *run;
    size_t calls;
    bench_work work;
    double *ns, *ratio, *cycles; /* of each round; ratio: this side's time through ours */
    bench_spread ns_spread, ratio_spread;
    double cycles_median;
} side;

/* Machine and versions, then the columns. */
void peers_report_begin(bench_output *out, const bench_options *o,
                        const peer_library libraries[PEERS_LIBRARIES]);

/* One size; with_title before the first of an operation. */
void peers_report_size(bench_output *out, const bench_options *o, const bench_operation *op,
                       const char *path, const side *sides, size_t count, int with_title);

void peers_report_end(bench_output *out);

#endif
