/* SPDX-License-Identifier: 0BSD */
#include "advice.h"

#include <string.h>

/*
 * advise.c: measure, then say
 */
enum { OPTION_JSON = 256 };

static const struct option_row options[] = {{OPTION_JSON, "json", NULL, "write JSON"},
                                            {0, NULL, NULL, NULL}};

static const char notes[] =
    "Measures SHA-512, MurmurHash3, ChaCha20-Poly1305 and AES-256-GCM on this CPU with data "
    "of\n"
    "FILE, up to its first 128 MiB: in blocks of 4 KiB, 128 KiB and 10 MiB from the cache, "
    "and\n"
    "in blocks of 128 KiB after the system was asked to forget FILE (up to 64 MiB). Then says\n"
    "which of them answers which risk, what that costs, and which limits apply; bars show the\n"
    "times beside that of reading alone. FILE is only read.\n"
    "\n"
    "Exit status: 0; 2 wrong usage; 3 a FILE is missing or cannot be read.\n";

enum { WARM_LEN = 128 * 1024 * 1024, COLD_LEN = 64 * 1024 * 1024 };
const size_t advice_blocks[ADVICE_BLOCKS] = {4 * 1024, 128 * 1024, 10 * 1024 * 1024};

static void measure_warm(struct advice *a, struct cost_request *r)
{
    int work, i;

    r->limit = a->sample;
    for (work = 0; work < COST_PRIMITIVES; work++) {
        for (i = 0; i < ADVICE_BLOCKS; i++) {
            r->work = (enum cost_work)work;
            r->block = advice_blocks[i];
            cost_measure(r, 2, &a->warm[work][i]);
            if (a->warm[work][i].error != 0)
                a->error = a->warm[work][i].error;
        }
    }
    r->work = COST_READ;
    r->block = advice_blocks[ADVICE_MIDDLE];
    cost_measure(r, 2, &a->reading);
}

static void measure_cold(struct advice *a, struct cost_request *r)
{
    int work;

    r->limit = a->sample < COLD_LEN ? a->sample : COLD_LEN;
    r->block = advice_blocks[ADVICE_MIDDLE];
    r->cold = 1;
    a->cold_cached = 0;
    for (work = 0; work < COST_PRIMITIVES; work++) {
        r->work = (enum cost_work)work;
        cost_measure(r, 1, &a->cold[work]);
        if (a->cold[work].error != 0 || a->cold[work].cached < 0)
            a->cold_cached = -1;
        else if (a->cold_cached >= 0 && a->cold[work].cached > a->cold_cached)
            a->cold_cached = a->cold[work].cached;
    }
}

static double cpu_of_byte(const struct cost *c)
{
    return (c->user + c->system) / (double)c->bytes;
}

/* 0 or an error. */
static int measure(struct advice *a, const char *file)
{
    struct cost_request r;
    int i;

    memset(a, 0, sizeof *a);
    a->file = file;
    a->error = cost_warm(file, WARM_LEN, &a->size, &a->cached);
    if (a->error != 0)
        return a->error;
    a->sample = a->size < WARM_LEN ? a->size : WARM_LEN;
    memset(&r, 0, sizeof r);
    r.file = file;
    r.size = a->size;
    measure_warm(a, &r);
    measure_cold(a, &r);
    for (i = 0; i < COST_PRIMITIVES; i++)
        a->byte_s[i] = a->sample >= ADVICE_SMALL ? cpu_of_byte(&a->warm[i][ADVICE_MIDDLE])
                                                 : cost_in_memory((enum cost_work)i);
    a->faster = a->byte_s[COST_AES256GCM] <= a->byte_s[COST_CHACHA20POLY1305]
                    ? COST_AES256GCM
                    : COST_CHACHA20POLY1305;
    return a->error;
}

static int run(int argc, char **argv)
{
    struct options o;
    struct advice a;
    int id, i, json = 0, code = CODE_OK, printed = 0;

    options_begin(&o, &command_advise, argc, argv);
    while ((id = options_next(&o)) != OPTION_END) {
        if (id != OPTION_JSON)
            return id == OPTION_HELP ? CODE_OK : CODE_USAGE;
        json = 1;
    }
    if (o.operand_count == 0) {
        complain("advise", "no file (see filesec advise --help)");
        return CODE_USAGE;
    }
    if (json)
        out_text("{\"command\": \"advise\", \"files\": [");
    for (i = 0; i < o.operand_count && out_good(); i++) {
        int error = measure(&a, o.operands[i]);

        if (error != 0) {
            complain(o.operands[i], "%s", cost_error_text(error));
            code = CODE_IO;
            continue;
        }
        if (printed++ != 0)
            out_text(json ? "," : "\n");
        if (json)
            advice_json(&a);
        else
            advice_print(&a);
        out_flush();
    }
    if (json)
        out_text("\n]}\n");
    return code;
}

const struct command command_advise = {
    "advise", "FILE...", "What it costs to protect a file, and which primitive fits",
    options,  notes,     run};
