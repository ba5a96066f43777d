/* SPDX-License-Identifier: 0BSD */
/*
 * hash_file.c: the SHA-512 of files of any size, piece by piece, printed as sha512sum does
 *
 * Build:  cc -O2 -I. examples/hash_file.c -o hash_file
 * Run:    ./hash_file FILE...          - is standard input
 * Exit:   0; 1 if a file cannot be read; 2 without FILE
 *
 * Plain C99. The pieces may have any sizes, the digest is the same; 64 KiB make few calls of
 * the system and fit the cache.
 */
#define FILESEC_IMPLEMENTATION
#include "filesec.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static int hash(const char *name, uint8_t digest[64])
{
    static uint8_t piece[65536];
    filesec_sha512_state s;
    FILE *f = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    size_t n;
    int reason = 0;

    if (f == NULL) {
        fprintf(stderr, "hash_file: %s: %s\n", name, strerror(errno));
        return -1;
    }
    filesec_sha512_init(&s);
    while ((n = fread(piece, 1, sizeof piece, f)) != 0)
        filesec_sha512_update(&s, piece, n);
    if (ferror(f)) /* not the end of the file: a digest of a part would be a lie */
        reason = errno != 0 ? errno : EIO;
    filesec_sha512_final(&s, digest);
    if (f != stdin)
        fclose(f);
    if (reason != 0)
        fprintf(stderr, "hash_file: %s: %s\n", name, strerror(reason));
    return reason != 0 ? -1 : 0;
}

/* A backslash, newline or carriage return in a name would break the list: it is written as two
   characters, and a backslash at the start of the line says so. */
static void print_line(const uint8_t digest[64], const char *name)
{
    int i;

    if (strpbrk(name, "\\\n\r") != NULL)
        putchar('\\');
    for (i = 0; i < 64; i++)
        printf("%02x", (unsigned)digest[i]);
    printf("  ");
    for (; *name != '\0'; name++) {
        if (*name == '\\')
            printf("\\\\");
        else if (*name == '\n')
            printf("\\n");
        else if (*name == '\r')
            printf("\\r");
        else
            putchar(*name);
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    uint8_t digest[64];
    int i, status = 0;

    if (argc < 2) {
        fprintf(stderr, "usage: hash_file FILE...\n");
        return 2;
    }
    for (i = 1; i < argc; i++) {
        if (hash(argv[i], digest) == 0)
            print_line(digest, argv[i]);
        else
            status = 1; /* the other files are hashed all the same */
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "hash_file: standard output: %s\n", strerror(errno));
        status = 1;
    }
    return status;
}
