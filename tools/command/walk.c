/* SPDX-License-Identifier: 0BSD */
#include "walk.h"
#include "reading.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
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
    int fd; /* for walk_folders: open until it is left; else -1 */
    struct stat st;
};

struct walker {
    walk_visit *visit;
    void *context;
    char *path;
    size_t path_room;
    int folders; /* they are visited too */
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

/* parent: -1, or the open folder in which it stands under the name that begins at base. */
static int open_folder(const struct walker *w, int parent, size_t base, int follow)
{
    int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW);

    return parent < 0 ? reading_openat(AT_FDCWD, w->path, flags, 0)
                      : reading_openat(parent, w->path + base, flags, 0);
}

/* A descriptor for readdir, beside that which stays. */
static DIR *reader_of(int fd, int stays)
{
    int own = stays ? fcntl(fd, F_DUPFD_CLOEXEC, 0) : fd, error;
    DIR *dir = own >= 0 ? fdopendir(own) : NULL;

    if (dir == NULL) {
        error = errno;
        if (own >= 0)
            close(own);
        errno = error;
    }
    return dir;
}

/* 0, or errno; f->fd is open if it is to be and could be. */
static int read_folder(const struct walker *w, int fd, struct folder *f)
{
    DIR *dir = reader_of(fd, w->folders);
    int error;

    f->fd = w->folders ? fd : -1;
    if (dir == NULL)
        return errno;
    error = read_entries(dir, f);
    closedir(dir);
    return error;
}

/* What visit said. */
static int visit(struct walker *w, enum walk_kind kind, int error, size_t base,
                 const struct folder *f)
{
    struct walk_item item;
    int answer;

    item.kind = kind;
    item.error = error;
    item.path = w->path;
    item.base = w->path + base;
    item.folder_dev = f->st.st_dev;
    item.folder_ino = f->st.st_ino;
    item.folder = f->fd;
    item.st = &f->st;
    answer = w->visit(&item, w->context);
    w->stopped = answer == WALK_END;
    return answer;
}

static void walk_folder(struct walker *w, size_t len, size_t name, int parent);

/* The entry's path takes the place of what stands behind the folder's "/". */
static void walk_entry(struct walker *w, const struct entry *e, size_t base,
                       const struct folder *f)
{
    size_t len = strlen(e->name);

    if (base + len + 1 > w->path_room) {
        w->path_room = 2 * (base + len + 1);
        w->path = (char *)must_resize(w->path, w->path_room);
    }
    w->path[base - 1] = '/';
    memcpy(w->path + base, e->name, len + 1);
    if (e->type == ENTRY_FOLDER)
        walk_folder(w, base + len, base, f->fd);
    else
        (void)visit(w,
                    e->type == ENTRY_FILE   ? WALK_FILE
                    : e->type == ENTRY_LINK ? WALK_LINK
                                            : WALK_SPECIAL,
                    0, base, f);
}

/* The folder whose path is the first len bytes of w->path; name: where its name begins, 0 for
   the root. */
static void walk_folder(struct walker *w, size_t len, size_t name, int parent)
{
    struct folder f;
    size_t base = len + (len == 0 || w->path[len - 1] != '/'), i;
    int fd = open_folder(w, parent, name, name == 0), error, answer = WALK_ON;

    memset(&f, 0, sizeof f);
    f.fd = -1;
    error = fd < 0 || fstat(fd, &f.st) != 0 ? errno : 0;
    if (error == 0) {
        error = read_folder(w, fd, &f);
    } else if (fd >= 0) {
        close(fd);
    }
    if (f.fd >= 0)
        answer = visit(w, WALK_ENTER, 0, name, &f);
    if (error != 0 && answer == WALK_ON)
        (void)visit(w, WALK_ERROR, error, 0, &f);
    for (i = 0; i < f.count; i++) {
        if (!w->stopped && answer == WALK_ON)
            walk_entry(w, &f.entries[i], base, &f);
        free(f.entries[i].name);
    }
    free(f.entries);
    if (f.fd >= 0) {
        w->path[len] = '\0';
        if (!w->stopped && answer == WALK_ON)
            (void)visit(w, WALK_LEAVE, 0, name, &f);
        close(f.fd);
    }
}

static void walk_all(const char *root, walk_visit *visit_item, void *context, int folders)
{
    struct walker w;

    memset(&w, 0, sizeof w);
    w.visit = visit_item;
    w.context = context;
    w.folders = folders;
    w.path_room = strlen(root) + 1;
    w.path = must_copy(root);
    walk_folder(&w, strlen(root), 0, -1);
    free(w.path);
}

void walk(const char *root, walk_visit *visit_item, void *context)
{
    walk_all(root, visit_item, context, 0);
}

void walk_folders(const char *root, walk_visit *visit_item, void *context)
{
    walk_all(root, visit_item, context, 1);
}
