/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "murmur3_many/contract.h"
/*
 * murmur3_many/x86_avx512.h: MurmurHash3_x64_128 of eight or sixteen messages side by side
 *
 * Needs     AVX-512 F and DQ. Every function here carries FILESEC__TARGET_X86_AVX512.
 * Contract  as in murmur3_many/contract.h, with nothing added.
 *
 * Layout    vertical: a vector holds h1, or h2, or the same word of the block, of eight
 *           messages, one message per lane. 64 bytes of each message, four blocks, are an 8x8
 *           transpose:
 *
 *                word     7 6       5 4       3 2       1 0
 *                w[j]   7 and 6   5 and 4   3 and 2   1 and 0    (lanes of word j)
 *
 *           For sixteen messages two such groups are in step, so that one has the units while
 *           the sums of the other are on their way.
 *
 * Method    two groups: the formula as it is, 5 x + c being (x + c) + 4 x, whose parts do not
 *           wait for each other. One group, which nothing hides: with r1 = rotl(h1 ^ k1, 27)
 *           and r2 = rotl(h2 ^ k2, 31)
 *
 *                h1' = 5 r1 + b,  h2' = 5 h1' + (5 r2 + c2),  b' = 5 h2' + c1
 *
 *           which is two operations more and ten cycles from block to block instead of twelve.
 *
 * Registers h1, h2, b, four constants, sixteen words of blocks.
 * Bounds    lane i reads 16 * nblocks bytes at data[i]: 64 at a time, the rest under a mask.
 * From      Appleby's MurmurHash3.cpp (public domain): multipliers, rotations, constants added.
 */
#if FILESEC__GNU /* an addition that stays where it was written */
#define FILESEC__KEEP(x) __asm__("" : "+v"(x))
#else
#define FILESEC__KEEP(x) ((void)0)
#endif
#define FILESEC__ADD(x, y) _mm512_add_epi64(x, y)
#define FILESEC__ROTL(x, n) _mm512_maskz_rol_epi64(0xff, x, n)

typedef struct filesec__murmur3_many_state_x86_avx512 {
    __m512i h1, h2, b;
} filesec__murmur3_many_state_x86_avx512;

typedef struct filesec__murmur3_many_constants_x86_avx512 {
    __m512i a1, a2, c1, c2;
} filesec__murmur3_many_constants_x86_avx512;

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 __m512i filesec__murmur3_many_k1_x86_avx512(
    __m512i k, const filesec__murmur3_many_constants_x86_avx512 *c)
{
    k = _mm512_mullo_epi64(k, c->a1);
    return _mm512_mullo_epi64(FILESEC__ROTL(k, 31), c->a2);
}

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 __m512i filesec__murmur3_many_k2_x86_avx512(
    __m512i k, const filesec__murmur3_many_constants_x86_avx512 *c)
{
    k = _mm512_mullo_epi64(k, c->a2);
    return _mm512_mullo_epi64(FILESEC__ROTL(k, 33), c->a1);
}

/* 5 x + c */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 __m512i
filesec__murmur3_many_five_x86_avx512(__m512i x, __m512i c)
{
    c = FILESEC__ADD(x, c);
    FILESEC__KEEP(c);
    return FILESEC__ADD(c, _mm512_maskz_slli_epi64(0xff, x, 2));
}

/* One block of each lane, as in the formula: w[0] and w[1] are its words. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_many_block_x86_avx512(filesec__murmur3_many_state_x86_avx512 *s,
                                       const filesec__murmur3_many_constants_x86_avx512 *c,
                                       const __m512i *w)
{
    __m512i x;

    x = _mm512_xor_si512(s->h1, filesec__murmur3_many_k1_x86_avx512(w[0], c));
    x = FILESEC__ADD(FILESEC__ROTL(x, 27), s->h2);
    s->h1 = filesec__murmur3_many_five_x86_avx512(x, c->c1);
    x = _mm512_xor_si512(s->h2, filesec__murmur3_many_k2_x86_avx512(w[1], c));
    x = FILESEC__ADD(FILESEC__ROTL(x, 31), s->h1);
    s->h2 = filesec__murmur3_many_five_x86_avx512(x, c->c2);
}

/* The same with b. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_many_block_b_x86_avx512(filesec__murmur3_many_state_x86_avx512 *s,
                                         const filesec__murmur3_many_constants_x86_avx512 *c,
                                         const __m512i *w)
{
    __m512i x, y;

    x = _mm512_xor_si512(s->h2, filesec__murmur3_many_k2_x86_avx512(w[1], c));
    y = filesec__murmur3_many_five_x86_avx512(FILESEC__ROTL(x, 31), c->c2);
    x = _mm512_xor_si512(s->h1, filesec__murmur3_many_k1_x86_avx512(w[0], c));
    x = FILESEC__ROTL(x, 27);
    x = FILESEC__ADD(x, _mm512_maskz_slli_epi64(0xff, x, 2));
    FILESEC__KEEP(x);
    s->h1 = FILESEC__ADD(x, s->b);
    s->h2 = filesec__murmur3_many_five_x86_avx512(s->h1, y);
    s->b = filesec__murmur3_many_five_x86_avx512(s->h2, c->c1);
}

/* x[i] = words 0, 2, 4, 6 of lanes i and i + 1, x[i + 1] = words 1, 3, 5, 7 */
#define FILESEC__PAIR(i)                                                                       \
    y[0] = _mm512_maskz_loadu_epi64(mask, data[i] + at);                                       \
    y[1] = _mm512_maskz_loadu_epi64(mask, data[(i) + 1] + at);                                 \
    x[i] = _mm512_maskz_unpacklo_epi64(0xff, y[0], y[1]);                                      \
    x[(i) + 1] = _mm512_maskz_unpackhi_epi64(0xff, y[0], y[1])
/* Of p and q, each four times 16 bytes: the even ones, and the odd ones */
#define FILESEC__HALVES(even, odd, p, q)                                                       \
    even = _mm512_maskz_shuffle_i64x2(0xff, p, q, 0x88);                                       \
    odd = _mm512_maskz_shuffle_i64x2(0xff, p, q, 0xdd)
/* w[j] = word j of each of eight lanes, from byte at on; words that the mask leaves out are 0
   and are not read. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_many_load_x86_avx512(__m512i *w, const unsigned char *const *data, size_t at,
                                      __mmask8 mask)
{
    __m512i x[8], y[8];

    FILESEC__PAIR(0);
    FILESEC__PAIR(2);
    FILESEC__PAIR(4);
    FILESEC__PAIR(6);
    FILESEC__HALVES(y[0], y[2], x[0], x[2]); /* y[j] = words j and j + 4 of lanes 0 to 3 */
    FILESEC__HALVES(y[1], y[3], x[1], x[3]);
    FILESEC__HALVES(y[4], y[6], x[4], x[6]); /* y[4 + j] = of lanes 4 to 7 */
    FILESEC__HALVES(y[5], y[7], x[5], x[7]);
    FILESEC__HALVES(w[0], w[4], y[0], y[4]);
    FILESEC__HALVES(w[1], w[5], y[1], y[5]);
    FILESEC__HALVES(w[2], w[6], y[2], y[6]);
    FILESEC__HALVES(w[3], w[7], y[3], y[7]);
}
#undef FILESEC__PAIR
#undef FILESEC__HALVES

FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_many_eight_x86_avx512(uint64_t *h, const unsigned char *const *data,
                                       size_t nblocks,
                                       const filesec__murmur3_many_constants_x86_avx512 *c)
{
    filesec__murmur3_many_state_x86_avx512 s;
    __m512i w[8];
    size_t at = 0;

    s.h1 = _mm512_loadu_si512(h);
    s.h2 = _mm512_loadu_si512(h + FILESEC__MURMUR3_MANY_LANES_MAX);
    s.b = filesec__murmur3_many_five_x86_avx512(s.h2, c->c1);
    for (; nblocks >= 4; nblocks -= 4, at += 64) {
        filesec__murmur3_many_load_x86_avx512(w, data, at, 0xff);
        filesec__murmur3_many_block_b_x86_avx512(&s, c, w);
        filesec__murmur3_many_block_b_x86_avx512(&s, c, w + 2);
        filesec__murmur3_many_block_b_x86_avx512(&s, c, w + 4);
        filesec__murmur3_many_block_b_x86_avx512(&s, c, w + 6);
    }
    if (nblocks != 0) {
        filesec__murmur3_many_load_x86_avx512(w, data, at,
                                              (__mmask8)((1u << (2 * nblocks)) - 1));
        filesec__murmur3_many_block_b_x86_avx512(&s, c, w);
        if (nblocks >= 2)
            filesec__murmur3_many_block_b_x86_avx512(&s, c, w + 2);
        if (nblocks == 3)
            filesec__murmur3_many_block_b_x86_avx512(&s, c, w + 4);
    }
    _mm512_storeu_si512(h, s.h1);
    _mm512_storeu_si512(h + FILESEC__MURMUR3_MANY_LANES_MAX, s.h2);
}

#define FILESEC__BLOCKS(i)                                                                     \
    filesec__murmur3_many_block_x86_avx512(&s, c, w + 2 * (i));                                \
    filesec__murmur3_many_block_x86_avx512(&t, c, v + 2 * (i))
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_many_sixteen_x86_avx512(uint64_t *h, const unsigned char *const *data,
                                         size_t nblocks,
                                         const filesec__murmur3_many_constants_x86_avx512 *c)
{
    uint64_t *g = h + FILESEC__MURMUR3_MANY_LANES_MAX;
    filesec__murmur3_many_state_x86_avx512 s, t;
    __m512i w[8], v[8];
    size_t at = 0;

    s.h1 = _mm512_loadu_si512(h);
    s.h2 = _mm512_loadu_si512(g);
    t.h1 = _mm512_loadu_si512(h + 8);
    t.h2 = _mm512_loadu_si512(g + 8);
    for (; nblocks >= 4; nblocks -= 4, at += 64) {
        filesec__murmur3_many_load_x86_avx512(w, data, at, 0xff);
        filesec__murmur3_many_load_x86_avx512(v, data + 8, at, 0xff);
        FILESEC__BLOCKS(0);
        FILESEC__BLOCKS(1);
        FILESEC__BLOCKS(2);
        FILESEC__BLOCKS(3);
    }
    if (nblocks != 0) {
        __mmask8 mask = (__mmask8)((1u << (2 * nblocks)) - 1);

        filesec__murmur3_many_load_x86_avx512(w, data, at, mask);
        filesec__murmur3_many_load_x86_avx512(v, data + 8, at, mask);
        FILESEC__BLOCKS(0);
        if (nblocks >= 2) {
            FILESEC__BLOCKS(1);
        }
        if (nblocks == 3) {
            FILESEC__BLOCKS(2);
        }
    }
    _mm512_storeu_si512(h, s.h1);
    _mm512_storeu_si512(g, s.h2);
    _mm512_storeu_si512(h + 8, t.h1);
    _mm512_storeu_si512(g + 8, t.h2);
}
#undef FILESEC__BLOCKS

static FILESEC__TARGET_X86_AVX512 void
filesec__murmur3_many_x86_avx512(uint64_t *h, const unsigned char *const *data, size_t nblocks,
                                 size_t lanes)
{
    filesec__murmur3_many_constants_x86_avx512 c;

    c.a1 = _mm512_set1_epi64((long long)FILESEC__MURMUR3_X64_128_C1);
    c.a2 = _mm512_set1_epi64((long long)FILESEC__MURMUR3_X64_128_C2);
    c.c1 = _mm512_set1_epi64(0x52dce729);
    c.c2 = _mm512_set1_epi64(0x38495ab5);
    if (lanes == 8)
        filesec__murmur3_many_eight_x86_avx512(h, data, nblocks, &c);
    else
        filesec__murmur3_many_sixteen_x86_avx512(h, data, nblocks, &c);
}
#undef FILESEC__KEEP
#undef FILESEC__ADD
#undef FILESEC__ROTL
