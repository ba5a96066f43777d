/* SPDX-License-Identifier: 0BSD */
#include "answers.h"
#include "trial.h"

#include <stdlib.h>
#include <string.h>

/*
 * trial_aead.c: the two that seal, in one shape
 */
struct cipher {
    int is_aes;
    filesec_chacha20poly1305_key chacha20poly1305;
    filesec_aes256gcm_key aes256gcm;
};

static void init(struct cipher *c, filesec_primitive p, const unsigned char *key)
{
    c->is_aes = p == FILESEC_AES256GCM;
    if (c->is_aes)
        filesec_aes256gcm_init(&c->aes256gcm, key);
    else
        filesec_chacha20poly1305_init(&c->chacha20poly1305, key);
}

struct message {
    const unsigned char *nonce, *aad;
    size_t aad_len, len;
};

static filesec_status seal(const struct cipher *c, const struct message *m, unsigned char *ct,
                           unsigned char *tag, const unsigned char *pt)
{
    if (c->is_aes)
        return filesec_aes256gcm_seal(&c->aes256gcm, ct, tag, m->nonce, m->aad, m->aad_len, pt,
                                      m->len);
    return filesec_chacha20poly1305_seal(&c->chacha20poly1305, ct, tag, m->nonce, m->aad,
                                         m->aad_len, pt, m->len);
}

static filesec_status open_it(const struct cipher *c, const struct message *m,
                              unsigned char *pt, const unsigned char *ct,
                              const unsigned char *tag)
{
    if (c->is_aes)
        return filesec_aes256gcm_open(&c->aes256gcm, pt, m->nonce, m->aad, m->aad_len, ct,
                                      m->len, tag);
    return filesec_chacha20poly1305_open(&c->chacha20poly1305, pt, m->nonce, m->aad, m->aad_len,
                                         ct, m->len, tag);
}

/* The message of len bytes: what differs from one length to the next is all of it. */
static void choose(struct message *m, size_t len)
{
    m->nonce = trial_data + len % 64;
    m->aad = trial_data + 64 + len % 31;
    m->aad_len = len % 41;
    m->len = len;
}

static const unsigned char *plain_of(size_t len)
{
    return trial_data + 128 + len % 17;
}

static int seal_in_pieces_aes(const struct cipher *c, const struct message *m,
                              unsigned char *out)
{
    filesec_aes256gcm_state s;
    const unsigned char *pt = plain_of(m->len);
    size_t at = 0, step = 1;
    int good = filesec_aes256gcm_begin(&s, &c->aes256gcm, m->nonce, 12) == FILESEC_OK;

    good &= filesec_aes256gcm_aad(&s, m->aad, m->aad_len / 2) == FILESEC_OK;
    good &= filesec_aes256gcm_aad(&s, m->aad + m->aad_len / 2, m->aad_len - m->aad_len / 2) ==
            FILESEC_OK;
    for (; at < m->len; at += step, step = step * 3 % 1009) {
        if (step > m->len - at)
            step = m->len - at;
        good &= filesec_aes256gcm_encrypt(&s, out + at, pt + at, step) == FILESEC_OK;
    }
    return good & (filesec_aes256gcm_tag(&s, out + m->len) == FILESEC_OK);
}

static int seal_in_pieces_chacha(const struct cipher *c, const struct message *m,
                                 unsigned char *out)
{
    filesec_chacha20poly1305_state s;
    const unsigned char *pt = plain_of(m->len);
    size_t at = 0, step = 1;
    int good = filesec_chacha20poly1305_begin(&s, &c->chacha20poly1305, m->nonce) == FILESEC_OK;

    good &= filesec_chacha20poly1305_aad(&s, m->aad, m->aad_len / 2) == FILESEC_OK;
    good &= filesec_chacha20poly1305_aad(&s, m->aad + m->aad_len / 2,
                                         m->aad_len - m->aad_len / 2) == FILESEC_OK;
    for (; at < m->len; at += step, step = step * 3 % 1009) {
        if (step > m->len - at)
            step = m->len - at;
        good &= filesec_chacha20poly1305_encrypt(&s, out + at, pt + at, step) == FILESEC_OK;
    }
    return good & (filesec_chacha20poly1305_tag(&s, out + m->len) == FILESEC_OK);
}

int trial_seal(filesec_primitive p, unsigned char *out, size_t len, int pieces)
{
    struct message m;
    struct cipher c;

    choose(&m, len);
    init(&c, p, trial_data + 32);
    if (pieces)
        return c.is_aes ? seal_in_pieces_aes(&c, &m, out) : seal_in_pieces_chacha(&c, &m, out);
    return seal(&c, &m, out, out + len, plain_of(len)) == FILESEC_OK;
}

void trial_open(struct trial *t, const unsigned char *sealed, size_t len)
{
    static unsigned char pt[TRIAL_LONGEST + 1];
    unsigned char tag[16];
    struct message m;
    struct cipher c;
    size_t i;
    int good;

    choose(&m, len);
    init(&c, t->primitive, trial_data + 32);
    good = open_it(&c, &m, pt, sealed, sealed + len) == FILESEC_OK &&
           memcmp(pt, plain_of(len), len) == 0;
    trial_check(t, &t->crossed, good, "does not open what it sealed", len);
    memcpy(tag, sealed + len, 16);
    tag[len % 16] ^= (unsigned char)(1 << len % 8);
    good = open_it(&c, &m, pt, sealed, tag) == FILESEC_ERR_AUTH;
    for (i = 0; i < len; i++)
        good &= pt[i] == 0;
    trial_check(t, &t->crossed, good, "opens with a wrong tag", len);
}

/* ---- known answers ----------------------------------------------------------------------- */

static size_t from_hex(unsigned char *out, const char *hex)
{
    size_t n = 0;

    for (; hex[2 * n] != '\0'; n++) {
        char pair[3] = {hex[2 * n], hex[2 * n + 1], '\0'};

        out[n] = (unsigned char)strtoul(pair, NULL, 16);
    }
    return n;
}

static int right_answer(struct trial *t, const struct aead_answer *a)
{
    unsigned char key[32], nonce[12], aad[32], pt[128], ct[128], tag[16];
    unsigned char got_ct[129], got_tag[16];
    struct message m;
    struct cipher c;

    from_hex(key, a->key);
    from_hex(nonce, a->nonce);
    from_hex(ct, a->sealed);
    from_hex(tag, a->tag);
    m.nonce = nonce;
    m.aad = aad;
    m.aad_len = from_hex(aad, a->aad);
    m.len = from_hex(pt, a->plain);
    init(&c, t->primitive, key);
    if (seal(&c, &m, got_ct, got_tag, pt) != FILESEC_OK)
        return 0;
    trial_fault(t, got_tag);
    if (memcmp(got_ct, ct, m.len) != 0 || memcmp(got_tag, tag, 16) != 0)
        return 0;
    return open_it(&c, &m, got_ct, ct, tag) == FILESEC_OK && memcmp(got_ct, pt, m.len) == 0;
}

void trial_known_aead(struct trial *t)
{
    int aes = t->primitive == FILESEC_AES256GCM;
    const struct aead_answer *answers = aes ? answers_aes256gcm : answers_chacha20poly1305;
    unsigned i, count = aes ? ANSWERS_AES256GCM : ANSWERS_CHACHA20POLY1305;

    for (i = 0; i < count; i++)
        trial_check(t, &t->known, right_answer(t, &answers[i]), "known answer differs",
                    strlen(answers[i].plain) / 2);
}
