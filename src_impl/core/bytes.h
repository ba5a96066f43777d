/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/system.h"
/*
 * core/bytes.h: loads, stores and rotations
 *
 * Any alignment, any byte order: compilers turn each load and store below into one instruction
 * where the machine has it. No function here has a target attribute or a vector type, so every
 * kernel may use all of them.
 */

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define FILESEC__LITTLE 1
#elif defined(_MSC_VER)
#define FILESEC__LITTLE 1
#else
#define FILESEC__LITTLE 0 /* big, or unknown: then bytes are put together one by one */
#endif

static inline uint32_t filesec__load32le(const unsigned char *p)
{
#if FILESEC__LITTLE
    uint32_t x;
    memcpy(&x, p, 4);
    return x;
#else
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
#endif
}

static inline uint64_t filesec__load64le(const unsigned char *p)
{
#if FILESEC__LITTLE
    uint64_t x;
    memcpy(&x, p, 8);
    return x;
#else
    return (uint64_t)filesec__load32le(p) | (uint64_t)filesec__load32le(p + 4) << 32;
#endif
}

static inline uint32_t filesec__load32be(const unsigned char *p)
{
#if FILESEC__LITTLE && FILESEC__GNU
    return __builtin_bswap32(filesec__load32le(p));
#else
    return (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
#endif
}

static inline uint64_t filesec__load64be(const unsigned char *p)
{
#if FILESEC__LITTLE && FILESEC__GNU
    return __builtin_bswap64(filesec__load64le(p));
#else
    return (uint64_t)filesec__load32be(p + 4) | (uint64_t)filesec__load32be(p) << 32;
#endif
}

static inline void filesec__store32le(unsigned char *p, uint32_t x)
{
#if FILESEC__LITTLE
    memcpy(p, &x, 4);
#else
    p[0] = (unsigned char)(x & 0xff);
    p[1] = (unsigned char)(x >> 8 & 0xff);
    p[2] = (unsigned char)(x >> 16 & 0xff);
    p[3] = (unsigned char)(x >> 24 & 0xff);
#endif
}

static inline void filesec__store64le(unsigned char *p, uint64_t x)
{
#if FILESEC__LITTLE
    memcpy(p, &x, 8);
#else
    filesec__store32le(p, (uint32_t)(x & 0xffffffff));
    filesec__store32le(p + 4, (uint32_t)(x >> 32));
#endif
}

static inline void filesec__store32be(unsigned char *p, uint32_t x)
{
#if FILESEC__LITTLE && FILESEC__GNU
    filesec__store32le(p, __builtin_bswap32(x));
#else
    p[0] = (unsigned char)(x >> 24 & 0xff);
    p[1] = (unsigned char)(x >> 16 & 0xff);
    p[2] = (unsigned char)(x >> 8 & 0xff);
    p[3] = (unsigned char)(x & 0xff);
#endif
}

static inline void filesec__store64be(unsigned char *p, uint64_t x)
{
#if FILESEC__LITTLE && FILESEC__GNU
    filesec__store64le(p, __builtin_bswap64(x));
#else
    filesec__store32be(p, (uint32_t)(x >> 32));
    filesec__store32be(p + 4, (uint32_t)(x & 0xffffffff));
#endif
}

/* Rotations: 0 < n < width. */
static inline uint32_t filesec__rotl32(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static inline uint64_t filesec__rotl64(uint64_t x, unsigned n)
{
    return x << n | x >> (64 - n);
}

static inline uint64_t filesec__rotr64(uint64_t x, unsigned n)
{
    return x >> n | x << (64 - n);
}

/* memcpy with a NULL pointer is undefined even for no bytes; this one is not. */
static inline void filesec__copy(void *to, const void *from, size_t len)
{
    if (len != 0)
        memcpy(to, from, len);
}

/* count + len <= limit, without overflow, where count <= limit. */
static inline int filesec__within(uint64_t count, uint64_t len, uint64_t limit)
{
    return len <= limit - count;
}
