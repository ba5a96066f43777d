/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/config.h"
#include "api/status.h"
/*
 * SHA-512, HMAC, HKDF, PBKDF2
 *
 * SHA-512 tells whether a file is the same file, also when somebody wants it to seem so: nobody
 * can make two messages with one digest. It does not tell who wrote it: whoever changes the
 * file can compute the new digest. For that use HMAC, which needs a key, or seal the file.
 *
 *   function        standard              key or password     output
 *   SHA-512         FIPS 180-4, 6.4       none                64 bytes
 *   HMAC-SHA-512    RFC 2104, FIPS 198-1  any length          64 bytes
 *   HKDF-SHA-512    RFC 5869              a secret key        up to 16320 bytes
 *   PBKDF2          RFC 8018, 5.2         a password          up to 2^38 - 64 bytes
 *
 * Messages may have any length that size_t holds; pieces together up to 2^125 - 1 bytes. No
 * branch and no address depends on a message, key or password. What the functions put into
 * memory of their own is wiped where it comes from a key or password.
 */
#ifndef FILESEC_NO_SHA512

/** A SHA-512 in progress. All members are private. It may be copied to fork a computation. */
typedef struct filesec_sha512_state {
    unsigned char chain[64];  /* H(i) as numbers of this machine */
    unsigned char count[16];  /* bytes so far: low and high half */
    unsigned char block[128]; /* what is not yet a whole block */
    unsigned char mark;       /* which path was in use at init */
    unsigned char spare[7];
} filesec_sha512_state;

/**
 * The digest of len bytes at data, in one call.
 *
 *   digest   receives 64 bytes; may overlap data
 *   data     NULL is allowed if len is 0
 */
FILESEC_API void filesec_sha512(uint8_t digest[64], const void *data, size_t len);

/** Begin a message that comes in pieces: init, any number of updates, final. */
FILESEC_API void filesec_sha512_init(filesec_sha512_state *s);

/** Append len bytes at data; NULL is allowed if len is 0. Any split gives the same digest. */
FILESEC_API void filesec_sha512_update(filesec_sha512_state *s, const void *data, size_t len);

/** Write the 64 bytes of the digest and wipe the state. */
FILESEC_API void filesec_sha512_final(filesec_sha512_state *s, uint8_t digest[64]);

/**
 * The digests of n independent messages of any lengths, several at a time where this CPU can:
 * digests[i] is the SHA-512 of len[i] bytes at data[i].
 *
 *   digests  receives n digests; must not overlap any message
 *   data     n pointers; data[i] may be NULL if len[i] is 0; messages may overlap each other
 *   n        may be 0, and then the pointers may be NULL
 */
FILESEC_API void filesec_sha512_many(uint8_t (*digests)[64], const void *const *data,
                                     const size_t *len, size_t n);

/** An HMAC in progress. All members are private. It may be copied to fork a computation. */
typedef struct filesec_hmac_sha512_state {
    filesec_sha512_state inner;
    unsigned char outer[64]; /* H(K ^ opad), one block in */
} filesec_hmac_sha512_state;

/**
 * HMAC-SHA-512 of data_len bytes at data under a key of any length.
 *
 *   mac      receives 64 bytes; may overlap key and data. Compare macs with filesec_equal.
 *   key      NULL is allowed if key_len is 0; a key over 128 bytes is hashed first
 *   data     NULL is allowed if data_len is 0
 */
FILESEC_API void filesec_hmac_sha512(uint8_t mac[64], const void *key, size_t key_len,
                                     const void *data, size_t data_len);

/** Begin an HMAC over data that comes in pieces. The key is not needed after this call. */
FILESEC_API void filesec_hmac_sha512_init(filesec_hmac_sha512_state *s, const void *key,
                                          size_t key_len);

/** Append len bytes at data; NULL is allowed if len is 0. */
FILESEC_API void filesec_hmac_sha512_update(filesec_hmac_sha512_state *s, const void *data,
                                            size_t len);

/** Write the 64 bytes of the mac and wipe the state. */
FILESEC_API void filesec_hmac_sha512_final(filesec_hmac_sha512_state *s, uint8_t mac[64]);

/**
 * Keys from a secret that is already strong (not from a password): HKDF extract and expand.
 *
 *   out      receives out_len bytes, 0 to 255 * 64; must not overlap info
 *   ikm      the secret; NULL if ikm_len is 0
 *   salt     public; NULL if salt_len is 0, which stands for 64 zero bytes
 *   info     what the key is for; different infos give independent keys; NULL if info_len is 0
 *
 * Failure:   out is not written.
 * Returns:   FILESEC_OK; FILESEC_ERR_LIMIT if out_len is over 16320; FILESEC_ERR_ARGUMENT if
 * out overlaps info, or a pointer is NULL with a length.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_hkdf_sha512(void *out, size_t out_len, const void *ikm, size_t ikm_len,
                    const void *salt, size_t salt_len, const void *info, size_t info_len);

/**
 * A key from a password: PBKDF2 with HMAC-SHA-512. Slow on purpose, in proportion to
 * iterations.
 *
 *   out         receives out_len bytes, 0 to 2^38 - 64; must not overlap salt
 *   password    NULL if password_len is 0
 *   salt        random, 16 bytes or more, different for each password; NULL if salt_len is 0
 *   iterations  1 or more; 210000 or more for a password that a person chose
 *
 * Failure:   out is not written.
 * Returns:   FILESEC_OK; FILESEC_ERR_LIMIT if out_len is over 2^38 - 64; FILESEC_ERR_ARGUMENT
 * if iterations is 0, out overlaps salt, or a pointer is NULL with a length.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_pbkdf2_hmac_sha512(void *out, size_t out_len, const void *password, size_t password_len,
                           const void *salt, size_t salt_len, uint32_t iterations);

#endif /* FILESEC_NO_SHA512 */
