/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/murmur3.h"
#include "core/bytes.h"
#include "core/choose.h"
#include "core/secret.h"
#include "murmur3/kernels.h"
/*
 * murmur3/operation.h: tails and finalisation of MurmurHash3, and the one-shot calls
 *
 * From the definition in Appleby's MurmurHash3.cpp. A block that is not there mixes to 0, so
 * tails are mixed without asking how long they are.
 */
static unsigned filesec__murmur3_choice;
static const filesec__table filesec__murmur3_table = {
    &filesec__murmur3_rows[0].row, sizeof filesec__murmur3_rows[0],
    sizeof filesec__murmur3_rows / sizeof filesec__murmur3_rows[0], &filesec__murmur3_choice};

static inline const filesec__murmur3_row *filesec__murmur3_current(void)
{
    const void *row = filesec__current(&filesec__murmur3_table);
    return (const filesec__murmur3_row *)row;
}

/* n bytes, 0 <= n < 8, as a little-endian number, without reading outside them. From four bytes
   on, two loads that may overlap: where they do, they agree. */
static inline uint64_t filesec__load_short(const unsigned char *p, size_t n)
{
    if (n >= 4)
        return filesec__load32le(p) | (uint64_t)filesec__load32le(p + n - 4) << (8 * (n - 4));
    if (n == 0)
        return 0;
    return (uint64_t)p[0] | (uint64_t)p[n / 2] << (8 * (n / 2)) |
           (uint64_t)p[n - 1] << (8 * (n - 1));
}

/* The same for 0 <= n < 16, in two halves. */
static inline void filesec__load_tail(uint64_t k[2], const unsigned char *p, size_t n)
{
    if (n >= 8) {
        k[0] = filesec__load64le(p);
        k[1] = n > 8 ? filesec__load64le(p + n - 8) >> (8 * (16 - n)) : 0;
    } else {
        k[0] = filesec__load_short(p, n);
        k[1] = 0;
    }
}

/* fmix32 and fmix64: every bit of the result depends on every bit of h. */
static inline uint32_t filesec__murmur3_fmix32(uint32_t h)
{
    h ^= h >> 16;
    h *= UINT32_C(0x85ebca6b);
    h ^= h >> 13;
    h *= UINT32_C(0xc2b2ae35);
    h ^= h >> 16;
    return h;
}

static inline uint64_t filesec__murmur3_fmix64(uint64_t h)
{
    h ^= h >> 33;
    h *= UINT64_C(0xff51afd7ed558ccd);
    h ^= h >> 33;
    h *= UINT64_C(0xc4ceb9fe1a85ec53);
    h ^= h >> 33;
    return h;
}

static inline uint32_t filesec__murmur3_k32(uint32_t k, uint32_t c1, unsigned r, uint32_t c2)
{
    return filesec__rotl32(k * c1, r) * c2;
}

/* The tail (len mod 4 bytes) and the end; h has been through the body. */
static inline uint32_t filesec__murmur3_x86_32_end(uint32_t h, const unsigned char *tail,
                                                   uint64_t len)
{
    uint32_t k = (uint32_t)filesec__load_short(tail, (size_t)(len % 4));

    h ^= filesec__murmur3_k32(k, FILESEC__MURMUR3_X86_32_C1, 15, FILESEC__MURMUR3_X86_32_C2);
    return filesec__murmur3_fmix32(h ^ (uint32_t)(len & 0xffffffff));
}

static inline void filesec__murmur3_x86_128_end(uint8_t hash[16], const uint32_t body[4],
                                                const unsigned char *tail, uint64_t len)
{
    const uint32_t c1 = FILESEC__MURMUR3_X86_128_C1, c2 = FILESEC__MURMUR3_X86_128_C2;
    const uint32_t c3 = FILESEC__MURMUR3_X86_128_C3, c4 = FILESEC__MURMUR3_X86_128_C4;
    uint32_t h[4], n = (uint32_t)(len & 0xffffffff);
    uint64_t k[2];
    size_t i;

    filesec__load_tail(k, tail, (size_t)(len % 16));
    h[0] = body[0] ^ filesec__murmur3_k32((uint32_t)(k[0] & 0xffffffff), c1, 15, c2) ^ n;
    h[1] = body[1] ^ filesec__murmur3_k32((uint32_t)(k[0] >> 32), c2, 16, c3) ^ n;
    h[2] = body[2] ^ filesec__murmur3_k32((uint32_t)(k[1] & 0xffffffff), c3, 17, c4) ^ n;
    h[3] = body[3] ^ filesec__murmur3_k32((uint32_t)(k[1] >> 32), c4, 18, c1) ^ n;

    h[0] += h[1] + h[2] + h[3];
    for (i = 1; i < 4; i++)
        h[i] += h[0];
    for (i = 0; i < 4; i++)
        h[i] = filesec__murmur3_fmix32(h[i]);
    h[0] += h[1] + h[2] + h[3];
    for (i = 1; i < 4; i++)
        h[i] += h[0];
    for (i = 0; i < 4; i++)
        filesec__store32le(hash + 4 * i, h[i]);
}

static inline void filesec__murmur3_x64_128_end(uint8_t hash[16], const uint64_t body[2],
                                                const unsigned char *tail, uint64_t len)
{
    uint64_t h1, h2, k[2];

    filesec__load_tail(k, tail, (size_t)(len % 16));
    k[0] =
        filesec__rotl64(k[0] * FILESEC__MURMUR3_X64_128_C1, 31) * FILESEC__MURMUR3_X64_128_C2;
    k[1] =
        filesec__rotl64(k[1] * FILESEC__MURMUR3_X64_128_C2, 33) * FILESEC__MURMUR3_X64_128_C1;
    h1 = body[0] ^ k[0] ^ len;
    h2 = body[1] ^ k[1] ^ len;

    h1 += h2;
    h2 += h1;
    h1 = filesec__murmur3_fmix64(h1);
    h2 = filesec__murmur3_fmix64(h2);
    h1 += h2;
    h2 += h1;
    filesec__store64le(hash, h1);
    filesec__store64le(hash + 8, h2);
}

/* The part of data behind its whole blocks; data may be NULL if there is none. */
static inline const unsigned char *filesec__murmur3_tail(const unsigned char *data,
                                                         size_t whole)
{
    return whole != 0 ? data + whole : data;
}

FILESEC_API uint32_t filesec_murmur3_x86_32(const void *data, size_t len, uint32_t seed)
{
    const unsigned char *p = (const unsigned char *)data;
    uint32_t h = seed;

    FILESEC_ASSERT(data != NULL || len == 0);
    filesec__murmur3_current()->x86_32(&h, p, len / 4);
    return filesec__murmur3_x86_32_end(h, filesec__murmur3_tail(p, len / 4 * 4), len);
}

FILESEC_API void filesec_murmur3_x86_128(uint8_t hash[16], const void *data, size_t len,
                                         uint32_t seed)
{
    const unsigned char *p = (const unsigned char *)data;
    uint32_t h[4];

    FILESEC_ASSERT(data != NULL || len == 0);
    h[0] = h[1] = h[2] = h[3] = seed;
    filesec__murmur3_current()->x86_128(h, p, len / 16);
    filesec__murmur3_x86_128_end(hash, h, filesec__murmur3_tail(p, len / 16 * 16), len);
}

FILESEC_API void filesec_murmur3_x64_128(uint8_t hash[16], const void *data, size_t len,
                                         uint32_t seed)
{
    const unsigned char *p = (const unsigned char *)data;
    uint64_t h[2];

    FILESEC_ASSERT(data != NULL || len == 0);
    h[0] = h[1] = seed;
    filesec__murmur3_current()->x64_128(h, p, len / 16);
    filesec__murmur3_x64_128_end(hash, h, filesec__murmur3_tail(p, len / 16 * 16), len);
}
