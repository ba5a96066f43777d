/* SPDX-License-Identifier: 0BSD */
/*
 * tests/hash_cases.c: the template for hashes, one message at a time
 *
 * What is expected comes from the portable path; that one is held to known answers at the same
 * lengths (tests/vectors). Each case makes a mutant of tests/mutants fail.
 */
#include "hash_cases.h"
#include "paths.h"
#include "support.h"
#include <string.h>

const size_t edge_lengths[24] = {1,   3,   15,  16,  17,  31,  33,  63,  64,  65,  111,  112,
                                 127, 128, 129, 191, 255, 256, 257, 511, 512, 513, 1023, 1024};

#define DATA_LEN 6000

static unsigned char data[DATA_LEN + 64], spare[DATA_LEN + 64];
static unsigned char out[HASH_DIGEST_MAX + 128], want[HASH_DIGEST_MAX];
static unsigned char state[HASH_STATE_MAX + 64], copy[HASH_STATE_MAX + 64];

size_t length_max(void)
{
    return test_short ? 272 : 1100;
}

static uint32_t seed_of(size_t len)
{
    return (uint32_t)(len * 2654435761u & 0xffffffff);
}

static void check_digest(const hash_op *op, const unsigned char *got, size_t len,
                         const char *what)
{
    CHECK(same(got, want, op->digest_len), "%s, %lu bytes: %s, not %s", what,
          (unsigned long)len, hex(got, op->digest_len), hex(want, op->digest_len));
}

static void one_length(const hash_op *op, size_t len)
{
    const unsigned char *p = data + len * 13 % 64;
    unsigned char *d = out + len * 7 % 64, *s = state + len * 5 % 64;
    uint32_t seed = seed_of(len);

    hash_portably(op, want, p, len, seed);
    op->once(d, p, len, seed);
    check_digest(op, d, len, "one call");
    op->init(s, seed);
    op->update(s, p, len);
    op->final(s, d);
    check_digest(op, d, len, "init, update, final");
}

static void case_lengths(const hash_op *op)
{
    static const size_t longer[] = {2047, 2048, 2049, 4095, 4096, 4097, 5999, 6000};
    size_t len;

    test_case("lengths 0..%lu", (unsigned long)length_max());
    for (len = 0; len <= length_max(); len++)
        one_length(op, len);
    for (len = 0; len < COUNT(longer); len++)
        one_length(op, longer[len]);
    seeded(spare, sizeof spare, 1);
    CHECK(same(data, spare, sizeof data), "the messages were written to");
}

/* One pointer after the other goes through all 64 places of a cache line. */
static void case_alignments(const hash_op *op)
{
    size_t i, a;

    test_case("alignments");
    for (i = 0; i < COUNT(edge_lengths) && edge_lengths[i] <= length_max(); i++) {
        size_t len = edge_lengths[i];

        hash_portably(op, want, data, len, 5);
        for (a = 0; a < 64; a++) {
            memmove(spare + a, data, len);
            op->once(out, spare + a, len, 5);
            check_digest(op, out, len, "data moved");
            op->once(out + a, data, len, 5);
            check_digest(op, out + a, len, "digest moved");
            op->init(state + a, 5);
            op->update(state + a, data, len);
            op->final(state + a, out);
            check_digest(op, out, len, "state moved");
        }
    }
}

/* Every buffer against a page that must not be touched: its end, then its beginning. */
static void one_guarded(const hash_op *op, size_t len, int at_end)
{
    unsigned char *(*place)(guard *, size_t) = at_end ? guard_end : guard_begin;
    guard *gm = guard_get(0), *gd = guard_get(1), *gs = guard_get(2);
    unsigned char *m = place(gm, len), *d = place(gd, op->digest_len),
                  *s = place(gs, op->state_len);

    memcpy(m, data, len);
    hash_portably(op, want, data, len, 7);
    op->once(d, m, len, 7);
    check_digest(op, d, len, "between guards");
    op->init(s, 7);
    op->update(s, m, len / 3);
    op->update(s, m + len / 3, len - len / 3);
    op->final(s, d);
    check_digest(op, d, len, "in pieces between guards");
    CHECK(same(m, data, len) && guard_clean(gm, m, len), "%lu bytes: message changed",
          (unsigned long)len);
    CHECK(guard_clean(gd, d, op->digest_len), "%lu bytes: written around the digest",
          (unsigned long)len);
    CHECK(guard_clean(gs, s, op->state_len), "%lu bytes: written around the state",
          (unsigned long)len);
}

static void case_guards(const hash_op *op)
{
    size_t i;

    test_case("guard pages");
    for (i = 0; i <= 272; i++) {
        one_guarded(op, i, 1);
        one_guarded(op, i, 0);
    }
    for (i = 0; i < COUNT(edge_lengths); i++) {
        one_guarded(op, edge_lengths[i], 1);
        one_guarded(op, edge_lengths[i], 0);
    }
}

static void case_splits(const hash_op *op)
{
    size_t total = 3 * op->block_len + 1, cut, round;
    seeded_numbers r = {11};

    test_case("splits");
    hash_portably(op, want, data, total, 9);
    for (cut = 0; cut <= total; cut++) {
        op->init(state, 9);
        op->update(state, data, cut);
        op->update(state, NULL, 0);
        op->update(state, data + cut, total - cut);
        op->final(state, out);
        check_digest(op, out, total, "two pieces");
    }
    for (round = 0; round < (test_short ? 60 : 2000); round++) {
        size_t len = seeded_below(&r, round % 8 == 0 ? DATA_LEN : 700), done = 0;
        size_t most = 1 + seeded_below(&r, 1 + 3 * op->block_len);

        hash_portably(op, want, data, len, seed_of(round));
        op->init(state, seed_of(round));
        while (done < len) {
            size_t n = seeded_below(&r, most + 1);

            n = n < len - done ? n : len - done;
            op->update(state, data + done, n);
            done += n;
        }
        op->final(state, out);
        check_digest(op, out, len, "random pieces");
    }
    op->init(state, 9);
    for (cut = 0; cut < total; cut++)
        op->update(state, data + cut, 1);
    op->final(state, out);
    hash_portably(op, want, data, total, 9);
    check_digest(op, out, total, "single bytes");
}

static void case_nothing(const hash_op *op)
{
    test_case("NULL with 0");
    hash_portably(op, want, data, 0, 3);
    op->once(out, NULL, 0, 3);
    check_digest(op, out, 0, "NULL");
    op->once(out, data, 0, 3);
    check_digest(op, out, 0, "a pointer");
    op->init(state, 3);
    op->final(state, out);
    check_digest(op, out, 0, "no update");
    op->init(state, 3);
    op->update(state, data, 5);
    memcpy(copy, state, op->state_len);
    op->update(state, NULL, 0);
    op->update(state, data, 0);
    CHECK(same(copy, state, op->state_len), "an update of nothing changed the state");
    op->final(state, out);
    hash_portably(op, want, data, 5, 3);
    check_digest(op, out, 5, "NULL between");
}

/* A state is copied from odd place to odd place, and both copies go on. */
static void case_copies(const hash_op *op)
{
    size_t step, len = 5 * op->block_len + 3;
    unsigned char *s = state, *t = copy;

    test_case("copied states");
    op->init(s, 21);
    for (step = 0; step < len; step++) {
        unsigned char *to = (step & 1 ? state : copy) + 1 + step * 3 % 61;

        op->update(s, data + step, 1);
        t = s;
        memcpy(to, s, op->state_len);
        s = to;
    }
    op->update(t, data, 2 * op->block_len);
    op->final(s, out);
    hash_portably(op, want, data, len, 21);
    check_digest(op, out, len, "moved after each byte");
    memcpy(spare, data, len);
    memcpy(spare + len, data, 2 * op->block_len);
    op->final(t, out);
    hash_portably(op, want, spare, len + 2 * op->block_len, 21);
    check_digest(op, out, len + 2 * op->block_len, "forked");
}

/* The digest may lie over the message, in any way. */
static void case_overlap(const hash_op *op)
{
    size_t len, at;

    test_case("digest over data");
    for (len = 1; len <= 300; len += 23) {
        for (at = 0; at <= len + op->digest_len; at += 1 + at / 7) {
            unsigned char *m = spare + op->digest_len;

            memcpy(m, data, len);
            hash_portably(op, want, data, len, 4);
            op->once(spare + at, m, len, 4);
            check_digest(op, spare + at, len, "one call");
        }
    }
}

/* A state keeps its path when another is forced, and is a state of zeros after final. */
static void case_other_path(const hash_op *op)
{
    size_t mine = filesec_path_current(op->primitive), other, len = 7 * op->block_len + 5;

    test_case("path changed on the way");
    hash_portably(op, want, data, len, 6);
    for (other = 0; other < filesec_path_count(op->primitive); other++) {
        if (!filesec_path_usable(op->primitive, other))
            continue;
        op->init(state, 6);
        op->update(state, data, len / 2);
        must_use(op->primitive, other);
        op->update(state, data + len / 2, len - len / 2);
        op->final(state, out);
        must_use(op->primitive, mine);
        check_digest(op, out, len, filesec_path_name(op->primitive, other));
        CHECK(all_zero(state, op->state_len), "final did not wipe the state");
    }
}

void hash_cases(const hash_op *op)
{
    seeded(data, sizeof data, 1);
    case_lengths(op);
    case_alignments(op);
    case_guards(op);
    case_splits(op);
    case_nothing(op);
    case_copies(op);
    case_overlap(op);
    case_other_path(op);
}

void hash_few_cases(const hash_op *op)
{
    size_t len, i;

    seeded(data, sizeof data, 1);
    test_case("lengths 0..272, and some up to 1024");
    for (len = 0; len <= 272; len++)
        one_length(op, len);
    for (i = 0; i < COUNT(edge_lengths); i++)
        one_length(op, edge_lengths[i]);
}
