/* SPDX-License-Identifier: 0BSD */
/*
 * tests/aes256gcm.c: AES-256-GCM: the template, its kernels by themselves, other IV lengths
 */
#include "aead_cases.h"
#include "paths.h"
#include "suites.h"
#include "support.h"
#include <string.h>

#ifdef FILESEC_NO_AES256GCM
void suite_aes256gcm(void)
{
    test_skip("aes256gcm: not in this build");
}
#else

static unsigned char data[4096], keys[2][AES256GCM_AREA + 64];

/* Counter blocks one by one, SP 800-38D, 6.2: the last 32 bits grow, big-endian. */
static void inc32(unsigned char block[16])
{
    unsigned i = 16;

    while (i-- > 12)
        if (++block[i] != 0)
            break;
}

/* E(block) by the portable kernel, one block a call. */
static void encrypt_block(const unsigned char block[16], unsigned char out[16])
{
    static const unsigned char zeros[16];
    unsigned char counter[16];

    memcpy(counter, block, 16);
    aes256gcm_ctr(last_path(FILESEC_AES256GCM), keys[1], counter, out, zeros, 1);
}

/* Z = X . Y, SP 800-38D, 6.3, algorithm 1: bit by bit. */
static void multiply(unsigned char x[16], const unsigned char y[16])
{
    unsigned char z[16] = {0}, v[16];
    unsigned bit, i, low;

    memcpy(v, y, 16);
    for (bit = 0; bit < 128; bit++) {
        for (i = 0; i < 16 && (x[bit / 8] >> (7 - bit % 8) & 1) != 0; i++)
            z[i] = (unsigned char)(z[i] ^ v[i]);
        low = v[15] & 1;
        for (i = 15; i > 0; i--)
            v[i] = (unsigned char)(v[i] >> 1 | (v[i - 1] << 7 & 0x80));
        v[0] = (unsigned char)(v[0] >> 1 ^ (low != 0 ? 0xe1 : 0));
    }
    memcpy(x, z, 16);
}

static void ghash(unsigned char y[16], const unsigned char *p, size_t nblocks)
{
    static const unsigned char zeros[16];
    unsigned char h[16];
    size_t i;

    encrypt_block(zeros, h);
    for (; nblocks != 0; nblocks--, p += 16) {
        for (i = 0; i < 16; i++)
            y[i] = (unsigned char)(y[i] ^ p[i]);
        multiply(y, h);
    }
}

static void set_keys(size_t row, uint64_t seed)
{
    unsigned char key[32];

    seeded(key, 32, seed);
    aes256gcm_init(row, keys[0], key);
    aes256gcm_init(last_path(FILESEC_AES256GCM), keys[1], key);
}

/* ctr, seal and open of nblocks blocks, their counter beginning with those 32 bits. */
static void one_stream(size_t row, uint32_t low, size_t nblocks, int in_place)
{
    unsigned char *(*place)(guard *, size_t) = nblocks % 2 == 0 ? guard_end : guard_begin;
    unsigned char *in = place(guard_get(0), 16 * nblocks), *out = in, want[16 * 200];
    unsigned char counter[16], end[16], y[16], hashed[16], block[16];
    size_t i;
    int which;

    if (!in_place)
        out = place(guard_get(1), 16 * nblocks);
    seeded(end, 16, low);
    for (i = 0; i < 4; i++)
        end[12 + i] = (unsigned char)(low >> (24 - 8 * i) & 0xff);
    memcpy(counter, end, 16);
    for (i = 0; i < 16 * nblocks; i++) {
        if (i % 16 == 0) {
            encrypt_block(end, block);
            inc32(end);
        }
        want[i] = (unsigned char)(data[i] ^ block[i % 16]);
    }
    for (which = 0; which < 3; which++) {
        unsigned char c[16];

        memcpy(c, counter, 16);
        memcpy(in, data, 16 * nblocks);
        seeded(y, 16, 3);
        seeded(hashed, 16, 3);
        if (which == 0)
            aes256gcm_ctr(row, keys[0], c, out, in, nblocks);
        else
            (which == 1 ? aes256gcm_seal : aes256gcm_open)(row, keys[0], c, y, out, in,
                                                           nblocks);
        if (which != 0)
            ghash(hashed, which == 1 ? want : data, nblocks);
        CHECK(same(out, want, 16 * nblocks), "%lu blocks from %08lx: text of %d",
              (unsigned long)nblocks, (unsigned long)low, which);
        CHECK(same(c, end, 16), "%lu blocks from %08lx: counter %s, not %s",
              (unsigned long)nblocks, (unsigned long)low, hex(c, 16), hex(end, 16));
        CHECK(same(y, hashed, 16), "%lu blocks from %08lx: hash of %d", (unsigned long)nblocks,
              (unsigned long)low, which);
    }
    CHECK(guard_clean(guard_get(0), in, 16 * nblocks), "written around the input");
    CHECK(in_place || guard_clean(guard_get(1), out, 16 * nblocks),
          "written around the output");
}

static void case_streams(size_t row)
{
    static const uint32_t starts[] = {2, 0xf8, 0xfff8, 0xfffff8, 0xfffffff8, 0x7ffffffc};
    size_t i, n;

    for (i = 0; i < COUNT(starts); i++) {
        test_case("kernel: 0..40 blocks from counter %lu", (unsigned long)starts[i]);
        set_keys(row, i);
        for (n = 0; n <= 40; n++)
            one_stream(row, starts[i], n, (int)(n % 3 == 0));
    }
    test_case("kernel: 60..70, 120..136, 190..200 blocks");
    for (n = 60; n <= 200; n += n == 70 ? 50 : n == 136 ? 54 : 1)
        one_stream(row, (uint32_t)(0xffffff00 + n), n, (int)(n % 3 == 0));
    test_case("kernel: the counter wraps at every place of a group");
    for (i = 0; i <= 40; i++)
        one_stream(row, (uint32_t)(0xffffffff - i), 44, (int)(i % 2));
}

static void case_hash(size_t row)
{
    static unsigned char text[16 * 70];
    seeded_numbers r = {38};
    size_t round, n, i;

    test_case("kernel: GHASH of random and extreme blocks");
    for (round = 0; round < (test_short ? 60 : 3000); round++) {
        unsigned char y[16], want[16], *p;

        set_keys(row, round / 8);
        n = seeded_below(&r, 66);
        for (i = 0; i < n; i++) {
            size_t kind = seeded_below(&r, 5);

            memset(text + 16 * i, kind == 0 ? 0 : 0xff, 16);
            if (kind >= 3)
                seeded(text + 16 * i, 16, round + i);
            if (kind == 2)
                memset(text + 16 * i, 0, 15), text[16 * i + 15] = 1;
        }
        p = round % 2 == 0 ? guard_end(guard_get(0), 16 * n)
                           : guard_begin(guard_get(0), 16 * n);
        memcpy(p, text, 16 * n);
        seeded(y, 16, round % 3);
        memcpy(want, y, 16);
        aes256gcm_hash(row, keys[0], y, p, n);
        ghash(want, text, n);
        CHECK(same(y, want, 16), "%lu blocks: %s, not %s", (unsigned long)n, hex(y, 16),
              hex(want, 16));
        CHECK(guard_clean(guard_get(0), p, 16 * n) && same(p, text, 16 * n), "text changed");
    }
}

/* ---- short messages --------------------------------------------------------------------- */

/* Each length with each of aad: what is put together from parts of blocks. */
static void case_short(const aead_op *op)
{
    static filesec_aes256gcm_key here, portable;
    unsigned char want[160], tag[16], want_tag[16], *in, *out, *aad;
    size_t len, aad_len, step = test_short ? 7 : 1;

    test_case("lengths 0..145 with aad of 0..66");
    op->init(&here, data);
    aead_portable_key(op, &portable, data);
    for (len = 0; len <= 145; len++) {
        for (aad_len = len % step; aad_len <= 66; aad_len += step) {
            int in_place = (len + aad_len) % 3 == 0, end = (len + aad_len) % 2 == 0;
            const unsigned char *nonce = data + 32 + aad_len;
            unsigned char *(*place)(guard *, size_t) = end ? guard_end : guard_begin;

            in = place(guard_get(0), len);
            out = in_place ? in : place(guard_get(1), len);
            aad = place(guard_get(2), aad_len);
            memcpy(in, data + 200, len);
            memcpy(aad, data + 400, aad_len);
            CHECK(op->seal(&portable, want, want_tag, nonce, data + 400, aad_len, data + 200,
                           len) == FILESEC_OK &&
                      op->seal(&here, out, tag, nonce, aad, aad_len, in, len) == FILESEC_OK,
                  "seal");
            CHECK(same(out, want, len) && same(tag, want_tag, 16),
                  "%lu bytes, aad %lu: other than the portable path", (unsigned long)len,
                  (unsigned long)aad_len);
            memcpy(in, want, len);
            CHECK(op->open(&here, out, nonce, aad, aad_len, in, len, tag) == FILESEC_OK &&
                      same(out, data + 200, len),
                  "%lu bytes, aad %lu: open", (unsigned long)len, (unsigned long)aad_len);
            CHECK(guard_clean(guard_get(0), in, len) &&
                      (in_place || guard_clean(guard_get(1), out, len)),
                  "%lu bytes, aad %lu: written around the text", (unsigned long)len,
                  (unsigned long)aad_len);
        }
    }
}

/* ---- the operation with other IVs ------------------------------------------------------- */

static aead_message m;

static int seal_iv(const filesec_aes256gcm_key *k, const void *iv, size_t iv_len,
                   unsigned char *ct, uint8_t tag[16])
{
    static filesec_aes256gcm_state s;
    int bad = 0;

    bad |= filesec_aes256gcm_begin(&s, k, iv, iv_len) != FILESEC_OK;
    bad |= filesec_aes256gcm_aad(&s, m.aad, m.aad_len) != FILESEC_OK;
    bad |= filesec_aes256gcm_encrypt(&s, ct, m.pt, m.len) != FILESEC_OK;
    bad |= filesec_aes256gcm_tag(&s, tag) != FILESEC_OK;
    return !bad;
}

static void case_iv(const aead_op *op)
{
    static filesec_aes256gcm_key here, portable;
    static unsigned char ct[100];
    static filesec_aes256gcm_state s;
    uint8_t tag[16], want[16];
    size_t n;

    test_case("IVs of 1..300 bytes between guards");
    aead_make(op, &m, 21, 77, 12);
    op->init(&here, m.key);
    aead_portable_key(op, &portable, m.key);
    for (n = 1; n <= 300; n++) {
        unsigned char *iv =
            n % 2 == 0 ? guard_end(guard_get(0), n) : guard_begin(guard_get(0), n);

        memcpy(iv, data + n, n);
        CHECK(seal_iv(&here, iv, n, ct, tag), "%lu bytes", (unsigned long)n);
        CHECK(seal_iv(&portable, data + n, n, aead_out, want), "%lu bytes", (unsigned long)n);
        CHECK(same(ct, aead_out, 77) && same(tag, want, 16), "IV of %lu bytes",
              (unsigned long)n);
    }
    CHECK(seal_iv(&here, m.nonce, 12, ct, tag) && same(ct, m.ct, 77) && same(tag, m.tag, 16),
          "12 bytes are the nonce of seal");
    test_case("no IV, an IV that is too long");
    for (n = 0; n < 3; n++) {
        const void *iv = n == 0 ? NULL : data;
        size_t iv_len = n == 1 ? 0 : 12;
        filesec_status expected = FILESEC_ERR_ARGUMENT, got;

        if (n == 2 && sizeof(size_t) < 8)
            continue;
        if (n == 2) {
            iv_len = (size_t)(UINT64_C(1) << 61);
            expected = FILESEC_ERR_LIMIT;
        }
        memset(&s, 0x55, sizeof s);
        got = filesec_aes256gcm_begin(&s, &here, iv, iv_len);
        CHECK(got == expected, "case %lu: %d", (unsigned long)n, (int)got);
        CHECK(all_zero(&s, sizeof s), "case %lu: the state is not wiped", (unsigned long)n);
    }
}

static void gcm_path(size_t row, const void *op)
{
    case_streams(row);
    case_hash(row);
    case_short((const aead_op *)op);
    case_iv((const aead_op *)op);
    aead_cases((const aead_op *)op);
}

void suite_aes256gcm(void)
{
    seeded(data, sizeof data, 38);
    each_path(FILESEC_AES256GCM, "aes256gcm", gcm_path, aead_op_named("aes256gcm"));
}
#endif
