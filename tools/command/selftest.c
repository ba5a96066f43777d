/* SPDX-License-Identifier: 0BSD */
#include "trial.h"

#include <string.h>

/*
 * selftest.c: a trial of every path that this CPU can run
 */
enum { OPTION_BREAK = 256, OPTION_JSON };

static const struct option_row options[] = {
    {OPTION_BREAK, "break", "NAME",
     "change one bit of each result of a path, so that the\n"
     "test must fail. NAME is a primitive (sha512), a path\n"
     "(x86_avx2), or both (sha512=x86_avx2)"},
    {OPTION_JSON, "json", NULL, "write JSON"},
    {0, NULL, NULL, NULL}};

static const char notes[] =
    "Each path gets known answers and cross-checks. Known answers are from FIPS 180-2 and\n"
    "NIST's CAVP (SHA-512), SMHasher's verification codes (MurmurHash3), RFC 8439\n"
    "(ChaCha20-Poly1305) and test cases 13 to 16 of the GCM specification (AES-256-GCM).\n"
    "Cross-checks compare one call, and calls in pieces, at 29 lengths from 0 to 16389 bytes\n"
    "with the portable path; sealed data must open, and must not after a change of its tag.\n"
    "\n"
    "Exit status: 0 all good; 1 a path is wrong; 2 wrong usage.\n";

struct selftest {
    const char *broken; /* NULL: nothing */
    int json;
    unsigned paths, skipped, checks, failed_paths;
};

/* Is path i of p meant by name? */
static int is_meant(const char *name, filesec_primitive p, size_t i)
{
    const char *primitive = filesec_primitive_name(p), *path = filesec_path_name(p, i);
    size_t len = strlen(primitive);

    if (strcmp(name, primitive) == 0 || strcmp(name, path) == 0)
        return 1;
    return strncmp(name, primitive, len) == 0 && name[len] == '=' &&
           strcmp(name + len + 1, path) == 0;
}

static int is_known(const char *name)
{
    size_t i;
    int p;

    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++) {
        for (i = 0; i < filesec_path_count((filesec_primitive)p); i++) {
            if (filesec_path_usable((filesec_primitive)p, i) &&
                is_meant(name, (filesec_primitive)p, i))
                return 1;
        }
    }
    return 0;
}

static void report(struct selftest *all, const struct trial *t, size_t path, int current)
{
    const char *primitive = filesec_primitive_name(t->primitive);
    const char *name = filesec_path_name(t->primitive, path);

    if (all->json) {
        out_format("%s\n  {\"primitive\": \"%s\", \"path\": \"%s\", \"in_use\": %s, ",
                   all->paths + all->skipped != 0 ? "," : "", primitive, name,
                   current ? "true" : "false");
        out_format("\"known_answers\": %u, \"source\": \"%s\", \"cross_checks\": %u, "
                   "\"failed\": %u",
                   t->known, trial_source(t->primitive), t->crossed, t->failed);
        if (t->failed != 0)
            out_format(", \"reason\": \"%s\"", t->reason);
        out_text("}");
    } else {
        out_format("%-17s%c%-19s", primitive, current ? '*' : ' ', name);
        if (t->failed != 0)
            out_format("FAILED  %u of %u checks; the first: %s\n", t->failed,
                       t->known + t->crossed, t->reason);
        else
            out_format("ok      %3u cross-checks; known answers: %u, %s\n", t->crossed,
                       t->known, trial_source(t->primitive));
    }
    if (t->failed != 0)
        complain("selftest", "%s=%s: %s", primitive, name, t->reason);
    out_flush();
    all->paths++;
    all->checks += t->known + t->crossed;
    all->failed_paths += t->failed != 0;
}

static void report_skipped(struct selftest *all, filesec_primitive p, size_t path)
{
    if (all->json)
        out_format("%s\n  {\"primitive\": \"%s\", \"path\": \"%s\", \"skipped\": true}",
                   all->paths + all->skipped != 0 ? "," : "", filesec_primitive_name(p),
                   filesec_path_name(p, path));
    else
        out_format("%-17s %-19sskipped: this CPU cannot run it\n", filesec_primitive_name(p),
                   filesec_path_name(p, path));
    all->skipped++;
}

static void test_primitive(struct selftest *all, filesec_primitive p)
{
    size_t current = filesec_path_current(p), count = filesec_path_count(p), i;
    struct trial t;

    if (count == 0 || filesec_path_use(p, count - 1) != FILESEC_OK)
        return;
    trial_reference(p);
    for (i = 0; i < count; i++) {
        if (filesec_path_use(p, i) != FILESEC_OK) {
            report_skipped(all, p, i);
            continue;
        }
        memset(&t, 0, sizeof t);
        t.primitive = p;
        t.broken = all->broken != NULL && is_meant(all->broken, p, i);
        trial_known(&t);
        trial_cross(&t);
        report(all, &t, i, i == current);
    }
    (void)filesec_path_use(p, current);
}

static int read_options(struct selftest *all, struct options *o)
{
    int id;

    while ((id = options_next(o)) != OPTION_END) {
        if (id == OPTION_JSON)
            all->json = 1;
        else if (id == OPTION_BREAK)
            all->broken = o->value;
        else
            return id;
    }
    if (o->operand_count != 0) {
        complain("selftest", "unexpected '%s'", o->operands[0]);
        return OPTION_WRONG;
    }
    if (all->broken != NULL && !is_known(all->broken)) {
        complain("selftest", "no path that this CPU can run is called '%s'", all->broken);
        return OPTION_WRONG;
    }
    return OPTION_END;
}

static int run(int argc, char **argv)
{
    struct selftest all;
    struct options o;
    int p;

    memset(&all, 0, sizeof all);
    options_begin(&o, &command_selftest, argc, argv);
    p = read_options(&all, &o);
    if (p != OPTION_END)
        return p == OPTION_HELP ? CODE_OK : CODE_USAGE;
    trial_fill_data();
    if (all.json)
        out_text("{\"command\": \"selftest\", \"paths\": [");
    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++)
        test_primitive(&all, (filesec_primitive)p);
    if (all.json)
        out_format("\n], \"checks\": %u, \"failed_paths\": %u}\n", all.checks,
                   all.failed_paths);
    else
        out_format("%u paths, %u checks: %s (* is in use)\n", all.paths, all.checks,
                   all.failed_paths == 0 ? "all good" : "NOT GOOD");
    return all.failed_paths == 0 ? CODE_OK : CODE_DIFFERS;
}

const struct command command_selftest = {
    "selftest", "", "Known answers and cross-checks of every path", options, notes, run};
