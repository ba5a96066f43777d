/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/wipe.h"
#include "core/bytes.h"
#include "core/system.h"
/*
 * core/secret.h: erase, compare in constant time; which buffers overlap
 */

/* The compiler may drop a memset of memory that dies; the barrier says somebody reads it. */
FILESEC_API void filesec_wipe(void *data, size_t len)
{
#if FILESEC__GNU
    if (len != 0)
        memset(data, 0, len);
    __asm__ __volatile__("" : : "r"(data) : "memory");
#else
    volatile unsigned char *p = (volatile unsigned char *)data;
    while (len-- != 0)
        *p++ = 0;
#endif
}

/* Whether two secrets are equal is no secret any more: the caller may branch on it, and nothing
   else. The test that marks all secrets (tests/taint/) says so here. */
#ifndef FILESEC__VERDICT
#define FILESEC__VERDICT(verdict) (verdict)
#endif

/* One difference anywhere leaves a bit in d; d is looked at once, after the last byte. */
FILESEC_API int filesec_equal(const void *a, const void *b, size_t len)
{
    const unsigned char *p = (const unsigned char *)a;
    const unsigned char *q = (const unsigned char *)b;
    uint32_t d = 0;
    size_t i;

    for (i = 0; i < len; i++) {
        d |= (uint32_t)(p[i] ^ q[i]);
        FILESEC__BARRIER(d);
    }
    return FILESEC__VERDICT((int)((d - 1) >> 31)); /* 1 if d is 0, else 0: d is at most 255 */
}

/* filesec_equal of 16 bytes: a tag. */
static inline int filesec__equal16(const unsigned char a[16], const unsigned char b[16])
{
    uint64_t d = filesec__load64le(a) ^ filesec__load64le(b);
    uint32_t e;

    d |= filesec__load64le(a + 8) ^ filesec__load64le(b + 8);
    e = (uint32_t)((d | d >> 32) & 0xffffffff);
    FILESEC__BARRIER(e);
    return FILESEC__VERDICT((int)(((e | (0 - e)) >> 31) ^ 1));
}

/* Do a[0..a_len) and b[0..b_len) share a byte? Both are objects of the caller's, so the
   addresses do not wrap. */
static inline int filesec__overlap(const void *a, size_t a_len, const void *b, size_t b_len)
{
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

    if (a_len == 0 || b_len == 0)
        return 0;
    return x < y ? y - x < a_len : x - y < b_len;
}

/* Output over input: exactly the same place is good, half a step aside is not. */
static inline int filesec__partly_overlaps(const void *out, const void *in, size_t len)
{
    return out != in && filesec__overlap(out, len, in, len);
}
