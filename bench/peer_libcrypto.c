/* SPDX-License-Identifier: 0BSD */
/*
 * bench/peer_libcrypto.c: OpenSSL's libcrypto, 3.0 or later
 *
 * The way that is quickest for many messages: algorithms fetched once, contexts reused, the key
 * set once. SHA-512 has three ways in, which differ a lot for short messages: EVP with a
 * fetched digest, the old low-level calls, and SHA512().
 */
#define OPENSSL_SUPPRESS_DEPRECATED /* the low-level calls are what we want to measure */

#include "bench/peers.h"

#ifdef HAVE_LIBCRYPTO
#include <openssl/opensslv.h>
#if OPENSSL_VERSION_NUMBER < 0x30000000L /* no EVP_CIPHER_fetch */
#undef HAVE_LIBCRYPTO
#endif
#endif

#ifdef HAVE_LIBCRYPTO

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>

static EVP_CIPHER_CTX *gcm_seal, *gcm_open, *chacha_seal, *chacha_open;
static EVP_CIPHER *gcm;
static EVP_MD *sha512;
static EVP_MD_CTX *digest;

static int seal_one(EVP_CIPHER_CTX *c, bench_work *w, const uint8_t *nonce, uint8_t *tag)
{
    int n, ok = EVP_EncryptInit_ex2(c, NULL, NULL, nonce, NULL);

    if (w->aad_len > 0)
        ok &= EVP_EncryptUpdate(c, NULL, &n, w->aad, (int)w->aad_len);
    ok &= EVP_EncryptUpdate(c, w->out, &n, w->in, (int)w->len);
    ok &= EVP_EncryptFinal_ex(c, w->out + w->len, &n);
    ok &= EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_GET_TAG, 16, tag);
    return ok != 1;
}

static int open_one(EVP_CIPHER_CTX *c, bench_work *w)
{
    int n, ok = EVP_DecryptInit_ex2(c, NULL, NULL, w->nonces, NULL);

    ok &= EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_SET_TAG, 16, w->genuine);
    if (w->aad_len > 0)
        ok &= EVP_DecryptUpdate(c, NULL, &n, w->aad, (int)w->aad_len);
    ok &= EVP_DecryptUpdate(c, w->out, &n, w->in, (int)w->len);
    ok &= EVP_DecryptFinal_ex(c, w->out + w->len, &n);
    return ok != 1;
}

static void aes256gcm_seal(bench_work *w, size_t calls)
{
    size_t i;

    for (i = 0; i < calls; i++)
        w->failed |= seal_one(gcm_seal, w, bench_nonce(w, i), w->tag[0]);
}

static void aes256gcm_latency(bench_work *w, size_t calls)
{
    size_t i;

    for (i = 0; i < calls; i++)
        w->failed |= seal_one(gcm_seal, w, w->tag[i & 1], w->tag[~i & 1]);
}

static void aes256gcm_open(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        w->failed |= open_one(gcm_open, w);
}

static void aes256gcm_init(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        w->failed |= EVP_EncryptInit_ex2(gcm_seal, NULL, w->key, NULL, NULL) != 1;
}

static void chacha20poly1305_seal(bench_work *w, size_t calls)
{
    size_t i;

    for (i = 0; i < calls; i++)
        w->failed |= seal_one(chacha_seal, w, bench_nonce(w, i), w->tag[0]);
}

static void chacha20poly1305_latency(bench_work *w, size_t calls)
{
    size_t i;

    for (i = 0; i < calls; i++)
        w->failed |= seal_one(chacha_seal, w, w->tag[i & 1], w->tag[~i & 1]);
}

static void chacha20poly1305_open(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        w->failed |= open_one(chacha_open, w);
}

static int hash_evp(uint8_t *out, const void *data, size_t len)
{
    int ok = EVP_DigestInit_ex2(digest, sha512, NULL);

    ok &= EVP_DigestUpdate(digest, data, len);
    ok &= EVP_DigestFinal_ex(digest, out, NULL);
    return ok != 1;
}

static int hash_low_level(uint8_t *out, const void *data, size_t len)
{
    SHA512_CTX c;
    int ok = SHA512_Init(&c);

    ok &= SHA512_Update(&c, data, len);
    ok &= SHA512_Final(out, &c);
    return ok != 1;
}

static void sha512_evp(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        w->failed |= hash_evp(w->tag[0], w->in, w->len);
}

static void sha512_low_level(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        w->failed |= hash_low_level(w->tag[0], w->in, w->len);
}

static void sha512_one_shot(bench_work *w, size_t calls)
{
    while (calls-- > 0)
        (void)SHA512(w->in, w->len, w->tag[0]);
}

static void sha512_evp_each(bench_work *w, size_t calls)
{
    size_t i;

    while (calls-- > 0) {
        for (i = 0; i < w->messages; i++)
            w->failed |= hash_evp(w->digests[i], w->data[i], w->data_len[i]);
    }
}

static void sha512_low_level_each(bench_work *w, size_t calls)
{
    size_t i;

    while (calls-- > 0) {
        for (i = 0; i < w->messages; i++)
            w->failed |= hash_low_level(w->digests[i], w->data[i], w->data_len[i]);
    }
}

/* A context with the cipher and the key in it; NULL if libcrypto has it not. */
static EVP_CIPHER_CTX *context(EVP_CIPHER *cipher, int encrypt)
{
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();

    if (c == NULL || cipher == NULL ||
        EVP_CipherInit_ex2(c, cipher, bench_work_key(), NULL, encrypt, NULL) != 1)
        return NULL;
    return c;
}

void peer_libcrypto(peer_library *library)
{
    EVP_CIPHER *chacha = EVP_CIPHER_fetch(NULL, "ChaCha20-Poly1305", NULL);

    snprintf(library->version, sizeof library->version, "libcrypto (%s)",
             OpenSSL_version(OPENSSL_VERSION));
    gcm = EVP_CIPHER_fetch(NULL, "AES-256-GCM", NULL);
    gcm_seal = context(gcm, 1);
    gcm_open = context(gcm, 0);
    chacha_seal = context(chacha, 1);
    chacha_open = context(chacha, 0);
    sha512 = EVP_MD_fetch(NULL, "SHA512", NULL);
    digest = EVP_MD_CTX_new();
    if (gcm_seal != NULL && gcm_open != NULL) {
        peer_add(library, "aes256gcm_seal", "libcrypto", aes256gcm_seal, aes256gcm_latency);
        peer_add(library, "aes256gcm_open", "libcrypto", aes256gcm_open, NULL);
        peer_add(library, "aes256gcm_init", "libcrypto", aes256gcm_init, NULL);
    }
    if (chacha_seal != NULL && chacha_open != NULL) {
        peer_add(library, "chacha20poly1305_seal", "libcrypto", chacha20poly1305_seal,
                 chacha20poly1305_latency);
        peer_add(library, "chacha20poly1305_open", "libcrypto", chacha20poly1305_open, NULL);
    }
    if (sha512 != NULL && digest != NULL) {
        peer_add(library, "sha512", "libcrypto", sha512_evp, NULL);
        peer_add(library, "sha512_many", "libcrypto", sha512_evp_each, NULL);
    }
    peer_add(library, "sha512", "libcrypto-low", sha512_low_level, NULL);
    peer_add(library, "sha512", "SHA512()", sha512_one_shot, NULL);
    peer_add(library, "sha512_many", "libcrypto-low", sha512_low_level_each, NULL);
}

#else

void peer_libcrypto(peer_library *library)
{
    library->count = 0;
}

#endif
