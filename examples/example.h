/* SPDX-License-Identifier: 0BSD */
#ifndef EXAMPLE_H
#define EXAMPLE_H
/*
 * example.h: what the examples that work on files need of POSIX: messages, whole reads and
 * writes, random bytes, key files, and an output that appears only when it is complete
 *
 * Nothing here allocates memory. A function that fails has said why on stderr.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static inline int complain(const char *name, const char *what)
{
    fprintf(stderr, "%s: %s\n", name, what);
    return -1;
}

/* Up to len bytes; fewer only at the end of the file. -1: error. */
static inline ssize_t read_full(int fd, const char *name, void *buffer, size_t len)
{
    uint8_t *p = (uint8_t *)buffer;
    size_t have = 0;

    while (have < len) {
        ssize_t n = read(fd, p + have, len - have);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return complain(name, strerror(errno));
        if (n == 0)
            break;
        have += (size_t)n;
    }
    return (ssize_t)have;
}

static inline int write_full(int fd, const char *name, const void *data, size_t len)
{
    const uint8_t *p = (const uint8_t *)data;

    while (len != 0) {
        ssize_t n = write(fd, p, len);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return complain(name, strerror(errno));
        p += n;
        len -= (size_t)n;
    }
    return 0;
}

static inline int open_input(const char *name)
{
    int fd = open(name, O_RDONLY | O_CLOEXEC);

    return fd >= 0 ? fd : complain(name, strerror(errno));
}

/* From the system, never from rand(). */
static inline int random_bytes(void *out, size_t len)
{
    const char *name = "/dev/urandom";
    int fd = open_input(name);
    ssize_t got;

    if (fd < 0)
        return -1;
    got = read_full(fd, name, out, len);
    close(fd);
    if (got >= 0 && (size_t)got != len)
        return complain(name, "too few bytes");
    return got < 0 ? -1 : 0;
}

/* A key file as "filesec keygen" writes it: 32 bytes. */
static inline int read_key(const char *name, uint8_t key[32])
{
    uint8_t bytes[33]; /* one more, to see that there are no more */
    int fd = open_input(name);
    ssize_t got;

    if (fd < 0)
        return -1;
    got = read_full(fd, name, bytes, sizeof bytes);
    close(fd);
    if (got == 32)
        memcpy(key, bytes, 32);
    filesec_wipe(bytes, sizeof bytes);
    if (got >= 0 && got != 32)
        return complain(name, "a key file has 32 bytes");
    return got < 0 ? -1 : 0;
}

/*
 * An output under a name of its own, in the same folder and for the owner alone, until it is
 * complete: output_begin, write_full to its fd, then output_commit or output_discard. A file of
 * the final name is replaced in one step, or stays as it was.
 */
typedef struct output {
    int fd;
    const char *name;
    char temporary[4096];
} output;

static inline int output_begin(output *o, const char *name)
{
    int n = snprintf(o->temporary, sizeof o->temporary, "%s.%s", name,
                     "XX"
                     "XX"
                     "XX");

    o->name = name;
    if (n < 0 || (size_t)n >= sizeof o->temporary)
        return complain(name, "the name is too long");
    o->fd = mkstemp(o->temporary);
    return o->fd >= 0 ? 0 : complain(name, strerror(errno));
}

static inline int output_discard(output *o)
{
    if (o->fd >= 0)
        close(o->fd);
    unlink(o->temporary);
    return -1;
}

/* fsync first: the name must not survive a power cut that the content does not. */
static inline int output_commit(output *o)
{
    int failed = fsync(o->fd) != 0;

    failed |= close(o->fd) != 0;
    o->fd = -1;
    if (!failed && rename(o->temporary, o->name) == 0)
        return 0;
    complain(o->name, strerror(errno));
    return output_discard(o);
}

#endif
