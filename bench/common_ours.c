/* SPDX-License-Identifier: 0BSD */
/*
 * bench/common_ours.c: filesec's side of each operation, and the list of operations
 */
#include <string.h>

#include "bench/work.h"

static const char hmac_key[32] = "a key of thirty-two bytes, once";

static void ours_sha512(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        filesec_sha512(w->tag[0], w->in, w->len);
}

static void ours_hmac_sha512(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        filesec_hmac_sha512(w->tag[0], hmac_key, sizeof hmac_key, w->in, w->len);
}

static void ours_sha512_many(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        filesec_sha512_many(w->digests, w->data, w->data_len, w->messages);
}

static void ours_murmur3_x64_128(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        filesec_murmur3_x64_128(w->tag[0], w->in, w->len, BENCH_SEED);
}

static void ours_murmur3_x86_128(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        filesec_murmur3_x86_128(w->tag[0], w->in, w->len, BENCH_SEED);
}

static void ours_murmur3_x86_32(bench_work *w, size_t calls)
{
    uint32_t h = 0;

    while (calls-- > 0) {
        h = filesec_murmur3_x86_32(w->in, w->len, BENCH_SEED);
        memcpy(w->tag[0], &h, sizeof h);
    }
}

static void ours_murmur3_many(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        filesec_murmur3_x64_128_many(w->hashes, w->data, w->data_len, w->messages, BENCH_SEED);
}

/* clang-format off */
/* The two AEADs have the same shape, so their loops are written once. */
#define AEAD_LOOPS(aead)                                                                      \
    static void ours_##aead##_seal(bench_work *w, size_t calls)                               \
    {                                                                                         \
        const filesec_##aead##_key *k = (const filesec_##aead##_key *)w->context;             \
        size_t i;                                                                             \
        for (i = 0; i < calls; i++)                                                           \
            w->failed |= FILESEC_OK !=                                                        \
                         filesec_##aead##_seal(k, w->out, w->tag[0], bench_nonce(w, i),       \
                                               w->aad, w->aad_len, w->in, w->len);            \
    }                                                                                         \
    static void ours_##aead##_open(bench_work *w, size_t calls)                               \
    {                                                                                         \
        const filesec_##aead##_key *k = (const filesec_##aead##_key *)w->context;             \
        size_t i;                                                                             \
        for (i = 0; i < calls; i++)                                                           \
            w->failed |= FILESEC_OK !=                                                        \
                         filesec_##aead##_open(k, w->out, w->nonces, w->aad, w->aad_len,      \
                                               w->in, w->len, w->genuine);                    \
    }                                                                                         \
    static void ours_##aead##_latency(bench_work *w, size_t calls)                            \
    {                                                                                         \
        const filesec_##aead##_key *k = (const filesec_##aead##_key *)w->context;             \
        size_t i;                                                                             \
        for (i = 0; i < calls; i++)                                                           \
            w->failed |= FILESEC_OK !=                                                        \
                         filesec_##aead##_seal(k, w->out, w->tag[~i & 1], w->tag[i & 1],      \
                                               w->aad, w->aad_len, w->in, w->len);            \
    }                                                                                         \
    static void ours_##aead##_init(bench_work *w, size_t calls)                               \
    {                                                                                         \
        static filesec_##aead##_key k;                                                        \
        while (calls-- > 0)                                                                   \
            filesec_##aead##_init(&k, w->key);                                                \
    }
/* clang-format on */

AEAD_LOOPS(aes256gcm)
AEAD_LOOPS(chacha20poly1305)

#define ALL ((size_t)-1)
#define MANY ((size_t)16384) /* 62 messages of it fit into a cache */

/* clang-format off */
const bench_operation bench_operations[] = {
    {"aes256gcm_seal_aad13", "aes256gcm_seal",
     "AES-256-GCM seal, 13-byte AAD", FILESEC_AES256GCM,
     BENCH_SEAL, 13, 1, 0, ALL, ours_aes256gcm_seal, ours_aes256gcm_latency},
    {"aes256gcm_open_aad13", "aes256gcm_open",
     "AES-256-GCM open, 13-byte AAD", FILESEC_AES256GCM,
     BENCH_OPEN, 13, 1, 0, ALL, ours_aes256gcm_open, NULL},
    {"aes256gcm_seal", "aes256gcm_seal",
     "AES-256-GCM seal, no AAD", FILESEC_AES256GCM,
     BENCH_SEAL, 0, 1, 0, ALL, ours_aes256gcm_seal, ours_aes256gcm_latency},
    {"aes256gcm_open", "aes256gcm_open",
     "AES-256-GCM open, no AAD", FILESEC_AES256GCM,
     BENCH_OPEN, 0, 1, 0, ALL, ours_aes256gcm_open, NULL},
    {"aes256gcm_init", "aes256gcm_init",
     "AES-256-GCM key set-up", FILESEC_AES256GCM,
     BENCH_SETUP, 0, 1, 0, ALL, ours_aes256gcm_init, NULL},
    {"chacha20poly1305_seal_aad13", "chacha20poly1305_seal",
     "ChaCha20-Poly1305 seal, 13-byte AAD", FILESEC_CHACHA20POLY1305,
     BENCH_SEAL, 13, 1, 0, ALL, ours_chacha20poly1305_seal, ours_chacha20poly1305_latency},
    {"chacha20poly1305_open_aad13", "chacha20poly1305_open",
     "ChaCha20-Poly1305 open, 13-byte AAD", FILESEC_CHACHA20POLY1305,
     BENCH_OPEN, 13, 1, 0, ALL, ours_chacha20poly1305_open, NULL},
    {"chacha20poly1305_seal", "chacha20poly1305_seal",
     "ChaCha20-Poly1305 seal, no AAD", FILESEC_CHACHA20POLY1305,
     BENCH_SEAL, 0, 1, 0, ALL, ours_chacha20poly1305_seal, ours_chacha20poly1305_latency},
    {"chacha20poly1305_open", "chacha20poly1305_open",
     "ChaCha20-Poly1305 open, no AAD", FILESEC_CHACHA20POLY1305,
     BENCH_OPEN, 0, 1, 0, ALL, ours_chacha20poly1305_open, NULL},
    {"chacha20poly1305_init", "chacha20poly1305_init",
     "ChaCha20-Poly1305 key set-up", FILESEC_CHACHA20POLY1305,
     BENCH_SETUP, 0, 1, 0, ALL, ours_chacha20poly1305_init, NULL},
    {"sha512", "sha512",
     "SHA-512", FILESEC_SHA512,
     BENCH_HASH, 0, 1, 0, ALL, ours_sha512, NULL},
    {"hmac_sha512", "hmac_sha512",
     "HMAC-SHA-512, 32-byte key", FILESEC_SHA512,
     BENCH_HASH, 0, 1, 0, 1024, ours_hmac_sha512, NULL},
    {"sha512_many_8", "sha512_many",
     "SHA-512, 8 messages of this size", FILESEC_SHA512_MANY,
     BENCH_MANY, 0, 8, 0, BENCH_MANY_LIMIT, ours_sha512_many, NULL},
    {"sha512_many_4", "sha512_many",
     "SHA-512, 4 messages of this size", FILESEC_SHA512_MANY,
     BENCH_MANY, 0, 4, 0, BENCH_MANY_LIMIT, ours_sha512_many, NULL},
    {"sha512_many_62", "sha512_many",
     "SHA-512, 62 messages of this size", FILESEC_SHA512_MANY,
     BENCH_MANY, 0, 62, 0, MANY, ours_sha512_many, NULL},
    {"sha512_many_mixed", "sha512_many",
     "SHA-512, 62 messages of mixed lengths, on average this size", FILESEC_SHA512_MANY,
     BENCH_MANY, 0, 62, 1, MANY, ours_sha512_many, NULL},
    {"murmur3_x64_128", "murmur3_x64_128",
     "MurmurHash3 x64_128", FILESEC_MURMUR3,
     BENCH_HASH, 0, 1, 0, ALL, ours_murmur3_x64_128, NULL},
    {"murmur3_x86_128", "murmur3_x86_128",
     "MurmurHash3 x86_128", FILESEC_MURMUR3,
     BENCH_HASH, 0, 1, 0, ALL, ours_murmur3_x86_128, NULL},
    {"murmur3_x86_32", "murmur3_x86_32",
     "MurmurHash3 x86_32", FILESEC_MURMUR3,
     BENCH_HASH, 0, 1, 0, ALL, ours_murmur3_x86_32, NULL},
    {"murmur3_many_8", "murmur3_many",
     "MurmurHash3 x64_128, 8 messages of this size", FILESEC_MURMUR3_MANY,
     BENCH_MANY, 0, 8, 0, BENCH_MANY_LIMIT, ours_murmur3_many, NULL},
    {"murmur3_many_62", "murmur3_many",
     "MurmurHash3 x64_128, 62 messages of this size", FILESEC_MURMUR3_MANY,
     BENCH_MANY, 0, 62, 0, MANY, ours_murmur3_many, NULL},
    {"murmur3_many_mixed", "murmur3_many",
     "MurmurHash3 x64_128, 62 messages of mixed lengths, on average this size",
     FILESEC_MURMUR3_MANY,
     BENCH_MANY, 0, 62, 1, MANY, ours_murmur3_many, NULL},
};
/* clang-format on */
const size_t bench_operation_count = sizeof bench_operations / sizeof bench_operations[0];

void bench_ours_init(bench_keys *keys)
{
    filesec_aes256gcm_init(&keys->aes256gcm, bench_work_key());
    filesec_chacha20poly1305_init(&keys->chacha20poly1305, bench_work_key());
}

const void *bench_ours_context(const bench_keys *keys, const bench_operation *op)
{
    if (op->kind != BENCH_SEAL && op->kind != BENCH_OPEN)
        return NULL;
    if (op->primitive == FILESEC_AES256GCM)
        return &keys->aes256gcm;
    return &keys->chacha20poly1305;
}
