/* SPDX-License-Identifier: 0BSD */
#include "sealing.h"
#include "tree.h"

#include <stdlib.h>
#include <unistd.h>

/*
 * tree_seal.c: each file of a tree into a container
 */
struct wish {
    const struct tree *tree;
    const filesec_container_info *info;
    const uint8_t *key;
};

static int seal(struct sealing *s, struct tree_file *file, const struct tree *t)
{
    struct sink_finish finish;
    int code = tree_open_out(t, file);

    if (code != CODE_OK)
        return code;
    s->out = &file->sink;
    code = sealing_run(s);
    if (code != CODE_OK) {
        sink_drop(&file->sink);
        return code;
    }
    finish = facts_finish(&s->facts);
    finish.has_mtime = 0;
    file->size = s->facts.size;
    code = sink_prepare(&file->sink, &finish);
    file->written = code == CODE_OK;
    return code;
}

static int work(struct tree_file *file, void *own, const void *wish)
{
    const struct wish *w = (const struct wish *)wish;
    struct sealing *s = (struct sealing *)own;
    char *context;
    int code;

    s->in = tree_open_file(file, &s->st);
    if (s->in < 0)
        return CODE_IO;
    context = tree_context(w->tree, file, &s->context_len);
    s->context = context;
    s->info = w->info;
    s->key = w->key;
    s->threads = 1;
    s->name = file->name;
    code = seal(s, file, w->tree);
    close(s->in);
    free(context);
    return code;
}

int tree_seal(struct tree *t, const filesec_container_info *info, const uint8_t key[32])
{
    struct wish wish;

    wish.tree = t;
    wish.info = info;
    wish.key = key;
    t->own_len = sizeof(struct sealing);
    t->work = work;
    t->wish = &wish;
    return tree_run(t);
}
