/* SPDX-License-Identifier: 0BSD */
/*
 * seal_message.c: seal one message under a key file, so that no nonce can come twice
 *
 * Build:  cc -O2 -I. examples/seal_message.c -o seal_message
 * Run:    filesec keygen --output key
 *         ./seal_message seal key LABEL < text > message
 *         ./seal_message open key LABEL < message > text
 * Exit:   0; 1 wrong key or label, or a changed message: nothing is written; 2 usage; 3 I/O
 *
 * POSIX. The message: a random salt of 32 bytes, the tag of 16, the ciphertext.
 *
 * Two messages under one key and nonce give both away. There are three ways to keep that from
 * happening:
 *
 *   a counter        exact, but it must never go back: not after a crash, a restored backup or
 *                    a copied virtual machine. Good inside one process; see cortex_m/main.c
 *   a random nonce   12 bytes are few: after 2^32 messages the chance of a repetition is about
 *                    2^-33, and that is where the standard draws the line
 *   a fresh key      what is done here. HKDF makes a key from the long one and 32 random bytes;
 *                    it seals this message and no other, so its nonce may be zero. No state to
 *                    keep, and no limit that anyone can reach
 *
 * LABEL is authenticated and not stored: a message that was sealed as "order" does not open as
 * "refund".
 */
#define _POSIX_C_SOURCE 200809L
#define FILESEC_IMPLEMENTATION
#include "filesec.h"
#include "example.h"

enum { SALT = 32, TAG = 16, FRONT = SALT + TAG, ROOM = 65536, BAD = 1, USAGE = 2, IO = 3 };

static uint8_t buffer[FRONT + ROOM + 1]; /* one more, to see that the input is too long */
static const uint8_t zero_nonce[12];

/* The key of this message alone. The text keeps it apart from other uses of the long key. */
static int message_key(filesec_chacha20poly1305_key *k, const char *key_file,
                       const uint8_t salt[SALT])
{
    static const char use[] = "example seal_message v1";
    uint8_t master[32], fresh[32];
    int failed = read_key(key_file, master) != 0 ||
                 filesec_hkdf_sha512(fresh, sizeof fresh, master, sizeof master, salt, SALT,
                                     use, sizeof use - 1) != FILESEC_OK;

    if (!failed)
        filesec_chacha20poly1305_init(k, fresh);
    filesec_wipe(master, sizeof master);
    filesec_wipe(fresh, sizeof fresh);
    return failed ? -1 : 0;
}

static int seal(const char *key_file, const char *label)
{
    uint8_t *salt = buffer, *tag = buffer + SALT, *text = buffer + FRONT;
    ssize_t len = read_full(0, "standard input", text, ROOM + 1);
    filesec_chacha20poly1305_key k;
    filesec_status s;

    if (len < 0)
        return IO;
    if (len > ROOM) {
        complain("standard input", "too long for one message");
        return IO;
    }
    if (random_bytes(salt, SALT) != 0 || message_key(&k, key_file, salt) != 0)
        return IO;
    s = filesec_chacha20poly1305_seal(&k, text, tag, zero_nonce, label, strlen(label), text,
                                      (size_t)len);
    filesec_wipe(&k, sizeof k);
    if (s != FILESEC_OK) { /* then the text is as it was: do not send it */
        complain("seal_message", filesec_status_text(s));
        return BAD;
    }
    return write_full(1, "standard output", buffer, FRONT + (size_t)len) == 0 ? 0 : IO;
}

static int open_message(const char *key_file, const char *label)
{
    const uint8_t *salt = buffer, *tag = buffer + SALT;
    uint8_t *text = buffer + FRONT;
    ssize_t len = read_full(0, "standard input", buffer, sizeof buffer);
    filesec_chacha20poly1305_key k;
    filesec_status s;
    size_t text_len;

    if (len < 0)
        return IO;
    if (len < FRONT || len > FRONT + ROOM) {
        complain("standard input", "not a message of seal_message");
        return BAD;
    }
    text_len = (size_t)len - FRONT;
    if (message_key(&k, key_file, salt) != 0)
        return IO;
    s = filesec_chacha20poly1305_open(&k, text, zero_nonce, label, strlen(label), text,
                                      text_len, tag);
    filesec_wipe(&k, sizeof k);
    if (s != FILESEC_OK) {
        complain("seal_message", filesec_status_text(s));
        return BAD;
    }
    return write_full(1, "standard output", text, text_len) == 0 ? 0 : IO;
}

int main(int argc, char **argv)
{
    int result = USAGE;

    if (argc == 4 && strcmp(argv[1], "seal") == 0)
        result = seal(argv[2], argv[3]);
    else if (argc == 4 && strcmp(argv[1], "open") == 0)
        result = open_message(argv[2], argv[3]);
    else
        fprintf(stderr, "usage: seal_message seal|open KEYFILE LABEL\n");
    filesec_wipe(buffer, sizeof buffer); /* the text, also where an error came first */
    return result;
}
