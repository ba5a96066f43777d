/* SPDX-License-Identifier: 0BSD */
/*
 * bench/peers_report.c: the table, the CSV and the JSON of peers.c
 */
#include "bench/peers_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const bench_column columns[] = {{"operation", 1},
                                       {"mode", 1},
                                       {"path", 1},
                                       {"size", 0},
                                       {"messages", 0},
                                       {"aad", 0},
                                       {"bytes", 0},
                                       {"ns", 0},
                                       {"ns_low", 0},
                                       {"ns_high", 0},
                                       {"mb_per_s", 0},
                                       {"cycles", 0},
                                       {"cycles_per_byte", 0},
                                       {"ghz", 0},
                                       {"peer", 1},
                                       {"peer_ns", 0},
                                       {"peer_cycles", 0},
                                       {"ratio", 0},
                                       {"ratio_low", 0},
                                       {"ratio_high", 0},
                                       {"is_best", 0},
                                       {"target", 0},
                                       {"target_unit", 1},
                                       {"target_versus", 1},
                                       {"met", 1},
                                       {"rounds", 0},
                                       {"peer_version", 1}};
#define COLUMN_COUNT (sizeof columns / sizeof columns[0])

static const peer_library *all_libraries;

/* Ratios are judged as they are printed, in hundredths. */
#define HALF_A_HUNDREDTH 0.005

/* What was reached, and whether it is enough. */
typedef struct verdict {
    peer_target target;
    size_t best; /* the side that is quickest apart from ours */
    int is_met;  /* -1: no target, or nothing to compare with */
} verdict;

/* The goals are about throughput. */
static verdict judge(const bench_options *o, const bench_operation *op, const char *path,
                     const side *sides, size_t count)
{
    const side *ours = &sides[0];
    verdict v;
    size_t i, rival = 0;

    v.target = peer_target_of(op, path, ours->work.len);
    if (o->latency)
        v.target.unit = PEER_TARGET_NONE;
    v.best = 1;
    v.is_met = -1;
    for (i = 1; i < count; i++) {
        double ratio = sides[i].ratio_spread.median;

        if (ratio < sides[v.best].ratio_spread.median)
            v.best = i;
        if (peer_target_counts(&v.target, sides[i].name) &&
            (rival == 0 || ratio < sides[rival].ratio_spread.median))
            rival = i;
    }
    if (v.target.unit == PEER_TARGET_RATIO && rival != 0)
        v.is_met = sides[rival].ratio_spread.median + HALF_A_HUNDREDTH >= v.target.value;
    else if (v.target.unit == PEER_TARGET_CYCLES_PER_BYTE && !isnan(ours->cycles_median))
        v.is_met = ours->cycles_median <= v.target.value * (double)ours->work.bytes;
    else if (v.target.unit == PEER_TARGET_CYCLES && !isnan(ours->cycles_median))
        v.is_met = ours->cycles_median <= v.target.value;
    return v;
}

static const char *unit_text(peer_target_unit unit)
{
    switch (unit) {
    case PEER_TARGET_RATIO:
        return "ratio";
    case PEER_TARGET_CYCLES_PER_BYTE:
        return "cycles_per_byte";
    case PEER_TARGET_CYCLES:
        return "cycles";
    case PEER_TARGET_NONE:
    default:
        return NULL;
    }
}

static const char *met_text(const verdict *v)
{
    return v->is_met < 0 ? NULL : v->is_met ? "yes" : "no";
}

void peers_report_begin(bench_output *out, const bench_options *o,
                        const peer_library libraries[PEERS_LIBRARIES])
{
    const char *cap = getenv("OPENSSL_ia32cap");
    size_t i;

    all_libraries = libraries;
    bench_output_begin(out, o, "bench-peers", columns, COLUMN_COUNT);
    if (o->table == NULL)
        return;
    fprintf(o->table, "filesec %s on %s\n%s, %s\n", filesec_version(), bench_machine_cpu(),
            bench_machine_system(), bench_machine_compiler());
    for (i = 0; i < PEERS_LIBRARIES; i++) {
        if (libraries[i].count > 0)
            fprintf(o->table, "peer: %s\n", libraries[i].version);
    }
    if (cap != NULL)
        fprintf(o->table, "OPENSSL_ia32cap=%s\n", cap);
    fprintf(
        o->table,
        "A ratio is the peer's time through ours, the median of %lu rounds: above 1 filesec "
        "is faster.\nTargets were set on an AMD Zen 5 with AVX-512; on another CPU they are "
        "a reference only.\n",
        (unsigned long)o->rounds);
}

static void print_title(FILE *table, const bench_options *o, const bench_operation *op,
                        const char *path, const side *sides, size_t count)
{
    size_t i;

    fprintf(table, "\n%s%s (path %s)\n%9s %12s %9s", op->title, o->latency ? ", latency" : "",
            path, "size", "ns", "c/B");
    for (i = 1; i < count; i++)
        fprintf(table, " %13s", sides[i].name);
    fprintf(table, " | %-20s  %-26s %s\n", "best peer", "target", "met");
}

static void print_target(FILE *table, const verdict *v)
{
    char text[64] = "-";

    if (v->target.unit == PEER_TARGET_RATIO)
        snprintf(text, sizeof text, "%.2f x %s", v->target.value,
                 v->target.versus != NULL ? v->target.versus : "best");
    else if (v->target.unit == PEER_TARGET_CYCLES_PER_BYTE)
        snprintf(text, sizeof text, "%.2f c/B", v->target.value);
    else if (v->target.unit == PEER_TARGET_CYCLES)
        snprintf(text, sizeof text, "%.0f cycles", v->target.value);
    fprintf(table, "%-26s %s\n", text, v->is_met < 0 ? "-" : met_text(v));
}

static void print_line(FILE *table, const side *sides, size_t count, const verdict *v)
{
    const side *ours = &sides[0];
    char text[32], per_byte[24];
    size_t i;

    if (ours->work.bytes > 0)
        snprintf(per_byte, sizeof per_byte, "%.3f",
                 ours->cycles_median / (double)ours->work.bytes);
    else
        snprintf(per_byte, sizeof per_byte, "(%.0f c)", ours->cycles_median);
    fprintf(table, "%9s %12.1f %9s",
            ours->work.bytes > 0 ? bench_size_text(text, ours->work.len) : "-",
            ours->ns_spread.median, per_byte);
    for (i = 1; i < count; i++)
        fprintf(table, " %13.2f", sides[i].ratio_spread.median);
    fprintf(table, " | %5.2f %-14s  ", sides[v->best].ratio_spread.median, sides[v->best].name);
    print_target(table, v);
}

/* The version of the library that offers this peer. */
static const char *version_of(const char *name)
{
    size_t i, j;

    for (i = 0; i < PEERS_LIBRARIES; i++) {
        for (j = 0; j < all_libraries[i].count; j++) {
            if (strcmp(all_libraries[i].list[j].name, name) == 0)
                return all_libraries[i].version;
        }
    }
    return NULL;
}

static void put_row(bench_output *out, const bench_options *o, const bench_operation *op,
                    const char *path, const side *ours, const side *p, int is_best,
                    const verdict *v)
{
    double bytes = ours->work.bytes > 0 ? (double)ours->work.bytes : (double)NAN;
    bench_value row[COLUMN_COUNT];

    row[0] = bench_text(op->name);
    row[1] = bench_text(o->latency ? "latency" : "throughput");
    row[2] = bench_text(path);
    row[3] = bench_number((double)ours->work.len);
    row[4] = bench_number((double)op->messages);
    row[5] = bench_number((double)op->aad_len);
    row[6] = bench_number((double)ours->work.bytes);
    row[7] = bench_number(ours->ns_spread.median);
    row[8] = bench_number(ours->ns_spread.low);
    row[9] = bench_number(ours->ns_spread.high);
    row[10] = bench_number(bytes * 1e3 / ours->ns_spread.median);
    row[11] = bench_number(ours->cycles_median);
    row[12] = bench_number(ours->cycles_median / bytes);
    row[13] = bench_number(ours->cycles_median / ours->ns_spread.median);
    row[14] = bench_text(p->name);
    row[15] = bench_number(p->ns_spread.median);
    row[16] = bench_number(p->cycles_median);
    row[17] = bench_number(p->ratio_spread.median);
    row[18] = bench_number(p->ratio_spread.low);
    row[19] = bench_number(p->ratio_spread.high);
    row[20] = bench_number(is_best);
    row[21] = bench_number(v->target.unit != PEER_TARGET_NONE ? v->target.value : (double)NAN);
    row[22] = bench_text(unit_text(v->target.unit));
    row[23] = bench_text(v->target.unit != PEER_TARGET_RATIO ? NULL
                         : v->target.versus != NULL          ? v->target.versus
                                                             : "best");
    row[24] = bench_text(met_text(v));
    row[25] = bench_number((double)o->rounds);
    row[26] = bench_text(version_of(p->name));
    bench_output_row(out, row);
}

void peers_report_size(bench_output *out, const bench_options *o, const bench_operation *op,
                       const char *path, const side *sides, size_t count, int with_title)
{
    verdict v = judge(o, op, path, sides, count);
    size_t i;

    for (i = 1; i < count; i++)
        put_row(out, o, op, path, &sides[0], &sides[i], i == v.best, &v);
    if (o->table == NULL)
        return;
    if (with_title)
        print_title(o->table, o, op, path, sides, count);
    print_line(o->table, sides, count, &v);
}

void peers_report_end(bench_output *out)
{
    bench_output_end(out);
}
