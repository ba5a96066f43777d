/* SPDX-License-Identifier: 0BSD */
#include "sealing.h"
#include "entropy.h"
#include "pump.h"
#include "reading.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/*
 * sealing.c: read, seal, write
 */

static int io_error(const struct sealing *s, int error)
{
    complain(s->name, "%s", reading_error_text(error));
    return CODE_IO;
}

/* The size of a regular file is believed if the first bytes do not prove it wrong: files of
   /proc have none. */
static int learn_facts(struct sealing *s)
{
    int64_t start, rest;
    ssize_t got;

    facts_of_file(&s->facts, s->name, &s->st);
    if (!S_ISREG(s->st.st_mode))
        return CODE_OK;
    start = (int64_t)lseek(s->in, 0, SEEK_CUR);
    got = reading_fill(s->in, s->first, SEALING_FIRST);
    if (got < 0)
        return io_error(s, errno);
    s->first_len = (size_t)got;
    rest = (int64_t)s->st.st_size - (start < 0 ? 0 : start);
    s->facts.has_size = got < SEALING_FIRST || rest >= got;
    s->facts.size = (uint64_t)(got < SEALING_FIRST ? got : rest);
    return CODE_OK;
}

/* Header and metadata. */
static int begin(struct sealing *s)
{
    unsigned char salt[32], key[32], head[160 + FACTS_MAX + 16];
    filesec_container_params p;
    size_t len = facts_write(&s->facts, head + 160);
    filesec_status status;
    int code;

    if (!entropy(salt, sizeof salt) ||
        (s->info.kdf != FILESEC_CONTAINER_KDF_NONE && !entropy(s->info.kdf_salt, 32))) {
        complain("encrypt", "no random bytes: %s", strerror(errno));
        return CODE_IO;
    }
    memset(&p, 0, sizeof p);
    p.meta_len = (uint32_t)len;
    memcpy(p.cost, s->info.cost, sizeof p.cost);
    memcpy(p.kdf_salt, s->info.kdf_salt, sizeof p.kdf_salt);
    p.key_id = s->info.key_id;
    p.suite = s->info.suite;
    p.chunk_log2 = s->info.chunk_log2;
    p.kdf = s->info.kdf;
    p.context = s->secret.context;
    p.context_len = strlen(s->secret.context);
    code = secret_key(&s->secret, &s->info, key);
    if (code != CODE_OK)
        return code;
    status = filesec_container_seal_init(&s->c, head, &p, key, salt);
    filesec_wipe(key, sizeof key);
    if (status == FILESEC_OK && len != 0)
        status = filesec_container_seal_meta(&s->c, head + 160, head + 160, len);
    if (status != FILESEC_OK)
        return pump_complain(s->name, status);
    return sink_write(&s->sink, head, 160 + (len != 0 ? len + 16 : 0))
               ? CODE_OK
               : sink_complain(&s->sink);
}

static int seal(struct sealing *s)
{
    struct pump p;
    int code = secret_get(&s->secret, 1), error;

    if (code == CODE_OK)
        code = learn_facts(s);
    if (code == CODE_OK)
        code = begin(s);
    if (code != CODE_OK)
        return code;
    memset(&p, 0, sizeof p);
    p.c = &s->c;
    p.name = s->name;
    p.in = s->in;
    p.st = &s->st;
    p.is_sized = s->facts.has_size && s->first_len == SEALING_FIRST;
    p.threads = s->threads;
    p.first = s->first;
    p.first_len = s->first_len;
    p.out = &s->sink;
    reading_ahead(s->in, &s->st);
    code = pump_seal(&p);
    if (code != CODE_OK)
        return code;
    error = reading_unchanged(s->in, &s->st);
    if (error == 0 && s->facts.has_size && p.done != s->facts.size)
        error = READ_CHANGED;
    return error == 0 ? CODE_OK : io_error(s, error);
}

int sealing_run(struct sealing *s)
{
    struct sink_finish finish;
    int code, error;

    s->in = reading_open(s->name, 0, &s->st, &error);
    if (s->in < 0)
        return io_error(s, error);
    code = sink_open(&s->sink, s->output, s->force ? SINK_REPLACE : SINK_NEW, &s->st);
    if (code == CODE_OK) {
        progress_begin(s->progress);
        progress_expect(s->name);
        code = seal(s);
        finish = facts_finish(&s->facts);
        finish.has_mtime = 0;
        if (code == CODE_OK)
            code = sink_complete(&s->sink, &finish);
        else
            sink_drop(&s->sink);
    }
    reading_close(s->name, s->in);
    return code;
}
