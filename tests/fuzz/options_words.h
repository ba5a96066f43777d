/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_FUZZ_OPTIONS_WORDS_H
#define FILESEC_TESTS_FUZZ_OPTIONS_WORDS_H
/*
 * tests/fuzz/options_words.h: command lines from bytes
 */
#include "command.h"

#include "fuzz.h"

#define WORDS_MAX 16 /* behind the name of the command */
#define WORD_MAX 40

/* The words of a command line that begins with the program's name and ends with NULL: WORDS_MAX
   + 2 at most. Returns how many; *c: the command, or NULL if it is none. */
int make_line(fuzz_input *in, char **line, const struct command **c);

#endif
