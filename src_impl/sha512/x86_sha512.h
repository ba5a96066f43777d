/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "sha512/contract.h"
/*
 * sha512/x86_sha512.h: SHA-512 with the instructions of Intel and AMD
 *
 * Needs     AVX2 and SHA512. Every function here carries FILESEC__TARGET_X86_SHA512.
 * Contract  as in sha512/contract.h, with nothing added.
 *
 * Layout    the working variables in two vectors, the schedule four words to a vector:
 *
 *                lane     3        2        1       0
 *                abef     a        b        e       f
 *                cdgh     c        d        g       h
 *                w[i]  W(4i+3)  W(4i+2)  W(4i+1)  W(4i)   of the sixteen words that are alive
 *
 *           VSHA512RNDS2 does two rounds and gives the new abef; the new cdgh is the abef from
 *           before. VSHA512MSG1 adds sigma0(W(t-15)) to W(t-16), VSHA512MSG2 sigma1(W(t-2)),
 *           also where t-2 is among the four words in the making.
 *
 * Registers 2 for the state, 2 for its value before the block, 4 for w[], 3 to work in.
 * Bounds    reads 32 bytes at a time, up to the last of 128 * nblocks.
 * Not done  two streams side by side: no such machine to measure on.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 6.4.2; Intel Architecture Instruction Set Extensions Programming
 *           Reference, VSHA512MSG1, VSHA512MSG2, VSHA512RNDS2.
 */

/* Four rounds from t = 4i of these sixteen on. */
#define FILESEC__FOUR_ROUNDS(i)                                                                \
    do {                                                                                       \
        const __m256i *at = (const __m256i *)(const void *)(k + 4 * (i));                      \
        __m256i wk = _mm256_add_epi64(w[i], _mm256_loadu_si256(at));                           \
        cdgh = _mm256_sha512rnds2_epi64(cdgh, abef, _mm256_castsi256_si128(wk));               \
        wk = _mm256_permute4x64_epi64(wk, 0x0e); /* the upper half down */                     \
        abef = _mm256_sha512rnds2_epi64(abef, cdgh, _mm256_castsi256_si128(wk));               \
    } while (0)

/* The same, and W(t+16) to W(t+19) take the places of W(t) to W(t+3). */
#define FILESEC__FOUR_ROUNDS_AND_WORDS(i)                                                      \
    FILESEC__FOUR_ROUNDS(i);                                                                   \
    w[i] = filesec__sha512_x86_sha512_words(w[i], w[((i) + 1) & 3], w[((i) + 2) & 3],          \
                                            w[((i) + 3) & 3])

#define FILESEC__ROUNDS(R)                                                                     \
    R(0);                                                                                      \
    R(1);                                                                                      \
    R(2);                                                                                      \
    R(3)

/* From W(t-16), W(t-12), W(t-8) and W(t-4) on, the four words from W(t) on. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_SHA512 __m256i
filesec__sha512_x86_sha512_words(__m256i w16, __m256i w12, __m256i w8, __m256i w4)
{
    /* W(t-7) to W(t-4): the last three of w8 and the first of w4, then turned by one */
    __m256i w7 = _mm256_permute4x64_epi64(_mm256_blend_epi32(w8, w4, 0x03), 0x39);

    w16 = _mm256_sha512msg1_epi64(w16, _mm256_castsi256_si128(w12));
    return _mm256_sha512msg2_epi64(_mm256_add_epi64(w16, w7), w4);
}

static FILESEC__TARGET_X86_SHA512 void
filesec__sha512_x86_sha512(uint64_t h[8], const unsigned char *data, size_t nblocks)
{
    const __m256i swap = _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
                                          7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    __m256i dcba = _mm256_loadu_si256((const __m256i *)(const void *)h);
    __m256i hgfe = _mm256_loadu_si256((const __m256i *)(const void *)(h + 4));
    /* the halves of (b a, f e) and (d c, h g), each with its two words in the other order */
    __m256i abef = _mm256_permute4x64_epi64(_mm256_permute2x128_si256(dcba, hgfe, 0x20), 0x1b);
    __m256i cdgh = _mm256_permute4x64_epi64(_mm256_permute2x128_si256(dcba, hgfe, 0x31), 0x1b);
    __m256i abef0, cdgh0, w[4];
    int i;

    for (; nblocks != 0; nblocks--, data += 128) {
        const uint64_t *k = filesec__sha512_k;

        for (i = 0; i < 4; i++) {
            w[i] = _mm256_loadu_si256((const __m256i *)(const void *)(data + 32 * i));
            w[i] = _mm256_shuffle_epi8(w[i], swap);
        }
        abef0 = abef;
        cdgh0 = cdgh;
        for (i = 0; i < 4; i++) {
            FILESEC__ROUNDS(FILESEC__FOUR_ROUNDS_AND_WORDS);
            k += 16;
        }
        FILESEC__ROUNDS(FILESEC__FOUR_ROUNDS);
        abef = _mm256_add_epi64(abef, abef0);
        cdgh = _mm256_add_epi64(cdgh, cdgh0);
    }
    abef = _mm256_permute4x64_epi64(abef, 0x1b);
    cdgh = _mm256_permute4x64_epi64(cdgh, 0x1b);
    _mm256_storeu_si256((__m256i *)(void *)h, _mm256_permute2x128_si256(abef, cdgh, 0x20));
    _mm256_storeu_si256((__m256i *)(void *)(h + 4),
                        _mm256_permute2x128_si256(abef, cdgh, 0x31));
}
#undef FILESEC__ROUNDS
#undef FILESEC__FOUR_ROUNDS_AND_WORDS
#undef FILESEC__FOUR_ROUNDS
