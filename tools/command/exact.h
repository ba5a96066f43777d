/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

#include <sys/stat.h>

/*
 * exact.h: what stands in a folder, but not in the lists
 *
 * A name in a list and a name that is found are the same if their last parts are equal and the
 * folders they stand in are the same folder, however the two are written.
 */
struct exact;

typedef void exact_report(const char *path, void *context);

struct exact *exact_begin(void);

/* This name stands in a list. */
void exact_listed(struct exact *e, const char *name);

/* This is a list: it need not list itself. */
void exact_list(struct exact *e, const char *file);

/* Report everything in folder and below that is not listed. A symbolic link is all right if it
   is listed, or leads to a listed file or to a folder that is looked through as well. CODE_OK,
   or CODE_IO after messages. */
int exact_compare(struct exact *e, const char *folder, exact_report *report, void *context);

void exact_end(struct exact *e);
