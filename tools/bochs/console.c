/* SPDX-License-Identifier: 0BSD */
/*
 * tools/bochs/console.c: what leaves the machine, through two parallel ports
 */
#include "kernel.h"

#define PRINTER 0x378 /* the program's output */
#define REPORT 0x278  /* the kernel's lines; the last one is "exit N" */
#define BOCHS_SHUTDOWN 0x8900

void console_open(void)
{
    out8(PRINTER + 2, 0x0C);
    out8(REPORT + 2, 0x0C);
}

/* Data, then a strobe. */
static void put(unsigned port, unsigned byte)
{
    out8(port, byte);
    out8(port + 2, 0x0D);
    out8(port + 2, 0x0C);
}

void print_byte(unsigned byte)
{
    put(PRINTER, byte);
}

void report(const char *text)
{
    while (*text != 0)
        put(REPORT, (unsigned char)*text++);
}

void report_number(uint64_t value, unsigned base)
{
    char text[65];
    int i = 64;

    text[i] = 0;
    do {
        text[--i] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    report(text + i);
}

/* Ends the emulation; run.sh reads the last line of the report for the exit status. */
void quit(unsigned status)
{
    const char *word = "Shutdown";

    report("exit ");
    report_number(status & 255, 10);
    report("\n");
    while (*word != 0)
        out8(BOCHS_SHUTDOWN, (unsigned char)*word++);
    for (;;)
        __asm__ volatile("hlt");
}

void die(const char *text)
{
    report(text);
    report("\n");
    quit(125);
}
