/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_FUZZ_CAPTURE_H
#define FILESEC_TESTS_FUZZ_CAPTURE_H
/*
 * tests/fuzz/capture.h: what the command writes to standard output, in the same process
 */
#include <stddef.h>

/* What came since the last call, and its length; until the next call. */
const char *capture_take(size_t *len);

/* From now on standard output is kept. Once is enough. */
void capture_begin(void);

#endif
