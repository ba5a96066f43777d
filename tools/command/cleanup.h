/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

#include <signal.h>
#include <termios.h>

/*
 * cleanup.h: what has to be undone if a signal, or want of memory, ends the process
 *
 * Any thread may call these functions.
 */

/* Hold back, then let through, the end of the process: no signal comes to this thread, and one
   that another thread handles waits until nobody holds. Short, and without allocations. */
void cleanup_hold(sigset_t *before);
void cleanup_release(const sigset_t *before);

/* A file that must not stay: name in folder, both as they are until it is removed here. */
struct cleanup_file {
    struct cleanup_file *next, **place; /* place: NULL: not among them */
    int folder;
    const char *name;
};

/* Both while held. What was not added is not removed. */
void cleanup_add(struct cleanup_file *file);
void cleanup_remove(struct cleanup_file *file);

/* Settings that a terminal must get back. NULL: none any more. */
void cleanup_terminal(int fd, const struct termios *settings);
