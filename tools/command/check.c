/* SPDX-License-Identifier: 0BSD */
#include "exact.h"
#include "jobs.h"
#include "list.h"
#include "progress.h"
#include "verdict.h"
#include "verity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * check.c: the files of lists, read again
 */
enum {
    OPTION_QUIET = 256,
    OPTION_STATUS,
    OPTION_STRICT,
    OPTION_IGNORE_MISSING,
    OPTION_EXACT,
    OPTION_TREE,
    OPTION_JSON
};

static const struct option_row options[] = {
    {OPTION_QUIET, "quiet", NULL, "do not print OK lines"},
    {OPTION_STATUS, "status", NULL, "print no results; the exit status tells"},
    {OPTION_STRICT, "strict", NULL, "malformed lines make the exit status 1"},
    {'w', "warn", NULL, "name each malformed line, and what is wrong with it"},
    {OPTION_IGNORE_MISSING, "ignore-missing", NULL, "pass over files that do not exist"},
    {OPTION_EXACT, "exact", "DIR", "whatever stands in DIR or below but in no LIST fails too"},
    {OPTION_TREE, "tree", "FILE",
     "name the damaged blocks of a file whose sha512-verity differs;\n"
     "FILE is what hash --tree wrote for it"},
    {'z', "zero", NULL, "lines end with NUL, as hash -z writes them"},
    {OPTION_JSON, "json", NULL, "write JSON"},
    {'j', "jobs", "N",
     "read with up to N threads (default: one for each CPU); the\n"
     "output does not depend on it"},
    PROGRESS_OPTIONS,
    {0, NULL, NULL, NULL}};

static const char notes[] =
    "LIST is what hash, sha512sum or a --tag option wrote, also mixed; without LIST, or for "
    "-,\n"
    "standard input. Lines may end with CR and newline; * before a name, empty lines and "
    "lines\n"
    "that begin with # are accepted. A malformed line is counted; a line longer than 1 MiB is\n"
    "one.\n"
    "\n"
    "--exact: two names are the same if they stand in the same folder, however it is written.\n"
    "A symbolic link passes if it leads to something that is checked; a LIST in DIR passes.\n"
    "\n"
    "--tree believes a block of the tree only if the digest in the LIST proves it. The ranges\n"
    "(first and last byte, from 0) differ, cannot be proved because the tree is damaged as\n"
    "well or the file ends inside the block, are missing, or were not there.\n"
    "\n"
    "Exit status: 0 all files are as listed; 1 a digest differs, a file is not listed, a LIST\n"
    "has no well-formed line, with --ignore-missing no file was verified, or the tree is\n"
    "damaged or not of a file that is listed; 2 wrong usage; 3 a file is missing or cannot be\n"
    "read; 4 a line names an algorithm that is not supported. Of several the highest.\n";

struct check {
    struct jobs *jobs;
    struct exact *exact;
    const char *exact_folder, *tree;
    int zero, strict;
    long threads;
    enum progress_wish progress;
    struct verdict verdict;
};

static void emit(const struct job *job, void *context)
{
    verdict_job((struct verdict *)context, job);
}

static void add_entry(struct check *c, const struct list *list)
{
    struct job job;

    memset(&job, 0, sizeof job);
    job.name = (char *)(uintptr_t)list->name; /* jobs_add copies it */
    job.algorithm = list->algorithm;
    job.kind = list->algorithm != NULL ? VERDICT_FILE : VERDICT_UNSUPPORTED;
    memcpy(job.expected, list->digest, sizeof job.expected);
    if (strcmp(list->name, "-") == 0) {
        jobs_drain(c->jobs);
        jobs_add(c->jobs, &job);
        jobs_drain(c->jobs);
    } else {
        jobs_add(c->jobs, &job);
    }
    /* A line that names - is about standard input, not about a file called so. */
    if (c->exact != NULL && strcmp(list->name, "-") != 0)
        exact_listed(c->exact, list->name);
}

static void add_malformed(struct check *c, const struct list *list, const char *shown)
{
    char *where = (char *)must_allocate(strlen(shown) + 32);
    struct job job;

    snprintf(where, strlen(shown) + 32, "%s:%llu", shown, (unsigned long long)list->number);
    memset(&job, 0, sizeof job);
    job.name = where;
    job.kind = VERDICT_MALFORMED;
    job.note = list->reason;
    jobs_add(c->jobs, &job);
    free(where);
}

static void check_lines(struct check *c, struct list *list, const char *shown)
{
    enum list_result result;
    int is_stdin = strcmp(list->file, "-") == 0;

    while (out_good() && (result = list_next(list)) != LIST_END) {
        if (result == LIST_FAILED) {
            jobs_drain(c->jobs);
            complain(shown, "%s", strerror(list->error));
            c->verdict.code = worse(c->verdict.code, CODE_IO);
            break;
        }
        if (result != LIST_MALFORMED && is_stdin && strcmp(list->name, "-") == 0) {
            list->reason = "names -, which is the list itself";
            result = LIST_MALFORMED;
        }
        if (result == LIST_MALFORMED)
            add_malformed(c, list, shown);
        else
            add_entry(c, list);
    }
    jobs_drain(c->jobs);
}

static void check_list(struct check *c, const char *file)
{
    const char *shown = strcmp(file, "-") == 0 ? "standard input" : file;
    struct list *list = (struct list *)must_allocate(sizeof *list);
    int error = list_open(list, file, c->zero);

    if (error != 0) {
        complain(shown, "%s", reading_error_text(error));
        c->verdict.code = worse(c->verdict.code, CODE_IO);
    } else {
        verdict_begin(&c->verdict, shown);
        check_lines(c, list, shown);
        verdict_end(&c->verdict, shown, c->strict);
        list_close(list);
        if (c->exact != NULL)
            exact_list(c->exact, file);
    }
    free(list);
}

static void report_extra(const char *path, void *context)
{
    verdict_extra((struct verdict *)context, path);
}

static int read_options(struct check *c, struct options *o)
{
    int id;

    while ((id = options_next(o)) != OPTION_END) {
        switch (id) {
        case OPTION_QUIET:
            c->verdict.quiet = 1;
            break;
        case OPTION_STATUS:
            c->verdict.silent = 1;
            break;
        case OPTION_STRICT:
            c->strict = 1;
            break;
        case 'w':
            c->verdict.warn = 1;
            break;
        case OPTION_IGNORE_MISSING:
            c->verdict.ignore_missing = 1;
            break;
        case OPTION_EXACT:
            c->exact_folder = o->value;
            break;
        case OPTION_TREE:
            c->tree = o->value;
            break;
        case 'z':
            c->zero = 1;
            break;
        case OPTION_JSON:
            c->verdict.json = 1;
            break;
        case 'j':
            c->threads = options_number(o, o->value, JOBS_THREADS_MAX);
            if (c->threads == 0)
                return OPTION_WRONG;
            break;
        case OPTION_PROGRESS:
            c->progress = PROGRESS_YES;
            break;
        case OPTION_NO_PROGRESS:
            c->progress = PROGRESS_NO;
            break;
        default:
            return id;
        }
    }
    return OPTION_END;
}

static int run(int argc, char **argv)
{
    static char standard_input[] = "-";
    static char *only_stdin[] = {standard_input};
    struct options o;
    struct check c;
    int i;

    memset(&c, 0, sizeof c);
    c.threads = jobs_default_threads();
    options_begin(&o, &command_check, argc, argv);
    i = read_options(&c, &o);
    if (i != OPTION_END)
        return i == OPTION_HELP ? CODE_OK : CODE_USAGE;
    if (o.operand_count == 0) {
        o.operands = only_stdin;
        o.operand_count = 1;
    }
    if (c.tree != NULL && !c.verdict.silent) {
        c.verdict.tree = verity_check_open(c.tree);
        if (c.verdict.tree == NULL)
            return CODE_IO;
    }
    if (c.exact_folder != NULL)
        c.exact = exact_begin();
    if (c.progress == PROGRESS_AUTO && (c.verdict.quiet || c.verdict.silent))
        c.progress = PROGRESS_NO;
    progress_begin(c.progress);
    verity_threads(c.threads);
    c.jobs = jobs_begin(c.threads, emit, &c.verdict);
    verdict_open(&c.verdict);
    for (i = 0; i < o.operand_count && out_good(); i++)
        check_list(&c, o.operands[i]);
    jobs_end(c.jobs);
    if (c.exact != NULL) {
        verdict_begin_extra(&c.verdict);
        i = exact_compare(c.exact, c.exact_folder, report_extra, &c.verdict);
        c.verdict.code = worse(c.verdict.code, i); /* apart: both of them change it */
        verdict_end_extra(&c.verdict, c.exact_folder);
        exact_end(c.exact);
    }
    return verdict_close(&c.verdict);
}

const struct command command_check = {"check", "[LIST...]", "Check files against such lists",
                                      options, notes,       run};
