/* SPDX-License-Identifier: 0BSD */
#include "jobs.h"
#include "opened.h"
#include "progress.h"
#include "salvage.h"
#include "tree.h"

#include <stdlib.h>
#include <string.h>

/*
 * decrypt.c: the content of a container, all or a part of it
 */
enum { OPTION_RANGE = 256, OPTION_SALVAGE, OPTION_FORCE, OPTION_ALLOW_COSTS };

static const struct option_row options[] = {
    SECRET_OPTIONS,
    {OPTION_RANGE, "range", "A-B",
     "bytes A to B only, from 0; B belongs to them, and may be\n"
     "missing or behind the end. IN must be a regular file"},
    {OPTION_SALVAGE, "salvage", NULL, "keep what can be verified of a damaged IN; see below"},
    {OPTION_ALLOW_COSTS, "allow-costs", NULL,
     "let IN demand any memory and time for its passphrase"},
    {'o', "output", "OUT", "write to OUT instead of standard output"},
    {OPTION_FORCE, "force", NULL, "replace OUT if it exists"},
    TREE_OPTIONS,
    {'j', "jobs", "N",
     "work with N threads, with -r on N files at a time; the\n"
     "output does not depend on it"},
    PROGRESS_OPTIONS,
    {0, NULL, NULL, NULL}};

static const char notes[] =
    "IN is a file, a pipe or a device; - is standard input. OUT appears when everything was\n"
    "verified, with the time and mode of the file that was sealed; if anything fails there is "
    "no\n"
    "new file, and an old one is as it was. Standard output, a pipe or a device gets verified\n"
    "bytes only, but whether they are all only the exit status tells.\n"
    "--range first verifies the length, then reads what it needs; OUT gets the mode, not the\n"
    "time.\n"
    "\n"
    "--salvage is for a damaged IN, a regular file whose key and header are good: OUT gets "
    "the\n"
    "bytes that could be verified, at their places, and zeros for others. Which bytes are "
    "good\n"
    "and which bad is told on stderr, counted from 0, and if the end could not be verified:\n"
    "\"length unproved\". OUT appears all the same, but the exit status is 1 unless all was\n"
    "verified, and only then it gets the time. Without its metadata it gets mode 600.\n"
    "\n"
    "With -r, IN and OUT are folders, as after encrypt -r: each file in IN whose name ends in\n"
    "\"" TREE_SUFFIX
    "\" is opened to OUT without it; others, and links, devices, pipes and sockets, are\n"
    "skipped with a message. The path without the suffix must be that under which the file\n"
    "was sealed (with --context: STRING/path). If one file fails, the others are opened all\n"
    "the same. That a file was taken away does not show.\n"
    "\n"
    "Exit status: 0; 1 wrong key, passphrase or context, or IN is damaged, truncated, or has\n"
    "trailing data; 2 wrong usage, OUT exists, or it is a terminal; 3 a file is missing, "
    "cannot\n"
    "be read or written, or changed while it was read; 4 not a container, not supported, or "
    "over\n"
    "a limit.\n";

struct decrypt {
    struct secret secret;
    int force, has_range, salvage, allow_costs, recursive, no_path_binding;
    uint64_t from, to;
    long threads;
    enum progress_wish progress;
    const char *name, *output;
    struct opened in;
    struct sink sink;
};

static int take_range(struct decrypt *d, const char *text)
{
    const char *p = text;

    d->has_range = 1;
    d->to = UINT64_MAX;
    if (read_number(&p, UINT64_MAX, &d->from) && *p == '-') {
        p++;
        if ((*p == '\0' || read_number(&p, UINT64_MAX, &d->to)) && *p == '\0' &&
            d->from <= d->to)
            return 1;
    }
    complain("decrypt", "'%s' is no range A-B, counted from 0", text);
    return 0;
}

/* 1, or 0 after a message. */
static int take_option(struct decrypt *d, const struct options *o, int id)
{
    switch (id) {
    case OPTION_RANGE:
        return take_range(d, o->value);
    case OPTION_SALVAGE:
        d->salvage = 1;
        return 1;
    case OPTION_ALLOW_COSTS:
        d->allow_costs = 1;
        return 1;
    case 'o':
        d->output = o->value;
        return 1;
    case OPTION_FORCE:
        d->force = 1;
        return 1;
    case 'j':
        d->threads = options_number(o, o->value, JOBS_THREADS_MAX);
        return d->threads != 0;
    case OPTION_PROGRESS:
    case OPTION_NO_PROGRESS:
        d->progress = id == OPTION_PROGRESS ? PROGRESS_YES : PROGRESS_NO;
        return 1;
    case 'r':
        d->recursive = 1;
        return 1;
    case OPTION_NO_PATH_BINDING:
        d->no_path_binding = 1;
        return 1;
    default:
        return secret_option(&d->secret, id, o->value);
    }
}

/* OPTION_END, or what options_next returned. */
static int read_options(struct decrypt *d, int argc, char **argv)
{
    struct options o;
    int id;

    options_begin(&o, &command_decrypt, argc, argv);
    while ((id = options_next(&o)) > OPTION_END) {
        if (!take_option(d, &o, id))
            return OPTION_WRONG;
    }
    if (id != OPTION_END)
        return id;
    if (o.operand_count != 1) {
        complain("decrypt", "one IN is needed (- is standard input)");
        return OPTION_WRONG;
    }
    d->name = o.operands[0];
    if (!tree_check_options("decrypt", d->recursive, d->no_path_binding, d->name, d->output))
        return OPTION_WRONG;
    if (d->recursive + d->has_range + d->salvage > 1) {
        complain("decrypt", "only one of -r, --range and --salvage");
        return OPTION_WRONG;
    }
    return secret_check(&d->secret, 1, d->name, d->recursive ? NULL : d->output) == CODE_OK
               ? OPTION_END
               : OPTION_WRONG;
}

/* ---- a part ------------------------------------------------------------------------------ */

/* What of chunk i lies in from..to, which are in the content. */
static int write_part(struct decrypt *d, const unsigned char *chunk, size_t len, uint64_t first)
{
    size_t begin = d->from > first ? (size_t)(d->from - first) : 0;
    size_t end = d->to - first < len ? (size_t)(d->to - first) + 1 : len;

    return sink_write(&d->sink, chunk + begin, end - begin) ? CODE_OK : sink_complain(&d->sink);
}

static int open_range(struct decrypt *d)
{
    size_t chunk = filesec_container_chunk_size(&d->in.c);
    struct opened_end end;
    unsigned char *buffer;
    uint64_t i;
    int code = opened_end(&d->in, &end);

    if (code != CODE_OK)
        return code;
    if (d->from >= end.plain) {
        complain(d->name, "the range begins behind the end: there are %llu bytes",
                 (unsigned long long)end.plain);
        return CODE_USAGE;
    }
    if (d->to >= end.plain)
        d->to = end.plain - 1;
    buffer = (unsigned char *)must_allocate(chunk + 16);
    for (i = d->from / chunk; code == CODE_OK && i <= d->to / chunk; i++) {
        code = opened_chunk(&d->in, &end, i, buffer);
        if (code == CODE_OK)
            code = write_part(d, buffer, i == end.last ? end.last_len - 16 : chunk, i * chunk);
        progress_read(chunk);
        progress_show(0);
    }
    progress_clear();
    filesec_wipe(buffer, chunk + 16);
    free(buffer);
    return code == CODE_OK ? opened_unchanged(&d->in) : code;
}

/* ---- the job ----------------------------------------------------------------------------- */

static int open_content(struct decrypt *d)
{
    uint64_t plain;

    return d->has_range ? open_range(d) : opened_all(&d->in, &d->sink, &plain);
}

static int decrypt(struct decrypt *d)
{
    struct sink_finish finish;
    int code = opened_begin(&d->in, d->name), kept;

    if (code != CODE_OK)
        return code;
    if ((d->has_range || d->salvage) && d->in.start < 0) {
        complain(d->name, "not a regular file, which --%s needs",
                 d->has_range ? "range" : "salvage");
        return CODE_USAGE;
    }
    d->in.salvage = d->salvage;
    code = sink_open(&d->sink, d->output, d->force ? SINK_REPLACE : SINK_NEW, &d->in.st);
    if (code != CODE_OK)
        return code;
    d->in.threads = d->threads;
    progress_begin(d->progress);
    if (!d->has_range)
        progress_expect(d->name);
    code = opened_unlock(&d->in, &d->secret, d->allow_costs);
    kept = code == CODE_OK;
    if (kept && d->salvage)
        kept = salvage(&d->in, &d->sink, &code);
    else if (kept)
        kept = (code = open_content(d)) == CODE_OK;
    finish = facts_finish(&d->in.facts);
    finish.has_mtime &= !d->has_range && code == CODE_OK;
    if (d->in.meta_lost) /* which may have said that it is private */
        finish.mode = 0600;
    if (kept)
        return worse(code, sink_complete(&d->sink, &finish));
    sink_drop(&d->sink);
    return code;
}

static int decrypt_tree(struct decrypt *d)
{
    struct tree t;

    memset(&t, 0, sizeof t);
    t.from = d->name;
    t.to = d->output;
    t.force = d->force;
    t.threads = d->threads;
    t.secret = &d->secret;
    t.no_path_binding = d->no_path_binding;
    progress_begin(d->progress);
    return tree_open(&t, &d->secret, d->allow_costs);
}

static int run(int argc, char **argv)
{
    struct decrypt d;
    int code;

    memset(&d, 0, sizeof d);
    d.in.fd = -1;
    d.threads = jobs_default_threads();
    secret_begin(&d.secret, "decrypt");
    code = read_options(&d, argc, argv);
    if (code != OPTION_END)
        return code == OPTION_HELP ? CODE_OK : CODE_USAGE;
    code = d.recursive ? decrypt_tree(&d) : decrypt(&d);
    opened_close(&d.in);
    secret_end(&d.secret);
    return code;
}

const struct command command_decrypt = {
    "decrypt", "IN", "Open a sealed file, all or a part of it", options, notes, run};
