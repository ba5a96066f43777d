/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "murmur3/contract.h"
#include "murmur3/formula.h"
#include "murmur3/reordered.h"
/*
 * murmur3/portable_reordered.h: MurmurHash3 in plain C, x64_128 reordered
 *
 * Needs     nothing; the barriers, which keep the order written there, want gcc or clang.
 * Contract  as in murmur3/contract.h, with nothing added.
 * Bounds    reads exactly 4 * nblocks bytes for x86_32 and 16 * nblocks for the others.
 */
static void filesec__murmur3_x86_32_portable_reordered(uint32_t *h, const unsigned char *data,
                                                       size_t nblocks)
{
    filesec__murmur3_x86_32_few(h, data, nblocks);
}

static void filesec__murmur3_x86_128_portable_reordered(uint32_t *h, const unsigned char *data,
                                                        size_t nblocks)
{
    filesec__murmur3_x86_128_few(h, data, nblocks);
}

static void filesec__murmur3_x64_128_portable_reordered(uint64_t *h, const unsigned char *data,
                                                        size_t nblocks)
{
    filesec__murmur3_x64_128_any(h, data, nblocks);
}
