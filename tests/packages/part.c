/* SPDX-License-Identifier: 0BSD */
/*
 * tests/packages/part.c: a library of that program; it keeps filesec to itself, so that another
 * library, and the program, may do the same. PART: the name of its function
 */
#define FILESEC_STATIC
#define FILESEC_IMPLEMENTATION
#include "filesec.h"

int PART(void);

int PART(void)
{
    return filesec_murmur3_x86_32("", 0, 1) == 0x514e28b7u; /* a known answer */
}
