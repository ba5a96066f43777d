/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20/contract.h"
#include "chacha20/x86_avx512_rounds.h"
#include "chacha20poly1305/kernels.h"
/*
 * chacha20poly1305/x86_avx512.h: the one-time key and up to 2 KiB of the message in one pass
 *
 * Needs     AVX-512 F, VL, BW, DQ.
 * Contract  as in chacha20poly1305/kernels.h.
 * Layout    The blocks of the message are the vertical form of chacha20/x86_avx512.h. The block
 *           of the key is in general registers: its instructions stand between those of the
 *           vectors, for other units, and it costs a twentieth of a pass instead of a half.
 * Bounds    exactly 32 bytes of key, len bytes of in and out.
 * Secrets   no branch and no address depends on state or data.
 * From      RFC 8439, 2.1 to 2.4 and 2.6.
 */

/* 1024 < len <= 2048 */
FILESEC__NEVER_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20poly1305_two_x86_avx512(const uint32_t state[16], unsigned char key[32],
                                         unsigned char *out, const unsigned char *in,
                                         size_t len)
{
    filesec__chacha20_vertical_x86_avx512(state, key, out, in, len, 1, 1);
}

/* len <= 1024 */
FILESEC__NEVER_INLINE FILESEC__TARGET_X86_AVX512 void
filesec__chacha20poly1305_one_x86_avx512(const uint32_t state[16], unsigned char key[32],
                                         unsigned char *out, const unsigned char *in,
                                         size_t len)
{
    filesec__chacha20_vertical_x86_avx512(state, key, out, in, len, 0, 1);
}

static FILESEC__TARGET_X86_AVX512 void
filesec__chacha20poly1305_keyed_x86_avx512(uint32_t state[16], unsigned char key[32],
                                           unsigned char *out, const unsigned char *in,
                                           size_t len)
{
    if (len > 1024)
        filesec__chacha20poly1305_two_x86_avx512(state, key, out, in, len);
    else
        filesec__chacha20poly1305_one_x86_avx512(state, key, out, in, len);
    state[12] += (uint32_t)(1 + (len + 63) / 64);
}
