/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_SMALL_PORT_H
#define FILESEC_TESTS_SMALL_PORT_H
/*
 * tests/small/port.h: what a program here needs of its machine
 *
 *   port_arm.c     Cortex-M: vector table, semihosting
 *   port_riscv.c   RV32: first instructions, semihosting
 *   port_avr.c     AVR under simavr: the first serial port
 */
#include <stddef.h>

void port_write(const char *text);
void port_exit(int status);            /* does not return */
unsigned char *port_stack_floor(void); /* the lowest byte that the stack may use */

/* The stack pointer of the function that this is part of. */
static inline unsigned char *port_stack_pointer(void)
{
    unsigned char *sp;

#if defined(__arm__)
    __asm__ volatile("mov %0, sp" : "=r"(sp));
#elif defined(__riscv)
    __asm__ volatile("mv %0, sp" : "=r"(sp));
#elif defined(__AVR__)
    __asm__ volatile("in %A0, __SP_L__\n\tin %B0, __SP_H__" : "=r"(sp));
    sp++; /* it points to the byte that is pushed next */
#else
#error "no port for this machine"
#endif
    return sp;
}

/* AVR has another address space for flash: strings are copied, so many bytes for a vector. */
#if defined(__AVR__)
#include <avr/pgmspace.h>
#define SMALL_FLASH PROGMEM
#define SMALL_FLASH_BYTE(p) pgm_read_byte(p)
#define SMALL_COPIES 1200
#else
#define SMALL_FLASH
#define SMALL_FLASH_BYTE(p) (*(p))
#define SMALL_COPIES 0
#endif

#endif
