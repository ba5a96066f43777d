/* SPDX-License-Identifier: 0BSD */
#include "encrypt.h"
#include "entropy.h"
#include "reading.h"
#include "sealing.h"
#include "tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * encrypt_run.c: a file into a container, or a tree into a tree of them
 */

/* The key, and for a passphrase the KDF salt of the header. */
static int make_key(struct encrypt *e, uint8_t key[32])
{
    int code = secret_get(&e->secret, 1);

    if (code != CODE_OK)
        return code;
    if (e->info.kdf != FILESEC_CONTAINER_KDF_NONE && !entropy(e->info.kdf_salt, 32)) {
        complain("encrypt", "no random bytes: %s", strerror(errno));
        return CODE_IO;
    }
    return secret_key(&e->secret, &e->info, key);
}

/* From s->in to the sink, which is open. */
static int seal_into(struct encrypt *e, struct sealing *s)
{
    struct sink_finish finish;
    uint8_t key[32];
    int code = make_key(e, key);

    s->info = &e->info;
    s->key = key;
    s->context = e->secret.context;
    s->context_len = strlen(e->secret.context);
    s->threads = e->threads;
    s->name = e->name;
    if (code == CODE_OK)
        code = sealing_run(s);
    filesec_wipe(key, sizeof key);
    finish = facts_finish(&s->facts);
    finish.has_mtime = 0;
    if (code == CODE_OK)
        return sink_complete(s->out, &finish);
    sink_drop(s->out);
    return code;
}

static int seal_file(struct encrypt *e)
{
    struct sealing *s = (struct sealing *)must_allocate(sizeof *s);
    struct sink sink;
    int code, error;

    memset(s, 0, sizeof *s);
    s->out = &sink;
    s->in = reading_open(e->name, 0, &s->st, &error);
    if (s->in < 0) {
        complain(e->name, "%s", reading_error_text(error));
        code = CODE_IO;
    } else {
        code = sink_open(&sink, e->output, e->force ? SINK_REPLACE : SINK_NEW, &s->st);
        if (code == CODE_OK) {
            progress_expect(e->name);
            code = seal_into(e, s);
        }
        reading_close(e->name, s->in);
    }
    filesec_wipe(s, sizeof *s);
    free(s);
    return code;
}

static int seal_folder(struct encrypt *e)
{
    struct tree t;
    uint8_t key[32];
    int code = make_key(e, key);

    memset(&t, 0, sizeof t);
    t.from = e->name;
    t.to = e->output;
    t.force = e->force;
    t.threads = e->threads;
    t.secret = &e->secret;
    t.no_path_binding = e->no_path_binding;
    if (code == CODE_OK)
        code = tree_seal(&t, &e->info, key);
    filesec_wipe(key, sizeof key);
    return code;
}

int encrypt_run(struct encrypt *e)
{
    progress_begin(e->progress);
    return e->recursive ? seal_folder(e) : seal_file(e);
}
