/* SPDX-License-Identifier: 0BSD */
/*
 * bench/peer_libsodium.c: libsodium; its AES-256-GCM with the key expanded beforehand
 */
#include "bench/peers.h"

#ifdef HAVE_LIBSODIUM

#include <sodium.h>

static crypto_aead_aes256gcm_state gcm;

static int gcm_seal_one(bench_work *w, const uint8_t *nonce, uint8_t *tag)
{
    return crypto_aead_aes256gcm_encrypt_detached_afternm(
        w->out, tag, NULL, w->in, w->len, w->aad, w->aad_len, NULL, nonce, &gcm);
}

static int chacha_seal_one(bench_work *w, const uint8_t *nonce, uint8_t *tag)
{
    return crypto_aead_chacha20poly1305_ietf_encrypt_detached(
        w->out, tag, NULL, w->in, w->len, w->aad, w->aad_len, NULL, nonce, w->key);
}

static void aes256gcm_seal(bench_work *w, size_t calls)
{
    size_t i;

    for (i = 0; i < calls; i++)
        w->failed |= gcm_seal_one(w, bench_nonce(w, i), w->tag[0]) != 0;
}

static void aes256gcm_latency(bench_work *w, size_t calls)
{
    size_t i;

    for (i = 0; i < calls; i++)
        w->failed |= gcm_seal_one(w, w->tag[i & 1], w->tag[~i & 1]) != 0;
}

static void aes256gcm_open(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        w->failed |= crypto_aead_aes256gcm_decrypt_detached_afternm(
                         w->out, NULL, w->in, w->len, w->genuine, w->aad, w->aad_len, w->nonces,
                         &gcm) != 0;
}

static void aes256gcm_init(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        w->failed |= crypto_aead_aes256gcm_beforenm(&gcm, w->key) != 0;
}

static void chacha20poly1305_seal(bench_work *w, size_t calls)
{
    size_t i;

    for (i = 0; i < calls; i++)
        w->failed |= chacha_seal_one(w, bench_nonce(w, i), w->tag[0]) != 0;
}

static void chacha20poly1305_latency(bench_work *w, size_t calls)
{
    size_t i;

    for (i = 0; i < calls; i++)
        w->failed |= chacha_seal_one(w, w->tag[i & 1], w->tag[~i & 1]) != 0;
}

static void chacha20poly1305_open(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        w->failed |= crypto_aead_chacha20poly1305_ietf_decrypt_detached(
                         w->out, NULL, w->in, w->len, w->genuine, w->aad, w->aad_len, w->nonces,
                         w->key) != 0;
}

static void sha512(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        w->failed |= crypto_hash_sha512(w->tag[0], w->in, w->len) != 0;
}

void peer_libsodium(peer_library *library)
{
    if (sodium_init() < 0)
        return;
    snprintf(library->version, sizeof library->version, "libsodium %s",
             sodium_version_string());
    if (crypto_aead_aes256gcm_is_available() == 1 &&
        crypto_aead_aes256gcm_beforenm(&gcm, bench_work_key()) == 0) {
        peer_add(library, "aes256gcm_seal", "libsodium", aes256gcm_seal, aes256gcm_latency);
        peer_add(library, "aes256gcm_open", "libsodium", aes256gcm_open, NULL);
        peer_add(library, "aes256gcm_init", "libsodium", aes256gcm_init, NULL);
    }
    peer_add(library, "chacha20poly1305_seal", "libsodium", chacha20poly1305_seal,
             chacha20poly1305_latency);
    peer_add(library, "chacha20poly1305_open", "libsodium", chacha20poly1305_open, NULL);
    peer_add(library, "sha512", "libsodium", sha512, NULL);
}

#else

void peer_libsodium(peer_library *library)
{
    library->count = 0;
}

#endif
