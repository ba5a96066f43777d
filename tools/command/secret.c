/* SPDX-License-Identifier: 0BSD */
#include "secret.h"
#include "reading.h"
#include "sink.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * secret.c: where keys come from
 */

void secret_begin(struct secret *s, const char *command)
{
    memset(s, 0, sizeof *s);
    s->command = command;
    s->context = "";
}

int secret_option(struct secret *s, int id, const char *value)
{
    switch (id) {
    case OPTION_KEY_FILE:
        s->key_file = value;
        return 1;
    case OPTION_PASSPHRASE:
        s->ask = 1;
        return 1;
    case OPTION_PASSPHRASE_FILE:
        s->passphrase_file = value;
        return 1;
    case OPTION_CONTEXT:
        s->context = value;
        return 1;
    default:
        return 0;
    }
}

int secret_given(const struct secret *s)
{
    return s->key_file != NULL || s->passphrase_file != NULL || s->ask;
}

int secret_is_passphrase(const struct secret *s)
{
    return s->passphrase_file != NULL || s->ask;
}

static int is_stdin(const char *name)
{
    return name != NULL && strcmp(name, "-") == 0;
}

int secret_file(const struct secret *s, struct stat *st)
{
    const char *file = s->key_file != NULL ? s->key_file : s->passphrase_file;

    return file != NULL && !is_stdin(file) && stat(file, st) == 0;
}

static int stat_input(const char *name, struct stat *st)
{
    return (is_stdin(name) ? fstat(STDIN_FILENO, st) : stat(name, st)) == 0;
}

/* Do both names, /dev/stdin perhaps, lead to one pipe or device? What the key takes of it the
   content would lack. A regular file is read from its beginning for each. */
static int same_stream(const char *a, const char *b)
{
    struct stat x, y;

    return a != NULL && b != NULL && stat_input(a, &x) && stat_input(b, &y) &&
           !S_ISREG(x.st_mode) && !S_ISDIR(x.st_mode) && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

int secret_check(const struct secret *s, int needed, const char *input, const char *output)
{
    int count = (s->key_file != NULL) + (s->passphrase_file != NULL) + s->ask;
    const char *file = s->key_file != NULL ? s->key_file : s->passphrase_file;
    struct stat st;

    if (count > 1 || (needed && count == 0)) {
        complain(s->command, "%s of --key-file, --passphrase and --passphrase-file is needed",
                 count > 1 ? "only one" : "one");
        return CODE_USAGE;
    }
    if (file == NULL)
        return CODE_OK;
    if (is_stdin(file) && is_stdin(input)) {
        complain(s->command, "standard input cannot be key and content");
        return CODE_USAGE;
    }
    if (same_stream(file, input)) {
        complain(file, "cannot be key and content");
        return CODE_USAGE;
    }
    if (output != NULL && secret_file(s, &st) && sink_would_replace(output, &st)) {
        complain(output, "holds the key and would be overwritten");
        return CODE_USAGE;
    }
    return CODE_OK;
}

/* ---- files ------------------------------------------------------------------------------- */

/* At most max bytes; one more than max if there are more. -1 after a message. */
static ssize_t read_file(const char *name, void *out, size_t max)
{
    struct stat st;
    int error, fd = reading_open(name, 0, &st, &error);
    ssize_t got;

    if (fd < 0) {
        complain(name, "%s", strerror(error));
        return -1;
    }
    got = reading_fill(fd, out, max + 1);
    if (got < 0)
        complain(name, "%s", strerror(errno));
    reading_close(name, fd);
    return got;
}

/* Without one LF, or CR and LF, at the end. */
static size_t without_newline(const char *text, size_t len)
{
    if (len != 0 && text[len - 1] == '\n')
        len -= len > 1 && text[len - 2] == '\r' ? 2 : 1;
    return len;
}

/* The value of a digit without a branch or an address that depends on it; 255 if it is none. */
static unsigned digit_value(unsigned char c)
{
    unsigned lower = c | 0x20u;
    unsigned is_digit = 0u - (((c - 0x30u) | (0x39u - c)) >> 31 ^ 1u);
    unsigned is_letter = 0u - (((lower - 0x61u) | (0x66u - lower)) >> 31 ^ 1u);

    return ((c - 0x30u) & is_digit) | ((lower - 0x57u) & is_letter) |
           (255u & ~(is_digit | is_letter));
}

static int from_hex(unsigned char key[32], const char *text)
{
    unsigned i, bad = 0;

    for (i = 0; i < 32; i++) {
        unsigned high = digit_value((unsigned char)text[2 * i]);
        unsigned low = digit_value((unsigned char)text[2 * i + 1]);

        bad |= high | low;
        key[i] = (unsigned char)(high << 4 | low);
    }
    return bad < 16;
}

static int get_key(struct secret *s)
{
    char text[67];
    ssize_t got = read_file(s->key_file, text, 66);
    int code = CODE_IO;

    if (got == 32) {
        memcpy(s->key, text, 32);
        code = CODE_OK;
    } else if (got >= 64 && without_newline(text, (size_t)got) == 64 &&
               from_hex(s->key, text)) {
        code = CODE_OK;
    } else if (got >= 0) {
        complain(s->key_file, "not a key: neither 32 bytes nor 64 hexadecimal digits");
        code = CODE_USAGE;
    }
    filesec_wipe(text, sizeof text);
    s->has_key = code == CODE_OK;
    return code;
}

/* ---- passphrases ------------------------------------------------------------------------- */

static int has_passphrase(struct secret *s, const char *source, ssize_t len)
{
    if (len < 0)
        return CODE_IO;
    if (len == 0 || len > PASSPHRASE_MAX) {
        complain(source, len == 0 ? "the passphrase is empty"
                                  : "the passphrase is longer than 4096 bytes");
        return CODE_USAGE;
    }
    s->passphrase_len = (size_t)len;
    return CODE_OK;
}

static int from_terminal(struct secret *s, int twice)
{
    static const char source[] = "terminal";
    char *again;
    ssize_t len = terminal_secret("Passphrase: ", s->passphrase, PASSPHRASE_MAX), len2 = -1;
    int code;

    if (len < 0)
        complain(source, "%s (there is --passphrase-file)", strerror(errno));
    code = has_passphrase(s, source, len);
    if (code != CODE_OK || !twice)
        return code;
    again = (char *)must_allocate(PASSPHRASE_MAX);
    len2 = terminal_secret("Once more: ", again, PASSPHRASE_MAX);
    if (len2 != len || !filesec_equal(again, s->passphrase, (size_t)len)) {
        complain(source, "the two passphrases differ");
        code = CODE_USAGE;
    }
    filesec_wipe(again, PASSPHRASE_MAX);
    free(again);
    return code;
}

static int get_passphrase(struct secret *s, int twice)
{
    ssize_t got;
    int code;

    s->passphrase = (char *)must_allocate(PASSPHRASE_MAX + 3);
    if (s->ask) {
        code = from_terminal(s, twice);
    } else {
        /* The newline comes on top of the longest. */
        got = read_file(s->passphrase_file, s->passphrase, PASSPHRASE_MAX + 2);
        if (got > 0)
            got = (ssize_t)without_newline(s->passphrase, (size_t)got);
        code = has_passphrase(s, s->passphrase_file, got);
    }
    if (code != CODE_OK)
        secret_end(s);
    return code;
}

int secret_get(struct secret *s, int twice)
{
    if (!secret_is_passphrase(s))
        return s->has_key ? CODE_OK : get_key(s);
    return s->passphrase != NULL ? CODE_OK : get_passphrase(s, twice);
}

void secret_end(struct secret *s)
{
    filesec_wipe(s->key, sizeof s->key);
    s->has_key = 0;
    secret_forget(s);
    if (s->passphrase != NULL)
        filesec_wipe(s->passphrase, PASSPHRASE_MAX + 3);
    free(s->passphrase);
    s->passphrase = NULL;
}
