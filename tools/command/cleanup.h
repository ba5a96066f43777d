/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

#include <signal.h>
#include <termios.h>

/*
 * cleanup.h: what has to be undone if a signal ends the process
 */

/* Hold back, then let through, the signals that end the process. */
void cleanup_hold(sigset_t *before);
void cleanup_release(const sigset_t *before);

/* A file that must not stay: name in folder. NULL: none any more. Both while held. */
void cleanup_file(int folder, const char *name);

/* Settings that a terminal must get back. NULL: none any more. */
void cleanup_terminal(int fd, const struct termios *settings);
