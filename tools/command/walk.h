/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

#include <sys/types.h>

/*
 * walk.h: everything in a folder and the folders below, except the folders themselves
 *
 * The order is fixed: by the bytes of the whole path, as "LC_ALL=C sort" has it. Symbolic links
 * that are found are not followed; root itself is.
 */
enum walk_kind { WALK_FILE, WALK_LINK, WALK_SPECIAL, WALK_ERROR };

struct walk_item {
    enum walk_kind kind;
    int error;        /* of WALK_ERROR: errno */
    const char *path; /* root, "/", and the rest */
    const char *base; /* last part of path */
    dev_t folder_dev; /* which folder it stands in */
    ino_t folder_ino;
};

/* Return 0 to end the walk. */
typedef int walk_visit(const struct walk_item *item, void *context);

void walk(const char *root, walk_visit *visit, void *context);
