/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/kernels.h"
#include "core/cpu.h"
#include "poly1305/kernels.h"
/*
 * chacha20poly1305/kernels.h: the table of ChaCha20-Poly1305, one row for each pair
 *
 * The last two columns name the kernel of each half. Best first; the last row must run
 * everywhere.
 */
typedef struct filesec__chacha20poly1305_row {
    filesec__row row;
    filesec__chacha20_kernel *chacha20;
    filesec__poly1305_init *poly1305_init;
    filesec__poly1305_blocks *poly1305_blocks;
    filesec__poly1305_finish *poly1305_finish;
} filesec__chacha20poly1305_row;

/* clang-format off */
#define FILESEC__CHACHA20POLY1305_PAIRS(ROW)                                                                     \
    ROW(chacha20poly1305, x86_avx2,   X86_AVX2,   FILESEC__NEEDS_X86_AVX2,  x86_avx2,  x86_avx2)                 \
    ROW(chacha20poly1305, x86_ssse3,  X86_SSSE3,  FILESEC__NEEDS_X86_SSSE3, x86_ssse3, FILESEC__POLY1305_SCALAR) \
    ROW(chacha20poly1305, arm_neon,   ARM_NEON,   FILESEC__NEEDS_ARM_NEON,  arm_neon,  arm_neon)                 \
    ROW(chacha20poly1305, portable64, PORTABLE64, 0,                        portable,  portable64)               \
    ROW(chacha20poly1305, portable,   ALWAYS,     0,                        portable,  portable)
/* clang-format on */

/* Poly1305 beside a ChaCha20 kernel that brings none of its own. */
#if FILESEC__HAS_PORTABLE64
#define FILESEC__POLY1305_SCALAR portable64
#else
#define FILESEC__POLY1305_SCALAR portable
#endif

#define FILESEC__CHACHA20POLY1305_ENTRY(op, name, gate, needs, chacha20, poly1305)             \
    FILESEC__WHEN(gate)                                                                        \
    ({{#name, needs},                                                                          \
      FILESEC__PASTE(filesec__chacha20_, chacha20),                                            \
      FILESEC__PASTE(filesec__poly1305_init_, poly1305),                                       \
      FILESEC__PASTE(filesec__poly1305_blocks_, poly1305),                                     \
      FILESEC__PASTE(filesec__poly1305_finish_, poly1305)}, )

static const filesec__chacha20poly1305_row filesec__chacha20poly1305_rows[] = {
    FILESEC__CHACHA20POLY1305_PAIRS(FILESEC__CHACHA20POLY1305_ENTRY)};
