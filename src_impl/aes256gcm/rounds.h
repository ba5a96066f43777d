/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/bitslice.h"
/*
 * aes256gcm/rounds.h: SubBytes and MixColumns of bitsliced blocks, for the portable kernel
 *
 * ShiftRows is never done. Where a round would move row r left by r columns, the rows stay and
 * it is remembered that row r is now r columns behind; after k such rounds, k r columns.
 * SubBytes does not care, MixColumns takes "the next row" from k columns further on, and the
 * round keys are laid out to match. Four rounds later all is back in place (Adomnicai and
 * Peyrin, "Fixslicing AES-like ciphers", 2020).
 */

/*
 * SubBytes without its constant 0x63, which is in the round keys. The circuit of Boyar and
 * Peralta ("A new combinational logic minimization technique with applications to cryptology",
 * 2010, with their later 113-gate form of the last part): a linear layer to a tower of fields,
 * the inversion there, and a linear layer back. 32 of the gates are ANDs.
 */
#if defined(FILESEC_SMALL) && UINTPTR_MAX <= 0xffffffff
#define FILESEC__HALVES 1 /* half a word at a time: half the code for a 32-bit machine */
typedef uint32_t filesec__aes256gcm_circuit_word;
#else
#define FILESEC__HALVES 0
typedef filesec__aes256gcm_word filesec__aes256gcm_circuit_word;
#endif

FILESEC__PORTABLE_INLINE void
filesec__aes256gcm_portable_circuit(filesec__aes256gcm_circuit_word q[8])
{
    typedef filesec__aes256gcm_circuit_word word;
    const word x0 = q[7], x1 = q[6], x2 = q[5], x3 = q[4];
    const word x4 = q[3], x5 = q[2], x6 = q[1], x7 = q[0];

    /* into GF(((2^2)^2)^2), and the sums that its multiplications need */
    const word y14 = x3 ^ x5, y13 = x0 ^ x6, y9 = x0 ^ x3, y8 = x0 ^ x5;
    const word u = x1 ^ x2;
    const word y1 = u ^ x7;
    const word y4 = y1 ^ x3, y2 = y1 ^ x0, y5 = y1 ^ x6;
    const word y12 = y13 ^ y14;
    const word y3 = y5 ^ y8;
    const word v = x4 ^ y12;
    const word y15 = v ^ x5, y20 = v ^ x1;
    const word y6 = y15 ^ x7, y10 = y15 ^ u;
    const word y11 = y20 ^ y9;
    const word y7 = x7 ^ y11, y17 = y10 ^ y11, y19 = y10 ^ y8, y16 = u ^ y11;
    const word y21 = y13 ^ y16, y18 = x0 ^ y16;

    /* the norm: four bits e0 to e3 of GF((2^2)^2) */
    const word a0 = y12 & y15;
    const word a1 = (y3 & y6) ^ a0;
    const word a2 = (y4 & x7) ^ a0;
    const word a3 = y13 & y16;
    const word a4 = (y5 & y1) ^ a3;
    const word a5 = (y2 & y7) ^ a3;
    const word a6 = y9 & y11;
    const word a7 = (y14 & y17) ^ a6;
    const word a8 = (y8 & y10) ^ a6;
    const word e0 = a1 ^ y20 ^ a7;
    const word e1 = a2 ^ a8 ^ y19;
    const word e2 = a4 ^ a7 ^ y21;
    const word e3 = a5 ^ a8 ^ y18;

    /* its inverse: f0 to f3, and the sums of those */
    const word b0 = e0 ^ e1;
    const word b1 = e0 & e2;
    const word b2 = e3 ^ b1;
    const word f0 = (b0 & b2) ^ e1;
    const word b3 = (e2 ^ e3) & (e1 ^ b1);
    const word f1 = b3 ^ e3;
    const word b4 = e3 & (b2 ^ f1);
    const word f2 = b4 ^ e2 ^ f1;
    const word b5 = f0 & (b2 ^ b4);
    const word f3 = b0 ^ b5;
    const word f32 = f3 ^ f2, f01 = f0 ^ f1, f03 = f0 ^ f3, f12 = f1 ^ f2;
    const word f0123 = f01 ^ f32;

    /* times the conjugate */
    const word z0 = f12 & y15, z1 = f2 & y6, z2 = f1 & x7;
    const word z3 = f03 & y16, z4 = f3 & y1, z5 = f0 & y7;
    const word z6 = f01 & y11, z7 = f0123 & y17, z8 = f32 & y10;
    const word z9 = f12 & y12, z10 = f2 & y3, z11 = f1 & y4;
    const word z12 = f03 & y13, z13 = f3 & y5, z14 = f0 & y2;
    const word z15 = f01 & y9, z16 = f0123 & y14, z17 = f32 & y8;

    /* back to GF(2^8), with the matrix of FIPS 197, 5.1.1 */
    const word c0 = z15 ^ z16;
    const word c1 = z10 ^ c0;
    const word c2 = z9 ^ c1;
    const word c3 = z0 ^ z2;
    const word c4 = z1 ^ z0;
    const word c5 = z3 ^ z4;
    const word c6 = z12 ^ c3;
    const word c7 = z7 ^ c5;
    const word c8 = (z8 ^ c6) ^ c7;
    const word c9 = z6 ^ c7;
    const word c10 = c3 ^ z3 ^ z5;
    const word c11 = z13 ^ c0 ^ c10;
    const word c12 = z14 ^ c8;
    const word s3 = c2 ^ c5 ^ c4;

    q[7] = c2 ^ c9;
    q[6] = s3 ^ c9;
    q[5] = c12 ^ z15 ^ c9 ^ z17;
    q[4] = s3;
    q[3] = c10 ^ s3;
    q[2] = c1 ^ z11 ^ c12;
    q[1] = c8 ^ c11;
    q[0] = z12 ^ c11;
}

FILESEC__PORTABLE_INLINE void
filesec__aes256gcm_portable_sub_bytes(filesec__aes256gcm_word q[8])
{
#if FILESEC__HALVES
    uint32_t half[8];
    unsigned i, n;

    for (n = 0; n < 2; n++) { /* turned twice by half, a word is what it was */
        for (i = 0; i < 8; i++)
            half[i] = (uint32_t)(q[i] & 0xffffffff);
        filesec__aes256gcm_portable_circuit(half);
        for (i = 0; i < 8; i++)
            q[i] = q[i] >> 32 | (uint64_t)half[i] << 32;
    }
    filesec_wipe(half, sizeof half);
#else
    filesec__aes256gcm_portable_circuit(q);
#endif
}
#undef FILESEC__HALVES

/*
 * MixColumns (5.1.3) where row r is k r columns behind. With t = a_r + a_r+1 every byte becomes
 * {02} t_r + a_r+1 + t_r+2, and {02} moves bit b to b + 1, bit 7 to bits 0, 1, 3 and 4.
 */
FILESEC__PORTABLE_INLINE void
filesec__aes256gcm_portable_mix_columns(filesec__aes256gcm_word q[8], unsigned k)
{
    filesec__aes256gcm_word a[8], t[8];

#ifdef FILESEC_SMALL
    unsigned i;

    for (i = 0; i < 8; i++) {
        a[i] = filesec__aes256gcm_portable_from(q[i], 1, k);
        t[i] = q[i] ^ a[i];
    }
    for (i = 0; i < 8; i++) {
        q[i] = a[i] ^ filesec__aes256gcm_portable_from(t[i], 2, 2 * k) ^ t[(i + 7) % 8];
        if (i == 1 || i == 3 || i == 4)
            q[i] ^= t[7];
    }
    filesec_wipe(a, sizeof a);
    filesec_wipe(t, sizeof t);
#else
#define FILESEC__NEXT(i)                                                                       \
    a[i] = filesec__aes256gcm_portable_from(q[i], 1, k);                                       \
    t[i] = q[i] ^ a[i]
#define FILESEC__SUM(i) (a[i] ^ filesec__aes256gcm_portable_from(t[i], 2, 2 * k))

    FILESEC__NEXT(7);
    FILESEC__NEXT(0);
    q[0] = FILESEC__SUM(0) ^ t[7];
    FILESEC__NEXT(1);
    q[1] = FILESEC__SUM(1) ^ (t[0] ^ t[7]);
    FILESEC__NEXT(2);
    q[2] = FILESEC__SUM(2) ^ t[1];
    FILESEC__NEXT(3);
    q[3] = FILESEC__SUM(3) ^ (t[2] ^ t[7]);
    FILESEC__NEXT(4);
    q[4] = FILESEC__SUM(4) ^ (t[3] ^ t[7]);
    FILESEC__NEXT(5);
    q[5] = FILESEC__SUM(5) ^ t[4];
    FILESEC__NEXT(6);
    q[6] = FILESEC__SUM(6) ^ t[5];
    q[7] = FILESEC__SUM(7) ^ t[6];
#undef FILESEC__NEXT
#undef FILESEC__SUM
#endif
}
