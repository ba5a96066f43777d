/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

/*
 * table.h: the cost table of bench --file
 */

/* An exit status. */
int table_print(const char *file, int json);
