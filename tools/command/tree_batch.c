/* SPDX-License-Identifier: 0BSD */
#include "reading.h"
#include "tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * tree_batch.c: what was written reaches the disk, then it appears
 *
 * One call of syncfs does for a batch what fsync does for a file: Linux 5.8 and newer report
 * the errors of both.
 */
#ifdef __APPLE__
#define STAT_MTIME st_mtimespec
#else
#define STAT_MTIME st_mtim
#endif

#ifdef __linux__
int tree_can_sync(void)
{
    return 1;
}

int tree_sync(int fd)
{
    int result;

    do
        result = syncfs(fd);
    while (result != 0 && errno == EINTR);
    return result == 0;
}
#else
int tree_can_sync(void)
{
    return 0;
}

int tree_sync(int fd)
{
    (void)fd;
    return 0;
}
#endif

static int any_written(const struct tree_batch *b)
{
    uint64_t i;

    for (i = b->first; i != b->end; i++) {
        const struct tree_file *file = &b->ring[i % b->places];

        if (file->written && !file->folder->other_disk)
            return 1;
    }
    return 0;
}

static int appear(const struct tree_batch *b, struct tree_file *file, int together)
{
    if ((!together || file->folder->other_disk) && !sink_sync(&file->sink)) {
        sink_drop(&file->sink);
        return sink_complain(&file->sink);
    }
    return sink_appear(&file->sink, b->has_kept ? &b->kept : NULL);
}

int tree_batch_finish(const struct tree_batch *b)
{
    /* If it fails, each file is asked by itself. */
    int together = b->sync >= 0 && (!any_written(b) || tree_sync(b->sync));
    int code = CODE_OK;
    uint64_t i;

    for (i = b->first; i != b->end; i++) {
        struct tree_file *file = &b->ring[i % b->places];

        complain_kept(&file->messages);
        if (file->written)
            file->code = appear(b, file, together);
        code = worse(code, file->code);
        if (file->folder != NULL)
            code = worse(code, tree_folder_release(file->folder));
    }
    return code;
}

/* ---- folders ----------------------------------------------------------------------------- */

/* 1, or 0 and errno. */
static int finish_folder(const struct tree_folder *folder)
{
    struct timespec times[2];

    memset(times, 0, sizeof times);
    times[0].tv_nsec = UTIME_OMIT;
    times[1] = folder->st.STAT_MTIME;
    if (folder->created && (fchmod(folder->to, folder->st.st_mode & 0777 & ~sink_mask()) != 0 ||
                            futimens(folder->to, times) != 0))
        return 0;
    if (tree_can_sync() && !folder->other_disk)
        return 1;
    return sink_flush(folder->to) || errno == EINVAL;
}

int tree_folder_release(struct tree_folder *folder)
{
    int code = CODE_OK;

    while (folder != NULL && --folder->users == 0) {
        struct tree_folder *parent = folder->parent;

        if (folder->to >= 0 && !finish_folder(folder)) {
            complain(folder->out_name, "%s", strerror(errno));
            code = CODE_IO;
        }
        if (folder->to >= 0)
            close(folder->to);
        close(folder->from);
        free(folder->out_name);
        free(folder);
        folder = parent;
    }
    return code;
}
