/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

/*
 * answers.h: known answers, in hexadecimal digits
 */
enum {
    ANSWERS_SHA512 = 4,
    ANSWERS_MURMUR3 = 3,
    ANSWERS_CHACHA20POLY1305 = 1,
    ANSWERS_AES256GCM = 4
};

struct hash_answer {
    const char *text; /* the message is this text, so many times */
    unsigned repeat;
    const char *digest;
};

struct aead_answer {
    const char *key, *nonce, *aad, *plain, *sealed, *tag;
};

extern const struct hash_answer answers_sha512[ANSWERS_SHA512];
extern const struct aead_answer answers_chacha20poly1305[ANSWERS_CHACHA20POLY1305];
extern const struct aead_answer answers_aes256gcm[ANSWERS_AES256GCM];

/* SMHasher's verification codes: keys 0 1 2 ... of 0 to 255 bytes, each hashed with seed 256
   minus its length; all results in a row, hashed with seed 0; the first 32 bits of that. */
extern const uint32_t answers_murmur3[ANSWERS_MURMUR3];
