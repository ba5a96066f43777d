/* SPDX-License-Identifier: 0BSD */
/*
 * bench/files_inside.c: peers that no package has, as processes of this program
 *
 * Both keep one buffer of 128 KiB: large enough that system calls cost little, small enough to
 * stay in the second-level cache.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* 64-bit offsets */
#endif
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif
#include "bench/files.h"
#include "bench/files_loop.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench/plain_murmur3.h"
#include "bench/work.h"

enum { BUFFER_LEN = 128 * 1024 };
static unsigned char buffer[BUFFER_LEN];

static int failed(const char *name)
{
    fprintf(stderr, "%s: %s\n", name, strerror(errno));
    return 3;
}

static int write_all(int fd, const unsigned char *data, size_t len)
{
    while (len > 0) {
        ssize_t put = write(fd, data, len);

        if (put < 0)
            return 0;
        data += put;
        len -= (size_t)put;
    }
    return 1;
}

static int copy_loop(const char *from, const char *to)
{
    int in = open(from, O_RDONLY), out;
    ssize_t got;

    if (in < 0)
        return failed(from);
    out = open(to, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (out < 0)
        return failed(to);
    while ((got = read(in, buffer, sizeof buffer)) > 0) {
        if (!write_all(out, buffer, (size_t)got))
            return failed(to);
    }
    return got < 0 ? failed(from) : close(out) != 0 ? failed(to) : 0;
}

/* The plain formula has no state to go on with, so this is the hash of each block: the same
   work but for a few nanoseconds. */
static int plain_murmur3(const char *from)
{
    int in = open(from, O_RDONLY), i;
    uint8_t hash[16] = {0};
    ssize_t got;

    if (in < 0)
        return failed(from);
    while ((got = read(in, buffer, sizeof buffer)) > 0)
        plain_murmur3_x64_128(hash, buffer, (size_t)got, BENCH_SEED ^ hash[0]);
    for (i = 0; i < 16; i++)
        printf("%02x", hash[i]);
    return got < 0 ? failed(from) : putchar('\n') == EOF ? failed("standard output") : 0;
}

int files_inside(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "copy-loop") == 0)
        return copy_loop(argv[2], argv[3]);
    if (argc == 3 && strcmp(argv[1], "plain-murmur3") == 0)
        return plain_murmur3(argv[2]);
    return files_loop(argc, argv);
}
