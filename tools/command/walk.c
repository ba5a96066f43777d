/* SPDX-License-Identifier: 0BSD */
#include "walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * walk.c: one folder at a time is read whole, closed, sorted and then visited
 */
enum entry_type { ENTRY_FILE, ENTRY_FOLDER, ENTRY_LINK, ENTRY_SPECIAL };

struct entry {
    char *name;
    enum entry_type type;
};

struct folder {
    struct entry *entries;
    size_t count, room;
    dev_t dev;
    ino_t ino;
};

struct walker {
    walk_visit *visit;
    void *context;
    char *path;
    size_t path_room;
    int stopped;
};

static int by_bytes(const void *a, const void *b)
{
    const struct entry *x = (const struct entry *)a, *y = (const struct entry *)b;
    const unsigned char *p = (const unsigned char *)x->name;
    const unsigned char *q = (const unsigned char *)y->name;
    int c, d;

    while (*p == *q && *p != '\0') {
        p++;
        q++;
    }
    /* What stands in a folder has "/" after its name. */
    c = *p == '\0' && x->type == ENTRY_FOLDER ? '/' : *p;
    d = *q == '\0' && y->type == ENTRY_FOLDER ? '/' : *q;
    return c - d;
}

static int type_of(int fd, const struct dirent *d, enum entry_type *type)
{
    struct stat st;

#ifdef DT_UNKNOWN
    if (d->d_type != DT_UNKNOWN) {
        *type = d->d_type == DT_REG   ? ENTRY_FILE
                : d->d_type == DT_DIR ? ENTRY_FOLDER
                : d->d_type == DT_LNK ? ENTRY_LINK
                                      : ENTRY_SPECIAL;
        return 0;
    }
#endif
    if (fstatat(fd, d->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return errno;
    *type = S_ISREG(st.st_mode)   ? ENTRY_FILE
            : S_ISDIR(st.st_mode) ? ENTRY_FOLDER
            : S_ISLNK(st.st_mode) ? ENTRY_LINK
                                  : ENTRY_SPECIAL;
    return 0;
}

/* All entries of an open folder, sorted. 0, or errno; what was read until then stays. */
static int read_entries(DIR *dir, struct folder *f)
{
    int error = 0;

    while (error == 0) {
        struct dirent *d;

        errno = 0;
        d = readdir(dir);
        if (d == NULL) {
            error = errno;
            break;
        }
        if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0)
            continue;
        if (f->count == f->room) {
            f->room = f->room != 0 ? 2 * f->room : 64;
            f->entries = (struct entry *)must_resize(f->entries, f->room * sizeof *f->entries);
        }
        error = type_of(dirfd(dir), d, &f->entries[f->count].type);
        if (error == ENOENT)
            error = 0; /* gone meanwhile */
        else if (error == 0)
            f->entries[f->count++].name = must_copy(d->d_name);
    }
    if (f->count != 0)
        qsort(f->entries, f->count, sizeof *f->entries, by_bytes);
    return error;
}

static int read_folder(const char *path, int follow, struct folder *f)
{
    int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW);
    int fd = open(path, flags), error;
    struct stat st;
    DIR *dir;

    if (fd < 0)
        return errno;
    dir = fdopendir(fd);
    if (dir == NULL) {
        error = errno;
        close(fd);
        return error;
    }
    if (fstat(fd, &st) == 0) {
        f->dev = st.st_dev;
        f->ino = st.st_ino;
        error = read_entries(dir, f);
    } else {
        error = errno;
    }
    closedir(dir);
    return error;
}

static void visit(struct walker *w, enum walk_kind kind, int error, size_t base,
                  const struct folder *f)
{
    struct walk_item item;

    item.kind = kind;
    item.error = error;
    item.path = w->path;
    item.base = w->path + base;
    item.folder_dev = f->dev;
    item.folder_ino = f->ino;
    w->stopped = !w->visit(&item, w->context);
}

/* The folder whose path is the first len bytes of w->path. */
static void walk_folder(struct walker *w, size_t len, int follow)
{
    struct folder f = {NULL, 0, 0, 0, 0};
    int error = read_folder(w->path, follow, &f);
    size_t base = len, i;

    if (error != 0)
        visit(w, WALK_ERROR, error, 0, &f);
    if (len == 0 || w->path[len - 1] != '/')
        base++;
    for (i = 0; i < f.count; i++) {
        size_t name_len = strlen(f.entries[i].name);

        if (!w->stopped) {
            if (base + name_len + 1 > w->path_room) {
                w->path_room = 2 * (base + name_len + 1);
                w->path = (char *)must_resize(w->path, w->path_room);
            }
            w->path[base - 1] = '/';
            memcpy(w->path + base, f.entries[i].name, name_len + 1);
            if (f.entries[i].type == ENTRY_FOLDER)
                walk_folder(w, base + name_len, 0);
            else
                visit(w,
                      f.entries[i].type == ENTRY_FILE   ? WALK_FILE
                      : f.entries[i].type == ENTRY_LINK ? WALK_LINK
                                                        : WALK_SPECIAL,
                      0, base, &f);
        }
        free(f.entries[i].name);
    }
    free(f.entries);
}

void walk(const char *root, walk_visit *visit_item, void *context)
{
    struct walker w = {NULL, NULL, NULL, 0, 0};

    w.visit = visit_item;
    w.context = context;
    w.path_room = strlen(root) + 1;
    w.path = must_copy(root);
    walk_folder(&w, strlen(root), 1);
    free(w.path);
}
