/* SPDX-License-Identifier: 0BSD */
#include "tree.h"
#include "reading.h"
#include "progress.h"
#include "tree_roots.h"
#include "walk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * tree.c: the walk, which makes the folders and hands the files to the threads
 */
struct run {
    const struct tree *t;
    struct tree_roots roots;
    struct tree_jobs *jobs;
    struct tree_folder *folder; /* where the walk is */
    size_t prefix;              /* of paths: the root and its slash */
    int code;
};

/* ---- files ------------------------------------------------------------------------------- */

/* Both names, from that of the item. */
static void name_file(const struct run *r, struct tree_file *file, const struct walk_item *item,
                      size_t len)
{
    const char *rest = item->path + r->prefix;
    size_t rest_len = strlen(rest), to_len = r->t->to != NULL ? strlen(r->t->to) : 0;
    size_t room = len + to_len + rest_len + sizeof TREE_SUFFIX + 3;
    char *out;

    if (file->text_room < room) {
        file->text_room = 2 * room;
        file->text = (char *)must_resize(file->text, file->text_room);
    }
    memcpy(file->text, item->path, len + 1);
    file->name = file->text;
    file->leaf = file->text + (item->base - item->path);
    file->path = file->text + r->prefix;
    file->path_len = rest_len - (r->t->sealed ? sizeof TREE_SUFFIX - 1 : 0);
    if (r->t->to == NULL)
        return;
    out = file->text + len + 1;
    file->out_name = out;
    memcpy(out, r->t->to, to_len);
    out += to_len;
    if (out[-1] != '/')
        *out++ = '/';
    memcpy(out, rest, file->path_len);
    file->out_leaf = out + (file->leaf - file->path);
    out += file->path_len;
    memcpy(out, r->t->sealed ? "" : TREE_SUFFIX, r->t->sealed ? 1 : sizeof TREE_SUFFIX);
}

/* Its place among the files, in order. */
static void add_message(const struct run *r, const char *name, const char *text, int code)
{
    struct tree_file *file = tree_jobs_place(r->jobs);

    if (complain_keep(&file->messages)) {
        complain(name, "%s", text);
        (void)complain_keep(NULL);
    } else {
        complain(name, "%s", text);
    }
    file->code = code;
    tree_jobs_add(r->jobs, 0);
}

static int has_suffix(const char *base)
{
    size_t len = strlen(base), suffix = sizeof TREE_SUFFIX - 1;

    return len > suffix && memcmp(base + len - suffix, TREE_SUFFIX, suffix) == 0;
}

static void add_file(struct run *r, const struct walk_item *item)
{
    struct tree_file *file;

    if (r->t->sealed && !has_suffix(item->base)) {
        add_message(r, item->path, "skipped: no name that ends in " TREE_SUFFIX, CODE_OK);
        return;
    }
    file = tree_jobs_place(r->jobs);
    name_file(r, file, item, strlen(item->path));
    file->folder = r->folder;
    r->folder->users++;
    progress_expect(file->name);
    tree_jobs_add(r->jobs, 1);
}

/* ---- folders ----------------------------------------------------------------------------- */

/* The folder of this name in to: made, or there. A descriptor, or -1 and *why. */
static int make_folder(const struct run *r, int to, const char *name, int *created,
                       const char **why)
{
    struct stat st;
    int fd;

    *created = mkdirat(to, name, 0700) == 0;
    *why = NULL;
    if (!*created && errno != EEXIST)
        return -1;
    fd = reading_openat(to, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0);
    if (fd >= 0 && !*created && fstat(fd, &st) == 0 && st.st_dev == r->roots.from_st.st_dev &&
        st.st_ino == r->roots.from_st.st_ino) {
        close(fd);
        *why = "is the folder that is read";
        return -1;
    }
    return fd;
}

static char *out_folder_name(const struct run *r, const char *rest)
{
    size_t len = strlen(r->t->to) + strlen(rest) + 2;
    char *name = (char *)must_allocate(len);

    strcpy(name, r->t->to);
    if (*rest != '\0' && name[strlen(name) - 1] != '/')
        strcat(name, "/");
    return strcat(name, rest);
}

static int open_out(const struct run *r, const struct walk_item *item, struct tree_folder *f)
{
    const char *why = NULL;
    struct stat st;

    f->out_name = out_folder_name(r, f->parent == NULL ? "" : item->path + r->prefix);
    if (f->parent == NULL) {
        f->to = fcntl(r->roots.to, F_DUPFD_CLOEXEC, 0);
        f->created = r->roots.created;
    } else {
        f->to = make_folder(r, f->parent->to, item->base, &f->created, &why);
    }
    if (f->to >= 0 && fstat(f->to, &st) == 0) {
        f->other_disk = st.st_dev != r->roots.to_st.st_dev;
        return 1;
    }
    add_message(r, f->out_name, why != NULL ? why : strerror(errno), CODE_IO);
    return 0;
}

static int enter(struct run *r, const struct walk_item *item)
{
    struct tree_folder *f = (struct tree_folder *)must_allocate(sizeof *f);
    int good;

    memset(f, 0, sizeof *f);
    f->parent = r->folder;
    f->st = *item->st;
    f->to = -1;
    f->from = fcntl(item->folder, F_DUPFD_CLOEXEC, 0);
    good = f->from >= 0;
    if (!good)
        add_message(r, item->path, strerror(errno), CODE_IO);
    if (good && r->t->to != NULL)
        good = open_out(r, item, f);
    if (!good) {
        if (f->to >= 0)
            close(f->to);
        if (f->from >= 0)
            close(f->from);
        free(f->out_name);
        free(f);
        return WALK_PASS;
    }
    f->users = 1;
    if (f->parent != NULL)
        f->parent->users++;
    r->folder = f;
    return WALK_ON;
}

static void leave(struct run *r)
{
    struct tree_folder *f = r->folder;

    r->folder = f->parent;
    r->code = worse(r->code, tree_folder_release(f));
}

/* ---- all --------------------------------------------------------------------------------- */

static int visit(const struct walk_item *item, void *context)
{
    struct run *r = (struct run *)context;

    switch (item->kind) {
    case WALK_ENTER:
        return enter(r, item);
    case WALK_LEAVE:
        leave(r);
        break;
    case WALK_FILE:
        add_file(r, item);
        break;
    case WALK_ERROR:
        add_message(r, item->path, strerror(item->error), CODE_IO);
        break;
    default:
        add_message(r, item->path,
                    reading_error_text(item->kind == WALK_LINK ? READ_LINK : READ_SPECIAL),
                    CODE_OK);
    }
    return WALK_ON;
}

int tree_run(const struct tree *t)
{
    struct run r;
    size_t len = strlen(t->from);
    int code;

    memset(&r, 0, sizeof r);
    r.t = t;
    r.prefix = len + (len != 0 && t->from[len - 1] != '/');
    code = tree_roots_open(&r.roots, t->from, t->to);
    if (code != CODE_OK)
        return code;
    (void)sink_mask();
    r.jobs = tree_jobs_begin(t, tree_can_sync() ? r.roots.to : -1);
    walk_folders(t->from, visit, &r);
    code = worse(tree_jobs_end(r.jobs), r.code);
    return worse(code, tree_roots_close(&r.roots, t->to));
}
