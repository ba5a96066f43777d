/* SPDX-License-Identifier: 0BSD */
/*
 * tests/aead_limits.c: the template for AEADs: lengths at the limits and one past them
 *
 * Nobody seals 64 GiB in a test. The length check is called by itself, the one-shot calls with
 * lengths that they must refuse before they touch a byte, and the incremental ones with a state
 * whose counters say that nearly everything went through already.
 */
#include "aead_cases.h"
#include "support.h"
#include <string.h>

static unsigned char area[256], before[256];
static unsigned char copy[AEAD_STATE_MAX];
static aead_message m;

static void fresh(void)
{
    seeded(area, sizeof area, 98);
    memcpy(before, area, sizeof area);
}

static int untouched(void)
{
    return same(area, before, sizeof area);
}

static void case_check(const aead_op *op)
{
    uint64_t len = op->max_len, aad = op->max_aad_len;

    test_case("the length check");
    CHECK(op->fits(0, 0) == 1, "nothing");
    CHECK(op->fits(0, len) == 1, "len at the limit");
    CHECK(op->fits(aad, len) == 1, "both at the limit");
    CHECK(op->fits(aad, 0) == 1, "aad at the limit");
    CHECK(op->fits(0, len + 1) == 0, "len one past the limit");
    CHECK(op->fits(aad, len + 1) == 0, "len past, aad at the limit");
    CHECK(op->fits(0, UINT64_MAX) == 0, "the largest len");
    CHECK(op->fits(0, UINT64_C(1) << 63) == 0, "2^63");
    if (aad != UINT64_MAX) {
        CHECK(op->fits(aad + 1, 0) == 0, "aad one past the limit");
        CHECK(op->fits(aad + 1, len) == 0, "aad past, len at the limit");
        CHECK(op->fits(UINT64_MAX, 0) == 0, "the largest aad");
    }
}

/* in == out, and the tag lies before them, so that nothing overlaps whatever the length is. */
static void case_one_shot(const aead_op *op)
{
    static const uint64_t past[] = {1, 2, 16, 64, UINT64_C(1) << 40};
    size_t i;

    if (sizeof(size_t) < 8)
        return; /* no length can be past the limit */
    test_case("one call with a length past the limit");
    op->init(aead_key, m.key);
    for (i = 0; i < COUNT(past); i++) {
        size_t len = (size_t)(op->max_len + past[i]);
        filesec_status s[2];

        fresh();
        s[0] = op->seal(aead_key, area + 64, area, m.nonce, NULL, 0, area + 64, len);
        s[1] = op->open(aead_key, area + 64, m.nonce, NULL, 0, area + 64, len, area);
        CHECK(s[0] == FILESEC_ERR_LIMIT && s[1] == FILESEC_ERR_LIMIT, "seal %d, open %d",
              (int)s[0], (int)s[1]);
        CHECK(untouched(), "something was written");
        if (op->max_aad_len == UINT64_MAX)
            continue;
        len = (size_t)(op->max_aad_len + past[i]);
        s[0] = op->seal(aead_key, NULL, area, m.nonce, area + 64, len, NULL, 0);
        s[1] = op->open(aead_key, NULL, m.nonce, area + 64, len, NULL, 0, area);
        CHECK(s[0] == FILESEC_ERR_LIMIT && s[1] == FILESEC_ERR_LIMIT, "aad: seal %d, open %d",
              (int)s[0], (int)s[1]);
        CHECK(untouched(), "something was written");
    }
}

static void preset(unsigned char *count, uint64_t x)
{
    size_t i;

    for (i = 0; i < 8; i++)
        count[i] = (unsigned char)(x >> 8 * i & 0xff);
}

/* The state says max_len - room bytes are through. */
static void begin_near_end(const aead_op *op, uint64_t left)
{
    CHECK(op->begin(aead_state, aead_key, m.nonce) == FILESEC_OK, "begin");
    preset(aead_state + op->count_at, op->max_len - left);
    fresh();
}

static void case_pieces(const aead_op *op, int sealing)
{
    filesec_status (*go)(void *, void *, const void *, size_t) =
        sealing ? op->encrypt : op->decrypt;
    filesec_status s;
    size_t left;

    test_case("pieces up to the limit and past it, %s", sealing ? "encrypt" : "decrypt");
    op->init(aead_key, m.key);
    for (left = 0; left <= 128; left += 16) {
        begin_near_end(op, left);
        memcpy(copy, aead_state, op->state_len);
        s = go(aead_state, area, area, left + 1);
        CHECK(s == FILESEC_ERR_LIMIT, "one byte past %lu: %d", (unsigned long)left, (int)s);
        s = go(aead_state, area + 1, area, left + 2);
        CHECK(s == FILESEC_ERR_LIMIT, "past the limit, and overlapping: %d", (int)s);
        CHECK(untouched() && same(copy, aead_state, op->state_len), "something was written");
        CHECK(go(aead_state, area, area, left) == FILESEC_OK, "the last %lu bytes",
              (unsigned long)left);
        memcpy(copy, aead_state, op->state_len);
        memcpy(before, area, sizeof area);
        CHECK(go(aead_state, area, area, 1) == FILESEC_ERR_LIMIT, "another byte");
        CHECK(untouched() && same(copy, aead_state, op->state_len), "something was written");
        CHECK(go(aead_state, NULL, NULL, 0) == FILESEC_OK, "nothing more");
        s = sealing ? op->tag(aead_state, area) : op->verify(aead_state, area);
        CHECK(s == (sealing ? FILESEC_OK : FILESEC_ERR_AUTH), "the end: %d", (int)s);
    }
    if (sizeof(size_t) < 8)
        return;
    begin_near_end(op, op->max_len - 64); /* 64 + len does not fit into 64 bits */
    memcpy(copy, aead_state, op->state_len);
    s = go(aead_state, area, area, SIZE_MAX - 10);
    CHECK(s == FILESEC_ERR_LIMIT && untouched(), "a sum that overflows: %d", (int)s);
    CHECK(same(copy, aead_state, op->state_len), "the state changed");
}

static void case_aad_pieces(const aead_op *op)
{
    size_t left;
    filesec_status s;

    test_case("pieces of aad up to the limit and past it");
    op->init(aead_key, m.key);
    for (left = 15; left < 128; left += 16) {
        fresh();
        CHECK(op->begin(aead_state, aead_key, m.nonce) == FILESEC_OK, "begin");
        preset(aead_state + op->aad_count_at, op->max_aad_len - left);
        memcpy(copy, aead_state, op->state_len);
        s = op->aad(aead_state, area, left + 1);
        CHECK(s == FILESEC_ERR_LIMIT && same(copy, aead_state, op->state_len),
              "one byte past %lu: %d", (unsigned long)left, (int)s);
        CHECK(op->aad(aead_state, area, left) == FILESEC_OK, "the last %lu bytes",
              (unsigned long)left);
        memcpy(copy, aead_state, op->state_len);
        s = op->aad(aead_state, area, 1);
        CHECK(s == FILESEC_ERR_LIMIT && same(copy, aead_state, op->state_len),
              "another byte: %d", (int)s);
        CHECK(op->aad(aead_state, NULL, 0) == FILESEC_OK, "nothing more");
        CHECK(op->encrypt(aead_state, area, area, 5) == FILESEC_OK, "the text");
        CHECK(op->tag(aead_state, area) == FILESEC_OK, "the tag");
    }
}

/* The counters are numbers, least byte first: one message with both counts known. */
static void case_counters(const aead_op *op)
{
    unsigned char *s = aead_state;
    size_t i;

    test_case("the counters count");
    op->init(aead_key, m.key);
    CHECK(op->begin(s, aead_key, m.nonce) == FILESEC_OK, "begin");
    for (i = 0; i < 600; i++)
        CHECK(op->aad(s, area, 1) == FILESEC_OK, "aad");
    for (i = 0; i < 700; i++)
        CHECK(op->encrypt(s, area, area, 1) == FILESEC_OK, "encrypt");
    preset(area, 600);
    CHECK(same(s + op->aad_count_at, area, 8), "aad %s", hex(s + op->aad_count_at, 8));
    preset(area, 700);
    CHECK(same(s + op->count_at, area, 8), "text %s", hex(s + op->count_at, 8));
}

void aead_limit_cases(const aead_op *op)
{
    aead_make(op, &m, 0, 0, 6);
    case_check(op);
    case_one_shot(op);
    case_pieces(op, 1);
    case_pieces(op, 0);
    case_aad_pieces(op);
    case_counters(op);
}
