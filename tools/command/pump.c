/* SPDX-License-Identifier: 0BSD */
#include "pump.h"
#include "engine.h"
#include "progress.h"
#include "reading.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * pump.c: batches of chunks, which the engine's threads seal or open
 */
enum { BATCH_LEN = 128 * 1024, PLACED_LEN = 512 * 1024 };

int pump_complain(const char *name, filesec_status status)
{
    progress_clear();
    switch (status) {
    case FILESEC_ERR_KEY:
        complain(name, "wrong key or passphrase (or the header is damaged)");
        return CODE_DIFFERS;
    case FILESEC_ERR_HEADER:
        complain(name, "damaged header, or another context");
        return CODE_DIFFERS;
    case FILESEC_ERR_METADATA:
        complain(name, "damaged metadata");
        return CODE_DIFFERS;
    case FILESEC_ERR_TRUNCATED:
        complain(name, "truncated: the end is missing");
        return CODE_DIFFERS;
    case FILESEC_ERR_TRAILING:
        complain(name, "trailing data: bytes follow the final chunk");
        return CODE_DIFFERS;
    case FILESEC_ERR_AUTH:
        complain(name, "damaged");
        return CODE_DIFFERS;
    case FILESEC_ERR_LIMIT:
        complain(name, "over a limit");
        return CODE_UNSUPPORTED;
    case FILESEC_ERR_FORMAT:
        complain(name, "not a filesec container");
        return CODE_UNSUPPORTED;
    case FILESEC_ERR_UNSUPPORTED:
        complain(name, "not supported: another version of the format, or damaged");
        return CODE_UNSUPPORTED;
    default:
        complain(name, "%s", filesec_status_text(status));
        return CODE_UNSUPPORTED;
    }
}

int pump_damaged(const char *name, const filesec_container *c, uint64_t head, uint64_t chunk)
{
    uint64_t at = head + chunk * (filesec_container_chunk_size(c) + 16);

    progress_clear();
    complain(name, "chunk %llu is damaged (it begins at byte %llu)", (unsigned long long)chunk,
             (unsigned long long)at);
    return CODE_DIFFERS;
}

/* ---- the chunks of a batch --------------------------------------------------------------- */

struct own {
    filesec_container c; /* with the key of this segment: */
    uint64_t segment;
    uint64_t done; /* bytes of content that went through this thread */
};

/* What the threads share. */
struct job {
    const struct pump *p;
    size_t chunk, in_chunk, out_chunk, count; /* of content, of each kind; chunks in a batch */
    unsigned log2;
};

/* The key of the chunk's segment. Any other would do, but be derived from for each chunk. */
static void reach(struct own *o, const struct job *j, uint64_t chunk)
{
    uint64_t segment = chunk >> (35 - j->log2);

    if (segment != o->segment && filesec_container_set_segment(&o->c, segment) == FILESEC_OK)
        o->segment = segment;
}

static int seal_batch(void *own, void *context, struct engine_batch *b)
{
    struct own *o = (struct own *)own;
    struct job *j = (struct job *)context;
    size_t at = 0;
    uint64_t i = b->number * j->count;

    do {
        size_t len = b->in_len - at < j->chunk ? b->in_len - at : j->chunk;
        int final = b->last && at + len == b->in_len;
        filesec_status status;

        reach(o, j, i);
        status = filesec_container_seal_chunk(&o->c, i++, final, b->out + b->out_len,
                                              b->in + at, len);
        if (status != FILESEC_OK)
            return (int)status;
        at += len;
        b->out_len += len + 16;
    } while (at < b->in_len);
    o->done += b->in_len;
    return 0;
}

/* Is it chunk i, final or not, of that many bytes? out receives what nobody will see. */
static int is_chunk(const struct own *o, uint64_t i, int final, unsigned char *out,
                    const unsigned char *in, size_t len)
{
    return filesec_container_open_chunk(&o->c, i, final, out, in, len) == FILESEC_OK;
}

/* Chunk i, which is not what it should be: why? As filesec_container_opener_update and _finish
   say it. */
static filesec_status why(const struct own *o, const struct job *j, uint64_t i, int final,
                          unsigned char *out, const unsigned char *in, size_t len)
{
    uint64_t start = i * j->chunk, rest;

    if (!final)
        return is_chunk(o, i, 1, out, in, len) ? FILESEC_ERR_TRAILING : FILESEC_ERR_AUTH;
    if (len == j->chunk + 16 && is_chunk(o, i, 0, out, in, len))
        return FILESEC_ERR_TRUNCATED;
    if (!j->p->has_size)
        return FILESEC_ERR_AUTH;
    if (j->p->size > start + (len - 16))
        return FILESEC_ERR_TRUNCATED;
    rest = j->p->size - start;
    if (j->p->size < start || rest == len - 16)
        return FILESEC_ERR_AUTH;
    return is_chunk(o, i, 1, out, in, (size_t)rest + 16) ? FILESEC_ERR_TRAILING
                                                         : FILESEC_ERR_AUTH;
}

static filesec_status open_one(const struct own *o, const struct job *j, uint64_t i, int final,
                               unsigned char *out, const unsigned char *in, size_t len)
{
    filesec_status status;

    if (final && (len < 16 || (len == 16 && i != 0)))
        return FILESEC_ERR_TRUNCATED;
    status = filesec_container_open_chunk(&o->c, i, final, out, in, len);
    if (status == FILESEC_ERR_AUTH)
        status = why(o, j, i, final, out, in, len);
    else if (status == FILESEC_OK && final && j->p->has_size &&
             j->p->size != i * j->chunk + len - 16)
        status = FILESEC_ERR_METADATA;
    return status;
}

static int open_batch(void *own, void *context, struct engine_batch *b)
{
    struct own *o = (struct own *)own;
    struct job *j = (struct job *)context;
    size_t at = 0;
    uint64_t i = b->number * j->count;
    filesec_status status = FILESEC_OK;

    do {
        size_t len = b->in_len - at < j->in_chunk ? b->in_len - at : j->in_chunk;
        int final = b->last && at + len == b->in_len;

        reach(o, j, i);
        status = open_one(o, j, i, final, b->out + b->out_len, b->in + at, len);
        if (status == FILESEC_OK)
            b->out_len += len - 16;
        else
            b->failed = i;
        at += len;
        i++;
    } while (status == FILESEC_OK && at < b->in_len);
    o->done += b->out_len;
    return (int)status;
}

/* ---- both ways --------------------------------------------------------------------------- */

static int complain_fault(const struct pump *p, const struct engine *e)
{
    if (e->fault == ENGINE_READ) {
        complain(p->name, "%s", reading_error_text(e->error));
        return CODE_IO;
    }
    if (e->fault == ENGINE_WRITE) {
        p->out->error = e->error;
        return sink_complain(p->out);
    }
    if (e->error == (int)FILESEC_ERR_AUTH)
        return pump_damaged(p->name, p->c, p->head, e->failed);
    return pump_complain(p->name, (filesec_status)e->error);
}

/* A regular file is read by place, if there is enough of it; a large one in larger batches, for
   threads that write to one file wait for each other at each of them. */
static void place(const struct pump *p, struct engine *e, struct job *j, int opening)
{
    int64_t at = p->is_sized ? (int64_t)lseek(p->in, 0, SEEK_CUR) : -1;
    size_t len = BATCH_LEN;

    if (at < (int64_t)p->first_len || p->st->st_size - at < 2 * BATCH_LEN)
        return;
    e->by_place = 1;
    e->start = (uint64_t)at - p->first_len;
    e->length = (uint64_t)p->st->st_size - e->start;
    e->out_length = e->length / j->in_chunk * j->out_chunk;
    if (e->length % j->in_chunk != 0 && !opening)
        e->out_length += e->length % j->in_chunk + 16;
    else if (e->length % j->in_chunk > 16)
        e->out_length += e->length % j->in_chunk - 16;
    while (len < PLACED_LEN && e->length / len >= 8)
        len *= 2;
    j->count = j->chunk < len ? len / j->chunk : 1;
}

static int all(struct pump *p, int opening)
{
    struct engine e;
    struct job j;
    struct own *own;
    size_t len;
    long i;

    memset(&j, 0, sizeof j);
    j.p = p;
    j.chunk = filesec_container_chunk_size(p->c);
    while (j.log2 < 24 && (size_t)1 << j.log2 < j.chunk)
        j.log2++;
    j.in_chunk = j.chunk + (opening ? 16 : 0);
    j.out_chunk = j.chunk + (opening ? 0 : 16);
    j.count = j.chunk < BATCH_LEN ? BATCH_LEN / j.chunk : 1;
    memset(&e, 0, sizeof e);
    e.in = p->in;
    e.first = p->first;
    e.first_len = p->first_len;
    e.out = p->out;
    place(p, &e, &j, opening);
    e.in_full = j.count * j.in_chunk;
    e.out_full = j.count * j.out_chunk;
    e.threads = engine_threads(p->threads, e.in_full, e.out_full);
    e.work = opening ? open_batch : seal_batch;
    e.context = &j;
    e.own_len = sizeof *own;
    len = (size_t)e.threads * sizeof *own;
    own = (struct own *)must_allocate(len);
    e.own = (unsigned char *)own;
    for (i = 0; i < e.threads; i++) {
        own[i].c = *p->c;
        own[i].segment = 0;
        own[i].done = 0;
    }
    (void)engine_run(&e);
    for (i = 0, p->done = 0; i < e.threads; i++)
        p->done += own[i].done;
    filesec_wipe(own, len);
    free(own);
    return e.fault == ENGINE_GOOD ? CODE_OK : complain_fault(p, &e);
}

int pump_seal(struct pump *p)
{
    return all(p, 0);
}

int pump_open(struct pump *p)
{
    return all(p, 1);
}
