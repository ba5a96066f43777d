/* SPDX-License-Identifier: 0BSD */
/*
 * bench/library.c: the one unit with the code of filesec.h, apart from the loops that call it
 */
#define FILESEC_IMPLEMENTATION
#include "filesec.h"
