/* SPDX-License-Identifier: 0BSD */
/*
 * tests/include/main.c: runs the units of a small program; SECOND is the function of the second
 */
#include <stddef.h>
#include "units.h"

int main(void)
{
    return implementation_unit() | SECOND();
}
