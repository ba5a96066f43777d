/* SPDX-License-Identifier: 0BSD */
/*
 * bench/plain_murmur3.c: the three MurmurHash3 formulas, written down plainly
 *
 * What a program gets that takes the formulas as they stand and leaves the rest to the
 * compiler. Compile this file with -O3. The constants are those of Austin Appleby's
 * MurmurHash3.
 */
#include "bench/plain_murmur3.h"

#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LE32(x) __builtin_bswap32(x)
#define LE64(x) __builtin_bswap64(x)
#else
#define LE32(x) (x)
#define LE64(x) (x)
#endif

static inline uint32_t load32(const uint8_t *p)
{
    uint32_t x;

    memcpy(&x, p, 4);
    return LE32(x);
}

static inline uint64_t load64(const uint8_t *p)
{
    uint64_t x;

    memcpy(&x, p, 8);
    return LE64(x);
}

static inline uint32_t rotl32(uint32_t x, int n)
{
    return (x << n) | (x >> (32 - n));
}

static inline uint64_t rotl64(uint64_t x, int n)
{
    return (x << n) | (x >> (64 - n));
}

static inline uint32_t finish32(uint32_t h)
{
    h = (h ^ (h >> 16)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    return h ^ (h >> 16);
}

static inline uint64_t finish64(uint64_t h)
{
    h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdu;
    h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53u;
    return h ^ (h >> 33);
}

uint32_t plain_murmur3_x86_32(const void *data, size_t len, uint32_t seed)
{
    const uint32_t c1 = 0xcc9e2d51u, c2 = 0x1b873593u;
    const uint8_t *p = (const uint8_t *)data;
    const uint8_t *end = p + len / 4 * 4;
    uint32_t h = seed, k = 0;

    for (; p < end; p += 4) {
        h ^= rotl32(load32(p) * c1, 15) * c2;
        h = rotl32(h, 13) * 5 + 0xe6546b64u;
    }
    switch (len % 4) {
    case 3:
        k ^= (uint32_t)p[2] << 16;
        /* fall through */
    case 2:
        k ^= (uint32_t)p[1] << 8;
        /* fall through */
    case 1:
        k ^= p[0];
        h ^= rotl32(k * c1, 15) * c2;
        break;
    default:
        break;
    }
    return finish32(h ^ (uint32_t)len);
}

/* Of n bytes left at p, those of the word that begins at `from`, zeros behind them. */
static inline uint64_t tail_of(const uint8_t *p, size_t n, size_t from, size_t word_len)
{
    size_t end = n < from + word_len ? n : from + word_len;
    uint64_t k = 0;

    while (end > from)
        k = k << 8 | p[--end];
    return k;
}

void plain_murmur3_x86_128(uint8_t hash[16], const void *data, size_t len, uint32_t seed)
{
    const uint32_t c1 = 0x239b961bu, c2 = 0xab0e9789u, c3 = 0x38b34ae5u, c4 = 0xa1e38b93u;
    const uint8_t *p = (const uint8_t *)data;
    const uint8_t *end = p + len / 16 * 16;
    uint32_t h1 = seed, h2 = seed, h3 = seed, h4 = seed, words[4];

    for (; p < end; p += 16) {
        h1 ^= rotl32(load32(p) * c1, 15) * c2;
        h1 = (rotl32(h1, 19) + h2) * 5 + 0x561ccd1bu;
        h2 ^= rotl32(load32(p + 4) * c2, 16) * c3;
        h2 = (rotl32(h2, 17) + h3) * 5 + 0x0bcaa747u;
        h3 ^= rotl32(load32(p + 8) * c3, 17) * c4;
        h3 = (rotl32(h3, 15) + h4) * 5 + 0x96cd1c35u;
        h4 ^= rotl32(load32(p + 12) * c4, 18) * c1;
        h4 = (rotl32(h4, 13) + h1) * 5 + 0x32ac3b17u;
    }
    if (len % 16 != 0) { /* a word of zeros mixes to zero, so all four may be mixed in */
        h4 ^= rotl32((uint32_t)tail_of(p, len % 16, 12, 4) * c4, 18) * c1;
        h3 ^= rotl32((uint32_t)tail_of(p, len % 16, 8, 4) * c3, 17) * c4;
        h2 ^= rotl32((uint32_t)tail_of(p, len % 16, 4, 4) * c2, 16) * c3;
        h1 ^= rotl32((uint32_t)tail_of(p, len % 16, 0, 4) * c1, 15) * c2;
    }
    h1 ^= (uint32_t)len;
    h2 ^= (uint32_t)len;
    h3 ^= (uint32_t)len;
    h4 ^= (uint32_t)len;
    h1 += h2 + h3 + h4;
    h2 += h1;
    h3 += h1;
    h4 += h1;
    h1 = finish32(h1);
    h2 = finish32(h2);
    h3 = finish32(h3);
    h4 = finish32(h4);
    h1 += h2 + h3 + h4;
    words[0] = LE32(h1);
    words[1] = LE32(h2 + h1);
    words[2] = LE32(h3 + h1);
    words[3] = LE32(h4 + h1);
    memcpy(hash, words, 16);
}

void plain_murmur3_x64_128(uint8_t hash[16], const void *data, size_t len, uint32_t seed)
{
    const uint64_t c1 = 0x87c37b91114253d5u, c2 = 0x4cf5ad432745937fu;
    const uint8_t *p = (const uint8_t *)data;
    const uint8_t *end = p + len / 16 * 16;
    uint64_t h1 = seed, h2 = seed, words[2];

    for (; p < end; p += 16) {
        h1 ^= rotl64(load64(p) * c1, 31) * c2;
        h1 = (rotl64(h1, 27) + h2) * 5 + 0x52dce729u;
        h2 ^= rotl64(load64(p + 8) * c2, 33) * c1;
        h2 = (rotl64(h2, 31) + h1) * 5 + 0x38495ab5u;
    }
    if (len % 16 != 0) {
        h2 ^= rotl64(tail_of(p, len % 16, 8, 8) * c2, 33) * c1;
        h1 ^= rotl64(tail_of(p, len % 16, 0, 8) * c1, 31) * c2;
    }
    h1 ^= (uint64_t)len;
    h2 ^= (uint64_t)len;
    h1 += h2;
    h2 += h1;
    h1 = finish64(h1);
    h2 = finish64(h2);
    h1 += h2;
    words[0] = LE64(h1);
    words[1] = LE64(h2 + h1);
    memcpy(hash, words, 16);
}
