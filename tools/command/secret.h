/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"
#include "filesec.h"

#include <sys/stat.h>
#include <sys/types.h>

/*
 * secret.h: keys and passphrases
 */

/* The rows that every command with a key has in its table of options. */
enum { OPTION_KEY_FILE = 500, OPTION_PASSPHRASE, OPTION_PASSPHRASE_FILE, OPTION_CONTEXT };
#define SECRET_OPTIONS                                                                         \
    {OPTION_KEY_FILE, "key-file", "K",                                                         \
     "the key: a file of 32 bytes, or of 64 hexadecimal digits"},                              \
        {OPTION_PASSPHRASE, "passphrase", NULL, "ask the terminal for a passphrase"},          \
        {OPTION_PASSPHRASE_FILE, "passphrase-file", "F",                                       \
         "a file that holds it (/dev/fd/N: an open descriptor); a\n"                           \
         "newline at its end does not belong to it"},                                          \
    {                                                                                          \
        OPTION_CONTEXT, "context", "STRING",                                                   \
            "what the container is bound to without storing it: it opens\n"                    \
            "only under the same STRING"                                                       \
    }

enum { PASSPHRASE_MAX = 4096 };

struct secret {
    const char *command; /* for messages */
    const char *key_file, *passphrase_file;
    int ask; /* --passphrase */
    const char *context;
    unsigned char key[32]; /* of the key file */
    int has_key;
    char *passphrase; /* NULL: not read yet */
    size_t passphrase_len;
    struct secret_known *known; /* keys that were derived */
};

void secret_begin(struct secret *s, const char *command);

/* 1 if the option was one of SECRET_OPTIONS. */
int secret_option(struct secret *s, int id, const char *value);

/* Is there one, and one only? needed: none is wrong too. input, output: the files of the job,
   or NULL; input cannot be the key, output would destroy it. CODE_OK, or another after a
   message. */
int secret_check(const struct secret *s, int needed, const char *input, const char *output);

int secret_given(const struct secret *s);
int secret_is_passphrase(const struct secret *s);

/* Read the key file or get the passphrase; again is harmless. twice: ask two times. CODE_OK, or
   another after a message. */
int secret_get(struct secret *s, int twice);

/* 1 and its file, if there is one. */
int secret_file(const struct secret *s, struct stat *st);

/* The 32 bytes for a container with these fields, whose costs were checked. A passphrase is
   worked once for the same KDF, costs and salt. Any thread may call it. CODE_OK, or another
   after a message. */
int secret_key(struct secret *s, const filesec_container_info *info, uint8_t key[32]);

void secret_end(struct secret *s);

/* Wipe what secret_key knows; called by secret_end. */
void secret_forget(struct secret *s);

/* ---- terminal.c -------------------------------------------------------------------------- */

/* A line from the controlling terminal, not shown, at most max bytes, without its end. Its
   length, or -1 and errno; ENAMETOOLONG if it is longer. */
ssize_t terminal_secret(const char *prompt, char *out, size_t max);
