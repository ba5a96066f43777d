/* SPDX-License-Identifier: 0BSD */
/*
 * tests/small/kat_aead.c: vectors of AES-256-GCM and ChaCha20-Poly1305, and of their parts
 *
 * A good vector is sealed and opened in one call, in place, and in three pieces each; then one
 * bit of its tag is turned. What was forged must be refused, and leave zeros.
 */
#include "small.h"
#include <string.h>

static filesec_aes256gcm_key gcm_key;
static filesec_chacha20poly1305_key cha_key;
static union {
    filesec_aes256gcm_state gcm;
    filesec_chacha20poly1305_state cha;
} state;

typedef struct aead_vector {
    small_bytes key, iv, aad, pt, ct, tag;
    int chacha, good;
} aead_vector;

/* ---- both ciphers by one name ----------------------------------------------------------- */

static filesec_status seal(const aead_vector *v, void *out, uint8_t tag[16], const void *in)
{
    if (v->chacha)
        return filesec_chacha20poly1305_seal(&cha_key, out, tag, v->iv.p, v->aad.p, v->aad.len,
                                             in, v->ct.len);
    return filesec_aes256gcm_seal(&gcm_key, out, tag, v->iv.p, v->aad.p, v->aad.len, in,
                                  v->ct.len);
}

static filesec_status open(const aead_vector *v, void *out, const void *in,
                           const uint8_t tag[16])
{
    if (v->chacha)
        return filesec_chacha20poly1305_open(&cha_key, out, v->iv.p, v->aad.p, v->aad.len, in,
                                             v->ct.len, tag);
    return filesec_aes256gcm_open(&gcm_key, out, v->iv.p, v->aad.p, v->aad.len, in, v->ct.len,
                                  tag);
}

static filesec_status begin(const aead_vector *v)
{
    if (!v->chacha)
        return filesec_aes256gcm_begin(&state.gcm, &gcm_key, v->iv.p, v->iv.len);
    return filesec_chacha20poly1305_begin(&state.cha, &cha_key, v->iv.p);
}

static filesec_status aad(const aead_vector *v, size_t from, size_t len)
{
    if (v->chacha)
        return filesec_chacha20poly1305_aad(&state.cha, v->aad.p + from, len);
    return filesec_aes256gcm_aad(&state.gcm, v->aad.p + from, len);
}

static filesec_status piece(const aead_vector *v, int sealing, const unsigned char *in,
                            size_t from, size_t len)
{
    unsigned char *out = small_out + from;

    if (v->chacha)
        return sealing ? filesec_chacha20poly1305_encrypt(&state.cha, out, in + from, len)
                       : filesec_chacha20poly1305_decrypt(&state.cha, out, in + from, len);
    return sealing ? filesec_aes256gcm_encrypt(&state.gcm, out, in + from, len)
                   : filesec_aes256gcm_decrypt(&state.gcm, out, in + from, len);
}

static filesec_status end_sealing(const aead_vector *v, uint8_t tag[16])
{
    return v->chacha ? filesec_chacha20poly1305_tag(&state.cha, tag)
                     : filesec_aes256gcm_tag(&state.gcm, tag);
}

static filesec_status end_opening(const aead_vector *v, const uint8_t tag[16])
{
    return v->chacha ? filesec_chacha20poly1305_verify(&state.cha, tag)
                     : filesec_aes256gcm_verify(&state.gcm, tag);
}

/* ---- one vector ------------------------------------------------------------------------- */

/* All of it but the end: aad in two pieces, the message in three. */
static void in_three(const aead_vector *v, int sealing)
{
    const unsigned char *in = sealing ? v->pt.p : v->ct.p;
    size_t half = v->aad.len / 2, first = v->ct.len / 3, second = v->ct.len / 2;
    int good = begin(v) == FILESEC_OK;

    good &= aad(v, 0, half) == FILESEC_OK && aad(v, half, v->aad.len - half) == FILESEC_OK;
    good &= piece(v, sealing, in, 0, first) == FILESEC_OK;
    good &= piece(v, sealing, in, first, second - first) == FILESEC_OK;
    good &= piece(v, sealing, in, second, v->ct.len - second) == FILESEC_OK;
    small_check(good, "a call with a piece");
}

static void in_pieces(const aead_vector *v)
{
    uint8_t tag[16];

    in_three(v, 1);
    small_check(end_sealing(v, tag) == FILESEC_OK, "the end of pieces");
    small_check(small_same(small_out, v->ct.p, v->ct.len), "ciphertext of pieces");
    small_check(small_same(tag, v->tag.p, v->tag.len), "tag of pieces");
    memcpy(tag, v->tag.p, v->tag.len); /* a shorter one is the beginning of the whole one */
    in_three(v, 0);
    small_check(end_opening(v, tag) == FILESEC_OK, "pieces are genuine");
    small_check(small_same(small_out, v->pt.p, v->pt.len), "plaintext of pieces");
}

static void must_refuse(const aead_vector *v, const uint8_t tag[16])
{
    if (v->iv.len == 12) {
        memset(small_out, 1, v->ct.len);
        small_check(open(v, small_out, v->ct.p, tag) == FILESEC_ERR_AUTH, "a forged tag");
        small_check(small_zero(small_out, v->ct.len), "nothing is left of a forged message");
    }
    in_three(v, 0);
    small_check(end_opening(v, tag) == FILESEC_ERR_AUTH, "a forged tag of pieces");
}

static void in_one_call(const aead_vector *v)
{
    uint8_t tag[16];

    small_check(seal(v, small_out, tag, v->pt.p) == FILESEC_OK, "seal");
    small_check(small_same(small_out, v->ct.p, v->ct.len), "ciphertext");
    small_check(small_same(tag, v->tag.p, 16), "tag");
    small_check(open(v, small_out, small_out, tag) == FILESEC_OK, "open in place");
    small_check(small_same(small_out, v->pt.p, v->pt.len), "plaintext in place");
    small_check(seal(v, small_out, tag, small_out) == FILESEC_OK, "seal in place");
    small_check(small_same(small_out, v->ct.p, v->ct.len), "ciphertext in place");
    small_check(open(v, small_out, v->ct.p, v->tag.p) == FILESEC_OK, "open");
    small_check(small_same(small_out, v->pt.p, v->pt.len), "plaintext");
    tag[v->ct.len % 16] ^= 0x10;
    must_refuse(v, tag);
}

static void aead(int chacha)
{
    aead_vector v;

    v.chacha = chacha;
    v.key = small_string();
    v.iv = small_string();
    v.aad = small_string();
    v.pt = small_string();
    v.ct = small_string();
    v.tag = small_string();
    v.good = small_byte() == 0;
    if (chacha)
        filesec_chacha20poly1305_init(&cha_key, v.key.p);
    else
        filesec_aes256gcm_init(&gcm_key, v.key.p);
    if (!v.good) {
        small_check(v.tag.len == 16, "a whole tag");
        must_refuse(&v, v.tag.p);
        return;
    }
    in_pieces(&v);
    if (v.iv.len == 12 && v.tag.len == 16)
        in_one_call(&v);
}

void small_aes256gcm(void)
{
    aead(0);
}

void small_chacha20poly1305(void)
{
    aead(1);
}

/* ---- parts ------------------------------------------------------------------------------ */

void small_aes256block(void)
{
    small_bytes key = small_string(), pt = small_string(), ct = small_string();

    code_aes256block(small_out, key.p, pt.p);
    small_check(small_same(small_out, ct.p, 16), "block");
}

void small_chacha20(void)
{
    small_bytes key = small_string(), iv = small_string();
    uint32_t counter = small_word();
    small_bytes pt = small_string(), ct = small_string();
    size_t nblocks = (pt.len + 63) / 64;

    if (64 * nblocks > sizeof small_out) {
        small_check(0, "too long for this program");
        return;
    }
    memset(small_out, 0, 64 * nblocks);
    memcpy(small_out, pt.p, pt.len);
    code_chacha20(small_out, key.p, iv.p, counter, small_out, nblocks);
    small_check(small_same(small_out, ct.p, ct.len), "ciphertext");
}

void small_poly1305(void)
{
    small_bytes key = small_string();
    small_message m = small_message_field();
    small_bytes tag = small_string();

    code_poly1305(small_out, key.p, m.unit.p, m.unit.len);
    small_check(m.times == 1 && small_same(small_out, tag.p, 16), "tag");
}
