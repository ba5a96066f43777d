/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

/*
 * bars.h: a bar chart of a few lines, as wide as the terminal
 */
struct bar {
    const char *name, *value;
    double length; /* the longest is as long as there is room */
};

/* '#' in a file or a pipe, blocks in a terminal whose locale has UTF-8. */
void bars_print(const struct bar *bars, int count);
