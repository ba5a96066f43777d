/* SPDX-License-Identifier: 0BSD */
/*
 * find_equal.c: which of these files are equal? MurmurHash3 proposes, SHA-512 decides
 *
 * Build:  cc -O2 -I. examples/find_equal.c -o find_equal
 * Run:    ./find_equal FILE...         for each pair of equal files: NAME = NAME
 * Exit:   0; 1 if a file cannot be read; 2 without FILE, or with too many
 *
 * Plain C99. MurmurHash3 is several times faster than SHA-512, and different files have
 * different hashes, unless somebody made them so that they have the same: anyone can. So equal
 * hashes are only a reason to look closer, and SHA-512, which nobody can deceive, is computed
 * for those files alone.
 */
#define FILESEC_IMPLEMENTATION
#include "filesec.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { FILES = 4096 };

typedef struct candidate {
    const char *name;
    uint8_t hash[16], digest[64];
    int has_digest;
} candidate;

static candidate files[FILES];

/* Both hashes come in pieces alike; digest may be NULL. */
static int read_file(const char *name, uint8_t hash[16], uint8_t *digest)
{
    static uint8_t piece[65536];
    filesec_murmur3_x64_128_state quick;
    filesec_sha512_state strong;
    FILE *f = fopen(name, "rb");
    size_t n;
    int failed;

    if (f == NULL) {
        fprintf(stderr, "find_equal: %s: %s\n", name, strerror(errno));
        return -1;
    }
    filesec_murmur3_x64_128_init(&quick, 0);
    filesec_sha512_init(&strong);
    while ((n = fread(piece, 1, sizeof piece, f)) != 0) {
        if (digest != NULL)
            filesec_sha512_update(&strong, piece, n);
        else
            filesec_murmur3_x64_128_update(&quick, piece, n);
    }
    failed = ferror(f);
    if (failed)
        fprintf(stderr, "find_equal: %s: %s\n", name, strerror(errno));
    fclose(f);
    if (digest != NULL)
        filesec_sha512_final(&strong, digest);
    else
        filesec_murmur3_x64_128_final(&quick, hash);
    return failed ? -1 : 0;
}

/* The SHA-512 of a file, computed when it is first wanted. */
static int decide(candidate *c)
{
    if (!c->has_digest && read_file(c->name, NULL, c->digest) != 0)
        return -1;
    c->has_digest = 1;
    return 0;
}

/* 1: equal, 0: not, -1: a file cannot be read. */
static int equal(candidate *a, candidate *b)
{
    if (memcmp(a->hash, b->hash, sizeof a->hash) != 0)
        return 0;
    if (decide(a) != 0 || decide(b) != 0)
        return -1;
    return memcmp(a->digest, b->digest, sizeof a->digest) == 0;
}

int main(int argc, char **argv)
{
    int i, j, count = 0, status = 0;

    if (argc < 2 || argc - 1 > FILES) {
        fprintf(stderr, "usage: find_equal FILE... (at most 4096)\n");
        return 2;
    }
    for (i = 1; i < argc; i++) {
        files[count].name = argv[i];
        if (read_file(argv[i], files[count].hash, NULL) == 0)
            count++;
        else
            status = 1;
    }
    for (i = 0; i < count; i++)
        for (j = 0; j < i; j++) {
            int same = equal(&files[j], &files[i]);

            if (same < 0)
                status = 1;
            if (same > 0) {
                printf("%s = %s\n", files[j].name, files[i].name);
                break; /* one partner is enough */
            }
        }
    return fflush(stdout) != 0 ? 1 : status;
}
