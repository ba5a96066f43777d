/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/status.h"
#include "core/bytes.h"
#include "core/secret.h"
/*
 * core/aead.h: what both AEADs ask of their arguments, and the order of incremental calls
 */

/* A pointer may be NULL only if its length is 0. */
static inline int filesec__missing(const void *p, size_t len)
{
    return p == NULL && len != 0;
}

/* One-shot seal and open, 1 if good: out must not touch the tag or aad, and in only by being
 * in. */
static inline int filesec__aead_arguments(const void *out, const void *tag, const void *nonce,
                                          const void *aad, size_t aad_len, const void *in,
                                          size_t len)
{
    if (filesec__missing(out, len) || filesec__missing(in, len) ||
        filesec__missing(aad, aad_len))
        return 0;
    if (tag == NULL || nonce == NULL)
        return 0;
    return !filesec__partly_overlaps(out, in, len) && !filesec__overlap(out, len, tag, 16) &&
           !filesec__overlap(out, len, aad, aad_len);
}

/* Incremental: aad any number of times, then encrypt or decrypt, then tag or verify. */
#define FILESEC__PHASE_NONE 0 /* not begun, or ended */
#define FILESEC__PHASE_AAD 1
#define FILESEC__PHASE_ENCRYPT 2
#define FILESEC__PHASE_DECRYPT 3

/* May a call that needs phase wanted be made now? Before any data both directions are open. */
static inline int filesec__phase_allows(unsigned phase, unsigned wanted)
{
    return phase == FILESEC__PHASE_AAD || phase == wanted;
}
