/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/contract.h"
#include "core/bytes.h"
#include "core/secret.h"
#include "core/system.h"
/*
 * chacha20/portable.h: ChaCha20 keystream in plain C
 *
 * Needs     nothing. Where the compiler has vectors and the baseline has instructions for them,
 *           up to four blocks at a time; else, and for a single block, words one by one.
 * Contract  as in chacha20/contract.h, with nothing added.
 *
 * Layout    Vectors are vertical: xi holds word i of four blocks, one block in each lane; lanes
 *           change places only once, in the transposition after round 20. They never cross a
 *           function call, so how a call passes them does not matter.
 * Registers Left to the compiler.
 * Bounds    Exactly 64 * nblocks bytes, at any alignment.
 * Not done  vectors on a machine without them: every word would go through memory.
 * Secrets   no branch and no address depends on key, counter or data. FILESEC_SMALL has an
 *           array of keystream, and wipes it.
 * From      RFC 8439, 2.1 to 2.4.
 */

/* Vector units that compilers tell of. 32-bit Windows is left out: its stack may be too little
   aligned for spilled vectors. */
#if FILESEC__VECTOR_TYPES && defined(__BYTE_ORDER__) &&                                        \
    (FILESEC__LITTLE || __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) &&                             \
    !(defined(_WIN32) && defined(__i386__)) &&                                                 \
    (defined(__SSE2__) || defined(__ARM_NEON) || defined(__ALTIVEC__) || defined(__VX__) ||    \
     defined(__riscv_vector) || defined(__mips_msa) || defined(__loongarch_sx) ||              \
     defined(__wasm_simd128__))
#define FILESEC__C20_VECTORS 1
#else
#define FILESEC__C20_VECTORS 0
#endif

/* a quarter round, of words or of vectors */
#define FILESEC__C20_QUARTER(a, b, c, d)                                                       \
    a += b, d ^= a, d = FILESEC__C20_ROTATE(d, 16);                                            \
    c += d, b ^= c, b = FILESEC__C20_ROTATE(b, 12);                                            \
    a += b, d ^= a, d = FILESEC__C20_ROTATE(d, 8);                                             \
    c += d, b ^= c, b = FILESEC__C20_ROTATE(b, 7)
#define FILESEC__C20_ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))

#ifdef FILESEC_SMALL

static void filesec__chacha20_block_portable(const uint32_t state[16], unsigned char *out,
                                             const unsigned char *in)
{
    uint32_t x[16];
    unsigned i, j;

    memcpy(x, state, sizeof x);
    /* 20 rounds of four quarter rounds each. In every second round, a diagonal one, the words
       that meet x[j] are 1, 2 and 3 places further on in their rows. */
    for (i = 0; i < 80; i++) {
        unsigned turn = i / 4 % 2;
        uint32_t *a, *b, *c, *d;

        j = i % 4;
        a = x + j;
        b = x + 4 + (j + turn) % 4;
        c = x + 8 + (j + 2 * turn) % 4;
        d = x + 12 + (j + 3 * turn) % 4;
        FILESEC__C20_QUARTER(*a, *b, *c, *d);
    }
    for (i = 0; i < 16; i++)
        filesec__store32le(out + 4 * i, filesec__load32le(in + 4 * i) ^ (x[i] + state[i]));
    filesec_wipe(x, sizeof x);
}

#else

#define FILESEC__C20_DOUBLE_ROUND                                                              \
    FILESEC__C20_QUARTER(x0, x4, x8, x12);                                                     \
    FILESEC__C20_QUARTER(x1, x5, x9, x13);                                                     \
    FILESEC__C20_QUARTER(x2, x6, x10, x14);                                                    \
    FILESEC__C20_QUARTER(x3, x7, x11, x15);                                                    \
    FILESEC__C20_QUARTER(x0, x5, x10, x15);                                                    \
    FILESEC__C20_QUARTER(x1, x6, x11, x12);                                                    \
    FILESEC__C20_QUARTER(x2, x7, x8, x13);                                                     \
    FILESEC__C20_QUARTER(x3, x4, x9, x14)

/* something about each of the 16 words */
#define FILESEC__C20_EACH(OP)                                                                  \
    OP(0), OP(1), OP(2), OP(3), OP(4), OP(5), OP(6), OP(7), OP(8), OP(9), OP(10), OP(11),      \
        OP(12), OP(13), OP(14), OP(15)

#define FILESEC__C20_SET(i) x##i = state[i]
#define FILESEC__C20_PUT(i)                                                                    \
    filesec__store32le(out + 4 * i, filesec__load32le(in + 4 * i) ^ (x##i + state[i]))

static void filesec__chacha20_block_portable(const uint32_t state[16], unsigned char *out,
                                             const unsigned char *in)
{
    uint32_t FILESEC__C20_EACH(FILESEC__C20_SET);
    int i;

    for (i = 0; i < 10; i++) {
        FILESEC__C20_DOUBLE_ROUND;
    }
    FILESEC__C20_EACH(FILESEC__C20_PUT);
}

#endif /* FILESEC_SMALL */

#if FILESEC__C20_VECTORS

typedef uint32_t filesec__chacha20_vector_portable __attribute__((vector_size(16)));

/* i, j, k, l: places in a followed by b. gcc learned clang's spelling only in version 12. */
#ifdef __clang__
#define FILESEC__C20_MASK(name, i, j, k, l)                                                    \
    enum { name##0 = i, name##1 = j, name##2 = k, name##3 = l }
#define FILESEC__C20_MIX(a, b, name)                                                           \
    __builtin_shufflevector(a, b, name##0, name##1, name##2, name##3)
#else
#define FILESEC__C20_MASK(name, i, j, k, l)                                                    \
    const filesec__chacha20_vector_portable name = {i, j, k, l}
#define FILESEC__C20_MIX(a, b, name) __builtin_shuffle(a, b, name)
#endif

/* The bytes of each word in the order of the standard, little-endian. */
#if FILESEC__LITTLE
#define FILESEC__C20_ORDER(x) (x)
#else
#define FILESEC__C20_ORDER(x)                                                                  \
    ((FILESEC__C20_ROTATE(x, 8) & 0x00ff00ff) | (FILESEC__C20_ROTATE(x, 24) & 0xff00ff00))
#endif

#define FILESEC__C20_WRITE(at, x)                                                              \
    do {                                                                                       \
        memcpy(&in_words, in + (at), 16);                                                      \
        out_words = FILESEC__C20_ORDER(x) ^ in_words;                                          \
        memcpy(out + (at), &out_words, 16);                                                    \
    } while (0)

/* Words w, x, y, z of four blocks become 16 bytes of each; at: where in a block. */
#define FILESEC__C20_TRANSPOSE(at, w, x, y, z)                                                 \
    do {                                                                                       \
        s = FILESEC__C20_MIX(w, x, low);                                                       \
        t = FILESEC__C20_MIX(w, x, high);                                                      \
        u = FILESEC__C20_MIX(y, z, low);                                                       \
        v = FILESEC__C20_MIX(y, z, high);                                                      \
        w = FILESEC__C20_MIX(s, u, first);                                                     \
        x = FILESEC__C20_MIX(s, u, second);                                                    \
        y = FILESEC__C20_MIX(t, v, first);                                                     \
        z = FILESEC__C20_MIX(t, v, second);                                                    \
        FILESEC__C20_WRITE(at, w);                                                             \
        if (nblocks > 1)                                                                       \
            FILESEC__C20_WRITE((at) + 64, x);                                                  \
        if (nblocks > 2)                                                                       \
            FILESEC__C20_WRITE((at) + 128, y);                                                 \
        if (nblocks > 3)                                                                       \
            FILESEC__C20_WRITE((at) + 192, z);                                                 \
    } while (0)

#define FILESEC__C20_SPREAD(i) x##i = {state[i], state[i], state[i], state[i]}
#define FILESEC__C20_PLUS(i) x##i += state[i]

/* 1 <= nblocks <= 4 */
static void filesec__chacha20_four_portable(const uint32_t state[16], unsigned char *out,
                                            const unsigned char *in, size_t nblocks)
{
    filesec__chacha20_vector_portable FILESEC__C20_EACH(FILESEC__C20_SPREAD);
    filesec__chacha20_vector_portable s, t, u, v, in_words, out_words;
    const filesec__chacha20_vector_portable ahead = {0, 1, 2, 3};
    FILESEC__C20_MASK(low, 0, 4, 1, 5);
    FILESEC__C20_MASK(high, 2, 6, 3, 7);
    FILESEC__C20_MASK(first, 0, 1, 4, 5);
    FILESEC__C20_MASK(second, 2, 3, 6, 7);
    int i;

    x12 += ahead;
    for (i = 0; i < 10; i++) {
        FILESEC__C20_DOUBLE_ROUND;
    }
    FILESEC__C20_EACH(FILESEC__C20_PLUS);
    x12 += ahead;
    FILESEC__C20_TRANSPOSE(0, x0, x1, x2, x3);
    FILESEC__C20_TRANSPOSE(16, x4, x5, x6, x7);
    FILESEC__C20_TRANSPOSE(32, x8, x9, x10, x11);
    FILESEC__C20_TRANSPOSE(48, x12, x13, x14, x15);
}

#endif /* FILESEC__C20_VECTORS */

static void filesec__chacha20_portable(uint32_t state[16], unsigned char *out,
                                       const unsigned char *in, size_t nblocks)
{
#if FILESEC__C20_VECTORS
    for (; nblocks > 1; in += 256, out += 256) {
        size_t n = nblocks < 4 ? nblocks : 4;

        filesec__chacha20_four_portable(state, out, in, n);
        state[12] += (uint32_t)n;
        nblocks -= n;
        if (nblocks == 0)
            return;
    }
#endif
    for (; nblocks > 0; nblocks--, in += 64, out += 64) {
        filesec__chacha20_block_portable(state, out, in);
        state[12]++;
    }
}

#undef FILESEC__C20_VECTORS
#undef FILESEC__C20_QUARTER
#undef FILESEC__C20_ROTATE
#undef FILESEC__C20_DOUBLE_ROUND
#undef FILESEC__C20_EACH
#undef FILESEC__C20_SET
#undef FILESEC__C20_PUT
#undef FILESEC__C20_MASK
#undef FILESEC__C20_MIX
#undef FILESEC__C20_ORDER
#undef FILESEC__C20_WRITE
#undef FILESEC__C20_TRANSPOSE
#undef FILESEC__C20_SPREAD
#undef FILESEC__C20_PLUS
