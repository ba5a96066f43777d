/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "murmur3/chains.h"
#include "murmur3/contract.h"
#include "murmur3/formula.h"
/*
 * murmur3/x86_avx512.h: MurmurHash3 with the words mixed ahead in vectors of 64 bytes
 *
 * Needs     AVX-512 F and DQ. Every function here that touches a vector carries
 *           FILESEC__TARGET_X86_AVX512.
 * Contract  as in murmur3/contract.h, with nothing added.
 *
 * Layout    a word is multiplied, rotated and multiplied before the chain of h comes to it, so
 *           that only that chain is left to the units for integers. 128 bytes are mixed while
 *           the chain takes the 128 before them, 64 at a time, from the other half of a buffer.
 *           A vector holds words of all kinds, so its multipliers and rotations differ from
 *           lane to lane.
 *
 * Method    x64_128: with r1 = rotl(h1 ^ k1, 27) and r2 = rotl(h2 ^ k2, 31) the formula is
 *
 *                h1' = 5 r1 + b,               b = 5 h2 + c1
 *                h2' = 5 (h1' + r2) + c2
 *
 *           With s = h1' + r2 it becomes
 *
 *                h2' = (h1' + c2) + r2 + 4 s
 *                b'  = 5 h2' + c1 = s + 24 s + (5 c2 + c1)
 *
 *           so h1' + c2 is carried along as 5 r1 + (b + c2), and neither chain, h1 to h1' or
 *           h2 to h2', has a constant to add: exclusive-or, rotation, * 5 and one addition. It
 *           takes fifteen operations where the formula takes ten, so it pays only where the
 *           mixing is elsewhere.
 *           x86_128 and x86_32: the formula as it is, murmur3/chains.h.
 * Barriers  keep the order written here, and every constant in a register; 8 * (3 s) is asked
 *           for twice, or it becomes a shift and two additions.
 *
 * Registers three vectors of multipliers and rotations.
 * Bounds    reads exactly 4 * nblocks bytes for x86_32 and 16 * nblocks for the others.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations, constants added.
 */
/* For each lane: multiply by a, rotate left by n, multiply by b. */
typedef struct filesec__murmur3_mixer_x86_avx512 {
    __m512i a, n, b;
} filesec__murmur3_mixer_x86_avx512;

/* Two times 128 bytes of mixed words. Aligned, for a store that crosses a line of the cache is
   not handed to the loads that follow it. */
typedef union filesec__murmur3_mixed_x86_avx512 {
    __m512i v[4];
    uint64_t w64[32];
    uint32_t w32[64];
} filesec__murmur3_mixed_x86_avx512;

/* k = the 64 bytes at p, mixed. The rotations have a full mask: the form without one makes gcc
   12 warn of its own header, in C++. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_mix64_x86_avx512(uint64_t *k, const unsigned char *p,
                                  const filesec__murmur3_mixer_x86_avx512 *m)
{
    __m512i x = _mm512_mullo_epi64(_mm512_loadu_si512(p), m->a);

    _mm512_storeu_si512(k, _mm512_mullo_epi64(_mm512_maskz_rolv_epi64(0xff, x, m->n), m->b));
}

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_mix32_x86_avx512(uint32_t *k, const unsigned char *p,
                                  const filesec__murmur3_mixer_x86_avx512 *m)
{
    __m512i x = _mm512_mullo_epi32(_mm512_loadu_si512(p), m->a);

    _mm512_storeu_si512(k, _mm512_mullo_epi32(_mm512_maskz_rolv_epi32(0xffff, x, m->n), m->b));
}

typedef struct filesec__murmur3_chain_x86_avx512 {
    uint64_t h1, h2;
    uint64_t b, bc;  /* 5 h2 + c1, and c2 more */
    uint64_t c, cc2; /* 5 c2 + c1, and c2 more */
} filesec__murmur3_chain_x86_avx512;

FILESEC__ALWAYS_INLINE void
filesec__murmur3_begin_x86_avx512(filesec__murmur3_chain_x86_avx512 *x, const uint64_t *h)
{
    const uint64_t c1 = 0x52dce729, c2 = 0x38495ab5;

    x->h1 = h[0];
    x->h2 = h[1];
    x->b = 5 * x->h2 + c1;
    x->bc = x->b + c2;
    x->c = 5 * c2 + c1;
    x->cc2 = x->c + c2;
    FILESEC__BARRIER(x->c);
    FILESEC__BARRIER(x->cc2);
}

/* One block, whose words mixed to k[0] and k[1]. */
FILESEC__ALWAYS_INLINE void
filesec__murmur3_block_x86_avx512(filesec__murmur3_chain_x86_avx512 *x, const uint64_t *k)
{
    uint64_t h1, h2, h1c, r2, f, s, s3, y;

    f = filesec__rotl64(x->h1 ^ k[0], 27) * 5;
    FILESEC__BARRIER(f);
    r2 = filesec__rotl64(x->h2 ^ k[1], 31);
    h1 = f + x->b;
    FILESEC__BARRIER(h1);
    h1c = f + x->bc;
    FILESEC__BARRIER(h1c);
    s = h1 + r2;
    FILESEC__BARRIER(s);
    y = h1c + r2;
    FILESEC__BARRIER(y);
    h2 = y + 4 * s;
    FILESEC__BARRIER(h2);
    s3 = s + 2 * s;
    FILESEC__BARRIER(s3);
    y = s + x->c;
    FILESEC__BARRIER(y);
    x->b = y + 8 * s3;
    FILESEC__BARRIER(s3);
    y = s + x->cc2;
    FILESEC__BARRIER(y);
    x->bc = y + 8 * s3;
    x->h1 = h1;
    x->h2 = h2;
}

/* Bytes 64 * i and following of the next 128 are mixed, then taken of the 128 before them. */
#define FILESEC__STEP(i)                                                                       \
    filesec__murmur3_mix64_x86_avx512(next + 8 * (i), data + 64 * (i), &m);                    \
    filesec__murmur3_block_x86_avx512(&x, k + 8 * (i));                                        \
    filesec__murmur3_block_x86_avx512(&x, k + 8 * (i) + 2);                                    \
    filesec__murmur3_block_x86_avx512(&x, k + 8 * (i) + 4);                                    \
    filesec__murmur3_block_x86_avx512(&x, k + 8 * (i) + 6)
static FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_x64_128_x86_avx512(uint64_t *h, const unsigned char *data, size_t nblocks)
{
    const long long a1 = (long long)FILESEC__MURMUR3_X64_128_C1;
    const long long a2 = (long long)FILESEC__MURMUR3_X64_128_C2;
    filesec__murmur3_mixer_x86_avx512 m;
    filesec__murmur3_mixed_x86_avx512 mixed;
    filesec__murmur3_chain_x86_avx512 x;
    uint64_t *next = mixed.w64;
    const uint64_t *k;
    size_t i;

    if (nblocks >= 8) {
        m.a = _mm512_set4_epi64(a2, a1, a2, a1);
        m.n = _mm512_set4_epi64(33, 31, 33, 31);
        m.b = _mm512_set4_epi64(a1, a2, a1, a2);
        filesec__murmur3_begin_x86_avx512(&x, h);
        filesec__murmur3_mix64_x86_avx512(next, data, &m);
        filesec__murmur3_mix64_x86_avx512(next + 8, data + 64, &m);
        for (data += 128; nblocks >= 16; nblocks -= 8, data += 128) {
            k = next;
            next = mixed.w64 + (next == mixed.w64 ? 16 : 0);
            FILESEC__BARRIER(k); /* read them back from memory, one by one */
            FILESEC__STEP(0);
            FILESEC__STEP(1);
        }
        k = next;
        FILESEC__BARRIER(k);
        for (i = 0; i < 16; i += 2)
            filesec__murmur3_block_x86_avx512(&x, k + i);
        nblocks -= 8;
        h[0] = x.h1;
        h[1] = x.h2;
    }
    filesec__murmur3_x64_128_few(h, data, nblocks);
}
#undef FILESEC__STEP

#define FILESEC__STEP(i)                                                                       \
    filesec__murmur3_mix32_x86_avx512(next + 16 * (i), data + 64 * (i), &m);                   \
    filesec__murmur3_x86_chain_block(&x, k + 16 * (i));                                        \
    filesec__murmur3_x86_chain_block(&x, k + 16 * (i) + 4);                                    \
    filesec__murmur3_x86_chain_block(&x, k + 16 * (i) + 8);                                    \
    filesec__murmur3_x86_chain_block(&x, k + 16 * (i) + 12)
static FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_x86_128_x86_avx512(uint32_t *h, const unsigned char *data, size_t nblocks)
{
    const int a1 = (int)FILESEC__MURMUR3_X86_128_C1, a2 = (int)FILESEC__MURMUR3_X86_128_C2;
    const int a3 = (int)FILESEC__MURMUR3_X86_128_C3, a4 = (int)FILESEC__MURMUR3_X86_128_C4;
    filesec__murmur3_mixer_x86_avx512 m;
    filesec__murmur3_mixed_x86_avx512 mixed;
    filesec__murmur3_x86_chain x;
    uint32_t *next = mixed.w32;
    const uint32_t *k;
    size_t i;

    if (nblocks >= 8) {
        m.a = _mm512_set4_epi32(a4, a3, a2, a1);
        m.n = _mm512_set4_epi32(18, 17, 16, 15);
        m.b = _mm512_set4_epi32(a1, a4, a3, a2);
        filesec__murmur3_x86_chain_begin(&x, h);
        filesec__murmur3_mix32_x86_avx512(next, data, &m);
        filesec__murmur3_mix32_x86_avx512(next + 16, data + 64, &m);
        for (data += 128; nblocks >= 16; nblocks -= 8, data += 128) {
            k = next;
            next = mixed.w32 + (next == mixed.w32 ? 32 : 0);
            FILESEC__BARRIER(k);
            FILESEC__STEP(0);
            FILESEC__STEP(1);
        }
        k = next;
        FILESEC__BARRIER(k);
        for (i = 0; i < 32; i += 4)
            filesec__murmur3_x86_chain_block(&x, k + i);
        nblocks -= 8;
        filesec__murmur3_x86_chain_end(&x, h);
    }
    filesec__murmur3_x86_128_few(h, data, nblocks);
}
#undef FILESEC__STEP

#define FILESEC__STEP(i)                                                                       \
    filesec__murmur3_mix32_x86_avx512(next + 16 * (i), data + 64 * (i), &m);                   \
    h1 = filesec__murmur3_x86_32_chain(h1, k + 16 * (i), c);                                   \
    h1 = filesec__murmur3_x86_32_chain(h1, k + 16 * (i) + 4, c);                               \
    h1 = filesec__murmur3_x86_32_chain(h1, k + 16 * (i) + 8, c);                               \
    h1 = filesec__murmur3_x86_32_chain(h1, k + 16 * (i) + 12, c)
static FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_x86_32_x86_avx512(uint32_t *h, const unsigned char *data, size_t nblocks)
{
    filesec__murmur3_mixer_x86_avx512 m;
    filesec__murmur3_mixed_x86_avx512 mixed;
    uint32_t h1 = h[0], c = UINT32_C(0xe6546b64), *next = mixed.w32;
    const uint32_t *k;
    size_t i;

    if (nblocks >= 32) {
        m.a = _mm512_set1_epi32((int)FILESEC__MURMUR3_X86_32_C1);
        m.n = _mm512_set1_epi32(15);
        m.b = _mm512_set1_epi32((int)FILESEC__MURMUR3_X86_32_C2);
        FILESEC__BARRIER(c);
        filesec__murmur3_mix32_x86_avx512(next, data, &m);
        filesec__murmur3_mix32_x86_avx512(next + 16, data + 64, &m);
        for (data += 128; nblocks >= 64; nblocks -= 32, data += 128) {
            k = next;
            next = mixed.w32 + (next == mixed.w32 ? 32 : 0);
            FILESEC__BARRIER(k);
            FILESEC__STEP(0);
            FILESEC__STEP(1);
        }
        k = next;
        FILESEC__BARRIER(k);
        for (i = 0; i < 32; i += 4)
            h1 = filesec__murmur3_x86_32_chain(h1, k + i, c);
        nblocks -= 32;
        h[0] = h1;
    }
    filesec__murmur3_x86_32_few(h, data, nblocks);
}
#undef FILESEC__STEP
