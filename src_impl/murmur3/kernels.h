/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/cpu.h"
#include "murmur3/contract.h"
/*
 * murmur3/kernels.h: the table of MurmurHash3, best first; the last row must run everywhere
 */
/* clang-format off */
#define FILESEC__MURMUR3_KERNELS(ROW)                                             \
    ROW(murmur3, x86_avx512,         X86_AVX512,                                  \
        FILESEC__NEEDS_X86_AVX512 | FILESEC__CPU_PREFERS_512)                     \
    ROW(murmur3, x86_avx2,           X86_AVX2,           FILESEC__NEEDS_X86_AVX2) \
    ROW(murmur3, x86_sse2,           X86_SSE2,           FILESEC__NEEDS_X86_SSE2) \
    ROW(murmur3, portable_reordered, PORTABLE_REORDERED, 0)                       \
    ROW(murmur3, portable,           ALWAYS,             0)
/* clang-format on */

#define FILESEC__MURMUR3_PROTOTYPE(op, name, gate, needs)                                      \
    FILESEC__WHEN(gate)                                                                        \
    (static void filesec__##op##_x86_32_##name(uint32_t *h, const unsigned char *data,         \
                                               size_t nblocks);                                \
     static void filesec__##op##_x86_128_##name(uint32_t *h, const unsigned char *data,        \
                                                size_t nblocks);                               \
     static void filesec__##op##_x64_128_##name(uint64_t *h, const unsigned char *data,        \
                                                size_t nblocks);)
#define FILESEC__MURMUR3_ENTRY(op, name, gate, needs)                                          \
    FILESEC__WHEN(gate)                                                                        \
    ({{#name, needs},                                                                          \
      filesec__##op##_x86_32_##name,                                                           \
      filesec__##op##_x86_128_##name,                                                          \
      filesec__##op##_x64_128_##name}, )

FILESEC__MURMUR3_KERNELS(FILESEC__MURMUR3_PROTOTYPE)
static const filesec__murmur3_row filesec__murmur3_rows[] = {
    FILESEC__MURMUR3_KERNELS(FILESEC__MURMUR3_ENTRY)};
