/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_SMALL_PORT_BARE_H
#define FILESEC_TESTS_SMALL_PORT_BARE_H
/*
 * tests/small/port_bare.h: for the ports whose memory bare.ld lays out: from reset to main, and
 * the two calls of semihosting that are used
 */
#include "port.h"
#include <stdint.h>

extern unsigned char small_data_from[], small_data_begin[], small_data_end[];
extern unsigned char small_bss_begin[], small_bss_end[], small_stack_top[];

int main(void);
uintptr_t port_semihosting(uintptr_t call, const void *argument);

#define SEMIHOSTING_WRITE0 0x04
#define SEMIHOSTING_EXIT_EXTENDED 0x20
#define SEMIHOSTING_APPLICATION_EXIT 0x20026

void port_write(const char *text)
{
    (void)port_semihosting(SEMIHOSTING_WRITE0, text);
}

void port_exit(int status)
{
    uintptr_t block[2];

    block[0] = SEMIHOSTING_APPLICATION_EXIT;
    block[1] = (uintptr_t)status;
    for (;;)
        (void)port_semihosting(SEMIHOSTING_EXIT_EXTENDED, block);
}

unsigned char *port_stack_floor(void)
{
    return small_bss_end;
}

/* Variables get their first values; then the program. */
static void port_run(void)
{
    unsigned char *p;
    const unsigned char *from = small_data_from;

    for (p = small_data_begin; p != small_data_end; p++)
        *p = *from++;
    for (p = small_bss_begin; p != small_bss_end; p++)
        *p = 0;
    port_exit(main());
}

/* An exception is a failure: a misaligned access, an unknown instruction, a bad address. */
static void port_fault(void)
{
    port_write("fault\n");
    port_exit(3);
}

#endif
