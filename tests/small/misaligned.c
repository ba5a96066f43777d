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
    uint32_t x;

    /* In C the compiler would see the address, and load bytes. */
    __asm__ volatile("ldr %0, [%1]" : "=l"(x) : "l"(odd) : "memory");
    return (int)x;
}
