/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/bitslice.h"
#include "aes256gcm/contract.h"
#include "aes256gcm/ctmul.h"
#include "aes256gcm/rounds.h"
#include "core/bytes.h"
#include "core/secret.h"
/*
 * aes256gcm/portable.h: AES-256-GCM in plain C, without a table
 *
 * Needs     nothing. 64-bit arithmetic, and vectors of 16 bytes where the baseline has them.
 * Contract  as in aes256gcm/contract.h, with nothing added.
 *
 * Layout    blocks are bitsliced, 8 or 4 at a time: aes256gcm/bitslice.h. The cipher runs on
 *           them: aes256gcm/rounds.h. GHASH: aes256gcm/ctmul.h. Of the key area
 *
 *             0     15 round keys, bitsliced, 64 bytes each (FILESEC_SMALL: as bytes, 16 each)
 *             960   what ctmul.h wants of H (FILESEC_SMALL: at 240)
 *
 *           Round key r is laid out for rows that are k = (r + 2) mod 4 times behind
 *           (rounds.h): after the 14th round k is 0, and the output needs no ShiftRows. The
 *           input begins with k = 2; it is only ever counter blocks, which are made that way.
 *
 * Registers the circuit of SubBytes has about 25 words alive; what a machine lacks, it spills.
 * Bounds    reads and writes exactly 16 * nblocks bytes, at any alignment.
 * Not done  fewer than 8 (4) blocks at a time: not faster. GHASH between the rounds: it gained
 *           little with one compiler and lost with another.
 * Secrets   no branch and no address depends on key, counter or data.
 * From      FIPS 197, 5.1 and 5.2; SP 800-38D, 6.3 to 6.5.
 */
#ifdef FILESEC_SMALL
#define FILESEC__ROUND_KEY_LEN 16
#else
#define FILESEC__ROUND_KEY_LEN 64
#endif
#define FILESEC__HASH_KEY (15 * FILESEC__ROUND_KEY_LEN)

/* The same block in all places; w is its columns, first byte lowest. */
static void filesec__aes256gcm_portable_slice(filesec__aes256gcm_word q[8], const uint32_t w[4])
{
#define FILESEC__SAME(i) filesec__aes256gcm_portable_put(q, i, w[0], w[1], w[2], w[3]);
    FILESEC__BLOCKS(FILESEC__SAME)
#undef FILESEC__SAME
    filesec__aes256gcm_portable_bytes_in(q);
    filesec__aes256gcm_portable_bits(q);
}

#ifdef FILESEC_SMALL
/* AddRoundKey: the key is bitsliced when it is needed. */
static void filesec__aes256gcm_portable_add_key(filesec__aes256gcm_word q[8],
                                                const unsigned char *k)
{
    filesec__aes256gcm_word x[8];
    uint32_t w[4];
    unsigned i;

    for (i = 0; i < 4; i++)
        w[i] = filesec__load32le(k + 4 * i);
    filesec__aes256gcm_portable_slice(x, w);
    for (i = 0; i < 8; i++)
        q[i] ^= x[i];
    filesec_wipe(w, sizeof w);
    filesec_wipe(x, sizeof x);
}

static void filesec__aes256gcm_portable_encrypt(filesec__aes256gcm_word q[8],
                                                const unsigned char *k)
{
    unsigned r;

    filesec__aes256gcm_portable_add_key(q, k);
    for (r = 1; r <= 14; r++) {
        filesec__aes256gcm_portable_sub_bytes(q);
        if (r < 14)
            filesec__aes256gcm_portable_mix_columns(q, (r + 2) & 3);
        filesec__aes256gcm_portable_add_key(q, k + 16 * r);
    }
}
#else
/* Rounds 1 to 13, of which the rows are behind times behind before MixColumns. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_round(filesec__aes256gcm_word q[8],
                                                              const unsigned char *k,
                                                              unsigned behind)
{
    filesec__aes256gcm_portable_sub_bytes(q);
    filesec__aes256gcm_portable_mix_columns(q, behind);
    filesec__aes256gcm_portable_key_in(q, k);
}

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_encrypt(filesec__aes256gcm_word q[8],
                                                                const unsigned char *k)
{
    unsigned r;

    filesec__aes256gcm_portable_key_in(q, k);
    for (r = 1;; r += 4) {
        filesec__aes256gcm_portable_round(q, k + 64 * r, 3);
        if (r == 13)
            break;
        filesec__aes256gcm_portable_round(q, k + 64 * r + 64, 0);
        filesec__aes256gcm_portable_round(q, k + 64 * r + 128, 1);
        filesec__aes256gcm_portable_round(q, k + 64 * r + 192, 2);
    }
    filesec__aes256gcm_portable_sub_bytes(q);
    filesec__aes256gcm_portable_key_in(q, k + 64 * 14);
}
#endif

/*
 * Counter blocks, as the cipher wants them: rows 1 and 3 (every second byte) are two columns
 * away from their place. w: the columns without the counter, c: the counter.
 */
typedef struct filesec__aes256gcm_counter {
    uint32_t w[4], c;
} filesec__aes256gcm_counter;

#define FILESEC__ROWS_02 UINT32_C(0x00ff00ff)
#define FILESEC__ROWS_13 UINT32_C(0xff00ff00)

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_counter(filesec__aes256gcm_counter *n,
                                                                const unsigned char counter[16])
{
    uint32_t w0 = filesec__load32le(counter), w1 = filesec__load32le(counter + 4);
    uint32_t w2 = filesec__load32le(counter + 8);

    n->w[0] = (w0 & FILESEC__ROWS_02) | (w2 & FILESEC__ROWS_13);
    n->w[1] = w1 & FILESEC__ROWS_02;
    n->w[2] = (w2 & FILESEC__ROWS_02) | (w0 & FILESEC__ROWS_13);
    n->w[3] = w1 & FILESEC__ROWS_13;
    n->c = filesec__load32be(counter + 12);
}

/* The counter block i after n. */
FILESEC__ALWAYS_INLINE void
filesec__aes256gcm_portable_put_counter(filesec__aes256gcm_word q[8],
                                        const filesec__aes256gcm_counter *n, unsigned i)
{
    unsigned char bytes[4];
    uint32_t w3;

    filesec__store32be(bytes, n->c + i);
    w3 = filesec__load32le(bytes);
    filesec__aes256gcm_portable_put(q, i, n->w[0], n->w[1] | (w3 & FILESEC__ROWS_13), n->w[2],
                                    n->w[3] | (w3 & FILESEC__ROWS_02));
}

#define FILESEC__COUNTER(i) filesec__aes256gcm_portable_put_counter(q, &n, i);
#define FILESEC__XOR(i)                                                                        \
    if ((i) < m)                                                                               \
        filesec__aes256gcm_portable_xor(q, i, out + 16 * (i), in + 16 * (i));

static void filesec__aes256gcm_ctr_portable(const unsigned char *k, unsigned char counter[16],
                                            unsigned char *out, const unsigned char *in,
                                            size_t nblocks)
{
    filesec__aes256gcm_counter n;
    filesec__aes256gcm_word q[8];

    filesec__aes256gcm_portable_counter(&n, counter);
    while (nblocks != 0) {
        unsigned m =
            nblocks < FILESEC__AES256GCM_LANES ? (unsigned)nblocks : FILESEC__AES256GCM_LANES;

        FILESEC__BLOCKS(FILESEC__COUNTER)
        filesec__aes256gcm_portable_bytes_in(q);
        filesec__aes256gcm_portable_bits(q);
        filesec__aes256gcm_portable_encrypt(q, k);
        filesec__aes256gcm_portable_bits(q);
        filesec__aes256gcm_portable_bytes_out(q);
        FILESEC__BLOCKS(FILESEC__XOR)
        n.c += m;
        out += 16 * m;
        in += 16 * m;
        nblocks -= m;
    }
#ifdef FILESEC_SMALL
    filesec_wipe(q, sizeof q); /* elsewhere it is in registers */
#endif
    filesec__store32be(counter + 12, n.c);
}
#undef FILESEC__COUNTER
#undef FILESEC__XOR

static void filesec__aes256gcm_hash_portable(const unsigned char *k, unsigned char y[16],
                                             const unsigned char *data, size_t nblocks)
{
    filesec__aes256gcm_portable_hash(k + FILESEC__HASH_KEY, y, data, nblocks);
}

static void filesec__aes256gcm_seal_portable(const unsigned char *k, unsigned char counter[16],
                                             unsigned char y[16], unsigned char *out,
                                             const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_ctr_portable(k, counter, out, in, nblocks);
    filesec__aes256gcm_hash_portable(k, y, out, nblocks);
}

static void filesec__aes256gcm_open_portable(const unsigned char *k, unsigned char counter[16],
                                             unsigned char y[16], unsigned char *out,
                                             const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_hash_portable(k, y, in, nblocks);
    filesec__aes256gcm_ctr_portable(k, counter, out, in, nblocks);
}

/* SubWord (FIPS 197, 5.2), the four bytes side by side in the lowest place of q. */
static uint32_t filesec__aes256gcm_portable_sub_word(uint32_t x)
{
    filesec__aes256gcm_word q[8], v = FILESEC__EVERY(0);
    const filesec__aes256gcm_word ones = FILESEC__EVERY(0x0101u);
    unsigned i;

    memcpy(&v, &x, sizeof x); /* byte order does not matter: it comes back the same way */
    for (i = 0; i < 8; i++)
        q[i] = v >> i & ones;
    filesec__aes256gcm_portable_sub_bytes(q);
    v ^= v;
    for (i = 0; i < 8; i++)
        v |= (q[i] & ones) << i;
    memcpy(&x, &v, sizeof x);
    filesec_wipe(q, sizeof q);
    return x ^ UINT32_C(0x63636363);
}

/*
 * Round key r, for rows that are k = (r + 2) mod 4 times behind: row i of column c is what
 * belongs to column c - k i. The constant of SubBytes goes along.
 */
static void filesec__aes256gcm_portable_lay_out(unsigned char *k, const uint32_t w[60],
                                                unsigned r)
{
    unsigned behind = (r + 2) & 3, i, c;
    uint32_t v[4] = {0, 0, 0, 0};

    for (c = 0; c < 4; c++) {
        for (i = 0; i < 4; i++)
            v[c] |= w[4 * r + ((c - behind * i) & 3)] & UINT32_C(0xff) << (8 * i);
        if (r != 0)
            v[c] ^= UINT32_C(0x63636363);
    }
#ifdef FILESEC_SMALL
    for (c = 0; c < 4; c++)
        filesec__store32le(k + 16 * r + 4 * c, v[c]);
#else
    {
        filesec__aes256gcm_word q[8];

        filesec__aes256gcm_portable_slice(q, v);
        filesec__aes256gcm_portable_key_out(k + 64 * r, q);
        filesec_wipe(q, sizeof q);
    }
#endif
    filesec_wipe(v, sizeof v);
}

static void filesec__aes256gcm_init_portable(unsigned char *k, const unsigned char key[32])
{
    uint32_t w[60], rcon = 1;
    unsigned char zero[16] = {0}, h[16] = {0};
    unsigned i;

    for (i = 0; i < 8; i++)
        w[i] = filesec__load32le(key + 4 * i);
    for (i = 8; i < 60; i++) {
        uint32_t t = w[i - 1];

        if (i % 8 == 0) { /* RotWord: the first byte becomes the last */
            t = filesec__aes256gcm_portable_sub_word(filesec__rotl32(t, 24)) ^ rcon;
            rcon <<= 1;
        } else if (i % 8 == 4) {
            t = filesec__aes256gcm_portable_sub_word(t);
        }
        w[i] = w[i - 8] ^ t;
    }
    for (i = 0; i < 15; i++)
        filesec__aes256gcm_portable_lay_out(k, w, i);
    filesec_wipe(w, sizeof w);
    filesec__aes256gcm_ctr_portable(k, zero, h, h, 1); /* H = E(0) */
    filesec__aes256gcm_portable_hash_key(k + FILESEC__HASH_KEY, h);
    filesec_wipe(h, sizeof h);
}
#undef FILESEC__PORTABLE_INLINE
#undef FILESEC__BLOCKS
#undef FILESEC__ROUND_KEY_LEN
#undef FILESEC__HASH_KEY
#undef FILESEC__ROWS_02
#undef FILESEC__ROWS_13
#undef FILESEC__EVERY
#undef FILESEC__AES256GCM_WIDE
#undef FILESEC__AES256GCM_LANES
