/* SPDX-License-Identifier: 0BSD */
/*
 * tests/kdf.c: HKDF and PBKDF2: arguments, limits, overlap, prefixes
 *
 * The values themselves are in tests/vectors.
 */
#include "paths.h"
#include "suites.h"
#include "support.h"
#include <string.h>

#ifdef FILESEC_NO_SHA512
void suite_kdf(void)
{
    test_skip("kdf: not in this build");
}
#else

#define HKDF_MAX (255 * 64)

static unsigned char data[1000], out[HKDF_MAX + 64], longest[HKDF_MAX + 64];

static filesec_status hkdf(void *to, size_t len)
{
    return filesec_hkdf_sha512(to, len, data, 40, data + 40, 30, data + 70, 20);
}

static filesec_status pbkdf2(void *to, size_t len)
{
    return filesec_pbkdf2_hmac_sha512(to, len, data, 11, data + 40, 16, 3);
}

/* Output of n bytes is the beginning of a longer one, exactly n bytes are written. */
static void case_prefixes(filesec_status (*kdf)(void *, size_t), const char *name, size_t max)
{
    size_t n;

    test_case("%s: every length up to 300 between guards, then some", name);
    CHECK(kdf(longest, max) == FILESEC_OK, "%lu bytes", (unsigned long)max);
    for (n = 0; n <= max; n += n < 300 ? 1 : 1301) {
        unsigned char *p = out + n % 64;

        if (n <= 300)
            p = n % 2 == 0 ? guard_end(guard_get(0), n) : guard_begin(guard_get(0), n);
        CHECK(kdf(n == 0 ? NULL : p, n) == FILESEC_OK, "%lu bytes", (unsigned long)n);
        CHECK(same(p, longest, n), "%lu bytes are not a prefix", (unsigned long)n);
        CHECK(n > 300 || guard_clean(guard_get(0), p, n), "written around %lu bytes",
              (unsigned long)n);
    }
    CHECK(kdf(out, max) == FILESEC_OK && same(out, longest, max), "twice");
}

/* RFC 5869, 2.2 and 2.3, written out with HMAC. */
static void case_hkdf_definition(void)
{
    unsigned char prk[64], t[64 + 20 + 1], salt[64] = {0};
    size_t i;

    test_case("hkdf: by its definition");
    filesec_hmac_sha512(prk, data + 40, 30, data, 40);
    memcpy(t + 64, data + 70, 20);
    t[84] = 1;
    filesec_hmac_sha512(t, prk, 64, t + 64, 21);
    CHECK(hkdf(longest, HKDF_MAX) == FILESEC_OK, "hkdf");
    for (i = 0; i < 255; i++) {
        CHECK(same(longest + 64 * i, t, 64), "block %lu", (unsigned long)i + 1);
        t[84] = (unsigned char)((i + 2) & 0xff);
        filesec_hmac_sha512(t, prk, 64, t, 85);
    }
    CHECK(filesec_hkdf_sha512(out, 99, data, 40, NULL, 0, NULL, 0) == FILESEC_OK &&
              filesec_hkdf_sha512(longest, 99, data, 40, salt, 64, data, 0) == FILESEC_OK &&
              same(out, longest, 99),
          "no salt stands for 64 zero bytes");
    CHECK(filesec_hkdf_sha512(out, 10, NULL, 0, NULL, 0, NULL, 0) == FILESEC_OK &&
              filesec_hkdf_sha512(longest, 10, data, 0, data, 0, data, 0) == FILESEC_OK &&
              same(out, longest, 10),
          "nothing at all");
}

static void case_hkdf_arguments(void)
{
    unsigned char before[sizeof out];
    size_t at;

    test_case("hkdf: limit, NULL, overlap");
    seeded(out, sizeof out, 1);
    memcpy(before, out, sizeof out);
    CHECK(hkdf(out, HKDF_MAX + 1) == FILESEC_ERR_LIMIT, "one byte too many");
    CHECK(hkdf(out, (size_t)-1) == FILESEC_ERR_LIMIT, "the largest length");
    CHECK(hkdf(NULL, HKDF_MAX + 1) == FILESEC_ERR_LIMIT, "no output, and too many bytes of it");
    CHECK(hkdf(NULL, 1) == FILESEC_ERR_ARGUMENT, "no output");
    CHECK(filesec_hkdf_sha512(out, 9, NULL, 1, data, 9, data, 9) == FILESEC_ERR_ARGUMENT,
          "ikm");
    CHECK(filesec_hkdf_sha512(out, 9, data, 9, NULL, 1, data, 9) == FILESEC_ERR_ARGUMENT,
          "salt");
    CHECK(filesec_hkdf_sha512(out, 9, data, 9, data, 9, NULL, 1) == FILESEC_ERR_ARGUMENT,
          "info");
    for (at = 0; at <= 200; at++) { /* info: 100..119, output: 64 bytes */
        int over = at + 64 > 100 && at < 120;
        filesec_status s = filesec_hkdf_sha512(out + at, 64, data, 9, data, 9, out + 100, 20);

        CHECK(s == (over ? FILESEC_ERR_ARGUMENT : FILESEC_OK), "output at %ld of info: %d",
              (long)at - 100, (int)s);
        CHECK(!over || same(out, before, sizeof out), "written all the same");
        memcpy(out, before, sizeof out);
    }
    CHECK(same(out, before, sizeof out), "an error wrote something");
    test_case("hkdf: output over secret and salt");
    for (at = 0; at < 100; at += 3) {
        memcpy(out, data, 300);
        CHECK(filesec_hkdf_sha512(longest, 90, data + 20, 40, data + 80, 40, data + 200, 9) ==
                  FILESEC_OK,
              "apart");
        CHECK(filesec_hkdf_sha512(out + at, 90, out + 20, 40, out + 80, 40, out + 200, 9) ==
                      FILESEC_OK &&
                  same(out + at, longest, 90),
              "at %lu", (unsigned long)at);
    }
}

/* RFC 8018, 5.2, written out with HMAC. */
static void case_pbkdf2_definition(void)
{
    unsigned char u[64], t[64], salt[20];
    uint32_t c, i, j;
    size_t k;

    test_case("pbkdf2: by its definition");
    for (c = 1; c <= 5; c++) {
        CHECK(filesec_pbkdf2_hmac_sha512(out, 190, data, 200, data + 300, 16, c) == FILESEC_OK,
              "%lu iterations", (unsigned long)c);
        for (i = 1; i <= 3; i++) {
            memcpy(salt, data + 300, 16);
            memset(salt + 16, 0, 3);
            salt[19] = (unsigned char)i;
            filesec_hmac_sha512(u, data, 200, salt, 20);
            memcpy(t, u, 64);
            for (j = 1; j < c; j++) {
                filesec_hmac_sha512(u, data, 200, u, 64);
                for (k = 0; k < 64; k++)
                    t[k] = (unsigned char)(t[k] ^ u[k]);
            }
            CHECK(same(out + 64 * (i - 1), t, i == 3 ? 62 : 64), "block %lu, %lu iterations",
                  (unsigned long)i, (unsigned long)c);
        }
    }
}

static void case_pbkdf2_arguments(void)
{
    unsigned char before[sizeof out];
    size_t at;

    test_case("pbkdf2: limit, NULL, overlap, no iteration");
    seeded(out, sizeof out, 1);
    memcpy(before, out, sizeof out);
    CHECK(filesec_pbkdf2_hmac_sha512(out, 9, data, 9, data, 9, 0) == FILESEC_ERR_ARGUMENT, "0");
    CHECK(pbkdf2(NULL, 1) == FILESEC_ERR_ARGUMENT, "no output");
    CHECK(filesec_pbkdf2_hmac_sha512(out, 9, NULL, 1, data, 9, 1) == FILESEC_ERR_ARGUMENT,
          "pw");
    CHECK(filesec_pbkdf2_hmac_sha512(out, 9, data, 9, NULL, 1, 1) == FILESEC_ERR_ARGUMENT,
          "salt");
    if (sizeof(size_t) > 4) {
        size_t too_long = (size_t)(UINT64_C(0xffffffff) * 64 + 1);

        CHECK(filesec_pbkdf2_hmac_sha512(out, too_long, data, 9, NULL, 0, 1) ==
                  FILESEC_ERR_LIMIT,
              "one byte too many");
    }
    for (at = 0; at <= 200; at++) {
        int over = at + 64 > 100 && at < 116;
        filesec_status s = filesec_pbkdf2_hmac_sha512(out + at, 64, data, 9, out + 100, 16, 1);

        CHECK(s == (over ? FILESEC_ERR_ARGUMENT : FILESEC_OK), "output at %ld of salt: %d",
              (long)at - 100, (int)s);
        CHECK(!over || same(out, before, sizeof out), "written all the same");
        memcpy(out, before, sizeof out);
    }
    CHECK(same(out, before, sizeof out), "an error wrote something");
    CHECK(filesec_pbkdf2_hmac_sha512(out, 10, NULL, 0, NULL, 0, 1) == FILESEC_OK &&
              filesec_pbkdf2_hmac_sha512(longest, 10, data, 0, data, 0, 1) == FILESEC_OK &&
              same(out, longest, 10),
          "nothing at all");
    CHECK(filesec_pbkdf2_hmac_sha512(longest, 150, data, 300, data + 400, 9, 2) == FILESEC_OK,
          "apart");
    memcpy(out, data, 300);
    CHECK(filesec_pbkdf2_hmac_sha512(out + 50, 150, out, 300, data + 400, 9, 2) == FILESEC_OK &&
              same(out + 50, longest, 150),
          "output over the password");
}

static void kdf_path(size_t row, const void *unused)
{
    (void)row, (void)unused;
    case_prefixes(hkdf, "hkdf", HKDF_MAX);
    case_hkdf_definition();
    case_hkdf_arguments();
    case_prefixes(pbkdf2, "pbkdf2", 700);
    case_pbkdf2_definition();
    case_pbkdf2_arguments();
}

void suite_kdf(void)
{
    seeded(data, sizeof data, 13);
    each_path(FILESEC_SHA512, "kdf", kdf_path, NULL);
}
#endif
