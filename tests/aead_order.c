/* SPDX-License-Identifier: 0BSD */
/*
 * tests/aead_order.c: the template for AEADs: the order of incremental calls, and keys and
 * states that are copied, moved, shared and wiped
 */
#include "aead_cases.h"
#include "paths.h"
#include "support.h"
#include <string.h>

static aead_message m;
static unsigned char copy[AEAD_STATE_MAX + 64], area[64], before[64];

/* How far a state has come. */
enum phase {
    ZEROS,
    BEGUN,
    AFTER_AAD,
    AFTER_ENCRYPT,
    AFTER_DECRYPT,
    AFTER_ENCRYPT_OF_0,
    AFTER_DECRYPT_OF_0,
    AFTER_TAG,
    AFTER_VERIFY,
    PHASES
};
static const char *const phase_names[PHASES] = {"zeros",        "begin",   "aad",
                                                "encrypt",      "decrypt", "encrypt of 0",
                                                "decrypt of 0", "tag",     "verify"};

enum call { AAD, ENCRYPT, DECRYPT, TAG, VERIFY, CALLS };
static const char *const call_names[CALLS] = {"aad", "encrypt", "decrypt", "tag", "verify"};

/* May the call be made then? */
static const unsigned char allowed[PHASES][CALLS] = {
    {0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {0, 1, 0, 1, 0}, {0, 0, 1, 0, 1},
    {0, 1, 0, 1, 0}, {0, 0, 1, 0, 1}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}};

static filesec_status do_call(const aead_op *op, enum call c)
{
    switch (c) {
    case AAD:
        return op->aad(aead_state, m.aad, 7);
    case ENCRYPT:
        return op->encrypt(aead_state, area, m.pt, 21);
    case DECRYPT:
        return op->decrypt(aead_state, area, m.ct, 21);
    case TAG:
        return op->tag(aead_state, area);
    default:
        return op->verify(aead_state, m.tag);
    }
}

static void reach(const aead_op *op, enum phase p)
{
    int bad = 0;

    memset(aead_state, 0, op->state_len);
    if (p == ZEROS)
        return;
    bad |= op->begin(aead_state, aead_key, m.nonce) != FILESEC_OK;
    if (p == AFTER_AAD)
        bad |= do_call(op, AAD) != FILESEC_OK;
    if (p == AFTER_ENCRYPT)
        bad |= do_call(op, ENCRYPT) != FILESEC_OK;
    if (p == AFTER_DECRYPT)
        bad |= do_call(op, DECRYPT) != FILESEC_OK;
    if (p == AFTER_ENCRYPT_OF_0)
        bad |= op->encrypt(aead_state, NULL, NULL, 0) != FILESEC_OK;
    if (p == AFTER_DECRYPT_OF_0)
        bad |= op->decrypt(aead_state, NULL, NULL, 0) != FILESEC_OK;
    if (p == AFTER_TAG)
        bad |= do_call(op, TAG) != FILESEC_OK;
    if (p == AFTER_VERIFY)
        bad |= do_call(op, VERIFY) == FILESEC_ERR_ARGUMENT;
    CHECK(!bad, "could not reach: %s", phase_names[p]);
}

/* Every call after every other. */
static void case_order(const aead_op *op)
{
    int p, c;

    test_case("every order of calls");
    aead_make(op, &m, 7, 21, 60);
    op->init(aead_key, m.key);
    for (p = 0; p < PHASES; p++) {
        for (c = 0; c < CALLS; c++) {
            const char *first = phase_names[p], *then = call_names[c];
            filesec_status s;

            seeded(area, sizeof area, 5);
            reach(op, (enum phase)p);
            memcpy(copy, aead_state, op->state_len);
            memcpy(before, area, sizeof area);
            s = do_call(op, (enum call)c);
            if (allowed[p][c]) {
                CHECK(s == FILESEC_OK || (c == VERIFY && s == FILESEC_ERR_AUTH),
                      "%s after %s: %d", then, first, (int)s);
            } else {
                CHECK(s == FILESEC_ERR_ARGUMENT, "%s after %s: %d", then, first, (int)s);
                CHECK(same(area, before, sizeof area), "%s after %s: written", then, first);
            }
            if (c == TAG || c == VERIFY)
                CHECK(all_zero(aead_state, op->state_len), "%s after %s: state not wiped", then,
                      first);
            else if (!allowed[p][c])
                CHECK(same(aead_state, copy, op->state_len), "%s after %s: state changed", then,
                      first);
        }
    }
}

/* A call in the wrong order in the middle leaves everything else right. */
static void case_after_errors(const aead_op *op)
{
    uint8_t tag[16];
    int bad = 0;

    test_case("the right result after refused calls");
    aead_make(op, &m, 30, 90, 61);
    op->init(aead_key, m.key);
    bad |= op->begin(aead_state, aead_key, m.nonce) != FILESEC_OK;
    bad |= op->aad(aead_state, m.aad, 30) != FILESEC_OK;
    bad |= op->encrypt(aead_state, aead_out, m.pt, 33) != FILESEC_OK;
    bad |= op->aad(aead_state, m.aad, 1) != FILESEC_ERR_ARGUMENT;
    bad |= op->decrypt(aead_state, aead_out + 33, m.pt, 5) != FILESEC_ERR_ARGUMENT;
    bad |= op->encrypt(aead_state, aead_out + 33, aead_out + 34, 20) != FILESEC_ERR_ARGUMENT;
    bad |= op->encrypt(aead_state, aead_out + 33, NULL, 20) != FILESEC_ERR_ARGUMENT;
    bad |= op->encrypt(aead_state, aead_out + 33, m.pt + 33, 57) != FILESEC_OK;
    bad |= op->tag(aead_state, tag) != FILESEC_OK;
    CHECK(!bad, "a status");
    CHECK(same(aead_out, m.ct, 90) && same(tag, m.tag, 16), "a result");
}

/* The state moves to an odd place after every byte; the key's bytes were erased long ago. */
static void case_moved(const aead_op *op)
{
    unsigned char *s = aead_state + 1, raw[32];
    uint8_t tag[16];
    size_t i;
    int bad = 0;

    test_case("state and key moved");
    aead_make(op, &m, 40, 250, 62);
    memcpy(raw, m.key, 32);
    op->init(aead_key + 3, raw);
    memset(raw, 0, 32);
    memmove(aead_key + 8, aead_key + 3, op->key_len);
    bad |= op->begin(s, aead_key + 8, m.nonce) != FILESEC_OK;
    memset(aead_key, 0, sizeof aead_key);
    for (i = 0; i < m.aad_len + m.len; i++) {
        unsigned char *to = (i % 2 == 0 ? copy : aead_state) + 1 + i * 3 % 61;

        if (i < m.aad_len)
            bad |= op->aad(s, m.aad + i, 1) != FILESEC_OK;
        else
            bad |=
                op->encrypt(s, aead_out + i - m.aad_len, m.pt + i - m.aad_len, 1) != FILESEC_OK;
        memcpy(to, s, op->state_len);
        memset(s, 0, op->state_len);
        s = to;
    }
    bad |= op->tag(s, tag) != FILESEC_OK;
    CHECK(!bad && same(aead_out, m.ct, m.len) && same(tag, m.tag, 16), "a moved state");
}

/* Keys and states keep the path they were set up with, whichever is forced later. */
static void case_other_path(const aead_op *op)
{
    size_t mine = filesec_path_current(op->primitive), other;
    unsigned char tag[16];

    test_case("path changed on the way");
    aead_make(op, &m, 100, 2000, 63);
    op->init(aead_key, m.key);
    for (other = 0; other < filesec_path_count(op->primitive); other++) {
        int bad = 0;

        if (!filesec_path_usable(op->primitive, other))
            continue;
        must_use(op->primitive, other);
        memset(aead_out, 0, m.len);
        bad |=
            op->seal(aead_key, aead_out, tag, m.nonce, m.aad, 100, m.pt, m.len) != FILESEC_OK;
        bad |= !same(aead_out, m.ct, m.len) || !same(tag, m.tag, 16);
        bad |=
            op->open(aead_key, aead_out, m.nonce, m.aad, 100, m.ct, m.len, m.tag) != FILESEC_OK;
        bad |= !same(aead_out, m.pt, m.len);
        must_use(op->primitive, mine);
        bad |= op->begin(aead_state, aead_key, m.nonce) != FILESEC_OK;
        bad |= op->aad(aead_state, m.aad, 100) != FILESEC_OK;
        bad |= op->encrypt(aead_state, aead_out, m.pt, 1000) != FILESEC_OK;
        must_use(op->primitive, other);
        bad |= op->encrypt(aead_state, aead_out + 1000, m.pt + 1000, 1000) != FILESEC_OK;
        bad |= op->tag(aead_state, tag) != FILESEC_OK;
        must_use(op->primitive, mine);
        CHECK(!bad && same(aead_out, m.ct, m.len) && same(tag, m.tag, 16), "with %s forced",
              filesec_path_name(op->primitive, other));
    }
}

/* Calls do not change a key, and two messages under one key do not disturb each other. */
static void case_shared_key(const aead_op *op)
{
    static unsigned char second[AEAD_STATE_MAX];
    uint8_t tag[16];
    int bad = 0;

    test_case("one key for all");
    aead_make(op, &m, 11, 300, 64);
    op->init(aead_key, m.key);
    memcpy(copy, aead_key, op->key_len);
    bad |= op->begin(aead_state, aead_key, m.nonce) != FILESEC_OK;
    bad |= op->begin(second, aead_key, m.nonce) != FILESEC_OK;
    bad |= op->aad(aead_state, m.aad, 11) != FILESEC_OK;
    bad |= op->aad(second, m.aad, 11) != FILESEC_OK;
    bad |= op->encrypt(aead_state, aead_out, m.pt, 300) != FILESEC_OK;
    bad |= op->tag(aead_state, tag) != FILESEC_OK;
    CHECK(!bad && same(aead_out, m.ct, 300) && same(tag, m.tag, 16), "the first");
    bad |= op->decrypt(second, aead_out, m.ct, 300) != FILESEC_OK;
    bad |= op->verify(second, m.tag) != FILESEC_OK;
    CHECK(!bad && same(aead_out, m.pt, 300), "the second");
    bad |= op->seal(aead_key, aead_out, tag, m.nonce, m.aad, 11, m.pt, 300) != FILESEC_OK;
    CHECK(!bad && same(aead_out, m.ct, 300) && same(tag, m.tag, 16), "a third");
    CHECK(same(copy, aead_key, op->key_len), "the key changed");
}

static void case_no_tag(const aead_op *op)
{
    test_case("tag and verify without a place for the tag");
    op->init(aead_key, m.key);
    memset(copy, 0, op->state_len);
    CHECK(op->begin(aead_state, aead_key, m.nonce) == FILESEC_OK, "begin");
    CHECK(op->tag(aead_state, NULL) == FILESEC_ERR_ARGUMENT, "tag");
    CHECK(same(copy, aead_state, op->state_len), "tag: the state is wiped");
    CHECK(op->begin(aead_state, aead_key, m.nonce) == FILESEC_OK, "begin");
    CHECK(op->verify(aead_state, NULL) == FILESEC_ERR_ARGUMENT, "verify");
    CHECK(same(copy, aead_state, op->state_len), "verify: the state is wiped");
}

void aead_order_cases(const aead_op *op)
{
    case_no_tag(op);
    case_order(op);
    case_after_errors(op);
    case_moved(op);
    case_other_path(op);
    case_shared_key(op);
}
