/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_BENCH_FILES_LOOP_H
#define FILESEC_BENCH_FILES_LOOP_H
/*
 * bench/files_loop.h: what `filesec bench --file` does, with our cipher and with libcrypto's
 */
#include <stddef.h>

typedef enum files_cipher { FILES_AES256GCM, FILES_CHACHA20POLY1305 } files_cipher;

/* Seal len bytes in place, with a nonce that no block had before. 1, or 0. */
typedef int files_seal(void *state, const unsigned char nonce[12], unsigned char *data,
                       size_t len);

/* ---- files_libcrypto.c ---- */

/* NULL if libcrypto was not there when this was built, or refuses. */
void *files_libcrypto_begin(files_cipher cipher);
files_seal files_libcrypto_seal;
int files_has_libcrypto(void);

/* ---- files_loop.c ---- */

/* The processes seal-loop and libcrypto-loop: CIPHER BLOCK FILE; BLOCK 0 is the whole file. The
   exit code, or -1 if argv[1] is none of them. */
int files_loop(int argc, char **argv);

#endif
