/* SPDX-License-Identifier: 0BSD */
/*
 * tests/container_edges.c: sealed files: arguments at and past their bounds, records of
 * metadata
 */
#include "container_cases.h"
#include "support.h"
#include <string.h>

#if FILESEC__CONTAINER

static unsigned char content[4096], sealed[4096], out[4096];
static filesec_container c;

static void begin(unsigned suite, uint32_t meta_len)
{
    filesec_container_params p = container_params(suite, 10);
    unsigned char header[160];

    p.meta_len = meta_len;
    CHECK(filesec_container_seal_init(&c, header, &p, container_key, container_salt) ==
              FILESEC_OK,
          "init");
}

/* ---- what a writer may ask for --------------------------------------------------------- */

/* Expect a status of seal_init; a refusal writes nothing and leaves no key behind. */
static void writer(const filesec_container_params *p, filesec_status status, const char *what)
{
    unsigned char header[160];
    filesec_status s;

    memset(header, 0x5a, sizeof header);
    memset(&c, 0x5a, sizeof c);
    s = filesec_container_seal_init(&c, header, p, container_key, container_salt);
    CHECK(s == status, "%s: %s", what, filesec_status_text(s));
    CHECK(s == FILESEC_OK || (all_bytes(header, 160, 0x5a) && all_zero(&c, sizeof c)),
          "%s: written", what);
}

static void case_writer(unsigned suite)
{
    const filesec_container_params good = container_params(suite, 10);
    const filesec_status bad = FILESEC_ERR_ARGUMENT;
    filesec_container_params p = good;

    test_case("a writer's fields at their bounds");
    p.meta_len = FILESEC_CONTAINER_META_MAX;
    writer(&p, FILESEC_OK, "the most metadata");
    CHECK(filesec_container_meta_size(&c) == FILESEC_CONTAINER_META_MAX, "its size");
    p.meta_len++;
    writer(&p, FILESEC_ERR_LIMIT, "more metadata");
    p.meta_len = UINT32_MAX;
    writer(&p, FILESEC_ERR_LIMIT, "far more metadata");
    p = good, p.suite = 0;
    writer(&p, bad, "suite 0");
    p.suite = 3;
    writer(&p, bad, "suite 3");
    p = good, p.chunk_log2 = 9;
    writer(&p, bad, "small chunks");
    p.chunk_log2 = 24;
    writer(&p, FILESEC_OK, "the largest chunks");
    CHECK(filesec_container_chunk_size(&c) == (size_t)1 << 24, "their size");
    p.chunk_log2 = 25;
    writer(&p, bad, "larger chunks");
    p = good, p.reserved = 1;
    writer(&p, bad, "the reserved field");
    p = good, p.kdf_salt[31] = 1;
    writer(&p, bad, "a salt for no KDF");
    p.kdf = FILESEC_CONTAINER_KDF_PBKDF2, p.cost[0] = 210000;
    writer(&p, FILESEC_OK, "a salt for PBKDF2");
    p = good, p.context_len = 1;
    writer(&p, bad, "no context of one byte");
    p.context = "c";
    writer(&p, FILESEC_OK, "a context");
}

/* What a writer asked for is what a reader is told, field by field. */
static void case_peek(unsigned suite)
{
    filesec_container_params p = container_params(suite, 17);
    unsigned char header[161];
    filesec_container_info info;

    test_case("a header tells what its writer asked for");
    p.kdf = FILESEC_CONTAINER_KDF_ARGON2ID;
    p.cost[0] = 0x00030201, p.cost[1] = 5, p.cost[2] = 7;
    p.meta_len = 0xfedc;
    p.key_id = 0x89abcdef;
    seeded(p.kdf_salt, 32, 96);
    header[160] = 0x5a;
    CHECK(filesec_container_seal_init(&c, header, &p, container_key, container_salt) ==
                  FILESEC_OK &&
              header[160] == 0x5a,
          "init");
    memset(&info, 0x5a, sizeof info);
    CHECK(filesec_container_peek(&info, header) == FILESEC_OK, "peek");
    CHECK(info.suite == suite && info.chunk_log2 == 17 && info.kdf == p.kdf &&
              info.reserved == 0 && info.meta_len == 0xfedc && info.key_id == 0x89abcdef,
          "numbers");
    CHECK(same(info.cost, p.cost, sizeof p.cost), "costs");
    CHECK(same(info.kdf_salt, p.kdf_salt, 32) && same(info.file_salt, container_salt, 32),
          "salts");
    CHECK(same(header + 16, "\1\2\3\0\5\0\0\0\7\0\0\0\xef\xcd\xab\x89", 16), "bytes");
    CHECK(filesec_container_open_init(&c, header, container_key, NULL, 0) == FILESEC_OK,
          "open");
}

/* ---- pieces -------------------------------------------------------------------------- */

static void case_meta(unsigned suite)
{
    const filesec_status bad = FILESEC_ERR_ARGUMENT;

    test_case("metadata: what is refused");
    begin(suite, 100);
    memset(out, 0x5a, sizeof out);
    CHECK(filesec_container_seal_meta(&c, NULL, content, 100) == bad, "no output");
    CHECK(filesec_container_seal_meta(&c, out, NULL, 100) == bad, "no input");
    CHECK(filesec_container_seal_meta(&c, out, content, 99) == bad, "short");
    CHECK(filesec_container_seal_meta(&c, out, content, 101) == bad, "long");
    CHECK(filesec_container_seal_meta(&c, out, out + 115, 100) == bad &&
              filesec_container_seal_meta(&c, out + 99, out, 100) == bad,
          "overlap");
    CHECK(all_bytes(out, sizeof out, 0x5a), "written");
    CHECK(filesec_container_seal_meta(&c, sealed, content, 100) == FILESEC_OK, "good");
    CHECK(filesec_container_open_meta(&c, out, sealed, 0) == bad &&
              filesec_container_open_meta(&c, out, sealed, 15) == bad &&
              filesec_container_open_meta(&c, out, sealed, 115) == bad &&
              filesec_container_open_meta(&c, out, sealed, 117) == bad &&
              filesec_container_open_meta(&c, NULL, sealed, 116) == bad &&
              filesec_container_open_meta(&c, out, NULL, 116) == bad,
          "open");
    CHECK(all_bytes(out, sizeof out, 0x5a), "open: written");
    memcpy(out + 116, content, 100);
    CHECK(filesec_container_seal_meta(&c, out, out + 116, 100) == FILESEC_OK &&
              same(out, sealed, 116),
          "side by side");
    CHECK(filesec_container_open_meta(&c, out, out, 116) == FILESEC_OK &&
              same(out, content, 100),
          "in place");
    sealed[115] ^= 0x80;
    CHECK(filesec_container_open_meta(&c, out, sealed, 116) == FILESEC_ERR_METADATA &&
              all_zero(out, 100),
          "damaged");
    begin(suite, 0);
    CHECK(filesec_container_seal_meta(&c, out, content, 0) == bad &&
              filesec_container_open_meta(&c, out, sealed, 16) == bad,
          "a file without metadata");
    memset(&c, 0, sizeof c);
    CHECK(filesec_container_seal_meta(&c, out, content, 100) == bad &&
              filesec_container_open_meta(&c, out, sealed, 116) == bad,
          "not set up");
}

static void case_chunk_buffers(unsigned suite)
{
    const filesec_status bad = FILESEC_ERR_ARGUMENT;
    uint64_t n;

    test_case("chunks: buffers that are missing or overlap");
    begin(suite, 0);
    memset(out, 0x5a, sizeof out);
    CHECK(filesec_container_seal_chunk(&c, 0, 1, NULL, content, 10) == bad, "no output");
    CHECK(filesec_container_seal_chunk(&c, 0, 1, out, NULL, 10) == bad, "no input");
    CHECK(filesec_container_open_chunk(&c, 0, 1, out, NULL, 26) == bad, "no chunk");
    CHECK(filesec_container_open_chunk(&c, 0, 1, NULL, sealed, 26) == bad, "no room");
    CHECK(filesec_container_seal_chunk(&c, 0, 1, out, out + 25, 10) == bad &&
              filesec_container_seal_chunk(&c, 0, 1, out + 9, out, 10) == bad,
          "overlap");
    CHECK(all_bytes(out, sizeof out, 0x5a), "written");
    CHECK(filesec_container_seal_chunk(&c, 0, 1, out, out + 26, 10) == FILESEC_OK &&
              filesec_container_seal_chunk(&c, 0, 1, out + 10, out, 10) == FILESEC_OK,
          "side by side");
    CHECK(filesec_container_seal_chunk(&c, 0, 1, sealed, NULL, 0) == FILESEC_OK &&
              filesec_container_open_chunk(&c, 0, 1, NULL, sealed, 16) == FILESEC_OK,
          "no content");
    CHECK(filesec_container_sealed_size(&c, 0, &n) == FILESEC_OK && n == 176 &&
              filesec_container_sealed_size(&c, 1024, &n) == FILESEC_OK && n == 1200 &&
              filesec_container_sealed_size(&c, 1025, &n) == FILESEC_OK && n == 1217,
          "sizes without metadata");
}

/* ---- records of metadata -------------------------------------------------------------- */

static filesec_status record(unsigned type, const char *value, size_t len)
{
    unsigned char meta[300];

    meta[0] = (unsigned char)type;
    meta[1] = (unsigned char)(len & 255);
    meta[2] = (unsigned char)(len >> 8);
    memcpy(meta + 3, value, len);
    return filesec_container_meta_check(meta, 3 + len);
}

static void case_records(void)
{
    static const struct {
        unsigned type;
        const char *value;
        size_t len;
        filesec_status status;
    } cases[] = {{1, "", 0, FILESEC_ERR_METADATA},
                 {1, ".", 1, FILESEC_ERR_METADATA},
                 {1, "..", 2, FILESEC_ERR_METADATA},
                 {1, ".a", 2, FILESEC_OK},
                 {1, "a.", 2, FILESEC_OK},
                 {1, "...", 3, FILESEC_OK},
                 {1, "a", 1, FILESEC_OK},
                 {1, "a/", 2, FILESEC_ERR_METADATA},
                 {1, "a\0", 2, FILESEC_ERR_METADATA},
                 {1, "/", 1, FILESEC_ERR_METADATA},
                 {2, "1234567", 7, FILESEC_ERR_METADATA},
                 {2, "12345678", 8, FILESEC_OK},
                 {2, "123456789", 9, FILESEC_ERR_METADATA},
                 {3, "12345678", 8, FILESEC_OK},
                 {3, "1234567", 7, FILESEC_ERR_METADATA},
                 {4, "\377\017", 2, FILESEC_OK},
                 {4, "\0\020", 2, FILESEC_ERR_METADATA},
                 {4, "a", 1, FILESEC_ERR_METADATA},
                 {4, "\1\1\1", 3, FILESEC_ERR_METADATA},
                 {5, "", 0, FILESEC_OK},
                 {5, "anything/", 9, FILESEC_OK},
                 {0, "a", 1, FILESEC_ERR_METADATA},
                 {6, "a", 1, FILESEC_ERR_UNSUPPORTED},
                 {127, "a", 1, FILESEC_ERR_UNSUPPORTED},
                 {128, "a", 1, FILESEC_OK},
                 {255, "a", 1, FILESEC_OK}};
    static const unsigned char two[] = {1, 1, 0, 'a', 5, 2, 0, 'b', 'c'};
    static const unsigned char twice[] = {5, 0, 0, 5, 0, 0}, down[] = {5, 0, 0, 1, 1, 0, 'a'};
    static unsigned char name[256], far[603] = {5, 0x55, 2, 9};
    const uint8_t *p;
    size_t i, n;

    test_case("records of metadata");
    for (i = 0; i < COUNT(cases); i++)
        CHECK(record(cases[i].type, cases[i].value, cases[i].len) == cases[i].status,
              "line %lu", (unsigned long)i);
    memset(name, 'n', sizeof name);
    CHECK(record(1, (const char *)name, 255) == FILESEC_OK, "a name of 255 bytes");
    CHECK(record(1, (const char *)name, 256) == FILESEC_ERR_METADATA, "a longer name");
    CHECK(filesec_container_meta_check(NULL, 0) == FILESEC_OK, "none");
    CHECK(filesec_container_meta_check(two, 9) == FILESEC_OK, "two");
    CHECK(filesec_container_meta_check(twice, 6) == FILESEC_ERR_METADATA, "one type twice");
    CHECK(filesec_container_meta_check(down, 7) == FILESEC_ERR_METADATA, "not ascending");
    for (i = 1; i < 9; i++) { /* nothing is read past the cut */
        unsigned char *cut = guard_end(guard_get(0), i);

        memcpy(cut, two, i);
        CHECK((filesec_container_meta_check(cut, i) == FILESEC_OK) == (i == 4), "cut at %lu",
              (unsigned long)i);
    }
    p = filesec_container_meta_find(two, 9, 5, &n);
    CHECK(p == two + 7 && n == 2, "the second");
    p = filesec_container_meta_find(two, 9, 1, &n);
    CHECK(p == two + 3 && n == 1, "the first");
    far[600] = 200;
    CHECK(filesec_container_meta_check(far, 603) == FILESEC_OK, "597 bytes");
    p = filesec_container_meta_find(far, 603, 5, &n);
    CHECK(p == far + 3 && n == 597, "597 bytes found");
    p = filesec_container_meta_find(far, 603, 200, &n);
    CHECK(p == far + 603 && n == 0, "and what is behind them");
    n = 77;
    CHECK(filesec_container_meta_find(two, 9, 2, &n) == NULL && n == 77,
          "one that is not there");
    for (i = 0; i < 9; i++)
        CHECK(filesec_container_meta_find(two, i, 5, &n) == NULL, "cut at %lu",
              (unsigned long)i);
    for (i = 0; i < 4; i++)
        CHECK(filesec_container_meta_find(two, i, 1, &n) == NULL, "the first, cut at %lu",
              (unsigned long)i);
}

void container_edges(unsigned suite)
{
    seeded(content, sizeof content, 98);
    case_writer(suite);
    case_peek(suite);
    case_meta(suite);
    case_chunk_buffers(suite);
    case_records();
    container_streams(suite);
}
#else
typedef int container_edges_are_empty;
#endif
