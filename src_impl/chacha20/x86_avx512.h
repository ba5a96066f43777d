/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/contract.h"
#include "chacha20/x86_avx512_pairs.h"
#include "chacha20/x86_avx512_rounds.h"
#include "chacha20/x86_avx512_rows.h"
#include "core/system.h"
/*
 * chacha20/x86_avx512.h: ChaCha20 keystream, up to thirty-two blocks at a time
 *
 * Needs     AVX-512 F, VL, BW, DQ. Every function here carries FILESEC__TARGET_X86_AVX512.
 * Contract  as in chacha20/contract.h, with nothing added.
 *
 * Layout    From nine blocks on, vertical: xi holds word i of sixteen blocks, one block in each
 *           32-bit lane; y0 to y15 hold the next sixteen.
 *
 *                lane     15    14    ...     1     0
 *                x0       c0    c0            c0    c0
 *                x12     n+15  n+14          n+1    n
 *
 *           Lanes change places only once, in the transposition after round 20.
 *           Up to six blocks, horizontal in pairs: see chacha20/x86_avx512_pairs.h; seven and
 *           eight, in fours: chacha20/x86_avx512_rows.h.
 * Registers Thirty-two blocks are 32 words for 32 registers: nothing is left over, and nothing
 *           is needed, for every step works in place. The input is read again after the rounds.
 *           FILESEC__C20_TIE keeps gcc from other orders, which spill; clang finds this one by
 *           itself, and spills if it is tied.
 * Bounds    Exactly len, or 64 * nblocks, bytes at any alignment; prefetches stay inside, too.
 * Not done  MAC work between the rounds: it gains less than it costs in registers. Sixteen
 *           blocks and the rest apart, from seventeen to thirty-one: two passes of latency
 *           instead of one.
 * Secrets   no branch and no address depends on key, counter or data.
 * From      RFC 8439, 2.1 to 2.4.
 */

/* Memory at p will be written soon. */
#if FILESEC__GNU
#define FILESEC__C20_PREFETCHW(p) __asm__ __volatile__("prefetchw %0" : : "m"(*(p)))
#else
#define FILESEC__C20_PREFETCHW(p) _mm_prefetch((const char *)(p), _MM_HINT_T0)
#endif

/* Memory is asked for len bytes of input and output before the rounds: they last long enough
   for it to answer. */
FILESEC__ALWAYS_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_prefetch_x86_avx512(unsigned char *out, const unsigned char *in, size_t len)
{
    size_t i;

    for (i = 0; i < len; i += 64) {
        _mm_prefetch((const char *)(in + i), _MM_HINT_T0);
        FILESEC__C20_PREFETCHW(out + i);
    }
}

/* 1024 < len <= 2048 */
FILESEC__NEVER_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_two_x86_avx512(const uint32_t state[16], unsigned char *out,
                                 const unsigned char *in, size_t len)
{
    filesec__chacha20_prefetch_x86_avx512(out, in, len);
    if (len == 2048)
        filesec__chacha20_vertical_x86_avx512(state, NULL, out, in, 2048, 1, 0);
    else
        filesec__chacha20_vertical_x86_avx512(state, NULL, out, in, len, 1, 0);
}

/* 512 < len <= 1024 */
FILESEC__NEVER_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_one_x86_avx512(const uint32_t state[16], unsigned char *out,
                                 const unsigned char *in, size_t len)
{
    filesec__chacha20_vertical_x86_avx512(state, NULL, out, in, len, 0, 0);
}

/* The same as below, of len bytes, of which the last may fill no block. */
static FILESEC__TARGET_X86_AVX512 void
filesec__chacha20_bytes_x86_avx512(uint32_t state[16], unsigned char *out,
                                   const unsigned char *in, size_t len)
{
    size_t n;

    for (; len > 0; len -= n, in += n, out += n) {
        n = len > 2048 ? 2048 : len;
        if (n > 1024)
            filesec__chacha20_two_x86_avx512(state, out, in, n);
        else if (n > 512)
            filesec__chacha20_one_x86_avx512(state, out, in, n);
        else if (n > 384)
            filesec__chacha20_rows_x86_avx512(state, out, in, n);
        else if (n > 256)
            filesec__chacha20_pairs_x86_avx512(state, out, in, n, 3);
        else if (n > 128)
            filesec__chacha20_pairs_x86_avx512(state, out, in, n, 2);
        else
            filesec__chacha20_pairs_x86_avx512(state, out, in, n, 1);
        state[12] += (uint32_t)((n + 63) / 64);
    }
}

static FILESEC__TARGET_X86_AVX512 void filesec__chacha20_x86_avx512(uint32_t state[16],
                                                                    unsigned char *out,
                                                                    const unsigned char *in,
                                                                    size_t nblocks)
{
    filesec__chacha20_bytes_x86_avx512(state, out, in, 64 * nblocks);
}

#undef FILESEC__C20_TIE
#undef FILESEC__C20_TO_MEMORY
#undef FILESEC__C20_ADD
#undef FILESEC__C20_XOR
#undef FILESEC__C20_ROTATE
#undef FILESEC__C20_LO32
#undef FILESEC__C20_HI32
#undef FILESEC__C20_LO64
#undef FILESEC__C20_HI64
#undef FILESEC__C20_FOUR
#undef FILESEC__C20_TURN
#undef FILESEC__C20_BOTH
#undef FILESEC__C20_HALF
#undef FILESEC__C20_QUARTER
#undef FILESEC__C20_DOUBLE_ROUND
#undef FILESEC__C20_STEP
#undef FILESEC__C20_ROUND
#undef FILESEC__C20_WORD
#undef FILESEC__C20_SET
#undef FILESEC__C20_ALONE
#undef FILESEC__C20_KEY
#undef FILESEC__C20_PLUS
#undef FILESEC__C20_INPUT
#undef FILESEC__C20_TRANSPOSE
#undef FILESEC__C20_QUARTERS
#undef FILESEC__C20_TURN_QUARTERS
#undef FILESEC__C20_OUT
#undef FILESEC__C20_BLOCKS
#undef FILESEC__C20_WRITE
#undef FILESEC__C20_PREFETCHW
