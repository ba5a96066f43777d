/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/container.h"
#if FILESEC__CONTAINER

/** Content that comes in order, in pieces of any size. All members are private. */
typedef struct filesec_container_sealer {
    filesec_container *c;
    unsigned char *work;
    size_t have; /* bytes in work */
    uint64_t index;
    int status, ended;
    unsigned char next; /* the byte that showed that the chunk at work is not the last */
    unsigned char has_next;
} filesec_container_sealer;

typedef struct filesec_container_opener {
    filesec_container *c;
    unsigned char *work;
    size_t have;
    uint64_t index, expected;
    int status, ended;
    unsigned char next, has_next;
} filesec_container_opener;

/**
 * Begin to seal, or to open, the chunks of a container from the first to the last.
 *
 *   c        from filesec_container_seal_init or _open_init; for this stream alone, until it is
 *            finished
 *   work     work_len bytes, at least filesec_container_chunk_size(c) + 17, for this stream
 *            alone; wipe them with filesec_wipe
 *
 * Returns:  FILESEC_OK; FILESEC_ERR_LIMIT if work_len is less; FILESEC_ERR_ARGUMENT if c is not
 *           set up or work is NULL. After an error every call with s returns that error.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_sealer_begin(
    filesec_container_sealer *s, filesec_container *c, void *work, size_t work_len)
    FILESEC__SIZED("filesec_container_sealer_begin_small");
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_opener_begin(
    filesec_container_opener *s, filesec_container *c, void *work, size_t work_len)
    FILESEC__SIZED("filesec_container_opener_begin_small");

/**
 * The length of the content that the metadata tells: a length that proves other is an error,
 * and a cut file can be told from a damaged one. Without it nothing is lost but that.
 */
FILESEC_API void filesec_container_opener_expect(filesec_container_opener *s, uint64_t plain);

/**
 * Take some bytes; give out a chunk when one is complete.
 *
 *   in       len bytes; must not overlap work; NULL if len is 0
 *   used     receives how many of them were taken; all, unless a chunk was given out
 *   out      receives where in work the chunk is, until the next call
 *   out_len  receives its length; 0: none is complete yet
 *
 * What an opener gives out is genuine, but only filesec_container_opener_finish says that the
 * file is whole.
 * Failure:  used and out_len are 0, and every later call returns the same error.
 * Returns:  FILESEC_OK; FILESEC_ERR_LIMIT behind 2^62 bytes; opening: FILESEC_ERR_AUTH for a
 *           damaged chunk, FILESEC_ERR_TRAILING if something follows the final chunk;
 *           FILESEC_ERR_ARGUMENT after the finish, or for NULL with a length.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_sealer_update(
    filesec_container_sealer *s, const void *in, size_t len, size_t *used, const void **out,
    size_t *out_len) FILESEC__SIZED("filesec_container_sealer_update_small");
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_opener_update(
    filesec_container_opener *s, const void *in, size_t len, size_t *used, const void **out,
    size_t *out_len) FILESEC__SIZED("filesec_container_opener_update_small");

/**
 * The end: give out the final chunk. Only if this returns FILESEC_OK is a file that was opened
 * complete and whole.
 *
 * Failure:  out_len is 0.
 * Returns:  FILESEC_OK; the error of an earlier call; opening: FILESEC_ERR_AUTH for a damaged
 *           chunk, FILESEC_ERR_TRUNCATED if the end is missing, FILESEC_ERR_TRAILING if
 *           something follows the final chunk, FILESEC_ERR_METADATA if the content has not the
 *           expected length; FILESEC_ERR_ARGUMENT after the finish.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_sealer_finish(filesec_container_sealer *s, const void **out, size_t *out_len)
    FILESEC__SIZED("filesec_container_sealer_finish_small");
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_opener_finish(filesec_container_opener *s, const void **out, size_t *out_len)
    FILESEC__SIZED("filesec_container_opener_finish_small");

/** The number of the chunk that comes next, or that an error was about. */
FILESEC_API uint64_t filesec_container_opener_failed_chunk(const filesec_container_opener *s);

#endif /* FILESEC__CONTAINER */
