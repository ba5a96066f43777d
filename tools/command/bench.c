/* SPDX-License-Identifier: 0BSD */
#include "machine.h"
#include "picture.h"
#include "speed.h"
#include "table.h"

#include <string.h>

#include "filesec.h"

/*
 * bench.c: every usable path of every primitive, by size
 */
enum { OPTION_FILE = 256, OPTION_FORCE, OPTION_JSON, OPTION_SVG };

static const struct option_row options[] = {
    {OPTION_FILE, "file", "F",
     "the cost of file F: SHA-512, MurmurHash3 x64_128,\n"
     "ChaCha20-Poly1305 and AES-256-GCM over the whole file in\n"
     "memory, and in blocks of 4 KiB, 128 KiB and 10 MiB"},
    {OPTION_JSON, "json", NULL, "write JSON"},
    {OPTION_SVG, "svg", "OUT", "also draw a picture of every path, as SVG"},
    {OPTION_FORCE, "force", NULL, "replace OUT if it exists"},
    {0, NULL, NULL, NULL}};

static const char notes[] =
    "Without --file: MB/s (10^6 bytes a second) of each path that this CPU can run, for data\n"
    "in the cache; * marks the path in use. sha512_many and murmur3_many get eight messages "
    "of\n"
    "the size at once. Each path is forced, and so takes short messages itself, for which the\n"
    "default may have a quicker way. It takes a few seconds. With --svg - only the picture is\n"
    "written.\n"
    "\n"
    "With --file: time, MB/s, CPU time of the program and of the system, and peak memory, "
    "each\n"
    "line measured in a process of its own, reading included. Sealing is in memory; nothing\n"
    "is written. The file is read once before, so that the cache is warm if memory suffices.\n"
    "\n"
    "Exit status: 0; 2 wrong usage, or OUT exists; 3 F is missing or cannot be read, or OUT\n"
    "cannot be written.\n";

enum { SIZES = PICTURE_SIZES };
static const size_t sizes[SIZES] = {16, 64, 256, 1024, 8192, 16384, SPEED_LARGEST};

static void print_row(filesec_primitive p, size_t path, int current, const double *ns)
{
    int i;

    out_format("%-17s%c%-19s", filesec_primitive_name(p), current ? '*' : ' ',
               filesec_path_name(p, path));
    for (i = 0; i < SIZES; i++)
        out_format(" %8.0f", speed_rate(p, sizes[i], ns[i]));
    out_text("\n");
}

static void json_row(filesec_primitive p, size_t path, int current, const double *ns)
{
    static int any;
    int i;

    out_format("%s\n  {\"primitive\": \"%s\", \"path\": \"%s\", \"in_use\": %s, \"sizes\": [",
               any++ != 0 ? "," : "", filesec_primitive_name(p), filesec_path_name(p, path),
               current ? "true" : "false");
    for (i = 0; i < SIZES; i++)
        out_format("%s{\"size\": %lu, \"ns\": %.1f, \"mb_per_s\": %.1f}", i != 0 ? ", " : "",
                   (unsigned long)sizes[i], ns[i], speed_rate(p, sizes[i], ns[i]));
    out_text("]}");
}

/* Where a picture goes, and what of the other forms is written. */
struct report {
    int json, silent;
    struct picture picture;
};

static void begin_report(const struct report *r)
{
    int i;

    if (r->silent)
        return;
    if (r->json) {
        out_text("{\"command\": \"bench\", \"cpu\": ");
        json_string(machine_cpu());
        out_format(", \"messages_at_once\": %d, \"rows\": [", SPEED_MESSAGES);
        return;
    }
    out_format("cpu %s, one thread, data in the cache, MB/s\n\n%-37s", machine_cpu(),
               "primitive         path");
    for (i = 0; i < SIZES; i++)
        out_format(" %8s", machine_bytes(sizes[i]).text);
    out_text("\n");
}

static void report_row(struct report *r, filesec_primitive p, size_t path, int current,
                       const double *ns)
{
    struct picture_row *row = &r->picture.rows[r->picture.count];
    int i;

    if (!r->silent)
        (r->json ? json_row : print_row)(p, path, current, ns);
    out_flush();
    if (r->picture.count == PICTURE_ROWS)
        return;
    row->primitive = p;
    row->path = path;
    row->current = current;
    for (i = 0; i < SIZES; i++)
        row->mb_per_s[i] = speed_rate(p, sizes[i], ns[i]);
    r->picture.count++;
}

static int bench_paths(struct report *r)
{
    struct speed s;
    int p, code = CODE_OK;

    begin_report(r);
    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT && out_good(); p++) {
        filesec_primitive which = (filesec_primitive)p;
        size_t current = filesec_path_current(which), path;

        for (path = 0; path < filesec_path_count(which) && out_good(); path++) {
            double ns[SIZES];
            int i;

            if (filesec_path_use(which, path) != FILESEC_OK)
                continue;
            speed_begin(&s, which);
            for (i = 0; i < SIZES; i++)
                ns[i] = speed_measure(&s, sizes[i]);
            report_row(r, which, path, path == current, ns);
            code = s.failures != 0 ? CODE_DIFFERS : code;
        }
        (void)filesec_path_use(which, current);
    }
    if (r->json && !r->silent)
        out_text("\n]}\n");
    return code;
}

/* The picture appears when everything was measured. */
static int bench_picture(struct report *r, const char *out, int force)
{
    struct sink_finish finish;
    struct sink sink;
    int code = sink_open(&sink, out, force ? SINK_REPLACE : SINK_NEW, NULL);

    if (code != CODE_OK)
        return code;
    r->silent = strcmp(out, "-") == 0;
    code = bench_paths(r);
    if (!out_good())
        code = CODE_IO; /* it stopped before the end */
    memset(&finish, 0, sizeof finish);
    finish.mode = 0666;
    if (code == CODE_OK && !picture_write(&r->picture, &sink))
        code = sink_complain(&sink);
    if (code == CODE_OK)
        return sink_complete(&sink, &finish);
    sink_drop(&sink);
    return code;
}

static int run(int argc, char **argv)
{
    static struct report report;
    struct options o;
    const char *file = NULL, *svg = NULL;
    int id, force = 0;

    options_begin(&o, &command_bench, argc, argv);
    while ((id = options_next(&o)) != OPTION_END) {
        if (id == OPTION_FILE)
            file = o.value;
        else if (id == OPTION_JSON)
            report.json = 1;
        else if (id == OPTION_SVG)
            svg = o.value;
        else if (id == OPTION_FORCE)
            force = 1;
        else
            return id == OPTION_HELP ? CODE_OK : CODE_USAGE;
    }
    if (o.operand_count != 0) {
        complain("bench", "unexpected '%s' (a file goes after --file)", o.operands[0]);
        return CODE_USAGE;
    }
    if (file != NULL && svg != NULL) {
        complain("bench", "--svg shows paths, not a file: leave out one of the two");
        return CODE_USAGE;
    }
    report.picture.sizes = sizes;
    if (file != NULL)
        return table_print(file, report.json);
    return svg != NULL ? bench_picture(&report, svg, force) : bench_paths(&report);
}

const struct command command_bench = {
    "bench", "", "Speed of every path; with --file F the cost of a file", options, notes, run};
