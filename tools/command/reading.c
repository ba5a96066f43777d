/* SPDX-License-Identifier: 0BSD */
#include "reading.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

/*
 * reading.c: open, read, and see whether somebody wrote meanwhile
 */

#ifdef __APPLE__
#define STAT_MTIME st_mtimespec
#else
#define STAT_MTIME st_mtim
#endif

const char *reading_error_text(int error)
{
    switch (error) {
    case READ_CHANGED:
        return "changed while it was read";
    case READ_SPECIAL:
        return "skipped: a device, pipe or socket";
    case READ_LINK:
        return "skipped: a symbolic link";
    case READ_IRREGULAR:
        return "not a regular file";
    default:
        return strerror(error);
    }
}

int reading_is_file(const struct stat *st)
{
    return S_ISREG(st->st_mode);
}

int reading_openat(int folder, const char *name, int flags, mode_t mode)
{
    int fd;

    do
        fd = openat(folder, name, flags | O_CLOEXEC, mode);
    while (fd < 0 && errno == EINTR);
    return fd;
}

int reading_open(const char *name, int found, struct stat *st, int *error)
{
    int is_stdin = !found && strcmp(name, "-") == 0;
    int flags = O_RDONLY | O_NOCTTY | (found ? O_NOFOLLOW | O_NONBLOCK : 0);
    int fd = STDIN_FILENO;

    *error = 0;
    if (!is_stdin)
        fd = reading_openat(AT_FDCWD, name, flags, 0);
    if (fd < 0 || fstat(fd, st) != 0)
        *error = found && errno == ELOOP ? READ_LINK : errno;
    else if (S_ISDIR(st->st_mode))
        *error = EISDIR;
    else if (found && !S_ISREG(st->st_mode))
        *error = READ_SPECIAL;
    if (*error == 0)
        return fd;
    if (fd >= 0 && !is_stdin)
        close(fd);
    return -1;
}

void reading_close(const char *name, int fd)
{
    if (fd != STDIN_FILENO || strcmp(name, "-") != 0)
        close(fd);
}

int reading_wait(int fd, short events)
{
    struct pollfd p;

    p.fd = fd;
    p.events = events;
    p.revents = 0;
    while (poll(&p, 1, -1) < 0) {
        if (errno != EINTR)
            return 0;
    }
    return 1;
}

ssize_t reading_some(int fd, void *data, size_t len)
{
    ssize_t got;

    do
        got = read(fd, data, len);
    while (got < 0 && (errno == EINTR || (errno == EAGAIN && reading_wait(fd, POLLIN))));
    return got;
}

ssize_t reading_fill(int fd, void *data, size_t len)
{
    unsigned char *p = (unsigned char *)data;
    size_t done = 0;

    while (done < len) {
        ssize_t got = reading_some(fd, p + done, len - done);

        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

int reading_unchanged(int fd, const struct stat *before)
{
    struct stat now;

    if (!reading_is_file(before))
        return 0;
    if (fstat(fd, &now) != 0)
        return errno;
    if (now.st_size != before->st_size || now.STAT_MTIME.tv_sec != before->STAT_MTIME.tv_sec ||
        now.STAT_MTIME.tv_nsec != before->STAT_MTIME.tv_nsec)
        return READ_CHANGED;
    return 0;
}

void reading_ahead(int fd, const struct stat *st)
{
#ifdef POSIX_FADV_SEQUENTIAL
    if (reading_is_file(st))
        (void)posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
#else
    (void)fd;
    (void)st;
#endif
}
