/* SPDX-License-Identifier: 0BSD */
#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * options.c: the command line by the table of a command
 *
 * Letters may be joined (-rz, -j4), words take "=" or the next argument, "--" ends options, and
 * "-" alone is an operand.
 */

void options_begin(struct options *o, const struct command *command, int argc, char **argv)
{
    memset(o, 0, sizeof *o);
    o->command = command;
    o->argc = argc;
    o->argv = argv;
    o->next = 1;
    o->operands = argv + 1; /* operands move down over options already read */
}

static int wrong(const struct options *o, const char *what, const char *word, size_t len)
{
    char *copy = (char *)must_allocate(len + 1);
    char *visible;

    memcpy(copy, word, len);
    copy[len] = '\0';
    visible = name_visible(copy);
    complain(o->command->name, "%s '%s' (see filesec %s --help)", what, visible,
             o->command->name);
    free(visible);
    free(copy);
    return OPTION_WRONG;
}

/* The option's value: what is joined to it, or else the next argument. */
static int take_value(struct options *o, const struct option_row *row, const char *joined,
                      const char *word, size_t len)
{
    if (joined != NULL)
        o->value = joined;
    else if (o->next < o->argc)
        o->value = o->argv[o->next++];
    else
        return wrong(o, "a value is missing after", word, len);
    return row->id;
}

static int next_word(struct options *o, const char *argument)
{
    const char *word = argument + 2;
    size_t len = strcspn(word, "=");
    const char *joined = word[len] == '=' ? word + len + 1 : NULL;
    const struct option_row *row;

    if (len == 4 && memcmp(word, "help", 4) == 0 && joined == NULL)
        return OPTION_HELP;
    for (row = o->command->options; row->id != 0; row++) {
        if (row->word == NULL || strlen(row->word) != len || memcmp(row->word, word, len) != 0)
            continue;
        if (row->value != NULL)
            return take_value(o, row, joined, argument, len + 2);
        if (joined != NULL)
            return wrong(o, "no value belongs to", argument, len + 2);
        return row->id;
    }
    return wrong(o, "unknown option", argument, len + 2);
}

static int next_letter(struct options *o)
{
    char shown[2] = {'-', '\0'};
    const struct option_row *row;

    shown[1] = *o->cluster++;
    for (row = o->command->options; row->id != 0; row++) {
        if (row->id != (unsigned char)shown[1])
            continue;
        if (row->value != NULL) {
            const char *joined = *o->cluster != '\0' ? o->cluster : NULL;

            o->cluster = NULL;
            return take_value(o, row, joined, shown, 2);
        }
        return row->id;
    }
    return shown[1] == 'h' ? OPTION_HELP : wrong(o, "unknown option", shown, 2);
}

int options_next(struct options *o)
{
    int id = OPTION_END;

    o->value = NULL;
    if (o->cluster != NULL && *o->cluster != '\0')
        id = next_letter(o);
    while (id == OPTION_END && o->next < o->argc) {
        char *argument = o->argv[o->next++];

        if (strcmp(argument, "--") == 0) {
            while (o->next < o->argc)
                o->operands[o->operand_count++] = o->argv[o->next++];
        } else if (argument[0] != '-' || argument[1] == '\0') {
            o->operands[o->operand_count++] = argument;
        } else if (argument[1] == '-') {
            id = next_word(o, argument);
        } else {
            o->cluster = argument + 1;
            id = next_letter(o);
        }
    }
    if (id == OPTION_HELP)
        options_help(o->command);
    return id;
}

long options_number(const struct options *o, const char *text, long max)
{
    char *end;
    long value;

    errno = 0;
    value = strtol(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || value < 1 || value > max) {
        complain(o->command->name, "'%s' is no number from 1 to %ld", text, max);
        return 0;
    }
    return value;
}

int read_number(const char **text, uint64_t max, uint64_t *x)
{
    const char *p = *text;
    uint64_t value = 0;

    if (*p < '0' || *p > '9')
        return 0;
    for (; *p >= '0' && *p <= '9'; p++) {
        uint64_t digit = (uint64_t)(*p - '0');

        if (value > (max - digit) / 10 || digit > max)
            return 0;
        value = 10 * value + digit;
    }
    *text = p;
    *x = value;
    return 1;
}

/* ---- help -------------------------------------------------------------------------------- */

enum { HELP_COLUMN = 24 };

/* The option as it is typed, then its text; each further line of it starts below the first. */
static void help_row(const struct option_row *row)
{
    const char *text = row->help;
    char left[80];
    int used;

    used = snprintf(left, sizeof left, "  %c%c%s%s%s%s%s", row->id < 256 ? '-' : ' ',
                    row->id < 256 ? row->id : ' ',
                    row->word == NULL ? "" : (row->id < 256 ? ", " : "  "),
                    row->word == NULL ? "" : "--", row->word == NULL ? "" : row->word,
                    row->value == NULL ? "" : (row->word != NULL ? "=" : " "),
                    row->value == NULL ? "" : row->value);
    out_text(left);
    if (used >= HELP_COLUMN - 1) {
        out_text("\n");
        used = 0;
    }
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");

        out_format("%*s%.*s\n", HELP_COLUMN - used, "", (int)len, text);
        used = 0;
        text += len + (text[len] == '\n');
    }
}

void options_help(const struct command *command)
{
    static const struct option_row help = {'h', "help", NULL, "print this and exit"};
    const struct option_row *row;

    out_format("Usage: filesec %s [OPTION...]%s%s\n%s\n\nOptions:\n", command->name,
               *command->operands != '\0' ? " " : "", command->operands, command->purpose);
    for (row = command->options; row->id != 0; row++)
        help_row(row);
    help_row(&help);
    if (*command->notes != '\0')
        out_format("\n%s", command->notes);
}
