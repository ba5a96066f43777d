/* SPDX-License-Identifier: 0BSD */
/*
 * tests/ops.c: the operations of filesec.h in the shapes of tests/ops.h
 */
#include "ops.h"
#include "paths.h"
#include "support.h"
#include <string.h>

/* ---- SHA-512 and HMAC ------------------------------------------------------------------ */

#ifndef FILESEC_NO_SHA512
static void once_sha512(unsigned char *digest, const void *data, size_t len, uint32_t seed)
{
    (void)seed;
    filesec_sha512(digest, data, len);
}

static void init_sha512(void *s, uint32_t seed)
{
    (void)seed;
    filesec_sha512_init((filesec_sha512_state *)s);
}

static void update_sha512(void *s, const void *data, size_t len)
{
    filesec_sha512_update((filesec_sha512_state *)s, data, len);
}

static void final_sha512(void *s, unsigned char *digest)
{
    filesec_sha512_final((filesec_sha512_state *)s, digest);
}

static const hash_op op_sha512 = {
    "sha512",    FILESEC_SHA512, 64,          sizeof(filesec_sha512_state), 128, once_sha512,
    init_sha512, update_sha512,  final_sha512};

/* Seeds become keys of 0 to 199 bytes: shorter and longer than a block. */
static size_t key_of_seed(unsigned char key[200], uint32_t seed)
{
    seeded(key, 200, seed);
    return seed % 200;
}

static void once_hmac(unsigned char *digest, const void *data, size_t len, uint32_t seed)
{
    unsigned char key[200];
    size_t key_len = key_of_seed(key, seed);

    filesec_hmac_sha512(digest, key, key_len, data, len);
}

static void init_hmac(void *s, uint32_t seed)
{
    unsigned char key[200];
    size_t key_len = key_of_seed(key, seed);

    filesec_hmac_sha512_init((filesec_hmac_sha512_state *)s, key, key_len);
}

static void update_hmac(void *s, const void *data, size_t len)
{
    filesec_hmac_sha512_update((filesec_hmac_sha512_state *)s, data, len);
}

static void final_hmac(void *s, unsigned char *digest)
{
    filesec_hmac_sha512_final((filesec_hmac_sha512_state *)s, digest);
}

static const hash_op op_hmac = {
    "hmac_sha512", FILESEC_SHA512, 64,        sizeof(filesec_hmac_sha512_state), 128, once_hmac,
    init_hmac,     update_hmac,    final_hmac};

static void many_sha512(unsigned char *digests, const void *const *data, const size_t *len,
                        size_t n, uint32_t seed)
{
    (void)seed;
    filesec_sha512_many((uint8_t(*)[64])digests, data, len, n);
}

static const many_op op_sha512_many = {"sha512_many", FILESEC_SHA512_MANY, &op_sha512,
                                       many_sha512};
#endif

/* ---- MurmurHash3 ----------------------------------------------------------------------- */

#ifndef FILESEC_NO_MURMUR3
static void put32le(unsigned char *p, uint32_t x)
{
    unsigned i;

    for (i = 0; i < 4; i++)
        p[i] = (unsigned char)(x >> 8 * i & 0xff);
}

static void once_x86_32(unsigned char *digest, const void *data, size_t len, uint32_t seed)
{
    put32le(digest, filesec_murmur3_x86_32(data, len, seed));
}

static void final_x86_32(void *s, unsigned char *digest)
{
    put32le(digest, filesec_murmur3_x86_32_final((filesec_murmur3_x86_32_state *)s));
}

/* What two or three variants do alike. */
#define MURMUR3_STATE_CALLS(variant)                                                           \
    static void init_##variant(void *s, uint32_t seed)                                         \
    {                                                                                          \
        filesec_murmur3_##variant##_init((filesec_murmur3_##variant##_state *)s, seed);        \
    }                                                                                          \
    static void update_##variant(void *s, const void *data, size_t len)                        \
    {                                                                                          \
        filesec_murmur3_##variant##_update((filesec_murmur3_##variant##_state *)s, data, len); \
    }
#define MURMUR3_HASH_CALLS(variant)                                                            \
    static void once_##variant(unsigned char *digest, const void *data, size_t len,            \
                               uint32_t seed)                                                  \
    {                                                                                          \
        filesec_murmur3_##variant(digest, data, len, seed);                                    \
    }                                                                                          \
    static void final_##variant(void *s, unsigned char *digest)                                \
    {                                                                                          \
        filesec_murmur3_##variant##_final((filesec_murmur3_##variant##_state *)s, digest);     \
    }
#define MURMUR3_OP(variant, digest_len)                                                        \
    static const hash_op op_##variant = {                                                      \
        "murmur3_" #variant, FILESEC_MURMUR3,                                                  \
        digest_len,          sizeof(filesec_murmur3_##variant##_state),                        \
        digest_len,          once_##variant,                                                   \
        init_##variant,      update_##variant,                                                 \
        final_##variant};

MURMUR3_STATE_CALLS(x86_32)
MURMUR3_STATE_CALLS(x86_128)
MURMUR3_STATE_CALLS(x64_128)
MURMUR3_HASH_CALLS(x86_128)
MURMUR3_HASH_CALLS(x64_128)
MURMUR3_OP(x86_32, 4)
MURMUR3_OP(x86_128, 16)
MURMUR3_OP(x64_128, 16)

static void many_murmur3(unsigned char *digests, const void *const *data, const size_t *len,
                         size_t n, uint32_t seed)
{
    filesec_murmur3_x64_128_many((uint8_t(*)[16])digests, data, len, n, seed);
}

static const many_op op_murmur3_many = {"murmur3_x64_128_many", FILESEC_MURMUR3_MANY,
                                        &op_x64_128, many_murmur3};
#endif

/* ---- lists; the AEADs are in tests/ops_aead.c ------------------------------------------- */

const hash_op *const hash_ops[] = {
#ifndef FILESEC_NO_SHA512
    &op_sha512, &op_hmac,
#endif
#ifndef FILESEC_NO_MURMUR3
    &op_x86_32, &op_x86_128, &op_x64_128,
#endif
    NULL};

const many_op *const many_ops[] = {
#ifndef FILESEC_NO_SHA512
    &op_sha512_many,
#endif
#ifndef FILESEC_NO_MURMUR3
    &op_murmur3_many,
#endif
    NULL};

const hash_op *hash_op_named(const char *name)
{
    size_t i;

    for (i = 0; hash_ops[i] != NULL && strcmp(hash_ops[i]->name, name) != 0; i++)
        continue;
    return hash_ops[i];
}

void hash_portably(const hash_op *op, unsigned char *digest, const void *data, size_t len,
                   uint32_t seed)
{
    unsigned char state[HASH_STATE_MAX];
    size_t before = filesec_path_current(op->primitive);

    row_use(op->primitive, last_path(op->primitive));
    op->init(state, seed);
    row_use(op->primitive, before);
    op->update(state, data, len);
    op->final(state, digest);
}
