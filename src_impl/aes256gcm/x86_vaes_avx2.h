/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
#include "aes256gcm/x86_aesni_short.h"
#include "aes256gcm/x86_vaes_avx2_ghash.h"
#include "core/bytes.h"
/*
 * aes256gcm/x86_vaes_avx2.h: AES-256-GCM with VAES and VPCLMULQDQ on 256-bit registers, sixteen
 * blocks at a time
 *
 * Needs     AVX2, AES-NI, PCLMULQDQ, VAES, VPCLMULQDQ; no AVX-512. Every function here carries
 *           FILESEC__TARGET_X86_VAES_AVX2.
 * Contract  as in aes256gcm/contract.h, with nothing added.
 *
 * Layout    two blocks in a register, one after the other. AES has the bytes as they are, GHASH
 *           has those of each block reversed (aes256gcm/x86_vaes_avx2_ghash.h). Sixteen powers
 *           of H in the key area (aes256gcm/x86_aesni_ghash.h).
 *
 * Registers eight pairs of blocks and a round key; three sums of products; two pairs to hash,
 *           what becomes of them, and powers of H: 16. The order of the source is a good one
 *           for both units, AES and multiplication; an empty asm statement, which claims to
 *           change the blocks or the sums, keeps compilers from doing all of the one before the
 *           other.
 * Bounds    reads and writes exactly 16 * nblocks bytes, at any alignment.
 * Not done  counters by XOR with a constant, which takes knowing the first one modulo 16.
 * Secrets   no branch and no address depends on key, counter, y or data. The counter is no
 *           secret after an IV of 12 bytes, but after any other it is GHASH of the IV.
 * From      FIPS 197, 5.1 and 5.2; SP 800-38D, 6.3 to 6.5.
 */
#define FILESEC__TWO(S)                                                                        \
    S(0);                                                                                      \
    S(1)
#define FILESEC__EIGHT(S)                                                                      \
    FILESEC__TWO(S);                                                                           \
    S(2);                                                                                      \
    S(3);                                                                                      \
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

/* The next two counter blocks, their last four bytes as numbers of the machine; and the first
   of these numbers. */
typedef struct filesec__aes256gcm_x86_vaes_avx2_counter {
    __m256i blocks;
    uint32_t n;
} filesec__aes256gcm_x86_vaes_avx2_counter;

/* The last four bytes of each block in the other order. */
#define FILESEC__TURNED(x)                                                                     \
    _mm256_shuffle_epi8(x,                                                                     \
                        _mm256_set_epi8(12, 13, 14, 15, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,  \
                                        12, 13, 14, 15, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0))
#define FILESEC__PLUS(x, i) _mm256_add_epi32(x, _mm256_set_epi32(i, 0, 0, 0, i, 0, 0, 0))

/* Read in the pieces in which callers write it: a load of 16 bytes would wait for them. */
FILESEC__WIDE_INLINE filesec__aes256gcm_x86_vaes_avx2_counter
filesec__aes256gcm_x86_vaes_avx2_counter_of(const unsigned char counter[16])
{
    filesec__aes256gcm_x86_vaes_avx2_counter c;
    __m128i first = FILESEC__LOAD_HALF(counter);

    c.n = filesec__load32be(counter + 12);
    first = _mm_insert_epi32(first, (int)filesec__load32le(counter + 8), 2);
    first = _mm_insert_epi32(first, (int)c.n, 3);
    c.blocks = FILESEC__TWICE(first);
    c.blocks = _mm256_add_epi32(c.blocks, _mm256_set_epi32(1, 0, 0, 0, 0, 0, 0, 0));
    return c;
}

#define FILESEC__AHEAD(i)                                                                      \
    b[i] = FILESEC__XOR2(rk, FILESEC__TURNED(FILESEC__PLUS(c->blocks, 2 * (i))))

/* The next sixteen counter blocks plus a round key. */
FILESEC__WIDE_INLINE void
filesec__aes256gcm_x86_vaes_avx2_start(__m256i b[8],
                                       filesec__aes256gcm_x86_vaes_avx2_counter *c, __m256i rk)
{
    FILESEC__EIGHT(FILESEC__AHEAD);
    c->blocks = FILESEC__PLUS(c->blocks, 16);
    c->n += 16;
}

#define FILESEC__ROUND_KEY(r) FILESEC__TWICE(FILESEC__LOAD(k + 16 * (r)))
#define FILESEC__ENC(i) b[i] = _mm256_aesenc_epi128(b[i], rk)
#define FILESEC__ROUND(r)                                                                      \
    rk = FILESEC__ROUND_KEY(r);                                                                \
    FILESEC__EIGHT(FILESEC__ENC);                                                              \
    FILESEC__PIN_BLOCKS(b)
/* The last round key and the text together are one XOR fewer in a row. */
#define FILESEC__LAST(i)                                                                       \
    b[i] = _mm256_aesenclast_epi128(b[i], FILESEC__XOR2(rk, FILESEC__LOAD2(in + 32 * (i))));   \
    FILESEC__STORE2(out + 32 * (i), b[i])

/* GCTR of sixteen blocks at in; with hashing, meanwhile GHASH of sixteen at data, from y. */
FILESEC__WIDE_INLINE __m128i filesec__aes256gcm_x86_vaes_avx2_both(
    const unsigned char *k, filesec__aes256gcm_x86_vaes_avx2_counter *c, __m128i y,
    unsigned char *out, const unsigned char *in, const unsigned char *data, int hashing)
{
    __m256i b[8], rk = FILESEC__ROUND_KEY(0);
    filesec__aes256gcm_x86_vaes_avx2_sum s;

    filesec__aes256gcm_x86_vaes_avx2_zero(&s);
    filesec__aes256gcm_x86_vaes_avx2_start(b, c, rk);
#define FILESEC__STEP(r, work)                                                                 \
    FILESEC__ROUND(r);                                                                         \
    if (hashing)                                                                               \
    work
    FILESEC__ROUND(1);
    FILESEC__STEP(2, FILESEC__HASH4(1));
    FILESEC__ROUND(3);
    FILESEC__STEP(4, FILESEC__HASH4(2));
    FILESEC__ROUND(5);
    FILESEC__STEP(6, FILESEC__HASH4(3));
    FILESEC__ROUND(7);
    FILESEC__STEP(8, FILESEC__HASH4_FIRST);
    FILESEC__ROUND(9);
    FILESEC__ROUND(10);
    FILESEC__STEP(11, y = filesec__aes256gcm_x86_vaes_avx2_fold(&s));
    FILESEC__ROUND(12);
    FILESEC__ROUND(13);
#undef FILESEC__STEP
    rk = FILESEC__ROUND_KEY(14);
    FILESEC__EIGHT(FILESEC__LAST);
    return y;
}

/* Block pair i of the last n blocks, if there is one. */
#define FILESEC__LAST_IF(i)                                                                    \
    do {                                                                                       \
        if (2 * (i) + 1 < n) {                                                                 \
            FILESEC__LAST(i);                                                                  \
        } else if (2 * (i) < n) {                                                              \
            b[i] = _mm256_aesenclast_epi128(b[i], rk);                                         \
            FILESEC__STORE(out + 32 * (i), FILESEC__XOR1(_mm256_castsi256_si128(b[i]),         \
                                                         FILESEC__LOAD(in + 32 * (i))));       \
        }                                                                                      \
    } while (0)

/* GCTR of the last n blocks, 1 <= n <= 15: four or sixteen side by side. */
FILESEC__WIDE_INLINE void
filesec__aes256gcm_x86_vaes_avx2_rest(const unsigned char *k,
                                      filesec__aes256gcm_x86_vaes_avx2_counter *c,
                                      unsigned char *out, const unsigned char *in, unsigned n)
{
    __m256i b[8], rk = FILESEC__ROUND_KEY(0);
    unsigned r;

    if (n <= 4) {
        FILESEC__TWO(FILESEC__AHEAD);
        for (r = 1; r < 14; r++) {
            rk = FILESEC__ROUND_KEY(r);
            FILESEC__TWO(FILESEC__ENC);
        }
        rk = FILESEC__ROUND_KEY(14);
        FILESEC__TWO(FILESEC__LAST_IF);
    } else {
        FILESEC__EIGHT(FILESEC__AHEAD);
        for (r = 1; r < 14; r++) {
            rk = FILESEC__ROUND_KEY(r);
            FILESEC__EIGHT(FILESEC__ENC);
        }
        rk = FILESEC__ROUND_KEY(14);
        FILESEC__EIGHT(FILESEC__LAST_IF);
    }
    c->n += n;
}

FILESEC__WIDE_KERNEL filesec__aes256gcm_ctr_x86_vaes_avx2(const unsigned char *k,
                                                          unsigned char counter[16],
                                                          unsigned char *out,
                                                          const unsigned char *in,
                                                          size_t nblocks)
{
    filesec__aes256gcm_x86_vaes_avx2_counter c =
        filesec__aes256gcm_x86_vaes_avx2_counter_of(counter);

    for (; nblocks >= 16; nblocks -= 16, in += 256, out += 256)
        filesec__aes256gcm_x86_vaes_avx2_both(k, &c, _mm_setzero_si128(), out, in, in, 0);
    if (nblocks != 0)
        filesec__aes256gcm_x86_vaes_avx2_rest(k, &c, out, in, (unsigned)nblocks);
    filesec__store32be(counter + 12, c.n);
}

FILESEC__WIDE_KERNEL filesec__aes256gcm_hash_x86_vaes_avx2(const unsigned char *k,
                                                           unsigned char y[16],
                                                           const unsigned char *data,
                                                           size_t nblocks)
{
    __m128i v = FILESEC__BLOCK(y);

    for (; nblocks >= 16; nblocks -= 16, data += 256)
        v = filesec__aes256gcm_x86_vaes_avx2_sixteen(k, v, data);
    if (nblocks != 0)
        v = filesec__aes256gcm_x86_vaes_avx2_few(k, v, data, (unsigned)nblocks);
    FILESEC__STORE(y, FILESEC__REVERSED(v));
}

/* What is hashed is sixteen blocks behind what is enciphered. */
FILESEC__WIDE_KERNEL
filesec__aes256gcm_seal_x86_vaes_avx2(const unsigned char *k, unsigned char counter[16],
                                      unsigned char y[16], unsigned char *out,
                                      const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_x86_vaes_avx2_counter c =
        filesec__aes256gcm_x86_vaes_avx2_counter_of(counter);
    __m128i v = FILESEC__BLOCK(y);
    unsigned char *first = out;

    for (; nblocks >= 16; nblocks -= 16, in += 256, out += 256) {
        if (out == first)
            filesec__aes256gcm_x86_vaes_avx2_both(k, &c, v, out, in, in, 0);
        else
            v = filesec__aes256gcm_x86_vaes_avx2_both(k, &c, v, out, in, out - 256, 1);
    }
    if (nblocks != 0)
        filesec__aes256gcm_x86_vaes_avx2_rest(k, &c, out, in, (unsigned)nblocks);
    if (out != first)
        v = filesec__aes256gcm_x86_vaes_avx2_sixteen(k, v, out - 256);
    if (nblocks != 0)
        v = filesec__aes256gcm_x86_vaes_avx2_few(k, v, out, (unsigned)nblocks);
    FILESEC__STORE(y, FILESEC__REVERSED(v));
    filesec__store32be(counter + 12, c.n);
}

FILESEC__WIDE_KERNEL
filesec__aes256gcm_open_x86_vaes_avx2(const unsigned char *k, unsigned char counter[16],
                                      unsigned char y[16], unsigned char *out,
                                      const unsigned char *in, size_t nblocks)
{
    filesec__aes256gcm_x86_vaes_avx2_counter c =
        filesec__aes256gcm_x86_vaes_avx2_counter_of(counter);
    __m128i v = FILESEC__BLOCK(y);

    for (; nblocks >= 16; nblocks -= 16, in += 256, out += 256)
        v = filesec__aes256gcm_x86_vaes_avx2_both(k, &c, v, out, in, in, 1);
    if (nblocks != 0) {
        v = filesec__aes256gcm_x86_vaes_avx2_few(k, v, in, (unsigned)nblocks);
        filesec__aes256gcm_x86_vaes_avx2_rest(k, &c, out, in, (unsigned)nblocks);
    }
    FILESEC__STORE(y, FILESEC__REVERSED(v));
    filesec__store32be(counter + 12, c.n);
}

FILESEC__WIDE_KERNEL
filesec__aes256gcm_whole_x86_vaes_avx2(const unsigned char *k, const unsigned char nonce[12],
                                       unsigned char tag[16], const unsigned char *aad,
                                       size_t aad_len, unsigned char *out,
                                       const unsigned char *in, size_t len, int sealing)
{
    filesec__aes256gcm_x86_aesni_whole(k, nonce, tag, aad, aad_len, out, in, len, sealing,
                                       sealing ? filesec__aes256gcm_seal_x86_vaes_avx2
                                               : filesec__aes256gcm_open_x86_vaes_avx2,
                                       16);
}
#undef FILESEC__WIDE_INLINE
#undef FILESEC__WIDE_KERNEL
#undef FILESEC__LOAD2
#undef FILESEC__STORE2
#undef FILESEC__XOR2
#undef FILESEC__TWICE
#undef FILESEC__WITH_ZEROS
#undef FILESEC__REVERSED2
#undef FILESEC__BLOCK2
#undef FILESEC__TIMES2
#undef FILESEC__PIN2
#undef FILESEC__HASH4
#undef FILESEC__HASH4_FIRST
#undef FILESEC__TWO
#undef FILESEC__EIGHT
#undef FILESEC__PIN_BLOCKS
#undef FILESEC__TURNED
#undef FILESEC__PLUS
#undef FILESEC__AHEAD
#undef FILESEC__ROUND_KEY
#undef FILESEC__ENC
#undef FILESEC__ROUND
#undef FILESEC__LAST
#undef FILESEC__LAST_IF
