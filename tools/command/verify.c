/* SPDX-License-Identifier: 0BSD */
#include "jobs.h"
#include "opened.h"
#include "progress.h"

#include <string.h>

/*
 * verify.c: is a container whole?
 */
enum { OPTION_ALLOW_COSTS = 256 };

static const struct option_row options[] = {
    SECRET_OPTIONS,
    {OPTION_ALLOW_COSTS, "allow-costs", NULL,
     "let a FILE demand any memory and time for its passphrase"},
    {'j', "jobs", "N", "work with N threads"},
    PROGRESS_OPTIONS,
    {0, NULL, NULL, NULL}};

static const char notes[] =
    "Opens each FILE to its last byte and writes nothing. - is standard input.\n"
    "\n"
    "Exit status: 0 all are whole; 1 wrong key, passphrase or context, or a FILE is damaged,\n"
    "truncated, or has trailing data; 2 wrong usage; 3 a FILE is missing, cannot be read, or\n"
    "changed while it was read; 4 not a container, not supported, or over a limit. Of several\n"
    "the highest.\n";

static int verify(const char *name, struct secret *secret, int allow_costs, long threads)
{
    struct opened in;
    uint64_t plain;
    int code = opened_begin(&in, name);

    if (code != CODE_OK)
        return code;
    in.threads = threads;
    code = opened_unlock(&in, secret, allow_costs);
    if (code == CODE_OK)
        code = opened_all(&in, NULL, &plain);
    opened_close(&in);
    return code;
}

static int run(int argc, char **argv)
{
    enum progress_wish progress = PROGRESS_AUTO;
    struct secret secret;
    struct options o;
    long threads = jobs_default_threads();
    int id, i, allow_costs = 0, code = CODE_OK;

    secret_begin(&secret, "verify");
    options_begin(&o, &command_verify, argc, argv);
    while ((id = options_next(&o)) != OPTION_END) {
        if (id == 'j')
            threads = options_number(&o, o.value, JOBS_THREADS_MAX);
        if (id < 0 || threads == 0)
            return id == OPTION_HELP ? CODE_OK : CODE_USAGE;
        if (id == OPTION_PROGRESS || id == OPTION_NO_PROGRESS)
            progress = id == OPTION_PROGRESS ? PROGRESS_YES : PROGRESS_NO;
        allow_costs |= id == OPTION_ALLOW_COSTS;
        (void)secret_option(&secret, id, o.value);
    }
    if (o.operand_count == 0) {
        complain("verify", "no file (- is standard input)");
        return CODE_USAGE;
    }
    for (i = 0; i < o.operand_count; i++) {
        if (secret_check(&secret, 1, o.operands[i], NULL) != CODE_OK)
            return CODE_USAGE;
    }
    progress_begin(progress);
    for (i = 0; i < o.operand_count; i++)
        progress_expect(o.operands[i]);
    for (i = 0; i < o.operand_count; i++)
        code = worse(code, verify(o.operands[i], &secret, allow_costs, threads));
    secret_end(&secret);
    return code;
}

const struct command command_verify = {
    "verify", "FILE...", "Is a sealed file whole? Reads all, writes nothing",
    options,  notes,     run};
