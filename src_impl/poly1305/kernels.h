/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/cpu.h"
#include "poly1305/contract.h"
/*
 * poly1305/kernels.h: the kernels of Poly1305, best first; the last row must run everywhere
 *
 * As in chacha20/kernels.h, the choice is made for the pair. portable multiplies 32 x 32 -> 64
 * bits, portable64 64 x 64 -> 128 bits.
 */
/* clang-format off */
#define FILESEC__POLY1305_KERNELS(ROW)                                             \
    ROW(poly1305, x86_avx512ifma, X86_AVX512IFMA, FILESEC__NEEDS_X86_AVX512IFMA)   \
    ROW(poly1305, x86_avx2,       X86_AVX2,       FILESEC__NEEDS_X86_AVX2)         \
    ROW(poly1305, arm_neon,       ARM_NEON,       FILESEC__NEEDS_ARM_NEON)         \
    ROW(poly1305, portable64,     PORTABLE64,     0)                               \
    ROW(poly1305, portable,       ALWAYS,         0)
/* clang-format on */

#define FILESEC__POLY1305_PROTOTYPE(op, name, gate, needs)                                     \
    FILESEC__WHEN(gate)                                                                        \
    (static void filesec__##op##_init_##name(filesec__poly1305_state *s,                       \
                                             const unsigned char key[32]);                     \
     static void filesec__##op##_blocks_##name(filesec__poly1305_state *s,                     \
                                               const unsigned char *data, size_t nblocks);     \
     static void filesec__##op##_finish_##name(filesec__poly1305_state *s,                     \
                                               const unsigned char *tail, size_t tail_len,     \
                                               unsigned char tag[16]);)

FILESEC__POLY1305_KERNELS(FILESEC__POLY1305_PROTOTYPE)
