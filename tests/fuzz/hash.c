/* SPDX-License-Identifier: 0BSD */
/*
 * tests/fuzz/hash.c: SHA-512, HMAC, HKDF, PBKDF2 and MurmurHash3, one message and many
 *
 * Every usable path gives what the portable one gives, in one call and in pieces, wherever the
 * message lies; SHA-512 and what is made of it also what libcrypto gives, MurmurHash3 what the
 * plain formulas of bench/plain_murmur3.c give.
 */
#include "bench/plain_murmur3.h"
#include "fuzz.h"
#include "ops.h"
#include "support.h"
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <string.h>

#define LEN_MAX 4500 /* more than the largest group of blocks of any kernel */
#define MANY_MAX 20

static unsigned char message[LEN_MAX];

/* ---- the other implementations ----------------------------------------------------------- */

static void other_hash(const hash_op *op, unsigned char *digest, const void *data, size_t len,
                       uint32_t seed)
{
    uint32_t h;

    if (op->primitive == FILESEC_SHA512) {
        MUST(EVP_Digest(data, len, digest, NULL, EVP_sha512(), NULL) == 1);
    } else if (op->digest_len == 4) {
        h = plain_murmur3_x86_32(data, len, seed);
        memcpy(digest, &h, 4);
    } else if (strcmp(op->name, "murmur3_x86_128") == 0) {
        plain_murmur3_x86_128(digest, data, len, seed);
    } else {
        plain_murmur3_x64_128(digest, data, len, seed);
    }
}

static void other_hkdf(unsigned char *out, size_t out_len, const void *key, size_t key_len,
                       const void *salt, size_t salt_len, const void *info, size_t info_len)
{
    static EVP_KDF *kdf;
    EVP_KDF_CTX *ctx;
    char name[] = "SHA512";
    OSSL_PARAM params[5], *p = params;

    if (kdf == NULL)
        kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
    ctx = EVP_KDF_CTX_new(kdf);
    *p++ = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, name, 0);
    *p++ =
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)(uintptr_t)key, key_len);
    *p++ = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)(uintptr_t)salt,
                                             salt_len);
    *p++ = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)(uintptr_t)info,
                                             info_len);
    *p = OSSL_PARAM_construct_end();
    MUST(EVP_KDF_derive(ctx, out, out_len, params) == 1);
    EVP_KDF_CTX_free(ctx);
}

/* ---- one message ------------------------------------------------------------------------- */

static void in_pieces(const hash_op *op, unsigned char *digest, fuzz_input splits,
                      const unsigned char *data, size_t len, uint32_t seed)
{
    uint64_t s[HASH_STATE_MAX / 8], copy[HASH_STATE_MAX / 8];
    size_t n;

    op->init(s, seed);
    while (len != 0) {
        n = fuzz_piece(&splits, len);
        op->update(s, data, n);
        data += n;
        len -= n;
        if (fuzz_byte(&splits) % 8 == 1) { /* a state may be copied at any time */
            memcpy(copy, s, op->state_len);
            memset(s, 0x5a, op->state_len);
            memcpy(s, copy, op->state_len);
        }
    }
    op->final(s, digest);
    MUST(all_zero(s, op->state_len));
}

/* HMAC takes its key from the seed: it is compared with libcrypto in fuzz_hmac. */
static void fuzz_one(fuzz_input *in)
{
    size_t nops = 0, i, len, offset;
    unsigned char expected[HASH_DIGEST_MAX], digest[HASH_DIGEST_MAX];
    const fuzz_rows *rows;
    const hash_op *op;
    fuzz_block b;
    uint32_t seed;

    while (hash_ops[nops] != NULL)
        nops++;
    op = hash_ops[fuzz_below(in, nops)];
    rows = fuzz_rows_of(op->primitive);
    seed = (uint32_t)fuzz_below(in, 65536) * 65537u;
    len = fuzz_length(in, LEN_MAX);
    offset = fuzz_below(in, 64);
    fuzz_fill(in, message, len);
    b = fuzz_copy(message, len, offset);
    row_use(op->primitive, rows->row[rows->count - 1]);
    fuzz_about(op->name, "portable");
    op->once(expected, message, len, seed);
    if (strcmp(op->name, "hmac_sha512") != 0) {
        other_hash(op, digest, message, len, seed);
        MUST(same(digest, expected, op->digest_len));
    }
    for (i = 0; i < rows->count; i++) {
        row_use(op->primitive, rows->row[i]);
        fuzz_about(op->name, filesec_path_name(op->primitive, rows->row[i]));
        op->once(digest, b.p, len, seed);
        MUST(same(digest, expected, op->digest_len));
        in_pieces(op, digest, *in, b.p, len, seed);
        MUST(same(digest, expected, op->digest_len));
    }
    if (fuzz_byte(in) % 16 == 1) { /* as it is chosen by itself: by the length, too */
        row_forget(op->primitive);
        fuzz_about(op->name, "by itself");
        op->once(digest, b.p, len, seed);
        MUST(same(digest, expected, op->digest_len));
    }
    fuzz_drop(&b);
}

/* ---- many -------------------------------------------------------------------------------- */

static void fuzz_many(fuzz_input *in)
{
    size_t nops = 0, n, i, k;
    unsigned char expected[MANY_MAX * HASH_DIGEST_MAX], digests[MANY_MAX * HASH_DIGEST_MAX];
    const unsigned char *at[MANY_MAX];
    const void *data[MANY_MAX];
    size_t len[MANY_MAX];
    fuzz_block b[MANY_MAX];
    const many_op *op;
    const fuzz_rows *rows, *one;
    uint32_t seed;
    size_t first = 0;

    while (many_ops[nops] != NULL)
        nops++;
    op = many_ops[fuzz_below(in, nops)];
    rows = fuzz_rows_of(op->primitive);
    one = fuzz_rows_of(op->one->primitive);
    seed = (uint32_t)fuzz_below(in, 65536) * 65537u;
    n = fuzz_below(in, MANY_MAX + 1);
    for (i = 0; i < n; i++) {
        unsigned kind = fuzz_byte(in); /* alike, or each with its own length */

        len[i] = kind % 4 != 0 && i != 0 ? len[i - 1] : fuzz_length(in, LEN_MAX / 4);
        fuzz_fill(in, message, len[i]);
        b[i] = fuzz_copy(message, len[i], kind / 4);
        data[i] = at[i] = b[i].p;
        row_use(op->one->primitive, one->row[one->count - 1]);
        other_hash(op->one, expected + op->one->digest_len * i, at[i], len[i], seed);
    }
    for (k = 0; k < rows->count; k++) {
        row_use(op->primitive, rows->row[k]);
        row_use(op->one->primitive, one->row[fuzz_below(in, one->count)]);
        fuzz_about(op->name, filesec_path_name(op->primitive, rows->row[k]));
        memset(digests, 0x5a, sizeof digests);
        op->many(digests, data, len, n, seed);
        MUST(same(digests, expected, n * op->one->digest_len));
        MUST(all_bytes(digests + n * op->one->digest_len,
                       sizeof digests - n * op->one->digest_len, 0x5a));
        if (n > 1) { /* another order, so that others share their turn */
            first = fuzz_below(in, n);
            op->many(digests, data + first, len + first, n - first, seed);
            MUST(same(digests, expected + first * op->one->digest_len,
                      (n - first) * op->one->digest_len));
        }
    }
    for (i = 0; i < n; i++)
        fuzz_drop(&b[i]);
}

/* ---- what is made of SHA-512 ------------------------------------------------------------- */

/* Any bytes at any place: a key, a salt. */
static fuzz_block some(fuzz_input *in, size_t max, size_t *len)
{
    fuzz_block b;

    *len = fuzz_below(in, 8) != 0 ? fuzz_below(in, 256) : fuzz_length(in, max);
    *len = *len < max ? *len : max;
    b = fuzz_place(*len, fuzz_below(in, 64));
    fuzz_fill(in, b.p, *len);
    return b;
}

static void fuzz_hmac(fuzz_input *in)
{
    const fuzz_rows *rows = fuzz_rows_of(FILESEC_SHA512);
    unsigned char expected[64], mac[64];
    size_t key_len, len, at, n, i;
    fuzz_block key = some(in, 1000, &key_len), data = some(in, 1000, &len);
    filesec_hmac_sha512_state s, fork;

    MUST(HMAC(EVP_sha512(), key.p, (int)key_len, data.p, len, expected, NULL) != NULL);
    for (i = 0; i < rows->count; i++) {
        fuzz_input splits = *in;

        row_use(FILESEC_SHA512, rows->row[i]);
        fuzz_about("hmac", filesec_path_name(FILESEC_SHA512, rows->row[i]));
        filesec_hmac_sha512(mac, key.p, key_len, data.p, len);
        MUST(same(mac, expected, 64));
        filesec_hmac_sha512_init(&s, key.p, key_len);
        for (at = 0; at < len; at += n) {
            n = fuzz_piece(&splits, len - at);
            filesec_hmac_sha512_update(&s, data.p + at, n);
        }
        fork = s;
        filesec_hmac_sha512_final(&s, mac);
        MUST(same(mac, expected, 64));
        filesec_hmac_sha512_final(&fork, mac);
        MUST(same(mac, expected, 64));
    }
    fuzz_drop(&key);
    fuzz_drop(&data);
}

static void fuzz_kdf(fuzz_input *in, int pbkdf2)
{
    const fuzz_rows *rows = fuzz_rows_of(FILESEC_SHA512);
    static unsigned char expected[1000], out[1000 + 1];
    size_t key_len, salt_len, info_len, out_len = fuzz_below(in, 1000) + 1, i;
    uint32_t iterations = (uint32_t)fuzz_below(in, 5) + 1;
    fuzz_block key = some(in, 300, &key_len), salt = some(in, 300, &salt_len);
    fuzz_block info = some(in, 300, &info_len);

    if (pbkdf2) {
        out_len = out_len % 200 + 1;
        MUST(PKCS5_PBKDF2_HMAC((const char *)key.p, (int)key_len, salt.p, (int)salt_len,
                               (int)iterations, EVP_sha512(), (int)out_len, expected) == 1);
    } else if (key_len != 0) { /* libcrypto wants one */
        other_hkdf(expected, out_len, key.p, key_len, salt.p, salt_len, info.p, info_len);
    }
    for (i = 0; i < rows->count && (pbkdf2 || key_len != 0); i++) {
        row_use(FILESEC_SHA512, rows->row[i]);
        fuzz_about(pbkdf2 ? "pbkdf2" : "hkdf", filesec_path_name(FILESEC_SHA512, rows->row[i]));
        out[out_len] = 0x5a;
        MUST((pbkdf2 ? filesec_pbkdf2_hmac_sha512(out, out_len, key.p, key_len, salt.p,
                                                  salt_len, iterations)
                     : filesec_hkdf_sha512(out, out_len, key.p, key_len, salt.p, salt_len,
                                           info.p, info_len)) == FILESEC_OK);
        MUST(same(out, expected, out_len) && out[out_len] == 0x5a);
    }
    fuzz_drop(&key);
    fuzz_drop(&salt);
    fuzz_drop(&info);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = {data, size};

    switch (fuzz_byte(&in) % 8) {
    case 0:
    case 1:
        fuzz_many(&in);
        break;
    case 2:
        fuzz_hmac(&in);
        break;
    case 3:
        fuzz_kdf(&in, 0);
        break;
    case 4:
        fuzz_kdf(&in, 1);
        break;
    default:
        fuzz_one(&in);
    }
    return 0;
}
