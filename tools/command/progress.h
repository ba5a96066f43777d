/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

/*
 * progress.h: how far a long job is, on one line of stderr
 *
 * Shown when stderr is a terminal, or on demand, and only after a second.
 */
enum progress_wish { PROGRESS_AUTO, PROGRESS_YES, PROGRESS_NO };

/* The rows that every command with progress has in its table of options. */
enum { OPTION_PROGRESS = 400, OPTION_NO_PROGRESS };
#define PROGRESS_OPTIONS                                                                       \
    {OPTION_PROGRESS, "progress", NULL,                                                        \
     "show bytes, rate and time left on stderr, also where it is\n"                            \
     "no terminal"},                                                                           \
    {                                                                                          \
        OPTION_NO_PROGRESS, "no-progress", NULL, "do not"                                      \
    }

void progress_begin(enum progress_wish wish);
int progress_wanted(void);

/* A file that will be read: its size belongs to the total. */
void progress_expect(const char *name);

/* So many bytes were read. Any thread may say so. */
void progress_read(size_t len);

/* Both only on a thread whose messages appear at once; else they do nothing.
   Show it, if it is time. all: everything that will be read was announced. */
void progress_show(int all);

/* Take the line away, before anything else is printed. */
void progress_clear(void);
