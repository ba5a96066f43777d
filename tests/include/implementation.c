/* SPDX-License-Identifier: 0BSD */
/*
 * tests/include/implementation.c: the unit with the code
 *
 * PLAIN_FIRST: some header of the user's has included filesec.h before.
 */
#ifdef PLAIN_FIRST
#include "filesec.h"
#endif
#define FILESEC_IMPLEMENTATION
#include "filesec.h"
#include "filesec.h" /* the code comes once */

#include "checks.h"
#include "units.h"

size_t implementation_sizes(size_t i)
{
    return checks_sizes(i);
}

int implementation_unit(void)
{
    return checks_run("implementation");
}
