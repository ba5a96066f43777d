/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "core/rows.h"
#include "core/secret.h"
/*
 * poly1305/contract.h: what every Poly1305 kernel obeys
 *
 * A kernel is three functions, filesec__poly1305_<verb>_<name>, over a state s:
 *
 *   init(s, key)                   from the 32 bytes of a one-time key
 *   blocks(s, data, nblocks)
 *   finish(s, tail, tail_len, tag)
 *
 * RFC 8439, 2.5. init clamps r and keeps s. blocks adds nblocks whole blocks of 16 bytes, each
 * with its bit 2^128; nblocks may be 0, and any split into calls gives the same tag. finish
 * adds a last short block of tail_len bytes, 0 <= tail_len < 16 (none if 0), with its bit
 * 2^(8*tail_len), and writes the tag. data and tail have any alignment. No branch and no
 * address depends on key or data. What the words of the state mean is the kernel's own affair;
 * the operation wipes it.
 */
#ifdef FILESEC_SMALL
#define FILESEC__POLY1305_WORDS 8
#else
#define FILESEC__POLY1305_WORDS 41
#endif
typedef struct filesec__poly1305_state {
    uint64_t w[FILESEC__POLY1305_WORDS];
} filesec__poly1305_state;

typedef void filesec__poly1305_init(filesec__poly1305_state *s, const unsigned char key[32]);
typedef void filesec__poly1305_blocks(filesec__poly1305_state *s, const unsigned char *data,
                                      size_t nblocks);
typedef void filesec__poly1305_finish(filesec__poly1305_state *s, const unsigned char *tail,
                                      size_t tail_len, unsigned char tag[16]);
