/* SPDX-License-Identifier: 0BSD */
/*
 * tests/container_damage.c: streams, and everything that can be done to a file
 */
#include "container_cases.h"
#include "support.h"
#include <string.h>

#if FILESEC__CONTAINER

static unsigned char content[CONTAINER_ROOM];
static sealed_file whole, hurt;

#define UNKNOWN UINT64_MAX

static reading r;

static filesec_status read_file(const sealed_file *f, uint64_t expected, size_t piece)
{
    r.key = container_key;
    r.context = "";
    r.expected = expected;
    r.piece = piece;
    return container_read(&r, f);
}

/* hurt is not a file: reading it ends with the status, at the chunk, and what was given out is
   the beginning of the content. */
static void expect(const char *what, filesec_status status, uint64_t chunk, uint64_t expected)
{
    filesec_status s = read_file(&hurt, expected, CONTAINER_ROOM);

    CHECK(s == status, "%s: %s", what, filesec_status_text(s));
    CHECK(r.chunk == chunk, "%s: chunk %lu", what, (unsigned long)r.chunk);
    CHECK(r.len <= chunk * 1024 && same(r.content, content, r.len),
          "%s: wrong content came out", what);
}

/* Streams in pieces of many sizes give what the chunk calls give, and read it back. */
static void case_streams(unsigned suite)
{
    static const size_t lengths[] = {0, 1, 1023, 1024, 1025, 2047, 2048, 2049, 3000, 5000};
    static const size_t pieces[] = {1, 16, 17, 1000, 1024, 1040, 1041, CONTAINER_ROOM};
    static unsigned char work[1024 + 17];
    filesec_container_params p = container_params(suite, 10);
    size_t i, j, at, used, n, len;

    test_case("streams in pieces");
    for (i = 0; i < COUNT(lengths); i++) {
        container_build(&whole, &p, container_salt, NULL, content, lengths[i]);
        for (j = 0; j < COUNT(pieces); j++) {
            filesec_container c;
            filesec_container_sealer s;
            const void *out;

            CHECK(filesec_container_seal_init(&c, hurt.bytes, &p, container_key,
                                              container_salt) == FILESEC_OK &&
                      filesec_container_sealer_begin(&s, &c, work, sizeof work) == FILESEC_OK,
                  "begin");
            hurt.len = 160;
            for (at = 0; at < lengths[i]; at += used) {
                n = lengths[i] - at < pieces[j] ? lengths[i] - at : pieces[j];
                CHECK(filesec_container_sealer_update(&s, content + at, n, &used, &out, &len) ==
                              FILESEC_OK &&
                          used <= n && used > 0 && (len != 0 || used == n),
                      "update");
                if (len != 0)
                    memcpy(hurt.bytes + hurt.len, out, len);
                hurt.len += len;
            }
            CHECK(filesec_container_sealer_finish(&s, &out, &len) == FILESEC_OK, "finish");
            memcpy(hurt.bytes + hurt.len, out, len);
            hurt.len += len;
            CHECK(hurt.len == whole.len && same(hurt.bytes, whole.bytes, whole.len),
                  "%lu bytes in pieces of %lu", (unsigned long)lengths[i],
                  (unsigned long)pieces[j]);
            CHECK(filesec_container_sealer_finish(&s, &out, &len) == FILESEC_ERR_ARGUMENT &&
                      filesec_container_sealer_update(&s, content, 1, &used, &out, &len) ==
                          FILESEC_ERR_ARGUMENT,
                  "after the end");
            CHECK(read_file(&whole, lengths[i], pieces[j]) == FILESEC_OK &&
                      r.len == lengths[i] && same(r.content, content, r.len),
                  "%lu bytes read in pieces of %lu", (unsigned long)lengths[i],
                  (unsigned long)pieces[j]);
        }
    }
}

static void case_begin(unsigned suite)
{
    static unsigned char work[1024 + 17];
    filesec_container_params p = container_params(suite, 10);
    filesec_container c;
    filesec_container_sealer s;
    filesec_container_opener o;
    const void *out;
    size_t used, len;

    test_case("streams: what is refused");
    CHECK(filesec_container_seal_init(&c, hurt.bytes, &p, container_key, container_salt) ==
              FILESEC_OK,
          "init");
    CHECK(filesec_container_sealer_begin(&s, &c, work, 1040) == FILESEC_ERR_LIMIT &&
              filesec_container_sealer_update(&s, work, 1, &used, &out, &len) ==
                  FILESEC_ERR_LIMIT &&
              filesec_container_sealer_finish(&s, &out, &len) == FILESEC_ERR_LIMIT,
          "a small buffer");
    CHECK(filesec_container_opener_begin(&o, &c, NULL, 2000) == FILESEC_ERR_ARGUMENT &&
              filesec_container_opener_update(&o, work, 1, &used, &out, &len) ==
                  FILESEC_ERR_ARGUMENT &&
              filesec_container_opener_finish(&o, &out, &len) == FILESEC_ERR_ARGUMENT,
          "no buffer");
    CHECK(filesec_container_opener_begin(&o, &c, work, 1041) == FILESEC_OK &&
              filesec_container_opener_update(&o, NULL, 1, &used, &out, &len) ==
                  FILESEC_ERR_ARGUMENT &&
              filesec_container_opener_update(&o, NULL, 0, &used, &out, &len) == FILESEC_OK,
          "no input");
    container_build(&whole, &p, container_salt, NULL, content, 100);
    CHECK(filesec_container_open_init(&c, whole.bytes, container_key, NULL, 0) == FILESEC_OK &&
              filesec_container_opener_begin(&o, &c, work, 1041) == FILESEC_OK,
          "begin");
    filesec_container_opener_expect(&o, UINT64_MAX); /* what no content has */
    CHECK(filesec_container_opener_update(&o, whole.bytes + 160, 116, &used, &out, &len) ==
                  FILESEC_OK &&
              filesec_container_opener_finish(&o, &out, &len) == FILESEC_ERR_METADATA,
          "the greatest length");
}

/* Cut at every byte. Without a final chunk nothing is whole; what came out is genuine. */
static void case_cuts(void)
{
    size_t n;

    test_case("cut at every byte of three chunks");
    for (n = 0; n < whole.len; n++) {
        size_t body = n > 160 ? n - 160 : 0, i = body / 1040, rest = body % 1040;
        filesec_status status = FILESEC_ERR_AUTH; /* a part of a chunk */

        if (i != 0 && rest == 0)
            i--, status = FILESEC_ERR_TRUNCATED; /* the end of a chunk that is not the last */
        else if (n < 160 || rest < 16 || (rest == 16 && i != 0))
            status = FILESEC_ERR_TRUNCATED;
        hurt = whole;
        hurt.len = n;
        if (n < 160)
            continue;
        expect("cut", status, i, UNKNOWN);
        expect("cut, length known", FILESEC_ERR_TRUNCATED, i, 3000);
    }
}

/* Six chunks; each pair changes places, each is dropped, doubled and zeroed. */
static void case_order(unsigned suite)
{
    filesec_container_params p = container_params(suite, 10);
    size_t i, j;

    container_build(&whole, &p, container_salt, NULL, content, 6 * 1024);
    test_case("six chunks: swapped, dropped, doubled, zeroed");
    for (i = 0; i < 6; i++) {
        for (j = 0; j < i; j++) {
            hurt = whole;
            memcpy(hurt.bytes + 160 + 1040 * i, whole.bytes + 160 + 1040 * j, 1040);
            memcpy(hurt.bytes + 160 + 1040 * j, whole.bytes + 160 + 1040 * i, 1040);
            expect("swapped", FILESEC_ERR_AUTH, j, UNKNOWN);
        }
        hurt = whole;
        memmove(hurt.bytes + 160 + 1040 * i, hurt.bytes + 160 + 1040 * (i + 1), 1040 * (5 - i));
        hurt.len -= 1040;
        expect("dropped", i == 5 ? FILESEC_ERR_TRUNCATED : FILESEC_ERR_AUTH, i == 5 ? 4 : i,
               UNKNOWN);
        hurt = whole;
        memmove(hurt.bytes + 160 + 1040 * (i + 1), whole.bytes + 160 + 1040 * i,
                1040 * (6 - i));
        hurt.len += 1040;
        expect("doubled", i == 5 ? FILESEC_ERR_TRAILING : FILESEC_ERR_AUTH, i == 5 ? 5 : i + 1,
               UNKNOWN);
        hurt = whole;
        memset(hurt.bytes + 160 + 1040 * i, 0, 1040);
        expect("zeroed", FILESEC_ERR_AUTH, i, UNKNOWN);
    }
}

/* Pieces of another file, and of another version of the same one. */
static void case_splices(unsigned suite)
{
    static sealed_file other;
    filesec_container_params p = container_params(suite, 10);
    unsigned char salt[32];
    size_t i;

    test_case("chunks and headers of other files");
    memcpy(salt, container_salt, 32);
    salt[0] ^= 1;
    container_build(&other, &p, salt, NULL, content, 6 * 1024);
    for (i = 0; i < 6; i++) {
        hurt = whole;
        memcpy(hurt.bytes + 160 + 1040 * i, other.bytes + 160 + 1040 * i, 1040);
        expect("another file's chunk", FILESEC_ERR_AUTH, i, UNKNOWN);
    }
    hurt = whole;
    memcpy(hurt.bytes, other.bytes, 160);
    expect("another file's header", FILESEC_ERR_AUTH, 0, UNKNOWN);
    p.key_id = 7; /* the same salt, another header: another version of the file */
    container_build(&other, &p, container_salt, NULL, content, 6 * 1024);
    for (i = 0; i < 6; i++) {
        hurt = whole;
        memcpy(hurt.bytes + 160 + 1040 * i, other.bytes + 160 + 1040 * i, 1040);
        expect("another version's chunk", FILESEC_ERR_AUTH, i, UNKNOWN);
    }
}

/* What follows the end, for a full and for a short final chunk, and for an empty file. */
static void case_trailing(unsigned suite)
{
    static const size_t lengths[] = {0, 100, 1024, 2049, 3000, 3072};
    static const size_t extra[] = {1, 15, 16, 17, 1039, 1040, 1041, 3000};
    filesec_container_params p = container_params(suite, 10);
    size_t i, j;

    test_case("bytes behind the end");
    for (i = 0; i < COUNT(lengths); i++) {
        size_t last = lengths[i] == 0 ? 0 : (lengths[i] - 1) / 1024;
        size_t tail = lengths[i] - 1024 * last;

        container_build(&whole, &p, container_salt, NULL, content, lengths[i]);
        for (j = 0; j < COUNT(extra); j++) {
            int full = tail == 1024;
            int within = tail + 16 + extra[j] <= 1040; /* all of it in the block in hand */

            hurt = whole;
            seeded(hurt.bytes + hurt.len, extra[j], j);
            hurt.len += extra[j];
            expect("trailing", full ? FILESEC_ERR_TRAILING : FILESEC_ERR_AUTH, last, UNKNOWN);
            expect("trailing, length known",
                   full || within ? FILESEC_ERR_TRAILING : FILESEC_ERR_AUTH, last, lengths[i]);
        }
    }
    test_case("two final chunks, and an empty one behind a full one");
    container_build(&whole, &p, container_salt, NULL, content, 1024);
    hurt = whole;
    memcpy(hurt.bytes + hurt.len, whole.bytes + 160, 1040);
    hurt.len += 1040;
    expect("two final chunks", FILESEC_ERR_TRAILING, 0, UNKNOWN);
    container_build(&whole, &p, container_salt, NULL, content, 2048);
    hurt = whole;
    hurt.len = 160 + 1040 + 16;
    expect("an empty chunk", FILESEC_ERR_TRUNCATED, 1, UNKNOWN);
    hurt = whole;
    expect("a length that is not told right", FILESEC_ERR_METADATA, 1, 2047);
    expect("a length that is not told right", FILESEC_ERR_METADATA, 1, 2049);
}

static void case_bits(unsigned suite)
{
    static const unsigned char meta[30] = {1, 5, 0, 'a', ' ', 'n', 'a', 'm', 5, 19};
    filesec_container_params p = container_params(suite, 10);
    size_t i;

    p.meta_len = sizeof meta;
    test_case("each byte changed, metadata included");
    container_build(&whole, &p, container_salt, meta, content, 1300);
    hurt = whole;
    CHECK(read_file(&hurt, 1300, 999) == FILESEC_OK, "whole");
    for (i = 0; i < whole.len; i++) {
        filesec_status status;

        hurt.bytes[i] ^= (unsigned char)(1u << i % 8);
        status = read_file(&hurt, UNKNOWN, 999);
        if (i >= 206)
            CHECK(status == FILESEC_ERR_AUTH, "byte %lu", (unsigned long)i);
        else if (i >= 160)
            CHECK(status == FILESEC_ERR_METADATA, "byte %lu", (unsigned long)i);
        else
            CHECK(status != FILESEC_OK && r.len == 0, "byte %lu", (unsigned long)i);
        hurt.bytes[i] = whole.bytes[i];
    }
}

void container_damage(unsigned suite)
{
    filesec_container_params p = container_params(suite, 10);

    seeded(content, sizeof content, 99);
    case_streams(suite);
    case_begin(suite);
    container_build(&whole, &p, container_salt, NULL, content, 3000);
    case_cuts();
    case_order(suite);
    case_splices(suite);
    case_trailing(suite);
    case_bits(suite);
}
#endif
