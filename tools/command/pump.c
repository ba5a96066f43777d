/* SPDX-License-Identifier: 0BSD */
#include "pump.h"
#include "progress.h"
#include "reading.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * pump.c: one thread reads, works and writes by turns
 */
enum { READ_LEN = 128 * 1024 };

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

/* ---- both ways --------------------------------------------------------------------------- */

struct run {
    struct pump *p;
    filesec_container_sealer sealer;
    filesec_container_opener opener;
    int opening;
    unsigned char *work, *buffer;
    size_t work_len, buffer_len;
};

static int begin(struct run *r, struct pump *p, int opening)
{
    filesec_status status;

    memset(r, 0, sizeof *r);
    r->p = p;
    r->opening = opening;
    r->work_len = filesec_container_chunk_size(p->c) + 17;
    r->work = (unsigned char *)must_allocate(r->work_len);
    r->buffer_len = READ_LEN;
    r->buffer = (unsigned char *)must_allocate(r->buffer_len);
    status = opening ? filesec_container_opener_begin(&r->opener, p->c, r->work, r->work_len)
                     : filesec_container_sealer_begin(&r->sealer, p->c, r->work, r->work_len);
    if (opening && p->has_size)
        filesec_container_opener_expect(&r->opener, p->size);
    return status == FILESEC_OK ? CODE_OK : pump_complain(p->name, status);
}

static int wrong(const struct run *r, filesec_status status)
{
    if (status == FILESEC_ERR_AUTH)
        return pump_damaged(r->p->name, r->p->c, r->p->head,
                            filesec_container_opener_failed_chunk(&r->opener));
    return pump_complain(r->p->name, status);
}

static int give(struct run *r, const void *data, size_t len)
{
    if (r->opening)
        r->p->done += len;
    if (len == 0 || r->p->out == NULL || sink_write(r->p->out, data, len))
        return CODE_OK;
    progress_clear();
    return sink_complain(r->p->out);
}

static int take(struct run *r, const unsigned char *in, size_t len)
{
    if (!r->opening)
        r->p->done += len;
    progress_read(len);
    progress_show(1);
    while (len != 0) {
        const void *out;
        size_t used, out_len;
        filesec_status status =
            r->opening
                ? filesec_container_opener_update(&r->opener, in, len, &used, &out, &out_len)
                : filesec_container_sealer_update(&r->sealer, in, len, &used, &out, &out_len);
        int code;

        if (status != FILESEC_OK)
            return wrong(r, status);
        code = give(r, out, out_len);
        if (code != CODE_OK)
            return code;
        in += used;
        len -= used;
    }
    return CODE_OK;
}

static int finish(struct run *r)
{
    const void *out;
    size_t out_len;
    filesec_status status = r->opening
                                ? filesec_container_opener_finish(&r->opener, &out, &out_len)
                                : filesec_container_sealer_finish(&r->sealer, &out, &out_len);

    return status == FILESEC_OK ? give(r, out, out_len) : wrong(r, status);
}

static int all(struct pump *p, int opening)
{
    struct run r;
    ssize_t got = 1;
    int code = begin(&r, p, opening);

    if (code == CODE_OK)
        code = take(&r, p->first, p->first_len);
    while (code == CODE_OK && got > 0) {
        got = reading_some(p->in, r.buffer, r.buffer_len);
        if (got < 0) {
            progress_clear();
            complain(p->name, "%s", strerror(errno));
            code = CODE_IO;
        } else {
            code = got == 0 ? finish(&r) : take(&r, r.buffer, (size_t)got);
        }
    }
    progress_clear();
    filesec_wipe(r.work, r.work_len);
    filesec_wipe(r.buffer, r.buffer_len);
    free(r.work);
    free(r.buffer);
    filesec_wipe(&r, sizeof r);
    return code;
}

int pump_seal(struct pump *p)
{
    return all(p, 0);
}

int pump_open(struct pump *p)
{
    return all(p, 1);
}
