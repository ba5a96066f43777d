/* SPDX-License-Identifier: 0BSD */
#include "verity.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/*
 * verity_keep.c: the file of a tree
 *
 * It is for whoever may read the data: it tells what stands in them to who can guess it.
 */

int verity_keep_begin(struct verity_keep *k, const char *name, int force, const char *file)
{
    struct stat st;
    int code;

    if (strcmp(file, "-") == 0 ? fstat(STDIN_FILENO, &st) != 0 : stat(file, &st) != 0)
        memset(&st, 0, sizeof st); /* what is wrong will be said when it is read */
    memset(&k->finish, 0, sizeof k->finish);
    k->finish.mode = S_ISREG(st.st_mode) ? st.st_mode : 0666;
    code = sink_open(&k->sink, name, force ? SINK_REPLACE : SINK_NEW, &st);
    if (code == CODE_OK && k->sink.folder < 0) { /* a pipe or a device */
        complain(k->sink.name, "%s", reading_error_text(READ_IRREGULAR));
        sink_drop(&k->sink);
        code = CODE_USAGE;
    }
    return code;
}

int verity_keep_end(struct verity_keep *k, int code)
{
    if (code == CODE_OK && k->sink.error == 0)
        return sink_complete(&k->sink, &k->finish);
    if (code == CODE_OK)
        code = sink_complain(&k->sink);
    sink_drop(&k->sink);
    return code;
}

void verity_put(struct sink *keep, const void *data, size_t len, uint64_t at)
{
    const unsigned char *p = (const unsigned char *)data;

    while (len != 0 && __atomic_load_n(&keep->error, __ATOMIC_RELAXED) == 0) {
        ssize_t put = pwrite(keep->fd, p, len, (off_t)at);

        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0) {
            __atomic_store_n(&keep->error, put < 0 && errno != 0 ? errno : EIO,
                             __ATOMIC_RELAXED);
            return;
        }
        p += put;
        at += (uint64_t)put;
        len -= (size_t)put;
    }
}

/* A piece of the tree file; zeros where it has no more. */
static void get(struct sink *keep, unsigned char *data, size_t len, uint64_t at)
{
    size_t done = 0;

    while (done < len && keep->error == 0) {
        ssize_t got = pread(keep->fd, data + done, len - done, (off_t)(at + done));

        if (got > 0)
            done += (size_t)got;
        else if (got == 0 || errno != EINTR)
            keep->error = got < 0 && errno != 0 ? errno : EIO;
    }
    memset(data + done, 0, len - done);
}

/* Level 0 goes where it belongs, the last piece first; then the others are computed again. */
void verity_keep_complete(struct verity_tree *t, struct verity_unit *u, uint64_t size,
                          const unsigned char root[VERITY_DIGEST])
{
    struct sink *keep = t->keep;
    unsigned char again[VERITY_DIGEST];
    uint64_t at, end;
    size_t len;

    verity_tree_begin(t, keep, size);
    if (t->shape.levels < 2)
        return; /* it is there already */
    end = VERITY_BLOCK * t->shape.count[0];
    for (at = end; at != 0; at -= len) {
        len = at < sizeof u->leaves ? (size_t)at : sizeof u->leaves;
        get(keep, u->leaves, len, at - len);
        verity_put(keep, u->leaves, len, t->shape.start[0] + at - len);
    }
    for (at = 0; at < end; at += len) {
        len = end - at < sizeof u->leaves ? (size_t)(end - at) : sizeof u->leaves;
        get(keep, u->leaves, len, t->shape.start[0] + at);
        verity_hash(u->digests, u->leaves, len);
        verity_tree_add(t, u->digests, len / VERITY_BLOCK);
    }
    verity_tree_end(t, again);
    if (keep->error == 0 && memcmp(root, again, sizeof again) != 0)
        keep->error = EIO; /* what was written came back as something else */
}
