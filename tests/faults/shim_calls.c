/* SPDX-License-Identifier: 0BSD */
#define _GNU_SOURCE 1
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * shim_calls.c: the calls, in the place of those of the C library
 *
 * _FILE_OFFSET_BITS makes a program call the names that end in 64; here both are the same.
 */
#if !defined(__linux__) || !defined(__LP64__)
#error "for 64-bit Linux"
#endif
#define P(pointer) ((long)(intptr_t)(pointer))
#define CALL(number, a, b, c, d) shim_call(number, a, b, c, d, 0, 0)

/* An alias with the type of its own declaration. */
#define ALIAS(result, name, of, ...) result name(__VA_ARGS__) __attribute__((alias(#of)))

/* ---- reading and writing ----------------------------------------------------------------- */

ssize_t read(int fd, void *data, size_t len)
{
    if (shim_strikes(KIND_READ, &len))
        return -1;
    return CALL(SYS_read, fd, P(data), (long)len, 0);
}

ssize_t pread(int fd, void *data, size_t len, off_t at)
{
    if (shim_strikes(KIND_READ, &len))
        return -1;
    return CALL(SYS_pread64, fd, P(data), (long)len, at);
}
ALIAS(ssize_t, pread64, pread, int fd, void *data, size_t len, off64_t at);

ssize_t write(int fd, const void *data, size_t len)
{
    if (fd != STDERR_FILENO && shim_strikes(KIND_WRITE, &len))
        return -1;
    return CALL(SYS_write, fd, P(data), (long)len, 0);
}

ssize_t pwrite(int fd, const void *data, size_t len, off_t at)
{
    if (shim_strikes(KIND_WRITE, &len))
        return -1;
    return CALL(SYS_pwrite64, fd, P(data), (long)len, at);
}
ALIAS(ssize_t, pwrite64, pwrite, int fd, const void *data, size_t len, off64_t at);

/* ---- files and their names --------------------------------------------------------------- */

static int open_at(int folder, const char *path, int flags, unsigned mode)
{
    if (shim_strikes(KIND_OPEN, NULL))
        return -1;
    if (shim_named && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return (int)CALL(SYS_openat, folder, P(path), flags, (long)mode);
}

/* The mode is there only if the file may be made. */
#define MODE_OF(mode)                                                                          \
    do {                                                                                       \
        if ((flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE) {                      \
            va_list list;                                                                      \
            va_start(list, flags);                                                             \
            mode = va_arg(list, unsigned);                                                     \
            va_end(list);                                                                      \
        }                                                                                      \
    } while (0)

int open(const char *path, int flags, ...)
{
    unsigned mode = 0;

    MODE_OF(mode);
    return open_at(AT_FDCWD, path, flags, mode);
}
ALIAS(int, open64, open, const char *path, int flags, ...);

int openat(int folder, const char *path, int flags, ...)
{
    unsigned mode = 0;

    MODE_OF(mode);
    return open_at(folder, path, flags, mode);
}
ALIAS(int, openat64, openat, int folder, const char *path, int flags, ...);

/* As on Linux: it is closed, whatever it says. */
int close(int fd)
{
    int fails = shim_strikes(KIND_CLOSE, NULL), error = errno;
    int result = (int)CALL(SYS_close, fd, 0, 0, 0);

    if (!fails)
        return result;
    errno = error;
    return -1;
}

int renameat2(int folder, const char *from, int folder2, const char *to, unsigned flags)
{
    if (shim_strikes(KIND_RENAME, NULL))
        return -1;
    return (int)shim_call(SYS_renameat2, folder, P(from), folder2, P(to), (long)flags, 0);
}

int renameat(int folder, const char *from, int folder2, const char *to)
{
    return renameat2(folder, from, folder2, to, 0);
}

int rename(const char *from, const char *to)
{
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int linkat(int folder, const char *from, int folder2, const char *to, int flags)
{
    if (shim_strikes(KIND_LINK, NULL))
        return -1;
    return (int)shim_call(SYS_linkat, folder, P(from), folder2, P(to), flags, 0);
}

int link(const char *from, const char *to)
{
    return linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
}

long syscall(long number, ...)
{
    long a[6];
    va_list list;
    size_t i;

    va_start(list, number);
    for (i = 0; i < 6; i++)
        a[i] = va_arg(list, long);
    va_end(list);
    if (number == SYS_renameat2 && shim_strikes(KIND_RENAME, NULL))
        return -1;
    return shim_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* ---- what files have --------------------------------------------------------------------- */

#define SIMPLE(kind, number, ...)                                                              \
    {                                                                                          \
        if (shim_strikes(kind, NULL))                                                          \
            return -1;                                                                         \
        return (int)CALL(number, __VA_ARGS__);                                                 \
    }

/* clang-format off */
int fsync(int fd) SIMPLE(KIND_SYNC, SYS_fsync, fd, 0, 0, 0)
int fdatasync(int fd) SIMPLE(KIND_SYNC, SYS_fdatasync, fd, 0, 0, 0)
int syncfs(int fd) SIMPLE(KIND_SYNC, SYS_syncfs, fd, 0, 0, 0)
int fchmod(int fd, mode_t mode) SIMPLE(KIND_ATTRIB, SYS_fchmod, fd, (long)mode, 0, 0)
int futimens(int fd, const struct timespec t[2])
    SIMPLE(KIND_ATTRIB, SYS_utimensat, fd, 0, P(t), 0)
int utimensat(int folder, const char *path, const struct timespec t[2], int flags)
    SIMPLE(KIND_ATTRIB, SYS_utimensat, folder, P(path), P(t), flags)
int ftruncate(int fd, off_t len) SIMPLE(KIND_RESIZE, SYS_ftruncate, fd, len, 0, 0)
ALIAS(int, ftruncate64, ftruncate, int fd, off64_t len);
int fallocate(int fd, int mode, off_t at, off_t len)
    SIMPLE(KIND_RESIZE, SYS_fallocate, fd, mode, at, len)
ALIAS(int, fallocate64, fallocate, int fd, int mode, off64_t at, off64_t len);

/* Two types for the same bytes. */
#define STATS(fstat, stat, lstat, fstatat, type)                                               \
    int fstat(int fd, struct type *st)                                                         \
        SIMPLE(KIND_STAT, SYS_newfstatat, fd, P(""), P(st), AT_EMPTY_PATH)                     \
    int stat(const char *restrict path, struct type *restrict st)                              \
        SIMPLE(KIND_STAT, SYS_newfstatat, AT_FDCWD, P(path), P(st), 0)                         \
    int lstat(const char *restrict path, struct type *restrict st)                             \
        SIMPLE(KIND_STAT, SYS_newfstatat, AT_FDCWD, P(path), P(st), AT_SYMLINK_NOFOLLOW)       \
    int fstatat(int folder, const char *restrict path, struct type *restrict st, int flags)    \
        SIMPLE(KIND_STAT, SYS_newfstatat, folder, P(path), P(st), flags)
STATS(fstat, stat, lstat, fstatat, stat)
STATS(fstat64, stat64, lstat64, fstatat64, stat64)
/* clang-format on */

/* This one returns what others put into errno. */
int posix_fallocate(int fd, off_t at, off_t len)
{
    int before = errno, result = fallocate(fd, 0, at, len) == 0 ? 0 : errno;

    errno = before;
    return result;
}
ALIAS(int, posix_fallocate64, posix_fallocate, int fd, off64_t at, off64_t len);
