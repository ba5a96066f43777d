/* SPDX-License-Identifier: 0BSD */
#include "sink.h"
#include "reading.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * sink.c: what may be written to, and writing
 */

static int same_file(const struct stat *a, const struct stat *b)
{
    return (S_ISREG(a->st_mode) || S_ISBLK(a->st_mode)) && a->st_dev == b->st_dev &&
           a->st_ino == b->st_ino;
}

static int is_stdout(const char *name)
{
    return name == NULL || strcmp(name, "-") == 0;
}

int sink_would_replace(const char *name, const struct stat *file)
{
    struct stat st;

    return (is_stdout(name) ? fstat(STDOUT_FILENO, &st) : stat(name, &st)) == 0 &&
           same_file(&st, file);
}

static const char *exists_text(const struct sink *s)
{
    return s->wish == SINK_NEVER ? "exists, and is not replaced"
                                 : "exists (--force replaces it)";
}

int sink_complain(const struct sink *s)
{
    if (s->error == EEXIST) {
        complain(s->name, "%s", exists_text(s));
        return CODE_USAGE;
    }
    complain(s->name, "%s", strerror(s->error != 0 ? s->error : EIO));
    return CODE_IO;
}

int sink_failed(struct sink *s)
{
    if (s->error == 0)
        s->error = errno != 0 ? errno : EIO;
    return 0;
}

int sink_write(struct sink *s, const void *data, size_t len)
{
    const unsigned char *p = (const unsigned char *)data;

    while (len != 0) {
        ssize_t put = write(s->fd, p, len);

        if (put < 0 && (errno == EINTR || (errno == EAGAIN && reading_wait(s->fd, POLLOUT))))
            continue;
        if (put <= 0)
            return sink_failed(s);
        p += put;
        len -= (size_t)put;
    }
    return 1;
}

int sink_by_place(const struct sink *s)
{
    return s->folder >= 0;
}

int sink_write_at(const struct sink *s, const void *data, size_t len, uint64_t place)
{
    const unsigned char *p = (const unsigned char *)data;

    while (len != 0) {
        ssize_t put = pwrite(s->fd, p, len, (off_t)place);

        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return put < 0 ? errno : EIO;
        p += put;
        len -= (size_t)put;
        place += (uint64_t)put;
    }
    return 0;
}

static int refuse(struct sink *s, const char *why)
{
    complain(s->name, "%s", why);
    sink_drop(s);
    return CODE_USAGE;
}

/* A pipe, a device, or standard output. */
static int open_stream(struct sink *s, const char *name, const struct stat *in)
{
    struct stat st;

    if (is_stdout(name))
        s->fd = STDOUT_FILENO;
    else
        s->fd = reading_openat(AT_FDCWD, name, O_WRONLY | O_NOCTTY, 0);
    if (s->fd < 0 || fstat(s->fd, &st) != 0) {
        sink_failed(s);
        sink_drop(s);
        return sink_complain(s);
    }
    if (isatty(s->fd))
        return refuse(s, "a terminal: nothing is written to it (see --output)");
    if (in != NULL && same_file(&st, in))
        return refuse(s, "input and output are the same file");
    return CODE_OK;
}

static int open_file(struct sink *s, const char *name, int exists)
{
    /* A link stays; the file that it leads to is replaced. */
    char *real = exists ? realpath(name, NULL) : NULL;

    if (exists && real == NULL)
        sink_failed(s);
    else
        s->path = real != NULL ? real : must_copy(name);
    if (s->path != NULL && sink_begin_file(s))
        return CODE_OK;
    sink_drop(s);
    return sink_complain(s);
}

int sink_open(struct sink *s, const char *name, enum sink_wish wish, const struct stat *in)
{
    struct stat st;
    int exists;

    memset(s, 0, sizeof *s);
    s->name = is_stdout(name) ? "standard output" : name;
    s->fd = s->folder = -1;
    s->wish = wish;
    if (is_stdout(name))
        return open_stream(s, name, in);
    exists = stat(name, &st) == 0;
    if (!exists && errno != ENOENT) {
        sink_failed(s);
        return sink_complain(s);
    }
    if (!exists && lstat(name, &st) == 0)
        return refuse(s, "a symbolic link that leads nowhere");
    if (exists && S_ISDIR(st.st_mode)) {
        s->error = EISDIR;
        return sink_complain(s);
    }
    if (exists && in != NULL && same_file(&st, in))
        return refuse(s, "input and output are the same file");
    if (exists && wish != SINK_REPLACE && (S_ISREG(st.st_mode) || S_ISBLK(st.st_mode)))
        return refuse(s, exists_text(s));
    if (exists && !S_ISREG(st.st_mode))
        return open_stream(s, name, in);
    return open_file(s, name, exists);
}

void sink_drop(struct sink *s)
{
    sigset_t before;

    if (s->temporary[0] != '\0') {
        cleanup_hold(&before);
        (void)unlinkat(s->folder, s->temporary, 0);
        cleanup_remove(&s->undo);
        cleanup_release(&before);
    }
    if (s->fd > STDERR_FILENO)
        close(s->fd);
    if (s->folder >= 0 && !s->lent)
        close(s->folder);
    free(s->path);
    s->path = NULL;
    s->temporary[0] = '\0';
    s->fd = s->folder = -1;
}

int sink_complete(struct sink *s, const struct sink_finish *finish)
{
    int good = s->folder < 0 || sink_complete_file(s, finish);

    if (good && s->fd > STDERR_FILENO) {
        good = close(s->fd) == 0 || errno == EINTR || sink_failed(s);
        s->fd = -1;
    }
    sink_drop(s);
    return good ? CODE_OK : sink_complain(s);
}
