/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/container_stream.h"
#include "container/chunks.h"
/*
 * container/sealer.h: sealing the chunks in order, without an array of them
 *
 * Whether a chunk is the final one is known when one more byte, or the end, has come: so the
 * work buffer holds a sealed chunk, and that byte waits in the state.
 */

/* Begin; status, or why not. */
static filesec_status filesec__container_stream(filesec_container *c, const void *work,
                                                size_t work_len)
{
    size_t chunk = filesec_container_chunk_size(c);

    if (chunk == 0 || work == NULL)
        return FILESEC_ERR_ARGUMENT;
    return work_len < chunk + 17 ? FILESEC_ERR_LIMIT : FILESEC_OK;
}

/* Move bytes from in to work until there are `full`, and then one to next. Returns how many
   were taken. */
static size_t filesec__container_take(unsigned char *work, size_t *have, size_t full,
                                      unsigned char *next, unsigned char *has_next,
                                      const unsigned char *in, size_t len)
{
    size_t n;

    if (*has_next) {
        work[0] = *next;
        *have = 1;
        *has_next = 0;
    }
    n = full - *have < len ? full - *have : len;
    filesec__copy(work + *have, in, n);
    *have += n;
    if (n < len) {
        *next = in[n];
        *has_next = 1;
        n++;
    }
    return n;
}

/* Before chunk index is worked on: the key of its segment. */
static filesec_status filesec__container_reach(filesec_container *c, uint64_t index)
{
    return filesec_container_set_segment(
        c, index >> (FILESEC__CONTAINER_SEGMENT_LOG2 - c->header[9]));
}

FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_sealer_begin(
    filesec_container_sealer *s, filesec_container *c, void *work, size_t work_len)
{
    memset(s, 0, sizeof *s);
    s->c = c;
    s->work = (unsigned char *)work;
    s->status = (int)filesec__container_stream(c, work, work_len);
    return (filesec_status)s->status;
}

/* Seal what is in work. */
static filesec_status filesec__container_sealer_chunk(filesec_container_sealer *s, int final,
                                                      const void **out, size_t *out_len)
{
    filesec_status status = filesec__container_reach(s->c, s->index);

    if (status == FILESEC_OK)
        status = filesec_container_seal_chunk(s->c, s->index, final, s->work, s->work, s->have);
    s->status = (int)status;
    if (status != FILESEC_OK)
        return status;
    *out = s->work;
    *out_len = s->have + 16;
    s->have = 0;
    s->index++;
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_sealer_update(filesec_container_sealer *s, const void *in, size_t len,
                                size_t *used, const void **out, size_t *out_len)
{
    filesec_status status;
    size_t n;

    *used = 0;
    *out = NULL;
    *out_len = 0;
    if (s->status != (int)FILESEC_OK)
        return (filesec_status)s->status;
    if (s->ended || filesec__missing(in, len))
        return FILESEC_ERR_ARGUMENT;
    if (len == 0)
        return FILESEC_OK;
    n = filesec__container_take(s->work, &s->have, filesec_container_chunk_size(s->c), &s->next,
                                &s->has_next, (const unsigned char *)in, len);
    if (s->has_next) {
        status = filesec__container_sealer_chunk(s, 0, out, out_len);
        if (status != FILESEC_OK)
            return status;
    }
    *used = n;
    return FILESEC_OK;
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_sealer_finish(filesec_container_sealer *s, const void **out, size_t *out_len)
{
    *out = NULL;
    *out_len = 0;
    if (s->status != (int)FILESEC_OK)
        return (filesec_status)s->status;
    if (s->ended)
        return FILESEC_ERR_ARGUMENT;
    s->ended = 1;
    (void)filesec__container_take(s->work, &s->have, filesec_container_chunk_size(s->c),
                                  &s->next, &s->has_next, NULL, 0);
    return filesec__container_sealer_chunk(s, 1, out, out_len);
}
