/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_PATHS_H
#define FILESEC_TESTS_PATHS_H
/*
 * tests/paths.h: do something on every usable path, and remember which paths ran
 */
#include "internals.h"

/*
 * From here on only rows whose name holds one of these words are walked, so "avx512" stands for
 * all that is called after it. Returns how many of the build's rows that are. words is kept.
 */
size_t paths_choose(const char *words);
int path_is_chosen(filesec_primitive p, size_t i);

/*
 * Force each usable path of p in turn and call fn(i, arg) in a section "label=name". A path
 * that this CPU cannot run is skipped and named. Afterwards the path in use is what it was.
 */
void each_path(filesec_primitive p, const char *label, void (*fn)(size_t i, const void *arg),
               const void *arg);

/* The same for the kernels of a list. */
void each_kernel(kernel_list list, void (*fn)(size_t i, const void *arg), const void *arg);

/* Without sections and skips: fn for each usable path or kernel. */
void on_each_path(filesec_primitive p, void (*fn)(size_t i, const void *arg), const void *arg);
void on_each_kernel(kernel_list list, void (*fn)(size_t i, const void *arg), const void *arg);

size_t last_path(filesec_primitive p); /* "portable" */

void must_use(filesec_primitive p, size_t i); /* filesec_path_use, which has to succeed */

/* While this is not 0, the walks above include paths that run by emulation: some take fifty
   microseconds an instruction, so only few cases do it. */
extern int paths_emulated;
int path_is_emulated(filesec_primitive p, size_t i);

/* What is in use for each primitive: keep it in mind, ask whether it still is, use it again. */
void paths_remember(void);
int paths_unchanged(void);
void paths_restore(void);

void paths_print(void); /* which paths ran and which did not */

/* A check for each word of a list like "x86_avx2 sha512=portable": those rows must have run. */
void paths_expect(const char *words);

#endif
