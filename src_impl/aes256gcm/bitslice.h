/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
/*
 * aes256gcm/bitslice.h: AES blocks laid out bit by bit, for the portable kernel
 *
 * A block is 4 x 4 bytes; row r of column c is byte 4 c + r (FIPS 197, 3.4). Eight words q[0]
 * to q[7] hold several blocks: q[b] has bit b of every byte of all of them. Where the baseline
 * has registers of 16 bytes a word is one (8 blocks), elsewhere it is a uint64_t (4 blocks).
 * Either is made of fields of 16 bits that belong to one row:
 *
 *   uint64_t   row r at bits 16 r; in it bit 4 c + i, block i (0 to 3)
 *   vector     row r at elements 2 r (blocks 0 to 3) and 2 r + 1 (blocks 4 to 7), as above
 *
 * So "the next row" is a rotation of the word, and "the next column" one of every field by 4.
 */
#if FILESEC__VECTOR_TYPES && FILESEC__LITTLE && (defined(__SSE2__) || defined(__ARM_NEON)) &&  \
    (defined(__clang__) || __GNUC__ >= 12)
#define FILESEC__AES256GCM_WIDE 1
#define FILESEC__AES256GCM_LANES 8 /* blocks at a time */
typedef uint16_t filesec__aes256gcm_word __attribute__((vector_size(16)));
typedef uint8_t filesec__aes256gcm_octets __attribute__((vector_size(16)));
typedef uint32_t filesec__aes256gcm_columns __attribute__((vector_size(16)));
#else
#define FILESEC__AES256GCM_WIDE 0
#define FILESEC__AES256GCM_LANES 4
typedef uint64_t filesec__aes256gcm_word;
#endif

/* What is worth its space inline; FILESEC_SMALL prefers one copy. */
#ifdef FILESEC_SMALL
#define FILESEC__PORTABLE_INLINE FILESEC__NEVER_INLINE
#else
#define FILESEC__PORTABLE_INLINE FILESEC__ALWAYS_INLINE
#endif

/* S for every block of a word: a loop that the compiler leaves rolled keeps q in memory. */
#if FILESEC__AES256GCM_WIDE
#define FILESEC__BLOCKS(S) S(0) S(1) S(2) S(3) S(4) S(5) S(6) S(7)
#else
#define FILESEC__BLOCKS(S) S(0) S(1) S(2) S(3)
#endif

#if FILESEC__AES256GCM_WIDE
/* Vectors a and b side by side, and from those the elements whose numbers are listed. */
#define FILESEC__ZIP(type, a, b, ...) __builtin_shufflevector((type)(a), (type)(b), __VA_ARGS__)

/* Every field is x. */
#define FILESEC__EVERY(x)                                                                      \
    {                                                                                          \
        x, x, x, x, x, x, x, x                                                                 \
    }

/* Row r, column c of the result is row r + n, column c + m modulo 4; n is 1 or 2. */
FILESEC__ALWAYS_INLINE filesec__aes256gcm_word
filesec__aes256gcm_portable_from(filesec__aes256gcm_word x, unsigned n, unsigned m)
{
    x = n == 1 ? FILESEC__ZIP(filesec__aes256gcm_word, x, x, 2, 3, 4, 5, 6, 7, 0, 1)
               : FILESEC__ZIP(filesec__aes256gcm_word, x, x, 4, 5, 6, 7, 0, 1, 2, 3);
    return m % 4 == 0 ? x : x >> (4 * (m % 4)) | x << (16 - 4 * (m % 4));
}

/* Bytes of block i of q; w is its columns, first byte lowest. Ends with ..._bytes_in. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_put(filesec__aes256gcm_word q[8],
                                                            unsigned i, uint32_t w0,
                                                            uint32_t w1, uint32_t w2,
                                                            uint32_t w3)
{
    filesec__aes256gcm_columns w = {w0, w1, w2, w3};

    q[i] = (filesec__aes256gcm_word)w;
}

/*
 * The number of a byte, vector : place in it, is k2 k1 k0 : c1 c0 r1 r0 for block k, column c
 * and row r. Interleaving a pair of vectors 4 apart takes the highest bit of the place to the
 * front and puts k2 at the end. After two such steps it is c0 k1 k0 : r1 r0 k2 c1, the order
 * that the layout above wants; after three more it is what it was.
 */
#define FILESEC__ZIP_PAIR(i)                                                                   \
    do {                                                                                       \
        filesec__aes256gcm_octets a = (filesec__aes256gcm_octets)q[i];                         \
        filesec__aes256gcm_octets b = (filesec__aes256gcm_octets)q[i + 4];                     \
                                                                                               \
        q[i] = (filesec__aes256gcm_word)FILESEC__ZIP(filesec__aes256gcm_octets, a, b, 0, 16,   \
                                                     1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, \
                                                     7, 23);                                   \
        q[i + 4] = (filesec__aes256gcm_word)FILESEC__ZIP(filesec__aes256gcm_octets, a, b, 8,   \
                                                         24, 9, 25, 10, 26, 11, 27, 12, 28,    \
                                                         13, 29, 14, 30, 15, 31);              \
    } while (0)

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_zip(filesec__aes256gcm_word q[8])
{
    FILESEC__ZIP_PAIR(0);
    FILESEC__ZIP_PAIR(1);
    FILESEC__ZIP_PAIR(2);
    FILESEC__ZIP_PAIR(3);
}

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_bytes_in(filesec__aes256gcm_word q[8])
{
    filesec__aes256gcm_portable_zip(q);
    filesec__aes256gcm_portable_zip(q);
}

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_bytes_out(filesec__aes256gcm_word q[8])
{
    filesec__aes256gcm_portable_zip(q);
    filesec__aes256gcm_portable_zip(q);
    filesec__aes256gcm_portable_zip(q);
}

/* out = in ^ block i of q, after ..._bytes_out. */
FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_xor(const filesec__aes256gcm_word q[8],
                                                            unsigned i, unsigned char *out,
                                                            const unsigned char *in)
{
    filesec__aes256gcm_word x;

    memcpy(&x, in, 16);
    x ^= q[i];
    memcpy(out, &x, 16);
}

/*
 * A round key is the same in all blocks: half of every vector (one field of the two that a row
 * has) is enough. Two vectors are packed into 16 bytes and doubled again when they are used.
 */
FILESEC__ALWAYS_INLINE void
filesec__aes256gcm_portable_key_out(unsigned char *k, const filesec__aes256gcm_word q[8])
{
    unsigned i;

    for (i = 0; i < 8; i += 2) {
        filesec__aes256gcm_word x =
            FILESEC__ZIP(filesec__aes256gcm_word, q[i], q[i + 1], 0, 2, 4, 6, 8, 10, 12, 14);
        memcpy(k + 8 * i, &x, 16);
    }
}

#define FILESEC__KEY_PAIR(i)                                                                   \
    do {                                                                                       \
        filesec__aes256gcm_word x;                                                             \
                                                                                               \
        memcpy(&x, k + 8 * (i), 16);                                                           \
        q[i] ^= FILESEC__ZIP(filesec__aes256gcm_word, x, x, 0, 8, 1, 9, 2, 10, 3, 11);         \
        q[(i) + 1] ^= FILESEC__ZIP(filesec__aes256gcm_word, x, x, 4, 12, 5, 13, 6, 14, 7, 15); \
    } while (0)

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_key_in(filesec__aes256gcm_word q[8],
                                                               const unsigned char *k)
{
    FILESEC__KEY_PAIR(0);
    FILESEC__KEY_PAIR(2);
    FILESEC__KEY_PAIR(4);
    FILESEC__KEY_PAIR(6);
}
#undef FILESEC__KEY_PAIR
#undef FILESEC__ZIP_PAIR
#undef FILESEC__ZIP

#else /* uint64_t */

#define FILESEC__EVERY(x) ((uint64_t)(x)*UINT64_C(0x0001000100010001))

/* Row r, column c of the result is row r + n, column c + m modulo 4; n is 1 or 2. Turning the
   word by n rows and m columns is right for columns that stay inside their field; what has left
   it is one row too far. */
FILESEC__PORTABLE_INLINE uint64_t filesec__aes256gcm_portable_from(uint64_t x, unsigned n,
                                                                   unsigned m)
{
    unsigned by = 16 * n + 4 * (m % 4);
    uint64_t stay = FILESEC__EVERY(0xffffu >> (4 * (m % 4)));

    if (m % 4 == 0)
        return filesec__rotr64(x, by);
    return (filesec__rotr64(x, by) & stay) | (filesec__rotr64(x, by - 16) & ~stay);
}

/* The bytes of x, with room for another after each; and back. */
FILESEC__ALWAYS_INLINE uint64_t filesec__aes256gcm_portable_spread(uint64_t x)
{
    x = (x | x << 16) & UINT64_C(0x0000ffff0000ffff);
    return (x | x << 8) & UINT64_C(0x00ff00ff00ff00ff);
}

FILESEC__ALWAYS_INLINE uint32_t filesec__aes256gcm_portable_gather(uint64_t x)
{
    x &= UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (uint32_t)((x | x >> 16) & 0xffffffff);
}

/* Block i of q, before the exchange of bits: columns 0 and 2 alternate, and so do 1 and 3. */
FILESEC__PORTABLE_INLINE void filesec__aes256gcm_portable_put(uint64_t q[8], unsigned i,
                                                              uint32_t w0, uint32_t w1,
                                                              uint32_t w2, uint32_t w3)
{
    q[i] = filesec__aes256gcm_portable_spread(w0) | filesec__aes256gcm_portable_spread(w2) << 8;
    q[i + 4] = filesec__aes256gcm_portable_spread(w1) | filesec__aes256gcm_portable_spread(w3)
                                                            << 8;
}

FILESEC__ALWAYS_INLINE void
filesec__aes256gcm_portable_bytes_in(const filesec__aes256gcm_word q[8])
{
    (void)q;
}
FILESEC__ALWAYS_INLINE void
filesec__aes256gcm_portable_bytes_out(const filesec__aes256gcm_word q[8])
{
    (void)q;
}

FILESEC__PORTABLE_INLINE void filesec__aes256gcm_portable_xor(const uint64_t q[8], unsigned i,
                                                              unsigned char *out,
                                                              const unsigned char *in)
{
    uint32_t w0 = filesec__aes256gcm_portable_gather(q[i]);
    uint32_t w1 = filesec__aes256gcm_portable_gather(q[i + 4]);
    uint32_t w2 = filesec__aes256gcm_portable_gather(q[i] >> 8);
    uint32_t w3 = filesec__aes256gcm_portable_gather(q[i + 4] >> 8);

    filesec__store32le(out, filesec__load32le(in) ^ w0);
    filesec__store32le(out + 4, filesec__load32le(in + 4) ^ w1);
    filesec__store32le(out + 8, filesec__load32le(in + 8) ^ w2);
    filesec__store32le(out + 12, filesec__load32le(in + 12) ^ w3);
}

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_key_out(unsigned char *k,
                                                                const uint64_t q[8])
{
    memcpy(k, q, 64);
}

#define FILESEC__ADD(i)                                                                        \
    memcpy(&x, k + 8 * (i), 8);                                                                \
    q[i] ^= x

FILESEC__ALWAYS_INLINE void filesec__aes256gcm_portable_key_in(uint64_t q[8],
                                                               const unsigned char *k)
{
    uint64_t x;

    FILESEC__ADD(0);
    FILESEC__ADD(1);
    FILESEC__ADD(2);
    FILESEC__ADD(3);
    FILESEC__ADD(4);
    FILESEC__ADD(5);
    FILESEC__ADD(6);
    FILESEC__ADD(7);
}
#undef FILESEC__ADD
#endif

/* Exchange the bits of a at mask << n with those of b at mask. */
#define FILESEC__EXCHANGE(a, b, n, mask)                                                       \
    do {                                                                                       \
        filesec__aes256gcm_word t = ((a) >> (n) ^ (b)) & (mask);                               \
                                                                                               \
        (b) ^= t;                                                                              \
        (a) ^= t << (n);                                                                       \
    } while (0)

/* Bit j of every byte of q[i] changes places with bit i of the same byte of q[j]. */
FILESEC__PORTABLE_INLINE void filesec__aes256gcm_portable_bits(filesec__aes256gcm_word q[8])
{
    const filesec__aes256gcm_word m1 = FILESEC__EVERY(0x5555u);
    const filesec__aes256gcm_word m2 = FILESEC__EVERY(0x3333u);
    const filesec__aes256gcm_word m4 = FILESEC__EVERY(0x0f0fu);

#ifdef FILESEC_SMALL
    unsigned i;

    for (i = 0; i < 8; i += 2)
        FILESEC__EXCHANGE(q[i], q[i + 1], 1, m1);
    for (i = 0; i < 6; i += i == 1 ? 3 : 1)
        FILESEC__EXCHANGE(q[i], q[i + 2], 2, m2);
    for (i = 0; i < 4; i++)
        FILESEC__EXCHANGE(q[i], q[i + 4], 4, m4);
#else
    FILESEC__EXCHANGE(q[0], q[1], 1, m1);
    FILESEC__EXCHANGE(q[2], q[3], 1, m1);
    FILESEC__EXCHANGE(q[4], q[5], 1, m1);
    FILESEC__EXCHANGE(q[6], q[7], 1, m1);
    FILESEC__EXCHANGE(q[0], q[2], 2, m2);
    FILESEC__EXCHANGE(q[1], q[3], 2, m2);
    FILESEC__EXCHANGE(q[4], q[6], 2, m2);
    FILESEC__EXCHANGE(q[5], q[7], 2, m2);
    FILESEC__EXCHANGE(q[0], q[4], 4, m4);
    FILESEC__EXCHANGE(q[1], q[5], 4, m4);
    FILESEC__EXCHANGE(q[2], q[6], 4, m4);
    FILESEC__EXCHANGE(q[3], q[7], 4, m4);
#endif
}
#undef FILESEC__EXCHANGE
