/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_FUZZ_OPTIONS_MODEL_H
#define FILESEC_TESTS_FUZZ_OPTIONS_MODEL_H
/*
 * tests/fuzz/options_model.h: a second reading of a command line
 */
#include "options_words.h"

#define EVENTS_MAX 128

/* What a command line says, up to its end or to the first thing that is wrong. */
struct meaning {
    int outcome; /* OPTION_END, OPTION_WRONG or OPTION_HELP */
    int event_count, operand_count;
    int ids[EVENTS_MAX];
    const char *values[EVENTS_MAX]; /* NULL: none */
    const char *operands[WORDS_MAX];
};

/* argv[0] is the name of the command. */
void options_model(struct meaning *m, const struct command *command, int argc, char **argv);

#endif
