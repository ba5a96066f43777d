/* SPDX-License-Identifier: 0BSD */
#include "argon2id.h"
#include "secret.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/*
 * secret_key.c: from passphrases to keys, and each only once
 *
 * The files of a tree have their KDF salt in common. One key is worked at a time: that is the
 * bound of memory, whatever the number of threads.
 */
enum { KNOWN_MAX = 256 };

struct secret_known {
    struct secret_known *next;
    uint8_t kdf, salt[32], key[32];
    uint32_t cost[3];
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int derive(const struct secret *s, const filesec_container_info *info, uint8_t key[32])
{
    struct argon2id a;

    if (info->kdf == FILESEC_CONTAINER_KDF_PBKDF2) {
        if (filesec_pbkdf2_hmac_sha512(key, 32, s->passphrase, s->passphrase_len,
                                       info->kdf_salt, 32, info->cost[0]) == FILESEC_OK)
            return CODE_OK;
        complain(s->command, "PBKDF2 refuses its costs");
        return CODE_UNSUPPORTED;
    }
    memset(&a, 0, sizeof a);
    a.memory = info->cost[0];
    a.passes = info->cost[1];
    a.lanes = info->cost[2];
    a.password = s->passphrase;
    a.password_len = s->passphrase_len;
    a.salt = info->kdf_salt;
    a.salt_len = 32;
    if (argon2id(&a, key, 32) == 0)
        return CODE_OK;
    complain(s->command, "not enough memory for the passphrase's key: %lu KiB",
             (unsigned long)a.memory);
    return CODE_IO;
}

static struct secret_known *find(const struct secret *s, const filesec_container_info *info)
{
    struct secret_known *k = s->known;

    while (k != NULL && !(k->kdf == info->kdf && memcmp(k->salt, info->kdf_salt, 32) == 0 &&
                          memcmp(k->cost, info->cost, sizeof k->cost) == 0))
        k = k->next;
    return k;
}

static void forget(struct secret_known *k)
{
    filesec_wipe(k, sizeof *k);
    free(k);
}

/* The newest comes first; of many the oldest goes. */
static void learn(struct secret *s, const filesec_container_info *info, const uint8_t key[32])
{
    struct secret_known *k = (struct secret_known *)must_allocate(sizeof *k), **place;
    size_t count = 0;

    k->next = s->known;
    k->kdf = info->kdf;
    memcpy(k->salt, info->kdf_salt, 32);
    memcpy(k->cost, info->cost, sizeof k->cost);
    memcpy(k->key, key, 32);
    s->known = k;
    for (place = &s->known; *place != NULL; place = &(*place)->next) {
        if (++count > KNOWN_MAX) {
            forget(*place);
            *place = NULL;
            break;
        }
    }
}

int secret_key(struct secret *s, const filesec_container_info *info, uint8_t key[32])
{
    const struct secret_known *k;
    int code = CODE_OK;

    if (info->kdf == FILESEC_CONTAINER_KDF_NONE) {
        memcpy(key, s->key, 32);
        return CODE_OK;
    }
    pthread_mutex_lock(&lock);
    k = find(s, info);
    if (k != NULL) {
        memcpy(key, k->key, 32);
    } else {
        code = derive(s, info, key);
        if (code == CODE_OK)
            learn(s, info, key);
    }
    pthread_mutex_unlock(&lock);
    return code;
}

void secret_forget(struct secret *s)
{
    struct secret_known *k;

    while ((k = s->known) != NULL) {
        s->known = k->next;
        forget(k);
    }
}
