/* SPDX-License-Identifier: 0BSD */
/*
 * tests/kat_aead.c: vectors of the AEADs and of their parts
 */
#include "kat1.h"
#include "ops.h"
#include "support.h"
#include <stdlib.h>
#include <string.h>

/* One vector, and room for what is made of it. */
typedef struct aead_vector {
    const aead_op *op;
    kat_bytes key, iv, aad, pt, ct, tag;
    unsigned char *out;
} aead_vector;

static unsigned char k[AEAD_KEY_MAX], s[AEAD_STATE_MAX];

/* AES-256-GCM takes IVs of other lengths than 12 in its incremental form. */
static filesec_status begin(const aead_vector *v)
{
#ifndef FILESEC_NO_AES256GCM
    if (v->op->primitive == FILESEC_AES256GCM)
        return filesec_aes256gcm_begin((filesec_aes256gcm_state *)s, (filesec_aes256gcm_key *)k,
                                       v->iv.p, v->iv.len);
#endif
    return v->op->begin(s, k, v->iv.p);
}

static filesec_status aad_in_two(const aead_vector *v)
{
    size_t half = v->aad.len / 2;

    if (v->op->aad(s, v->aad.p, half) != FILESEC_OK)
        return FILESEC_ERR_ARGUMENT;
    return v->op->aad(s, v->aad.p + half, v->aad.len - half);
}

/* len bytes from in to v->out, in three pieces. */
static int in_three(const aead_vector *v, const unsigned char *in, size_t len, int sealing)
{
    filesec_status (*go)(void *, void *, const void *, size_t) =
        sealing ? v->op->encrypt : v->op->decrypt;
    size_t a = len / 3, b = len / 2;

    return begin(v) == FILESEC_OK && aad_in_two(v) == FILESEC_OK &&
           go(s, v->out, in, a) == FILESEC_OK &&
           go(s, v->out + a, in + a, b - a) == FILESEC_OK &&
           go(s, v->out + b, in + b, len - b) == FILESEC_OK;
}

static void must_match(const aead_vector *v)
{
    uint8_t tag[16];
    int one_shot = v->iv.len == 12, whole_tag = v->tag.len == 16;

    CHECK(in_three(v, v->pt.p, v->pt.len, 1) && v->op->tag(s, tag) == FILESEC_OK,
          "a call failed");
    CHECK(same(v->out, v->ct.p, v->ct.len), "ciphertext of pieces");
    CHECK(same(tag, v->tag.p, v->tag.len), "tag of pieces: %s", hex(tag, 16));
    memcpy(tag, v->tag.p, v->tag.len); /* a shorter one is the beginning of the whole one */
    CHECK(in_three(v, v->ct.p, v->ct.len, 0) && v->op->verify(s, tag) == FILESEC_OK, "refused");
    CHECK(same(v->out, v->pt.p, v->pt.len), "plaintext of pieces");
    if (!one_shot)
        return;
    CHECK(v->op->seal(k, v->out, tag, v->iv.p, v->aad.p, v->aad.len, v->pt.p, v->pt.len) ==
              FILESEC_OK,
          "seal");
    CHECK(same(v->out, v->ct.p, v->ct.len) && same(tag, v->tag.p, v->tag.len), "seal: tag %s",
          hex(tag, 16));
    memcpy(v->out, v->pt.p, v->pt.len);
    CHECK(v->op->seal(k, v->out, tag, v->iv.p, v->aad.p, v->aad.len, v->out, v->pt.len) ==
                  FILESEC_OK &&
              same(v->out, v->ct.p, v->ct.len) && same(tag, v->tag.p, v->tag.len),
          "seal in place");
    if (!whole_tag)
        return;
    CHECK(v->op->open(k, v->out, v->iv.p, v->aad.p, v->aad.len, v->out, v->ct.len, tag) ==
                  FILESEC_OK &&
              same(v->out, v->pt.p, v->pt.len),
          "open in place");
    CHECK(v->op->open(k, v->out, v->iv.p, v->aad.p, v->aad.len, v->ct.p, v->ct.len, v->tag.p) ==
                  FILESEC_OK &&
              same(v->out, v->pt.p, v->pt.len),
          "open");
}

/* The tag is not that of the message. */
static void must_refuse(const aead_vector *v)
{
    unsigned char *text = (unsigned char *)room(v->ct.len);
    uint8_t tag[16];
    int opened;

    CHECK(in_three(v, v->ct.p, v->ct.len, 0), "a call failed");
    memset(tag, 0, 16);
    memcpy(tag, v->tag.p, v->tag.len);
    CHECK(v->op->verify(s, tag) == FILESEC_ERR_AUTH || v->tag.len != 16, "accepted in pieces");
    memcpy(text, v->out, v->ct.len);
    CHECK(in_three(v, text, v->ct.len, 1) && v->op->tag(s, tag) == FILESEC_OK, "a call failed");
    CHECK(!same(tag, v->tag.p, v->tag.len), "the tag is right");
    free(text);
    if (v->iv.len != 12 || v->tag.len != 16)
        return;
    memset(v->out, 1, v->ct.len);
    opened = v->op->open(k, v->out, v->iv.p, v->aad.p, v->aad.len, v->ct.p, v->ct.len,
                         v->tag.p) != FILESEC_ERR_AUTH;
    CHECK(!opened && all_zero(v->out, v->ct.len), "opened");
}

static void run_aead(const kat_line *l, size_t row)
{
    aead_vector v;
    int bad;

    (void)row;
    v.op = aead_op_named(l->kind);
    v.key = kat_hex(l, "key");
    v.iv = kat_hex(l, "iv");
    v.aad = kat_hex(l, "aad");
    v.pt = kat_hex(l, "pt");
    v.ct = kat_hex(l, "ct");
    v.tag = kat_hex(l, "tag");
    bad = v.key.len != 32 || v.iv.len == 0 || v.tag.len == 0 || v.tag.len > 16;
    bad |= strcmp(l->kind, "chacha20poly1305") == 0 && v.iv.len != 12;
    bad |= kat_is(l, "result", "fail") == kat_is(l, "result", "ok");
    bad |= kat_is(l, "result", "ok") && v.pt.len != v.ct.len;
    CHECK(!bad, "not a vector");
    if (bad)
        return;
    v.out = (unsigned char *)room(v.ct.len);
    v.op->init(k, v.key.p);
    if (kat_is(l, "result", "fail"))
        must_refuse(&v);
    else
        must_match(&v);
    free(v.out);
}

/* ---- parts ------------------------------------------------------------------------------ */

#ifndef FILESEC_NO_CHACHA20POLY1305
static uint32_t get32le(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void run_chacha20(const kat_line *l, size_t kernel)
{
    static const char sigma[] = "expand 32-byte k";
    kat_bytes key = kat_hex(l, "key"), iv = kat_hex(l, "iv"), pt = kat_hex(l, "pt");
    kat_bytes ct = kat_hex(l, "ct");
    size_t nblocks = (pt.len + 63) / 64, i;
    unsigned char *text;
    uint32_t state[16];

    CHECK(key.len == 32 && iv.len == 12 && pt.len == ct.len, "not a vector");
    if (key.len != 32 || iv.len != 12 || pt.len != ct.len)
        return;
    for (i = 0; i < 4; i++)
        state[i] = get32le((const unsigned char *)sigma + 4 * i);
    for (i = 0; i < 8; i++)
        state[4 + i] = get32le(key.p + 4 * i);
    for (i = 0; i < 3; i++)
        state[13 + i] = get32le(iv.p + 4 * i);
    state[12] = (uint32_t)kat_number(l, "ctr", 10);
    text = (unsigned char *)room(64 * nblocks);
    memset(text, 0, 64 * nblocks);
    memcpy(text, pt.p, pt.len);
    chacha20_blocks(kernel, state, text, text, nblocks);
    CHECK(same(text, ct.p, ct.len), "%s, not %s", hex(text, ct.len), hex(ct.p, ct.len));
    free(text);
}

static void run_poly1305(const kat_line *l, size_t kernel)
{
    kat_bytes key = kat_hex(l, "key"), tag = kat_hex(l, "tag");
    kat_message m = kat_message_of(l, "msg");
    size_t blocks = m.unit.len / 16, round;
    unsigned char got[16];
    poly1305_state p;

    CHECK(key.len == 32 && tag.len == 16 && m.whole, "not a vector");
    if (key.len != 32 || tag.len != 16 || !m.whole)
        return;
    for (round = 0; round < 3; round++) { /* one call, two calls, one for each block */
        size_t step = round == 0 ? blocks : round == 1 ? (blocks + 1) / 2 : 1, done, n;

        poly1305_init(kernel, &p, key.p);
        for (done = 0; done < blocks; done += n) {
            n = step < blocks - done ? step : blocks - done;
            poly1305_blocks(kernel, &p, m.unit.p + 16 * done, n);
        }
        poly1305_finish(kernel, &p, m.unit.p + 16 * blocks, m.unit.len % 16, got);
        CHECK(same(got, tag.p, 16), "%s, not %s", hex(got, 16), hex(tag.p, 16));
    }
}
#endif

#ifndef FILESEC_NO_AES256GCM
static void run_aes256block(const kat_line *l, size_t row)
{
    kat_bytes key = kat_hex(l, "key"), pt = kat_hex(l, "pt"), ct = kat_hex(l, "ct");
    static const unsigned char zeros[16];
    unsigned char area[AES256GCM_AREA], out[16];

    CHECK(key.len == 32 && pt.len == 16 && ct.len == 16, "not a vector");
    if (key.len != 32 || pt.len != 16 || ct.len != 16)
        return;
    aes256gcm_init(row, area, key.p);
    aes256gcm_ctr(row, area, pt.p, out, zeros, 1); /* the counter block is enciphered */
    CHECK(same(out, ct.p, 16), "%s, not %s", hex(out, 16), hex(ct.p, 16));
}
#endif

#ifndef FILESEC_NO_CHACHA20POLY1305
#define CHACHA20_RUN(function) function
#else
#define CHACHA20_RUN(function) NULL
#endif
#ifndef FILESEC_NO_AES256GCM
#define AES256GCM_RUN(function) function
#else
#define AES256GCM_RUN(function) NULL
#endif

const kat_kind kat_aead_kinds[] = {
    {"aes256gcm", FILESEC_AES256GCM, run_aead},
    {"aes256block", FILESEC_AES256GCM, AES256GCM_RUN(run_aes256block)},
    {"chacha20poly1305", FILESEC_CHACHA20POLY1305, run_aead},
    {"chacha20", KAT_KERNELS + KERNELS_CHACHA20, CHACHA20_RUN(run_chacha20)},
    {"poly1305", KAT_KERNELS + KERNELS_POLY1305, CHACHA20_RUN(run_poly1305)},
    {NULL, 0, NULL}};
