/* SPDX-License-Identifier: 0BSD */
#include "table.h"
#include "cost.h"

#include <string.h>

/*
 * table.c: every primitive over one file, in four ways of cutting it
 */
enum { WAYS = 4, MANY_RUNS_LEN = 256 * 1024 * 1024 };

static const struct {
    const char *name;
    size_t block;
} ways[WAYS] = {{"whole file", 0},
                {"4 KiB", 4 * 1024},
                {"128 KiB", 128 * 1024},
                {"10 MiB", 10 * 1024 * 1024}};

struct table {
    const char *file;
    uint64_t size;
    double cached;
    int runs, json, code;
    unsigned cells;
};

/* Whether the file was in memory when the cells were measured. */
static const char *cache_state(const struct table *t)
{
    return t->cached > 0.99 || t->size == 0 ? "warm"
           : t->cached < 0                  ? "unknown"
                                            : "partly warm";
}

static void print_head(const struct table *t)
{
    int i;

    out_text("file    ");
    name_put(t->file, name_is_odd(t->file));
    out_format(", %s\n", machine_size(t->size).text);
    out_format("cpu     %s, one thread\n", machine_cpu());
    out_format("cache   %s: the file was read once before measuring", cache_state(t));
    if (t->cached >= 0)
        out_format(", %.0f %% of it is in memory", 100.0 * t->cached);
    out_text("\npaths   ");
    for (i = 0; i < COST_PRIMITIVES; i++)
        out_format("%s%s %s", i != 0 ? ", " : "",
                   filesec_primitive_name(cost_primitive((enum cost_work)i)),
                   cost_path((enum cost_work)i));
    out_format("\nruns    %s, each in a process of its own; reading is included\n"
               "sealing in memory, block by block, the number of the block as nonce\n\n"
               "%-20s %-10s %10s %9s %8s %8s %10s\n",
               t->runs > 1 ? "the fastest of three" : "one", "primitive", "block", "time s",
               "MB/s", "user s", "sys s", "peak MiB");
}

static void print_cell(const struct table *t, enum cost_work work, int way,
                       const struct cost *c)
{
    out_format("%-20s %-10s ", cost_name(work), ways[way].name);
    if (c->error != 0) {
        out_format("n/a: %s\n", cost_error_text(c->error));
        return;
    }
    out_format("%10.6f ", c->wall);
    if (t->size != 0)
        out_format("%9.1f ", (double)c->bytes / c->wall / 1e6);
    else
        out_format("%9s ", "-");
    out_format("%8.3f %8.3f %10.1f\n", c->user, c->system, (double)c->peak / 1048576.0);
}

static void json_head(const struct table *t)
{
    int i;

    out_text("{\"command\": \"bench\", ");
    json_file(t->file);
    out_format(", \"size\": %llu, \"cpu\": ", (unsigned long long)t->size);
    json_string(machine_cpu());
    out_format(", \"threads\": 1, \"cache\": \"%s\", \"cached\": ", cache_state(t));
    if (t->cached >= 0)
        out_format("%.4f", t->cached);
    else
        out_text("null");
    out_format(", \"runs\": %d, \"paths\": {", t->runs);
    for (i = 0; i < COST_PRIMITIVES; i++)
        out_format("%s\"%s\": \"%s\"", i != 0 ? ", " : "",
                   filesec_primitive_name(cost_primitive((enum cost_work)i)),
                   cost_path((enum cost_work)i));
    out_text("}, \"cells\": [");
}

static void json_cell(struct table *t, enum cost_work work, int way, const struct cost *c)
{
    out_format("%s\n  {\"primitive\": \"%s\", \"block\": %llu, ", t->cells++ != 0 ? "," : "",
               cost_name(work),
               (unsigned long long)(way == 0 ? t->size : (uint64_t)ways[way].block));
    out_format("\"whole\": %s, ", way == 0 ? "true" : "false");
    if (c->error != 0) {
        out_text("\"error\": ");
        json_string(cost_error_text(c->error));
    } else {
        out_format("\"seconds\": %.6f, \"mb_per_s\": %.1f, ", c->wall,
                   c->wall > 0 ? (double)c->bytes / c->wall / 1e6 : 0.0);
        out_format("\"user_s\": %.6f, \"system_s\": %.6f, \"peak_bytes\": %llu", c->user,
                   c->system, (unsigned long long)c->peak);
    }
    out_text("}");
}

static void do_cell(struct table *t, enum cost_work work, int way)
{
    struct cost_request r;
    struct cost c;

    memset(&r, 0, sizeof r);
    r.file = t->file;
    r.work = work;
    r.size = t->size;
    r.limit = UINT64_MAX;
    r.block = ways[way].block;
    cost_measure(&r, t->runs, &c);
    if (t->json)
        json_cell(t, work, way, &c);
    else
        print_cell(t, work, way, &c);
    out_flush();
    /* Over a limit or larger than memory is an answer; the rest is a failure. */
    if (c.error != 0 && c.error != COST_LIMIT && c.error != COST_MEMORY) {
        complain(t->file, "%s", cost_error_text(c.error));
        t->code = CODE_IO;
    }
}

int table_print(const char *file, int json)
{
    struct table t;
    int work, way, error;

    memset(&t, 0, sizeof t);
    t.file = file;
    t.json = json;
    error = cost_warm(file, UINT64_MAX, &t.size, &t.cached);
    if (error != 0) {
        complain(file, "%s", cost_error_text(error));
        return CODE_IO;
    }
    t.runs = t.size <= MANY_RUNS_LEN ? 3 : 1;
    if (json)
        json_head(&t);
    else
        print_head(&t);
    for (work = 0; work < COST_PRIMITIVES; work++) {
        for (way = 0; way < WAYS && out_good(); way++)
            do_cell(&t, (enum cost_work)work, way);
    }
    if (json)
        out_text("\n]}\n");
    return t.code;
}
