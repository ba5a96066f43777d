/* SPDX-License-Identifier: 0BSD */
/*
 * tests/small/stack_cases.c: one function for each public operation
 *
 * All memory that an operation gets is static, so what is on the stack is its own.
 */
#include "filesec.h"
#include "stack.h"
#include <string.h>

unsigned stack_failures;

static uint8_t message[300], sealed[300], tag[16], digest[64];
static const uint8_t key[32] = {1}, nonce[12] = {2};
static filesec_sha512_state sha512;
static filesec_hmac_sha512_state hmac;
static filesec_murmur3_x86_32_state x86_32;
static filesec_murmur3_x86_128_state x86_128;
static filesec_murmur3_x64_128_state x64_128;
static filesec_aes256gcm_key gcm_key;
static filesec_aes256gcm_state gcm;
static filesec_chacha20poly1305_key cha_key;
static filesec_chacha20poly1305_state cha;
static filesec_container container;
static filesec_container_sealer sealer;
static filesec_container_opener opener;
static filesec_container_params params;
static filesec_container_info info;
static uint8_t header[160], work[1024 + 17];

static void want(filesec_status status)
{
    stack_failures += status != FILESEC_OK;
}

/* ---- hashes ----------------------------------------------------------------------------- */

static void run_sha512(size_t len)
{
    filesec_sha512(digest, message, len);
}

static void run_sha512_pieces(size_t len)
{
    filesec_sha512_init(&sha512);
    filesec_sha512_update(&sha512, message, len);
    filesec_sha512_update(&sha512, message, len);
    filesec_sha512_final(&sha512, digest);
}

static void run_hmac(size_t len)
{
    filesec_hmac_sha512(digest, message, len, message, len);
}

static void run_hmac_pieces(size_t len)
{
    filesec_hmac_sha512_init(&hmac, message, len);
    filesec_hmac_sha512_update(&hmac, message, len);
    filesec_hmac_sha512_final(&hmac, digest);
}

static void run_hkdf(size_t len)
{
    want(filesec_hkdf_sha512(sealed, len, message, len, message, len, message, len));
}

static void run_pbkdf2(size_t len)
{
    want(filesec_pbkdf2_hmac_sha512(sealed, len, message, len, message, len, 2));
}

static void run_x86_32(size_t len)
{
    digest[0] = (uint8_t)(filesec_murmur3_x86_32(message, len, 1) & 0xff);
    filesec_murmur3_x86_32_init(&x86_32, 1);
    filesec_murmur3_x86_32_update(&x86_32, message, len);
    digest[0] ^= (uint8_t)(filesec_murmur3_x86_32_final(&x86_32) & 0xff);
    stack_failures += digest[0];
}

static void run_x86_128(size_t len)
{
    filesec_murmur3_x86_128(digest, message, len, 1);
    filesec_murmur3_x86_128_init(&x86_128, 1);
    filesec_murmur3_x86_128_update(&x86_128, message, len);
    filesec_murmur3_x86_128_final(&x86_128, digest + 16);
    stack_failures += memcmp(digest, digest + 16, 16) != 0;
}

static void run_x64_128(size_t len)
{
    filesec_murmur3_x64_128(digest, message, len, 1);
    filesec_murmur3_x64_128_init(&x64_128, 1);
    filesec_murmur3_x64_128_update(&x64_128, message, len);
    filesec_murmur3_x64_128_final(&x64_128, digest + 16);
    stack_failures += memcmp(digest, digest + 16, 16) != 0;
}

/* ---- ciphers ---------------------------------------------------------------------------- */

static void run_cha_seal(size_t len)
{
    filesec_chacha20poly1305_init(&cha_key, key);
    want(filesec_chacha20poly1305_seal(&cha_key, sealed, tag, nonce, message, len, message,
                                       len));
}

/* What was sealed just before is opened; the message stays zeros. */
static void run_cha_open(size_t len)
{
    run_cha_seal(len);
    want(
        filesec_chacha20poly1305_open(&cha_key, sealed, nonce, message, len, sealed, len, tag));
}

static void run_cha_pieces(size_t len)
{
    want(filesec_chacha20poly1305_begin(&cha, &cha_key, nonce));
    want(filesec_chacha20poly1305_aad(&cha, message, len));
    want(filesec_chacha20poly1305_encrypt(&cha, sealed, message, len));
    want(filesec_chacha20poly1305_tag(&cha, tag));
    want(filesec_chacha20poly1305_begin(&cha, &cha_key, nonce));
    want(filesec_chacha20poly1305_aad(&cha, message, len));
    want(filesec_chacha20poly1305_decrypt(&cha, sealed, sealed, len));
    want(filesec_chacha20poly1305_verify(&cha, tag));
}

static void run_gcm_init(size_t len)
{
    (void)len;
    filesec_aes256gcm_init(&gcm_key, key);
}

static void run_gcm_seal(size_t len)
{
    want(filesec_aes256gcm_seal(&gcm_key, sealed, tag, nonce, message, len, message, len));
}

static void run_gcm_open(size_t len)
{
    run_gcm_seal(len);
    want(filesec_aes256gcm_open(&gcm_key, sealed, nonce, message, len, sealed, len, tag));
}

static void run_gcm_pieces(size_t len)
{
    want(filesec_aes256gcm_begin(&gcm, &gcm_key, nonce, sizeof nonce));
    want(filesec_aes256gcm_aad(&gcm, message, len));
    want(filesec_aes256gcm_encrypt(&gcm, sealed, message, len));
    want(filesec_aes256gcm_tag(&gcm, tag));
    want(filesec_aes256gcm_begin(&gcm, &gcm_key, nonce, sizeof nonce));
    want(filesec_aes256gcm_aad(&gcm, message, len));
    want(filesec_aes256gcm_decrypt(&gcm, sealed, sealed, len));
    want(filesec_aes256gcm_verify(&gcm, tag));
}

/* ---- container -------------------------------------------------------------------------- */

static void seal_init(uint8_t suite, size_t context_len)
{
    params.suite = suite;
    params.chunk_log2 = 10;
    params.context = message;
    params.context_len = context_len;
    want(filesec_container_seal_init(&container, header, &params, key, key));
}

static void run_seal_init_gcm(size_t len)
{
    seal_init(FILESEC_CONTAINER_AES256GCM, len);
}

static void run_seal_init_cha(size_t len)
{
    seal_init(FILESEC_CONTAINER_CHACHA20POLY1305, len);
}

/* With the header of the case before: the same lengths came in the same order, and the context
   of 300 bytes came last. */
static void run_open_init(size_t len)
{
    (void)len;
    want(filesec_container_peek(&info, header));
    want(filesec_container_open_init(&container, header, key, message, 300));
}

static void seal_and_open(size_t len)
{
    const void *out;
    size_t used, out_len;

    memset(&sealer, 0, sizeof sealer);
    want(filesec_container_sealer_begin(&sealer, &container, work, sizeof work));
    want(filesec_container_sealer_update(&sealer, message, len, &used, &out, &out_len));
    want(filesec_container_sealer_finish(&sealer, &out, &out_len));
    memcpy(sealed, out, out_len < sizeof sealed ? out_len : sizeof sealed);
    if (out_len > sizeof sealed)
        return;
    want(filesec_container_opener_begin(&opener, &container, work, sizeof work));
    want(filesec_container_opener_update(&opener, sealed, out_len, &used, &out, &out_len));
    want(filesec_container_opener_finish(&opener, &out, &out_len));
}

static void run_chunks(size_t len)
{
    seal_and_open(len);
}

/* 2^25 chunks on is another segment, whose key is derived for the call. */
static void run_segment(size_t len)
{
    want(filesec_container_seal_chunk(&container, UINT64_C(1) << 25, 1, work, message,
                                      len != 0 ? len : 1));
}

const stack_case stack_cases[] = {{"SHA-512", run_sha512},
                                  {"SHA-512 in pieces", run_sha512_pieces},
                                  {"HMAC-SHA-512", run_hmac},
                                  {"HMAC-SHA-512 in pieces", run_hmac_pieces},
                                  {"HKDF-SHA-512", run_hkdf},
                                  {"PBKDF2", run_pbkdf2},
                                  {"MurmurHash3 x86_32", run_x86_32},
                                  {"MurmurHash3 x86_128", run_x86_128},
                                  {"MurmurHash3 x64_128", run_x64_128},
                                  {"ChaCha20-Poly1305: init and seal", run_cha_seal},
                                  {"ChaCha20-Poly1305: open", run_cha_open},
                                  {"ChaCha20-Poly1305 in pieces", run_cha_pieces},
                                  {"AES-256-GCM: init", run_gcm_init},
                                  {"AES-256-GCM: seal", run_gcm_seal},
                                  {"AES-256-GCM: open", run_gcm_open},
                                  {"AES-256-GCM in pieces", run_gcm_pieces},
                                  {"Container, ChaCha20: seal_init", run_seal_init_cha},
                                  {"Container, ChaCha20: open_init", run_open_init},
                                  {"Container, ChaCha20: seal and open", run_chunks},
                                  {"Container, AES: seal_init", run_seal_init_gcm},
                                  {"Container, AES: open_init", run_open_init},
                                  {"Container, AES: seal and open", run_chunks},
                                  {"Container, AES: another segment", run_segment},
                                  {NULL, NULL}};
