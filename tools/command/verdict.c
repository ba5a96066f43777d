/* SPDX-License-Identifier: 0BSD */
#include "verdict.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/*
 * verdict.c: lines as those of sha512sum -c, or JSON
 */

static int wants_text(const struct verdict *v)
{
    return !v->silent && !v->json;
}

static int wants_json(const struct verdict *v)
{
    return !v->silent && v->json;
}

void verdict_open(struct verdict *v)
{
    if (wants_json(v))
        out_text("{\"command\": \"check\", \"lists\": [");
}

void verdict_begin(struct verdict *v, const char *list)
{
    memset(&v->counts, 0, sizeof v->counts);
    v->printed = 0;
    if (wants_json(v)) {
        out_text(v->lists != 0 ? ",\n  {" : "\n  {");
        out_text("\"list\": ");
        json_string(list);
        out_text(", \"files\": [");
    }
    v->lists++;
}

/* NAME: result. A name with a newline is written with escapes, after a backslash. */
static void put(struct verdict *v, const char *name, const char *result)
{
    int odd = strchr(name, '\n') != NULL;

    if (wants_text(v)) {
        if (odd)
            out_text("\\");
        name_put(name, odd);
        out_format(": %s\n", result);
    }
}

/* ---- damaged blocks ---------------------------------------------------------------------- */

struct damage {
    struct verdict *v;
    const char *name;
    uint64_t printed;
};

static void put_range(enum verity_kind kind, uint64_t first, uint64_t last, void *context)
{
    static const char *const texts[] = {"differ", "cannot be proved", "are missing",
                                        "were not there"};
    static const char *const words[] = {"differs", "unproved", "missing", "beyond"};
    struct damage *d = (struct damage *)context;
    char result[80];

    snprintf(result, sizeof result, "FAILED bytes %llu-%llu %s", (unsigned long long)first,
             (unsigned long long)last, texts[kind]);
    put(d->v, d->name, result);
    if (wants_json(d->v))
        out_format("%s{\"kind\": \"%s\", \"first\": %llu, \"last\": %llu}",
                   d->printed++ != 0 ? ", " : "", words[kind], (unsigned long long)first,
                   (unsigned long long)last);
}

/* The ranges of a file whose digest differs. */
static void put_damage(struct verdict *v, const struct job *job)
{
    struct damage damage;
    int code;

    if (v->tree == NULL || job->algorithm->whole == NULL)
        return;
    damage.v = v;
    damage.name = job->name;
    damage.printed = 0;
    if (wants_json(v))
        out_text(", \"damage\": [");
    code = verity_check_differs(v->tree, job, put_range, &damage);
    v->code = worse(v->code, code);
    if (wants_json(v))
        out_text("]");
}

static int differs(const struct job *job)
{
    return job->kind == VERDICT_FILE && job->error == 0 &&
           memcmp(job->digest, job->expected, job->algorithm->digest_len) != 0;
}

static void put_json(struct verdict *v, const struct job *job, const char *result)
{
    if (!wants_json(v))
        return;
    out_text(v->printed++ != 0 ? ",\n    {" : "\n    {");
    if (job->kind == VERDICT_MALFORMED) {
        out_text("\"line\": ");
        json_string(job->name);
    } else {
        json_file(job->name);
    }
    out_format(", \"result\": \"%s\"", result);
    if (job->kind == VERDICT_FILE)
        out_format(", \"algorithm\": \"%s\"", job->algorithm->name);
    if (job->kind == VERDICT_MALFORMED || job->error != 0) {
        out_text(job->kind == VERDICT_MALFORMED ? ", \"reason\": " : ", \"error\": ");
        json_string(job->error != 0 ? reading_error_text(job->error) : job->note);
    }
    if (differs(job))
        put_damage(v, job);
    out_text("}");
}

static void judge_file(struct verdict *v, const struct job *job)
{
    if (job->error == ENOENT && v->ignore_missing) {
        v->counts.missing++;
        put_json(v, job, "missing");
    } else if (job->error != 0) {
        complain(job->name, "%s", reading_error_text(job->error));
        put(v, job->name, "FAILED open or read");
        put_json(v, job, "unreadable");
        v->counts.unreadable++;
        v->code = worse(v->code, CODE_IO);
    } else if (differs(job)) {
        put(v, job->name, "FAILED");
        if (wants_text(v))
            put_damage(v, job);
        put_json(v, job, "failed");
        v->counts.failed++;
        v->code = worse(v->code, CODE_DIFFERS);
    } else {
        if (!v->quiet)
            put(v, job->name, "OK");
        if (v->tree != NULL && job->algorithm->whole != NULL)
            verity_check_good(v->tree, job);
        put_json(v, job, "ok");
        v->counts.ok++;
    }
}

void verdict_job(struct verdict *v, const struct job *job)
{
    if (job->kind == VERDICT_FILE) {
        judge_file(v, job);
    } else if (job->kind == VERDICT_UNSUPPORTED) {
        put(v, job->name, "FAILED unsupported algorithm");
        put_json(v, job, "unsupported");
        v->counts.unsupported++;
        v->code = worse(v->code, CODE_UNSUPPORTED);
    } else {
        if (v->warn)
            complain(job->name, "improperly formatted line: %s", job->note);
        put_json(v, job, "malformed");
        v->counts.malformed++;
    }
}

static void warn(const struct verdict *v, uint64_t count, const char *one, const char *more)
{
    if (count != 0 && !v->silent)
        complain(NULL, "WARNING: %llu %s", (unsigned long long)count, count == 1 ? one : more);
}

void verdict_end(struct verdict *v, const char *list, int strict)
{
    const struct verdict_counts *n = &v->counts;

    if (wants_json(v))
        out_format("\n    ], \"ok\": %llu, \"failed\": %llu, \"unreadable\": %llu, "
                   "\"missing\": %llu, \"malformed\": %llu, \"unsupported\": %llu}",
                   (unsigned long long)n->ok, (unsigned long long)n->failed,
                   (unsigned long long)n->unreadable, (unsigned long long)n->missing,
                   (unsigned long long)n->malformed, (unsigned long long)n->unsupported);
    if (n->ok + n->failed + n->unreadable + n->missing + n->unsupported == 0) {
        complain(list, "no properly formatted line found");
        v->code = worse(v->code, CODE_DIFFERS);
        return;
    }
    warn(v, n->malformed, "line is improperly formatted", "lines are improperly formatted");
    warn(v, n->unsupported, "line names an algorithm that is not supported",
         "lines name algorithms that are not supported");
    warn(v, n->unreadable, "listed file could not be read", "listed files could not be read");
    warn(v, n->failed, "computed checksum did NOT match", "computed checksums did NOT match");
    if (n->malformed != 0 && strict)
        v->code = worse(v->code, CODE_DIFFERS);
    if (v->ignore_missing && n->ok == 0) {
        if (!v->silent)
            complain(list, "no file was verified");
        v->code = worse(v->code, CODE_DIFFERS);
    }
}

void verdict_begin_extra(struct verdict *v)
{
    v->printed = 0;
    if (wants_json(v))
        out_text("],\n  \"not_listed\": [");
}

void verdict_extra(struct verdict *v, const char *path)
{
    v->extra++;
    v->code = worse(v->code, CODE_DIFFERS);
    put(v, path, "FAILED not in the list");
    if (wants_json(v)) {
        out_text(v->printed++ != 0 ? ",\n    {" : "\n    {");
        json_file(path);
        out_text("}");
    }
}

void verdict_end_extra(struct verdict *v, const char *folder)
{
    if (v->extra != 0 && !v->silent)
        complain(folder, "WARNING: %llu %s not in the list", (unsigned long long)v->extra,
                 v->extra == 1 ? "file is" : "files are");
}

int verdict_close(struct verdict *v)
{
    if (v->tree != NULL) {
        int code = verity_check_close(v->tree);

        v->code = worse(v->code, code);
        if (wants_json(v))
            out_format("],\n  \"tree\": \"%s\"", code == CODE_OK ? "ok" : "failed");
    } else if (wants_json(v)) {
        out_text("]");
    }
    if (wants_json(v))
        out_format(",\n  \"exit\": %d}\n", v->code);
    return v->code;
}
