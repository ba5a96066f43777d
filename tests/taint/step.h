/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_TAINT_STEP_H
#define FILESEC_TESTS_TAINT_STEP_H
/*
 * tests/taint/step.h: what the program executes between two calls, as a hash: the address of
 * every instruction, and every register that makes an address in memory
 */
#include <stdint.h>

typedef struct trace {
    uint64_t hash, count; /* count: instructions */
    uint64_t vectors;     /* of these, gathers and scatters: their lanes are not looked at */
} trace;

int step_open(void); /* 0 where a program cannot step through itself */
void trace_begin(void);
void trace_end(void);
const trace *trace_last(void);

#endif
