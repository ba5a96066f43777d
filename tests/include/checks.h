/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_INCLUDE_CHECKS_H
#define FILESEC_TESTS_INCLUDE_CHECKS_H
/*
 * tests/include/checks.h: one call of everything that the header offers in this unit
 *
 * Included after filesec.h by units that include it in different ways. The answers are known,
 * so a unit that reached the wrong code would notice. Values: FIPS 180-4 examples ("abc"); the
 * GCM specification, test case 13; RFC 8439, 2.8.2 (first and last bytes of the tag);
 * MurmurHash3 of nothing with seed 1.
 */
#include <stdio.h>

/* What this unit thinks the size of each object is; all units of a program must agree. */
static inline size_t checks_sizes(size_t i)
{
    switch (i) {
#ifndef FILESEC_NO_SHA512
    case 0:
        return sizeof(filesec_sha512_state);
    case 1:
        return sizeof(filesec_hmac_sha512_state);
#endif
#ifndef FILESEC_NO_MURMUR3
    case 2:
        return sizeof(filesec_murmur3_x86_32_state);
    case 3:
        return sizeof(filesec_murmur3_x86_128_state);
    case 4:
        return sizeof(filesec_murmur3_x64_128_state);
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    case 5:
        return sizeof(filesec_chacha20poly1305_key);
    case 6:
        return sizeof(filesec_chacha20poly1305_state);
#endif
#ifndef FILESEC_NO_AES256GCM
    case 7:
        return sizeof(filesec_aes256gcm_key);
    case 8:
        return sizeof(filesec_aes256gcm_state);
#endif
    default:
        return 0;
    }
}
#define CHECKS_SIZES 9

static int checks_say(const char *who, const char *what, int good)
{
    if (!good)
        printf("%s: %s is wrong\n", who, what);
    return !good;
}

#ifndef FILESEC_NO_SHA512
static int checks_sha512(const char *who)
{
    static const unsigned char first[8] = {0xdd, 0xaf, 0x35, 0xa1, 0x93, 0x61, 0x7a, 0xba};
    const void *data[2];
    size_t len[2] = {3, 3};
    unsigned char digest[64], many[2][64], derived[16];
    filesec_sha512_state s;
    int bad = 0;

    filesec_sha512(digest, "abc", 3);
    bad |= checks_say(who, "sha512", memcmp(digest, first, 8) == 0);
    filesec_sha512_init(&s);
    filesec_sha512_update(&s, "ab", 2);
    filesec_sha512_update(&s, "c", 1);
    filesec_sha512_final(&s, many[0]);
    bad |= checks_say(who, "sha512_update", filesec_equal(digest, many[0], 64));
    data[0] = data[1] = "abc";
    filesec_sha512_many(many, data, len, 2);
    bad |= checks_say(who, "sha512_many", filesec_equal(digest, many[1], 64));
    filesec_hmac_sha512(digest, "key", 3, "abc", 3);
    bad |= checks_say(who, "hkdf_sha512",
                      filesec_hkdf_sha512(derived, 16, "k", 1, NULL, 0, NULL, 0) == FILESEC_OK);
    bad |= checks_say(who, "pbkdf2",
                      filesec_pbkdf2_hmac_sha512(derived, 16, "p", 1, "s", 1, 2) == FILESEC_OK);
    return bad;
}
#endif

#ifndef FILESEC_NO_MURMUR3
static int checks_murmur3(const char *who)
{
    unsigned char hash[16], many[1][16];
    const void *data[1];
    size_t len[1] = {3};
    int bad = 0;

    bad |= checks_say(who, "murmur3_x86_32",
                      filesec_murmur3_x86_32(NULL, 0, 1) == UINT32_C(0x514e28b7));
    filesec_murmur3_x86_128(hash, "abc", 3, 0);
    filesec_murmur3_x64_128(hash, "abc", 3, 0);
    data[0] = "abc";
    filesec_murmur3_x64_128_many(many, data, len, 1, 0);
    bad |= checks_say(who, "murmur3_many", memcmp(hash, many[0], 16) == 0);
    return bad;
}
#endif

#ifndef FILESEC_NO_AES256GCM
static int checks_aes256gcm(const char *who)
{
    static const unsigned char tag_of_nothing[16] = {0x53, 0x0f, 0x8a, 0xfb, 0xc7, 0x45,
                                                     0x36, 0xb9, 0xa9, 0x63, 0xb4, 0xf1,
                                                     0xc4, 0xcb, 0x73, 0x8b};
    unsigned char key[32] = {0}, nonce[12] = {0}, tag[16];
    filesec_aes256gcm_key k;
    filesec_aes256gcm_state s;
    int bad = 0;

    filesec_aes256gcm_init(&k, key);
    bad |= filesec_aes256gcm_seal(&k, NULL, tag, nonce, NULL, 0, NULL, 0) != FILESEC_OK;
    bad |= checks_say(who, "aes256gcm_seal", memcmp(tag, tag_of_nothing, 16) == 0);
    bad |= checks_say(who, "aes256gcm_open",
                      filesec_aes256gcm_open(&k, NULL, nonce, NULL, 0, NULL, 0, tag) ==
                          FILESEC_OK);
    bad |= checks_say(who, "aes256gcm_begin",
                      filesec_aes256gcm_begin(&s, &k, nonce, 12) == FILESEC_OK &&
                          filesec_aes256gcm_verify(&s, tag) == FILESEC_OK);
    filesec_wipe(&k, sizeof k);
    return bad;
}
#endif

#ifndef FILESEC_NO_CHACHA20POLY1305
static int checks_chacha20poly1305(const char *who)
{
    static const unsigned char aad[12] = {0x50, 0x51, 0x52, 0x53, 0xc0, 0xc1,
                                          0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7};
    static const unsigned char nonce[12] = {7,    0,    0,    0,    0x40, 0x41,
                                            0x42, 0x43, 0x44, 0x45, 0x46, 0x47};
    static const char text[] = "Ladies and Gentlemen of the class of '99: If I could offer you "
                               "only one tip for the future, sunscreen would be it.";
    unsigned char key[32], out[sizeof text - 1], tag[16], i;
    filesec_chacha20poly1305_key k;
    filesec_chacha20poly1305_state s;
    int bad = 0;

    for (i = 0; i < 32; i++)
        key[i] = (unsigned char)(0x80 + i);
    filesec_chacha20poly1305_init(&k, key);
    bad |= filesec_chacha20poly1305_seal(&k, out, tag, nonce, aad, 12, text, sizeof out) !=
           FILESEC_OK;
    bad |= checks_say(who, "chacha20poly1305_seal",
                      out[0] == 0xd3 && out[1] == 0x1a && tag[0] == 0x1a && tag[15] == 0x91);
    bad |= checks_say(who, "chacha20poly1305_begin",
                      filesec_chacha20poly1305_begin(&s, &k, nonce) == FILESEC_OK &&
                          filesec_chacha20poly1305_aad(&s, aad, 12) == FILESEC_OK &&
                          filesec_chacha20poly1305_decrypt(&s, out, out, sizeof out) ==
                              FILESEC_OK &&
                          filesec_chacha20poly1305_verify(&s, tag) == FILESEC_OK &&
                          memcmp(out, text, sizeof out) == 0);
    return bad;
}
#endif

/* 0 if all is as it should be; who names the unit. */
static int checks_run(const char *who)
{
    int bad = 0, p;

#ifndef FILESEC_NO_SHA512
    bad |= checks_sha512(who);
#endif
#ifndef FILESEC_NO_MURMUR3
    bad |= checks_murmur3(who);
#endif
#ifndef FILESEC_NO_AES256GCM
    bad |= checks_aes256gcm(who);
#endif
#ifndef FILESEC_NO_CHACHA20POLY1305
    bad |= checks_chacha20poly1305(who);
#endif
    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++) {
        filesec_primitive primitive = (filesec_primitive)p;
        size_t count = filesec_path_count(primitive);

        bad |= checks_say(
            who, "the last path",
            count == 0 || (filesec_path_usable(primitive, count - 1) &&
                           strcmp(filesec_path_name(primitive, count - 1), "portable") == 0));
    }
    bad |= checks_say(who, "the version", strcmp(filesec_version(), FILESEC_VERSION) == 0);
    bad |= checks_say(who, "status_text", filesec_status_text(FILESEC_OK) != NULL);
    return bad;
}

#endif
