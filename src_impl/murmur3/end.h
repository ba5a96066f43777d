/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "murmur3/contract.h"
#include "murmur3/formula.h"
/*
 * murmur3/end.h: what follows the whole blocks of a message: its tail, and the finalisation
 *
 * From the definition in Appleby's MurmurHash3.cpp. There a switch takes the bytes of a tail
 * one by one; here two loads that may overlap take them at once, and read nothing else. A word
 * that is not there mixes to 0, so a tail is mixed without asking how long it is.
 */
/* n bytes, 0 < n < 8, as a little-endian number; where two loads overlap, they agree. */
FILESEC__ALWAYS_INLINE uint64_t filesec__load_short(const unsigned char *p, size_t n)
{
    if (n >= 4)
        return filesec__load32le(p) | (uint64_t)filesec__load32le(p + n - 4) << (8 * (n - 4));
    return (uint64_t)p[0] | (uint64_t)p[n / 2] << (8 * (n / 2)) |
           (uint64_t)p[n - 1] << (8 * (n - 1));
}

/* Bytes 8 to n - 1 of the n at p, 8 <= n < 16. */
FILESEC__ALWAYS_INLINE uint64_t filesec__load_behind8(const unsigned char *p, size_t n)
{
    return filesec__load64le(p + n - 8) >> 8 >> (8 * (15 - n));
}

/* fmix32 and fmix64: every bit of the result depends on every bit of h. */
FILESEC__ALWAYS_INLINE uint32_t filesec__murmur3_fmix32(uint32_t h)
{
    h ^= h >> 16;
    h *= UINT32_C(0x85ebca6b);
    h ^= h >> 13;
    h *= UINT32_C(0xc2b2ae35);
    h ^= h >> 16;
    return h;
}

FILESEC__ALWAYS_INLINE uint64_t filesec__murmur3_fmix64(uint64_t h)
{
    h ^= h >> 33;
    h *= UINT64_C(0xff51afd7ed558ccd);
    h ^= h >> 33;
    h *= UINT64_C(0xc4ceb9fe1a85ec53);
    h ^= h >> 33;
    return h;
}

/* The part of data behind its whole blocks; data may be NULL if there is none. */
FILESEC__ALWAYS_INLINE const unsigned char *filesec__murmur3_tail(const unsigned char *data,
                                                                  size_t whole)
{
    return whole != 0 ? data + whole : data;
}

/* ---- tail (len mod the length of a block) and finalisation; h went through the body ---- */

FILESEC__ALWAYS_INLINE uint32_t filesec__murmur3_x86_32_end(uint32_t h,
                                                            const unsigned char *tail,
                                                            uint64_t len)
{
    size_t n = (size_t)(len % 4);

    if (n != 0)
        h ^= filesec__murmur3_k32((uint32_t)filesec__load_short(tail, n),
                                  FILESEC__MURMUR3_X86_32_C1, 15, FILESEC__MURMUR3_X86_32_C2);
    return filesec__murmur3_fmix32(h ^ (uint32_t)(len & 0xffffffff));
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_128_end(uint8_t hash[16], uint32_t h1,
                                                         uint32_t h2, uint32_t h3, uint32_t h4,
                                                         const unsigned char *tail,
                                                         uint64_t len)
{
    const uint32_t c1 = FILESEC__MURMUR3_X86_128_C1, c2 = FILESEC__MURMUR3_X86_128_C2;
    const uint32_t c3 = FILESEC__MURMUR3_X86_128_C3, c4 = FILESEC__MURMUR3_X86_128_C4;
    uint32_t whole = (uint32_t)(len & 0xffffffff);
    size_t n = (size_t)(len % 16);

    if (n != 0) {
        uint64_t k;

        if (n >= 8) {
            k = filesec__load_behind8(tail, n);
            h3 ^= filesec__murmur3_k32((uint32_t)(k & 0xffffffff), c3, 17, c4);
            h4 ^= filesec__murmur3_k32((uint32_t)(k >> 32), c4, 18, c1);
            k = filesec__load64le(tail);
        } else {
            k = filesec__load_short(tail, n);
        }
        h1 ^= filesec__murmur3_k32((uint32_t)(k & 0xffffffff), c1, 15, c2);
        h2 ^= filesec__murmur3_k32((uint32_t)(k >> 32), c2, 16, c3);
    }
    h2 ^= whole;
    h3 ^= whole;
    h4 ^= whole;
    h1 = (h1 ^ whole) + h2 + h3 + h4;
    h2 = filesec__murmur3_fmix32(h2 + h1);
    h3 = filesec__murmur3_fmix32(h3 + h1);
    h4 = filesec__murmur3_fmix32(h4 + h1);
    h1 = filesec__murmur3_fmix32(h1) + h2 + h3 + h4;
    filesec__store32le(hash, h1);
    filesec__store32le(hash + 4, h2 + h1);
    filesec__store32le(hash + 8, h3 + h1);
    filesec__store32le(hash + 12, h4 + h1);
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x64_128_end(uint8_t hash[16], uint64_t h1,
                                                         uint64_t h2, const unsigned char *tail,
                                                         uint64_t len)
{
    const uint64_t c1 = FILESEC__MURMUR3_X64_128_C1, c2 = FILESEC__MURMUR3_X64_128_C2;
    size_t n = (size_t)(len % 16);

    if (n != 0) {
        uint64_t k;

        if (n >= 8) {
            h2 ^= filesec__murmur3_k64(filesec__load_behind8(tail, n), c2, 33, c1);
            k = filesec__load64le(tail);
        } else {
            k = filesec__load_short(tail, n);
        }
        h1 ^= filesec__murmur3_k64(k, c1, 31, c2);
    }
    h2 ^= len;
    h1 = (h1 ^ len) + h2;
    h2 = filesec__murmur3_fmix64(h2 + h1);
    h1 = filesec__murmur3_fmix64(h1) + h2;
    filesec__store64le(hash, h1);
    filesec__store64le(hash + 8, h2 + h1);
}
