/* SPDX-License-Identifier: 0BSD */
/*
 * tools/bochs/machine.c: instructions that C has no name for, and the disk
 */
#include "kernel.h"

void *memcpy(void *to, const void *from, size_t n)
{
    void *d = to;

    __asm__ volatile("rep movsb" : "+D"(d), "+S"(from), "+c"(n) : : "memory");
    return to;
}

void *memset(void *to, int byte, size_t n)
{
    void *d = to;
    size_t words = n / 8;

    /* The emulator takes as long for a byte as for a word. */
    __asm__ volatile("rep stosq"
                     : "+D"(d), "+c"(words)
                     : "a"((byte & 0xff) * 0x0101010101010101UL)
                     : "memory");
    n %= 8;
    __asm__ volatile("rep stosb" : "+D"(d), "+c"(n) : "a"(byte) : "memory");
    return to;
}

void out8(unsigned port, unsigned value)
{
    __asm__ volatile("outb %b0, %w1" : : "a"(value), "Nd"(port));
}

unsigned in8(unsigned port)
{
    unsigned char value;

    __asm__ volatile("inb %w1, %0" : "=a"(value) : "Nd"(port));
    return value;
}

uint64_t read_tsc(void)
{
    uint32_t low, high;

    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

uint64_t read_cr2(void)
{
    uint64_t value;

    __asm__ volatile("movq %%cr2, %0" : "=r"(value));
    return value;
}

uint64_t read_msr(uint32_t msr)
{
    uint32_t low, high;

    __asm__ volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(msr));
    return (uint64_t)high << 32 | low;
}

void write_msr(uint32_t msr, uint64_t value)
{
    __asm__ volatile("wrmsr" : : "c"(msr), "a"((uint32_t)value), "d"((uint32_t)(value >> 32)));
}

#define ATA_DATA 0x1F0
#define ATA_COUNT 0x1F2
#define ATA_LBA_LOW 0x1F3
#define ATA_LBA_MIDDLE 0x1F4
#define ATA_LBA_HIGH 0x1F5
#define ATA_DRIVE 0x1F6
#define ATA_COMMAND 0x1F7 /* and status: 0x80 busy, 0x08 data is there, 0x01 error */

/* Sectors of the first disk, 255 at most for each command; the processor fetches the words. */
void disk_read(void *to, uint32_t sector, uint64_t count)
{
    while (count != 0) {
        uint32_t n = count < 255 ? (uint32_t)count : 255, i;

        out8(ATA_DRIVE, 0xE0 | (sector >> 24 & 15));
        out8(ATA_COUNT, n);
        out8(ATA_LBA_LOW, sector & 255);
        out8(ATA_LBA_MIDDLE, sector >> 8 & 255);
        out8(ATA_LBA_HIGH, sector >> 16 & 255);
        out8(ATA_COMMAND, 0x20);
        for (i = 0; i < n; i++) {
            uint64_t words = 256;
            unsigned status;

            do
                status = in8(ATA_COMMAND);
            while ((status & 0x80) != 0 || (status & 0x09) == 0);
            if ((status & 0x01) != 0)
                die("disk error");
            __asm__ volatile("rep insw" : "+D"(to), "+c"(words) : "d"(ATA_DATA) : "memory");
        }
        sector += n;
        count -= n;
    }
}
