/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
#include "aes256gcm/x86_aesni_ghash.h"
#include "core/bytes.h"
#include "core/secret.h"
/*
 * aes256gcm/x86_aesni_short.h: the end of a message, at most 128 bytes of it, in registers: for
 * the x86 kernels
 *
 * GCTR(J0, S) and the text are blocks side by side in the same rounds; the text and the block
 * of the lengths go into one sum of products, with what the caller has put there before. A part
 * of a block goes through two 64-bit words, put together from loads that overlap, because a
 * load of 16 bytes after stores of single ones has to wait for them.
 */
#define FILESEC__SHORT 128 /* bytes */

/* n bytes, 1 <= n <= 15, and zeros. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_part(const unsigned char *p, size_t n)
{
    uint64_t low, high = 0;

    if (n >= 8) {
        low = filesec__load64le(p);
        high = filesec__load64le(p + n - 8) >> 8 * (15 - n) >> 8;
    } else if (n >= 4) {
        low = filesec__load32le(p);
        low |= (uint64_t)filesec__load32le(p + n - 4) << 8 * (n - 4);
    } else {
        low = p[0];
        low |= (uint64_t)p[n / 2] << 8 * (n / 2);
        low |= (uint64_t)p[n - 1] << 8 * (n - 1);
    }
    return _mm_set_epi64x((long long)high, (long long)low);
}

/* The first n bytes of x, 1 <= n <= 15, to p. */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_put(unsigned char *p, __m128i x, size_t n)
{
    uint64_t low = (uint64_t)_mm_cvtsi128_si64(x), high = (uint64_t)_mm_extract_epi64(x, 1);

    if (n >= 8) {
        filesec__store64le(p, low);
        filesec__store64le(p + n - 8, low >> 8 * (n - 8) | high << 1 << (127 - 8 * n));
    } else if (n >= 4) {
        filesec__store32le(p, (uint32_t)(low & 0xffffffff));
        filesec__store32le(p + n - 4, (uint32_t)(low >> 8 * (n - 4) & 0xffffffff));
    } else {
        p[0] = (unsigned char)(low & 0xff);
        p[n / 2] = (unsigned char)(low >> 8 * (n / 2) & 0xff);
        p[n - 1] = (unsigned char)(low >> 8 * (n - 1) & 0xff);
    }
}

/* x with zeros behind its first n bytes. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_cut(__m128i x, size_t n)
{
    const __m128i place = _mm_set_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);

    return _mm_and_si128(x, _mm_cmpgt_epi8(_mm_set1_epi8((char)n), place));
}

/* Counter blocks have the last word in the CPU's order until they are enciphered. */
#define FILESEC__TURNED1(x)                                                                    \
    _mm_shuffle_epi8(x, _mm_set_epi8(12, 13, 14, 15, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0))

FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_j0(const unsigned char nonce[12])
{
    __m128i j0 = FILESEC__LOAD_HALF(nonce);

    j0 = _mm_insert_epi32(j0, (int)filesec__load32le(nonce + 8), 2);
    return _mm_insert_epi32(j0, 1, 3);
}

/* s += the blocks of aad, of which the last has H^i; at least one byte. */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_add_aad(filesec__aes256gcm_x86_aesni_sum *s,
                                                          const unsigned char *k,
                                                          const unsigned char *aad,
                                                          size_t aad_len, unsigned i)
{
    i += (unsigned)((aad_len - 1) / 16);
    for (; aad_len >= 16; aad_len -= 16, aad += 16)
        filesec__aes256gcm_x86_aesni_add(s, FILESEC__BLOCK(aad), k, i--);
    if (aad_len != 0) {
        __m128i x = filesec__aes256gcm_x86_aesni_part(aad, aad_len);

        filesec__aes256gcm_x86_aesni_add(s, FILESEC__REVERSED(x), k, i);
    }
}

/* Block 0 is J0, block i text. */
#define FILESEC__AHEAD1(i)                                                                     \
    b[i] = FILESEC__XOR1(                                                                      \
        rk, FILESEC__TURNED1(_mm_add_epi32(counter, _mm_set_epi32((i)-1, 0, 0, 0))))
#define FILESEC__ENC1(i) b[i] = _mm_aesenc_si128(b[i], rk)
#define FILESEC__LAST1(i) b[i] = _mm_aesenclast_si128(b[i], rk)
#define FILESEC__ONE_TEXT(S) S(1)
#define FILESEC__TWO_TEXTS(S)                                                                  \
    S(1);                                                                                      \
    S(2)
#define FILESEC__FOUR_TEXTS(S)                                                                 \
    FILESEC__TWO_TEXTS(S);                                                                     \
    S(3);                                                                                      \
    S(4)
#define FILESEC__SIX_TEXTS(S)                                                                  \
    FILESEC__FOUR_TEXTS(S);                                                                    \
    S(5);                                                                                      \
    S(6)
#define FILESEC__EIGHT_TEXTS(S)                                                                \
    FILESEC__SIX_TEXTS(S);                                                                     \
    S(7);                                                                                      \
    S(8)
#define FILESEC__TOGETHER(TEXTS)                                                               \
    TEXTS(FILESEC__AHEAD1);                                                                    \
    for (r = 1; r < 14; r++) {                                                                 \
        rk = FILESEC__LOAD(k + 16 * r);                                                        \
        FILESEC__ENC1(0);                                                                      \
        TEXTS(FILESEC__ENC1);                                                                  \
    }                                                                                          \
    rk = FILESEC__LOAD(k + 224);                                                               \
    FILESEC__LAST1(0);                                                                         \
    TEXTS(FILESEC__LAST1)

/* GCTR of J0 and n blocks from counter on. More of them may be done. */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_stream(const unsigned char *k, __m128i b[9],
                                                         __m128i j0, __m128i counter, size_t n)
{
    __m128i rk = FILESEC__LOAD(k);
    unsigned r;

    b[0] = FILESEC__XOR1(rk, FILESEC__TURNED1(j0));
    if (n <= 1) {
        FILESEC__TOGETHER(FILESEC__ONE_TEXT);
    } else if (n <= 2) {
        FILESEC__TOGETHER(FILESEC__TWO_TEXTS);
    } else if (n <= 4) {
        FILESEC__TOGETHER(FILESEC__FOUR_TEXTS);
    } else if (n <= 6) {
        FILESEC__TOGETHER(FILESEC__SIX_TEXTS);
    } else {
        FILESEC__TOGETHER(FILESEC__EIGHT_TEXTS);
    }
}

#define FILESEC__TEXT(i)                                                                       \
    if (len < 16 * (i))                                                                        \
        break;                                                                                 \
    x = FILESEC__LOAD(in + 16 * ((i)-1));                                                      \
    y = FILESEC__XOR1(x, b[i]);                                                                \
    FILESEC__STORE(out + 16 * ((i)-1), y);                                                     \
    x = sealing ? y : x;                                                                       \
    filesec__aes256gcm_x86_aesni_add(&s, FILESEC__REVERSED(x), k, n + 2 - (i));                \
    part = b[(i) < 8 ? (i) + 1 : 8]

/* The last len bytes of a message, len <= FILESEC__SHORT, and its tag. s is the sum of what was
   hashed before, lengths the block of the lengths, reversed. */
FILESEC__INLINE __m128i filesec__aes256gcm_x86_aesni_end(
    const unsigned char *k, filesec__aes256gcm_x86_aesni_sum s, __m128i j0, __m128i counter,
    unsigned char *out, const unsigned char *in, size_t len, __m128i lengths, int sealing)
{
    __m128i b[9], part, x, y;
    unsigned n = (unsigned)((len + 15) / 16);

    filesec__aes256gcm_x86_aesni_add(&s, lengths, k, 1);
    b[1] = b[2] = b[3] = b[4] = b[5] = b[6] = b[7] = b[8] = lengths; /* for the compiler */
    filesec__aes256gcm_x86_aesni_stream(k, b, j0, counter, n);
    part = b[1];
    do {
        FILESEC__TEXT(1);
        FILESEC__TEXT(2);
        FILESEC__TEXT(3);
        FILESEC__TEXT(4);
        FILESEC__TEXT(5);
        FILESEC__TEXT(6);
        FILESEC__TEXT(7);
        FILESEC__TEXT(8);
    } while (0);
    if (len % 16 != 0) {
        size_t whole = len / 16 * 16;

        x = filesec__aes256gcm_x86_aesni_part(in + whole, len % 16);
        y = FILESEC__XOR1(x, part);
        filesec__aes256gcm_x86_aesni_put(out + whole, y, len % 16);
        if (sealing)
            x = filesec__aes256gcm_x86_aesni_cut(y, len % 16);
        filesec__aes256gcm_x86_aesni_add(&s, FILESEC__REVERSED(x), k, 2);
    }
    return FILESEC__XOR1(b[0], FILESEC__REVERSED(filesec__aes256gcm_x86_aesni_fold(&s)));
}

/* A whole message; both is the seal or open of the kernel, powers how many of H it keeps. */
FILESEC__INLINE void filesec__aes256gcm_x86_aesni_whole(
    const unsigned char *k, const unsigned char nonce[12], unsigned char tag[16],
    const unsigned char *aad, size_t aad_len, unsigned char *out, const unsigned char *in,
    size_t len, int sealing, filesec__aes256gcm_both_kernel *both, unsigned powers)
{
    const __m128i lengths = _mm_set_epi64x((long long)(aad_len << 3), (long long)(len << 3));
    __m128i j0 = filesec__aes256gcm_x86_aesni_j0(nonce);
    __m128i counter = _mm_add_epi32(j0, _mm_set_epi32(1, 0, 0, 0));
    size_t bulk = len <= FILESEC__SHORT ? 0 : len / FILESEC__SHORT * FILESEC__SHORT;
    unsigned n = (unsigned)((len - bulk + 15) / 16) + 1; /* blocks to hash after the bulk */
    filesec__aes256gcm_x86_aesni_sum s;

    filesec__aes256gcm_x86_aesni_zero(&s);
    if (bulk == 0 && n + (aad_len + 15) / 16 <= powers) {
        if (aad_len != 0)
            filesec__aes256gcm_x86_aesni_add_aad(&s, k, aad, aad_len, n + 1);
    } else {
        __m128i v = _mm_setzero_si128();

        if (aad_len != 0) {
            filesec__aes256gcm_x86_aesni_add_aad(&s, k, aad, aad_len, 1);
            v = filesec__aes256gcm_x86_aesni_fold(&s);
            filesec__aes256gcm_x86_aesni_zero(&s);
        }
        if (bulk != 0) {
            unsigned char c[16], y[16];

            FILESEC__STORE(c, FILESEC__TURNED1(counter));
            FILESEC__STORE(y, FILESEC__REVERSED(v));
            both(k, c, y, out, in, bulk / 16);
            v = FILESEC__BLOCK(y);
            filesec_wipe(y, sizeof y);
            counter = _mm_add_epi32(
                counter, _mm_set_epi32((int)(uint32_t)(bulk / 16 & 0xffffffff), 0, 0, 0));
            out += bulk;
            in += bulk;
            len -= bulk;
        }
        filesec__aes256gcm_x86_aesni_add(&s, v, k, n);
    }
    if (sealing)
        s.low = filesec__aes256gcm_x86_aesni_end(k, s, j0, counter, out, in, len, lengths, 1);
    else
        s.low = filesec__aes256gcm_x86_aesni_end(k, s, j0, counter, out, in, len, lengths, 0);
    FILESEC__STORE(tag, s.low);
}
