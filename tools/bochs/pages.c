/* SPDX-License-Identifier: 0BSD */
/*
 * tools/bochs/pages.c: who may touch which page
 *
 * One flat array holds the entries of all pages; three levels above it never change.
 */
#include "kernel.h"

#define TABLES 0x200000UL
#define DIRTY 0x40UL

struct layout layout;

static uint64_t pml4[512] __attribute__((aligned(4096)));
static uint64_t pdpt[512] __attribute__((aligned(4096)));
static uint64_t directory[512] __attribute__((aligned(4096)));
static uint64_t *const entry = (uint64_t *)TABLES;

/* The kernel's memory is the kernel's; the program's is nobody's yet. */
void pages_open(void)
{
    uint64_t i, count = layout.memory_size / PAGE;

    for (i = 0; i < count; i++)
        entry[i] = i * PAGE | PAGE_PRESENT | PAGE_WRITE;
    for (i = 0; i < 256; i++)
        entry[i] = 0; /* the first MiB has served */
    for (i = USER_START / PAGE; i < layout.stack_top / PAGE; i++)
        entry[i] &= ~PAGE_PRESENT;
    for (i = 0; i < (count + 511) / 512; i++)
        directory[i] = (TABLES + i * PAGE) | PAGE_PRESENT | PAGE_WRITE | PAGE_USER;
    pdpt[0] = (uint64_t)directory | PAGE_PRESENT | PAGE_WRITE | PAGE_USER;
    pml4[0] = (uint64_t)pdpt | PAGE_PRESENT | PAGE_WRITE | PAGE_USER;
    __asm__ volatile("movq %0, %%cr3" : : "r"(pml4) : "memory");
}

/* Page table bits for the PROT_ bits of mmap() and mprotect(). */
uint64_t page_bits(uint64_t protection)
{
    if ((protection & (PROT_READ | PROT_WRITE | PROT_EXEC)) == 0)
        return PAGE_TAKEN;
    return PAGE_TAKEN | PAGE_PRESENT | PAGE_USER |
           ((protection & PROT_WRITE) != 0 ? PAGE_WRITE : 0) |
           ((protection & PROT_EXEC) != 0 ? 0 : PAGE_NX);
}

int page_taken(uint64_t address)
{
    return (entry[address / PAGE] & PAGE_TAKEN) != 0;
}

static void set_page(uint64_t page, uint64_t bits)
{
    entry[page] = page * PAGE | bits | (entry[page] & DIRTY);
    __asm__ volatile("invlpg (%0)" : : "r"(page * PAGE) : "memory");
}

void protect_pages(uint64_t start, uint64_t end, uint64_t bits)
{
    uint64_t page;

    for (page = start / PAGE; page < end / PAGE; page++)
        set_page(page, bits);
}

/* Gives the program pages that read as zero; memory was zero at power on. */
void take_pages(uint64_t start, uint64_t end, uint64_t bits)
{
    uint64_t page;

    for (page = start / PAGE; page < end / PAGE; page++) {
        if ((entry[page] & DIRTY) != 0) {
            set_page(page, PAGE_PRESENT | PAGE_WRITE);
            memset((void *)(page * PAGE), 0, PAGE);
        }
        set_page(page, bits);
    }
}

/* Is all of it the program's, and mapped? */
int user_memory(uint64_t start, uint64_t size)
{
    uint64_t page;

    if (start >= layout.memory_size || size > layout.memory_size - start)
        return 0;
    for (page = start / PAGE; page * PAGE < start + size; page++)
        if ((entry[page] & (PAGE_PRESENT | PAGE_USER)) != (PAGE_PRESENT | PAGE_USER))
            return 0;
    return 1;
}
