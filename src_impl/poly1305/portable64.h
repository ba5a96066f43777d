/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "poly1305/contract.h"
#include "poly1305/limbs64.h"
/*
 * poly1305/portable64.h: Poly1305 with multiplications 64 x 64 -> 128, for 64-bit machines
 *
 * Needs     a compiler with unsigned __int128; no CPU feature.
 * Contract  as in poly1305/contract.h, with nothing added.
 * Layout    radix 2^64, one block at a time: see poly1305/limbs64.h.
 * Bounds    reads exactly 16 * nblocks bytes of data and tail_len bytes of tail.
 * Not done  two blocks at a time with r^2: r^2 is no multiple of 4, so its products do not come
 *           down by shifting, and the extra multiplications cost what the parallel ones save.
 * Secrets   no branch and no address depends on key, data or h.
 * From      RFC 8439, 2.5.
 */
static void filesec__poly1305_init_portable64(filesec__poly1305_state *s,
                                              const unsigned char key[32])
{
    filesec__poly1305_limbs64_init(s, key);
}

static void filesec__poly1305_blocks_portable64(filesec__poly1305_state *s,
                                                const unsigned char *data, size_t nblocks)
{
    filesec__poly1305_limbs64_blocks(s, data, nblocks, 1);
}

static void filesec__poly1305_finish_portable64(filesec__poly1305_state *s,
                                                const unsigned char *tail, size_t tail_len,
                                                unsigned char tag[16])
{
    filesec__poly1305_limbs64_finish(s, tail, tail_len, tag);
}
