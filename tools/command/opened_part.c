/* SPDX-License-Identifier: 0BSD */
#include "opened.h"
#include "pump.h"
#include "reading.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * opened_part.c: any chunk of a regular file, once its length is proved
 */

int opened_read(const struct opened *o, unsigned char *out, size_t len, uint64_t at)
{
    while (len != 0) {
        ssize_t got = pread(o->fd, out, len, (off_t)((uint64_t)o->start + at));

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return errno;
        if (got == 0)
            return READ_CHANGED;
        out += got;
        len -= (size_t)got;
        at += (uint64_t)got;
    }
    return 0;
}

/* What is wrong with it? From the first chunk on, as without random access. */
static int diagnose(struct opened *o)
{
    uint64_t plain;
    int code;

    if (lseek(o->fd, (off_t)((uint64_t)o->start + o->head), SEEK_SET) < 0) {
        complain(o->name, "%s", strerror(errno));
        return CODE_IO;
    }
    code = opened_all(o, NULL, &plain);
    if (code != CODE_OK)
        return code;
    complain(o->name, "%s", reading_error_text(READ_CHANGED));
    return CODE_IO;
}

static int open_one(struct opened *o, const struct opened_end *end, uint64_t i,
                    unsigned char *buffer, filesec_status *status)
{
    size_t full = filesec_container_chunk_size(&o->c) + 16;
    size_t len = i == end->last ? end->last_len : full;
    int error = opened_read(o, buffer, len, o->head + i * full);

    *status = FILESEC_OK;
    if (error != 0) {
        complain(o->name, "%s", reading_error_text(error));
        return CODE_IO;
    }
    *status = filesec_container_open_chunk(&o->c, i, i == end->last, buffer, buffer, len);
    return CODE_OK;
}

int opened_end(struct opened *o, struct opened_end *end)
{
    size_t chunk = filesec_container_chunk_size(&o->c);
    uint64_t whole = o->st.st_size > o->start ? (uint64_t)(o->st.st_size - o->start) : 0;
    uint64_t sealed = whole > o->head ? whole - o->head : 0;
    unsigned char *buffer;
    filesec_status status;
    int code;

    if (filesec_container_plain_size(&o->c, whole, &end->plain) != FILESEC_OK)
        return diagnose(o);
    end->last = (sealed - 1) / (chunk + 16);
    end->last_len = (size_t)(sealed - end->last * (chunk + 16));
    buffer = (unsigned char *)must_allocate(chunk + 16);
    code = open_one(o, end, end->last, buffer, &status);
    filesec_wipe(buffer, chunk + 16);
    free(buffer);
    if (code != CODE_OK)
        return code;
    if (status != FILESEC_OK)
        return diagnose(o);
    if (o->facts.has_size && o->facts.size != end->plain)
        return pump_complain(o->name, FILESEC_ERR_METADATA);
    return CODE_OK;
}

int opened_chunk(struct opened *o, const struct opened_end *end, uint64_t i,
                 unsigned char *buffer)
{
    uint64_t segment = i >> (35 - o->info.chunk_log2);
    filesec_status status;
    int code;

    /* Any key serves any chunk, but its own is quicker. */
    if (segment != o->segment && filesec_container_set_segment(&o->c, segment) == FILESEC_OK)
        o->segment = segment;
    code = open_one(o, end, i, buffer, &status);

    if (code == CODE_OK && status == FILESEC_ERR_AUTH)
        return pump_damaged(o->name, &o->c, o->head, i);
    return code == CODE_OK && status != FILESEC_OK ? pump_complain(o->name, status) : code;
}
