/* SPDX-License-Identifier: 0BSD */
/*
 * tests/fuzz/options_model.c: a second reading of a command line, word by word
 *
 * By the rules that every command's --help follows: letters may be joined, and what stands
 * behind one that takes a value is the value; words take "=" or the next word; "--" ends the
 * options; "-" alone is an operand; -h and --help may stand anywhere.
 */
#include "options_model.h"

#include <string.h>

static const struct option_row *row_named(const struct command *c, const char *word, size_t len)
{
    const struct option_row *row = c->options;

    while (row->id != 0 &&
           (row->word == NULL || strncmp(row->word, word, len) != 0 || row->word[len] != '\0'))
        row++;
    return row->id != 0 ? row : NULL;
}

static const struct option_row *row_lettered(const struct command *c, char letter)
{
    const struct option_row *row = c->options;

    while (row->id != 0 && (row->id >= 256 || row->id != (unsigned char)letter))
        row++;
    return row->id != 0 ? row : NULL;
}

static void say(struct meaning *m, int id, const char *value)
{
    m->ids[m->event_count] = id;
    m->values[m->event_count++] = value;
}

/* --word, --word=value, --word value. *next: the word behind. */
static void long_option(struct meaning *m, const struct command *c, const char *word,
                        char **next, int *used)
{
    const char *sign = strchr(word, '=');
    size_t len = sign != NULL ? (size_t)(sign - word) : strlen(word);
    const struct option_row *row = row_named(c, word, len);

    if (strcmp(word, "help") == 0)
        m->outcome = OPTION_HELP;
    else if (row == NULL || (row->value == NULL && sign != NULL))
        m->outcome = OPTION_WRONG;
    else if (row->value == NULL)
        say(m, row->id, NULL);
    else if (sign != NULL)
        say(m, row->id, sign + 1);
    else if (*next == NULL)
        m->outcome = OPTION_WRONG;
    else {
        say(m, row->id, *next);
        *used = 1;
    }
}

/* -abc, -avalue, -a value */
static void letters(struct meaning *m, const struct command *c, const char *p, char **next,
                    int *used)
{
    for (; *p != '\0' && m->outcome == OPTION_END; p++) {
        const struct option_row *row = row_lettered(c, *p);

        if (row == NULL) {
            m->outcome = *p == 'h' ? OPTION_HELP : OPTION_WRONG;
        } else if (row->value == NULL) {
            say(m, row->id, NULL);
        } else if (p[1] != '\0') {
            say(m, row->id, p + 1);
            return;
        } else if (*next == NULL) {
            m->outcome = OPTION_WRONG;
        } else {
            say(m, row->id, *next);
            *used = 1;
        }
    }
}

void options_model(struct meaning *m, const struct command *command, int argc, char **argv)
{
    int i, used, ended = 0;

    memset(m, 0, sizeof *m);
    m->outcome = OPTION_END;
    for (i = 1; i < argc && m->outcome == OPTION_END; i += 1 + used) {
        used = 0; /* words behind this one; argv ends with NULL */
        if (ended || argv[i][0] != '-' || strcmp(argv[i], "-") == 0)
            m->operands[m->operand_count++] = argv[i];
        else if (strcmp(argv[i], "--") == 0)
            ended = 1;
        else if (argv[i][1] == '-')
            long_option(m, command, argv[i] + 2, &argv[i + 1], &used);
        else
            letters(m, command, argv[i] + 1, &argv[i + 1], &used);
    }
}
