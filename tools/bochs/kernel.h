/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_BOCHS_KERNEL_H
#define FILESEC_BOCHS_KERNEL_H
/*
 * tools/bochs/kernel.h: a tiny kernel that runs one static x86-64 Linux program under Bochs
 *
 * It is there to test code for instruction sets that the machine lacks, such as AVX-512. run.sh
 * builds it, with boot.S, into a ROM in the BIOS's place, and makes the disk: a sector with a
 * line of numbers, the strings of arguments and environment, then the ELF file, each from a
 * sector boundary on.
 *
 * The program runs in ring 3, in memory that is mapped where it lies (virtual = physical), in
 * pages of 4 KiB, so mprotect() and guard pages work. What it writes to descriptors 1 and 2
 * goes to the first parallel port; the kernel's own lines, and the exit status, go to the
 * second. There are no files, threads, processes or interrupts. Signals are delivered for the
 * program's own faults and for raise(); other system calls fail with ENOSYS.
 *
 * Memory: below 1 MiB the first page tables, which are given up; at 1 MiB the kernel; at 2 MiB
 * the page tables; from 4 MiB on the program, then its heap (brk), its maps (mmap), its stack,
 * and at the end the ELF file as read.
 */
#include <stddef.h>
#include <stdint.h>

#define PAGE 4096UL
#define PAGE_UP(x) (((x) + PAGE - 1) & ~(PAGE - 1))
#define PAGE_DOWN(x) ((x) & ~(PAGE - 1))
#define USER_START 0x400000UL
#define MEMORY_MAX 0x40000000UL
#define STACK_SIZE 0x800000UL

/* Page table bits. PAGE_TAKEN is the kernel's own: the page belongs to the program. */
#define PAGE_PRESENT 1UL
#define PAGE_WRITE 2UL
#define PAGE_USER 4UL
#define PAGE_TAKEN 0x200UL
#define PAGE_NX (1UL << 63)

/* What boot.S and start.c agree upon. */
#define SELECTOR_CODE 0x08
#define SELECTOR_DATA 0x10
#define SELECTOR_USER_DATA 0x23
#define SELECTOR_USER_CODE 0x2B
#define SELECTOR_TSS 0x30

/* PROT_ of mmap(). */
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4

#define ENOENT 2
#define EBADF 9
#define ENOMEM 12
#define EFAULT 14
#define EINVAL 22
#define ENOTTY 25
#define ENOSYS 38

/* The registers as boot.S pushes them on entry. */
struct frame {
    uint64_t r15, r14, r13, r12, r11, r10, r9, r8, rbp, rdi, rsi, rdx, rcx, rbx, rax;
    uint64_t vector, error, rip, cs, rflags, rsp, ss;
};
#define VECTOR_SYSCALL 0x100

/* Where the program's parts are; set once by the start. */
struct layout {
    uint64_t memory_size;
    uint64_t brk_start, brk_now, brk_end;
    uint64_t map_start, map_next, map_end;
    uint64_t stack_top;
};
extern struct layout layout;

/* machine.c: instructions that C has no name for, and the disk */
void *memcpy(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
void out8(unsigned port, unsigned value);
unsigned in8(unsigned port);
uint64_t read_tsc(void);
uint64_t read_cr2(void);
uint64_t read_msr(uint32_t msr);
void write_msr(uint32_t msr, uint64_t value);
void disk_read(void *to, uint32_t sector, uint64_t count);

/* console.c: what leaves the machine */
void console_open(void);
void print_byte(unsigned byte); /* the program's output */
void report(const char *text);  /* the kernel's */
void report_number(uint64_t value, unsigned base);
void quit(unsigned status) __attribute__((noreturn));
void die(const char *text) __attribute__((noreturn));

/* pages.c: who may touch which page */
void pages_open(void); /* by layout.memory_size and layout.stack_top */
uint64_t page_bits(uint64_t protection);
int page_taken(uint64_t address);
void take_pages(uint64_t start, uint64_t end, uint64_t bits);
void protect_pages(uint64_t start, uint64_t end, uint64_t bits);
int user_memory(uint64_t start, uint64_t size);

/* memory.c: the system calls that hand out memory */
int64_t map_memory(uint64_t address, uint64_t size, uint64_t protection, uint64_t flags);
int64_t remap_memory(uint64_t old, uint64_t old_size, uint64_t size, uint64_t flags);
int64_t protect_memory(uint64_t start, uint64_t size, uint64_t protection);
int64_t unmap_memory(uint64_t start, uint64_t size);
int64_t set_brk(uint64_t end);

/* signals.c */
void send_signal(struct frame *f, unsigned number, unsigned code, uint64_t address);
void return_from_signal(struct frame *f);
int64_t set_action(uint64_t number, uint64_t to, uint64_t was);
int64_t set_alternate(uint64_t to, uint64_t was);

/* files.c */
int64_t write_bytes(uint64_t descriptor, uint64_t from, uint64_t size);
int64_t write_vector(uint64_t descriptor, uint64_t vector, uint64_t count);
int64_t get_status(uint64_t descriptor, uint64_t to);
int64_t get_status_named(uint64_t descriptor, uint64_t name, uint64_t to);

/* syscalls.c */
void clock_open(uint64_t rate, uint64_t seed);
uint64_t random_bits(void);
int64_t system_call(struct frame *f);

/* program.c: from the disk into memory */
struct frame *load_program(void);

/* start.c, called from boot.S */
struct frame *kernel_main(void);
void kernel_entered(struct frame *f);

#endif
