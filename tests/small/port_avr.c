/* SPDX-License-Identifier: 0BSD */
/*
 * tests/small/port_avr.c: AVR, started by avr-libc, under simavr
 *
 * simavr shows what goes out at the first serial port, and ends when the CPU sleeps with its
 * interrupts off; there is no exit status, so the last line says it.
 */
#include "port.h"
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

extern unsigned char __heap_start;

void port_write(const char *text)
{
    UCSR0B = (unsigned char)(1 << TXEN0);
    UBRR0 = 0;
    for (; *text != '\0'; text++) {
        while ((UCSR0A & (1 << UDRE0)) == 0) {
        }
        UDR0 = (unsigned char)*text;
    }
}

void port_exit(int status)
{
    port_write(status == 0 ? "exit 0\n" : "exit 1\n");
    while ((UCSR0A & (1 << UDRE0)) == 0) {
    }
    cli();
    for (;;)
        sleep_mode();
}

unsigned char *port_stack_floor(void)
{
    return &__heap_start;
}

/* An interrupt that nobody asked for is a failure. */
ISR(BADISR_vect)
{
    port_write("fault\n");
    port_exit(3);
}
