/* SPDX-License-Identifier: 0BSD */
/*
 * tests/murmur3.c: MurmurHash3: the templates, and what is its own
 */
#include "hash_cases.h"
#include "paths.h"
#include "suites.h"
#include "support.h"
#include <string.h>

#ifdef FILESEC_NO_MURMUR3
void suite_murmur3(void)
{
    test_skip("murmur3: not in this build");
}
#else

static unsigned char data[1280];

static void put_le(unsigned char *p, uint64_t x, size_t n)
{
    size_t i;

    for (i = 0; i < n; i++)
        p[i] = (unsigned char)(x >> 8 * i & 0xff);
}

/* The finalisers of Appleby's reference, written a second time. */
static uint32_t mix32(uint32_t h)
{
    h = (h ^ h >> 16) * UINT32_C(0x85ebca6b);
    h = (h ^ h >> 13) * UINT32_C(0xc2b2ae35);
    return h ^ h >> 16;
}

static uint64_t mix64(uint64_t h)
{
    h = (h ^ h >> 33) * UINT64_C(0xff51afd7ed558ccd);
    h = (h ^ h >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return h ^ h >> 33;
}

static void end_x86_128(unsigned char hash[16], uint32_t seed, uint64_t len)
{
    uint32_t first = seed ^ (uint32_t)(len & 0xffffffff), h[4];
    size_t i;

    /* h1 += h2 + h3 + h4; the others += h1: all four are equal before. */
    h[0] = mix32(first * 4);
    h[1] = h[2] = h[3] = mix32(first * 5);
    h[0] += h[1] + h[2] + h[3];
    for (i = 1; i < 4; i++)
        h[i] += h[0];
    for (i = 0; i < 4; i++)
        put_le(hash + 4 * i, h[i], 4);
}

static void end_x64_128(unsigned char hash[16], uint32_t seed, uint64_t len)
{
    uint64_t first = seed ^ len, a, b;

    a = mix64(first * 2);
    b = mix64(first * 3);
    a += b;
    b += a;
    put_le(hash, a, 8);
    put_le(hash + 8, b, 8);
}

/* How the length enters: modulo 2^32 in the x86 variants, modulo 2^64 in x64_128. */
static void case_count(void)
{
    static const uint64_t counts[] = {0,
                                      16,
                                      0x7ffffff0,
                                      UINT64_C(0x80000000),
                                      UINT64_C(0xfffffff0),
                                      UINT64_C(0x100000000),
                                      UINT64_C(0x100000010),
                                      UINT64_C(0x123456789abcdef0),
                                      UINT64_C(0xfffffffffffffff0)};
    static const uint32_t seeds[] = {0, 1, 0x9747b28c, 0xffffffff};
    unsigned char hash[16], want[16];
    size_t i, k;

    test_case("lengths past 2^31 and 2^32, by preset");
    for (i = 0; i < COUNT(counts); i++) {
        for (k = 0; k < COUNT(seeds); k++) {
            uint32_t seed = seeds[k], h;
            filesec_murmur3_x86_32_state a;
            filesec_murmur3_x86_128_state b;
            filesec_murmur3_x64_128_state c;

            filesec_murmur3_x86_32_init(&a, seed);
            put_le(a.count, counts[i], 8);
            h = filesec_murmur3_x86_32_final(&a);
            CHECK(h == mix32(seed ^ (uint32_t)(counts[i] & 0xffffffff)), "x86_32, count %lu",
                  (unsigned long)i);
            filesec_murmur3_x86_128_init(&b, seed);
            put_le(b.count, counts[i], 8);
            filesec_murmur3_x86_128_final(&b, hash);
            end_x86_128(want, seed, counts[i]);
            CHECK(same(hash, want, 16), "x86_128, count %lu: %s", (unsigned long)i,
                  hex(hash, 16));
            filesec_murmur3_x64_128_init(&c, seed);
            put_le(c.count, counts[i], 8);
            filesec_murmur3_x64_128_final(&c, hash);
            end_x64_128(want, seed, counts[i]);
            CHECK(same(hash, want, 16), "x64_128, count %lu: %s", (unsigned long)i,
                  hex(hash, 16));
        }
    }
}

/* The counter carries from its low half to its high half. */
static void case_carry(void)
{
    unsigned char hash[16], want[16];
    filesec_murmur3_x64_128_state s, t;
    size_t n;

    test_case("the count carries");
    for (n = 0; n <= 40; n++) {
        filesec_murmur3_x64_128_init(&s, 5);
        put_le(s.count, UINT64_C(0xfffffff0), 8);
        filesec_murmur3_x64_128_update(&s, data, n);
        filesec_murmur3_x64_128_init(&t, 5);
        filesec_murmur3_x64_128_update(&t, data, n);
        put_le(want, UINT64_C(0xfffffff0) + n, 8);
        CHECK(same(s.count, want, 8), "count after %lu: %s", (unsigned long)n, hex(s.count, 8));
        memcpy(t.count, want, 8);
        filesec_murmur3_x64_128_final(&s, hash);
        filesec_murmur3_x64_128_final(&t, want);
        CHECK(same(hash, want, 16), "%lu bytes", (unsigned long)n);
    }
}

/* Bytes of 0xff: a tail that is read as signed gives another value. Expected values for all of
   these are in tests/vectors; here each length must differ from the one before. */
static void case_ones(void)
{
    static unsigned char ones[64];
    unsigned char hash[16], before[16] = {0};
    size_t n, k;

    test_case("messages of 0xff");
    memset(ones, 0xff, sizeof ones);
    for (k = 0; hash_ops[k] != NULL; k++) {
        const hash_op *op = hash_ops[k];

        if (op->primitive != FILESEC_MURMUR3)
            continue;
        for (n = 0; n <= 48; n++) {
            unsigned char want[HASH_DIGEST_MAX];

            hash_portably(op, want, ones, n, 0xffffffff);
            op->once(hash, ones, n, 0xffffffff);
            CHECK(same(hash, want, op->digest_len), "%s of %lu", op->name, (unsigned long)n);
            CHECK(!same(hash, before, op->digest_len), "%s: %lu and one less", op->name,
                  (unsigned long)n);
            memcpy(before, hash, op->digest_len);
        }
    }
}

static void case_kernels(size_t row)
{
    size_t n, last = last_path(FILESEC_MURMUR3);

    test_case("kernels: 0..80 blocks between guards");
    for (n = 0; n <= 80; n++) {
        uint32_t a[4], b[4];
        uint64_t c[2], d[2];
        unsigned char *p =
            n % 2 == 0 ? guard_end(guard_get(0), 16 * n) : guard_begin(guard_get(0), 16 * n);
        unsigned char *q = guard_end(guard_get(1), 4 * n);

        memcpy(p, data, 16 * n);
        memcpy(q, data, 4 * n);
        seeded(a, sizeof a, n), memcpy(b, a, sizeof a);
        murmur3_x86_32_blocks(row, a, q, n);
        murmur3_x86_32_blocks(last, b, data, n);
        CHECK(same(a, b, sizeof a), "x86_32, %lu blocks", (unsigned long)n);
        murmur3_x86_128_blocks(row, a, p, n);
        murmur3_x86_128_blocks(last, b, data, n);
        CHECK(same(a, b, sizeof a), "x86_128, %lu blocks", (unsigned long)n);
        seeded(c, sizeof c, n), memcpy(d, c, sizeof c);
        murmur3_x64_128_blocks(row, c, p, n);
        murmur3_x64_128_blocks(last, d, data, n);
        CHECK(same(c, d, sizeof c), "x64_128, %lu blocks", (unsigned long)n);
    }
}

/* A message of n bytes with no row chosen, then with one chosen but not forced: short ones do
   not go through the table. Each ends, or begins, at a page that must not be touched. */
static void one_unforced(const hash_op *op, size_t n)
{
    unsigned char want[HASH_DIGEST_MAX], *p, *d;
    uint32_t seed = (uint32_t)(n * UINT64_C(2654435761) & 0xffffffff);

    hash_portably(op, want, data, n, seed);
    row_forget(FILESEC_MURMUR3);
    p = guard_end(guard_get(0), n);
    d = guard_end(guard_get(1), op->digest_len);
    memcpy(p, data, n);
    op->once(d, p, n, seed);
    CHECK(same(d, want, op->digest_len), "%s of %lu at the end", op->name, (unsigned long)n);
    CHECK(same(p, data, n), "%s of %lu: message changed", op->name, (unsigned long)n);
    p = guard_begin(guard_get(0), n);
    memcpy(p, data, n);
    (void)filesec_path_current(FILESEC_MURMUR3);
    op->once(d, p, n, seed);
    CHECK(same(d, want, op->digest_len), "%s of %lu at the beginning", op->name,
          (unsigned long)n);
    CHECK(guard_clean(guard_get(1), d, op->digest_len), "written beside the hash");
    if (n >= op->digest_len) {
        op->once(p, p, n, seed);
        CHECK(same(p, want, op->digest_len), "%s of %lu over its message", op->name,
              (unsigned long)n);
    }
}

static void case_unforced(void)
{
    size_t k, n, max = test_short ? 400 : 1100, before;

    test_section("murmur3, no row forced");
    test_case("lengths 0..%lu between guards", (unsigned long)max);
    before = filesec_path_current(FILESEC_MURMUR3);
    for (k = 0; hash_ops[k] != NULL; k++)
        if (hash_ops[k]->primitive == FILESEC_MURMUR3)
            for (n = 0; n <= max; n++)
                one_unforced(hash_ops[k], n);
    must_use(FILESEC_MURMUR3, before);
}

/* A state without a path, as one that was never set up or was wiped, works on the last. */
static void case_no_init(void)
{
    static const unsigned char marks[] = {0, 0x7f, 0xff};
    filesec_murmur3_x64_128_state s, last;
    unsigned char digest[16], want[16];
    size_t i;

    test_case("a state that was never set up");
    memset(&last, 0, sizeof last);
    last.mark = (unsigned char)filesec_path_count(FILESEC_MURMUR3);
    filesec_murmur3_x64_128_update(&last, data, 300);
    filesec_murmur3_x64_128_final(&last, want);
    for (i = 0; i < COUNT(marks); i++) {
        memset(&s, 0, sizeof s);
        s.mark = marks[i];
        filesec_murmur3_x64_128_update(&s, data, 300);
        filesec_murmur3_x64_128_final(&s, digest);
        CHECK(same(digest, want, 16), "mark %d: %s", marks[i], hex(digest, 16));
    }
}

static void murmur3_path(size_t row, const void *unused)
{
    size_t i;

    (void)unused;
    case_count();
    case_carry();
    case_ones();
    case_no_init();
    case_kernels(row);
    for (i = 0; hash_ops[i] != NULL; i++)
        if (hash_ops[i]->primitive == FILESEC_MURMUR3)
            hash_cases(hash_ops[i]);
}

static void many_path(size_t row, const void *op)
{
    (void)row;
    many_cases((const many_op *)op);
}

void suite_murmur3(void)
{
    size_t i;

    seeded(data, sizeof data, 3);
    each_path(FILESEC_MURMUR3, "murmur3", murmur3_path, NULL);
    case_unforced();
    for (i = 0; many_ops[i] != NULL; i++)
        if (many_ops[i]->primitive == FILESEC_MURMUR3_MANY) {
            each_path(FILESEC_MURMUR3_MANY, "murmur3_many", many_path, many_ops[i]);
            many_unforced_cases(many_ops[i]);
        }
}
#endif
