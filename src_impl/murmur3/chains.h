/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "murmur3/contract.h"
/*
 * murmur3/chains.h: the chains of MurmurHash3 over words that were mixed ahead
 *
 * Arithmetic that murmur3/x86_avx2.h and murmur3/x86_avx512.h share; no kernel itself. k is
 * what rotl(word a, n) b gives, in the order of the words.
 *
 * Barriers  between * 5 and + c, with c in a register: else both become one address computation
 *           of three parts, which takes longer than the two.
 * From      Appleby's MurmurHash3.cpp (public domain): rotations, constants added.
 */
typedef struct filesec__murmur3_x86_chain {
    uint32_t h1, h2, h3, h4;
    uint32_t c1, c2, c3, c4;
} filesec__murmur3_x86_chain;

FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_chain_begin(filesec__murmur3_x86_chain *x,
                                                             const uint32_t *h)
{
    x->h1 = h[0];
    x->h2 = h[1];
    x->h3 = h[2];
    x->h4 = h[3];
    x->c1 = UINT32_C(0x561ccd1b);
    x->c2 = UINT32_C(0x0bcaa747);
    x->c3 = UINT32_C(0x96cd1c35);
    x->c4 = UINT32_C(0x32ac3b17);
    FILESEC__BARRIER(x->c1);
    FILESEC__BARRIER(x->c2);
    FILESEC__BARRIER(x->c3);
    FILESEC__BARRIER(x->c4);
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_chain_end(const filesec__murmur3_x86_chain *x,
                                                           uint32_t *h)
{
    h[0] = x->h1;
    h[1] = x->h2;
    h[2] = x->h3;
    h[3] = x->h4;
}

/* (rotl(h ^ k, n) + next) * 5 + c */
FILESEC__ALWAYS_INLINE uint32_t filesec__murmur3_x86_chain_step(uint32_t h, uint32_t k,
                                                                unsigned n, uint32_t next,
                                                                uint32_t c)
{
    h = (filesec__rotl32(h ^ k, n) + next) * 5;
    FILESEC__BARRIER(h);
    return h + c;
}

FILESEC__ALWAYS_INLINE void filesec__murmur3_x86_chain_block(filesec__murmur3_x86_chain *x,
                                                             const uint32_t *k)
{
    x->h1 = filesec__murmur3_x86_chain_step(x->h1, k[0], 19, x->h2, x->c1);
    x->h2 = filesec__murmur3_x86_chain_step(x->h2, k[1], 17, x->h3, x->c2);
    x->h3 = filesec__murmur3_x86_chain_step(x->h3, k[2], 15, x->h4, x->c3);
    x->h4 = filesec__murmur3_x86_chain_step(x->h4, k[3], 13, x->h1, x->c4);
}

/* Four blocks of x86_32, mixed to k[0] to k[3]. */
FILESEC__ALWAYS_INLINE uint32_t filesec__murmur3_x86_32_chain(uint32_t h, const uint32_t *k,
                                                              uint32_t c)
{
    h = filesec__murmur3_x86_chain_step(h, k[0], 13, 0, c);
    h = filesec__murmur3_x86_chain_step(h, k[1], 13, 0, c);
    h = filesec__murmur3_x86_chain_step(h, k[2], 13, 0, c);
    return filesec__murmur3_x86_chain_step(h, k[3], 13, 0, c);
}
