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

/*
 * 32 x 32 -> 64 bits, of secrets: the time must not depend on a and b. Thumb without Thumb-2
 * and AVR have no such instruction, and functions of their libgcc branch on a carry; that of
 * Cortex-M3 takes longer for larger numbers. Products of 32 bits take the same time always, so
 * there it is made of four products of halves, whose sums never carry out of a word.
 */
#if (defined(__thumb__) && !defined(__thumb2__)) || defined(__ARM_ARCH_7M__) || defined(__AVR__)
#define FILESEC__MUL_HALVES 1
#else
#define FILESEC__MUL_HALVES 0
#endif

#if FILESEC__MUL_HALVES
#ifdef FILESEC_SMALL
FILESEC__NEVER_INLINE
#else
FILESEC__ALWAYS_INLINE
#endif
uint64_t filesec__mul32(uint32_t a, uint32_t b)
{
    uint32_t a0 = a & 0xffff, a1 = a >> 16, b0 = b & 0xffff, b1 = b >> 16;
    uint32_t low = a0 * b0, cross = a0 * b1, other = a1 * b0, high = a1 * b1;
    uint32_t middle = (low >> 16) + (cross & 0xffff) + (other & 0xffff); /* < 3 * 2^16 */

    high += (cross >> 16) + (other >> 16) + (middle >> 16);
    return (uint64_t)high << 32 | (middle << 16 | (low & 0xffff));
}
#else
FILESEC__ALWAYS_INLINE uint64_t filesec__mul32(uint32_t a, uint32_t b)
{
    return (uint64_t)a * b;
}
#endif
#undef FILESEC__MUL_HALVES

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
