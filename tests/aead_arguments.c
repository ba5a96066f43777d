/* SPDX-License-Identifier: 0BSD */
/*
 * tests/aead_arguments.c: the template for AEADs: NULL, overlap, limits, keys not set up
 *
 * After FILESEC_ERR_ARGUMENT and FILESEC_ERR_LIMIT nothing may have been written.
 */
#include "aead_cases.h"
#include "support.h"
#include <string.h>

static aead_message m;
static unsigned char area[1024], before[1024];
static uint8_t tag[16];

static void fresh(void)
{
    seeded(area, sizeof area, 99);
    memcpy(before, area, sizeof area);
}

static int untouched(void)
{
    return same(area, before, sizeof area);
}

static void case_empty(const aead_op *op)
{
    static const size_t lengths[] = {0, 1, 100};
    size_t i;

    test_case("NULL with 0: nine combinations of nothing, one byte, many");
    for (i = 0; i < 9; i++) {
        size_t aad_len = lengths[i / 3], len = lengths[i % 3];
        const void *aad, *pt, *ct;
        unsigned char *out = len != 0 ? aead_out : NULL;
        int bad = 0;

        aead_make(op, &m, aad_len, len, i);
        aad = aad_len != 0 ? m.aad : NULL;
        pt = len != 0 ? m.pt : NULL;
        ct = len != 0 ? m.ct : NULL;
        op->init(aead_key, m.key);
        bad |= op->seal(aead_key, out, tag, m.nonce, aad, aad_len, pt, len) != FILESEC_OK;
        CHECK(!bad && same(aead_out, m.ct, len) && same(tag, m.tag, 16), "seal %lu + %lu",
              (unsigned long)aad_len, (unsigned long)len);
        bad |= op->open(aead_key, out, m.nonce, aad, aad_len, ct, len, m.tag) != FILESEC_OK;
        CHECK(!bad && same(aead_out, m.pt, len), "open %lu + %lu", (unsigned long)aad_len,
              (unsigned long)len);
        bad |= op->begin(aead_state, aead_key, m.nonce) != FILESEC_OK;
        bad |= op->aad(aead_state, aad, aad_len) != FILESEC_OK;
        bad |= op->encrypt(aead_state, out, pt, len) != FILESEC_OK;
        bad |= op->tag(aead_state, tag) != FILESEC_OK;
        CHECK(!bad && same(aead_out, m.ct, len) && same(tag, m.tag, 16), "pieces %lu + %lu",
              (unsigned long)aad_len, (unsigned long)len);
        bad |= op->begin(aead_state, aead_key, m.nonce) != FILESEC_OK;
        bad |= op->decrypt(aead_state, NULL, NULL, 0) != FILESEC_OK;
        bad |= aad_len == 0 && len == 0 && op->verify(aead_state, m.tag) != FILESEC_OK;
        CHECK(!bad, "decrypt of nothing");
    }
}

static void case_null(const aead_op *op)
{
    filesec_status s[15];
    size_t i;

    test_case("NULL with a length, no nonce, no tag");
    aead_make(op, &m, 8, 24, 1);
    op->init(aead_key, m.key);
    fresh();
    memcpy(tag, m.tag, 16);
    s[0] = op->seal(aead_key, NULL, tag, m.nonce, m.aad, 8, m.pt, 24);
    s[1] = op->seal(aead_key, area, tag, m.nonce, NULL, 8, m.pt, 24);
    s[2] = op->seal(aead_key, area, tag, m.nonce, m.aad, 8, NULL, 24);
    s[3] = op->open(aead_key, NULL, m.nonce, m.aad, 8, m.ct, 24, m.tag);
    s[4] = op->open(aead_key, area, m.nonce, NULL, 8, m.ct, 24, m.tag);
    s[5] = op->open(aead_key, area, m.nonce, m.aad, 8, NULL, 24, m.tag);
    s[6] = op->begin(aead_state, aead_key, m.nonce);
    CHECK(s[6] == FILESEC_OK, "begin");
    memcpy(area + 512, aead_state, 64);
    s[6] = op->aad(aead_state, NULL, 8);
    s[7] = op->encrypt(aead_state, NULL, m.pt, 24);
    s[8] = op->encrypt(aead_state, area, NULL, 24);
    s[9] = op->decrypt(aead_state, area, NULL, 24);
    s[10] = op->seal(aead_key, area, NULL, m.nonce, m.aad, 8, m.pt, 24);
    s[11] = op->seal(aead_key, area, tag, NULL, m.aad, 8, m.pt, 24);
    s[12] = op->open(aead_key, area, m.nonce, m.aad, 8, m.ct, 24, NULL);
    s[13] = op->open(aead_key, area, NULL, m.aad, 8, m.ct, 24, m.tag);
    s[14] = op->begin(aead_state, aead_key, NULL);
    for (i = 0; i < COUNT(s); i++)
        CHECK(s[i] == FILESEC_ERR_ARGUMENT, "call %lu returned %d", (unsigned long)i,
              (int)s[i]);
    memcpy(area + 512, before + 512, 64);
    CHECK(untouched() && same(tag, m.tag, 16), "something was written");
    CHECK(all_zero(aead_state, op->state_len), "begin left a state behind");
}

/* Output d bytes after (or before) the input. */
static void one_overlap(const aead_op *op, size_t len, size_t in_at, size_t out_at)
{
    size_t distance = in_at < out_at ? out_at - in_at : in_at - out_at;
    filesec_status expected =
        distance == 0 || distance >= len ? FILESEC_OK : FILESEC_ERR_ARGUMENT;
    unsigned char *in = area + in_at, *out = area + out_at;
    filesec_status s[4], ok = FILESEC_OK;

    fresh();
    memcpy(tag, m.tag, 16);
    s[0] = op->seal(aead_key, out, tag, m.nonce, NULL, 0, in, len);
    CHECK(expected == ok || same(tag, m.tag, 16), "seal: tag written");
    CHECK(expected == ok || untouched(), "seal: written with %lu of %lu bytes between",
          (unsigned long)distance, (unsigned long)len);
    fresh();
    s[1] = op->open(aead_key, out, m.nonce, NULL, 0, in, len, m.tag);
    CHECK(expected == ok || untouched(), "open: written");
    CHECK(s[1] == (expected == ok ? FILESEC_ERR_AUTH : expected),
          "open: %d with %lu of %lu bytes between", (int)s[1], (unsigned long)distance,
          (unsigned long)len);
    fresh();
    if (op->begin(aead_state, aead_key, m.nonce) != FILESEC_OK)
        CHECK(0, "begin");
    s[2] = op->encrypt(aead_state, out, in, len);
    CHECK(expected == ok || untouched(), "encrypt: written");
    fresh();
    if (op->begin(aead_state, aead_key, m.nonce) != FILESEC_OK)
        CHECK(0, "begin");
    s[3] = op->decrypt(aead_state, out, in, len);
    CHECK(expected == ok || untouched(), "decrypt: written");
    CHECK(s[0] == expected && s[2] == expected && s[3] == expected,
          "seal %d, encrypt %d, decrypt %d with %lu of %lu bytes between", (int)s[0], (int)s[2],
          (int)s[3], (unsigned long)distance, (unsigned long)len);
}

static void case_overlap(const aead_op *op)
{
    static const size_t distances[] = {0,  1,  7,  8,  15, 16,  17, 31,
                                       32, 63, 64, 65, 99, 100, 101};
    size_t i;

    test_case("output over input");
    aead_make(op, &m, 0, 100, 2);
    op->init(aead_key, m.key);
    for (i = 0; i < COUNT(distances); i++) {
        one_overlap(op, 100, 200, 200 + distances[i]);
        one_overlap(op, 100, 200, 200 - distances[i]);
    }
    one_overlap(op, 1, 200, 200);
    one_overlap(op, 1, 200, 201);
    one_overlap(op, 2, 200, 201);
}

/* What lies at area + 200 must not overlap 64 bytes of output at area + at. */
static void case_tag_and_aad(const aead_op *op)
{
    size_t at;

    test_case("tag or aad over output");
    aead_make(op, &m, 0, 64, 3);
    op->init(aead_key, m.key);
    for (at = 130; at <= 220; at++) {
        unsigned char *out = area + at, *other = area + 200;
        int over = at + 64 > 200 && at < 216;
        filesec_status s[4];
        size_t i;

        fresh();
        s[0] = op->seal(aead_key, out, other, m.nonce, NULL, 0, m.pt, 64);
        CHECK(!over || untouched(), "seal: written, tag over output");
        fresh();
        s[1] = op->seal(aead_key, out, tag, m.nonce, other, 16, m.pt, 64);
        CHECK(!over || untouched(), "seal: written, aad over output");
        fresh();
        s[2] = op->open(aead_key, out, m.nonce, NULL, 0, m.ct, 64, other);
        CHECK(!over || untouched(), "open: written, tag over output");
        fresh();
        s[3] = op->open(aead_key, out, m.nonce, other, 16, m.ct, 64, m.tag);
        CHECK(!over || untouched(), "open: written, aad over output");
        for (i = 0; i < 4; i++)
            CHECK((s[i] == FILESEC_ERR_ARGUMENT) == over,
                  "call %lu, output %ld bytes behind: %d", (unsigned long)i, (long)at - 200,
                  (int)s[i]);
    }
    fresh();
    CHECK(op->seal(aead_key, aead_out, area + 200, m.nonce, area + 193, 16, m.pt, 64) ==
                  FILESEC_ERR_ARGUMENT &&
              untouched(),
          "tag over aad");
}

/* A key of zeros, a wiped one, one with a path that does not exist. */
static void case_no_key(const aead_op *op)
{
    static const unsigned char marks[] = {0, 0x40, 0xfe, 0xff};
    size_t i;

    test_case("a key that was not set up");
    aead_make(op, &m, 4, 40, 4);
    for (i = 0; i < COUNT(marks); i++) {
        filesec_status s[3];

        op->init(aead_key, m.key);
        if (marks[i] == 0)
            filesec_wipe(aead_key, op->key_len);
        else
            memset(aead_key, marks[i], op->key_len);
        fresh();
        memcpy(tag, m.tag, 16);
        memset(aead_state, 0x77, op->state_len);
        s[0] = op->seal(aead_key, area, tag, m.nonce, m.aad, 4, m.pt, 40);
        s[1] = op->open(aead_key, area, m.nonce, m.aad, 4, m.ct, 40, m.tag);
        s[2] = op->begin(aead_state, aead_key, m.nonce);
        CHECK(s[0] == FILESEC_ERR_ARGUMENT && s[1] == FILESEC_ERR_ARGUMENT, "seal %d, open %d",
              (int)s[0], (int)s[1]);
        CHECK(s[2] == FILESEC_ERR_ARGUMENT, "begin %d", (int)s[2]);
        CHECK(untouched() && same(tag, m.tag, 16), "something was written");
        CHECK(all_zero(aead_state, op->state_len), "begin left a state behind");
    }
}

void aead_argument_cases(const aead_op *op)
{
    case_empty(op);
    case_null(op);
    case_overlap(op);
    case_tag_and_aad(op);
    case_no_key(op);
    aead_limit_cases(op);
}
