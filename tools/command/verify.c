/* SPDX-License-Identifier: 0BSD */
#include "jobs.h"
#include "opened.h"
#include "progress.h"
#include "tree.h"

#include <string.h>

/*
 * verify.c: is a container whole?
 */
enum { OPTION_ALLOW_COSTS = 256 };

static const struct option_row options[] = {
    SECRET_OPTIONS,
    {OPTION_ALLOW_COSTS, "allow-costs", NULL,
     "let a FILE demand any memory and time for its passphrase"},
    TREE_OPTIONS,
    {'j', "jobs", "N", "work with N threads, with -r on N files at a time"},
    PROGRESS_OPTIONS,
    {0, NULL, NULL, NULL}};

static const char notes[] =
    "Opens each FILE to its last byte and writes nothing. - is standard input.\n"
    "With -r each FILE is a folder that encrypt -r made: its files whose names end in\n"
    "\"" TREE_SUFFIX
    "\" are verified at their places; others are skipped with a message. That a file was\n"
    "taken away does not show.\n"
    "\n"
    "Exit status: 0 all are whole; 1 wrong key, passphrase or context, or a FILE is damaged,\n"
    "truncated, or has trailing data; 2 wrong usage; 3 a FILE is missing, cannot be read, or\n"
    "changed while it was read; 4 not a container, not supported, or over a limit. Of several\n"
    "the highest.\n";

struct verify {
    struct secret secret;
    int allow_costs, recursive, no_path_binding;
    long threads;
    enum progress_wish progress;
};

static int verify_file(struct verify *v, const char *name)
{
    struct opened in;
    uint64_t plain;
    int code = opened_begin(&in, name);

    if (code != CODE_OK)
        return code;
    in.threads = v->threads;
    code = opened_unlock(&in, &v->secret, v->allow_costs);
    if (code == CODE_OK)
        code = opened_all(&in, NULL, &plain);
    opened_close(&in);
    return code;
}

static int verify_tree(struct verify *v, const char *name)
{
    struct tree t;

    memset(&t, 0, sizeof t);
    t.from = name;
    t.threads = v->threads;
    t.secret = &v->secret;
    t.no_path_binding = v->no_path_binding;
    return tree_open(&t, &v->secret, v->allow_costs);
}

/* 1, or 0 after a message. */
static int take_option(struct verify *v, const struct options *o, int id)
{
    switch (id) {
    case 'j':
        v->threads = options_number(o, o->value, JOBS_THREADS_MAX);
        return v->threads != 0;
    case 'r':
        v->recursive = 1;
        return 1;
    case OPTION_NO_PATH_BINDING:
        v->no_path_binding = 1;
        return 1;
    case OPTION_PROGRESS:
    case OPTION_NO_PROGRESS:
        v->progress = id == OPTION_PROGRESS ? PROGRESS_YES : PROGRESS_NO;
        return 1;
    case OPTION_ALLOW_COSTS:
        v->allow_costs = 1;
        return 1;
    default:
        return secret_option(&v->secret, id, o->value);
    }
}

/* OPTION_END, or what options_next returned. */
static int read_options(struct verify *v, struct options *o)
{
    int id, i;

    while ((id = options_next(o)) > OPTION_END) {
        if (!take_option(v, o, id))
            return OPTION_WRONG;
    }
    if (id != OPTION_END)
        return id;
    if (o->operand_count == 0) {
        complain("verify", "no file (- is standard input)");
        return OPTION_WRONG;
    }
    for (i = 0; i < o->operand_count; i++) {
        if (!tree_check_options("verify", v->recursive, v->no_path_binding, o->operands[i],
                                "") ||
            secret_check(&v->secret, 1, o->operands[i], NULL) != CODE_OK)
            return OPTION_WRONG;
    }
    return OPTION_END;
}

static int run(int argc, char **argv)
{
    struct verify v;
    struct options o;
    int i, code;

    memset(&v, 0, sizeof v);
    v.threads = jobs_default_threads();
    secret_begin(&v.secret, "verify");
    options_begin(&o, &command_verify, argc, argv);
    code = read_options(&v, &o);
    if (code != OPTION_END)
        return code == OPTION_HELP ? CODE_OK : CODE_USAGE;
    progress_begin(v.progress);
    for (i = 0; i < o.operand_count && !v.recursive; i++)
        progress_expect(o.operands[i]);
    for (code = CODE_OK, i = 0; i < o.operand_count; i++)
        code = worse(code, v.recursive ? verify_tree(&v, o.operands[i])
                                       : verify_file(&v, o.operands[i]));
    secret_end(&v.secret);
    return code;
}

const struct command command_verify = {
    "verify", "FILE...", "Is a sealed file whole? Reads all, writes nothing",
    options,  notes,     run};
