/* SPDX-License-Identifier: 0BSD */
/*
 * tests/aead_equal.c: the template for AEADs: results
 *
 * What is expected comes from the portable path; that one is held to known answers at the same
 * lengths (tests/vectors).
 */
#include "aead_cases.h"
#include "hash_cases.h"
#include "paths.h"
#include "support.h"
#include <string.h>

static aead_message m;
static unsigned char spare[AEAD_TEXT_MAX + 128];

static void check_text(const unsigned char *got, const unsigned char *expected,
                       const char *what)
{
    size_t i = 0;

    while (i < m.len && got[i] == expected[i])
        i++;
    CHECK(i == m.len, "%s, %lu bytes, aad %lu: wrong from byte %lu", what, (unsigned long)m.len,
          (unsigned long)m.aad_len, (unsigned long)i);
}

static void check_tag(const unsigned char *got, const char *what)
{
    CHECK(same(got, m.tag, 16), "%s, %lu bytes, aad %lu: tag %s, not %s", what,
          (unsigned long)m.len, (unsigned long)m.aad_len, hex(got, 16), hex(m.tag, 16));
}

/* Everything that one set of pointers must give. key, nonce, aad, in and tag are copies that
   this function fills; in == out is allowed. */
typedef struct places {
    unsigned char *key, *k, *s, *nonce, *aad, *in, *out, *tag;
} places;

static void fill(const aead_op *op, const places *at)
{
    memcpy(at->key, m.key, 32);
    memcpy(at->nonce, m.nonce, 12);
    memcpy(at->aad, m.aad, m.aad_len);
    op->init(at->k, at->key);
}

static void one_shot(const aead_op *op, const places *at, const char *what)
{
    memcpy(at->in, m.pt, m.len);
    CHECK(op->seal(at->k, at->out, at->tag, at->nonce, at->aad, m.aad_len, at->in, m.len) ==
              FILESEC_OK,
          "%s: seal", what);
    check_text(at->out, m.ct, what);
    check_tag(at->tag, what);
    memcpy(at->in, m.ct, m.len);
    memcpy(at->tag, m.tag, 16);
    CHECK(op->open(at->k, at->out, at->nonce, at->aad, m.aad_len, at->in, m.len, at->tag) ==
              FILESEC_OK,
          "%s: open of %lu bytes, aad %lu", what, (unsigned long)m.len,
          (unsigned long)m.aad_len);
    check_text(at->out, m.pt, what);
}

static void in_pieces(const aead_op *op, const places *at, size_t cut, const char *what)
{
    size_t aad_cut = m.aad_len == 0 ? 0 : cut % m.aad_len;
    int bad = 0;

    memcpy(at->in, m.pt, m.len);
    bad |= op->begin(at->s, at->k, at->nonce) != FILESEC_OK;
    bad |= op->aad(at->s, at->aad, aad_cut) != FILESEC_OK;
    bad |= op->aad(at->s, at->aad + aad_cut, m.aad_len - aad_cut) != FILESEC_OK;
    bad |= op->encrypt(at->s, at->out, at->in, cut) != FILESEC_OK;
    bad |= op->encrypt(at->s, at->out + cut, at->in + cut, m.len - cut) != FILESEC_OK;
    bad |= op->tag(at->s, at->tag) != FILESEC_OK;
    CHECK(!bad, "%s: a call failed", what);
    check_text(at->out, m.ct, what);
    check_tag(at->tag, what);
    memcpy(at->in, m.ct, m.len);
    bad |= op->begin(at->s, at->k, at->nonce) != FILESEC_OK;
    bad |= op->aad(at->s, at->aad, m.aad_len) != FILESEC_OK;
    bad |= op->decrypt(at->s, at->out, at->in, cut) != FILESEC_OK;
    bad |= op->decrypt(at->s, at->out + cut, at->in + cut, m.len - cut) != FILESEC_OK;
    bad |= op->verify(at->s, at->tag) != FILESEC_OK;
    CHECK(!bad, "%s: a call failed or the tag was refused", what);
    check_text(at->out, m.pt, what);
}

/* Buffers in the open, each offset as the caller likes. */
static unsigned char open_key[32 + 64], open_nonce[12 + 64], open_aad[AEAD_AAD_MAX + 64];
static unsigned char open_tag[16 + 64];

static places open_places(void)
{
    places at;

    at.key = open_key;
    at.k = aead_key;
    at.s = aead_state;
    at.nonce = open_nonce;
    at.aad = open_aad;
    at.in = spare;
    at.out = aead_out;
    at.tag = open_tag;
    return at;
}

static void one_length(const aead_op *op, size_t aad_len, size_t len, int in_place)
{
    places at = open_places();

    aead_make(op, &m, aad_len, len, len);
    at.key += len * 3 % 64;
    at.k += len * 5 % 64;
    at.s += len * 7 % 64;
    at.nonce += len * 11 % 64;
    at.aad += len * 13 % 64;
    at.in += len * 17 % 64;
    at.out = in_place ? at.in : at.out + len * 19 % 64;
    at.tag += len * 23 % 64;
    fill(op, &at);
    one_shot(op, &at, in_place ? "in place" : "one call");
    in_pieces(op, &at, len / 2, in_place ? "pieces in place" : "two pieces");
}

/* Around the steps in which a long message is taken. */
static const size_t longer[] = {1984,  1985,  2047,  2048,  2049,  4095,  4096, 4097,  4112,
                                5999,  8191,  8192,  8193,  8639,  8640,  8641, 16383, 16384,
                                16385, 16831, 16832, 16833, 24576, 32768, 33000};

static void case_lengths(const aead_op *op)
{
    size_t i, max = length_max();

    test_case("lengths 0..%lu", (unsigned long)max);
    for (i = 0; i <= max; i++)
        one_length(op, i * 5 % 97, i, 0);
    for (i = 0; i < COUNT(longer); i++)
        one_length(op, i, longer[i], 0);
    for (i = 1101; i <= (test_short ? 2400u : 6500u); i += 37) /* every rest of a block */
        one_length(op, i % 32, i, 0);
    test_case("lengths of aad 0..%lu", (unsigned long)max);
    for (i = 0; i <= max; i++)
        one_length(op, i, 33 + i % 5, 0);
    test_case("in place");
    for (i = 0; i <= max; i++)
        one_length(op, i % 50, i, 1);
    for (i = 1101; i <= (test_short ? 2400u : 6500u); i += 41)
        one_length(op, i % 32, i, 1);
    for (i = 0; i < COUNT(edge_lengths); i++)
        one_length(op, 20, edge_lengths[i], 1);
    for (i = 0; i < COUNT(longer); i++)
        one_length(op, 20, longer[i], 1);
}

/* One pointer after the other goes through all 64 places of a cache line. */
static void case_alignments(const aead_op *op)
{
    size_t i, a, which;

    test_case("alignments");
    for (i = 0; i < COUNT(edge_lengths) && edge_lengths[i] <= length_max(); i++) {
        aead_make(op, &m, edge_lengths[(i + 7) % 12], edge_lengths[i], i);
        for (which = 0; which < 8; which++) {
            for (a = 0; a < 64; a++) {
                places at = open_places();
                unsigned char **moved[8];

                moved[0] = &at.key, moved[1] = &at.k, moved[2] = &at.s, moved[3] = &at.nonce;
                moved[4] = &at.aad, moved[5] = &at.in, moved[6] = &at.out, moved[7] = &at.tag;
                *moved[which] += a;
                fill(op, &at);
                one_shot(op, &at, "alignment");
                in_pieces(op, &at, m.len / 3, "alignment, pieces");
            }
        }
    }
}

/* Every buffer against a page that must not be touched: its end, then its beginning. */
static void one_guarded(const aead_op *op, size_t aad_len, size_t len, int at_end, int in_place)
{
    unsigned char *(*place)(guard *, size_t) = at_end ? guard_end : guard_begin;
    places at;

    aead_make(op, &m, aad_len, len, len);
    at.key = place(guard_get(0), 32);
    at.k = place(guard_get(1), op->key_len);
    at.s = place(guard_get(2), op->state_len);
    at.nonce = place(guard_get(3), 12);
    at.aad = place(guard_get(4), aad_len);
    at.in = place(guard_get(5), len);
    at.out = in_place ? at.in : place(guard_get(6), len);
    at.tag = place(guard_get(7), 16);
    fill(op, &at);
    one_shot(op, &at, "between guards");
    in_pieces(op, &at, len / 2, "between guards, pieces");
    CHECK(guard_clean(guard_get(1), at.k, op->key_len), "written around the key");
    CHECK(guard_clean(guard_get(2), at.s, op->state_len), "written around the state");
    CHECK(guard_clean(guard_get(5), at.in, len), "written around the input");
    CHECK(in_place || guard_clean(guard_get(6), at.out, len), "written around the output");
    CHECK(guard_clean(guard_get(7), at.tag, 16), "written around the tag");
    CHECK(same(at.aad, m.aad, aad_len) && same(at.nonce, m.nonce, 12) &&
              same(at.key, m.key, 32),
          "key, nonce or aad changed");
}

static void case_guards(const aead_op *op)
{
    size_t i;
    int at_end;

    test_case("guard pages");
    for (at_end = 0; at_end < 2; at_end++) {
        for (i = 0; i <= length_max(); i++)
            one_guarded(op, i * 7 % 70, i, at_end, i % 3 == 0);
        for (i = 1101; i <= 2400; i += 43)
            one_guarded(op, i % 32, i, at_end, i % 2 == 0);
        for (i = 0; i < COUNT(edge_lengths); i++)
            one_guarded(op, edge_lengths[(i + 5) % 24], edge_lengths[i], at_end, 0);
        for (i = 0; i < COUNT(longer) && longer[i] <= GUARD_ROOM; i++)
            one_guarded(op, 16 * i, longer[i], at_end, i % 2 == 0);
    }
}

static void one_random_split(const aead_op *op, seeded_numbers *r, int sealing)
{
    const unsigned char *in = sealing ? m.pt : m.ct;
    size_t done = 0, n, most = 1 + seeded_below(r, 200);
    int bad = op->begin(aead_state, aead_key, m.nonce) != FILESEC_OK;

    for (; done < m.aad_len; done += n) {
        n = seeded_below(r, most + 1);
        n = n < m.aad_len - done ? n : m.aad_len - done;
        bad |= op->aad(aead_state, n == 0 ? NULL : m.aad + done, n) != FILESEC_OK;
    }
    for (done = 0; done < m.len; done += n) {
        const unsigned char *from;
        unsigned char *to = aead_out + done;

        n = seeded_below(r, most + 1);
        n = n < m.len - done ? n : m.len - done;
        from = n == 0 ? NULL : in + done;
        to = n == 0 ? NULL : to;
        bad |= (sealing ? op->encrypt : op->decrypt)(aead_state, to, from, n) != FILESEC_OK;
    }
    if (sealing) {
        bad |= op->tag(aead_state, open_tag) != FILESEC_OK;
        check_tag(open_tag, "random pieces");
    } else {
        bad |= op->verify(aead_state, m.tag) != FILESEC_OK;
    }
    CHECK(!bad, "random pieces of %lu bytes, aad %lu: a call failed", (unsigned long)m.len,
          (unsigned long)m.aad_len);
    check_text(aead_out, sealing ? m.ct : m.pt, "random pieces");
}

static void case_splits(const aead_op *op)
{
    seeded_numbers r = {5};
    places at = open_places();
    size_t i;

    test_case("splits");
    aead_make(op, &m, 37, 200, 1);
    fill(op, &at);
    for (i = 0; i <= m.len; i++)
        in_pieces(op, &at, i, "two pieces");
    for (i = 0; i < (test_short ? 60 : 1500); i++) {
        aead_make(op, &m, seeded_below(&r, 300), seeded_below(&r, i % 8 == 0 ? 20000 : 600), i);
        op->init(aead_key, m.key);
        one_random_split(op, &r, (int)(i % 2));
    }
}

void aead_equal_cases(const aead_op *op)
{
    case_lengths(op);
    case_alignments(op);
    case_guards(op);
    case_splits(op);
}
