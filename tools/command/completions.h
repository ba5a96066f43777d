/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

/*
 * completions.h: what the completions of all shells have in common
 */
enum value_is { VALUE_NONE, VALUE_FREE, VALUE_FILE, VALUE_FOLDER, VALUE_WORDS };

/* What the value of an option is. To words, of so many bytes, goes what it may be; "" if it is
   not one of some words. */
enum value_is completions_value(const struct command *c, const struct option_row *row,
                                char *words, size_t len);

/* The first lines: comments. */
void completions_head(const char *shell);

void completions_bash(void);
