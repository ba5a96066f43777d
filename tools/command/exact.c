/* SPDX-License-Identifier: 0BSD */
#include "exact.h"
#include "walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * exact.c: a set of (folder, last part of the name)
 */
struct place {
    dev_t dev; /* of the folder; of the file itself for lists */
    ino_t ino;
    char *base;
};

struct places {
    struct place *all;
    size_t count, room;
};

struct exact {
    struct places listed, lists;
    int sorted;
    char *folder; /* last one asked for, because lists go folder by folder */
    struct stat folder_st;
    /* While comparing: */
    char *root; /* without links */
    exact_report *report;
    void *context;
    int code;
};

struct exact *exact_begin(void)
{
    struct exact *e = (struct exact *)must_allocate(sizeof *e);

    memset(e, 0, sizeof *e);
    return e;
}

static void add(struct places *places, dev_t dev, ino_t ino, const char *base)
{
    struct place *p;

    if (places->count == places->room) {
        places->room = places->room != 0 ? 2 * places->room : 256;
        places->all =
            (struct place *)must_resize(places->all, places->room * sizeof *places->all);
    }
    p = &places->all[places->count++];
    p->dev = dev;
    p->ino = ino;
    p->base = must_copy(base);
}

static int in_order(const void *a, const void *b)
{
    const struct place *x = (const struct place *)a, *y = (const struct place *)b;

    if (x->ino != y->ino)
        return x->ino < y->ino ? -1 : 1;
    if (x->dev != y->dev)
        return x->dev < y->dev ? -1 : 1;
    return strcmp(x->base, y->base);
}

static int has(const struct places *places, dev_t dev, ino_t ino, const char *base)
{
    struct place key;

    key.dev = dev;
    key.ino = ino;
    key.base = (char *)(uintptr_t)base;
    return places->count != 0 &&
           bsearch(&key, places->all, places->count, sizeof key, in_order) != NULL;
}

/* The folder that name stands in, to e->folder_st, and the last part of name; NULL if there is
   no such folder. */
static const char *locate(struct exact *e, const char *name)
{
    const char *slash = strrchr(name, '/');
    size_t len = slash == NULL ? 0 : slash == name ? 1 : (size_t)(slash - name);
    const char *base = slash != NULL ? slash + 1 : name;

    if (e->folder == NULL || strlen(e->folder) != (len != 0 ? len : 1) ||
        strncmp(e->folder, len != 0 ? name : ".", len != 0 ? len : 1) != 0) {
        free(e->folder);
        e->folder = (char *)must_allocate(len + 2);
        memcpy(e->folder, len != 0 ? name : ".", len != 0 ? len : 1);
        e->folder[len != 0 ? len : 1] = '\0';
        if (stat(e->folder, &e->folder_st) != 0) {
            free(e->folder);
            e->folder = NULL;
            return NULL;
        }
    }
    return base;
}

void exact_listed(struct exact *e, const char *name)
{
    const char *base = locate(e, name);

    if (base != NULL)
        add(&e->listed, e->folder_st.st_dev, e->folder_st.st_ino, base);
    e->sorted = 0;
}

void exact_list(struct exact *e, const char *file)
{
    struct stat st;

    if ((strcmp(file, "-") != 0 ? stat(file, &st) : fstat(STDIN_FILENO, &st)) == 0)
        add(&e->lists, st.st_dev, st.st_ino, "");
    e->sorted = 0;
}

static void sort(struct places *places)
{
    if (places->count != 0)
        qsort(places->all, places->count, sizeof *places->all, in_order);
}

/* Does a link lead to what is checked anyway? */
static int good_link(struct exact *e, const char *path)
{
    char *target = realpath(path, NULL);
    size_t len = strlen(e->root);
    const char *base;
    struct stat st;
    int good = 0;

    if (target == NULL || stat(target, &st) != 0) {
        good = 0;
    } else if (S_ISDIR(st.st_mode)) {
        good = strncmp(target, e->root, len) == 0 &&
               (target[len] == '\0' || target[len] == '/' || len == 1);
    } else if (has(&e->lists, st.st_dev, st.st_ino, "")) {
        good = 1;
    } else {
        base = locate(e, target);
        good = base != NULL && has(&e->listed, e->folder_st.st_dev, e->folder_st.st_ino, base);
    }
    free(target);
    return good;
}

static int compare(const struct walk_item *item, void *context)
{
    struct exact *e = (struct exact *)context;
    struct stat st;

    if (item->kind == WALK_ERROR) {
        complain(item->path, "%s", strerror(item->error));
        e->code = CODE_IO;
    } else if (!has(&e->listed, item->folder_dev, item->folder_ino, item->base) &&
               !(item->kind == WALK_LINK && good_link(e, item->path)) &&
               !(item->kind == WALK_FILE && lstat(item->path, &st) == 0 &&
                 has(&e->lists, st.st_dev, st.st_ino, ""))) {
        e->report(item->path, e->context);
    }
    return out_good();
}

int exact_compare(struct exact *e, const char *folder, exact_report *report, void *context)
{
    struct stat st;

    e->code = CODE_OK;
    e->root = realpath(folder, NULL);
    if (e->root == NULL || stat(e->root, &st) != 0 || !S_ISDIR(st.st_mode)) {
        complain(folder, "%s", e->root == NULL ? strerror(errno) : strerror(ENOTDIR));
        free(e->root);
        return CODE_IO;
    }
    if (!e->sorted) {
        sort(&e->listed);
        sort(&e->lists);
        e->sorted = 1;
    }
    e->report = report;
    e->context = context;
    walk(folder, compare, e);
    free(e->root);
    return e->code;
}

static void forget(struct places *places)
{
    size_t i;

    for (i = 0; i < places->count; i++)
        free(places->all[i].base);
    free(places->all);
}

void exact_end(struct exact *e)
{
    forget(&e->listed);
    forget(&e->lists);
    free(e->folder);
    free(e);
}
