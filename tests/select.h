/* SPDX-License-Identifier: 0BSD */
/*
 * tests/select.h: what the two files of the suite "select" share
 */
#ifndef SELECT_H
#define SELECT_H
#include "paths.h"
#include "support.h"

#define PREFERS " prefers_512 prefers_lanes"
#define WESTMERE "ssse3 sse41 aes pclmul"
#define HASWELL "ssse3 sse41 aes pclmul avx avx2 bmi1 bmi2"
#define ZEN_3 HASWELL " vaes vpclmul"
#define SKYLAKE_X HASWELL " avx512f avx512vl avx512bw avx512dq"
#define ICELAKE ZEN_3 " avx512f avx512vl avx512bw avx512dq avx512ifma"

/* Bits out of a list of names like "ssse3 aes". */
uint32_t select_bits(const char *names);

/* With these bits, the table of p takes the row called name, or the build has no such row. */
void select_row(const char *cpu, filesec_primitive p, const char *name, uint32_t bits);

/* tests/select_x86.c: from readings of CPUID and XGETBV to bits. */
void select_x86(void);

/* tests/select_probe.c: what is asked of the CPU here. */
void select_probe(void);
#endif
