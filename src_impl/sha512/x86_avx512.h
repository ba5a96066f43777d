/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "sha512/contract.h"
#include "sha512/x86_pairs.h"
/*
 * sha512/x86_avx512.h: SHA-512, the schedule with the rotations of AVX-512, the rounds scalar
 *
 * Needs     AVX-512 F and VL, BMI1 and BMI2. Every function here carries
 *           FILESEC__TARGET_X86_AVX512.
 * Contract  as in sha512/contract.h, with nothing added.
 *
 * Layout    sha512/x86_pairs.h. A rotation is one instruction, and so is the XOR of three.
 *
 * Registers 13 general ones in a round, two for addresses; 11 vectors in a step. 512-bit ones
 *           are not touched: no CPU lowers its clock for this.
 * Bounds    reads each block once, 16 bytes at a time.
 * Not done  four blocks at once: a little faster with one compiler, slower with another.
 *           The rounds in vector registers: rotations there take longer than scalar ones.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2.
 */
/* Tuned for other CPUs, gcc moves what a round works on to vector registers, and back. */
#if FILESEC__GNU && !defined __clang__
#define FILESEC__TUNED FILESEC__TARGET("tune=haswell")
#else
#define FILESEC__TUNED
#endif
#define FILESEC__XOR3(to, a, b, c)                                                             \
    FILESEC__PAIR_VEC(to, _mm256_ternarylogic_epi64(a, b, c, 0x96))
#define FILESEC__VROR(to, x, n) FILESEC__PAIR_VEC(to, _mm256_ror_epi64(x, n))

/* clang-format off */
/* y = W(t-15), z = W(t-7); then z = y >>> 1 ^ y >>> 8 ^ y >> 7 */
#define FILESEC__ROUND_STEP0(a, b, c, d, e, f, g, h, wk, j)                                    \
    FILESEC__PAIR_ROUND_WITH(a, b, c, d, e, f, g, h, wk,                                       \
        FILESEC__PAIR_NEXT(y, FILESEC__PAIR_X(j + 1), x[j]);                                   \
        FILESEC__PAIR_NEXT(z, FILESEC__PAIR_X(j + 5), FILESEC__PAIR_X(j + 4)),                 \
        FILESEC__PAIR_VADD(x[j], z);                                                           \
        FILESEC__VROR(z, y, 1),                                                                \
        FILESEC__VROR(q, y, 8);                                                                \
        FILESEC__PAIR_SHR(y, y, 7),                                                            \
        FILESEC__XOR3(z, z, q, y),                                                             \
        FILESEC__PAIR_VADD(x[j], z))

/* y = w >>> 19 ^ w >>> 61 ^ w >> 6 with w = W(t-2) */
#define FILESEC__ROUND_STEP1(a, b, c, d, e, f, g, h, wk, j)                                    \
    FILESEC__PAIR_ROUND_WITH(a, b, c, d, e, f, g, h, wk,                                       \
        FILESEC__VROR(y, FILESEC__PAIR_X(j + 7), 19),                                          \
        FILESEC__VROR(z, FILESEC__PAIR_X(j + 7), 61),                                          \
        FILESEC__PAIR_SHR(q, FILESEC__PAIR_X(j + 7), 6),                                       \
        FILESEC__XOR3(y, y, z, q),                                                             \
        FILESEC__PAIR_VADD(x[j], y))
/* clang-format on */

static FILESEC__TARGET_X86_AVX512 FILESEC__TUNED void
filesec__sha512_x86_avx512(uint64_t state[8], const unsigned char *data, size_t nblocks)
{
    FILESEC__PAIR_KERNEL(FILESEC__ROUND_STEP0, FILESEC__ROUND_STEP1);
}
#undef FILESEC__ROUND_STEP1
#undef FILESEC__ROUND_STEP0
#undef FILESEC__VROR
#undef FILESEC__XOR3
#undef FILESEC__TUNED
