/* SPDX-License-Identifier: 0BSD */
/*
 * tests/chacha20poly1305.c: ChaCha20-Poly1305: the template, and each of its kernels by itself
 */
#include "aead_cases.h"
#include "hash_cases.h"
#include "paths.h"
#include "suites.h"
#include "support.h"
#include <string.h>

#ifdef FILESEC_NO_CHACHA20POLY1305
void suite_chacha20poly1305(void)
{
    test_skip("chacha20poly1305: not in this build");
}
#else

static unsigned char data[8192];

/* ---- ChaCha20 -------------------------------------------------------------------------- */

static uint32_t rotl(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static void quarter(uint32_t x[16], unsigned a, unsigned b, unsigned c, unsigned d)
{
    x[a] += x[b], x[d] = rotl(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = rotl(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = rotl(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = rotl(x[b] ^ x[c], 7);
}

/* RFC 8439, 2.3, a second time and as slow as it stands there: one block of keystream. */
static void block_by_definition(const uint32_t state[16], unsigned char out[64])
{
    uint32_t x[16];
    unsigned i;

    memcpy(x, state, sizeof x);
    for (i = 0; i < 10; i++) {
        quarter(x, 0, 4, 8, 12), quarter(x, 1, 5, 9, 13);
        quarter(x, 2, 6, 10, 14), quarter(x, 3, 7, 11, 15);
        quarter(x, 0, 5, 10, 15), quarter(x, 1, 6, 11, 12);
        quarter(x, 2, 7, 8, 13), quarter(x, 3, 4, 9, 14);
    }
    for (i = 0; i < 64; i++)
        out[i] = (unsigned char)((x[i / 4] + state[i / 4]) >> i % 4 * 8 & 0xff);
}

/* nblocks blocks from counter on, between guards, in place or not. */
static void one_stream(size_t kernel, uint32_t counter, size_t nblocks, int in_place)
{
    unsigned char *(*place)(guard *, size_t) = nblocks % 2 == 0 ? guard_end : guard_begin;
    unsigned char *in = place(guard_get(0), 64 * nblocks), *out = in, stream[64];
    uint32_t state[16], before[16];
    size_t i, k;

    if (!in_place)
        out = place(guard_get(1), 64 * nblocks);
    memcpy(in, data, 64 * nblocks);
    seeded(state, sizeof state, counter);
    state[12] = counter;
    memcpy(before, state, sizeof state);
    chacha20_blocks(kernel, state, out, in, nblocks);
    CHECK(state[12] == (uint32_t)((counter + nblocks) & 0xffffffff), "counter %08lx after %lu",
          (unsigned long)state[12], (unsigned long)nblocks);
    CHECK(same(state, before, 48) && same(state + 13, before + 13, 12), "the state changed");
    for (i = 0; i < nblocks; i++) {
        block_by_definition(before, stream);
        for (k = 0; k < 64 && out[64 * i + k] == (data[64 * i + k] ^ stream[k]); k++)
            continue;
        CHECK(k == 64, "counter %08lx: block %lu of %lu", (unsigned long)counter,
              (unsigned long)i, (unsigned long)nblocks);
        before[12]++;
    }
    CHECK(guard_clean(guard_get(0), in, 64 * nblocks), "written around the input");
    CHECK(in_place || guard_clean(guard_get(1), out, 64 * nblocks),
          "written around the output");
}

static void chacha20_kernel(size_t kernel, const void *unused)
{
    static const uint32_t counters[] = {0, 1, 0x7fffffff, 0xfffffff0, 0xffffffff};
    size_t n, i;

    (void)unused;
    for (i = 0; i < COUNT(counters); i++) {
        test_case("0..40 blocks from counter %lu", (unsigned long)counters[i]);
        for (n = 0; n <= 40; n++) {
            one_stream(kernel, counters[i], n, 0);
            one_stream(kernel, counters[i], n, 1);
        }
    }
    test_case("the counter wraps at every place of a group");
    for (i = 0; i <= 24; i++)
        one_stream(kernel, (uint32_t)(0xffffffff - i), 24, (int)(i % 2));
    test_case("unaligned");
    for (i = 0; i < 64; i++) {
        static unsigned char in[64 * 20 + 64], out[64 * 20 + 64], want[64 * 20];
        uint32_t state[16];

        memcpy(in + i, data, 64 * 20);
        seeded(state, sizeof state, 2);
        chacha20_blocks(kernel, state, out + (63 - i), in + i, 20);
        seeded(state, sizeof state, 2);
        chacha20_blocks(kernel_count(KERNELS_CHACHA20) - 1, state, want, data, 20);
        CHECK(same(out + (63 - i), want, sizeof want), "offset %lu", (unsigned long)i);
    }
}

/* ---- Poly1305 -------------------------------------------------------------------------- */

/* h = (h + block) * r modulo 2^130 - 5, a number being 17 digits to the base 256. */
static void poly_step(uint32_t h[17], const uint32_t r[17], const uint32_t block[17])
{
    uint32_t product[34] = {0};
    unsigned i, j, round;

    for (i = 0; i < 17; i++)
        h[i] += block[i];
    for (i = 0; i < 17; i++)
        for (j = 0; j < 17; j++)
            product[i + j] += h[i] * r[j]; /* below 17 * 511 * 255 */
    for (i = 0; i < 17; i++)               /* 256^17 = 2^136 = 64 * 2^130 = 320 */
        h[i] = product[i] + 320 * product[i + 17];
    for (round = 0; round < 3; round++) {
        uint32_t carry = 0;

        for (i = 0; i < 17; i++) {
            carry += h[i];
            h[i] = carry & 0xff;
            carry >>= 8;
        }
        h[0] += 320 * carry + 5 * (h[16] >> 2); /* what is at 2^130 and above comes back */
        h[16] &= 3;
    }
}

/* RFC 8439, 2.5, by school arithmetic. */
static void poly_by_definition(unsigned char tag[16], const unsigned char key[32],
                               const unsigned char *msg, size_t len)
{
    static const uint32_t clamp[16] = {255, 255, 255, 15, 252, 255, 255, 15,
                                       252, 255, 255, 15, 252, 255, 255, 15};
    uint32_t h[17] = {0}, r[17] = {0}, block[17], carry = 5;
    unsigned i;

    for (i = 0; i < 16; i++)
        r[i] = key[i] & clamp[i];
    while (len != 0) {
        size_t n = len < 16 ? len : 16;

        memset(block, 0, sizeof block);
        for (i = 0; i < n; i++)
            block[i] = msg[i];
        block[n] = 1;
        poly_step(h, r, block);
        msg += n;
        len -= n;
    }
    for (i = 0; i < 17; i++) { /* h + 5 - 2^130, if that is not negative */
        carry += h[i];
        block[i] = carry & 0xff;
        carry >>= 8;
    }
    if (block[16] >> 2 != 0)
        memcpy(h, block, sizeof h);
    for (carry = 0, i = 0; i < 16; i++) {
        carry += h[i] + key[16 + i];
        tag[i] = (unsigned char)(carry & 0xff);
        carry >>= 8;
    }
}

/* In pieces of whole blocks, sizes from r; 0 is a piece too. */
static void poly_in_pieces(size_t kernel, unsigned char tag[16], const unsigned char key[32],
                           const unsigned char *msg, size_t len, seeded_numbers *r)
{
    size_t blocks = len / 16, n;
    poly1305_state s;

    memset(&s, 0x3b, sizeof s);
    poly1305_init(kernel, &s, key);
    while (blocks != 0) {
        n = r != NULL ? seeded_below(r, blocks < 30 ? blocks + 1 : 30) : blocks;
        poly1305_blocks(kernel, &s, msg, n);
        msg += 16 * n;
        blocks -= n;
    }
    poly1305_finish(kernel, &s, len % 16 != 0 ? msg : NULL, len % 16, tag);
}

static void check_poly(size_t kernel, const unsigned char key[32], const unsigned char *msg,
                       size_t len, seeded_numbers *r)
{
    unsigned char tag[16], want[16];

    poly_by_definition(want, key, msg, len);
    poly_in_pieces(kernel, tag, key, msg, len, NULL);
    CHECK(same(tag, want, 16), "%lu bytes, key %s: %s, not %s", (unsigned long)len,
          hex(key, 32), hex(tag, 16), hex(want, 16));
    poly_in_pieces(kernel, tag, key, msg, len, r);
    CHECK(same(tag, want, 16), "%lu bytes in pieces, key %s", (unsigned long)len, hex(key, 32));
}

/* 16 bytes out of few kinds: sums near 2^130 and 2^128, words of ones, of zeros. */
static void extreme_block(unsigned char p[16], seeded_numbers *r)
{
    size_t kind = seeded_below(r, 6), i;

    memset(p, kind == 0 || kind == 5 ? 0 : 0xff, 16);
    if (kind == 2) /* 2^130 - 5 - 2^128 and its neighbours */
        p[0] = (unsigned char)(0xf8 + seeded_below(r, 8));
    if (kind == 3)
        p[seeded_below(r, 16)] = (unsigned char)seeded_below(r, 256);
    if (kind == 4)
        for (i = 0; i < 16; i += 4)
            memset(p + i, seeded_below(r, 2) != 0 ? 0xff : 0, 4);
    if (kind == 5)
        p[seeded_below(r, 16)] = (unsigned char)(1u << seeded_below(r, 8));
}

static void poly1305_kernel(size_t kernel, const void *unused)
{
    static unsigned char msg[16 * 64];
    unsigned char key[32];
    seeded_numbers r = {130};
    size_t n, i, rounds = test_short ? 200 : 20000;

    (void)unused;
    test_case("lengths 0..%lu between guards", (unsigned long)length_max());
    for (n = 0; n <= length_max(); n++) {
        unsigned char *p =
            n % 2 == 0 ? guard_end(guard_get(0), n) : guard_begin(guard_get(0), n);

        memcpy(p, data, n);
        check_poly(kernel, data + 2000 + n, p, n, &r);
    }
    test_case("extreme keys and blocks");
    for (n = 0; n < rounds; n++) {
        size_t len = seeded_below(&r, n % 4 == 0 ? sizeof msg : 100);

        extreme_block(key, &r);
        extreme_block(key + 16, &r);
        for (i = 0; i + 16 <= sizeof msg; i += 16)
            extreme_block(msg + i, &r);
        check_poly(kernel, key, msg, len, &r);
    }
    test_case("random keys, messages of ones");
    memset(msg, 0xff, sizeof msg);
    for (n = 0; n < rounds / 8; n++) {
        seeded(key, 32, n);
        check_poly(kernel, key, msg, seeded_below(&r, sizeof msg), &r);
    }
}

static void aead_path(size_t row, const void *op)
{
    (void)row;
    aead_cases((const aead_op *)op);
}

void suite_chacha20poly1305(void)
{
    seeded(data, sizeof data, 20);
    each_kernel(KERNELS_CHACHA20, chacha20_kernel, NULL);
    each_kernel(KERNELS_POLY1305, poly1305_kernel, NULL);
    each_path(FILESEC_CHACHA20POLY1305, "chacha20poly1305", aead_path,
              aead_op_named("chacha20poly1305"));
}
#endif
