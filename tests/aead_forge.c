/* SPDX-License-Identifier: 0BSD */
/*
 * tests/aead_forge.c: the template for AEADs: whatever was changed must be refused
 *
 * A refused open leaves zeros and nothing else, in place too; a refused verify wipes the state.
 */
#include "aead_cases.h"
#include "support.h"
#include <string.h>

static aead_message m;
static unsigned char in_place[AEAD_TEXT_MAX];

static void flip(unsigned char *p, size_t bit)
{
    p[bit / 8] = (unsigned char)(p[bit / 8] ^ 1u << bit % 8);
}

/* m, of which something was changed, must not open: elsewhere, in place, in pieces. */
static void must_refuse(const aead_op *op, const char *what, size_t where)
{
    filesec_status s;
    int bad = 0;

    op->init(aead_key, m.key);
    memset(aead_out, 0xe1, m.len + 1);
    s = op->open(aead_key, aead_out, m.nonce, m.aad, m.aad_len, m.ct, m.len, m.tag);
    CHECK(s == FILESEC_ERR_AUTH, "%s %lu: open returned %d", what, (unsigned long)where,
          (int)s);
    CHECK(all_zero(aead_out, m.len), "%s %lu: plaintext left behind", what,
          (unsigned long)where);
    CHECK(aead_out[m.len] == 0xe1, "%s %lu: written past the end", what, (unsigned long)where);
    memcpy(in_place, m.ct, m.len);
    s = op->open(aead_key, in_place, m.nonce, m.aad, m.aad_len, in_place, m.len, m.tag);
    CHECK(s == FILESEC_ERR_AUTH && all_zero(in_place, m.len), "%s %lu: in place: %d", what,
          (unsigned long)where, (int)s);
    bad |= op->begin(aead_state, aead_key, m.nonce) != FILESEC_OK;
    bad |= op->aad(aead_state, m.aad, m.aad_len) != FILESEC_OK;
    bad |= op->decrypt(aead_state, aead_out, m.ct, m.len) != FILESEC_OK;
    s = op->verify(aead_state, m.tag);
    CHECK(!bad && s == FILESEC_ERR_AUTH, "%s %lu: verify returned %d", what,
          (unsigned long)where, (int)s);
    CHECK(all_zero(aead_state, op->state_len), "%s %lu: verify did not wipe the state", what,
          (unsigned long)where);
}

/* The message is genuine: so that the refusals above mean something. */
static void must_open(const aead_op *op)
{
    filesec_status s;

    op->init(aead_key, m.key);
    s = op->open(aead_key, aead_out, m.nonce, m.aad, m.aad_len, m.ct, m.len, m.tag);
    CHECK(s == FILESEC_OK && same(aead_out, m.pt, m.len), "the genuine message: %d", (int)s);
}

static void each_bit(const aead_op *op, unsigned char *p, size_t nbits, const char *what)
{
    size_t i;

    must_open(op);
    for (i = 0; i < nbits; i++) {
        flip(p, i);
        must_refuse(op, what, i);
        flip(p, i);
    }
    must_open(op);
}

static void case_tag(const aead_op *op)
{
    static const size_t lengths[] = {0, 1, 16, 100, 300, 1040};
    size_t i, k;

    test_case("every bit of the tag");
    for (i = 0; i < COUNT(lengths); i++) {
        aead_make(op, &m, i * 13, lengths[i], 3 * i);
        each_bit(op, m.tag, 128, "bit of the tag");
    }
    test_case("tags of all zeros, all ones, rotated bytes");
    aead_make(op, &m, 9, 77, 1);
    memset(m.tag, 0, 16);
    must_refuse(op, "zeros", 0);
    memset(m.tag, 0xff, 16);
    must_refuse(op, "ones", 0);
    for (k = 1; k < 16; k++) {
        uint8_t tag[16];

        aead_make(op, &m, 9, 77, 1);
        memcpy(tag, m.tag, 16);
        memcpy(m.tag, tag + k, 16 - k);
        memcpy(m.tag + 16 - k, tag, k);
        must_refuse(op, "rotated by", k);
    }
}

static void case_inputs(const aead_op *op)
{
    test_case("every bit of the ciphertext");
    aead_make(op, &m, 5, 70, 41);
    each_bit(op, m.ct, 8 * m.len, "bit of the ciphertext");
    test_case("every bit of the aad");
    aead_make(op, &m, 37, 20, 42);
    each_bit(op, m.aad, 8 * m.aad_len, "bit of the aad");
    test_case("every bit of the nonce");
    aead_make(op, &m, 3, 50, 43);
    each_bit(op, m.nonce, 96, "bit of the nonce");
    test_case("every bit of the key");
    aead_make(op, &m, 3, 50, 44);
    each_bit(op, m.key, 256, "bit of the key");
}

/* Single bits again, spread over a message that takes the kernels' long loops. */
static void case_long(const aead_op *op)
{
    size_t i;

    test_case("bits all over a long message");
    aead_make(op, &m, 700, 3000, 45);
    must_open(op);
    for (i = 0; i < 8 * m.len; i += 331) {
        flip(m.ct, i);
        must_refuse(op, "bit of the ciphertext", i);
        flip(m.ct, i);
    }
    for (i = 0; i < 8 * m.aad_len; i += 173) {
        flip(m.aad, i);
        must_refuse(op, "bit of the aad", i);
        flip(m.aad, i);
    }
    must_open(op);
}

/* Other lengths, and bytes that change sides between aad and text. */
static void case_lengths(const aead_op *op)
{
    size_t i;

    test_case("cut, longer, zeros appended");
    for (i = 0; i < 100; i++) {
        aead_make(op, &m, 24, 99, 46);
        m.len = i != 99 ? i : 100;
        m.ct[99] = 0;
        must_refuse(op, "ciphertext of", m.len);
    }
    for (i = 0; i < 40; i++) {
        aead_make(op, &m, 24, 99, 46);
        if (i == 24)
            continue;
        memset(m.aad + 24, 0, 16);
        m.aad_len = i;
        must_refuse(op, "aad of", i);
    }
    test_case("bytes moved between aad and ciphertext");
    for (i = 1; i <= 16; i++) {
        aead_make(op, &m, 32, 64, 47);
        memmove(m.ct + i, m.ct, 64); /* the last i bytes of the aad go in front */
        memcpy(m.ct, m.aad + 32 - i, i);
        m.aad_len -= i;
        m.len += i;
        must_refuse(op, "to the ciphertext:", i);
        aead_make(op, &m, 32, 64, 47);
        memcpy(m.aad + 32, m.ct, i);
        memmove(m.ct, m.ct + i, 64 - i);
        m.aad_len += i;
        m.len -= i;
        must_refuse(op, "to the aad:", i);
    }
}

void aead_forge_cases(const aead_op *op)
{
    case_tag(op);
    case_inputs(op);
    case_long(op);
    case_lengths(op);
}
