/* SPDX-License-Identifier: 0BSD */
#include "sink.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/*
 * sink_tree.c: many new files, which are written by several threads, reach the disk together
 * and then appear one after the other
 */

int sink_open_at(struct sink *s, int folder, const char *leaf, const char *name,
                 enum sink_wish wish)
{
    memset(s, 0, sizeof *s);
    s->name = name;
    s->fd = -1;
    s->folder = folder;
    s->lent = 1;
    s->wish = wish;
    s->leaf = leaf;
    if (sink_begin_at(s))
        return CODE_OK;
    sink_drop(s);
    return sink_complain(s);
}

int sink_prepare(struct sink *s, const struct sink_finish *finish)
{
    if (sink_finish_file(s, finish))
        return CODE_OK;
    sink_drop(s);
    return sink_complain(s);
}

int sink_sync(struct sink *s)
{
    return sink_flush(s->fd) || sink_failed(s);
}

/* May what stands there be replaced? NULL, or why not. */
static const char *why_not(const struct sink *s, const struct stat *kept)
{
    struct stat st;

    if (fstatat(s->folder, s->leaf, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return NULL; /* gone meanwhile, or the next step says it */
    if (kept != NULL && st.st_dev == kept->st_dev && st.st_ino == kept->st_ino)
        return "holds the key and would be overwritten";
    return S_ISREG(st.st_mode) || S_ISLNK(st.st_mode) ? NULL
                                                      : "exists and is no file to replace";
}

int sink_appear(struct sink *s, const struct stat *kept)
{
    enum sink_wish wish = s->wish;
    const char *why = NULL;
    int good;

    /* What is not there needs no replacing, and a link appears in one step. */
    s->wish = SINK_NEW;
    good = sink_appear_file(s);
    s->wish = wish;
    if (!good && s->error == EEXIST && wish == SINK_REPLACE) {
        why = why_not(s, kept);
        s->error = 0;
        good = why == NULL && sink_appear_file(s);
    }
    if (good) {
        good = close(s->fd) == 0 || errno == EINTR || sink_failed(s);
        s->fd = -1;
    }
    sink_drop(s);
    if (why != NULL) {
        complain(s->name, "%s", why);
        return CODE_USAGE;
    }
    return good ? CODE_OK : sink_complain(s);
}
