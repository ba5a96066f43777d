/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/bytes.h"
#include "core/secret.h"
#include "sha512/contract.h"
/*
 * sha512/portable.h: SHA-512 in plain C
 *
 * Needs     nothing.
 * Contract  as in sha512/contract.h, with nothing added.
 *
 * Layout    w[] holds the last sixteen words of the message schedule, W(t) in w[t mod 16]. The
 *           eight working variables stay where they are and their roles move by one from round
 *           to round, so that after sixteen rounds every role, and every place of w[], is back
 *           at its start: sixteen rounds are written out, and a loop goes round them five
 *           times. With FILESEC_SMALL one round is written out, and the variables move.
 *
 *           Maj(a, b, c) is ((a ^ b) & (b ^ c)) ^ b, and a ^ b is the b ^ c of the next round,
 *           carried in bc. A round is then as few operations as it can be; the barriers keep
 *           compilers from regrouping its sums into more of them, or into a longer chain.
 *
 * Registers nine variables and two temporaries; w[] is in memory.
 * Bounds    all arithmetic is modulo 2^64.
 * Not done  d + h summed before Sigma1(e) and d taken away again for T1: the chain from e to e
 *           gets shorter by one, the round longer by three, and with the schedule beside it
 *           the number of operations is what limits. The schedule before the rounds: the two
 *           fill each other's waits.
 * Secrets   no branch and no address depends on h or on the data.
 * From      FIPS 180-4, 4.1.3 and 6.4.2.
 */

#define FILESEC__ROTATIONS(x, n1, n2, n3)                                                      \
    (filesec__rotr64(x, n1) ^ filesec__rotr64(x, n2) ^ filesec__rotr64(x, n3))

/* W(t), from W(t-16), W(t-15), W(t-7) and W(t-2). */
static inline uint64_t filesec__sha512_portable_word(uint64_t w16, uint64_t w15, uint64_t w7,
                                                     uint64_t w2)
{
    uint64_t sigma0 = filesec__rotr64(w15, 1) ^ filesec__rotr64(w15, 8) ^ w15 >> 7;
    uint64_t sigma1 = filesec__rotr64(w2, 19) ^ filesec__rotr64(w2, 61) ^ w2 >> 6;

    return w16 + sigma0 + w7 + sigma1;
}

#ifdef FILESEC_SMALL
static void filesec__sha512_portable_block(uint64_t state[8], const unsigned char *data)
{
    uint64_t w[16], v[8], t1, t2;
    size_t i, t;

    for (i = 0; i < 8; i++)
        v[i] = state[i];
    for (t = 0; t < 80; t++) {
        if (t < 16)
            w[t] = filesec__load64be(data + 8 * t);
        else
            w[t & 15] = filesec__sha512_portable_word(w[t & 15], w[(t + 1) & 15],
                                                      w[(t + 9) & 15], w[(t + 14) & 15]);
        t1 = v[7] + FILESEC__ROTATIONS(v[4], 14, 18, 41) + (((v[5] ^ v[6]) & v[4]) ^ v[6]) +
             filesec__sha512_k[t] + w[t & 15];
        t2 = FILESEC__ROTATIONS(v[0], 28, 34, 39) + (((v[0] | v[1]) & v[2]) | (v[0] & v[1]));
        for (i = 7; i > 0; i--)
            v[i] = v[i - 1];
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (i = 0; i < 8; i++)
        state[i] += v[i];
    filesec_wipe(w, sizeof w); /* or a key would stay here: see hkdf/hmac.h */
    filesec_wipe(v, sizeof v);
}

static void filesec__sha512_portable(uint64_t h[8], const unsigned char *data, size_t nblocks)
{
    for (; nblocks != 0; nblocks--, data += 128)
        filesec__sha512_portable_block(h, data);
}
#else

/* One round. Afterwards d is the new e and h the new a. */
#define FILESEC__ROUND(a, b, c, d, e, f, g, h, i)                                              \
    do {                                                                                       \
        uint64_t ab = a ^ b;                                                                   \
        h += k[i] + w[i];                                                                      \
        FILESEC__BARRIER(h);                                                                   \
        h += ((f ^ g) & e) ^ g; /* Ch */                                                       \
        FILESEC__BARRIER(h);                                                                   \
        h += FILESEC__ROTATIONS(e, 14, 18, 41); /* T1 */                                       \
        FILESEC__BARRIER(h);                                                                   \
        d += h;                                                                                \
        h += (ab & bc) ^ b; /* Maj */                                                          \
        FILESEC__BARRIER(h);                                                                   \
        h += FILESEC__ROTATIONS(a, 28, 34, 39);                                                \
        FILESEC__BARRIER(h);                                                                   \
        bc = ab;                                                                               \
    } while (0)

#define FILESEC__ROUND_AND_WORD(a, b, c, d, e, f, g, h, i)                                     \
    w[i] = filesec__sha512_portable_word(w[i], w[((i) + 1) & 15], w[((i) + 9) & 15],           \
                                         w[((i) + 14) & 15]);                                  \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, i)

/* W(t) = M(t) for the first sixteen rounds. */
#define FILESEC__ROUND_AND_LOAD(a, b, c, d, e, f, g, h, i)                                     \
    w[i] = filesec__load64be(data + 8 * (i));                                                  \
    FILESEC__ROUND(a, b, c, d, e, f, g, h, i)

#define FILESEC__ROUNDS(R)                                                                     \
    R(a, b, c, d, e, f, g, h, 0);                                                              \
    R(h, a, b, c, d, e, f, g, 1);                                                              \
    R(g, h, a, b, c, d, e, f, 2);                                                              \
    R(f, g, h, a, b, c, d, e, 3);                                                              \
    R(e, f, g, h, a, b, c, d, 4);                                                              \
    R(d, e, f, g, h, a, b, c, 5);                                                              \
    R(c, d, e, f, g, h, a, b, 6);                                                              \
    R(b, c, d, e, f, g, h, a, 7);                                                              \
    R(a, b, c, d, e, f, g, h, 8);                                                              \
    R(h, a, b, c, d, e, f, g, 9);                                                              \
    R(g, h, a, b, c, d, e, f, 10);                                                             \
    R(f, g, h, a, b, c, d, e, 11);                                                             \
    R(e, f, g, h, a, b, c, d, 12);                                                             \
    R(d, e, f, g, h, a, b, c, 13);                                                             \
    R(c, d, e, f, g, h, a, b, 14);                                                             \
    R(b, c, d, e, f, g, h, a, 15)

static void filesec__sha512_portable(uint64_t state[8], const unsigned char *data,
                                     size_t nblocks)
{
    uint64_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint64_t e = state[4], f = state[5], g = state[6], h = state[7], bc = b ^ c;
    uint64_t w[16];

    for (; nblocks != 0; nblocks--, data += 128) {
        const uint64_t *k = filesec__sha512_k;
        FILESEC__ROUNDS(FILESEC__ROUND_AND_LOAD);
        for (k += 16; k != filesec__sha512_k + 80; k += 16) {
            FILESEC__ROUNDS(FILESEC__ROUND_AND_WORD);
        }
        a = state[0] += a;
        b = state[1] += b;
        c = state[2] += c;
        d = state[3] += d;
        e = state[4] += e;
        f = state[5] += f;
        g = state[6] += g;
        h = state[7] += h;
        bc = b ^ c;
    }
}
#undef FILESEC__ROUND
#undef FILESEC__ROUND_AND_WORD
#undef FILESEC__ROUND_AND_LOAD
#undef FILESEC__ROUNDS
#endif
#undef FILESEC__ROTATIONS
