/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/cpu.h"
#include "murmur3_many/contract.h"
/*
 * murmur3_many/kernels.h: the table for many MurmurHash3_x64_128 messages, best first
 *
 * A row's numbers: lanes, whether half of them can be had, how many live ones are finished one
 * by one, the bytes from which on a message gets a lane. The last row has no kernel: it hashes
 * one message after the other.
 */
/* clang-format off */
#define FILESEC__MURMUR3_MANY_KERNELS(ROW)                                                     \
    ROW(murmur3_many, x86_avx512, X86_AVX512,                                                  \
        FILESEC__NEEDS_X86_AVX512 | FILESEC__CPU_PREFERS_512, 16, 1, 2, 256)                   \
    ROW(murmur3_many, x86_avx2, X86_AVX2, FILESEC__NEEDS_X86_AVX2, 4, 0, 2, 384)               \
    ROW(murmur3_many, portable_pairs, PORTABLE_REORDERED, 0, 2, 0, 1, 384)
/* clang-format on */

#define FILESEC__MURMUR3_MANY_PROTOTYPE(op, name, gate, needs, lanes, half, alone, shortest)   \
    FILESEC__WHEN(gate)                                                                        \
    (static void filesec__##op##_##name(uint64_t *h, const unsigned char *const *data,         \
                                        size_t nblocks, size_t n);)
#define FILESEC__MURMUR3_MANY_ENTRY(op, name, gate, needs, lanes, half, alone, shortest)       \
    FILESEC__WHEN(gate)                                                                        \
    ({{#name, needs}, filesec__##op##_##name, lanes, half, alone, shortest}, )

FILESEC__MURMUR3_MANY_KERNELS(FILESEC__MURMUR3_MANY_PROTOTYPE)
static const filesec__murmur3_many_row filesec__murmur3_many_rows[] = {
    FILESEC__MURMUR3_MANY_KERNELS(FILESEC__MURMUR3_MANY_ENTRY){
        {"portable", 0}, NULL, 1, 0, 0, 0}};
