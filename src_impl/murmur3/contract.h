/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "core/rows.h"
/*
 * murmur3/contract.h: what every MurmurHash3 kernel obeys
 *
 * A kernel is three functions, filesec__murmur3_<variant>_<name>(h, data, nblocks): h is one
 * number for x86_32, four for x86_128, two for x64_128.
 *
 * h goes through the body of the variant for nblocks blocks of 4, 16 and 16 bytes. nblocks may
 * be 0. data has any alignment; words are little-endian on every machine. Tail and finalisation
 * are the operation's.
 */
typedef void filesec__murmur3_kernel32(uint32_t *h, const unsigned char *data, size_t nblocks);
typedef void filesec__murmur3_kernel64(uint64_t *h, const unsigned char *data, size_t nblocks);

typedef struct filesec__murmur3_row {
    filesec__row row;
    filesec__murmur3_kernel32 *x86_32;
    filesec__murmur3_kernel32 *x86_128;
    filesec__murmur3_kernel64 *x64_128;
} filesec__murmur3_row;

/* The multipliers of the three variants, from Appleby's MurmurHash3.cpp (public domain). */
#define FILESEC__MURMUR3_X86_32_C1 UINT32_C(0xcc9e2d51)
#define FILESEC__MURMUR3_X86_32_C2 UINT32_C(0x1b873593)
#define FILESEC__MURMUR3_X86_128_C1 UINT32_C(0x239b961b)
#define FILESEC__MURMUR3_X86_128_C2 UINT32_C(0xab0e9789)
#define FILESEC__MURMUR3_X86_128_C3 UINT32_C(0x38b34ae5)
#define FILESEC__MURMUR3_X86_128_C4 UINT32_C(0xa1e38b93)
#define FILESEC__MURMUR3_X64_128_C1 UINT64_C(0x87c37b91114253d5)
#define FILESEC__MURMUR3_X64_128_C2 UINT64_C(0x4cf5ad432745937f)
