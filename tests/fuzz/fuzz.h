/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_FUZZ_H
#define FILESEC_TESTS_FUZZ_H
/*
 * tests/fuzz/fuzz.h: what the fuzz targets share
 *
 * A target is one function: libFuzzer calls it with bytes, and so does replay.c with files. It
 * returns, or ends the program if something is not as it must be.
 */
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* End the program unless ok; the message names the place and what fuzz_about last said. */
#define MUST(ok) ((ok) ? (void)0 : fuzz_failed(__FILE__, __LINE__, #ok))
void fuzz_failed(const char *file, int line, const char *what);
void fuzz_about(const char *what, const char *path); /* texts that stay */

/* ---- the input, used up from the front --------------------------------------------------- */

typedef struct fuzz_input {
    const uint8_t *p;
    size_t left;
} fuzz_input;

unsigned fuzz_byte(fuzz_input *in);              /* 0 behind the end */
size_t fuzz_below(fuzz_input *in, size_t bound); /* 0 .. bound - 1; bound from 1 to 65536 */
size_t fuzz_piece(fuzz_input *in, size_t left);  /* 0 .. left, of many sizes; ends by itself */
void fuzz_bytes(fuzz_input *in, void *out, size_t n); /* as they stand, then zeros */

/* n bytes for a key or a message: seeded ones, the first few replaced by the input's own. */
void fuzz_fill(fuzz_input *in, void *out, size_t n);

/* A length up to max: near the sizes of blocks and of groups of them, or any. */
size_t fuzz_length(fuzz_input *in, size_t max);

/* ---- memory with nothing around it ------------------------------------------------------- */

/* n bytes at an address that is offset mod 64. They end at memory that ASan guards; in front
   of them it guards all but the last few bytes. */
typedef struct fuzz_block {
    unsigned char *base, *p;
} fuzz_block;

fuzz_block fuzz_place(size_t n, size_t offset);
fuzz_block fuzz_copy(const void *data, size_t n, size_t offset);
void fuzz_drop(fuzz_block *b);

/* ---- paths ------------------------------------------------------------------------------- */

#include "internals.h"

/* The rows of a primitive that this CPU runs. The last is "portable". */
typedef struct fuzz_rows {
    size_t count, row[16];
} fuzz_rows;
const fuzz_rows *fuzz_rows_of(filesec_primitive p);

#endif
