/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/contract.h"
#include "core/cpu.h"
/*
 * chacha20/kernels.h: the kernels of ChaCha20, best first; the last row must run everywhere
 *
 * Which of them is used is decided in chacha20poly1305/kernels.h, where each is paired with a
 * kernel of Poly1305. This list is for the tests, which check each kernel by itself.
 */
/* clang-format off */
#define FILESEC__CHACHA20_KERNELS(ROW)                               \
    ROW(chacha20, x86_avx512, X86_AVX512, FILESEC__NEEDS_X86_AVX512) \
    ROW(chacha20, x86_avx2,   X86_AVX2,   FILESEC__NEEDS_X86_AVX2)   \
    ROW(chacha20, x86_ssse3,  X86_SSSE3,  FILESEC__NEEDS_X86_SSSE3)  \
    ROW(chacha20, arm_neon,   ARM_NEON,   FILESEC__NEEDS_ARM_NEON)   \
    ROW(chacha20, portable,   ALWAYS,     0)
/* clang-format on */

#define FILESEC__CHACHA20_PROTOTYPE(op, name, gate, needs)                                     \
    FILESEC__WHEN(gate)                                                                        \
    (static void filesec__##op##_##name(uint32_t state[16], unsigned char *out,                \
                                        const unsigned char *in, size_t nblocks);)

FILESEC__CHACHA20_KERNELS(FILESEC__CHACHA20_PROTOTYPE)
