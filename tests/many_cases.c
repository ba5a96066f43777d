/* SPDX-License-Identifier: 0BSD */
/*
 * tests/many_cases.c: the template for hashes of many messages in one call
 *
 * digests[i] must be what the one-message hash says, whatever the other messages are.
 */
#include "hash_cases.h"
#include "paths.h"
#include "support.h"
#include <string.h>

#define N_MAX 64
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
    for (i = 0; i < sizeof digests; i++)
        if (i < align || i >= align + n * dl)
            if (digests[i] != 0x5c)
                break;
    CHECK(i == sizeof digests, "%s: byte %lu beside %lu digests was written", what,
          (unsigned long)i, (unsigned long)n);
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
    test_case("lengths 0..%lu, equal", (unsigned long)length_max());
    for (len = 0; len <= length_max(); len++) {
        n = 3 + len % 7;
        for (i = 0; i < n; i++) {
            length[i] = len;
            message[i] = data + len * 13 % 64 + 100 * i + i;
        }
        check_many(op, n, len % 64, "equal lengths");
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

void many_cases(const many_op *op)
{
    seeded(data, sizeof data, 8);
    case_equal_lengths(op);
    case_mixed_lengths(op);
    case_same_message(op);
    case_guards(op);
}
