/* SPDX-License-Identifier: 0BSD */
/*
 * many.c: the SHA-512 of many small messages at once, here the lines of a file
 *
 * Build:  cc -O2 -I. examples/many.c -o many
 * Run:    ./many < FILE                for each line, without its end: digest, two blanks, line
 * Exit:   0; 1 if the input cannot be read, or does not fit
 *
 * Plain C99. One SHA-512 is a chain of steps, each waiting for the one before it. Several
 * chains side by side fill the CPU: filesec_sha512_many takes 4 with AVX2, 8 and 16 with
 * AVX-512, and one after the other where there is neither. Lengths may differ.
 */
#define FILESEC_IMPLEMENTATION
#include "filesec.h"
#include <stdio.h>
#include <string.h>

enum { ROOM = 1 << 20, LINES = 1024 };

static char text[ROOM];
static const void *line[LINES];
static size_t len[LINES];
static uint8_t digest[LINES][64];

static void flush(size_t n)
{
    size_t i, j;

    filesec_sha512_many(digest, line, len, n);
    for (i = 0; i < n; i++) {
        for (j = 0; j < 64; j++)
            printf("%02x", (unsigned)digest[i][j]);
        printf("  ");
        fwrite(line[i], 1, len[i], stdout);
        putchar('\n');
    }
}

int main(void)
{
    size_t total = fread(text, 1, sizeof text, stdin), n = 0;
    const char *p = text, *end = text + total;

    if (ferror(stdin) || total == sizeof text) {
        fprintf(stderr, "many: the input cannot be read, or has 1 MiB or more\n");
        return 1;
    }
    while (p < end) {
        const char *stop = (const char *)memchr(p, '\n', (size_t)(end - p));

        if (stop == NULL)
            stop = end;
        line[n] = p;
        len[n++] = (size_t)(stop - p);
        p = stop + 1;
        if (n == LINES) {
            flush(n);
            n = 0;
        }
    }
    flush(n);
    return fflush(stdout) != 0;
}
