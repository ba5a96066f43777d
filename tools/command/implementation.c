/* SPDX-License-Identifier: 0BSD */
/*
 * implementation.c: the one unit that holds the code of filesec.h
 */
#define FILESEC_IMPLEMENTATION
#include "filesec.h"
