/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "jobs.h"
#include "verity.h"

/*
 * verdict.h: what check says of each file, and of all
 */
enum verdict_kind { VERDICT_FILE, VERDICT_MALFORMED, VERDICT_UNSUPPORTED }; /* job.kind */

struct verdict_counts {
    uint64_t ok, failed, unreadable, missing, malformed, unsupported;
};

struct verdict {
    int quiet, silent, warn, ignore_missing, json; /* from the options */
    struct verity_check *tree;                     /* NULL: no damaged block is named */
    int code;
    struct verdict_counts counts; /* of this list */
    uint64_t extra;
    uint64_t lists, printed; /* for commas */
};

void verdict_open(struct verdict *v);
void verdict_begin(struct verdict *v, const char *list);
void verdict_job(struct verdict *v, const struct job *job);
void verdict_end(struct verdict *v, const char *list, int strict);
void verdict_begin_extra(struct verdict *v);
void verdict_extra(struct verdict *v, const char *path);
void verdict_end_extra(struct verdict *v, const char *folder);

/* The exit status. */
int verdict_close(struct verdict *v);
