/* SPDX-License-Identifier: 0BSD */
/*
 * tests/small/kat_hash.c: vectors of SHA-512, HMAC, HKDF, PBKDF2, MurmurHash3
 *
 * Each message goes through in one call, in two pieces, and byte by byte if it is short.
 */
#include "small.h"
#include <string.h>

#define BYTEWISE_MAX 300

typedef void hash_update(void *s, const void *data, size_t len);

small_message small_message_field(void)
{
    small_message m;

    m.times = small_word();
    m.unit = small_string();
    return m;
}

/* The whole message, repetitions and all; pieces of step bytes, 0: two pieces. */
static void feed(hash_update *update, void *s, const small_message *m, size_t step)
{
    uint32_t times;
    size_t done, n, piece = step != 0 ? step : m->unit.len / 2 + 1;

    for (times = m->times; times != 0; times--)
        for (done = 0; done < m->unit.len; done += n) {
            n = m->unit.len - done < piece ? m->unit.len - done : piece;
            update(s, m->unit.p + done, n);
        }
}

static int is_short(const small_message *m)
{
    return m->times == 1 && m->unit.len <= BYTEWISE_MAX;
}

/* ---- SHA-512 ---------------------------------------------------------------------------- */

static void update_sha512(void *s, const void *data, size_t len)
{
    filesec_sha512_update((filesec_sha512_state *)s, data, len);
}

void small_sha512(void)
{
    small_message m = small_message_field();
    small_bytes md = small_string();
    filesec_sha512_state s;
    size_t step;

    for (step = 0; step <= (is_short(&m) ? 1u : 0u); step++) {
        filesec_sha512_init(&s);
        feed(update_sha512, &s, &m, step);
        filesec_sha512_final(&s, small_out);
        small_check(small_same(small_out, md.p, 64), "digest of pieces");
    }
    small_check(md.len == 64 && small_zero(&s, sizeof s), "the state is wiped");
    if (m.times != 1)
        return;
    filesec_sha512(small_out, m.unit.p, m.unit.len);
    small_check(small_same(small_out, md.p, 64), "digest in one call");
}

/* CAVP's Monte Carlo test: tests/vectors/README.md says what it does. */
void small_sha512mct(void)
{
    small_bytes seed = small_string(), md = small_string();
    unsigned char abc[3 * 64];
    int i;

    for (i = 0; i < 3; i++)
        memcpy(abc + 64 * i, seed.p, 64);
    for (i = 0; i < 1000; i++) {
        filesec_sha512(small_out, abc, sizeof abc);
        memmove(abc, abc + 64, 128);
        memcpy(abc + 128, small_out, 64);
    }
    small_check(small_same(small_out, md.p, 64), "digest");
}

/* ---- what is made of it ----------------------------------------------------------------- */

static void update_hmac(void *s, const void *data, size_t len)
{
    filesec_hmac_sha512_update((filesec_hmac_sha512_state *)s, data, len);
}

void small_hmac(void)
{
    small_bytes key = small_string();
    small_message m = small_message_field();
    small_bytes mac = small_string();
    int good = small_byte() == 0;
    filesec_hmac_sha512_state s;

    filesec_hmac_sha512_init(&s, key.p, key.len);
    feed(update_hmac, &s, &m, 0);
    filesec_hmac_sha512_final(&s, small_out);
    small_check(filesec_equal(small_out, mac.p, mac.len) == good, "mac of pieces");
    if (m.times != 1)
        return;
    filesec_hmac_sha512(small_out, key.p, key.len, m.unit.p, m.unit.len);
    small_check(filesec_equal(small_out, mac.p, mac.len) == good, "mac in one call");
}

void small_hkdf(void)
{
    small_bytes ikm = small_string(), salt = small_string(), info = small_string();
    uint32_t len = small_word();
    small_bytes okm = small_string();
    int good = small_byte() == 0;
    filesec_status status = filesec_hkdf_sha512(small_out, (size_t)len, ikm.p, ikm.len, salt.p,
                                                salt.len, info.p, info.len);

    small_check((status == FILESEC_OK) == good, "status");
    small_check(!good || (okm.len == len && small_same(small_out, okm.p, okm.len)), "okm");
}

void small_hkdf_expand(void)
{
    small_bytes prk = small_string(), info = small_string();
    uint32_t len = small_word();
    small_bytes okm = small_string();

    code_hkdf_expand(small_out, (size_t)len, prk, info);
    small_check(okm.len == len && small_same(small_out, okm.p, okm.len), "okm");
}

void small_pbkdf2(void)
{
    small_bytes password = small_string(), salt = small_string();
    uint32_t iterations = small_word();
    small_bytes dk = small_string();

    small_check(filesec_pbkdf2_hmac_sha512(small_out, dk.len, password.p, password.len, salt.p,
                                           salt.len, iterations) == FILESEC_OK,
                "status");
    small_check(small_same(small_out, dk.p, dk.len), "key");
}

/* ---- MurmurHash3 ------------------------------------------------------------------------ */

static void put32(unsigned char *p, uint32_t x)
{
    unsigned i;

    for (i = 0; i < 4; i++)
        p[i] = (unsigned char)(x >> 8 * i & 0xff);
}

static void update_x86_32(void *s, const void *data, size_t len)
{
    filesec_murmur3_x86_32_update((filesec_murmur3_x86_32_state *)s, data, len);
}

void small_murmur3_x86_32(void)
{
    uint32_t seed = small_word();
    small_message m = small_message_field();
    small_bytes h = small_string();
    filesec_murmur3_x86_32_state s;
    size_t step;

    for (step = 0; step <= (is_short(&m) ? 1u : 0u); step++) {
        filesec_murmur3_x86_32_init(&s, seed);
        feed(update_x86_32, &s, &m, step);
        put32(small_out, filesec_murmur3_x86_32_final(&s));
        small_check(small_same(small_out, h.p, 4), "hash of pieces");
    }
    if (m.times != 1)
        return;
    put32(small_out, filesec_murmur3_x86_32(m.unit.p, m.unit.len, seed));
    small_check(small_same(small_out, h.p, 4), "hash in one call");
}

static void update_x86_128(void *s, const void *data, size_t len)
{
    filesec_murmur3_x86_128_update((filesec_murmur3_x86_128_state *)s, data, len);
}

void small_murmur3_x86_128(void)
{
    uint32_t seed = small_word();
    small_message m = small_message_field();
    small_bytes h = small_string();
    filesec_murmur3_x86_128_state s;
    size_t step;

    for (step = 0; step <= (is_short(&m) ? 1u : 0u); step++) {
        filesec_murmur3_x86_128_init(&s, seed);
        feed(update_x86_128, &s, &m, step);
        filesec_murmur3_x86_128_final(&s, small_out);
        small_check(small_same(small_out, h.p, 16), "hash of pieces");
    }
    if (m.times != 1)
        return;
    filesec_murmur3_x86_128(small_out, m.unit.p, m.unit.len, seed);
    small_check(small_same(small_out, h.p, 16), "hash in one call");
}

static void update_x64_128(void *s, const void *data, size_t len)
{
    filesec_murmur3_x64_128_update((filesec_murmur3_x64_128_state *)s, data, len);
}

void small_murmur3_x64_128(void)
{
    uint32_t seed = small_word();
    small_message m = small_message_field();
    small_bytes h = small_string();
    filesec_murmur3_x64_128_state s;
    uint8_t many[2][16];
    const void *messages[2];
    size_t step, lengths[2];

    for (step = 0; step <= (is_short(&m) ? 1u : 0u); step++) {
        filesec_murmur3_x64_128_init(&s, seed);
        feed(update_x64_128, &s, &m, step);
        filesec_murmur3_x64_128_final(&s, small_out);
        small_check(small_same(small_out, h.p, 16), "hash of pieces");
    }
    if (m.times != 1)
        return;
    filesec_murmur3_x64_128(small_out, m.unit.p, m.unit.len, seed);
    small_check(small_same(small_out, h.p, 16), "hash in one call");
    messages[0] = messages[1] = m.unit.p;
    lengths[0] = 0;
    lengths[1] = m.unit.len;
    filesec_murmur3_x64_128_many(many, messages, lengths, 2, seed);
    small_check(small_same(many[1], h.p, 16), "hash of the second of two");
}

/* One variant, in one call. */
static size_t variant_hash(unsigned variant, unsigned char *out, const unsigned char *data,
                           size_t len, uint32_t seed)
{
    if (variant == 0)
        put32(out, filesec_murmur3_x86_32(data, len, seed));
    else if (variant == 1)
        filesec_murmur3_x86_128(out, data, len, seed);
    else
        filesec_murmur3_x64_128(out, data, len, seed);
    return variant == 0 ? 4 : 16;
}

/* SMHasher's check: the keys 0, 0 1, 0 1 2, ... of lengths 0 to 255, each with 256 - length as
   its seed; then all their hashes with the seed 0. The code is the first word. */
void small_murmur3_verify(void)
{
    static unsigned char key[256];
    filesec_murmur3_x86_32_state x86_32;
    filesec_murmur3_x86_128_state x86_128;
    filesec_murmur3_x64_128_state x64_128;
    unsigned variant = small_byte();
    uint32_t code = small_word();
    size_t i, len;

    filesec_murmur3_x86_32_init(&x86_32, 0);
    filesec_murmur3_x86_128_init(&x86_128, 0);
    filesec_murmur3_x64_128_init(&x64_128, 0);
    for (i = 0; i < 256; i++) {
        key[i] = (unsigned char)i;
        len = variant_hash(variant, small_out, key, i, (uint32_t)(256 - i));
        filesec_murmur3_x86_32_update(&x86_32, small_out, len);
        filesec_murmur3_x86_128_update(&x86_128, small_out, len);
        filesec_murmur3_x64_128_update(&x64_128, small_out, len);
    }
    if (variant == 0)
        put32(small_out, filesec_murmur3_x86_32_final(&x86_32));
    else if (variant == 1)
        filesec_murmur3_x86_128_final(&x86_128, small_out);
    else
        filesec_murmur3_x64_128_final(&x64_128, small_out);
    put32(small_out + 16, code);
    small_check(small_same(small_out, small_out + 16, 4), "code");
}
