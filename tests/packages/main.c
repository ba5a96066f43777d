/* SPDX-License-Identifier: 0BSD */
/*
 * tests/packages/main.c: the program of somebody else: the digest of "abc" in FIPS 180-4; a
 * message sealed, opened, and not opened when forged. The implementation is in another source.
 * PARTS: there are two libraries that keep an implementation of their own (part.c)
 */
#include "filesec.h"
#include <stdio.h>
#include <string.h>

#ifdef PARTS
int part_one(void);
int part_two(void);
#else
#define part_one() 1
#define part_two() 1
#endif

static const uint8_t abc[64] = {
    0xdd, 0xaf, 0x35, 0xa1, 0x93, 0x61, 0x7a, 0xba, 0xcc, 0x41, 0x73, 0x49, 0xae,
    0x20, 0x41, 0x31, 0x12, 0xe6, 0xfa, 0x4e, 0x89, 0xa9, 0x7e, 0xa2, 0x0a, 0x9e,
    0xee, 0xe6, 0x4b, 0x55, 0xd3, 0x9a, 0x21, 0x92, 0x99, 0x2a, 0x27, 0x4f, 0xc1,
    0xa8, 0x36, 0xba, 0x3c, 0x23, 0xa3, 0xfe, 0xeb, 0xbd, 0x45, 0x4d, 0x44, 0x23,
    0x64, 0x3c, 0xe8, 0x0e, 0x2a, 0x9a, 0xc9, 0x4f, 0xa5, 0x4c, 0xa4, 0x9f};

int main(void)
{
    const uint8_t secret[32] = {1}, nonce[12] = {2};
    uint8_t digest[64], tag[16], sealed[13];
    char text[13] = "meet at noon";
    filesec_aes256gcm_key key;

    filesec_sha512(digest, "abc", 3);
    if (memcmp(digest, abc, 64) != 0 || strcmp(filesec_version(), FILESEC_VERSION) != 0)
        return 1;
    filesec_aes256gcm_init(&key, secret);
    if (filesec_aes256gcm_seal(&key, sealed, tag, nonce, NULL, 0, text, 13) != FILESEC_OK ||
        memcmp(sealed, text, 13) == 0)
        return 2;
    memset(text, 0, 13);
    if (filesec_aes256gcm_open(&key, text, nonce, NULL, 0, sealed, 13, tag) != FILESEC_OK)
        return 3;
    puts(text);
    sealed[0] ^= 1;
    if (filesec_aes256gcm_open(&key, text, nonce, NULL, 0, sealed, 13, tag) != FILESEC_ERR_AUTH)
        return 4;
    return part_one() && part_two() ? 0 : 5;
}
