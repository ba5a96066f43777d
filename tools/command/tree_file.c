/* SPDX-License-Identifier: 0BSD */
#include "reading.h"
#include "tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * tree_file.c: what the work on one file of a tree begins with
 */

int tree_check_options(const char *command, int recursive, int no_path_binding,
                       const char *input, const char *output)
{
    if (!recursive && no_path_binding)
        complain(command, "--no-path-binding belongs to -r");
    else if (recursive && strcmp(input, "-") == 0)
        complain(command, "-r is for a folder, not for standard input");
    else if (recursive && (output == NULL || strcmp(output, "-") == 0))
        complain(command, "-r needs a folder to write to (see --output)");
    else
        return 1;
    return 0;
}

int tree_open_file(const struct tree_file *file, struct stat *st)
{
    int fd, error = 0;

    do
        fd = openat(file->folder->from, file->leaf,
                    O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK);
    while (fd < 0 && errno == EINTR);
    if (fd < 0 || fstat(fd, st) != 0)
        error = errno == ELOOP ? READ_LINK : errno;
    else if (!S_ISREG(st->st_mode))
        error = READ_SPECIAL;
    if (error == 0)
        return fd;
    complain(file->name, "%s", reading_error_text(error));
    if (fd >= 0)
        close(fd);
    return -1;
}

int tree_open_out(const struct tree *t, struct tree_file *file)
{
    const struct tree_folder *folder = file->folder;
    struct stat st;

    /* In a folder that was there before, this saves the work; sink_appear decides. */
    if (!t->force && !folder->created &&
        fstatat(folder->to, file->out_leaf, &st, AT_SYMLINK_NOFOLLOW) == 0) {
        complain(file->out_name, "exists (--force replaces it)");
        return CODE_USAGE;
    }
    return sink_open_at(&file->sink, folder->to, file->out_leaf, file->out_name,
                        t->force ? SINK_REPLACE : SINK_NEW);
}

char *tree_context(const struct tree *t, const struct tree_file *file, size_t *len)
{
    const char *given = t->secret->context;
    size_t given_len = strlen(given), path_len = t->no_path_binding ? 0 : file->path_len;
    size_t slash = given_len != 0 && path_len != 0;
    char *context = (char *)must_allocate(given_len + slash + path_len + 1);

    memcpy(context, given, given_len);
    if (slash)
        context[given_len] = '/';
    memcpy(context + given_len + slash, file->path, path_len);
    *len = given_len + slash + path_len;
    return context;
}
