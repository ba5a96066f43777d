/* SPDX-License-Identifier: 0BSD */
/*
 * tests/taint/work.h: everything the library does with secrets, and two planted faults. For
 * taint.c, which follows the secrets, and trace.c, which compares what was executed
 *
 * Lengths, nonces, associated data and ciphertexts that come from outside are public. The
 * includer's unmark() is told what is no secret any more.
 */
#include <stdio.h>
#include <string.h>

static void unmark(void *data, size_t len);

enum { LEN_MAX = 3300 };

static unsigned char key[32], secret[LEN_MAX], sealed[LEN_MAX], opened[LEN_MAX];
static unsigned char mac[64], tag[16], good_tag[16], good[LEN_MAX];
static unsigned failed;
static const unsigned char nonce[12] = {7}, aad[32] = {9};
/* The first five alone are enough to enter every loop. */
static const size_t lengths[] = {3300, 2700, 1000, 200, 17,  1100, 0,   1,   15,
                                 16,   63,   64,   65,  128, 256,  448, 449, 511};
static size_t lengths_used = sizeof lengths / sizeof lengths[0];

static void good_status(filesec_status status)
{
    if (status != FILESEC_OK) {
        failed++;
        printf("FAILED  %s\n", filesec_status_text(status));
    }
}

/* ---- what is done with secrets ----------------------------------------------------------- */

static void hashes(void)
{
    filesec_sha512_state s;
    unsigned char out[80];
    size_t i;

    for (i = 0; i < lengths_used; i++) {
        filesec_sha512(mac, secret, lengths[i]);
        filesec_sha512_init(&s);
        filesec_sha512_update(&s, secret, lengths[i] / 3);
        filesec_sha512_update(&s, secret + lengths[i] / 3, lengths[i] - lengths[i] / 3);
        filesec_sha512_final(&s, mac);
        filesec_hmac_sha512(mac, key, 32, secret, lengths[i]);
        filesec_hmac_sha512(mac, secret, lengths[i], aad, sizeof aad);
    }
    good_status(filesec_hkdf_sha512(out, sizeof out, secret, 100, nonce, 12, aad, 21));
    good_status(filesec_pbkdf2_hmac_sha512(out, sizeof out, secret, 20, nonce, 12, 3));
}

static void many_hashes(void)
{
    static unsigned char digests[19][64];
    const void *data[19];
    size_t len[19], i;

    for (i = 0; i < 19; i++) {
        data[i] = secret + i;
        len[i] = 57 * i;
    }
    filesec_sha512_many(digests, data, len, 19);
    for (i = 0; i < 19; i++)
        len[i] = 300;
    filesec_sha512_many(digests, data, len, 19);
}

/* One message there and back, at once and in pieces; then a tag that is not genuine. */
#define AEAD(aead, begin)                                                                      \
    static void aead##_message(const filesec_##aead##_key *k, size_t len)                      \
    {                                                                                          \
        filesec_##aead##_state s;                                                              \
        size_t cut = len / 3;                                                                  \
                                                                                               \
        good_status(filesec_##aead##_seal(k, sealed, tag, nonce, aad, 13, secret, len));       \
        memcpy(good, sealed, len);                                                             \
        memcpy(good_tag, tag, 16);                                                             \
        unmark(good, len); /* what goes over the wire */                                       \
        unmark(good_tag, 16);                                                                  \
        good_status(filesec_##aead##_open(k, opened, nonce, aad, 13, good, len, good_tag));    \
        good_status(begin);                                                                    \
        good_status(filesec_##aead##_aad(&s, aad, 13));                                        \
        good_status(filesec_##aead##_encrypt(&s, sealed, secret, cut));                        \
        good_status(filesec_##aead##_encrypt(&s, sealed + cut, secret + cut, len - cut));      \
        good_status(filesec_##aead##_tag(&s, tag));                                            \
        good_status(begin);                                                                    \
        good_status(filesec_##aead##_decrypt(&s, opened, good, len));                          \
        if (filesec_##aead##_verify(&s, aad) != FILESEC_ERR_AUTH)                              \
            failed++;                                                                          \
        good_tag[3] ^= 1;                                                                      \
        if (filesec_##aead##_open(k, opened, nonce, aad, 13, good, len, good_tag) !=           \
            FILESEC_ERR_AUTH)                                                                  \
            failed++;                                                                          \
    }                                                                                          \
    static void aead##_messages(void)                                                          \
    {                                                                                          \
        filesec_##aead##_key k;                                                                \
        size_t i;                                                                              \
                                                                                               \
        filesec_##aead##_init(&k, key);                                                        \
        for (i = 0; i < lengths_used; i++)                                                     \
            aead##_message(&k, lengths[i]);                                                    \
        filesec_wipe(&k, sizeof k);                                                            \
    }
AEAD(chacha20poly1305, filesec_chacha20poly1305_begin(&s, k, nonce))
/* An IV that is not 12 bytes becomes a counter by GHASH, which is a secret. */
AEAD(aes256gcm, filesec_aes256gcm_begin(&s, k, aad, len % 2 != 0 ? 8 : 12))

static void container(unsigned suite)
{
    static unsigned char header[160], work[1024 + 17], piece[1024 + 16];
    filesec_container c;
    filesec_container_params p;

    memset(&p, 0, sizeof p);
    p.suite = (uint8_t)suite;
    p.chunk_log2 = 10;
    good_status(filesec_container_seal_init(&c, header, &p, key, aad));
    good_status(filesec_container_seal_chunk(&c, 0, 1, piece, secret, 700));
    unmark(header, sizeof header);
    unmark(piece, sizeof piece);
    good_status(filesec_container_open_init(&c, header, key, NULL, 0));
    good_status(filesec_container_open_chunk(&c, 0, 1, work, piece, 716));
    piece[5] ^= 1;
    if (filesec_container_open_chunk(&c, 0, 1, work, piece, 716) != FILESEC_ERR_AUTH)
        failed++;
    filesec_wipe(&c, sizeof c);
}

/* ---- planted faults ---------------------------------------------------------------------- */

static volatile int sink;

static void table_look_up(void)
{
    static const unsigned char table[256] = {1};

    sink = table[secret[5]];
}

static void early_out(void)
{
    size_t i;

    for (i = 0; i < 16; i++)
        if (secret[i] != aad[i])
            break;
    sink = (int)i;
}
