/* SPDX-License-Identifier: 0BSD */
/*
 * tests/kat_sweep.c: one line for a whole range of lengths
 *
 *   sweep_NAME id=... seed=HEX from=N to=N fnv=HEX
 *
 * stream(x) is the bytes that seeded() of tests/support.c gives for seed x. D is stream(seed);
 * for each n from `from` to `to` the message is M = D[n mod 61 .. n mod 61 + n):
 *
 *   sha512, murmur3_*   digest of M; murmur3's seed is n * 2654435761 mod 2^32
 *   hmacsha512          mac of M, its key the first n mod 200 bytes of stream(seed + 1)
 *   aes256gcm, chacha20poly1305
 *                       ct and tag of M; key stream(seed + 1), nonce stream(seed + 2 + n),
 *                       aad = D[n mod 7 .. n mod 7 + 5 * n mod 97)
 *
 * All results, one behind the other, go through FNV-1a of 64 bits: fnv.
 */
#include "kat1.h"
#include "ops.h"
#include "support.h"
#include <string.h>

#define SWEEP_MAX 4096

static unsigned char data[SWEEP_MAX + 200];

typedef struct sweep {
    uint64_t seed, want;
    size_t from, to;
} sweep;

static int sweep_of(const kat_line *l, sweep *w)
{
    w->seed = kat_number(l, "seed", 16);
    w->from = (size_t)kat_number(l, "from", 10);
    w->to = (size_t)kat_number(l, "to", 10);
    w->want = kat_number(l, "fnv", 16);
    CHECK(w->from <= w->to && w->to <= SWEEP_MAX, "range");
    seeded(data, sizeof data, w->seed);
    return w->from <= w->to && w->to <= SWEEP_MAX;
}

static void check_sweep(const sweep *w, uint64_t got)
{
    CHECK(got == w->want, "%08lx%08lx: a length of %lu..%lu is wrong",
          (unsigned long)(got >> 32), (unsigned long)(got & 0xffffffff), (unsigned long)w->from,
          (unsigned long)w->to);
}

static void run_hash(const kat_line *l, size_t row)
{
    const hash_op *op = hash_op_named(l->kind + strlen("sweep_"));
    unsigned char digest[HASH_DIGEST_MAX];
    uint64_t h = FNV_START;
    sweep w;
    size_t n;

    (void)row;
    if (!sweep_of(l, &w))
        return;
    for (n = w.from; n <= w.to; n++) {
        op->once(digest, data + n % 61, n, (uint32_t)(n * 2654435761u & 0xffffffff));
        h = fnv(h, digest, op->digest_len);
    }
    check_sweep(&w, h);
}

/* The same digests, in calls of up to 16 messages. */
static void run_many(const kat_line *l, size_t row)
{
    unsigned char digests[16 * HASH_DIGEST_MAX];
    const void *message[16];
    uint64_t h = FNV_START;
    size_t n, i, length[16];
    sweep w;

    (void)row;
    if (!sweep_of(l, &w))
        return;
    for (n = w.from; n <= w.to; n += i) {
        for (i = 0; i < 16 && n + i <= w.to; i++) {
            message[i] = data + (n + i) % 61;
            length[i] = n + i;
        }
        many_ops[0]->many(digests, message, length, i, 0);
        h = fnv(h, digests, i * many_ops[0]->one->digest_len);
    }
    check_sweep(&w, h);
}

#ifndef FILESEC_NO_SHA512
static void run_hmac(const kat_line *l, size_t row)
{
    unsigned char mac[64], key[200];
    uint64_t h = FNV_START;
    sweep w;
    size_t n;

    (void)row;
    if (!sweep_of(l, &w))
        return;
    seeded(key, sizeof key, w.seed + 1);
    for (n = w.from; n <= w.to; n++) {
        filesec_hmac_sha512(mac, key, n % 200, data + n % 61, n);
        h = fnv(h, mac, 64);
    }
    check_sweep(&w, h);
}
#define SHA512_RUN(function) function
#else
#define SHA512_RUN(function) NULL
#endif

static void run_aead(const kat_line *l, size_t row)
{
    static unsigned char k[AEAD_KEY_MAX], s[AEAD_STATE_MAX], ct[SWEEP_MAX];
    const aead_op *op = aead_op_named(l->kind + strlen("sweep_"));
    uint8_t key[32], nonce[12], tag[16];
    uint64_t h = FNV_START;
    int bad = 0;
    sweep w;
    size_t n;

    (void)row;
    if (!sweep_of(l, &w))
        return;
    seeded(key, 32, w.seed + 1);
    op->init(k, key);
    for (n = w.from; n <= w.to; n++) {
        const unsigned char *aad = data + n % 7, *m = data + n % 61;
        size_t aad_len = 5 * n % 97;

        seeded(nonce, 12, w.seed + 2 + n);
        bad |= op->seal(k, ct, tag, nonce, aad, aad_len, m, n) != FILESEC_OK;
        h = fnv(fnv(h, ct, n), tag, 16);
        bad |=
            op->open(k, ct, nonce, aad, aad_len, ct, n, tag) != FILESEC_OK || !same(ct, m, n);
        bad |= op->begin(s, k, nonce) != FILESEC_OK;
        bad |= op->aad(s, aad, aad_len) != FILESEC_OK;
        bad |= op->encrypt(s, ct, m, n / 2) != FILESEC_OK;
        bad |= op->encrypt(s, ct + n / 2, m + n / 2, n - n / 2) != FILESEC_OK;
        memcpy(key, tag, 16);
        bad |= op->tag(s, tag) != FILESEC_OK || !same(key, tag, 16);
    }
    CHECK(!bad, "a call failed, or pieces give another tag");
    check_sweep(&w, h);
}

const kat_kind kat_sweep_kinds[] = {
    {"sweep_sha512", FILESEC_SHA512, run_hash},
    {"sweep_sha512", FILESEC_SHA512_MANY, run_many},
    {"sweep_hmacsha512", FILESEC_SHA512, SHA512_RUN(run_hmac)},
    {"sweep_murmur3_x86_32", FILESEC_MURMUR3, run_hash},
    {"sweep_murmur3_x86_128", FILESEC_MURMUR3, run_hash},
    {"sweep_murmur3_x64_128", FILESEC_MURMUR3, run_hash},
    {"sweep_aes256gcm", FILESEC_AES256GCM, run_aead},
    {"sweep_chacha20poly1305", FILESEC_CHACHA20POLY1305, run_aead},
    {NULL, 0, NULL}};
