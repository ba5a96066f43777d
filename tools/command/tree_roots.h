/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

#include <sys/stat.h>

/*
 * tree_roots.h: the folder that is read and that which is written, before anything is done
 */
struct tree_roots {
    int to; /* -1: nothing is written */
    int created;
    int parent; /* of to, if it was created; else -1 */
    struct stat from_st, to_st;
};

/* Make the folder to, if it is not there; not within from. CODE_OK, or another after a
   message. */
int tree_roots_open(struct tree_roots *r, const char *from, const char *to);

/* See that everything is on the disk. The same. */
int tree_roots_close(struct tree_roots *r, const char *to);
