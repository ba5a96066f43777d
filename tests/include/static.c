/* SPDX-License-Identifier: 0BSD */
/*
 * tests/include/static.c: a unit with a copy of its own; UNIT names its function
 */
#define FILESEC_STATIC
#include "filesec.h"

#include "checks.h"
#include "units.h"

int UNIT(void)
{
    return checks_run("static");
}
