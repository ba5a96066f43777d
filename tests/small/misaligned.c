/* SPDX-License-Identifier: 0BSD */
/*
 * tests/small/misaligned.c: a load that ARMv6-M does not have; the program must not end well
 */
#include "port.h"
#include <stdint.h>

static volatile uint32_t words[2];

int main(void);
int main(void)
{
    const volatile void *odd = (const volatile unsigned char *)words + 1;

    return (int)*(const volatile uint32_t *)odd;
}
