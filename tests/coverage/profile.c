/* SPDX-License-Identifier: 0BSD */
/*
 * tests/coverage/profile.c: at the end of a program built with clang's -fprofile-instr-generate
 * and -fcoverage-mapping, print what it counted
 *
 * It takes the place of clang's own library, which is there for few machines and writes a file.
 * This one asks for nothing but ELF and printf, so it also serves programs under emulators that
 * have no files. Lines of octal escapes for printf's %b, each with the word "profile" in front,
 * say the bytes of a .profraw file, version 10 of the format: clang 19's.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Clang's sections: a record of 64 bytes for each function, counters, compressed names. The
   linker makes up the symbols. */
extern const unsigned char data_begin[] __asm__("__start___llvm_prf_data");
extern const unsigned char data_end[] __asm__("__stop___llvm_prf_data");
extern const unsigned char counters_begin[] __asm__("__start___llvm_prf_cnts");
extern const unsigned char counters_end[] __asm__("__stop___llvm_prf_cnts");
extern const unsigned char names_begin[] __asm__("__start___llvm_prf_names");
extern const unsigned char names_end[] __asm__("__stop___llvm_prf_names");

#define VERSION 10
#define RECORD 64
#define LINE 32

static size_t written;

static void write_bytes(const unsigned char *p, size_t n)
{
    for (; n != 0; n--, p++, written++)
        printf("%s\\0%03o", written % LINE == 0 ? "\nprofile " : "", *p);
}

/* Read from memory, where the linker has put it: the s390x instruction that would make such an
   address has no odd ones, and sections of bytes may end there. */
static const unsigned char *const volatile bounds[][2] = {
    {data_begin, data_end}, {counters_begin, counters_end}, {names_begin, names_end}};

static size_t length(unsigned section)
{
    return (size_t)((uintptr_t)bounds[section][1] - (uintptr_t)bounds[section][0]);
}

static void write_profile(void)
{
    static const unsigned char zeros[8];
    size_t data = length(0), counters = length(1), names = length(2);
    /* How far one section is from another: the reader finds a function's counters by it. */
    uint64_t counters_delta = (uintptr_t)counters_begin - (uintptr_t)data_begin;
    uint64_t header[16] = {UINT64_C(0xff6c70726f667281), /* "\377lprofr\201" */
                           VERSION,
                           0, /* bytes of build identifiers */
                           data / RECORD,
                           0, /* padding before the counters */
                           counters / 8,
                           0, /* padding after the counters */
                           0, /* bytes of bitmaps, which only condition coverage has */
                           0,
                           names,
                           counters_delta,
                           0,
                           (uintptr_t)names_begin,
                           0, /* tables of virtual functions */
                           0,
                           2}; /* the last kind of values: there are none of any kind */

    write_bytes((const unsigned char *)header, sizeof header);
    write_bytes(data_begin, data);
    write_bytes(counters_begin, counters);
    write_bytes(names_begin, names);
    write_bytes(zeros, (8 - written % 8) % 8);
    printf("\n");
}

__attribute__((constructor)) static void profile_at_exit(void)
{
    atexit(write_profile);
}
