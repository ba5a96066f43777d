/* SPDX-License-Identifier: 0BSD */
#include "sink.h"
#include "entropy.h"
#include "reading.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/magic.h>
#include <sys/vfs.h>
#endif

/*
 * sink_file.c: a file that appears when it is whole
 *
 * It is written without a name where the system can do that, so that nothing is left even if
 * the process is killed; else under a name that the handler of signals knows.
 */

static void new_name(struct sink *s)
{
    unsigned char random[8];
    size_t i;

    memcpy(s->temporary, ".filesec-", 10);
    if (!entropy(random, sizeof random)) /* a name that is taken is an error, no more */
        memset(random, 0, sizeof random);
    for (i = 0; i < sizeof random; i++)
        snprintf(s->temporary + 9 + 2 * i, 3, "%02x", random[i]);
}

#ifdef O_TMPFILE
/* Does /proc give access to what has no name? */
static int proc_is_there(int fd)
{
    static int known; /* atomic; 1: yes, 2: no */
    int answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
    char link[40];

    if (answer == 0) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        answer = access(link, F_OK) == 0 ? 1 : 2;
        __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    }
    return answer == 1;
}
#endif

static int open_nameless(const struct sink *s)
{
#ifdef O_TMPFILE
    int fd = reading_openat(s->folder, ".", O_TMPFILE | O_RDWR, 0600);

    if (fd >= 0 && !proc_is_there(fd)) {
        close(fd);
        fd = -1;
    }
    return fd;
#else
    (void)s;
    return -1;
#endif
}

/* From now on the handler of signals knows the temporary name; until it is forgotten. */
static void remember(struct sink *s)
{
    s->undo.folder = s->folder;
    s->undo.name = s->temporary;
    cleanup_add(&s->undo);
}

int sink_begin_at(struct sink *s)
{
    sigset_t before;

    s->fd = open_nameless(s);
    if (s->fd >= 0)
        return 1;
    new_name(s);
    cleanup_hold(&before);
    s->fd = reading_openat(s->folder, s->temporary, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (s->fd >= 0)
        remember(s);
    else
        s->temporary[0] = '\0';
    cleanup_release(&before);
    return s->fd >= 0 ? 1 : sink_failed(s);
}

/* The folder and the name in it. */
static int open_folder(struct sink *s)
{
    char *slash = strrchr(s->path, '/');
    const char *folder = slash == NULL ? "." : slash == s->path ? "/" : s->path;

    s->leaf = slash == NULL ? s->path : slash + 1;
    if (*s->leaf == '\0') {
        errno = EISDIR;
        return sink_failed(s);
    }
    if (slash != NULL && slash != s->path)
        *slash = '\0';
    s->folder = reading_openat(AT_FDCWD, folder, O_RDONLY | O_DIRECTORY, 0);
    return s->folder >= 0 ? 1 : sink_failed(s);
}

#ifdef AT_EMPTY_PATH
/* By its descriptor, which the system may refuse: then it is not asked again. */
static int link_descriptor(const struct sink *s, const char *name)
{
    static int refused; /* atomic */

    if (__atomic_load_n(&refused, __ATOMIC_RELAXED)) {
        errno = ENOENT;
        return 0;
    }
    if (linkat(s->fd, "", s->folder, name, AT_EMPTY_PATH) == 0)
        return 1;
    if (errno == ENOENT || errno == EINVAL)
        __atomic_store_n(&refused, 1, __ATOMIC_RELAXED);
    return 0;
}
#endif

/* A disk finds a better place for what it knows beforehand; memory would be cleared in vain.
   What cannot be had now is missing again, with a message, when it is written. */
void sink_reserve(const struct sink *s, uint64_t len)
{
#ifdef __linux__
    struct statfs f;

    if (fstatfs(s->fd, &f) == 0 && f.f_type != TMPFS_MAGIC)
        (void)fallocate(s->fd, 0, 0, (off_t)len);
#else
    (void)s;
    (void)len;
#endif
}

/* Give a file that has none the name. */
static int link_to(const struct sink *s, const char *name)
{
    char link[40];

#ifdef AT_EMPTY_PATH
    if (link_descriptor(s, name))
        return 1;
    if (errno != ENOENT && errno != EINVAL)
        return 0;
#endif
    snprintf(link, sizeof link, "/proc/self/fd/%d", s->fd);
    return linkat(AT_FDCWD, link, s->folder, name, AT_SYMLINK_FOLLOW) == 0;
}

static int rename_new(struct sink *s)
{
#ifdef SYS_renameat2
    if (syscall(SYS_renameat2, s->folder, s->temporary, s->folder, s->leaf, 1u) == 0)
        return 1;
    if (errno != ENOSYS && errno != EINVAL)
        return 0;
#endif
    if (linkat(s->folder, s->temporary, s->folder, s->leaf, 0) != 0)
        return 0;
    (void)unlinkat(s->folder, s->temporary, 0);
    return 1;
}

int sink_begin_file(struct sink *s)
{
    return open_folder(s) && sink_begin_at(s);
}

/* From a temporary name, which a file without one gets first, to its own. */
static int rename_file(struct sink *s)
{
    int good = s->temporary[0] != '\0';

    if (!good) {
        new_name(s);
        good = link_to(s, s->temporary);
        if (good)
            remember(s);
        else
            s->temporary[0] = '\0';
    }
    if (good && s->wish == SINK_REPLACE)
        good = renameat(s->folder, s->temporary, s->folder, s->leaf) == 0;
    else if (good)
        good = rename_new(s);
    if (good) {
        s->temporary[0] = '\0';
        cleanup_remove(&s->undo);
    }
    return good;
}

int sink_appear_file(struct sink *s)
{
    sigset_t before;
    int good;

    if (s->temporary[0] == '\0' && s->wish != SINK_REPLACE)
        return link_to(s, s->leaf) || sink_failed(s);
    /* No signal comes between the file's two names. */
    cleanup_hold(&before);
    good = rename_file(s) || sink_failed(s);
    cleanup_release(&before);
    return good;
}

int sink_flush(int fd)
{
    int result;

    do
        result = fsync(fd);
    while (result != 0 && errno == EINTR);
    return result == 0;
}

/* Called before there are threads, and then from any. */
mode_t sink_mask(void)
{
    static mode_t mask;
    static int known;

    if (!known) {
        mask = umask(0);
        umask(mask);
        known = 1;
    }
    return mask;
}

int sink_finish_file(struct sink *s, const struct sink_finish *finish)
{
    struct timespec times[2];

    memset(times, 0, sizeof times);
    times[0].tv_nsec = UTIME_OMIT;
    times[1] = finish->mtime;
    if (fchmod(s->fd, finish->mode & 0777 & ~sink_mask()) != 0 ||
        (finish->has_mtime && futimens(s->fd, times) != 0))
        return sink_failed(s);
    return 1;
}

int sink_complete_file(struct sink *s, const struct sink_finish *finish)
{
    if (!sink_finish_file(s, finish) || !sink_sync(s) || !sink_appear_file(s))
        return 0;
    return sink_flush(s->folder) || errno == EINVAL ? 1 : sink_failed(s);
}
