/* SPDX-License-Identifier: 0BSD */
/*
 * tests/small/port_riscv.c: RV32 without a system
 */
#include "port_bare.h"

/* The three instructions that mean semihosting: not compressed, and not on two pages. */
uintptr_t port_semihosting(uintptr_t call, const void *argument)
{
    register uintptr_t a0 __asm__("a0") = call;
    register const void *a1 __asm__("a1") = argument;

    __asm__ volatile(".balign 16\n\t"
                     ".option push\n\t"
                     ".option norvc\n\t"
                     "slli x0, x0, 0x1f\n\t"
                     "ebreak\n\t"
                     "srai x0, x0, 7\n\t"
                     ".option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
    return a0;
}

void port_begin(void);
void port_trap(void);

void port_begin(void)
{
    port_run();
}

void port_trap(void)
{
    port_fault();
}

/* Stack and trap vector, then C. mtvec wants an address that is a multiple of 4. */
__asm__(".section .vectors, \"ax\"\n"
        ".globl port_reset\n"
        "port_reset:\n"
        ".option push\n"
        ".option norelax\n"
        ".option arch, +zicsr\n"
        "la sp, small_stack_top\n"
        "la t0, port_trap_entry\n"
        "csrw mtvec, t0\n"
        ".option pop\n"
        "j port_begin\n"
        ".balign 4\n"
        "port_trap_entry:\n"
        "j port_trap\n"
        ".text\n");
