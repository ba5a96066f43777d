/* SPDX-License-Identifier: 0BSD */
/*
 * tests/container.c: sealed files: fields, sizes, chunks, streams
 */
#include "container_cases.h"
#include "suites.h"
#include "support.h"
#include <string.h>

#if FILESEC__CONTAINER

/* A suite that this build has */
#ifdef FILESEC_NO_CHACHA20POLY1305
#define A_SUITE 1
#else
#define A_SUITE 2
#endif

/* ---- fields ------------------------------------------------------------------------------ */

static void case_fields(void)
{
    static const struct {
        unsigned char at, value;
        filesec_status status;
    } fields[] = {{0, 'F', FILESEC_ERR_FORMAT},     {6, 0, FILESEC_ERR_FORMAT},
                  {7, 0, FILESEC_ERR_UNSUPPORTED},  {7, 2, FILESEC_ERR_UNSUPPORTED},
                  {8, 0, FILESEC_ERR_UNSUPPORTED},  {8, 3, FILESEC_ERR_UNSUPPORTED},
                  {9, 9, FILESEC_ERR_UNSUPPORTED},  {9, 25, FILESEC_ERR_UNSUPPORTED},
                  {9, 74, FILESEC_ERR_UNSUPPORTED}, {10, 1, FILESEC_ERR_UNSUPPORTED},
                  {10, 2, FILESEC_ERR_UNSUPPORTED}, {10, 3, FILESEC_ERR_UNSUPPORTED},
                  {11, 1, FILESEC_ERR_UNSUPPORTED}, {14, 2, FILESEC_ERR_UNSUPPORTED},
                  {15, 1, FILESEC_ERR_UNSUPPORTED}, {16, 1, FILESEC_ERR_UNSUPPORTED},
                  {20, 1, FILESEC_ERR_UNSUPPORTED}, {24, 1, FILESEC_ERR_UNSUPPORTED},
                  {32, 1, FILESEC_ERR_UNSUPPORTED}, {63, 1, FILESEC_ERR_UNSUPPORTED},
                  {9, 11, FILESEC_ERR_HEADER},      {12, 1, FILESEC_ERR_HEADER},
                  {14, 1, FILESEC_ERR_HEADER},      {28, 1, FILESEC_ERR_HEADER},
                  {31, 0x80, FILESEC_ERR_HEADER},   {64, 0xff, FILESEC_ERR_KEY},
                  {95, 0xff, FILESEC_ERR_KEY},      {96, 0xff, FILESEC_ERR_KEY},
                  {127, 0xff, FILESEC_ERR_KEY},     {128, 0xff, FILESEC_ERR_HEADER},
                  {159, 0xff, FILESEC_ERR_HEADER}};
    filesec_container_params p = container_params(A_SUITE, 10);
    unsigned char header[160], before[160];
    filesec_container_info info, untouched;
    filesec_container c;
    size_t i;

    test_case("each field out of bounds or changed");
    CHECK(filesec_container_seal_init(&c, header, &p, container_key, container_salt) ==
              FILESEC_OK,
          "init");
    for (i = 0; i < COUNT(fields); i++) {
        filesec_status status = FILESEC_OK, peeked;

        memcpy(before, header, 160);
        before[fields[i].at] =
            fields[i].value == 0xff ? (unsigned char)~header[fields[i].at] : fields[i].value;
        memset(&untouched, 0x5a, sizeof untouched);
        memset(&info, 0x5a, sizeof info);
        peeked = filesec_container_peek(&info, before);
        status = filesec_container_open_init(&c, before, container_key, NULL, 0);
        CHECK(status == fields[i].status, "byte %d is %d: %s", fields[i].at, fields[i].value,
              filesec_status_text(status));
        CHECK(all_zero(&c, sizeof c), "byte %d: not wiped", fields[i].at);
        if (status == FILESEC_ERR_FORMAT || status == FILESEC_ERR_UNSUPPORTED)
            CHECK(peeked == status && same(&info, &untouched, sizeof info), "peek");
        else
            CHECK(peeked == FILESEC_OK, "peek");
    }
    CHECK(filesec_container_open_init(&c, header, container_salt, NULL, 0) == FILESEC_ERR_KEY,
          "another key");
    CHECK(filesec_container_open_init(&c, header, container_key, "x", 1) == FILESEC_ERR_HEADER,
          "another context");
    CHECK(filesec_container_open_init(&c, header, container_key, NULL, 1) ==
              FILESEC_ERR_ARGUMENT,
          "no context");
}

/* Costs: those of each KDF at and past their bounds, for readers and for writers. */
static void case_costs(void)
{
    static const struct {
        unsigned char kdf;
        uint32_t cost[3];
        int readable, writable;
    } costs[] = {{0, {0, 0, 0}, 1, 1},          {0, {1, 0, 0}, 0, 0},
                 {0, {0, 0, 1}, 0, 0},          {1, {0, 0, 0}, 0, 0},
                 {1, {1, 0, 0}, 1, 0},          {1, {209999, 0, 0}, 1, 0},
                 {1, {210000, 0, 0}, 1, 1},     {1, {10000000, 0, 0}, 1, 1},
                 {1, {10000001, 0, 0}, 0, 0},   {1, {210000, 1, 0}, 0, 0},
                 {1, {210000, 0, 1}, 0, 0},     {2, {8, 1, 1}, 1, 0},
                 {2, {7, 1, 1}, 0, 0},          {2, {127, 1, 16}, 0, 0},
                 {2, {128, 1, 16}, 1, 0},       {2, {65536, 3, 1}, 1, 1},
                 {2, {65535, 3, 1}, 1, 0},      {2, {65536, 2, 1}, 1, 0},
                 {2, {65536, 3, 0}, 0, 0},      {2, {65536, 3, 17}, 0, 0},
                 {2, {65536, 0, 1}, 0, 0},      {2, {65536, 64, 4}, 1, 1},
                 {2, {65536, 65, 4}, 0, 0},     {2, {4194304, 3, 4}, 1, 1},
                 {2, {4194305, 3, 4}, 0, 0},    {3, {0, 0, 0}, 0, 0},
                 {2, {0xffffffff, 3, 4}, 0, 0}, {1, {0xffffffff, 0, 0}, 0, 0}};
    unsigned char header[160], untouched[160];
    filesec_container_params p;
    filesec_container_info info;
    filesec_container c;
    size_t i, j;

    test_case("the costs of each KDF at their bounds");
    for (i = 0; i < COUNT(costs); i++) {
        memset(header, 0x5a, sizeof header);
        memset(untouched, 0x5a, sizeof untouched);
        p = container_params(A_SUITE, 16);
        p.kdf = costs[i].kdf;
        memcpy(p.cost, costs[i].cost, sizeof p.cost);
        CHECK(filesec_container_seal_init(&c, header, &p, container_key, container_salt) ==
                  (costs[i].writable ? FILESEC_OK : FILESEC_ERR_ARGUMENT),
              "line %lu: writing", (unsigned long)i);
        CHECK(costs[i].writable || same(header, untouched, 160), "line %lu: header",
              (unsigned long)i);
        memset(header, 0, sizeof header);
        memcpy(header, "filesec\1", 8);
        header[8] = A_SUITE;
        header[9] = 16;
        header[10] = costs[i].kdf;
        for (j = 0; j < 12; j++)
            header[16 + j] = (unsigned char)(costs[i].cost[j / 4] >> j % 4 * 8);
        CHECK(filesec_container_peek(&info, header) ==
                  (costs[i].readable ? FILESEC_OK : FILESEC_ERR_UNSUPPORTED),
              "line %lu: reading", (unsigned long)i);
    }
}

static void case_password(void)
{
    filesec_container_info info;
    unsigned char key[32], expected[32];

    test_case("the key of a passphrase");
    memset(&info, 0, sizeof info);
    memset(key, 0x5a, 32);
    memset(expected, 0x5a, 32);
    CHECK(filesec_container_password_key(key, &info, "x", 1) == FILESEC_ERR_UNSUPPORTED, "raw");
    info.kdf = 2;
    CHECK(filesec_container_password_key(key, &info, "x", 1) == FILESEC_ERR_UNSUPPORTED,
          "Argon2id");
    info.kdf = 1;
    info.cost[0] = 2000001;
    CHECK(filesec_container_password_key(key, &info, "x", 1) == FILESEC_ERR_LIMIT, "cap");
    info.cost[0] = 3;
    CHECK(filesec_container_password_key(key, &info, NULL, 0) == FILESEC_ERR_ARGUMENT, "none");
    CHECK(filesec_container_password_key(key, &info, "x", 0) == FILESEC_ERR_ARGUMENT, "empty");
    CHECK(same(key, expected, 32), "a refused call wrote");
    info.kdf_salt[5] = 9;
    CHECK(filesec_container_password_key(key, &info, "pass", 4) == FILESEC_OK, "good");
    CHECK(filesec_pbkdf2_hmac_sha512(expected, 32, "pass", 4, info.kdf_salt, 32, 3) ==
              FILESEC_OK,
          "PBKDF2");
    CHECK(same(key, expected, 32), "%s", hex(key, 32));
}

/* ---- sizes ------------------------------------------------------------------------------- */

static void case_sizes(void)
{
    filesec_container_params p = container_params(A_SUITE, 10);
    const uint64_t most = UINT64_C(1) << 62;
    unsigned char header[160];
    filesec_container c;
    uint64_t plain, sealed, back, i;

    test_case("from the length of the content to that of the file and back");
    p.meta_len = 5;
    CHECK(filesec_container_seal_init(&c, header, &p, container_key, container_salt) ==
              FILESEC_OK,
          "init");
    for (plain = 0, back = 0, i = 0; i <= 5000; i++) {
        filesec_status status = filesec_container_plain_size(&c, i, &back);

        CHECK(filesec_container_sealed_size(&c, plain, &sealed) == FILESEC_OK, "sealed size");
        CHECK((status == FILESEC_OK) == (i == sealed), "%lu", (unsigned long)i);
        if (status == FILESEC_OK) {
            CHECK(back == plain, "%lu: %lu", (unsigned long)i, (unsigned long)back);
            plain++;
        } else {
            CHECK(status == FILESEC_ERR_TRUNCATED, "%lu", (unsigned long)i);
        }
    }
    CHECK(filesec_container_sealed_size(&c, most, &sealed) == FILESEC_OK &&
              sealed == 160 + 21 + most + (most >> 10) * 16,
          "the most");
    CHECK(filesec_container_plain_size(&c, sealed, &back) == FILESEC_OK && back == most,
          "and back");
    CHECK(filesec_container_plain_size(&c, sealed + 17, &back) == FILESEC_ERR_LIMIT, "past it");
    CHECK(filesec_container_plain_size(&c, UINT64_MAX, &back) != FILESEC_OK, "far past it");
    CHECK(filesec_container_sealed_size(&c, most + 1, &sealed) == FILESEC_ERR_LIMIT, "past");
    CHECK(filesec_container_chunk_size(&c) == 1024 && filesec_container_meta_size(&c) == 5,
          "its own");
    memset(&c, 0, sizeof c);
    CHECK(filesec_container_chunk_size(&c) == 0 && filesec_container_meta_size(&c) == 0 &&
              filesec_container_sealed_size(&c, 0, &sealed) == FILESEC_ERR_ARGUMENT &&
              filesec_container_plain_size(&c, 500, &back) == FILESEC_ERR_ARGUMENT,
          "not set up");
}

/* ---- pieces ------------------------------------------------------------------------------ */

static void case_chunks(unsigned suite)
{
    static unsigned char in[1024], sealed[1040], again[1040], out[1040];
    filesec_container_params p = container_params(suite, 10);
    filesec_container c, copy;
    const uint64_t last = (UINT64_C(1) << 52) - 1, far = (UINT64_C(5) << 25) + 3;

    test_case("chunks: what is refused");
    seeded(in, sizeof in, suite);
    CHECK(filesec_container_seal_init(&c, out, &p, container_key, container_salt) == FILESEC_OK,
          "init");
#define SEAL(index, final, len) filesec_container_seal_chunk(&c, index, final, sealed, in, len)
    CHECK(SEAL(0, 0, 1023) == FILESEC_ERR_ARGUMENT, "neither full nor final");
    CHECK(SEAL(0, 1, 1025) == FILESEC_ERR_ARGUMENT, "too long");
    CHECK(SEAL(1, 1, 0) == FILESEC_ERR_ARGUMENT, "empty behind the first");
    CHECK(SEAL(last + 1, 1, 1) == FILESEC_ERR_LIMIT, "past the end");
    CHECK(SEAL(UINT64_MAX, 1, 1) == FILESEC_ERR_LIMIT, "far past the end");
    CHECK(filesec_container_seal_chunk(&c, 0, 1, in + 1, in, 9) == FILESEC_ERR_ARGUMENT,
          "overlap");
    CHECK(filesec_container_open_chunk(&c, 0, 1, out, sealed, 15) == FILESEC_ERR_ARGUMENT,
          "no tag");
    CHECK(filesec_container_set_segment(&c, UINT64_C(1) << 27) == FILESEC_ERR_LIMIT, "segment");
    CHECK(filesec_container_seal_meta(&c, out, in, 0) == FILESEC_ERR_ARGUMENT, "no metadata");
    CHECK(filesec_container_open_meta(&c, out, in, 16) == FILESEC_ERR_ARGUMENT, "no metadata");

    test_case("chunks: segments");
    copy = c;
    CHECK(SEAL(far, 0, 1024) == FILESEC_OK, "another segment");
    CHECK(filesec_container_set_segment(&copy, 5) == FILESEC_OK, "set");
    CHECK(filesec_container_seal_chunk(&copy, far, 0, again, in, 1024) == FILESEC_OK &&
              same(sealed, again, 1040),
          "with its key at hand");
    CHECK(filesec_container_open_chunk(&c, far, 0, out, sealed, 1040) == FILESEC_OK &&
              same(out, in, 1024),
          "open");
    CHECK(filesec_container_open_chunk(&c, 3, 0, out, sealed, 1040) == FILESEC_ERR_AUTH &&
              all_zero(out, 1024),
          "the same place of segment 0");
    CHECK(SEAL(last, 1, 1024) == FILESEC_OK, "the last of all");
    memcpy(out, in, 1024);
    CHECK(filesec_container_seal_chunk(&c, 7, 1, out, out, 100) == FILESEC_OK &&
              filesec_container_open_chunk(&c, 7, 1, out, out, 116) == FILESEC_OK &&
              same(out, in, 100),
          "in place");
#undef SEAL
    memset(&c, 0, sizeof c);
    CHECK(filesec_container_seal_chunk(&c, 0, 1, sealed, in, 1) == FILESEC_ERR_ARGUMENT &&
              filesec_container_set_segment(&c, 0) == FILESEC_ERR_ARGUMENT,
          "not set up");
}

void suite_container(void)
{
    unsigned suite;
    filesec_container_params p;
    filesec_container c;
    unsigned char header[160];

    test_section("container");
    case_fields();
    case_costs();
    case_password();
    case_sizes();
    for (suite = 1; suite <= 2; suite++) {
        p = container_params(suite, 10);
        if (filesec_container_seal_init(&c, header, &p, container_key, container_salt) ==
            FILESEC_ERR_UNSUPPORTED)
            continue;
        test_section("container suite %u", suite);
        case_chunks(suite);
        container_damage(suite);
        container_edges(suite);
    }
    test_end();
}
#else
void suite_container(void)
{
    test_section("container");
    test_end();
}
#endif
