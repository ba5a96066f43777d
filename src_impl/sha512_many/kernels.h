/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/cpu.h"
#include "sha512_many/contract.h"
/*
 * sha512_many/kernels.h: the table for many SHA-512 messages, best first
 *
 * The last columns: lanes; from how many messages on they pay; 1 if there is a second kernel
 * for twice the lanes. The last row has no kernel: it hashes one message after the other on
 * SHA-512's own row. Eight lanes are ahead of the SHA-512 instructions, four are not.
 */
/* clang-format off */
#define FILESEC__SHA512_MANY_KERNELS(ROW)                                                     \
    ROW(sha512_many, x86_avx512, X86_AVX512,                                                  \
        FILESEC__NEEDS_X86_AVX512 | FILESEC__CPU_PREFERS_512, 8, 3, 1)                        \
    ROW(sha512_many, x86_avx2, X86_AVX2,                                                      \
        FILESEC__NEEDS_X86_AVX2 | FILESEC__CPU_PREFERS_LANES, 4, 3, 0)
/* clang-format on */

#define FILESEC__SHA512_MANY_DECLARE(function)                                                 \
    static void function(uint64_t *h, const unsigned char *const *data, size_t nblocks);
#define FILESEC__SHA512_MANY_DECLARE_0(function)
#define FILESEC__SHA512_MANY_DECLARE_1(function) FILESEC__SHA512_MANY_DECLARE(function)
#define FILESEC__SHA512_MANY_TWICE_0(function) NULL
#define FILESEC__SHA512_MANY_TWICE_1(function) function

#define FILESEC__SHA512_MANY_PROTOTYPE(op, name, gate, needs, lanes, least, twice)             \
    FILESEC__WHEN(gate)                                                                        \
    (FILESEC__SHA512_MANY_DECLARE(filesec__##op##_##name)                                      \
         FILESEC__SHA512_MANY_DECLARE_##twice(filesec__##op##_##name##_twice))
#define FILESEC__SHA512_MANY_ENTRY(op, name, gate, needs, lanes, least, twice)                 \
    FILESEC__WHEN(gate)                                                                        \
    ({{#name, needs},                                                                          \
      filesec__##op##_##name,                                                                  \
      FILESEC__SHA512_MANY_TWICE_##twice(filesec__##op##_##name##_twice),                      \
      lanes,                                                                                   \
      least}, )

FILESEC__SHA512_MANY_KERNELS(FILESEC__SHA512_MANY_PROTOTYPE)
static const filesec__sha512_many_row filesec__sha512_many_rows[] = {
    FILESEC__SHA512_MANY_KERNELS(FILESEC__SHA512_MANY_ENTRY){
        {"portable", 0}, NULL, NULL, 1, 1}};
