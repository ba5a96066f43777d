/* SPDX-License-Identifier: 0BSD */
/*
 * tests/mutants/operations.c: hashes behind wrappers that are right most of the time
 */
#include "../hash_cases.h"
#include "../ops.h"
#include "../support.h"
#include "mutants.h"
#include <string.h>

static const hash_op *right;
static hash_op wrong;

static void begin_hash(const char *name)
{
    right = hash_op_named(name);
    if (right == NULL) /* not in this build: any other */
        right = hash_ops[0];
    wrong = *right;
}

static void test_hash(void)
{
    test_section("%s", wrong.name);
    hash_cases(&wrong);
}

/* Digest byte 0 is cleared before the message is read. */
static void once_early(unsigned char *digest, const void *data, size_t len, uint32_t seed)
{
    digest[0] = 0;
    right->once(digest, data, len, seed);
}

static int use_early(void)
{
    begin_hash("sha512");
    wrong.once = once_early;
    return 1;
}

static void once_long(unsigned char *digest, const void *data, size_t len, uint32_t seed)
{
    right->once(digest, data, len, seed);
    digest[right->digest_len] = 0;
}

static int use_long(void)
{
    begin_hash("murmur3_x64_128");
    wrong.once = once_long;
    return 1;
}

static void once_length(unsigned char *digest, const void *data, size_t len, uint32_t seed)
{
    right->once(digest, data, len, seed);
    digest[1] = (unsigned char)(digest[1] ^ (len == 217));
}

static int use_length(void)
{
    begin_hash("murmur3_x86_32");
    wrong.once = once_length;
    return 1;
}

static void once_null(unsigned char *digest, const void *data, size_t len, uint32_t seed)
{
    if (data != NULL)
        right->once(digest, data, len, seed);
}

static int use_null(void)
{
    begin_hash("hmac_sha512");
    wrong.once = once_null;
    return 1;
}

/* A piece that is as long as a block is split differently: its last byte is lost. */
static void update_split(void *s, const void *data, size_t len)
{
    right->update(s, data, len == right->block_len ? len - 1 : len);
}

static int use_split(void)
{
    begin_hash("sha512");
    wrong.update = update_split;
    return 1;
}

static void update_nothing(void *s, const void *data, size_t len)
{
    static const unsigned char zero[1];

    right->update(s, len == 0 && data == NULL ? zero : data,
                  len == 0 && data == NULL ? 1 : len);
}

static int use_nothing(void)
{
    begin_hash("murmur3_x86_128");
    wrong.update = update_nothing;
    return 1;
}

/* The state works only where it was set up. */
static const void *home;

static void init_home(void *s, uint32_t seed)
{
    home = s;
    right->init(s, seed);
}

static void final_home(void *s, unsigned char *digest)
{
    int moved = s != home;

    right->final(s, digest);
    digest[0] = (unsigned char)(digest[0] ^ moved);
}

static int use_home(void)
{
    begin_hash("sha512");
    wrong.init = init_home;
    wrong.final = final_home;
    return 1;
}

static void final_keeps(void *s, unsigned char *digest)
{
    right->final(s, digest);
    *(unsigned char *)s = digest[0] | 1;
}

static int use_keeps(void)
{
    begin_hash("sha512");
    wrong.final = final_keeps;
    return 1;
}

/* The state follows the path that is forced later. */
static size_t path_of_state;

static void init_path(void *s, uint32_t seed)
{
    path_of_state = filesec_path_current(right->primitive);
    right->init(s, seed);
}

static void update_path(void *s, const void *data, size_t len)
{
    static const unsigned char byte[1];
    int other = filesec_path_current(right->primitive) != path_of_state;

    right->update(s, other ? byte : data, other ? 1 : len);
}

static int use_path(void)
{
    size_t i, usable = 0;

    begin_hash("murmur3_x64_128");
    wrong.init = init_path;
    wrong.update = update_path;
    for (i = 0; i < filesec_path_count(right->primitive); i++)
        usable += filesec_path_usable(right->primitive, i) != 0;
    return usable > 1; /* else there is no other path */
}

/* ---- many -------------------------------------------------------------------------------- */

static many_op wrong_many;

static void test_many(void)
{
    test_section("%s", wrong_many.name);
    many_cases(&wrong_many);
}

static void many_swapped(unsigned char *digests, const void *const *data, const size_t *len,
                         size_t n, uint32_t seed)
{
    size_t dl = many_ops[0]->one->digest_len;
    unsigned char first[HASH_DIGEST_MAX];

    many_ops[0]->many(digests, data, len, n, seed);
    if (n % 8 == 7) {
        memcpy(first, digests, dl);
        memcpy(digests, digests + dl, dl);
        memcpy(digests + dl, first, dl);
    }
}

static int use_swapped(void)
{
    wrong_many = *many_ops[0];
    wrong_many.many = many_swapped;
    return 1;
}

static void many_more(unsigned char *digests, const void *const *data, const size_t *len,
                      size_t n, uint32_t seed)
{
    many_ops[0]->many(digests, data, len, n, seed);
    if (n == 33)
        digests[n * many_ops[0]->one->digest_len] = 0;
}

static int use_more(void)
{
    wrong_many = *many_ops[0];
    wrong_many.many = many_more;
    return 1;
}

static void many_reads(unsigned char *digests, const void *const *data, const size_t *len,
                       size_t n, uint32_t seed)
{
    static volatile unsigned char seen;
    size_t i;

    for (i = 0; i < n; i++)
        if (data[i] != NULL && len[i] % 128 == 111)
            seen = ((const unsigned char *)data[i])[len[i]];
    (void)seen;
    many_ops[0]->many(digests, data, len, n, seed);
}

static int use_reads(void)
{
    wrong_many = *many_ops[0];
    wrong_many.many = many_reads;
    return 1;
}

const mutant hash_mutants[] = {
    {"hash: digest written before data is read", use_early, test_hash},
    {"hash: writes a byte behind the digest", use_long, test_hash},
    {"hash: wrong at one length", use_length, test_hash},
    {"hash: NULL is not a message of no bytes", use_null, test_hash},
    {"hash: loses a byte at one size of a piece", use_split, test_hash},
    {"hash: an update of nothing adds a byte", use_nothing, test_hash},
    {"hash: the state cannot be moved", use_home, test_hash},
    {"hash: final does not wipe", use_keeps, test_hash},
    {"hash: a state follows a forced path", use_path, test_hash},
    {"many: two digests exchanged", use_swapped, test_many},
    {"many: writes a digest too many", use_more, test_many},
    {"many: reads past the end of a message", use_reads, test_many},
    {NULL, NULL, NULL}};
