/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/aes256gcm.h"
#include "api/chacha20poly1305.h"
#include "api/config.h"
#include "api/sha512.h"
#include "api/status.h"
/*
 * Container: a sealed file
 *
 * A header of 160 bytes, an optional sealed record of metadata, then the content in chunks,
 * each sealed by itself and bound to its place. A change of any byte, chunks that were swapped,
 * dropped, repeated or brought from another file, and a cut at any place are noticed. Chunks
 * are independent, so they can be sealed and opened in any order, by any number of threads, and
 * a part can be read without the rest. docs/format.md describes every byte. Nothing here reads
 * or writes files or allocates memory.
 *
 *   chunk        2^10 to 2^24 bytes of content; only the last may be shorter; + 16 bytes sealed
 *   content      up to 2^62 bytes
 *   key          32 bytes; from a passphrase with a key derivation function, its costs and salt
 *                stand in the header
 *   file salt    32 random bytes for each sealing, NEVER used twice: every file has its own
 *                keys, so nonces need no care; the same salt and key for two files, or for a
 *                changed chunk of one, gives both away
 *   context      any bytes that both sides know (a path, a backup's number); they are stored
 *                nowhere, and a file opens only under the context it was sealed under
 */
#if !defined(FILESEC_NO_SHA512) && !defined(FILESEC_NO_CONTAINER) &&                           \
    !(defined(FILESEC_NO_AES256GCM) && defined(FILESEC_NO_CHACHA20POLY1305))
#define FILESEC__CONTAINER 1

#define FILESEC_CONTAINER_HEADER_LEN 160
#define FILESEC_CONTAINER_META_MAX 65536
#define FILESEC_CONTAINER_CONTENT_MAX (UINT64_C(1) << 62)

/** The cipher of a container, and where its key comes from. */
#define FILESEC_CONTAINER_AES256GCM 1
#define FILESEC_CONTAINER_CHACHA20POLY1305 2
#define FILESEC_CONTAINER_KDF_NONE 0     /* a key of 32 random bytes; costs and salt are 0 */
#define FILESEC_CONTAINER_KDF_PBKDF2 1   /* PBKDF2-HMAC-SHA-512; cost[0]: iterations */
#define FILESEC_CONTAINER_KDF_ARGON2ID 2 /* RFC 9106; cost: KiB of memory, passes, lanes */

/** Types of records in the metadata; docs/format.md says what each holds. */
#define FILESEC_CONTAINER_META_NAME 1
#define FILESEC_CONTAINER_META_SIZE 2  /* 8 bytes, little-endian */
#define FILESEC_CONTAINER_META_MTIME 3 /* 8 bytes, little-endian, signed: ns since 1970 */
#define FILESEC_CONTAINER_META_MODE 4  /* 2 bytes, little-endian */
#define FILESEC_CONTAINER_META_USER 5

/** What a header says in the clear: within bounds, but not to be trusted before open_init. */
typedef struct filesec_container_info {
    uint32_t meta_len; /* of the record of metadata, before sealing; 0: none */
    uint32_t cost[3];
    uint32_t key_id; /* the caller's number for the key; a hint */
    uint8_t suite, chunk_log2, kdf, reserved;
    uint8_t kdf_salt[32], file_salt[32];
} filesec_container_info;

/** What a new container is to be. Set it to zeros first, then fill in. */
typedef struct filesec_container_params {
    uint32_t meta_len, cost[3], key_id;
    uint8_t suite, chunk_log2, kdf, reserved;
    uint8_t kdf_salt[32]; /* random for PBKDF2 and Argon2id, else zeros */
    const void *context;  /* NULL if context_len is 0 */
    size_t context_len;
} filesec_container_params;

/* A key of the container's cipher. */
typedef union filesec__container_key {
#ifndef FILESEC_NO_AES256GCM
    filesec_aes256gcm_key aes256gcm;
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    filesec_chacha20poly1305_key chacha20poly1305;
#endif
} filesec__container_key;

/** The keys of one container. All members are private. */
typedef struct filesec_container {
    unsigned char prk[64], header[96], context[64], segment[8];
    unsigned char mark, spare[7]; /* mark 0: not set up */
    filesec__container_key key;   /* of one segment */
} filesec_container;

/**
 * Read a header without a key.
 *
 *   info     receives the fields
 *   header   the first 160 bytes of a file
 *
 * Failure:  info is as it was.
 * Returns:  FILESEC_OK; FILESEC_ERR_FORMAT if it does not begin as a container does;
 *           FILESEC_ERR_UNSUPPORTED for another version of the format, a cipher that this build
 *           lacks, and a field out of its bounds.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_peek(filesec_container_info *info, const uint8_t header[160])
    FILESEC__SIZED("filesec_container_peek_small");

/**
 * Begin a new container.
 *
 *   c         receives its keys; wipe it with filesec_wipe. Sealing calls do not change it, so
 *             threads may share it
 *   header    receives the 160 bytes that the file begins with
 *   p         PBKDF2 of at least 210,000 iterations; Argon2id of at least 65,536 KiB and 3
 *             passes; 1 to 16 lanes
 *   key       32 bytes: random, or what the KDF made of the passphrase
 *   file_salt 32 random bytes, never used before
 *
 * Failure:  header is as it was; c is wiped, and calls with it return FILESEC_ERR_ARGUMENT.
 * Returns:  FILESEC_OK; FILESEC_ERR_LIMIT for meta_len above 65536; FILESEC_ERR_UNSUPPORTED for
 *           a cipher that this build lacks; FILESEC_ERR_ARGUMENT for any other field out of
 *           bounds.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_seal_init(
    filesec_container *c, uint8_t header[160], const filesec_container_params *p,
    const uint8_t key[32], const uint8_t file_salt[32])
    FILESEC__SIZED("filesec_container_seal_init_small");

/**
 * Begin to open a container: check the key, then the header.
 *
 *   c        receives its keys; wipe it with filesec_wipe
 *   header   the first 160 bytes of the file
 *   key      32 bytes, as for sealing
 *   context  context_len bytes, as for sealing; NULL if context_len is 0
 *
 * Failure:  c is wiped, and calls with it return FILESEC_ERR_ARGUMENT.
 * Returns:  FILESEC_OK; what filesec_container_peek returns; FILESEC_ERR_KEY if the key is not
 *           that of the file (or a salt or cost is damaged, which looks the same);
 *           FILESEC_ERR_HEADER if the header was changed or the context is another.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_open_init(
    filesec_container *c, const uint8_t header[160], const uint8_t key[32], const void *context,
    size_t context_len) FILESEC__SIZED("filesec_container_open_init_small");

/** Bytes of content in a chunk, the last excepted; 0 if c is not set up. */
FILESEC_API size_t filesec_container_chunk_size(const filesec_container *c)
    FILESEC__SIZED("filesec_container_chunk_size_small");

/** Bytes of the record of metadata before sealing; 0: there is none, or c is not set up. */
FILESEC_API size_t filesec_container_meta_size(const filesec_container *c)
    FILESEC__SIZED("filesec_container_meta_size_small");

/**
 * From the length of the content to that of the file, and back.
 *
 * Failure:  the result is as it was.
 * Returns:  FILESEC_OK; FILESEC_ERR_LIMIT for content above 2^62 bytes; FILESEC_ERR_TRUNCATED
 *           for a length of a file that no content gives; FILESEC_ERR_ARGUMENT if c is not set
 *           up.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_sealed_size(const filesec_container *c, uint64_t plain, uint64_t *sealed)
    FILESEC__SIZED("filesec_container_sealed_size_small");
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_plain_size(const filesec_container *c, uint64_t sealed, uint64_t *plain)
    FILESEC__SIZED("filesec_container_plain_size_small");

/**
 * Seal, or open, the record of metadata; it stands behind the header.
 *
 *   out      receives len + 16 bytes; may be exactly meta
 *   meta     receives sealed_len - 16 bytes; may be exactly in
 *
 * Failure:  after FILESEC_ERR_METADATA meta holds zeros; after any other error the output is as
 *           it was.
 * Returns:  FILESEC_OK; FILESEC_ERR_METADATA if the record was changed; FILESEC_ERR_ARGUMENT if
 *           len or sealed_len - 16 is not filesec_container_meta_size(c), or that is 0, for
 *           buffers that overlap in part or are NULL, or if c is not set up.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_seal_meta(const filesec_container *c, void *out, const void *meta, size_t len)
    FILESEC__SIZED("filesec_container_seal_meta_small");
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_open_meta(
    const filesec_container *c, void *meta, const void *in, size_t sealed_len)
    FILESEC__SIZED("filesec_container_open_meta_small");

/**
 * Do len bytes of metadata obey the format? To be asked of what open_meta gave.
 *
 * Returns:  FILESEC_OK; FILESEC_ERR_METADATA if not; FILESEC_ERR_UNSUPPORTED for a record of an
 *           unknown type that must not be skipped.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_meta_check(const void *meta,
                                                                           size_t len);

/** The value of the first record of a type, and its length; NULL if there is none, and then
    value_len is as it was. */
FILESEC_API const uint8_t *filesec_container_meta_find(const void *meta, size_t len,
                                                       unsigned type, size_t *value_len);

/**
 * Seal, or open, chunk number index. Never seal an index twice with different bytes: that
 * breaks the cipher; a changed file needs a new file salt.
 *
 *   index    from 0
 *   final    1 for the last chunk of the file, else 0
 *   out      sealing: receives len + 16 bytes; opening: sealed_len - 16. May be exactly in.
 *   in       NULL if its length is 0
 *
 * Threads may share c.
 * Failure:  after FILESEC_ERR_AUTH out holds zeros; after any other error it is as it was.
 * Returns:  FILESEC_OK; FILESEC_ERR_AUTH if the chunk was changed, is not this chunk of this
 *           file, or is final where that was denied or not where it was said; FILESEC_ERR_LIMIT
 *           for an index behind 2^62 bytes of content; FILESEC_ERR_ARGUMENT for a chunk that is
 *           neither final nor full, that is too long, that is empty and not the first, for
 *           sealed_len below 16, for buffers that overlap in part or are NULL with a length, or
 *           if c is not set up.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_seal_chunk(
    const filesec_container *c, uint64_t index, int final, void *out, const void *in,
    size_t len) FILESEC__SIZED("filesec_container_seal_chunk_small");
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_open_chunk(
    const filesec_container *c, uint64_t index, int final, void *out, const void *in,
    size_t sealed_len) FILESEC__SIZED("filesec_container_open_chunk_small");

/**
 * Each 2^35 bytes of content, a segment, have a key of their own. c holds that of segment 0;
 * chunks of other segments work, but derive their key at each call. This makes c hold the key
 * of another segment instead.
 *
 * Returns:  FILESEC_OK; FILESEC_ERR_LIMIT for a segment behind 2^62 bytes of content;
 *           FILESEC_ERR_ARGUMENT if c is not set up. After an error c is as it was.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_container_set_segment(filesec_container *c, uint64_t segment)
    FILESEC__SIZED("filesec_container_set_segment_small");

/**
 * The key of a container from its passphrase, by PBKDF2.
 *
 *   key      receives 32 bytes
 *   password len bytes as given, at least one
 *
 * Failure:  key is as it was.
 * Returns:  FILESEC_OK; FILESEC_ERR_LIMIT above 2,000,000 iterations, which no file may demand
 *           unasked (filesec_pbkdf2_hmac_sha512 knows no such limit); FILESEC_ERR_UNSUPPORTED
 *           if info does not say PBKDF2; FILESEC_ERR_ARGUMENT for no password.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_container_password_key(
    uint8_t key[32], const filesec_container_info *info, const void *password, size_t len);

#else
#define FILESEC__CONTAINER 0
#endif
