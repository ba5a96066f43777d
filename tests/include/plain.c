/* SPDX-License-Identifier: 0BSD */
/*
 * tests/include/plain.c: a unit that only uses what another one implements
 */
#include <string.h>
#include "filesec.h"
#include "filesec.h" /* twice is as good as once */

#include "checks.h"
#include "units.h"

int plain_unit(void)
{
    size_t i;
    int bad = checks_run("plain");

    for (i = 0; i < CHECKS_SIZES; i++)
        bad |= checks_say("plain", "a size", checks_sizes(i) == implementation_sizes(i));
    return bad;
}
