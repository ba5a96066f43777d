/* SPDX-License-Identifier: 0BSD */
/*
 * tools/bochs/start.c: the processor's tables, and what boot.S calls
 */
#include "kernel.h"

#define MSR_STAR 0xC0000081
#define MSR_LSTAR 0xC0000082
#define MSR_FMASK 0xC0000084
#define EXCEPTIONS 32
#define BREAKPOINT 3
#define GENERAL_PROTECTION 13
#define PAGE_FAULT 14

extern char kernel_stack_top[], exception_stubs[], syscall_entry[];

struct table_pointer {
    uint16_t limit;
    uint64_t base;
} __attribute__((packed));

static uint64_t idt[2 * EXCEPTIONS] __attribute__((aligned(16)));
static uint32_t tss[26] __attribute__((aligned(16)));
static uint64_t gdt[8] __attribute__((aligned(16)));

static void set_segments(void)
{
    struct table_pointer pointer = {sizeof gdt - 1, (uint64_t)gdt};
    uint64_t base = (uint64_t)tss;

    gdt[SELECTOR_CODE / 8] = 0x00AF9A000000FFFFUL;
    gdt[SELECTOR_DATA / 8] = 0x00CF92000000FFFFUL;
    gdt[SELECTOR_USER_DATA / 8] = 0x00CFF2000000FFFFUL;
    gdt[SELECTOR_USER_CODE / 8] = 0x00AFFA000000FFFFUL;
    gdt[SELECTOR_TSS / 8] = 0x0000890000000000UL | (base & 0xFFFFFF) << 16 | (sizeof tss - 1);
    tss[1] = (uint32_t)(uint64_t)kernel_stack_top;
    tss[25] = sizeof tss << 16; /* no map of ports */
    __asm__ volatile("lgdt %0" : : "m"(pointer));
    __asm__ volatile("ltr %w0" : : "r"(SELECTOR_TSS));
}

static void set_exceptions(void)
{
    struct table_pointer pointer = {sizeof idt - 1, (uint64_t)idt};
    uint64_t i;

    for (i = 0; i < EXCEPTIONS; i++) {
        uint64_t at = (uint64_t)exception_stubs + i * 16;
        uint64_t gate = i == BREAKPOINT ? 0xEE : 0x8E; /* the program may call INT3 */

        idt[2 * i] = (at & 0xFFFF) | (uint64_t)SELECTOR_CODE << 16 | gate << 40 |
                     (at >> 16 & 0xFFFF) << 48;
    }
    __asm__ volatile("lidt %0" : : "m"(pointer));
    write_msr(MSR_STAR, (uint64_t)SELECTOR_CODE << 32);
    write_msr(MSR_LSTAR, (uint64_t)syscall_entry);
    write_msr(MSR_FMASK, 0x47700); /* cleared on entry: AC, NT, OF, DF, IF, TF */
}

struct frame *kernel_main(void)
{
    struct frame *f;

    console_open();
    set_segments();
    set_exceptions();
    f = load_program();
    return f;
}

static void kernel_fault(const struct frame *f, uint64_t address)
{
    report("exception ");
    report_number(f->vector, 10);
    report(" in the kernel at 0x");
    report_number(f->rip, 16);
    report(", address 0x");
    report_number(address, 16);
    report("\n");
    quit(125);
}

/* A system call or an exception. */
void kernel_entered(struct frame *f)
{
    /* Signals of the exceptions: SIGILL 4, SIGTRAP 5, SIGBUS 7, SIGFPE 8, SIGSEGV 11. */
    static const unsigned char signals[EXCEPTIONS] = {
        8, 5, 11, 5, 11, 11, 4,  11, 11, 11, 11, 7,  7,  11, 11, 11,
        8, 7, 11, 8, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11};
    uint64_t address = f->rip;

    if (f->vector == VECTOR_SYSCALL) {
        if (f->rax == 15) /* rt_sigreturn */
            return_from_signal(f);
        else
            f->rax = (uint64_t)system_call(f);
        return;
    }
    if (f->vector == PAGE_FAULT)
        address = read_cr2();
    else if (f->vector == GENERAL_PROTECTION)
        address = 0;
    if ((f->cs & 3) == 0)
        kernel_fault(f, address);
    send_signal(f, signals[f->vector % EXCEPTIONS], (f->error & 1) != 0 ? 2 : 1, address);
}
