/* SPDX-License-Identifier: 0BSD */
/*
 * tests/fuzz/options_words.c: command lines from bytes, so that many of them are nearly right
 */
#include "options_words.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

/* clang-format off */
static const char *const values[] = {
    "4", "0", "1K", "16M", "64K", "aes256gcm", "chacha20poly1305", "argon2id", "pbkdf2", "0-",
    "5-9", "9-5", "sha512", "sha512-verity", "k.key", "a.txt", "bash", "-", "", "in/", "10",
    "4294967296", "-1", "18446744073709551616-", "0x10", "in", "out", "/dev/null", "/dev/stdin"};
/* clang-format on */

/* Plain bytes, up to a NUL or the room. */
static void take_text(fuzz_input *in, char *to)
{
    size_t n = fuzz_byte(in) % WORD_MAX, i;

    for (i = 0; i < n && in->left != 0; i++) {
        to[i] = (char)(unsigned char)fuzz_byte(in);
        if (to[i] == '\0')
            break;
    }
    to[i] = '\0';
}

static void make_word(fuzz_input *in, const struct command *c, char *word)
{
    unsigned kind = fuzz_byte(in);
    const struct option_row *row = c->options;
    size_t rows = 0, which;

    while (row[rows].id != 0)
        rows++;
    which = fuzz_byte(in);
    row += which % rows;
    word[0] = '\0';
    if (kind % 4 == 0 && row->word != NULL)
        snprintf(word, WORD_MAX, "--%s", row->word);
    else if (kind % 4 == 1 && row->id < 256)
        snprintf(word, WORD_MAX, "-%c", (char)row->id);
    else if (kind % 4 == 2)
        snprintf(word, WORD_MAX, "%s", values[which % COUNT(values)]);
    if (kind & 0x40)
        strcat(word, "=");
    if (kind & 0x80)
        strcat(word, values[(kind ^ which) % COUNT(values)]);
    if (kind % 4 == 3)
        take_text(in, word + strlen(word));
}

/* The command, and its name. NULL: it is none. */
static const struct command *take_command(fuzz_input *in, char *name)
{
    size_t count = 0, i;
    unsigned which = fuzz_byte(in);

    while (commands[count] != NULL)
        count++;
    if (which < 240)
        snprintf(name, WORD_MAX, "%s", commands[which % count]->name);
    else
        take_text(in, name);
    for (i = 0; commands[i] != NULL; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

int make_line(fuzz_input *in, char **line, const struct command **c)
{
    static char program[] = "filesec", name[WORD_MAX], words[WORDS_MAX][2 * WORD_MAX];
    unsigned n, i;

    *c = take_command(in, name);
    line[0] = program;
    line[1] = name;
    n = fuzz_byte(in) % WORDS_MAX;
    for (i = 0; i + 1 < n && in->left != 0; i++) {
        make_word(in, *c != NULL ? *c : &command_check, words[i]);
        line[i + 2] = words[i];
    }
    line[i + 2] = NULL;
    return (int)i + 2;
}
