/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/kernels.h"
#include "core/cpu.h"
#include "poly1305/kernels.h"
/*
 * chacha20poly1305/kernels.h: the table of ChaCha20-Poly1305, one row for each pair
 *
 * The last four columns name the kernel of each half, and where there are such, a function that
 * does both at once and a pair of functions for any number of bytes. Best first; the last row
 * must run everywhere.
 *
 * beside(state, mac, out, in, nblocks, data, nmac) ciphers nblocks <= 8 blocks, as the row's
 * ChaCha20 kernel would, and beside that adds 64 * nmac <= 640 bytes at data to mac, as its
 * Poly1305 kernel would. data is read before anything is written.
 *
 * keyed(state, key, out, in, len) writes the first 32 bytes of the next block of keystream to
 * key and ciphers len <= 2048 bytes with the blocks behind it; bytes(state, out, in, len)
 * ciphers any number of bytes. Of the last block they may use a part. state[12] grows by the
 * blocks used. key, as said of out in chacha20/contract.h, does not overlap the rest.
 */
typedef void filesec__chacha20poly1305_beside(uint32_t state[16], filesec__poly1305_state *mac,
                                              unsigned char *out, const unsigned char *in,
                                              size_t nblocks, const unsigned char *data,
                                              size_t nmac);

typedef void filesec__chacha20poly1305_keyed(uint32_t state[16], unsigned char key[32],
                                             unsigned char *out, const unsigned char *in,
                                             size_t len);

typedef struct filesec__chacha20poly1305_row {
    filesec__row row;
    filesec__chacha20_kernel *chacha20;
    filesec__poly1305_init *poly1305_init;
    filesec__poly1305_blocks *poly1305_blocks;
    filesec__poly1305_finish *poly1305_finish;
    filesec__chacha20poly1305_beside *beside; /* or NULL */
#if FILESEC__HAS_X86_AVX512
    filesec__chacha20poly1305_keyed *keyed; /* or NULL, and so bytes */
    filesec__chacha20_kernel *bytes;
#endif
} filesec__chacha20poly1305_row;

/* clang-format off */
#define FILESEC__CHACHA20POLY1305_PAIRS(ROW)                                                                                                            \
    ROW(chacha20poly1305, x86_avx512ifma, X86_AVX512IFMA, FILESEC__CHACHA20POLY1305_IFMA, x86_avx512, x86_avx512ifma,             none,     x86_avx512) \
    ROW(chacha20poly1305, x86_avx512,     X86_AVX512,     FILESEC__CHACHA20POLY1305_512,  x86_avx512, FILESEC__POLY1305_X86_AVX2, none,     x86_avx512) \
    ROW(chacha20poly1305, x86_avx2,       X86_AVX2,       FILESEC__NEEDS_X86_AVX2,        x86_avx2,   x86_avx2,                   x86_avx2, none)       \
    ROW(chacha20poly1305, x86_ssse3,      X86_SSSE3,      FILESEC__NEEDS_X86_SSSE3,       x86_ssse3,  FILESEC__POLY1305_SCALAR,   none,     none)       \
    ROW(chacha20poly1305, arm_neon,       ARM_NEON,       FILESEC__NEEDS_ARM_NEON,        arm_neon,   arm_neon,                   none,     none)       \
    ROW(chacha20poly1305, portable64,     PORTABLE64,     0,                              portable,   portable64,                 none,     none)       \
    ROW(chacha20poly1305, portable,       ALWAYS,         0,                              portable,   portable,                   none,     none)
/* clang-format on */

/* 512-bit registers in every loop: not where that costs clock. */
#define FILESEC__CHACHA20POLY1305_IFMA                                                         \
    (FILESEC__NEEDS_X86_AVX512IFMA | FILESEC__CPU_PREFERS_512)
#define FILESEC__CHACHA20POLY1305_512 (FILESEC__NEEDS_X86_AVX512 | FILESEC__CPU_PREFERS_512)

/* Poly1305 beside a ChaCha20 kernel that brings none of its own. */
#if FILESEC__HAS_PORTABLE64
#define FILESEC__POLY1305_SCALAR portable64
#else
#define FILESEC__POLY1305_SCALAR portable
#endif

#if FILESEC__HAS_X86_AVX2
static filesec__chacha20poly1305_beside filesec__chacha20poly1305_beside_x86_avx2;
#endif
#define filesec__chacha20poly1305_beside_none NULL

/* Columns that only such machines have; the others save the room. */
#if FILESEC__HAS_X86_AVX512
static filesec__chacha20poly1305_keyed filesec__chacha20poly1305_keyed_x86_avx512;
static filesec__chacha20_kernel filesec__chacha20_bytes_x86_avx512;
#define filesec__chacha20poly1305_keyed_none NULL
#define filesec__chacha20_bytes_none NULL
#define FILESEC__CHACHA20POLY1305_OF_BYTES(bytes)                                              \
    , FILESEC__PASTE(filesec__chacha20poly1305_keyed_, bytes),                                 \
        FILESEC__PASTE(filesec__chacha20_bytes_, bytes)
#else
#define FILESEC__CHACHA20POLY1305_OF_BYTES(bytes)
#endif

/* The AVX2 kernel, unless the user dropped that tier alone. */
#if FILESEC__HAS_X86_AVX2
#define FILESEC__POLY1305_X86_AVX2 x86_avx2
#else
#define FILESEC__POLY1305_X86_AVX2 FILESEC__POLY1305_SCALAR
#endif

#define FILESEC__CHACHA20POLY1305_ENTRY(op, name, gate, needs, chacha20, poly1305, beside,     \
                                        bytes)                                                 \
    FILESEC__WHEN(gate)                                                                        \
    ({{#name, needs},                                                                          \
      FILESEC__PASTE(filesec__chacha20_, chacha20),                                            \
      FILESEC__PASTE(filesec__poly1305_init_, poly1305),                                       \
      FILESEC__PASTE(filesec__poly1305_blocks_, poly1305),                                     \
      FILESEC__PASTE(filesec__poly1305_finish_, poly1305),                                     \
      FILESEC__PASTE(filesec__chacha20poly1305_beside_, beside)                                \
          FILESEC__CHACHA20POLY1305_OF_BYTES(bytes)}, )

static const filesec__chacha20poly1305_row filesec__chacha20poly1305_rows[] = {
    FILESEC__CHACHA20POLY1305_PAIRS(FILESEC__CHACHA20POLY1305_ENTRY)};
