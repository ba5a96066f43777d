/* SPDX-License-Identifier: 0BSD */
/*
 * tests/packages/main.c: the program of somebody else: the digest of "abc" in FIPS 180-4, a
 * message sealed and opened; the implementation is in another source of it
 */
#include "filesec.h"
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const uint8_t abc[8] = {0xdd, 0xaf, 0x35, 0xa1, 0x93, 0x61, 0x7a, 0xba};
    const uint8_t secret[32] = {1}, nonce[12] = {2};
    uint8_t digest[64], tag[16];
    char text[] = "meet at noon";
    filesec_aes256gcm_key key;

    filesec_sha512(digest, "abc", 3);
    filesec_aes256gcm_init(&key, secret);
    if (memcmp(digest, abc, 8) != 0 ||
        filesec_aes256gcm_seal(&key, text, tag, nonce, NULL, 0, text, sizeof text) !=
            FILESEC_OK ||
        strcmp(text, "meet at noon") == 0 ||
        filesec_aes256gcm_open(&key, text, nonce, NULL, 0, text, sizeof text, tag) !=
            FILESEC_OK)
        return 1;
    puts(text);
    return strcmp(filesec_version(), FILESEC_VERSION) != 0;
}
