/* SPDX-License-Identifier: 0BSD */
/*
 * tests/small/port_arm.c: Cortex-M
 */
#include "port_bare.h"

uintptr_t port_semihosting(uintptr_t call, const void *argument)
{
    register uintptr_t r0 __asm__("r0") = call;
    register const void *r1 __asm__("r1") = argument;

    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

void port_reset(void);
void port_reset(void)
{
    port_run();
}

/* The stack pointer, reset, and the other fourteen exceptions of the core. */
typedef struct port_table {
    unsigned char *top;
    void (*handler[15])(void);
} port_table;

#define FAULTS_2 port_fault, port_fault
#define FAULTS_7 FAULTS_2, FAULTS_2, FAULTS_2, port_fault

extern const port_table port_vectors;
const port_table port_vectors __attribute__((section(".vectors"), used)) = {
    small_stack_top, {port_reset, FAULTS_7, FAULTS_7}};
