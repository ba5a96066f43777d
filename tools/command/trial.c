/* SPDX-License-Identifier: 0BSD */
#include "trial.h"
#include "answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * trial.c: hashes, and the frame of all trials
 */
const size_t trial_lengths[TRIAL_LENGTHS] = {
    0,   1,   15,  16,  17,  31,  63,   64,   65,   111,  112,  113,  127,   128,          129,
    240, 255, 256, 257, 511, 512, 1000, 1024, 1025, 2049, 4096, 5000, 16384, TRIAL_LONGEST};
unsigned char trial_data[TRIAL_DATA_LEN];

enum { BATCHES = 9 }; /* of 1 to 9 messages, for the functions that take many */

static unsigned char reference[TRIAL_LENGTHS][TRIAL_LONGEST + 16];

/* Any bytes will do, as long as they are the same each time: xorshift64 (Marsaglia 2003). */
void trial_fill_data(void)
{
    uint64_t x = UINT64_C(0x9e3779b97f4a7c15);
    size_t i;

    for (i = 0; i < TRIAL_DATA_LEN; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        trial_data[i] = (unsigned char)(x >> 56);
    }
}

void trial_check(struct trial *t, unsigned *count, int good, const char *what, size_t len)
{
    (*count)++;
    if (good)
        return;
    if (t->failed++ == 0)
        snprintf(t->reason, sizeof t->reason, "%s, %lu bytes", what, (unsigned long)len);
}

void trial_fault(const struct trial *t, unsigned char *result)
{
    result[0] ^= (unsigned char)(t->broken != 0);
}

const char *trial_source(filesec_primitive p)
{
    switch (p) {
    case FILESEC_SHA512:
    case FILESEC_SHA512_MANY:
        return "FIPS 180-2, NIST CAVP";
    case FILESEC_MURMUR3:
    case FILESEC_MURMUR3_MANY:
        return "SMHasher";
    case FILESEC_CHACHA20POLY1305:
        return "RFC 8439, 2.8.2";
    case FILESEC_AES256GCM:
        return "GCM specification, cases 13 to 16";
    default:
        return "";
    }
}

/* ---- known answers ----------------------------------------------------------------------- */

static void to_hex(char *hex, const unsigned char *data, size_t len)
{
    size_t i;

    for (i = 0; i < len; i++)
        snprintf(hex + 2 * i, 3, "%02x", data[i]);
}

static void known_sha512(struct trial *t, const struct hash_answer *a)
{
    size_t len = strlen(a->text) * a->repeat, i;
    unsigned char *message = (unsigned char *)must_allocate(len);
    unsigned char digests[3][64];
    const void *messages[3];
    size_t lengths[3];
    char hex[129];
    int good = 1, n = t->primitive == FILESEC_SHA512 ? 1 : 3;

    for (i = 0; i < a->repeat; i++)
        memcpy(message + i * strlen(a->text), a->text, strlen(a->text));
    for (i = 0; i < 3; i++) {
        messages[i] = message;
        lengths[i] = len;
    }
    if (t->primitive == FILESEC_SHA512)
        filesec_sha512(digests[0], message, len);
    else
        filesec_sha512_many(digests, messages, lengths, 3);
    trial_fault(t, digests[0]);
    for (i = 0; i < (size_t)n; i++) {
        to_hex(hex, digests[i], 64);
        good &= strcmp(hex, a->digest) == 0;
    }
    trial_check(t, &t->known, good, "known answer differs", len);
    free(message);
}

/* variant: 0 x86_32, 1 x86_128, 2 x64_128, 3 x64_128 by the function for many. */
static void murmur3(unsigned char out[16], int variant, const void *data, size_t len,
                    uint32_t seed)
{
    uint32_t h, i;

    if (variant == 0) {
        h = filesec_murmur3_x86_32(data, len, seed);
        for (i = 0; i < 4; i++)
            out[i] = (unsigned char)(h >> (8 * i) & 0xff);
    } else if (variant == 1) {
        filesec_murmur3_x86_128(out, data, len, seed);
    } else if (variant == 2) {
        filesec_murmur3_x64_128(out, data, len, seed);
    } else {
        filesec_murmur3_x64_128_many((uint8_t(*)[16])(void *)out, &data, &len, 1, seed);
    }
}

static void known_murmur3(struct trial *t, int variant)
{
    size_t width = variant == 0 ? 4 : 16, i;
    unsigned char key[256], all[256 * 16], last[16];
    uint32_t code;

    for (i = 0; i < 256; i++) {
        key[i] = (unsigned char)i;
        murmur3(all + i * width, variant, key, i, (uint32_t)(256 - i));
    }
    murmur3(last, variant, all, 256 * width, 0);
    trial_fault(t, last);
    code = (uint32_t)last[0] | (uint32_t)last[1] << 8 | (uint32_t)last[2] << 16 |
           (uint32_t)last[3] << 24;
    trial_check(t, &t->known, code == answers_murmur3[variant == 3 ? 2 : variant],
                "known answer differs", 256);
}

void trial_known(struct trial *t)
{
    int i;

    if (t->primitive == FILESEC_SHA512 || t->primitive == FILESEC_SHA512_MANY) {
        for (i = 0; i < ANSWERS_SHA512; i++)
            known_sha512(t, &answers_sha512[i]);
    } else if (t->primitive == FILESEC_MURMUR3) {
        for (i = 0; i < ANSWERS_MURMUR3; i++)
            known_murmur3(t, i);
    } else if (t->primitive == FILESEC_MURMUR3_MANY) {
        known_murmur3(t, 3);
    } else {
        trial_known_aead(t);
    }
}

/* ---- cross-checks ------------------------------------------------------------------------ */

static void hash_in_pieces(filesec_primitive p, unsigned char *out, const unsigned char *data,
                           size_t len)
{
    filesec_sha512_state sha512;
    filesec_murmur3_x86_32_state x86_32;
    filesec_murmur3_x86_128_state x86_128;
    filesec_murmur3_x64_128_state x64_128;
    size_t at = 0, step = 1;
    uint32_t h, i;

    filesec_sha512_init(&sha512);
    filesec_murmur3_x86_32_init(&x86_32, 7);
    filesec_murmur3_x86_128_init(&x86_128, 7);
    filesec_murmur3_x64_128_init(&x64_128, 7);
    for (; at < len; at += step, step = step * 3 % 1009) {
        if (step > len - at)
            step = len - at;
        filesec_sha512_update(&sha512, data + at, step);
        filesec_murmur3_x86_32_update(&x86_32, data + at, step);
        filesec_murmur3_x86_128_update(&x86_128, data + at, step);
        filesec_murmur3_x64_128_update(&x64_128, data + at, step);
    }
    if (p == FILESEC_SHA512) {
        filesec_sha512_final(&sha512, out);
        return;
    }
    h = filesec_murmur3_x86_32_final(&x86_32);
    for (i = 0; i < 4; i++)
        out[i] = (unsigned char)(h >> (8 * i) & 0xff);
    filesec_murmur3_x86_128_final(&x86_128, out + 4);
    filesec_murmur3_x64_128_final(&x64_128, out + 20);
}

static size_t many(filesec_primitive p, unsigned char *out, size_t count)
{
    uint8_t digests[BATCHES][64], hashes[BATCHES][16];
    const void *messages[BATCHES];
    size_t lengths[BATCHES], i;

    for (i = 0; i < count; i++) {
        lengths[i] = trial_lengths[(5 * count + 3 * i) % TRIAL_LENGTHS];
        messages[i] = trial_data + 13 * i;
    }
    if (p == FILESEC_SHA512_MANY) {
        filesec_sha512_many(digests, messages, lengths, count);
        memcpy(out, digests, count * 64);
        return count * 64;
    }
    filesec_murmur3_x64_128_many(hashes, messages, lengths, count, 7);
    memcpy(out, hashes, count * 16);
    return count * 16;
}

static int is_many(filesec_primitive p)
{
    return p == FILESEC_SHA512_MANY || p == FILESEC_MURMUR3_MANY;
}

/* Result number i to out; how many bytes, 0 if it could not be had. */
static size_t result(filesec_primitive p, unsigned char *out, size_t i, int pieces)
{
    size_t len = trial_lengths[i];
    const unsigned char *data = trial_data + len % 61;
    int variant;

    if (is_many(p))
        return many(p, out, i + 1);
    if (p != FILESEC_SHA512 && p != FILESEC_MURMUR3)
        return trial_seal(p, out, len, pieces) ? len + 16 : 0;
    if (pieces)
        hash_in_pieces(p, out, data, len);
    else if (p == FILESEC_SHA512)
        filesec_sha512(out, data, len);
    else
        for (variant = 0; variant < 3; variant++)
            murmur3(out + (variant == 0 ? 0 : 16 * variant - 12), variant, data, len, 7);
    return p == FILESEC_SHA512 ? 64 : 36;
}

static size_t results(filesec_primitive p)
{
    return is_many(p) ? BATCHES : TRIAL_LENGTHS;
}

void trial_reference(filesec_primitive p)
{
    size_t i;

    for (i = 0; i < results(p); i++)
        (void)result(p, reference[i], i, 0);
}

void trial_cross(struct trial *t)
{
    static unsigned char out[TRIAL_LONGEST + 16];
    size_t i, len;
    int pieces;

    for (i = 0; i < results(t->primitive); i++) {
        for (pieces = 0; pieces < (is_many(t->primitive) ? 1 : 2); pieces++) {
            memset(out, 0, sizeof out);
            len = result(t->primitive, out, i, pieces);
            trial_fault(t, out);
            trial_check(t, &t->crossed, len != 0 && memcmp(out, reference[i], len) == 0,
                        pieces ? "pieces differ from the portable path"
                               : "differs from the portable path",
                        is_many(t->primitive) ? i + 1 : trial_lengths[i]);
        }
        if (t->primitive == FILESEC_CHACHA20POLY1305 || t->primitive == FILESEC_AES256GCM)
            trial_open(t, out, trial_lengths[i]);
    }
}
