/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_OPS_H
#define FILESEC_TESTS_OPS_H
/*
 * tests/ops.h: operations of one shape behind one type, so that a case is written once
 */
#include "internals.h"

/* A hash: SHA-512, HMAC (the seed makes the key), the MurmurHash3 variants. */
typedef struct hash_op {
    const char *name;
    filesec_primitive primitive;
    size_t digest_len, state_len, block_len;
    void (*once)(unsigned char *digest, const void *data, size_t len, uint32_t seed);
    void (*init)(void *s, uint32_t seed);
    void (*update)(void *s, const void *data, size_t len);
    void (*final)(void *s, unsigned char *digest);
} hash_op;

#define HASH_DIGEST_MAX 64
#define HASH_STATE_MAX 400

/* Many messages in one call. */
typedef struct many_op {
    const char *name;
    filesec_primitive primitive;
    const hash_op *one; /* what it does with each message */
    void (*many)(unsigned char *digests, const void *const *data, const size_t *len, size_t n,
                 uint32_t seed);
} many_op;

/* An AEAD. Objects are void * so that a test may put them anywhere. */
typedef struct aead_op {
    const char *name;
    filesec_primitive primitive;
    size_t key_len, state_len;     /* of the objects */
    size_t count_at, aad_count_at; /* the counters in the state: 8 bytes, little-endian */
    uint64_t max_len, max_aad_len; /* the documented limits */
    int (*fits)(uint64_t aad_len, uint64_t len);
    void (*init)(void *k, const uint8_t key[32]);
    filesec_status (*seal)(const void *k, void *ct, uint8_t tag[16], const uint8_t nonce[12],
                           const void *aad, size_t aad_len, const void *pt, size_t len);
    filesec_status (*open)(const void *k, void *pt, const uint8_t nonce[12], const void *aad,
                           size_t aad_len, const void *ct, size_t len, const uint8_t tag[16]);
    filesec_status (*begin)(void *s, const void *k, const uint8_t nonce[12]);
    filesec_status (*aad)(void *s, const void *aad, size_t len);
    filesec_status (*encrypt)(void *s, void *ct, const void *pt, size_t len);
    filesec_status (*decrypt)(void *s, void *pt, const void *ct, size_t len);
    filesec_status (*tag)(void *s, uint8_t tag[16]);
    filesec_status (*verify)(void *s, const uint8_t tag[16]);
} aead_op;

#define AEAD_KEY_MAX 2560
#define AEAD_STATE_MAX 2720

/* All of the build; each list ends with NULL. */
extern const hash_op *const hash_ops[];
extern const many_op *const many_ops[];
extern const aead_op *const aead_ops[];

const hash_op *hash_op_named(const char *name); /* NULL if it is not in the build */
const aead_op *aead_op_named(const char *name);

/* What the last path of the primitive, "portable", makes of a message. */
void hash_portably(const hash_op *op, unsigned char *digest, const void *data, size_t len,
                   uint32_t seed);

#endif
