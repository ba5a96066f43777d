/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "murmur3/contract.h"
/*
 * murmur3/portable.h: the body of the three MurmurHash3 variants, as its author states it
 *
 * Needs     nothing.
 * Contract  as in murmur3/contract.h, with nothing added.
 * Bounds    reads exactly 4 * nblocks bytes for x86_32 and 16 * nblocks for the others.
 * Not done  anything for speed: that is murmur3/portable_reordered.h.
 * From      Appleby's MurmurHash3.cpp (public domain).
 */
static void filesec__murmur3_x86_32_portable(uint32_t *h, const unsigned char *data,
                                             size_t nblocks)
{
    uint32_t h1 = h[0], k1;

    for (; nblocks != 0; nblocks--, data += 4) {
        k1 = filesec__load32le(data) * FILESEC__MURMUR3_X86_32_C1;
        h1 ^= filesec__rotl32(k1, 15) * FILESEC__MURMUR3_X86_32_C2;
        h1 = filesec__rotl32(h1, 13) * 5 + UINT32_C(0xe6546b64);
    }
    h[0] = h1;
}

static void filesec__murmur3_x86_128_portable(uint32_t *h, const unsigned char *data,
                                              size_t nblocks)
{
    uint32_t h1 = h[0], h2 = h[1], h3 = h[2], h4 = h[3], k;

    for (; nblocks != 0; nblocks--, data += 16) {
        k = filesec__load32le(data) * FILESEC__MURMUR3_X86_128_C1;
        h1 ^= filesec__rotl32(k, 15) * FILESEC__MURMUR3_X86_128_C2;
        h1 = (filesec__rotl32(h1, 19) + h2) * 5 + UINT32_C(0x561ccd1b);

        k = filesec__load32le(data + 4) * FILESEC__MURMUR3_X86_128_C2;
        h2 ^= filesec__rotl32(k, 16) * FILESEC__MURMUR3_X86_128_C3;
        h2 = (filesec__rotl32(h2, 17) + h3) * 5 + UINT32_C(0x0bcaa747);

        k = filesec__load32le(data + 8) * FILESEC__MURMUR3_X86_128_C3;
        h3 ^= filesec__rotl32(k, 17) * FILESEC__MURMUR3_X86_128_C4;
        h3 = (filesec__rotl32(h3, 15) + h4) * 5 + UINT32_C(0x96cd1c35);

        k = filesec__load32le(data + 12) * FILESEC__MURMUR3_X86_128_C4;
        h4 ^= filesec__rotl32(k, 18) * FILESEC__MURMUR3_X86_128_C1;
        h4 = (filesec__rotl32(h4, 13) + h1) * 5 + UINT32_C(0x32ac3b17);
    }
    h[0] = h1;
    h[1] = h2;
    h[2] = h3;
    h[3] = h4;
}

static void filesec__murmur3_x64_128_portable(uint64_t *h, const unsigned char *data,
                                              size_t nblocks)
{
    uint64_t h1 = h[0], h2 = h[1], k;

    for (; nblocks != 0; nblocks--, data += 16) {
        k = filesec__load64le(data) * FILESEC__MURMUR3_X64_128_C1;
        h1 ^= filesec__rotl64(k, 31) * FILESEC__MURMUR3_X64_128_C2;
        h1 = (filesec__rotl64(h1, 27) + h2) * 5 + 0x52dce729;

        k = filesec__load64le(data + 8) * FILESEC__MURMUR3_X64_128_C2;
        h2 ^= filesec__rotl64(k, 33) * FILESEC__MURMUR3_X64_128_C1;
        h2 = (filesec__rotl64(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    h[0] = h1;
    h[1] = h2;
}
