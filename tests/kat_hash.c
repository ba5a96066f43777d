/* SPDX-License-Identifier: 0BSD */
/*
 * tests/kat_hash.c: vectors of SHA-512, HMAC, HKDF, PBKDF2, MurmurHash3
 */
#include "kat1.h"
#include "ops.h"
#include "support.h"
#include <string.h>

/* All ways of one operation: one call, pieces, single bytes if it is short. */
static void run_hash(const hash_op *op, const kat_message *m, uint32_t seed,
                     const unsigned char *want, size_t want_len)
{
    unsigned char got[HASH_DIGEST_MAX], state[HASH_STATE_MAX];
    size_t i;

    if (m->whole) {
        op->once(got, m->unit.p, m->unit.len, seed);
        CHECK(same(got, want, want_len), "one call: %s, not %s", hex(got, want_len),
              hex(want, want_len));
    }
    op->init(state, seed);
    kat_stream(m, op->update, state);
    op->final(state, got);
    CHECK(same(got, want, want_len), "pieces: %s, not %s", hex(got, want_len),
          hex(want, want_len));
    if (!m->whole || m->unit.len > 4096)
        return;
    op->init(state, seed);
    for (i = 0; i < m->unit.len; i++)
        op->update(state, m->unit.p + i, 1);
    op->final(state, got);
    CHECK(same(got, want, want_len), "bytes: %s, not %s", hex(got, want_len),
          hex(want, want_len));
}

/* n copies of the message with others between them. */
static void run_many(const many_op *op, const kat_message *m, uint32_t seed,
                     const unsigned char *want)
{
    static const unsigned char other[300];
    unsigned char got[9 * HASH_DIGEST_MAX];
    size_t length[9], dl = op->one->digest_len, i, n;
    const void *message[9];

    if (!m->whole)
        return;
    for (n = 1; n <= 9; n += 4) {
        for (i = 0; i < n; i++) {
            message[i] = i % 3 == 1 ? other : m->unit.p;
            length[i] = i % 3 == 1 ? 33 * i : m->unit.len;
        }
        op->many(got, message, length, n, seed);
        for (i = 0; i < n; i++)
            CHECK(i % 3 == 1 || same(got + i * dl, want, dl), "message %lu of %lu: %s, not %s",
                  (unsigned long)i, (unsigned long)n, hex(got + i * dl, dl), hex(want, dl));
    }
}

#ifndef FILESEC_NO_SHA512
static void run_sha512(const kat_line *l, size_t row)
{
    kat_message m = kat_message_of(l, "msg");
    kat_bytes md = kat_hex(l, "md");

    (void)row;
    CHECK(md.len == 64, "md of %lu bytes", (unsigned long)md.len);
    if (md.len == 64)
        run_hash(hash_op_named("sha512"), &m, 0, md.p, 64);
}

static void run_sha512_many(const kat_line *l, size_t row)
{
    kat_message m = kat_message_of(l, "msg");
    kat_bytes md = kat_hex(l, "md");

    (void)row;
    CHECK(md.len == 64, "md of %lu bytes", (unsigned long)md.len);
    if (md.len == 64)
        run_many(many_ops[0], &m, 0, md.p);
}

/* CAVP's Monte Carlo test: see README.md of the vectors. */
static void run_sha512mct(const kat_line *l, size_t row)
{
    kat_bytes seed = kat_hex(l, "seed"), md = kat_hex(l, "md");
    unsigned char abc[3 * 64], t[64];
    int i;

    (void)row;
    CHECK(seed.len == 64 && md.len == 64, "lengths");
    if (seed.len != 64 || md.len != 64)
        return;
    for (i = 0; i < 3; i++)
        memcpy(abc + 64 * i, seed.p, 64);
    for (i = 0; i < 1000; i++) {
        filesec_sha512(t, abc, sizeof abc);
        memmove(abc, abc + 64, 128);
        memcpy(abc + 128, t, 64);
    }
    CHECK(same(t, md.p, 64), "%s, not %s", hex(t, 64), hex(md.p, 64));
}

static void update_hmac(void *s, const void *data, size_t len)
{
    filesec_hmac_sha512_update((filesec_hmac_sha512_state *)s, data, len);
}

static void run_hmac(const kat_line *l, size_t row)
{
    kat_bytes key = kat_hex(l, "key"), mac = kat_hex(l, "mac");
    kat_message m = kat_message_of(l, "msg");
    filesec_hmac_sha512_state s;
    unsigned char got[64];
    int equal;

    (void)row;
    CHECK(mac.len <= 64 && mac.len != 0, "mac of %lu bytes", (unsigned long)mac.len);
    if (mac.len > 64)
        return;
    filesec_hmac_sha512_init(&s, key.p, key.len);
    kat_stream(&m, update_hmac, &s);
    filesec_hmac_sha512_final(&s, got);
    equal = same(got, mac.p, mac.len);
    CHECK(equal == !kat_is(l, "result", "fail"), "pieces: %s", hex(got, mac.len));
    if (!m.whole)
        return;
    filesec_hmac_sha512(got, key.p, key.len, m.unit.p, m.unit.len);
    CHECK(same(got, mac.p, mac.len) == !kat_is(l, "result", "fail"), "one call: %s",
          hex(got, mac.len));
}

static void check_okm(const kat_line *l, const unsigned char *got, size_t len)
{
    kat_bytes okm = kat_hex(l, "okm");

    CHECK(okm.len == len && same(got, okm.p, len), "%s, not %s", hex(got, len),
          hex(okm.p, okm.len));
}

static unsigned char output[255 * 64];

static void run_hkdf(const kat_line *l, size_t row)
{
    kat_bytes ikm = kat_hex(l, "ikm"), salt = kat_hex(l, "salt"), info = kat_hex(l, "info");
    size_t len = (size_t)kat_number(l, "len", 10);
    filesec_status s;

    (void)row;
    s = filesec_hkdf_sha512(len > sizeof output ? NULL : output, len, ikm.p, ikm.len, salt.p,
                            salt.len, info.p, info.len);
    if (kat_is(l, "result", "fail"))
        CHECK(s != FILESEC_OK, "not refused");
    else
        CHECK(s == FILESEC_OK, "status %d", (int)s);
    if (s == FILESEC_OK && !kat_is(l, "result", "fail"))
        check_okm(l, output, len);
}

static void run_hkdf_extract(const kat_line *l, size_t row)
{
    kat_bytes ikm = kat_hex(l, "ikm"), salt = kat_hex(l, "salt"), prk = kat_hex(l, "prk");
    unsigned char got[64];

    (void)row;
    hkdf_extract(got, salt.p, salt.len, ikm.p, ikm.len);
    CHECK(prk.len == 64 && same(got, prk.p, 64), "%s", hex(got, 64));
}

static void run_hkdf_expand(const kat_line *l, size_t row)
{
    kat_bytes prk = kat_hex(l, "prk"), info = kat_hex(l, "info");
    size_t len = (size_t)kat_number(l, "len", 10);

    (void)row;
    CHECK(len <= sizeof output, "len %lu", (unsigned long)len);
    if (len > sizeof output)
        return;
    hkdf_expand(output, len, prk.p, prk.len, info.p, info.len);
    check_okm(l, output, len);
}

static void run_pbkdf2(const kat_line *l, size_t row)
{
    kat_bytes password = kat_hex(l, "password"), salt = kat_hex(l, "salt");
    kat_bytes dk = kat_hex(l, "dk");
    uint64_t iterations = kat_number(l, "iterations", 10);
    filesec_status s;

    (void)row;
    CHECK(dk.len <= sizeof output && dk.len != 0, "dk of %lu bytes", (unsigned long)dk.len);
    if (dk.len > sizeof output)
        return;
    s = filesec_pbkdf2_hmac_sha512(output, dk.len, password.p, password.len, salt.p, salt.len,
                                   (uint32_t)iterations);
    CHECK(s == FILESEC_OK && same(output, dk.p, dk.len), "%d: %s", (int)s, hex(output, dk.len));
}
#endif

#ifndef FILESEC_NO_MURMUR3
/* h is words, most significant digit first; in memory each word is little-endian. */
static void words_to_memory(kat_bytes *h, size_t word)
{
    size_t i, k;

    for (i = 0; i + word <= h->len; i += word) {
        for (k = 0; k < word / 2; k++) {
            unsigned char x = h->p[i + k];

            h->p[i + k] = h->p[i + word - 1 - k];
            h->p[i + word - 1 - k] = x;
        }
    }
}

static void run_murmur3(const kat_line *l, size_t row)
{
    const hash_op *op = hash_op_named(l->kind);
    kat_message m = kat_message_of(l, "msg");
    uint32_t seed = (uint32_t)kat_number(l, "seed", 16);
    kat_bytes h = kat_hex(l, "h");

    (void)row;
    CHECK(h.len == op->digest_len, "h of %lu bytes", (unsigned long)h.len);
    if (h.len != op->digest_len)
        return;
    words_to_memory(&h, strcmp(l->kind, "murmur3_x64_128") == 0 ? 8 : 4);
    run_hash(op, &m, seed, h.p, h.len);
}

static void run_murmur3_many(const kat_line *l, size_t row)
{
    kat_message m = kat_message_of(l, "msg");
    uint32_t seed = (uint32_t)kat_number(l, "seed", 16);
    kat_bytes h = kat_hex(l, "h");
    size_t i;

    (void)row;
    words_to_memory(&h, 8);
    for (i = 0; h.len == 16 && many_ops[i] != NULL; i++)
        if (many_ops[i]->primitive == FILESEC_MURMUR3_MANY)
            run_many(many_ops[i], &m, seed, h.p);
}

/* SMHasher's check: see README.md of the vectors. */
static void run_murmur3verify(const kat_line *l, size_t row)
{
    unsigned char key[256], all[256 * 16], end[16];
    char name[40] = "murmur3_";
    const char *variant = kat_text(l, "variant");
    const hash_op *op = NULL;
    uint32_t i, code;

    (void)row;
    if (variant != NULL && strlen(variant) < 20)
        op = hash_op_named(strcat(name, variant));
    CHECK(op != NULL, "variant");
    if (op == NULL)
        return;
    for (i = 0; i < 256; i++) {
        key[i] = (unsigned char)i;
        op->once(all + i * op->digest_len, key, i, 256 - i);
    }
    op->once(end, all, 256 * op->digest_len, 0);
    code = (uint32_t)end[0] | (uint32_t)end[1] << 8 | (uint32_t)end[2] << 16 |
           (uint32_t)end[3] << 24;
    CHECK(code == kat_number(l, "code", 16), "code %08lx", (unsigned long)code);
}
#endif

/* Kinds of what is not in the build are known all the same; no path is there to run them. */
#ifndef FILESEC_NO_SHA512
#define SHA512_RUN(function) function
#else
#define SHA512_RUN(function) NULL
#endif
#ifndef FILESEC_NO_MURMUR3
#define MURMUR3_RUN(function) function
#else
#define MURMUR3_RUN(function) NULL
#endif

const kat_kind kat_hash_kinds[] = {
    {"sha512", FILESEC_SHA512, SHA512_RUN(run_sha512)},
    {"sha512", FILESEC_SHA512_MANY, SHA512_RUN(run_sha512_many)},
    {"sha512mct", FILESEC_SHA512, SHA512_RUN(run_sha512mct)},
    {"hmacsha512", FILESEC_SHA512, SHA512_RUN(run_hmac)},
    {"hkdfsha512", FILESEC_SHA512, SHA512_RUN(run_hkdf)},
    {"hkdfsha512extract", FILESEC_SHA512, SHA512_RUN(run_hkdf_extract)},
    {"hkdfsha512expand", FILESEC_SHA512, SHA512_RUN(run_hkdf_expand)},
    {"pbkdf2sha512", FILESEC_SHA512, SHA512_RUN(run_pbkdf2)},
    {"murmur3_x86_32", FILESEC_MURMUR3, MURMUR3_RUN(run_murmur3)},
    {"murmur3_x86_128", FILESEC_MURMUR3, MURMUR3_RUN(run_murmur3)},
    {"murmur3_x64_128", FILESEC_MURMUR3, MURMUR3_RUN(run_murmur3)},
    {"murmur3_x64_128", FILESEC_MURMUR3_MANY, MURMUR3_RUN(run_murmur3_many)},
    {"murmur3verify", FILESEC_MURMUR3, MURMUR3_RUN(run_murmur3verify)},
    {NULL, 0, NULL}};
