/* SPDX-License-Identifier: 0BSD */
/*
 * tests/inspect.c: names and versions, forcing and limiting paths, wipe and equal
 */
#include "paths.h"
#include "suites.h"
#include "support.h"
#include <stdio.h>
#include <string.h>

static const filesec_primitive no_primitive = FILESEC_PRIMITIVE_COUNT;

static void case_texts(void)
{
    char number[40];
    int s, t;

    test_case("status and version");
    for (s = (int)FILESEC_OK; s <= (int)FILESEC_ERR_TRAILING; s++) {
        const char *text = filesec_status_text((filesec_status)s);

        CHECK(text != NULL && strlen(text) > 4 && strcmp(text, "unknown status") != 0, "%d", s);
        CHECK(text[strlen(text) - 1] != '.', "%d: %s", s, text);
        for (t = 0; t < s; t++)
            CHECK(strcmp(text, filesec_status_text((filesec_status)t)) != 0, "%d is %d", s, t);
    }
    CHECK(strcmp(filesec_status_text((filesec_status)15), "unknown status") == 0, "15");
    CHECK(strcmp(filesec_version(), FILESEC_VERSION) == 0, "%s", filesec_version());
    snprintf(number, sizeof number, "%d.%d.%d", FILESEC_VERSION_NUMBER / 10000,
             FILESEC_VERSION_NUMBER / 100 % 100, FILESEC_VERSION_NUMBER % 100);
    CHECK(strcmp(number, FILESEC_VERSION) == 0, "%s is not %s", number, FILESEC_VERSION);
}

/* Is the primitive in this build, by the user's options? */
static int in_build(filesec_primitive p)
{
#ifdef FILESEC_NO_SHA512
    if (p == FILESEC_SHA512 || p == FILESEC_SHA512_MANY)
        return 0;
#endif
#ifdef FILESEC_NO_MURMUR3
    if (p == FILESEC_MURMUR3 || p == FILESEC_MURMUR3_MANY)
        return 0;
#endif
#ifdef FILESEC_NO_CHACHA20POLY1305
    if (p == FILESEC_CHACHA20POLY1305)
        return 0;
#endif
#ifdef FILESEC_NO_AES256GCM
    if (p == FILESEC_AES256GCM)
        return 0;
#endif
    return p < FILESEC_PRIMITIVE_COUNT;
}

static void case_lists(void)
{
    int p, q;
    size_t i, j;

    test_case("lists");
    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++) {
        filesec_primitive r = (filesec_primitive)p;
        size_t count = filesec_path_count(r);

        CHECK(filesec_primitive_name(r) != NULL, "primitive %d has no name", p);
        CHECK((count != 0) == in_build(r), "primitive %d has %lu rows", p,
              (unsigned long)count);
        for (q = 0; q < p; q++)
            CHECK(strcmp(filesec_primitive_name(r),
                         filesec_primitive_name((filesec_primitive)q)) != 0,
                  "%d and %d", p, q);
        for (i = 0; i < count; i++)
            for (j = 0; j < i; j++)
                CHECK(strcmp(filesec_path_name(r, i), filesec_path_name(r, j)) != 0,
                      "%s has two rows %s", filesec_primitive_name(r), filesec_path_name(r, i));
        CHECK(filesec_path_name(r, count) == NULL && filesec_path_usable(r, count) == 0,
              "past");
        CHECK(filesec_path_name(r, (size_t)-1) == NULL &&
                  filesec_path_usable(r, (size_t)-1) == 0,
              "far past the end");
        CHECK(count == 0 || filesec_path_usable(r, count - 1) == 1, "portable is not usable");
        for (i = 0; i < count; i++)
            CHECK(filesec_path_usable(r, i) ==
                      ((row_needs(r, i) & ~(cpu_here() | preferences())) == 0),
                  "usable");
    }
    CHECK(filesec_primitive_name(no_primitive) == NULL &&
              filesec_path_count(no_primitive) == 0 &&
              filesec_path_name(no_primitive, 0) == NULL &&
              filesec_path_usable(no_primitive, 0) == 0 &&
              filesec_path_current(no_primitive) == 0,
          "no primitive");
}

static void case_default(void)
{
    int p;

    test_case("the default is the first row that is usable and wise here");
    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++) {
        filesec_primitive r = (filesec_primitive)p;
        size_t i = 0, count = filesec_path_count(r);

        if (count == 0)
            continue;
        row_forget(r);
        while ((row_needs(r, i) & ~cpu_here()) != 0)
            i++;
        CHECK(filesec_path_usable(r, i), "%s", filesec_path_name(r, i));
        CHECK(filesec_path_current(r) == i, "%s: %s", filesec_primitive_name(r),
              filesec_path_name(r, filesec_path_current(r)));
    }
}

static void case_use(void)
{
    int p;
    size_t i;

    test_case("forcing a path");
    paths_remember();
    CHECK(filesec_path_use(no_primitive, 0) == FILESEC_ERR_ARGUMENT, "no primitive");
    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++) {
        filesec_primitive r = (filesec_primitive)p;
        size_t count = filesec_path_count(r);

        CHECK(filesec_path_use(r, count) == FILESEC_ERR_ARGUMENT, "one past the last");
        CHECK(filesec_path_use(r, (size_t)-1) == FILESEC_ERR_ARGUMENT, "far past the last");
        CHECK(paths_unchanged(), "an error changed something");
        for (i = 0; i < count; i++) {
            filesec_status s = filesec_path_use(r, i);

            if (filesec_path_usable(r, i))
                CHECK(s == FILESEC_OK && filesec_path_current(r) == i, "row %lu: %d",
                      (unsigned long)i, (int)s);
            else
                CHECK(s == FILESEC_ERR_UNSUPPORTED && filesec_path_current(r) != i,
                      "row %lu of another machine: %d", (unsigned long)i, (int)s);
        }
        paths_restore();
    }
}

#define TO_VAES_AVX2 " sse2 ssse3 sse41 aes pclmul avx avx2 bmi1 bmi2 vaes vpclmul"
#define TO_AVX512 " avx512f avx512vl avx512bw avx512dq"

/* What a tier allows, by the names of tests/internals.h. */
static const char *const tiers[][2] = {
    {"portable", " "},
    {"x86_sse2", " sse2 "},
    {"x86_ssse3", " sse2 ssse3 "},
    {"x86_aesni", " sse2 ssse3 sse41 aes pclmul "},
    {"x86_avx2", " sse2 ssse3 sse41 aes pclmul avx avx2 bmi1 bmi2 "},
    {"x86_vaes_avx2", TO_VAES_AVX2 " "},
    {"x86_avx512", TO_VAES_AVX2 TO_AVX512 " "},
    {"x86_avx512ifma", TO_VAES_AVX2 TO_AVX512 " avx512ifma "},
    {"x86_vaes_avx512", TO_VAES_AVX2 TO_AVX512 " avx512ifma "},
    {"x86_sha512", TO_VAES_AVX2 TO_AVX512 " avx512ifma sha512 "},
    {"arm_neon", " arm_neon "},
    {"arm_aes", " arm_neon arm_aes arm_pmull "},
    {"arm_aes_eor3", " arm_neon arm_aes arm_pmull arm_sha3 "},
    {"arm_sha512", " arm_neon arm_aes arm_pmull arm_sha3 arm_sha512 "}};

static uint32_t tier_bits(const char *names)
{
    uint32_t bits = 0;
    size_t i;
    char word[32];

    for (i = 0; i < cpu_bit_count; i++) {
        snprintf(word, sizeof word, " %s ", cpu_bits[i].name);
        bits |= strstr(names, word) != NULL ? cpu_bits[i].bit : 0;
    }
    return bits;
}

static void case_limit(void)
{
    static const char *const bad[] = {"",          "x86",      "x86_avx",
                                      "x86_avx22", "Portable", "portable "};
    size_t t, i;
    int p;

    test_case("limiting to a tier");
    paths_remember();
    for (t = 0; t < COUNT(bad); t++)
        CHECK(filesec_path_limit(bad[t]) == FILESEC_ERR_ARGUMENT && paths_unchanged(), "\"%s\"",
              bad[t]);
    CHECK(filesec_path_limit(NULL) == FILESEC_ERR_ARGUMENT && paths_unchanged(), "NULL");
    CHECK(filesec_path_limit("any") == FILESEC_OK && paths_unchanged(), "any");
    for (t = 0; t < COUNT(tiers); t++) {
        uint32_t bits = tier_bits(tiers[t][1]) | (cpu_here() & preferences());

        CHECK(filesec_path_limit(tiers[t][0]) == FILESEC_OK, "%s", tiers[t][0]);
        for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++) {
            filesec_primitive r = (filesec_primitive)p;
            size_t now = filesec_path_current(r);

            if (filesec_path_count(r) == 0)
                continue;
            CHECK(filesec_path_usable(r, now) && (row_needs(r, now) & ~bits) == 0,
                  "%s: %s=%s is beyond it", tiers[t][0], filesec_primitive_name(r),
                  filesec_path_name(r, now));
            for (i = 0; i < now; i++)
                CHECK(!filesec_path_usable(r, i) || (row_needs(r, i) & ~bits) != 0,
                      "%s: %s=%s would be allowed", tiers[t][0], filesec_primitive_name(r),
                      filesec_path_name(r, i));
        }
    }
    paths_restore();
}

static void case_wipe_and_equal(void)
{
    unsigned char a[100], b[100];
    size_t n, bit, at;

    test_case("wipe");
    filesec_wipe(NULL, 0);
    for (n = 0; n <= 64; n++) {
        unsigned char *p =
            n % 2 == 0 ? guard_end(guard_get(0), n) : guard_begin(guard_get(0), n);

        filesec_wipe(p, n);
        CHECK(all_zero(p, n) && guard_clean(guard_get(0), p, n), "%lu bytes", (unsigned long)n);
    }
    test_case("equal");
    CHECK(filesec_equal(NULL, NULL, 0) == 1 && filesec_equal(a, NULL, 0) == 1, "no bytes");
    for (n = 0; n <= 70; n++) {
        seeded(a, sizeof a, n);
        memcpy(b, a, sizeof b);
        b[n] = (unsigned char)~a[n];
        CHECK(filesec_equal(a, b, n) == 1, "%lu equal bytes", (unsigned long)n);
        for (at = 0; at < n; at++) {
            for (bit = 0; bit < 8; bit++) {
                b[at] = (unsigned char)(a[at] ^ 1u << bit);
                CHECK(filesec_equal(a, b, n) == 0, "byte %lu of %lu", (unsigned long)at,
                      (unsigned long)n);
            }
            b[at] = a[at];
        }
    }
}

void suite_inspect(void)
{
    test_section("inspect");
    case_texts();
    case_lists();
    case_default();
    case_use();
    case_limit();
    case_wipe_and_equal();
    test_end();
}
