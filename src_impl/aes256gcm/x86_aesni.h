/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
#include "aes256gcm/x86_aesni_ghash.h"
#include "aes256gcm/x86_aesni_key.h"
#include "aes256gcm/x86_aesni_short.h"
#include "core/bytes.h"
/*
 * aes256gcm/x86_aesni.h: AES-256-GCM with AES-NI and PCLMULQDQ, eight blocks at a time
 *
 * Needs     AES-NI, PCLMULQDQ, SSSE3, SSE4.1; no AVX. Every function here carries
 *           FILESEC__TARGET_X86_AESNI.
 * Contract  as in aes256gcm/contract.h, with nothing added.
 *
 * Layout    one block, one register. AES has the bytes as they are, GHASH has them reversed
 *           (aes256gcm/x86_aesni_ghash.h, with the layout of the key area). Nine powers of H.
 *
 * Registers eight blocks and a round key; three sums of products; a block to hash, what becomes
 *           of it, and a power of H: 16. The order of the source is a good one for both units,
 *           AES and multiplication; an empty asm statement, which claims to change the blocks
 *           or the sums, keeps compilers from doing all of the one before the other.
 * Bounds    reads and writes exactly 16 * nblocks bytes, at any alignment.
 * Not done  one reduction for more than eight blocks: no faster. Counters by XOR with a
 *           constant, which takes knowing the first one modulo 8. VEX encoding: other paths.
 * Secrets   no branch and no address depends on key, counter, y or data. The counter is no
 *           secret after an IV of 12 bytes, but after any other it is GHASH of the IV.
 * From      FIPS 197, 5.1 and 5.2; SP 800-38D, 6.3 to 6.5.
 */
/* h is H^i: into the key area, and the sum of its halves. */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_keep(unsigned char *k, unsigned i, __m128i h)
{
    FILESEC__STORE(k + FILESEC__POWER(i), h);
    FILESEC__STORE_HALF(k + FILESEC__HALVES(i), FILESEC__XOR1(h, FILESEC__EXCHANGED(h)));
}

FILESEC__KERNEL filesec__aes256gcm_init_x86_aesni(unsigned char *k, const unsigned char key[32])
{
    __m128i h = filesec__aes256gcm_x86_aesni_rounds(k, key), h2, h3, h4;

    h2 = filesec__aes256gcm_x86_aesni_times(h, h);
    h3 = filesec__aes256gcm_x86_aesni_times(h2, h);
    h4 = filesec__aes256gcm_x86_aesni_times(h2, h2);
    filesec__aes256gcm_x86_aesni_keep(k, 1, h);
    filesec__aes256gcm_x86_aesni_keep(k, 2, h2);
    filesec__aes256gcm_x86_aesni_keep(k, 3, h3);
    filesec__aes256gcm_x86_aesni_keep(k, 4, h4);
    filesec__aes256gcm_x86_aesni_keep(k, 6, filesec__aes256gcm_x86_aesni_times(h4, h2));
    filesec__aes256gcm_x86_aesni_keep(k, 7, filesec__aes256gcm_x86_aesni_times(h4, h3));
    h = filesec__aes256gcm_x86_aesni_times(h4, h);
    filesec__aes256gcm_x86_aesni_keep(k, 5, h);
    filesec__aes256gcm_x86_aesni_keep(k, 8, filesec__aes256gcm_x86_aesni_times(h4, h4));
    filesec__aes256gcm_x86_aesni_keep(k, 9, filesec__aes256gcm_x86_aesni_times(h4, h));
}

#define FILESEC__FOUR(S)                                                                       \
    S(0);                                                                                      \
    S(1);                                                                                      \
    S(2);                                                                                      \
    S(3)
#define FILESEC__EIGHT(S)                                                                      \
    FILESEC__FOUR(S);                                                                          \
    S(4);                                                                                      \
    S(5);                                                                                      \
    S(6);                                                                                      \
    S(7)

#if FILESEC__GNU
#define FILESEC__PIN_BLOCKS(b)                                                                 \
    __asm__ volatile(""                                                                        \
                     : "+x"((b)[0]), "+x"((b)[1]), "+x"((b)[2]), "+x"((b)[3]), "+x"((b)[4]),   \
                       "+x"((b)[5]), "+x"((b)[6]), "+x"((b)[7]))
#else
#define FILESEC__PIN_BLOCKS(b) ((void)0)
#endif

/* The next counter block, its last four bytes as a number of the machine; and that number. */
typedef struct filesec__aes256gcm_x86_aesni_counter {
    __m128i block;
    uint32_t n;
} filesec__aes256gcm_x86_aesni_counter;

/* Read in the pieces in which callers write it: a load of 16 bytes would wait for them. */
FILESEC__INLINE filesec__aes256gcm_x86_aesni_counter
filesec__aes256gcm_x86_aesni_counter_of(const unsigned char counter[16])
{
    filesec__aes256gcm_x86_aesni_counter c;

    c.n = filesec__load32be(counter + 12);
    c.block = FILESEC__LOAD_HALF(counter);
    c.block = _mm_insert_epi32(c.block, (int)filesec__load32le(counter + 8), 2);
    c.block = _mm_insert_epi32(c.block, (int)c.n, 3);
    return c;
}

/* The counter block i after c: the last four bytes are turned back to big-endian. */
FILESEC__INLINE __m128i
filesec__aes256gcm_x86_aesni_ahead(const filesec__aes256gcm_x86_aesni_counter *c, int i)
{
    const __m128i turn = _mm_set_epi8(12, 13, 14, 15, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    return _mm_shuffle_epi8(_mm_add_epi32(c->block, _mm_set_epi32(i, 0, 0, 0)), turn);
}

#define FILESEC__AHEAD(i) b[i] = FILESEC__XOR1(rk, filesec__aes256gcm_x86_aesni_ahead(c, i))

/* The next eight counter blocks plus a round key. */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_start(__m128i b[8],
                                                        filesec__aes256gcm_x86_aesni_counter *c,
                                                        __m128i rk)
{
    FILESEC__EIGHT(FILESEC__AHEAD);
    c->block = _mm_add_epi32(c->block, _mm_set_epi32(8, 0, 0, 0));
    c->n += 8;
}

#define FILESEC__ENC(i) b[i] = _mm_aesenc_si128(b[i], rk)
#define FILESEC__ROUND(r)                                                                      \
    rk = FILESEC__LOAD(k + 16 * (r));                                                          \
    FILESEC__EIGHT(FILESEC__ENC);                                                              \
    FILESEC__PIN_BLOCKS(b)
/* The last round key and the text together are one XOR fewer in a row. */
#define FILESEC__LAST(i)                                                                       \
    b[i] = _mm_aesenclast_si128(b[i], FILESEC__XOR1(rk, FILESEC__LOAD(in + 16 * (i))));        \
    FILESEC__STORE(out + 16 * (i), b[i])
#define FILESEC__LAST_IF(i)                                                                    \
    do {                                                                                       \
        if ((i) < n) {                                                                         \
            FILESEC__LAST(i);                                                                  \
        }                                                                                      \
    } while (0)

/* GCTR of eight blocks at in; with hashing, meanwhile GHASH of eight at data, from y. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_both(
    const unsigned char *k, filesec__aes256gcm_x86_aesni_counter *c, __m128i y,
    unsigned char *out, const unsigned char *in, const unsigned char *data, int hashing)
{
    __m128i b[8], rk = FILESEC__LOAD(k);
    filesec__aes256gcm_x86_aesni_sum s;

    filesec__aes256gcm_x86_aesni_zero(&s);
    filesec__aes256gcm_x86_aesni_start(b, c, rk);
#define FILESEC__STEP(r, work)                                                                 \
    FILESEC__ROUND(r);                                                                         \
    if (hashing)                                                                               \
    work
    FILESEC__ROUND(1);
    FILESEC__STEP(2, FILESEC__HASH(1));
    FILESEC__STEP(3, FILESEC__HASH(2));
    FILESEC__STEP(4, FILESEC__HASH(3));
    FILESEC__STEP(5, FILESEC__HASH(4));
    FILESEC__STEP(6, FILESEC__HASH(5));
    FILESEC__STEP(7, FILESEC__HASH(6));
    FILESEC__STEP(8, FILESEC__HASH(7));
    FILESEC__STEP(9, FILESEC__HASH_FIRST);
    FILESEC__ROUND(10);
    FILESEC__STEP(11, y = filesec__aes256gcm_x86_aesni_fold(&s));
    FILESEC__ROUND(12);
    FILESEC__ROUND(13);
#undef FILESEC__STEP
    rk = FILESEC__LOAD(k + 224);
    FILESEC__EIGHT(FILESEC__LAST);
    return y;
}

/* GCTR of the last n blocks, 1 <= n <= 7: one, four or eight side by side. */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_rest(const unsigned char *k,
                                                       filesec__aes256gcm_x86_aesni_counter *c,
                                                       unsigned char *out,
                                                       const unsigned char *in, unsigned n)
{
    __m128i b[8], rk = FILESEC__LOAD(k);
    unsigned r;

    if (n == 1) {
        FILESEC__AHEAD(0);
        for (r = 1; r < 14; r++)
            b[0] = _mm_aesenc_si128(b[0], FILESEC__LOAD(k + 16 * r));
        rk = FILESEC__LOAD(k + 224);
        FILESEC__LAST(0);
    } else if (n <= 4) {
        FILESEC__FOUR(FILESEC__AHEAD);
        for (r = 1; r < 14; r++) {
            rk = FILESEC__LOAD(k + 16 * r);
            FILESEC__FOUR(FILESEC__ENC);
        }
        rk = FILESEC__LOAD(k + 224);
        FILESEC__FOUR(FILESEC__LAST_IF);
    } else {
        FILESEC__EIGHT(FILESEC__AHEAD);
        for (r = 1; r < 14; r++) {
            rk = FILESEC__LOAD(k + 16 * r);
            FILESEC__EIGHT(FILESEC__ENC);
        }
        rk = FILESEC__LOAD(k + 224);
        FILESEC__EIGHT(FILESEC__LAST_IF);
    }
    c->n += n;
}

FILESEC__KERNEL filesec__aes256gcm_ctr_x86_aesni(const unsigned char *k,
                                                 unsigned char counter[16], unsigned char *out,
                                                 const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_x86_aesni_counter c = filesec__aes256gcm_x86_aesni_counter_of(counter);

    for (; nblocks >= 8; nblocks -= 8, in += 128, out += 128)
        filesec__aes256gcm_x86_aesni_both(k, &c, c.block, out, in, in, 0);
    if (nblocks != 0)
        filesec__aes256gcm_x86_aesni_rest(k, &c, out, in, (unsigned)nblocks);
    filesec__store32be(counter + 12, c.n);
}

FILESEC__KERNEL filesec__aes256gcm_hash_x86_aesni(const unsigned char *k, unsigned char y[16],
                                                  const unsigned char *data, size_t nblocks)
{
    __m128i v = FILESEC__BLOCK(y);

    for (; nblocks >= 8; nblocks -= 8, data += 128)
        v = filesec__aes256gcm_x86_aesni_eight(k, v, data);
    if (nblocks != 0)
        v = filesec__aes256gcm_x86_aesni_few(k, v, data, (unsigned)nblocks);
    FILESEC__STORE(y, FILESEC__REVERSED(v));
}

/* What is hashed is eight blocks behind what is enciphered. */
FILESEC__KERNEL filesec__aes256gcm_seal_x86_aesni(const unsigned char *k,
                                                  unsigned char counter[16],
                                                  unsigned char y[16], unsigned char *out,
                                                  const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_x86_aesni_counter c = filesec__aes256gcm_x86_aesni_counter_of(counter);
    __m128i v = FILESEC__BLOCK(y);
    unsigned char *first = out;

    for (; nblocks >= 8; nblocks -= 8, in += 128, out += 128) {
        if (out == first)
            filesec__aes256gcm_x86_aesni_both(k, &c, v, out, in, in, 0);
        else
            v = filesec__aes256gcm_x86_aesni_both(k, &c, v, out, in, out - 128, 1);
    }
    if (nblocks != 0)
        filesec__aes256gcm_x86_aesni_rest(k, &c, out, in, (unsigned)nblocks);
    if (out != first)
        v = filesec__aes256gcm_x86_aesni_eight(k, v, out - 128);
    if (nblocks != 0)
        v = filesec__aes256gcm_x86_aesni_few(k, v, out, (unsigned)nblocks);
    FILESEC__STORE(y, FILESEC__REVERSED(v));
    filesec__store32be(counter + 12, c.n);
}

FILESEC__KERNEL filesec__aes256gcm_open_x86_aesni(const unsigned char *k,
                                                  unsigned char counter[16],
                                                  unsigned char y[16], unsigned char *out,
                                                  const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_x86_aesni_counter c = filesec__aes256gcm_x86_aesni_counter_of(counter);
    __m128i v = FILESEC__BLOCK(y);

    for (; nblocks >= 8; nblocks -= 8, in += 128, out += 128)
        v = filesec__aes256gcm_x86_aesni_both(k, &c, v, out, in, in, 1);
    if (nblocks != 0) {
        v = filesec__aes256gcm_x86_aesni_few(k, v, in, (unsigned)nblocks);
        filesec__aes256gcm_x86_aesni_rest(k, &c, out, in, (unsigned)nblocks);
    }
    FILESEC__STORE(y, FILESEC__REVERSED(v));
    filesec__store32be(counter + 12, c.n);
}

FILESEC__KERNEL filesec__aes256gcm_whole_x86_aesni(const unsigned char *k,
                                                   const unsigned char nonce[12],
                                                   unsigned char tag[16],
                                                   const unsigned char *aad, size_t aad_len,
                                                   unsigned char *out, const unsigned char *in,
                                                   size_t len, int sealing)
{
    filesec__aes256gcm_x86_aesni_whole(
        k, nonce, tag, aad, aad_len, out, in, len, sealing,
        sealing ? filesec__aes256gcm_seal_x86_aesni : filesec__aes256gcm_open_x86_aesni, 9);
}
#undef FILESEC__FOUR
#undef FILESEC__EIGHT
#undef FILESEC__PIN_BLOCKS
#undef FILESEC__AHEAD
#undef FILESEC__ENC
#undef FILESEC__ROUND
#undef FILESEC__LAST
#undef FILESEC__LAST_IF
