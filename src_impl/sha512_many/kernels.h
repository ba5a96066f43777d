/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/cpu.h"
#include "sha512_many/contract.h"
/*
 * sha512_many/kernels.h: the table for many SHA-512 messages, best first
 *
 * The last row has no kernel: it hashes one message after the other on SHA-512's own row.
 */
/* clang-format off */
#define FILESEC__SHA512_MANY_KERNELS(ROW)                                                     \
    ROW(sha512_many, x86_avx2, X86_AVX2, FILESEC__NEEDS_X86_AVX2 | FILESEC__CPU_PREFERS_LANES, 4)
/* clang-format on */

#define FILESEC__SHA512_MANY_PROTOTYPE(op, name, gate, needs, lanes)                           \
    FILESEC__WHEN(gate)                                                                        \
    (static void filesec__##op##_##name(uint64_t *h, const unsigned char *const *data,         \
                                        size_t nblocks);)
#define FILESEC__SHA512_MANY_ENTRY(op, name, gate, needs, lanes)                               \
    FILESEC__WHEN(gate)({{#name, needs}, filesec__##op##_##name, lanes}, )

FILESEC__SHA512_MANY_KERNELS(FILESEC__SHA512_MANY_PROTOTYPE)
static const filesec__sha512_many_row filesec__sha512_many_rows[] = {
    FILESEC__SHA512_MANY_KERNELS(FILESEC__SHA512_MANY_ENTRY){{"portable", 0}, NULL, 1}};
