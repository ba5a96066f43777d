/* SPDX-License-Identifier: 0BSD */
#include "opened.h"
#include "tree.h"

#include <stdlib.h>
#include <unistd.h>

/*
 * tree_open.c: each container of a tree into a file, or to its end and nowhere
 */
struct wish {
    const struct tree *tree;
    struct secret *secret;
    int allow_costs;
};

static int open_content(struct opened *o, struct tree_file *file, const struct tree *t)
{
    struct sink_finish finish = facts_finish(&o->facts);
    uint64_t plain;
    int code;

    if (t->to == NULL)
        return opened_all(o, NULL, &plain);
    code = tree_open_out(t, file);
    if (code != CODE_OK)
        return code;
    code = opened_all(o, &file->sink, &plain);
    if (code != CODE_OK) {
        sink_drop(&file->sink);
        return code;
    }
    file->size = plain;
    code = sink_prepare(&file->sink, &finish);
    file->written = code == CODE_OK;
    return code;
}

static int work(struct tree_file *file, void *own, const void *wish)
{
    const struct wish *w = (const struct wish *)wish;
    struct opened *o = (struct opened *)own;
    struct opened_wish as;
    struct stat st;
    char *context;
    int code, fd = tree_open_file(file, &st);

    if (fd < 0)
        return CODE_IO;
    code = opened_take(o, file->name, fd, &st);
    if (code != CODE_OK)
        return code;
    context = tree_context(w->tree, file, &as.context_len);
    as.context = context;
    as.secret = w->secret;
    as.allow_costs = w->allow_costs;
    code = opened_unlock_as(o, &as);
    if (code == CODE_OK)
        code = open_content(o, file, w->tree);
    opened_close(o);
    free(context);
    return code;
}

int tree_open(struct tree *t, struct secret *secret, int allow_costs)
{
    struct wish wish;
    int code = secret_get(secret, 0);

    if (code != CODE_OK)
        return code;
    wish.tree = t;
    wish.secret = secret;
    wish.allow_costs = allow_costs;
    t->sealed = 1;
    t->own_len = sizeof(struct opened);
    t->work = work;
    t->wish = &wish;
    return tree_run(t);
}
