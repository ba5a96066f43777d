/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "sha512/contract.h"
#include "sha512/x86_pairs.h"
/*
 * sha512/x86_avx2.h: SHA-512, two blocks' schedules in vector registers beside scalar rounds
 *
 * Needs     AVX2, BMI1 and BMI2. Every function here carries FILESEC__TARGET_X86_AVX2.
 * Contract  as in sha512/contract.h, with nothing added.
 *
 * Layout    sha512/x86_pairs.h. A rotation is two shifts and an XOR, by a byte one shuffle.
 *
 * Registers 13 general ones in a round, two for addresses; 12 vectors in a step.
 * Bounds    reads each block once, 16 bytes at a time.
 * Not done  the schedule of the next two blocks beside the rounds of these: more instructions,
 *           more code, and a start that only long messages pay back.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2.
 */

/* clang-format off */
/* y = W(t-15), z = W(t-7); then z = y >>> 1 ^ y >>> 8 ^ y >> 7 */
#define FILESEC__ROUND_STEP0(a, b, c, d, e, f, g, h, wk, j)                                    \
    FILESEC__PAIR_ROUND_WITH(a, b, c, d, e, f, g, h, wk,                                            \
        FILESEC__PAIR_NEXT(y, FILESEC__PAIR_X(j + 1), x[j]);                                             \
        FILESEC__PAIR_NEXT(z, FILESEC__PAIR_X(j + 5), FILESEC__PAIR_X(j + 4));                                \
        FILESEC__PAIR_VADD(x[j], z),                                                                \
        FILESEC__PAIR_SHR(z, y, 1);                                                                 \
        FILESEC__PAIR_SHL(q, y, 63);                                                                \
        FILESEC__PAIR_VXOR(z, q),                                                                   \
        FILESEC__PAIR_VEC(q, _mm256_shuffle_epi8(y, ror8));                                         \
        FILESEC__PAIR_SHR(y, y, 7),                                                                 \
        FILESEC__PAIR_VXOR(z, q);                                                                   \
        FILESEC__PAIR_VXOR(z, y),                                                                   \
        FILESEC__PAIR_VADD(x[j], z))

/* y = w >>> 19 ^ w >> 6 ^ w >>> 61 with w = W(t-2) */
#define FILESEC__ROUND_STEP1(a, b, c, d, e, f, g, h, wk, j)                                    \
    FILESEC__PAIR_ROUND_WITH(a, b, c, d, e, f, g, h, wk,                                            \
        FILESEC__PAIR_SHR(y, FILESEC__PAIR_X(j + 7), 19);                                                \
        FILESEC__PAIR_SHL(z, FILESEC__PAIR_X(j + 7), 45);                                                \
        FILESEC__PAIR_VXOR(y, z),                                                                   \
        FILESEC__PAIR_SHR(z, FILESEC__PAIR_X(j + 7), 6);                                                 \
        FILESEC__PAIR_VXOR(y, z),                                                                   \
        FILESEC__PAIR_SHR(z, FILESEC__PAIR_X(j + 7), 61);                                                \
        FILESEC__PAIR_SHL(q, FILESEC__PAIR_X(j + 7), 3),                                                 \
        FILESEC__PAIR_VXOR(y, z);                                                                   \
        FILESEC__PAIR_VXOR(y, q),                                                                   \
        FILESEC__PAIR_VADD(x[j], y))
/* clang-format on */

static FILESEC__TARGET_X86_AVX2 void
filesec__sha512_x86_avx2(uint64_t state[8], const unsigned char *data, size_t nblocks)
{
    const __m256i ror8 = _mm256_setr_epi8(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8,
                                          1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8);

    FILESEC__PAIR_KERNEL(FILESEC__ROUND_STEP0, FILESEC__ROUND_STEP1);
}
#undef FILESEC__ROUND_STEP1
#undef FILESEC__ROUND_STEP0
