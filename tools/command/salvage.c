/* SPDX-License-Identifier: 0BSD */
#include "salvage.h"
#include "progress.h"
#include "reading.h"

#include <stdlib.h>
#include <string.h>

/*
 * salvage.c: chunk by chunk, each at the place that its number gives
 *
 * Nothing that was not verified is written. Sizes in verified metadata are believed: what lies
 * behind is trailing data, what is missing is said.
 */
struct salvage {
    struct opened *o;
    struct sink *out;
    size_t chunk;
    uint64_t sealed;   /* bytes behind the metadata that there are */
    uint64_t count;    /* blocks to look at */
    uint64_t at;       /* bytes of content so far */
    uint64_t range;    /* where the last range begins, */
    int range_is_good; /* of which kind it is */
    int proved;        /* the final chunk was verified */
    int trailing;      /* something follows it */
    int code;
    unsigned char *block, *plain;
};

enum found { BAD, GOOD, FINAL };

static void tell_range(struct salvage *s)
{
    if (s->at == s->range)
        return;
    progress_clear();
    complain(s->o->name,
             s->range_is_good ? "good: bytes %llu-%llu"
                              : "bad: bytes %llu-%llu (zeros instead)",
             (unsigned long long)s->range, (unsigned long long)(s->at - 1));
    s->range = s->at;
}

/* 1, or 0 after a message. */
static int give(struct salvage *s, size_t len, int good)
{
    if (good != s->range_is_good) {
        tell_range(s);
        s->range_is_good = good;
    }
    if (!good) {
        s->code = worse(s->code, CODE_DIFFERS);
        memset(s->plain, 0, len);
    }
    s->at += len;
    if (sink_write(s->out, s->plain, len))
        return 1;
    progress_clear();
    s->code = sink_complain(s->out);
    return 0;
}

static int opens(const struct salvage *s, uint64_t i, int final, size_t len)
{
    return filesec_container_open_chunk(&s->o->c, i, final, s->plain, s->block, len) ==
           FILESEC_OK;
}

/* Where the content ends, by the metadata. */
static size_t told_len(const struct salvage *s, uint64_t i)
{
    uint64_t size = s->o->facts.size, rest = size - i * s->chunk;

    return s->o->facts.has_size && rest < s->chunk ? (size_t)rest : s->chunk;
}

/* Block i of len bytes; *plain_len: of its content. */
static enum found look(struct salvage *s, uint64_t i, size_t len, size_t *plain_len)
{
    int is_last = i + 1 == s->count, error;
    size_t told = told_len(s, i);

    error = opened_read(s->o, s->block, len, s->o->head + i * (s->chunk + 16));
    *plain_len = len < 16 ? 0 : len - 16 < told ? len - 16 : told;
    if (error != 0) {
        progress_clear();
        complain(s->o->name, "chunk %llu: %s", (unsigned long long)i,
                 reading_error_text(error));
        s->code = worse(s->code, CODE_IO);
        return BAD;
    }
    if (len < 16)
        return BAD;
    if (len == s->chunk + 16 && opens(s, i, 0, len))
        return GOOD;
    if (opens(s, i, 1, len) || (is_last && told + 16 < len && opens(s, i, 1, told + 16)))
        return FINAL;
    return BAD;
}

static int one(struct salvage *s, uint64_t i)
{
    uint64_t segment = i >> (35 - s->o->info.chunk_log2), rest;
    size_t len = s->chunk + 16, plain_len;
    enum found found;

    if (segment != s->o->segment &&
        filesec_container_set_segment(&s->o->c, segment) == FILESEC_OK)
        s->o->segment = segment;
    rest = s->sealed - i * len;
    if (rest < len)
        len = (size_t)rest;
    found = look(s, i, len, &plain_len);
    progress_read(len);
    progress_show(1);
    if (found == FINAL) {
        s->proved = 1;
        s->trailing = rest > plain_len + 16;
        s->count = i + 1;
    }
    return give(s, plain_len, found != BAD);
}

static void measure(struct salvage *s)
{
    struct opened *o = s->o;
    uint64_t whole = o->st.st_size > o->start ? (uint64_t)(o->st.st_size - o->start) : 0;
    uint64_t told;

    s->chunk = filesec_container_chunk_size(&o->c);
    s->sealed = whole > o->head ? whole - o->head : 0;
    s->count = (s->sealed + s->chunk + 15) / (s->chunk + 16);
    if (!o->facts.has_size)
        return;
    told = o->facts.size / s->chunk + (o->facts.size % s->chunk != 0 || o->facts.size == 0);
    if (told < s->count)
        s->count = told;
}

/* What is to be said of the whole. */
static void tell_end(struct salvage *s)
{
    const char *name = s->o->name;
    int code = CODE_OK;

    tell_range(s);
    progress_clear();
    if (s->trailing || (!s->proved && s->o->facts.has_size && s->at == s->o->facts.size &&
                        s->sealed > s->count * (s->chunk + 16))) {
        complain(name, "trailing data: bytes follow the final chunk");
        code = CODE_DIFFERS;
    }
    if (s->o->facts.has_size && s->at < s->o->facts.size) {
        complain(name, "missing: bytes %llu-%llu", (unsigned long long)s->at,
                 (unsigned long long)(s->o->facts.size - 1));
        code = CODE_DIFFERS;
    }
    if (!s->proved) {
        complain(name, "length unproved: there is no good final chunk");
        code = CODE_DIFFERS;
    }
    if (s->o->meta_lost)
        code = CODE_DIFFERS;
    s->code = worse(s->code, code);
}

int salvage(struct opened *o, struct sink *out, int *code)
{
    struct salvage s;
    uint64_t i;
    int good = 1;

    memset(&s, 0, sizeof s);
    s.o = o;
    s.out = out;
    measure(&s);
    s.block = (unsigned char *)must_allocate(s.chunk + 16);
    s.plain = (unsigned char *)must_allocate(s.chunk);
    for (i = 0; good && i < s.count; i++)
        good = one(&s, i);
    if (good) {
        tell_end(&s);
        s.code = worse(s.code, opened_unchanged(o));
    }
    filesec_wipe(s.plain, s.chunk);
    filesec_wipe(s.block, s.chunk + 16);
    free(s.plain);
    free(s.block);
    *code = s.code;
    return good;
}
