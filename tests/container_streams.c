/* SPDX-License-Identifier: 0BSD */
/*
 * tests/container_streams.c: streams that cannot go on, or are told to go on after
 * the end, and what they say of a last block that is not the end
 */
#include "container_cases.h"
#include "internals.h"
#include "ops.h"
#include "support.h"
#include <string.h>

#if FILESEC__CONTAINER

static unsigned char content[4096], work[1024 + 17];
static filesec_container c;
static sealed_file file;
static const void *got;
static size_t used, len;

#define PAST (UINT64_C(1) << 52) /* the first chunk of 1 KiB past the 2^62 bytes of content */

static void begin(unsigned suite)
{
    filesec_container_params p = container_params(suite, 10);
    unsigned char header[160];

    CHECK(filesec_container_seal_init(&c, header, &p, container_key, container_salt) ==
              FILESEC_OK,
          "init");
}

/* Nothing came out, nothing went in. */
static int nothing(void)
{
    int none = used == 0 && got == NULL && len == 0;

    used = len = 9;
    got = work;
    return none;
}

static void case_sealer(unsigned suite)
{
    filesec_container_sealer s;
    const filesec_status bad = FILESEC_ERR_ARGUMENT, limit = FILESEC_ERR_LIMIT;

    test_case("a sealer that cannot go on");
    begin(suite);
    CHECK(filesec_container_sealer_begin(&s, &c, NULL, sizeof work) == bad, "no buffer");
    CHECK(filesec_container_sealer_begin(&s, &c, work, 1041) == FILESEC_OK, "just enough");
    CHECK(filesec_container_sealer_update(&s, NULL, 0, &used, &got, &len) == FILESEC_OK &&
              nothing(),
          "an empty piece");
    CHECK(filesec_container_sealer_update(&s, NULL, 1, &used, &got, &len) == bad && nothing(),
          "a missing piece");
    CHECK(filesec_container_sealer_update(&s, content, 1024, &used, &got, &len) == FILESEC_OK &&
              used == 1024 && got == NULL && len == 0,
          "a full chunk waits");
    CHECK(filesec_container_sealer_update(&s, content, 0, &used, &got, &len) == FILESEC_OK &&
              nothing(),
          "an empty piece shows nothing");
    CHECK(filesec_container_sealer_finish(&s, &got, &len) == FILESEC_OK && len == 1040,
          "the end");
    CHECK(filesec_container_sealer_update(&s, content, 1, &used, &got, &len) == bad &&
              nothing(),
          "more after the end");
    used = 0;
    CHECK(filesec_container_sealer_finish(&s, &got, &len) == bad && nothing(), "another end");
    CHECK(filesec_container_sealer_update(&s, content, 0, &used, &got, &len) == bad &&
              nothing(),
          "after the end");

    CHECK(filesec_container_sealer_begin(&s, &c, work, 1041) == FILESEC_OK, "begin");
    s.index = PAST - 1;
    CHECK(filesec_container_sealer_update(&s, content, 1024, &used, &got, &len) == FILESEC_OK &&
              filesec_container_sealer_update(&s, content, 1, &used, &got, &len) ==
                  FILESEC_OK &&
              len == 1040 && s.index == PAST,
          "the last chunk that there may be");
    CHECK(filesec_container_sealer_update(&s, content, 1024, &used, &got, &len) == limit &&
              nothing(),
          "past it");
    CHECK(filesec_container_sealer_update(&s, content, 1, &used, &got, &len) == limit &&
              nothing() && filesec_container_sealer_finish(&s, &got, &len) == limit,
          "for good");
    CHECK(filesec_container_sealer_begin(&s, &c, work, 1041) == FILESEC_OK, "begin");
    s.index = PAST;
    CHECK(filesec_container_sealer_finish(&s, &got, &len) == limit && got == NULL && len == 0,
          "an end past it");
    memset(&c, 0, sizeof c);
    CHECK(filesec_container_sealer_begin(&s, &c, work, sizeof work) == bad, "not set up");
}

static void case_opener(unsigned suite)
{
    filesec_container_opener o;
    const filesec_status bad = FILESEC_ERR_ARGUMENT, limit = FILESEC_ERR_LIMIT;

    test_case("an opener that cannot go on");
    begin(suite);
    CHECK(filesec_container_opener_begin(&o, &c, work, 1040) == limit, "one byte too few");
    CHECK(filesec_container_seal_chunk(&c, 0, 1, file.bytes, content, 9) == FILESEC_OK &&
              filesec_container_opener_begin(&o, &c, work, 1041) == FILESEC_OK &&
              filesec_container_opener_update(&o, file.bytes, 25, &used, &got, &len) ==
                  FILESEC_OK &&
              filesec_container_opener_finish(&o, &got, &len) == FILESEC_OK && len == 9,
          "one chunk");
    used = 0;
    CHECK(filesec_container_opener_finish(&o, &got, &len) == bad && nothing(), "another end");
    CHECK(filesec_container_opener_update(&o, file.bytes, 0, &used, &got, &len) == bad &&
              nothing(),
          "after the end");

    CHECK(filesec_container_opener_begin(&o, &c, work, 1041) == FILESEC_OK, "begin");
    o.index = PAST;
    CHECK(filesec_container_opener_update(&o, content, 1041, &used, &got, &len) == limit &&
              nothing() && all_zero(work, 1040),
          "past the last chunk");
    CHECK(filesec_container_opener_update(&o, content, 1, &used, &got, &len) == limit &&
              filesec_container_opener_finish(&o, &got, &len) == limit,
          "for good");
    CHECK(filesec_container_opener_begin(&o, &c, work, 1041) == FILESEC_OK, "begin");
    o.index = PAST;
    CHECK(filesec_container_opener_update(&o, content, 20, &used, &got, &len) == FILESEC_OK &&
              filesec_container_opener_finish(&o, &got, &len) == limit && got == NULL &&
              all_zero(work, 1040),
          "an end past it");
    CHECK(filesec_container_opener_begin(&o, &c, work, 1041) == FILESEC_OK &&
              filesec_container_opener_update(&o, content, 20, &used, &got, &len) ==
                  FILESEC_OK &&
              filesec_container_opener_finish(&o, &got, &len) == FILESEC_ERR_AUTH &&
              all_zero(work, 1040) &&
              filesec_container_opener_finish(&o, &got, &len) == FILESEC_ERR_AUTH &&
              filesec_container_opener_update(&o, content, 1, &used, &got, &len) ==
                  FILESEC_ERR_AUTH,
          "a forged end, for good");
    CHECK(filesec_container_opener_begin(&o, &c, work, 1041) == FILESEC_OK &&
              filesec_container_opener_finish(&o, &got, &len) == FILESEC_ERR_TRUNCATED &&
              filesec_container_opener_finish(&o, &got, &len) == FILESEC_ERR_TRUNCATED &&
              filesec_container_opener_update(&o, content, 1, &used, &got, &len) ==
                  FILESEC_ERR_TRUNCATED,
          "no chunk at all, for good");
}

/* Seal n bytes, leave out the last `cut` of the file or change the last byte, read. */
static filesec_status read_hurt(unsigned suite, size_t n, size_t cut, uint64_t expected)
{
    static reading r;
    filesec_container_params p = container_params(suite, 10);

    container_build(&file, &p, container_salt, NULL, content, n);
    file.len -= cut;
    if (cut == 0)
        file.bytes[file.len - 1] ^= 1;
    r.key = container_key;
    r.context = "";
    r.expected = expected;
    r.piece = 1000;
    return container_read(&r, &file);
}

static void case_why(unsigned suite)
{
    static const struct {
        size_t n, cut;
        uint64_t expected;
        filesec_status status;
    } cases[] = {
        {3000, 0, UINT64_MAX, FILESEC_ERR_AUTH}, {3000, 0, 3000, FILESEC_ERR_AUTH},
        {3000, 0, 2999, FILESEC_ERR_AUTH},       {3000, 0, 2049, FILESEC_ERR_AUTH},
        {3000, 0, 2048, FILESEC_ERR_AUTH},       {3000, 0, 2047, FILESEC_ERR_AUTH},
        {3000, 0, 0, FILESEC_ERR_AUTH},          {3000, 0, 3001, FILESEC_ERR_TRUNCATED},
        {3000, 1, 3000, FILESEC_ERR_TRUNCATED},  {3000, 1, UINT64_MAX, FILESEC_ERR_AUTH},
        {3000, 1, 2999, FILESEC_ERR_AUTH},       {3000, 1, 1, FILESEC_ERR_AUTH},
        {100, 0, 0, FILESEC_ERR_AUTH},           {100, 0, 50, FILESEC_ERR_AUTH},
        {100, 50, 50, FILESEC_ERR_AUTH},         {100, 50, 100, FILESEC_ERR_TRUNCATED},
        {2048, 0, 2048, FILESEC_ERR_AUTH},       {2048, 0, 1024, FILESEC_ERR_AUTH}};
    size_t i;

    test_case("why a last block is not the end");
    for (i = 0; i < COUNT(cases); i++) {
        filesec_status s = read_hurt(suite, cases[i].n, cases[i].cut, cases[i].expected);

        CHECK(s == cases[i].status, "line %lu: %s", (unsigned long)i, filesec_status_text(s));
    }
}

/* ---- the keys of segments --------------------------------------------------------------- */

/* Chunk `index` as docs/format.md has it: "Keys" and "Chunks", written out a second time. */
static void by_definition(unsigned char *out, const unsigned char *header, uint64_t index,
                          int final, size_t n)
{
    static unsigned char aead_key[AEAD_KEY_MAX];
    unsigned char info[11 + 12 + 96 + 64], prk[64], key[32], nonce[12] = {0};
    const aead_op *op = aead_op_named(header[8] == 1 ? "aes256gcm" : "chacha20poly1305");
    uint64_t segment = index >> (35 - header[9]);
    size_t i;

    memcpy(info, "filesec v1 data", 15);
    for (i = 0; i < 8; i++) {
        info[15 + i] = (unsigned char)(segment >> (56 - 8 * i) & 255);
        nonce[3 + i] = (unsigned char)(index >> (56 - 8 * i) & 255);
    }
    nonce[11] = (unsigned char) final;
    memcpy(info + 23, header, 96);
    filesec_sha512(info + 119, "", 0);
    hkdf_extract(prk, header + 64, 32, container_key, 32);
    hkdf_expand(key, 32, prk, 64, info, sizeof info);
    op->init(aead_key, key);
    CHECK(op->seal(aead_key, out, out + n, nonce, NULL, 0, content, n) == FILESEC_OK, "seal");
}

/* An opener that came so far takes the chunk, 100 bytes and a tag, as the end. */
static void read_at(uint64_t index, const unsigned char *chunk)
{
    filesec_container_opener o;

    CHECK(filesec_container_opener_begin(&o, &c, work, sizeof work) == FILESEC_OK, "begin");
    o.index = index;
    CHECK(filesec_container_opener_update(&o, chunk, 116, &used, &got, &len) == FILESEC_OK &&
              filesec_container_opener_finish(&o, &got, &len) == FILESEC_OK && len == 100 &&
              same(got, content, 100),
          "read at %lu", (unsigned long)index);
    CHECK(filesec_container_set_segment(&c, 0) == FILESEC_OK, "back");
}

static void case_segments(unsigned suite)
{
    static const unsigned logs[] = {10, 13};
    static unsigned char want[1040], got_chunk[1040];
    unsigned char header[160];
    size_t i, j;

    test_case("chunks around the ends of segments, by the format's definition");
    for (i = 0; i < COUNT(logs); i++) {
        filesec_container_params p = container_params(suite, logs[i]);
        const uint64_t each = UINT64_C(1) << (35 - logs[i]);
        const uint64_t indexes[] = {0,        1,        each - 1,         each,
                                    each + 1, 2 * each, 5 * each + 70000, (each << 27) - 1,
                                    2 /* of segment 0 again, after others */};

        CHECK(filesec_container_seal_init(&c, header, &p, container_key, container_salt) ==
                  FILESEC_OK,
              "init");
        for (j = 0; j < COUNT(indexes); j++) {
            by_definition(want, header, indexes[j], 1, 100);
            CHECK(filesec_container_seal_chunk(&c, indexes[j], 1, got_chunk, content, 100) ==
                          FILESEC_OK &&
                      same(got_chunk, want, 116),
                  "chunk line %lu, from segment 0", (unsigned long)j);
            CHECK(filesec_container_set_segment(&c, indexes[j] / each) == FILESEC_OK &&
                      filesec_container_seal_chunk(&c, indexes[j], 1, got_chunk, content,
                                                   100) == FILESEC_OK &&
                      same(got_chunk, want, 116),
                  "chunk line %lu, its segment set", (unsigned long)j);
            CHECK(filesec_container_set_segment(&c, 0) == FILESEC_OK, "back");
            if (i == 0)
                read_at(indexes[j], want);
        }
    }
}

void container_streams(unsigned suite)
{
    seeded(content, sizeof content, 97);
    case_segments(suite);
    case_sealer(suite);
    case_opener(suite);
    case_why(suite);
}
#else
typedef int container_streams_are_empty;
#endif
