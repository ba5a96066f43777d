/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/cpu.h"
#include "sha512/contract.h"
/*
 * sha512/kernels.h: the table of SHA-512, best first; the last row must run everywhere
 */
/* clang-format off */
#define FILESEC__SHA512_KERNELS(ROW)                               \
    ROW(sha512, x86_sha512, X86_SHA512, FILESEC__NEEDS_X86_SHA512) \
    ROW(sha512, x86_avx512, X86_AVX512, FILESEC__NEEDS_X86_AVX512) \
    ROW(sha512, x86_avx2,   X86_AVX2,   FILESEC__NEEDS_X86_AVX2)   \
    ROW(sha512, x86_sse2,   X86_SSE2,   FILESEC__NEEDS_X86_SSE2)   \
    ROW(sha512, arm_sha512, ARM_SHA512, FILESEC__NEEDS_ARM_SHA512) \
    ROW(sha512, portable,   ALWAYS,     0)
/* clang-format on */

#define FILESEC__SHA512_PROTOTYPE(op, name, gate, needs)                                       \
    FILESEC__WHEN(gate)                                                                        \
    (static void filesec__##op##_##name(uint64_t h[8], const unsigned char *data,              \
                                        size_t nblocks);)
#define FILESEC__SHA512_ENTRY(op, name, gate, needs)                                           \
    FILESEC__WHEN(gate)({{#name, needs}, filesec__##op##_##name}, )

FILESEC__SHA512_KERNELS(FILESEC__SHA512_PROTOTYPE)
static const filesec__sha512_row filesec__sha512_rows[] = {
    FILESEC__SHA512_KERNELS(FILESEC__SHA512_ENTRY)};
