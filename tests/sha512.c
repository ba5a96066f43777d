/* SPDX-License-Identifier: 0BSD */
/*
 * tests/sha512.c: SHA-512, HMAC, many messages: the templates, and what is theirs alone
 */
#include "hash_cases.h"
#include "paths.h"
#include "suites.h"
#include "support.h"
#include <string.h>

#ifdef FILESEC_NO_SHA512
void suite_sha512(void)
{
    test_skip("sha512: not in this build");
}
#else

static unsigned char data[4096];

/* H(0), FIPS 180-4, 5.3.5. */
static const uint64_t h0[8] = {UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b),
                               UINT64_C(0x3c6ef372fe94f82b), UINT64_C(0xa54ff53a5f1d36f1),
                               UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
                               UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179)};

static void put64be(unsigned char *p, uint64_t x)
{
    size_t i;

    for (i = 0; i < 8; i++)
        p[i] = (unsigned char)(x >> (56 - 8 * i) & 0xff);
}

static void put64le(unsigned char *p, uint64_t x)
{
    size_t i;

    for (i = 0; i < 8; i++)
        p[i] = (unsigned char)(x >> 8 * i & 0xff);
}

/* The digest if (high, low) bytes, whole blocks, had gone before without changing H(0):
   padding written out here a second time, compression by the portable kernel. */
static void digest_behind(unsigned char digest[64], size_t len, uint64_t low, uint64_t high)
{
    size_t row = last_path(FILESEC_SHA512), whole = len / 128, rest = len % 128, i;
    size_t end = rest + 17 <= 128 ? 128 : 256;
    unsigned char pad[256];
    uint64_t h[8];

    memcpy(h, h0, sizeof h);
    sha512_blocks(row, h, data, whole);
    memset(pad, 0, sizeof pad);
    memcpy(pad, data + 128 * whole, rest);
    pad[rest] = 0x80;
    high += low + len < low;
    low += len;
    put64be(pad + end - 16, high << 3 | low >> 61);
    put64be(pad + end - 8, low << 3);
    sha512_blocks(row, h, pad, end / 128);
    for (i = 0; i < 8; i++)
        put64be(digest + 8 * i, h[i]);
}

/* The count of bytes has 128 bits: carries, and the shift from bytes to bits. */
static void case_count(void)
{
    static const uint64_t counts[][2] = {{0, 0},
                                         {UINT64_C(1) << 29, 0},
                                         {UINT64_C(1) << 32, 0},
                                         {(UINT64_C(1) << 32) - 128, 0},
                                         {(UINT64_C(1) << 61) - 128, 0},
                                         {UINT64_C(1) << 61, 0},
                                         {UINT64_MAX - 127, 0},
                                         {UINT64_MAX - 127, 41},
                                         {UINT64_C(1) << 63, (UINT64_C(1) << 60) + 5}};
    static const size_t lengths[] = {0, 1, 111, 112, 127, 128, 129, 240, 300, 1000};
    filesec_sha512_state s;
    unsigned char digest[64], want[64];
    size_t i, k, step;

    test_case("count of bytes: presets and carries");
    for (i = 0; i < COUNT(counts); i++) {
        for (k = 0; k < COUNT(lengths); k++) {
            for (step = 1; step < 1000; step = step * 4 + 61) {
                size_t done = 0, n;

                filesec_sha512_init(&s);
                put64le(s.count, counts[i][0]);
                put64le(s.count + 8, counts[i][1]);
                for (; done < lengths[k]; done += n) {
                    n = step < lengths[k] - done ? step : lengths[k] - done;
                    filesec_sha512_update(&s, data + done, n);
                }
                filesec_sha512_final(&s, digest);
                digest_behind(want, lengths[k], counts[i][0], counts[i][1]);
                CHECK(same(digest, want, 64), "%lu bytes behind preset %lu",
                      (unsigned long)lengths[k], (unsigned long)i);
            }
        }
    }
}

/* The kernel itself: any number of blocks in one call is what single blocks give. */
static void case_kernel(size_t row)
{
    uint64_t h[8], want[8];
    size_t n, i;

    test_case("kernel: 0..24 blocks between guards");
    for (n = 0; n <= 24; n++) {
        unsigned char *p =
            n % 2 == 0 ? guard_end(guard_get(0), 128 * n) : guard_begin(guard_get(0), 128 * n);

        memcpy(p, data, 128 * n);
        seeded(h, sizeof h, n);
        memcpy(want, h, sizeof h);
        sha512_blocks(row, h, p, n);
        for (i = 0; i < n; i++)
            sha512_blocks(last_path(FILESEC_SHA512), want, data + 128 * i, 1);
        CHECK(same(h, want, sizeof h), "%lu blocks", (unsigned long)n);
        CHECK(same(p, data, 128 * n) && guard_clean(guard_get(0), p, 128 * n), "data changed");
    }
}

/* A state without a path, as one that was never set up or was wiped, works on the last. */
static void case_no_init(void)
{
    static const unsigned char marks[] = {0, 0x7f, 0xff};
    filesec_sha512_state s, last;
    unsigned char digest[64], want[64];
    size_t i;

    test_case("a state that was never set up");
    memset(&last, 0, sizeof last);
    last.mark = (unsigned char)filesec_path_count(FILESEC_SHA512);
    filesec_sha512_update(&last, data, 300);
    filesec_sha512_final(&last, want);
    for (i = 0; i < COUNT(marks); i++) {
        memset(&s, 0, sizeof s);
        s.mark = marks[i];
        filesec_sha512_update(&s, data, 300);
        filesec_sha512_final(&s, digest);
        CHECK(same(digest, want, 64), "mark %d: %s", marks[i], hex(digest, 64));
    }
}

static void sha512_path(size_t row, const void *op)
{
    if (path_is_emulated(FILESEC_SHA512, row)) {
        hash_few_cases((const hash_op *)op);
    } else {
        hash_cases((const hash_op *)op);
        case_count();
    }
    case_no_init();
    case_kernel(row);
}

/* ---- HMAC ------------------------------------------------------------------------------ */

/* RFC 2104, written out with the one-shot hash. */
static void hmac_by_definition(unsigned char mac[64], const unsigned char *key, size_t key_len,
                               const unsigned char *text, size_t len)
{
    static unsigned char inner[128 + sizeof data];
    unsigned char k0[128] = {0}, outer[128 + 64];
    size_t i;

    if (key_len > 128)
        filesec_sha512(k0, key, key_len);
    else
        memcpy(k0, key, key_len);
    for (i = 0; i < 128; i++) {
        inner[i] = (unsigned char)(k0[i] ^ 0x36);
        outer[i] = (unsigned char)(k0[i] ^ 0x5c);
    }
    memcpy(inner + 128, text, len);
    filesec_sha512(outer + 128, inner, 128 + len);
    filesec_sha512(mac, outer, sizeof outer);
}

static void case_hmac_keys(void)
{
    unsigned char mac[64], want[64], area[400];
    filesec_hmac_sha512_state s;
    size_t n;

    test_case("keys of 0..300 bytes between guards");
    for (n = 0; n <= 300; n++) {
        unsigned char *key = guard_end(guard_get(0), n);

        memcpy(key, data, n);
        hmac_by_definition(want, key, n, data + 300, n);
        filesec_hmac_sha512(mac, n != 0 ? key : NULL, n, data + 300, n);
        CHECK(same(mac, want, 64), "key of %lu bytes", (unsigned long)n);
        filesec_hmac_sha512_init(&s, key, n);
        filesec_hmac_sha512_update(&s, data + 300, n);
        filesec_hmac_sha512_final(&s, mac);
        CHECK(same(mac, want, 64), "key of %lu bytes, incremental", (unsigned long)n);
    }
    test_case("mac over key and data");
    for (n = 0; n < 330; n += 7) {
        memcpy(area, data, sizeof area);
        hmac_by_definition(want, area + 20, 140, area + 130, 200);
        filesec_hmac_sha512(area + n, area + 20, 140, area + 130, 200);
        CHECK(same(area + n, want, 64), "at %lu", (unsigned long)n);
    }
}

static void hmac_path(size_t row, const void *op)
{
    (void)row;
    hash_cases((const hash_op *)op);
    case_hmac_keys();
}

/* ---- many ------------------------------------------------------------------------------ */

static void case_many_kernel(size_t row)
{
    size_t lanes = sha512_many_lanes(row), n, i, j;
    uint64_t h[64], one[8];
    const unsigned char *p[8];

    if (lanes == 0 || lanes > 8)
        return;
    test_case("kernel: 1..12 blocks of each lane between guards");
    for (n = 1; n <= 12; n++) {
        seeded(h, sizeof h, n);
        for (i = 0; i < lanes; i++) {
            unsigned char *q = i % 2 == 0 ? guard_end(guard_get((unsigned)i), 128 * n)
                                          : guard_begin(guard_get((unsigned)i), 128 * n);

            memcpy(q, data + 31 * i, 128 * n);
            p[i] = q;
        }
        p[lanes - 1] = n % 3 == 0 ? p[0] : p[lanes - 1]; /* two lanes, one message */
        sha512_many_blocks(row, h, p, n);
        for (i = 0; i < lanes; i++) {
            uint64_t start[64];

            seeded(start, sizeof start, n);
            for (j = 0; j < 8; j++)
                one[j] = start[j * lanes + i];
            sha512_blocks(last_path(FILESEC_SHA512), one, p[i], n);
            for (j = 0; j < 8; j++)
                CHECK(h[j * lanes + i] == one[j], "lane %lu, word %lu, %lu blocks",
                      (unsigned long)i, (unsigned long)j, (unsigned long)n);
        }
    }
}

/* Short messages and the last ones go to the path of SHA-512: with each of those too,
   or with those that --paths chooses and the default. */
static void many_path(size_t row, const void *op)
{
    size_t before = filesec_path_current(FILESEC_SHA512), i;

    for (i = 0; i < filesec_path_count(FILESEC_SHA512); i++) {
        if (!filesec_path_usable(FILESEC_SHA512, i) ||
            (i != before && !path_is_chosen(FILESEC_SHA512, i)))
            continue;
        must_use(FILESEC_SHA512, i);
        many_cases((const many_op *)op);
    }
    must_use(FILESEC_SHA512, before);
    case_many_kernel(row);
}

void suite_sha512(void)
{
    seeded(data, sizeof data, 512);
    paths_emulated = 1;
    each_path(FILESEC_SHA512, "sha512", sha512_path, hash_op_named("sha512"));
    paths_emulated = 0;
    each_path(FILESEC_SHA512, "hmac_sha512", hmac_path, hash_op_named("hmac_sha512"));
    each_path(FILESEC_SHA512_MANY, "sha512_many", many_path, many_ops[0]);
    many_unforced_cases(many_ops[0]);
}
#endif
