/* SPDX-License-Identifier: 0BSD */
/*
 * tests/fuzz/container_writer.c: seals whatever it is told to
 *
 * Derives all keys by itself, from filesec_hkdf_sha512 and HMAC alone, so that nothing of
 * src_impl/container has a part in what it takes for genuine.
 */
#include "container.h"
#include "support.h"
#include <string.h>

ledger sealed_things;

/* n bytes of K(label), docs/format.md, "Keys". */
static void derive(unsigned char *out, size_t n, const char *label, size_t label_len,
                   const unsigned char header[160], const identity *who)
{
    unsigned char info[11 + 12 + 96 + 64];

    memcpy(info, "filesec v1 ", 11);
    memcpy(info + 11, label, label_len);
    memcpy(info + 11 + label_len, header, 96);
    filesec_sha512(info + 11 + label_len + 96, who->context, who->context_len);
    MUST(filesec_hkdf_sha512(out, n, who->key, 32, header + 64, 32, info,
                             11 + label_len + 96 + 64) == FILESEC_OK);
}

void writer_commit(unsigned char header[160], const identity *who)
{
    unsigned char key[64], mac[64];

    MUST(filesec_hkdf_sha512(header + 96, 32, who->key, 32, header + 64, 32,
                             "filesec v1 commit", 17) == FILESEC_OK);
    derive(key, 64, "header", 6, header, who);
    filesec_hmac_sha512(mac, key, 64, header, 128);
    memcpy(header + 128, mac, 32);
}

static int encrypt(entry *e, unsigned suite, const unsigned char key[32],
                   const unsigned char nonce[12])
{
    filesec_aes256gcm_key aes;
    filesec_chacha20poly1305_key chacha;
    unsigned char *tag = e->sealed + e->len;

    if (suite == FILESEC_CONTAINER_AES256GCM) {
        filesec_aes256gcm_init(&aes, key);
        MUST(filesec_aes256gcm_seal(&aes, e->sealed, tag, nonce, NULL, 0, e->plain, e->len) ==
             FILESEC_OK);
    } else if (suite == FILESEC_CONTAINER_CHACHA20POLY1305) {
        filesec_chacha20poly1305_init(&chacha, key);
        MUST(filesec_chacha20poly1305_seal(&chacha, e->sealed, tag, nonce, NULL, 0, e->plain,
                                           e->len) == FILESEC_OK);
    } else {
        return 0;
    }
    return 1;
}

const entry *writer_seal(const unsigned char header[160], const identity *who, uint64_t index,
                         int final, const unsigned char *plain, size_t len)
{
    unsigned char key[32], nonce[12] = {0};
    char label[12] = "data";
    unsigned shift = header[9] >= 10 && header[9] <= 24 ? header[9] : 16u;
    entry *e = &sealed_things.entries[sealed_things.count];
    int i;

    if (sealed_things.count == LEDGER_MAX || len > PART_ROOM)
        return NULL;
    memcpy(e->fields, header, 96);
    e->who = *who;
    e->meta = index == META;
    e->index = e->meta ? 0 : index;
    e->final = !e->meta && final;
    e->len = len;
    if (len != 0)
        memcpy(e->plain, plain, len);
    if (e->meta) {
        derive(key, 32, "meta", 4, header, who);
    } else {
        for (i = 0; i < 8; i++) {
            label[4 + i] = (char)(unsigned char)(index >> (35 - shift) >> (56 - 8 * i));
            nonce[3 + i] = (unsigned char)(index >> (56 - 8 * i));
        }
        nonce[11] = final != 0;
        derive(key, 32, label, 12, header, who);
    }
    if (!encrypt(e, header[8], key, nonce))
        return NULL;
    sealed_things.count++;
    return e;
}

const entry *ledger_find(const unsigned char fields[96], const identity *who, uint64_t index,
                         int final, const unsigned char *sealed, size_t len)
{
    size_t i;

    for (i = 0; i < sealed_things.count; i++) {
        const entry *e = &sealed_things.entries[i];

        if (e->meta == (index == META) && (e->meta || e->index == index) && e->final == final &&
            e->len == len && same(e->sealed, sealed, len + 16) && same(e->fields, fields, 96) &&
            same(e->who.key, who->key, 32) && e->who.context_len == who->context_len &&
            same(e->who.context, who->context, who->context_len))
            return e;
    }
    return NULL;
}
