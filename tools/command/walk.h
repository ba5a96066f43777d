/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

#include <sys/stat.h>
#include <sys/types.h>

/*
 * walk.h: everything in a folder and the folders below
 *
 * The order is fixed: by the bytes of the whole path, as "LC_ALL=C sort" has it. Symbolic links
 * that are found are not followed; root itself is.
 */
enum walk_kind {
    WALK_FILE,
    WALK_LINK,
    WALK_SPECIAL,
    WALK_ERROR,
    WALK_ENTER, /* a folder: what stands in it comes next, */
    WALK_LEAVE  /* and came before this */
};

struct walk_item {
    enum walk_kind kind;
    int error;        /* of WALK_ERROR: errno */
    const char *path; /* root, "/", and the rest */
    const char *base; /* last part of path */
    dev_t folder_dev; /* which folder it stands in */
    ino_t folder_ino;
    /* For walk_folders, of WALK_ENTER and WALK_LEAVE: */
    int folder;            /* a descriptor of the folder itself */
    const struct stat *st; /* of it */
};

/* Return WALK_END to end the walk, WALK_PASS for WALK_ENTER to pass over that folder: then it
   is not left either. */
enum { WALK_END = 0, WALK_ON = 1, WALK_PASS = 2 };
typedef int walk_visit(const struct walk_item *item, void *context);

/* Everything except the folders themselves. */
void walk(const char *root, walk_visit *visit, void *context);

/* Folders too, root first; they stay open until they are left. */
void walk_folders(const char *root, walk_visit *visit, void *context);
