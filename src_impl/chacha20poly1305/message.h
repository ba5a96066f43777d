/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "chacha20poly1305/kernels.h"
#include "core/bytes.h"
#include "core/secret.h"
/*
 * chacha20poly1305/message.h: a whole message on its way through the kernels of a row
 *
 * The first bytes of the message are ciphered behind 64 zeros in one call, so the block of the
 * one-time key costs no call of its own. What follows them
 *
 *   goes in steps that stay in the L1 cache between cipher and MAC; or,
 *   where the row has a function that does both at once, in groups of eight blocks, each of
 *   which is ciphered while the MAC takes the one before it (seal) or the same one (open).
 *
 * A short message has nothing behind its first bytes, and its MAC is one call. Where the row
 * has a function that makes the one-time key beside the first 2 KiB, a longer message begins
 * with these, and no copy is made.
 */
#ifdef FILESEC_SMALL
#define FILESEC__CHACHA20POLY1305_HEAD 64
#else
#define FILESEC__CHACHA20POLY1305_HEAD 448
#endif
#define FILESEC__CHACHA20POLY1305_STEP 8192 /* a multiple of 64 */

/* text is the block of the one-time key, head, and a block for the MAC; then, for a short
   message that is opened, the clear text. used: how much of it is to be wiped. */
typedef struct filesec__chacha20poly1305_run {
    const filesec__chacha20poly1305_row *row;
    size_t used;
    filesec__poly1305_state mac;
    uint32_t cipher[16];
    unsigned char text[2 * (64 + FILESEC__CHACHA20POLY1305_HEAD) + 16];
} filesec__chacha20poly1305_run;

/* The input of the block function for block 0 (2.3): "expand 32-byte k", key, counter, nonce.
 */
static inline void filesec__chacha20_start(uint32_t state[16], const unsigned char key[32],
                                           const unsigned char nonce[12])
{
    size_t i;

    state[0] = UINT32_C(0x61707865);
    state[1] = UINT32_C(0x3320646e);
    state[2] = UINT32_C(0x79622d32);
    state[3] = UINT32_C(0x6b206574);
    for (i = 0; i < 8; i++)
        state[4 + i] = filesec__load32le(key + 4 * i);
    state[12] = 0;
    for (i = 0; i < 3; i++)
        state[13 + i] = filesec__load32le(nonce + 4 * i);
}

/* The length is not shown to the compiler, which would store word by word or with a slow string
   instruction; memset knows better. */
static inline void filesec__chacha20poly1305_wipe(filesec__chacha20poly1305_run *r)
{
    size_t len = sizeof *r - sizeof r->text + r->used;

    FILESEC__BARRIER(len);
    filesec_wipe(r, len);
}

/* MAC len bytes and zeros up to a multiple of 16 (pad16). */
static inline void filesec__poly1305_padded(filesec__chacha20poly1305_run *r,
                                            const unsigned char *data, size_t len)
{
    if (len >= 16)
        r->row->poly1305_blocks(&r->mac, data, len / 16);
    if (len % 16 != 0) {
        unsigned char block[16] = {0};

        memcpy(block, data + len / 16 * 16, len % 16);
        r->row->poly1305_blocks(&r->mac, block, 1);
    }
}

/* len(aad) || len(ct), and the tag. */
static inline void filesec__chacha20poly1305_finish(filesec__chacha20poly1305_run *r,
                                                    size_t aad_len, size_t len, uint8_t tag[16])
{
    unsigned char lengths[16];

    filesec__store64le(lengths, aad_len);
    filesec__store64le(lengths + 8, len);
    r->row->poly1305_blocks(&r->mac, lengths, 1);
    r->row->poly1305_finish(&r->mac, NULL, 0, tag);
}

/* Zeros, len bytes of in, zeros: what is ciphered in one call. Returns the number of blocks. */
static inline size_t filesec__chacha20poly1305_lay(filesec__chacha20poly1305_run *r,
                                                   const unsigned char *in, size_t len)
{
    size_t nblocks = 1 + (len + 63) / 64;

    memset(r->text, 0, 64);
    memset(r->text + 64 * (nblocks - 1), 0, 64);
    filesec__copy(r->text + 64, in, len);
    return nblocks;
}

/* Bytes from used on of the 16 at block become zeros. 0 < used < 16. */
static inline void filesec__chacha20poly1305_cut(unsigned char block[16], size_t used)
{
    size_t word = used & 8;
    uint64_t mask = (UINT64_C(1) << (8 * (used & 7))) - 1;

    filesec__store64le(block + word, filesec__load64le(block + word) & mask);
    if (word == 0)
        filesec__store64le(block + 8, 0);
}

/*
 * At most head bytes. The MAC's input is put together in r->text: the last bytes of aad,
 * padded, over the end of the key block that is no longer needed, then ct, padded, then the
 * lengths.
 */
static void filesec__chacha20poly1305_short(filesec__chacha20poly1305_run *r, uint8_t tag[16],
                                            const unsigned char *aad, size_t aad_len,
                                            unsigned char *out, const unsigned char *in,
                                            size_t len, int sealing)
{
    size_t nblocks = filesec__chacha20poly1305_lay(r, in, len);
    size_t padded = (len + 15) / 16 * 16, rest = aad_len % 16;
    unsigned char *ct = r->text + 64, *key = r->text, *text = ct;
    unsigned char block[16] = {0};

    if (rest != 0)
        memcpy(block, aad + (aad_len - rest), rest);
    if (!sealing) {
        key = r->text + 64 * nblocks + 16;
        text = key + 64;
    }
    r->used = (sealing ? 64 : 128) * nblocks + 16;
    r->row->chacha20(r->cipher, key, r->text, nblocks);
    filesec__copy(out, text, len);
    r->row->poly1305_init(&r->mac, key);
    if (aad_len >= 16)
        r->row->poly1305_blocks(&r->mac, aad, aad_len / 16);
    memcpy(ct - 16, block, 16);
    if (padded != len)
        filesec__chacha20poly1305_cut(ct + padded - 16, len % 16);
    filesec__store64le(ct + padded, aad_len);
    filesec__store64le(ct + padded + 8, len);
    rest = rest != 0;
    r->row->poly1305_blocks(&r->mac, ct - 16 * rest, padded / 16 + 1 + rest);
    r->row->poly1305_finish(&r->mac, NULL, 0, tag);
}

/* The first len bytes of a longer message, a multiple of 64, and aad before them. If now, the
   MAC takes these bytes, too. */
static void filesec__chacha20poly1305_head(filesec__chacha20poly1305_run *r,
                                           const unsigned char *aad, size_t aad_len,
                                           unsigned char *out, const unsigned char *in,
                                           size_t len, int sealing, int now)
{
    size_t nblocks = filesec__chacha20poly1305_lay(r, in, len);

    r->row->chacha20(r->cipher, r->text, r->text, nblocks);
    r->row->poly1305_init(&r->mac, r->text);
    filesec__poly1305_padded(r, aad, aad_len);
    if (now)
        r->row->poly1305_blocks(&r->mac, sealing ? r->text + 64 : in, len / 16);
    filesec__copy(out, r->text + 64, len);
}

#ifndef FILESEC_SMALL
/* More than 448 bytes, of which those behind the head are eight blocks or a multiple; the last
   one may be short. nmac: blocks of the cipher that the MAC is behind. */
static void filesec__chacha20poly1305_both(filesec__chacha20poly1305_run *r,
                                           const unsigned char *aad, size_t aad_len,
                                           unsigned char *out, const unsigned char *in,
                                           size_t len, int sealing)
{
    size_t nmac = (len + 63) / 64 % 8, at = 64 * nmac, rest = (len - at) % 512;
    filesec__chacha20poly1305_beside *beside = r->row->beside;

    filesec__chacha20poly1305_head(r, aad, aad_len, out, in, at, sealing, !sealing);
    for (; len - at >= 512; at += 512, nmac = 8) {
        if (sealing)
            beside(r->cipher, &r->mac, out + at, in + at, 8, out + at - 64 * nmac, nmac);
        else
            beside(r->cipher, &r->mac, out + at, in + at, 8, in + at, 8);
    }
    if (rest != 0) { /* 449 to 511 bytes */
        memset(r->text + 448, 0, 64);
        memcpy(r->text, in + at, rest);
        if (sealing) {
            beside(r->cipher, &r->mac, r->text, r->text, 8, out + at - 64 * nmac, nmac);
            filesec__poly1305_padded(r, r->text, rest);
        } else {
            beside(r->cipher, &r->mac, r->text, r->text, 8, in + at, 7);
            filesec__poly1305_padded(r, in + at + 448, rest - 448);
        }
        memcpy(out + at, r->text, rest);
    } else if (sealing) {
        r->row->poly1305_blocks(&r->mac, out + at - 64 * nmac, 4 * nmac);
    }
}
#endif

#if FILESEC__HAS_X86_AVX512
/* The first len <= 2048 bytes of a longer message, a multiple of 64 or all of it, and aad. What
   is opened in place is gone when the MAC's key is there: it is kept for it. */
static void filesec__chacha20poly1305_first(filesec__chacha20poly1305_run *r,
                                            const unsigned char *aad, size_t aad_len,
                                            unsigned char *out, const unsigned char *in,
                                            size_t len, int sealing)
{
    unsigned char kept[2048];

    if (!sealing && out == in) {
        memcpy(kept, in, len);
        in = kept;
    }
    r->row->keyed(r->cipher, r->text, out, in, len);
    r->row->poly1305_init(&r->mac, r->text);
    filesec__poly1305_padded(r, aad, aad_len);
    filesec__poly1305_padded(r, sealing ? out : in, len);
}
#endif

/* What comes first of a message longer than a head: how many bytes are done. */
static size_t filesec__chacha20poly1305_long(filesec__chacha20poly1305_run *r,
                                             const unsigned char *aad, size_t aad_len,
                                             unsigned char *out, const unsigned char *in,
                                             size_t len, int sealing)
{
    r->used = 64 + FILESEC__CHACHA20POLY1305_HEAD;
#ifndef FILESEC_SMALL
    if (r->row->beside != NULL) {
        filesec__chacha20poly1305_both(r, aad, aad_len, out, in, len, sealing);
        return len;
    }
#endif
#if FILESEC__HAS_X86_AVX512
    if (r->row->keyed != NULL) {
        r->used = 32;
        len = len < 2048 ? len : 2048;
        filesec__chacha20poly1305_first(r, aad, aad_len, out, in, len, sealing);
        return len;
    }
#endif
    len = FILESEC__CHACHA20POLY1305_HEAD;
    filesec__chacha20poly1305_head(r, aad, aad_len, out, in, len, sealing, 1);
    return len;
}

/* Cipher len bytes, less than a step, of which only the last ones may fill no block. */
static inline void filesec__chacha20_any(filesec__chacha20poly1305_run *r, unsigned char *out,
                                         const unsigned char *in, size_t len)
{
    size_t whole = len / 64 * 64;

#if FILESEC__HAS_X86_AVX512
    if (r->row->bytes != NULL) {
        r->row->bytes(r->cipher, out, in, len);
        return;
    }
#endif
    r->row->chacha20(r->cipher, out, in, len / 64);
    if (len != whole) {
        memset(r->text, 0, 64);
        memcpy(r->text, in + whole, len - whole);
        r->row->chacha20(r->cipher, r->text, r->text, 1);
        memcpy(out + whole, r->text, len - whole);
    }
}

/* Everything between the checks of the arguments and the tag. ct is what the MAC covers: out
   when sealing, in when opening. */
static void filesec__chacha20poly1305_message(filesec__chacha20poly1305_run *r, uint8_t tag[16],
                                              const unsigned char *aad, size_t aad_len,
                                              unsigned char *out, const unsigned char *in,
                                              size_t len, int sealing)
{
    const size_t step = FILESEC__CHACHA20POLY1305_STEP;
    size_t n, done;

    if (len <= FILESEC__CHACHA20POLY1305_HEAD) {
        filesec__chacha20poly1305_short(r, tag, aad, aad_len, out, in, len, sealing);
        filesec__chacha20poly1305_wipe(r);
        return;
    }
    done = filesec__chacha20poly1305_long(r, aad, aad_len, out, in, len, sealing);
    for (; done < len; done += n) {
        n = len - done < step ? len - done : step;
        if (!sealing)
            filesec__poly1305_padded(r, in + done, n);
        filesec__chacha20_any(r, out + done, in + done, n);
        if (sealing)
            filesec__poly1305_padded(r, out + done, n);
    }
    filesec__chacha20poly1305_finish(r, aad_len, len, tag);
    filesec__chacha20poly1305_wipe(r);
}
