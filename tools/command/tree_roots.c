/* SPDX-License-Identifier: 0BSD */
#include "tree_roots.h"
#include "reading.h"
#include "tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * tree_roots.c: two folders of which the second is not the first, nor within it
 */
enum { FOLDER = O_RDONLY | O_DIRECTORY | O_CLOEXEC };

static int same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static int io_error(const char *name)
{
    complain(name, "%s", strerror(errno));
    return CODE_IO;
}

/* Is the open folder, or one of those in which it stands, that of st? 1; 0; -1: errno. It
   climbs by names, for which the right to search is enough. */
static int is_within(int folder, const struct stat *st)
{
    struct stat last, now;
    size_t len = 1;
    char *path = must_copy("."); /* then ./.. and so on */
    int answer = -1;

    memset(&last, 0, sizeof last);
    while (fstatat(folder, path, &now, 0) == 0) {
        if (same(&now, st) || (len > 1 && same(&now, &last))) {
            answer = same(&now, st);
            break;
        }
        last = now;
        path = (char *)must_resize(path, len + 4);
        memcpy(path + len, "/..", 4);
        len += 3;
    }
    free(path);
    return answer;
}

/* Split the name of a folder that is not there: open the parent, and point to the last part. */
static int open_parent(char *path, const char **leaf)
{
    size_t len = strlen(path);
    char *slash;

    while (len > 1 && path[len - 1] == '/')
        path[--len] = '\0';
    slash = strrchr(path, '/');
    *leaf = slash != NULL ? slash + 1 : path;
    if (slash == NULL)
        return reading_openat(AT_FDCWD, ".", FOLDER, 0);
    if (slash == path)
        return reading_openat(AT_FDCWD, "/", FOLDER, 0);
    *slash = '\0';
    return reading_openat(AT_FDCWD, path, FOLDER, 0);
}

/* CODE_OK and r->to, or another after a message. */
static int open_to(struct tree_roots *r, const char *to)
{
    char *path = must_copy(to);
    const char *leaf = NULL;
    int within, code = CODE_OK;

    r->to = reading_openat(AT_FDCWD, to, FOLDER, 0);
    if (r->to < 0 && errno == ENOENT)
        r->parent = open_parent(path, &leaf);
    if (r->to < 0 && r->parent < 0) {
        free(path);
        return io_error(to);
    }
    within = is_within(r->to >= 0 ? r->to : r->parent, &r->from_st);
    if (within > 0) {
        complain(to, "is, or stands in, the folder that is read");
        code = CODE_USAGE;
    } else if (within < 0) {
        code = io_error(to);
    } else if (r->to < 0) {
        r->created = mkdirat(r->parent, leaf, 0700) == 0;
        if (r->created)
            r->to = reading_openat(r->parent, leaf, FOLDER | O_NOFOLLOW, 0);
        if (r->to < 0)
            code = io_error(to);
    }
    free(path);
    return code;
}

static void close_all(struct tree_roots *r)
{
    if (r->to >= 0)
        close(r->to);
    if (r->parent >= 0)
        close(r->parent);
    r->to = r->parent = -1;
}

int tree_roots_open(struct tree_roots *r, const char *from, const char *to)
{
    int fd = reading_openat(AT_FDCWD, from, FOLDER, 0), code = CODE_OK;

    memset(r, 0, sizeof *r);
    r->to = r->parent = -1;
    if (fd < 0 || fstat(fd, &r->from_st) != 0)
        code = io_error(from);
    if (fd >= 0)
        close(fd);
    if (code == CODE_OK && to != NULL)
        code = open_to(r, to);
    if (code == CODE_OK && to != NULL && fstat(r->to, &r->to_st) != 0)
        code = io_error(to);
    if (code != CODE_OK)
        close_all(r);
    return code;
}

int tree_roots_close(struct tree_roots *r, const char *to)
{
    int good = 1, code = CODE_OK;

    if (r->to >= 0 && tree_can_sync())
        good = tree_sync(r->to);
    else if (r->parent >= 0)
        good = sink_flush(r->parent) || errno == EINVAL;
    if (!good)
        code = io_error(to);
    close_all(r);
    return code;
}
