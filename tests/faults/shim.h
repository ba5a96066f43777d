/* SPDX-License-Identifier: 0BSD */
#pragma once
#include <stddef.h>

/*
 * shim.h: between shim.c, which knows what happens, and shim_calls.c, which has the calls
 */
enum kind {
    KIND_READ,
    KIND_WRITE,
    KIND_SYNC,
    KIND_RENAME,
    KIND_LINK,
    KIND_OPEN,
    KIND_CLOSE,
    KIND_RESIZE,
    KIND_ATTRIB,
    KIND_ALLOC,
    KIND_MAP,
    KIND_THREAD,
    KIND_RANDOM,
    KIND_STAT,
    KIND_HINT,
    KINDS
};

extern int shim_named; /* there is no O_TMPFILE */
extern int shim_fixed; /* random bytes are always the same */

/* Counts a call; 1 if it has to fail with the errno that is set. Of *len, if there is one, the
   call does so much. */
int shim_strikes(enum kind kind, size_t *len);

/* The system call itself, not counted. */
long shim_call(long number, long a, long b, long c, long d, long e, long f);

/* *function, a pointer to a function, becomes the one of this name behind the shim. */
void shim_find(void *function, const char *name);
