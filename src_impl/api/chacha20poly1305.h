/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/config.h"
#include "api/status.h"
/*
 * ChaCha20-Poly1305: encryption that notices every change
 *
 * RFC 8439. Constant time and fast on every CPU, without special instructions: the choice where
 * AES-256-GCM has no hardware.
 *
 *   key          32 bytes
 *   nonce        12 bytes; a counter or a random number, but NEVER twice under one key: two
 *                messages under the same key and nonce give both away, and let anyone forge
 *   tag          16 bytes
 *   one message  up to 2^38 - 64 bytes, aad up to 2^64 - 1 bytes
 *   one key      with random nonces up to 2^32 messages: by then two have one nonce with
 *                probability 2^-33
 *
 * A tag does not commit to its key: the same ct and tag can be made to open under two keys.
 */
#ifndef FILESEC_NO_CHACHA20POLY1305

#ifdef FILESEC_SMALL
#define FILESEC__CHACHA20POLY1305_MAC_LEN 64
#else
#define FILESEC__CHACHA20POLY1305_MAC_LEN 328
#endif

/** A key that was set up. All members are private. */
typedef struct filesec_chacha20poly1305_key {
    unsigned char key[32];
    unsigned char mark; /* which path it was set up for; 0: none */
    unsigned char spare[15];
} filesec_chacha20poly1305_key;

/** ChaCha20-Poly1305 over data that comes in pieces. All members are private. */
typedef struct filesec_chacha20poly1305_state {
    unsigned char cipher[64]; /* input of the block function */
    unsigned char mac[FILESEC__CHACHA20POLY1305_MAC_LEN];
    unsigned char stream[64], pending[16];
    unsigned char aad_count[8], count[8];
    unsigned char mark, phase, spare[6];
} filesec_chacha20poly1305_state;

/**
 * Set up a key. The 32 bytes are not needed afterwards.
 *
 *   k        receives the key in the form that the path in use wants; wipe it with
 *            filesec_wipe. Calls do not change it, so threads may share it; it may be copied
 *            anywhere.
 *   key      32 bytes, random or from a key derivation function
 */
FILESEC_API void filesec_chacha20poly1305_init(filesec_chacha20poly1305_key *k,
                                               const uint8_t key[32]);

/**
 * Encrypt and authenticate one message.
 *
 *   k        from filesec_chacha20poly1305_init
 *   ct       receives len bytes; may be exactly pt; NULL if len is 0
 *   tag      receives 16 bytes; must not overlap ct
 *   nonce    12 bytes, never used before with this key
 *   aad      aad_len bytes to authenticate but not to encrypt; NULL if aad_len is 0; must not
 *            overlap ct or tag
 *   pt       len bytes; NULL if len is 0
 *
 * Limits:   len up to 2^38 - 64; aad_len up to 2^64 - 1.
 * Failure:  nothing is written.
 * Returns:  FILESEC_OK; FILESEC_ERR_LIMIT for a length above; FILESEC_ERR_ARGUMENT for buffers
 *           that overlap other than as allowed, NULL with a length, or a key that was not set
 *           up.
 * Time:     depends on len and aad_len, not on their contents.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_seal(
    const filesec_chacha20poly1305_key *k, void *ct, uint8_t tag[16], const uint8_t nonce[12],
    const void *aad, size_t aad_len, const void *pt, size_t len);

/**
 * Check one message and, only if it is genuine, decrypt it.
 *
 *   k        from filesec_chacha20poly1305_init
 *   pt       receives len bytes; may be exactly ct; NULL if len is 0
 *   nonce    12 bytes, as for seal
 *   aad      aad_len bytes, as for seal; NULL if aad_len is 0; must not overlap pt
 *   ct       len bytes; NULL if len is 0
 *   tag      16 bytes, as seal wrote them; must not overlap pt
 *
 * Limits:   as for seal.
 * Failure:  after FILESEC_ERR_AUTH pt holds len zero bytes; after any other error it is as it
 *           was.
 * Returns:  FILESEC_OK; FILESEC_ERR_AUTH if key, nonce, aad, ct or tag differ from what was
 *           sealed; FILESEC_ERR_LIMIT and FILESEC_ERR_ARGUMENT as for seal.
 * Time:     depends on len, aad_len and the verdict, not on the contents.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_open(
    const filesec_chacha20poly1305_key *k, void *pt, const uint8_t nonce[12], const void *aad,
    size_t aad_len, const void *ct, size_t len, const uint8_t tag[16]);

/**
 * Begin one message whose data comes in pieces:
 *
 *   to seal:  begin, aad any number of times, encrypt any number of times, tag
 *   to open:  begin, aad any number of times, decrypt any number of times, verify
 *
 *   s        receives the state; it keeps what it needs of the key
 *   nonce    12 bytes, never used before with this key
 *
 * Returns: FILESEC_OK, or FILESEC_ERR_ARGUMENT if k was not set up; then the state is wiped.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_begin(
    filesec_chacha20poly1305_state *s, const filesec_chacha20poly1305_key *k,
    const uint8_t nonce[12]) FILESEC__SIZED("filesec_chacha20poly1305_begin_small");

/**
 * Append len bytes of authenticated clear data; NULL is allowed if len is 0. Any split gives
 * the same tag.
 *
 * Returns: FILESEC_OK; FILESEC_ERR_ARGUMENT after encrypt or decrypt, after the end, or for
 *          NULL with a length; FILESEC_ERR_LIMIT if all pieces together pass the limit of seal.
 *          After an error the state is as it was.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_chacha20poly1305_aad(filesec_chacha20poly1305_state *s, const void *aad, size_t len)
    FILESEC__SIZED("filesec_chacha20poly1305_aad_small");

/**
 * Encrypt the next len bytes from pt to ct. ct may be exactly pt; both may be NULL if len is 0.
 * Any split gives the same bytes.
 *
 * Failure: nothing is written, and the state is as it was.
 * Returns: FILESEC_OK; FILESEC_ERR_ARGUMENT after decrypt, after the end, for a partial
 *          overlap, or for NULL with a length; FILESEC_ERR_LIMIT if all pieces together pass
 *          the limit.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_encrypt(
    filesec_chacha20poly1305_state *s, void *ct, const void *pt, size_t len)
    FILESEC__SIZED("filesec_chacha20poly1305_encrypt_small");

/**
 * Decrypt the next len bytes from ct to pt. WHAT IS WRITTEN IS NOT YET CHECKED: do not use it,
 * and do not show what depends on it, before verify has returned FILESEC_OK. Erase it if verify
 * returns anything else. Otherwise as encrypt, with the two directions exchanged.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status filesec_chacha20poly1305_decrypt(
    filesec_chacha20poly1305_state *s, void *pt, const void *ct, size_t len)
    FILESEC__SIZED("filesec_chacha20poly1305_decrypt_small");

/**
 * End sealing: write the 16 bytes of the tag and wipe the state.
 *
 * Returns: FILESEC_OK, or FILESEC_ERR_ARGUMENT after decrypt, after the end, or if tag is NULL;
 *          then tag is not written, and the state is wiped all the same.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_chacha20poly1305_tag(filesec_chacha20poly1305_state *s, uint8_t tag[16])
    FILESEC__SIZED("filesec_chacha20poly1305_tag_small");

/**
 * End opening: compare with the 16 bytes of the tag, in constant time, and wipe the state.
 *
 * Returns: FILESEC_OK if the message is genuine; FILESEC_ERR_AUTH if it is not;
 *          FILESEC_ERR_ARGUMENT after encrypt, after the end, or if tag is NULL, and then too
 *          the state is wiped.
 */
FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_chacha20poly1305_verify(filesec_chacha20poly1305_state *s, const uint8_t tag[16])
    FILESEC__SIZED("filesec_chacha20poly1305_verify_small");

#endif /* FILESEC_NO_CHACHA20POLY1305 */
