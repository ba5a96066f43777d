/* SPDX-License-Identifier: 0BSD */
#include "sealing.h"
#include "entropy.h"
#include "progress.h"
#include "pump.h"
#include "reading.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/*
 * sealing.c: read, seal, write; what is small, in one piece each
 */

static int io_error(const struct sealing *s, int error)
{
    complain(s->name, "%s", reading_error_text(error));
    return CODE_IO;
}

/* The first bytes of a regular file. If they are as many as its size says, there is no need to
   ask for its end: reading_unchanged will see to that. -1: errno says why. */
static ssize_t read_first(struct sealing *s, int64_t rest)
{
    ssize_t got = reading_some(s->in, s->first, SEALING_FIRST), more;

    if (got <= 0 || got == rest || got == SEALING_FIRST)
        return got;
    more = reading_fill(s->in, s->first + got, SEALING_FIRST - (size_t)got);
    return more < 0 ? -1 : got + more;
}

/* The size of a regular file is believed if the first bytes do not prove it wrong: files of
   /proc have none. */
static int learn_facts(struct sealing *s)
{
    int64_t start = 0, rest;
    ssize_t got;

    s->first_len = 0;
    facts_of_file(&s->facts, s->name, &s->st);
    if (!S_ISREG(s->st.st_mode))
        return CODE_OK;
    if (s->in == STDIN_FILENO)
        start = (int64_t)lseek(s->in, 0, SEEK_CUR);
    rest = (int64_t)s->st.st_size - (start < 0 ? 0 : start);
    got = read_first(s, rest);
    if (got < 0)
        return io_error(s, errno);
    s->first_len = (size_t)got;
    s->facts.has_size = got < SEALING_FIRST || rest >= got;
    s->facts.size = (uint64_t)(got < SEALING_FIRST ? got : rest);
    return CODE_OK;
}

/* 32 random bytes that nothing was sealed with, or NULL after a message. */
static const uint8_t *new_salt(struct sealing *s)
{
    if (s->salts_left == 0) {
        if (!entropy(s->salts, sizeof s->salts)) {
            complain("encrypt", "no random bytes: %s", strerror(errno));
            return NULL;
        }
        s->salts_left = SEALING_SALTS;
    }
    return s->salts[--s->salts_left];
}

/* Header and metadata, at the front of s->sealed. */
static int begin(struct sealing *s)
{
    filesec_container_params p;
    size_t len = facts_write(&s->facts, s->sealed + 160);
    const uint8_t *salt = new_salt(s);
    filesec_status status;

    if (salt == NULL)
        return CODE_IO;
    memset(&p, 0, sizeof p);
    p.meta_len = (uint32_t)len;
    memcpy(p.cost, s->info->cost, sizeof p.cost);
    memcpy(p.kdf_salt, s->info->kdf_salt, sizeof p.kdf_salt);
    p.key_id = s->info->key_id;
    p.suite = s->info->suite;
    p.chunk_log2 = s->info->chunk_log2;
    p.kdf = s->info->kdf;
    p.context = s->context;
    p.context_len = s->context_len;
    status = filesec_container_seal_init(&s->c, s->sealed, &p, s->key, salt);
    if (status == FILESEC_OK && len != 0)
        status = filesec_container_seal_meta(&s->c, s->sealed + 160, s->sealed + 160, len);
    s->head_len = 160 + (len != 0 ? len + 16 : 0);
    return status == FILESEC_OK ? CODE_OK : pump_complain(s->name, status);
}

/* All of it is in s->first: one write. */
static int seal_small(struct sealing *s, uint64_t *done)
{
    size_t chunk = filesec_container_chunk_size(&s->c), at = 0, out = s->head_len, i = 0;
    int final = 0;

    while (!final) {
        size_t len = s->first_len - at < chunk ? s->first_len - at : chunk;
        filesec_status status;

        final = at + len == s->first_len;
        status = filesec_container_seal_chunk(&s->c, i++, final, s->sealed + out, s->first + at,
                                              len);
        if (status != FILESEC_OK)
            return pump_complain(s->name, status);
        at += len;
        out += len + 16;
    }
    *done = at;
    progress_read(at);
    return sink_write(s->out, s->sealed, out) ? CODE_OK : sink_complain(s->out);
}

static int seal_large(struct sealing *s, uint64_t *done)
{
    struct pump p;
    int code;

    if (!sink_write(s->out, s->sealed, s->head_len))
        return sink_complain(s->out);
    memset(&p, 0, sizeof p);
    p.c = &s->c;
    p.name = s->name;
    p.in = s->in;
    p.st = &s->st;
    p.is_sized = s->facts.has_size && s->first_len == SEALING_FIRST;
    p.threads = s->threads;
    p.first = s->first;
    p.first_len = s->first_len;
    p.out = s->out;
    reading_ahead(s->in, &s->st);
    code = pump_seal(&p);
    *done = p.done;
    return code;
}

int sealing_run(struct sealing *s)
{
    int code = learn_facts(s), error;
    uint64_t done = 0;

    if (code == CODE_OK)
        code = begin(s);
    if (code == CODE_OK)
        code = S_ISREG(s->st.st_mode) && s->first_len < SEALING_FIRST ? seal_small(s, &done)
                                                                      : seal_large(s, &done);
    filesec_wipe(&s->c, sizeof s->c);
    if (code != CODE_OK)
        return code;
    error = reading_unchanged(s->in, &s->st);
    if (error == 0 && s->facts.has_size && done != s->facts.size)
        error = READ_CHANGED;
    return error == 0 ? CODE_OK : io_error(s, error);
}
