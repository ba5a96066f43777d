/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_EMULATE_SHA512_H
#define FILESEC_TESTS_EMULATE_SHA512_H
/*
 * tests/emulate_sha512.h: the SHA-512 instructions of x86, on CPUs that lack them
 *
 * A CPU answers an instruction it does not know with an exception, which Linux hands on as
 * SIGILL. The handler does what the instruction would have done to the saved registers, and
 * the program goes on behind it.
 */
#include <stdint.h>

/* Install the handler, if this build has paths that need the instructions, the CPU does not
   have them, and the system saves whole ymm registers for a handler; 1 if it is there. */
int emulate_sha512_open(void);

/* The bits of core/cpu.h that the emulator adds to those of the CPU. */
uint32_t emulate_bits(void);

#endif
