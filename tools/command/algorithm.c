/* SPDX-License-Identifier: 0BSD */
#include "verity.h"

#include <string.h>

/*
 * algorithm.c: the digests in one shape
 */

static void init_sha512(union digest_state *s)
{
    filesec_sha512_init(&s->sha512);
}

static void update_sha512(union digest_state *s, const void *data, size_t len)
{
    filesec_sha512_update(&s->sha512, data, len);
}

static void final_sha512(union digest_state *s, unsigned char *digest)
{
    filesec_sha512_final(&s->sha512, digest);
}

static void many_sha512(unsigned char *digests, const void *const *data, const size_t *len,
                        size_t n)
{
    filesec_sha512_many((uint8_t(*)[64])(void *)digests, data, len, n);
}

static void init_x64_128(union digest_state *s)
{
    filesec_murmur3_x64_128_init(&s->x64_128, 0);
}

static void update_x64_128(union digest_state *s, const void *data, size_t len)
{
    filesec_murmur3_x64_128_update(&s->x64_128, data, len);
}

static void final_x64_128(union digest_state *s, unsigned char *digest)
{
    filesec_murmur3_x64_128_final(&s->x64_128, digest);
}

static void many_x64_128(unsigned char *digests, const void *const *data, const size_t *len,
                         size_t n)
{
    filesec_murmur3_x64_128_many((uint8_t(*)[16])(void *)digests, data, len, n, 0);
}

static void init_x86_128(union digest_state *s)
{
    filesec_murmur3_x86_128_init(&s->x86_128, 0);
}

static void update_x86_128(union digest_state *s, const void *data, size_t len)
{
    filesec_murmur3_x86_128_update(&s->x86_128, data, len);
}

static void final_x86_128(union digest_state *s, unsigned char *digest)
{
    filesec_murmur3_x86_128_final(&s->x86_128, digest);
}

static void init_x86_32(union digest_state *s)
{
    filesec_murmur3_x86_32_init(&s->x86_32, 0);
}

static void update_x86_32(union digest_state *s, const void *data, size_t len)
{
    filesec_murmur3_x86_32_update(&s->x86_32, data, len);
}

/* Most significant byte first: so the hex digits are those of the number. */
static void final_x86_32(union digest_state *s, unsigned char *digest)
{
    uint32_t h = filesec_murmur3_x86_32_final(&s->x86_32);

    digest[0] = (unsigned char)(h >> 24);
    digest[1] = (unsigned char)(h >> 16 & 0xff);
    digest[2] = (unsigned char)(h >> 8 & 0xff);
    digest[3] = (unsigned char)(h & 0xff);
}

/* SHA2-512 is what OpenSSL 3 writes. */
static const struct algorithm algorithms[] = {
    {"sha512", "SHA512", "SHA2-512", 64, 1, init_sha512, update_sha512, final_sha512,
     many_sha512, NULL},
    {"sha512-verity", "SHA512-VERITY", NULL, VERITY_DIGEST, 0, NULL, NULL, NULL, NULL,
     verity_file},
    {"murmur3-x64-128", "MURMUR3-X64-128", NULL, 16, 0, init_x64_128, update_x64_128,
     final_x64_128, many_x64_128, NULL},
    {"murmur3-x86-128", "MURMUR3-X86-128", NULL, 16, 0, init_x86_128, update_x86_128,
     final_x86_128, NULL, NULL},
    {"murmur3-x86-32", "MURMUR3-X86-32", NULL, 4, 0, init_x86_32, update_x86_32, final_x86_32,
     NULL, NULL},
};
enum { ALGORITHM_COUNT = sizeof algorithms / sizeof algorithms[0] };

const char algorithm_names[] =
    "sha512, sha512-verity, murmur3-x64-128, murmur3-x86-128, murmur3-x86-32";

const struct algorithm *algorithm_named(const char *name)
{
    size_t i;

    for (i = 0; i < ALGORITHM_COUNT; i++) {
        if (strcmp(algorithms[i].name, name) == 0)
            return &algorithms[i];
    }
    return NULL;
}

static int same(const char *word, const char *tag, size_t len)
{
    return word != NULL && strlen(word) == len && memcmp(word, tag, len) == 0;
}

const struct algorithm *algorithm_tagged(const char *tag, size_t len)
{
    size_t i;

    for (i = 0; i < ALGORITHM_COUNT; i++) {
        if (same(algorithms[i].tag, tag, len) || same(algorithms[i].other_tag, tag, len))
            return &algorithms[i];
    }
    return NULL;
}
