/* SPDX-License-Identifier: 0BSD */
/*
 * tests/many_cases.c: the template for hashes of many messages in one call
 *
 * digests[i] must be what the one-message hash says, whatever the other messages are.
 */
#include "hash_cases.h"
#include "internals.h"
#include "paths.h"
#include "support.h"
#include <string.h>

#define N_MAX 600
#define DATA_LEN 9000

static unsigned char data[DATA_LEN];
static unsigned char digests[N_MAX * HASH_DIGEST_MAX + 64];
static const void *message[N_MAX];
static size_t length[N_MAX];

/* Hash n messages to a place of that alignment: all right, and nothing beside them touched? */
static void check_many(const many_op *op, size_t n, size_t align, const char *what)
{
    size_t dl = op->one->digest_len, i;
    unsigned char *d = digests + align, want[HASH_DIGEST_MAX];

    memset(digests, 0x5c, sizeof digests);
    op->many(d, message, length, n, 77);
    for (i = 0; i < n; i++) {
        hash_portably(op->one, want, message[i], length[i], 77);
        CHECK(same(d + i * dl, want, dl), "%s: message %lu of %lu, %lu bytes: %s, not %s", what,
              (unsigned long)i, (unsigned long)n, (unsigned long)length[i], hex(d + i * dl, dl),
              hex(want, dl));
    }
    CHECK(all_bytes(digests, align, 0x5c) &&
              all_bytes(d + n * dl, sizeof digests - align - n * dl, 0x5c),
          "%s: a byte beside %lu digests was written", what, (unsigned long)n);
}

static void case_equal_lengths(const many_op *op)
{
    size_t n, i, len;

    test_case("n of 0..40, equal lengths");
    for (n = 0; n <= 40; n++) {
        static const size_t lengths[] = {0, 1, 16, 111, 112, 128, 240, 300};
        size_t k;

        for (k = 0; k < COUNT(lengths); k++) {
            for (i = 0; i < n; i++) {
                length[i] = lengths[k];
                message[i] = data + 37 * i + k;
            }
            check_many(op, n, n % 64, "equal lengths");
        }
    }
    test_case("lengths 0..%lu, equal, n around 4, 8 and 16", (unsigned long)length_max());
    for (len = 0; len <= length_max(); len++) {
        static const size_t counts[] = {3, 4, 5, 7, 8, 9, 11, 15, 16, 17, 19};
        size_t k;

        for (k = len % 3; k < COUNT(counts); k += test_short ? 3 : 1) {
            n = counts[k];
            for (i = 0; i < n; i++) {
                length[i] = len;
                message[i] = data + len * 13 % 64 + 100 * i + i;
            }
            check_many(op, n, len % 64, "equal lengths");
        }
    }
    test_case("one block each, lengths 0..111; two, 112..239; each list of one kind");
    for (n = 1; n <= 35; n += 1 + n / 9) {
        for (i = 0; i < n; i++) {
            length[i] = (41 * i + n) % 112;
            message[i] = data + 3 * i;
        }
        check_many(op, n, n, "one block each");
        for (i = 0; i < n; i++)
            length[i] += 128;
        check_many(op, n, n, "one whole block and one padded");
        for (i = 0; i < n; i++)
            length[i] = 112 + (5 * i + n) % 16;
        check_many(op, n, n, "two padded blocks");
        length[n - 1] = 111;
        check_many(op, n, n, "two padded blocks, but the last has one");
    }
}

/* Twice the lanes, where a path has such a kernel, takes 16 messages of 4 KiB. */
static void case_long(const many_op *op)
{
    static const size_t counts[] = {15, 16, 17, 24, 25, 32, 39};
    seeded_numbers r = {5};
    size_t k, i, round;

    test_case("long messages, equal lengths");
    for (k = 0; k < COUNT(counts); k++) {
        static const size_t lengths[] = {4095, 4096, 4207, 4208};

        for (round = 0; round < COUNT(lengths); round++) {
            for (i = 0; i < counts[k]; i++) {
                length[i] = lengths[(round + k) % COUNT(lengths)];
                message[i] = data + 61 * i;
            }
            if (round == 0 || !test_short)
                check_many(op, counts[k], k, "long, equal");
        }
    }
    test_case("long messages, mixed lengths");
    for (k = 0; k < COUNT(counts); k++) {
        for (round = 0; round < (test_short ? 1 : 4); round++) {
            for (i = 0; i < counts[k]; i++) {
                length[i] = i % 2 == 0 || seeded_below(&r, 8) != 0
                                ? 4000 + seeded_below(&r, round < 2 ? 200 : 4000)
                                : seeded_below(&r, 300);
                message[i] = data + seeded_below(&r, DATA_LEN - length[i]);
            }
            check_many(op, counts[k], k, "long, mixed");
        }
    }
}

/* More messages than one look ahead takes in, in orders that are hard to schedule. */
static void case_long_lists(const many_op *op)
{
    static const size_t counts[] = {63, 254, 255, 256, 257, 258, 511, 512, 513, 600};
    seeded_numbers r = {6};
    size_t k, i, n;

    test_case("n of 63..600: rising, falling and random lengths, one long at the end");
    for (k = 0; k < COUNT(counts); k += test_short ? 3 : 1) {
        n = counts[k];
        for (i = 0; i < n; i++) {
            message[i] = data + 7 * i;
            length[i] = i;
        }
        check_many(op, n, 0, "rising");
        for (i = 0; i < n; i++)
            length[i] = n - 1 - i;
        check_many(op, n, 0, "falling");
        for (i = 0; i < n; i++)
            length[i] = i % 97 == 0 ? 1000 + i : seeded_below(&r, 130);
        check_many(op, n, 0, "random");
        for (i = 0; i < n; i++)
            length[i] = i + 1 == n ? 4700 : 20;
        check_many(op, n, 0, "one long at the end");
    }
}

static void case_mixed_lengths(const many_op *op)
{
    seeded_numbers r = {3};
    size_t n, i, round;

    test_case("n of 0..40, mixed lengths");
    for (n = 0; n <= 40; n++) {
        for (round = 0; round < (test_short ? 1 : 6); round++) {
            for (i = 0; i < n; i++) {
                length[i] =
                    seeded_below(&r, 4) == 0 ? 0 : seeded_below(&r, round < 3 ? 300 : 1500);
                message[i] =
                    length[i] == 0 && i % 2 == 0 ? NULL : data + seeded_below(&r, 2000);
            }
            check_many(op, n, n, "mixed lengths");
        }
    }
    test_case("n of 2..24, lengths 0..3000 and no order");
    for (round = 0; round < (test_short ? 4 : 40); round++) {
        n = 2 + seeded_below(&r, 23);
        for (i = 0; i < n; i++) {
            length[i] = seeded_below(&r, 3001);
            message[i] = data + seeded_below(&r, DATA_LEN - 3000);
        }
        check_many(op, n, round, "no order");
    }
    test_case("one long among short, in every place");
    for (n = 1; n <= 17; n++) {
        for (round = 0; round < n; round++) {
            for (i = 0; i < n; i++) {
                length[i] = i == round ? 4000 + round : 10 * i;
                message[i] = data + i;
            }
            check_many(op, n, 0, "one long");
        }
    }
    test_case("one short among long, in every place");
    for (n = 1; n <= 9; n++) {
        for (round = 0; round < n; round++) {
            for (i = 0; i < n; i++) {
                length[i] = i == round ? round : 1400 + 128 * (i % 3);
                message[i] = data + 5 * i;
            }
            check_many(op, n, 0, "one short");
        }
    }
}

static void case_same_message(const many_op *op)
{
    size_t i;

    test_case("messages that are or overlap each other");
    for (i = 0; i < 24; i++) {
        length[i] = 777;
        message[i] = data;
    }
    check_many(op, 24, 0, "the same message");
    for (i = 0; i < 24; i++) {
        length[i] = 600 + i;
        message[i] = data + i;
    }
    check_many(op, 24, 1, "overlapping messages");
    test_case("no message: NULL for everything");
    op->many(NULL, NULL, NULL, 0, 77);
    check_many(op, 0, 0, "no message");
}

/* Message k between guards, the others elsewhere. */
static void case_guards(const many_op *op)
{
    size_t dl = op->one->digest_len, n = 5, len, i, k;
    unsigned char want[HASH_DIGEST_MAX];

    test_case("guard pages");
    for (len = 0; len <= 272; len += len < 140 ? 1 : 11) {
        for (k = 0; k < 2 * n; k++) {
            unsigned char *(*place)(guard *, size_t) = k < n ? guard_end : guard_begin;
            unsigned char *m = place(guard_get(0), len), *d = place(guard_get(1), n * dl);

            memcpy(m, data + 50, len);
            for (i = 0; i < n; i++) {
                length[i] = i == k % n ? len : len / 2 + 30 * i;
                message[i] = i == k % n ? m : data + 9 * i;
            }
            op->many(d, message, length, n, 1);
            for (i = 0; i < n; i++) {
                hash_portably(op->one, want, message[i], length[i], 1);
                CHECK(same(want, d + i * dl, dl), "%lu bytes", (unsigned long)length[i]);
            }
            CHECK(guard_clean(guard_get(1), d, n * dl), "written around the digests");
            CHECK(same(m, data + 50, len), "message changed");
        }
    }
}

/* Every message ends at a guard of its own, or begins there. */
static void case_guards_each(const many_op *op)
{
    size_t dl = op->one->digest_len, n = GUARDS - 1, len, i, kind;
    unsigned char want[HASH_DIGEST_MAX];

    test_case("guard pages around every message");
    for (len = 0; len <= 272; len += len < 3 || (len > 108 && len < 114) ? 1 : 15) {
        for (kind = 0; kind < 4; kind++) { /* ends or begins there; equal or mixed lengths */
            unsigned char *d = guard_end(guard_get(GUARDS - 1), n * dl);

            for (i = 0; i < n; i++) {
                guard *g = guard_get((unsigned)i);
                unsigned char *m;

                length[i] = kind < 2 ? len : (len * (i + 1) + 37 * i * i) % 1500;
                m = kind % 2 == 0 ? guard_end(g, length[i]) : guard_begin(g, length[i]);
                memcpy(m, data + 11 * i, length[i]);
                message[i] = m;
            }
            op->many(d, message, length, n, 1);
            for (i = 0; i < n; i++) {
                hash_portably(op->one, want, message[i], length[i], 1);
                CHECK(same(want, d + i * dl, dl), "%lu bytes", (unsigned long)length[i]);
            }
            CHECK(guard_clean(guard_get(GUARDS - 1), d, n * dl), "written around the digests");
        }
    }
}

void many_cases(const many_op *op)
{
    seeded(data, sizeof data, 8);
    case_equal_lengths(op);
    case_long(op);
    case_long_lists(op);
    case_mixed_lengths(op);
    case_same_message(op);
    case_guards(op);
    case_guards_each(op);
}

/* A path that nobody forced leaves few messages to the hash of one. */
void many_unforced_cases(const many_op *op)
{
    size_t before = filesec_path_current(op->primitive);

    test_section("%s, no row forced", op->name);
    row_forget(op->primitive);
    many_cases(op);
    row_use(op->primitive, before);
}
