/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "aes256gcm/contract.h"
#include "aes256gcm/x86_aesni_short.h"
#include "aes256gcm/x86_vaes_avx512_ghash.h"
#include "aes256gcm/x86_vaes_avx512_groups.h"
#include "aes256gcm/x86_vaes_avx512_key.h"
#include "aes256gcm/x86_vaes_avx512_long.h"
#include "aes256gcm/x86_vaes_avx512_short.h"
#include "core/bytes.h"
/*
 * aes256gcm/x86_vaes_avx512.h: AES-256-GCM with VAES and VPCLMULQDQ on 512-bit registers, 64
 * blocks at a time
 *
 * Needs     AVX-512 F, VL, BW and DQ, BMI2, AES-NI, PCLMULQDQ, VAES, VPCLMULQDQ. Every function
 *           here carries FILESEC__TARGET_X86_VAES_AVX512.
 * Contract  as in aes256gcm/contract.h, with nothing added.
 *
 * Layout    four blocks in a register, one after the other. AES has the bytes as they are,
 *           GHASH has those of each block reversed. The key area is described in
 *           aes256gcm/x86_vaes_avx512_ghash.h.
 *
 * Registers sixteen of counter blocks and a round key; three sums of products; two of blocks to
 *           hash and their halves, later six products; the order of the bytes, and Y: 30 of 32
 *           (aes256gcm/x86_vaes_avx512_groups.h). Messages up to 512 bytes: one function for
 *           each number of registers (aes256gcm/x86_vaes_avx512_short.h).
 * Bounds    reads and writes exactly 16 * nblocks bytes, or len, at any alignment; masked loads
 *           and stores where that ends inside a register.
 * Not done  rounds from tables; stores past the cache; prefetching.
 * Secrets   no branch and no address depends on key, counter, y or data. The counter is no
 *           secret after an IV of 12 bytes, but after any other it is GHASH of the IV: only
 *           whole, which has the nonce, looks at what it is modulo 64.
 * From      FIPS 197, 5.1 and 5.2; SP 800-38D, 6.3 to 6.5.
 */
#define FILESEC__FOUR4(S)                                                                      \
    S(0);                                                                                      \
    S(1);                                                                                      \
    S(2);                                                                                      \
    S(3)
/* Register i of the last n blocks, if there is one. */
#define FILESEC__LAST4_IF(i)                                                                   \
    do {                                                                                       \
        if (n >= 4 * (i) + 4) {                                                                \
            FILESEC__LAST4(i);                                                                 \
        } else if (n > 4 * (i)) {                                                              \
            const __mmask8 m = FILESEC__BLOCKS_MASK(n % 4);                                    \
            const __m512i x = _mm512_maskz_loadu_epi64(m, (const void *)(in + 64 * (i)));      \
            b[i] = _mm512_aesenclast_epi128(b[i], FILESEC__XOR4(rk, x));                       \
            _mm512_mask_storeu_epi64((void *)(out + 64 * (i)), m, b[i]);                       \
        }                                                                                      \
    } while (0)

/* GCTR of n blocks, 0 <= n <= 63, sixteen by sixteen. */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_rest(const unsigned char *k, __m512i c, unsigned char *out,
                                        const unsigned char *in, unsigned n)
{
    for (;; n -= 16, in += 256, out += 256) {
        __m512i b[4], rk = FILESEC__ROUND_KEY4(0);
        unsigned r;

        if (n == 0)
            break;
        FILESEC__FOUR4(FILESEC__AHEAD4);
        for (r = 1; r < 14; r++) {
            rk = FILESEC__ROUND_KEY4(r);
            FILESEC__FOUR4(FILESEC__ENC4);
        }
        rk = FILESEC__ROUND_KEY4(14);
        FILESEC__FOUR4(FILESEC__LAST4_IF);
        if (n <= 16)
            break;
    }
}

/* Read in the pieces in which callers write it: a load of 16 bytes would wait for them. */
FILESEC__WIDEST_INLINE __m128i
filesec__aes256gcm_x86_vaes_avx512_counter_of(const unsigned char counter[16])
{
    const uint64_t last = (uint64_t)filesec__load32be(counter + 12) << 32;

    return _mm_unpacklo_epi64(
        FILESEC__LOAD_HALF(counter),
        _mm_cvtsi64_si128((long long)(last | filesec__load32le(counter + 8))));
}

/* inc_32, nblocks times. */
FILESEC__WIDEST_INLINE void
filesec__aes256gcm_x86_vaes_avx512_advance(unsigned char counter[16], size_t nblocks)
{
    filesec__store32be(counter + 12,
                       filesec__load32be(counter + 12) + (uint32_t)(nblocks & 0xffffffff));
}

FILESEC__WIDEST_KERNEL filesec__aes256gcm_ctr_x86_vaes_avx512(const unsigned char *k,
                                                              unsigned char counter[16],
                                                              unsigned char *out,
                                                              const unsigned char *in,
                                                              size_t nblocks)
{
    const __m128i c = filesec__aes256gcm_x86_vaes_avx512_counter_of(counter);
    const size_t n = nblocks / 64;

    if (n != 0)
        filesec__aes256gcm_x86_vaes_avx512_stream(k, c, out, in, n);
    filesec__aes256gcm_x86_vaes_avx512_rest(k, FILESEC__COUNTERS(FILESEC__PLUS1(c, 64 * n)),
                                            out + 1024 * n, in + 1024 * n,
                                            (unsigned)(nblocks % 64));
    filesec__aes256gcm_x86_vaes_avx512_advance(counter, nblocks);
}

FILESEC__WIDEST_KERNEL filesec__aes256gcm_hash_x86_vaes_avx512(const unsigned char *k,
                                                               unsigned char y[16],
                                                               const unsigned char *data,
                                                               size_t nblocks)
{
    __m128i v = FILESEC__BLOCK(y);

    for (; nblocks >= 64; nblocks -= 64, data += 1024)
        v = filesec__aes256gcm_x86_vaes_avx512_eights(k, v, data, 8);
    if (nblocks != 0)
        v = filesec__aes256gcm_x86_vaes_avx512_few(k, v, data, (unsigned)nblocks);
    FILESEC__STORE(y, FILESEC__REVERSED(v));
}

/* What is hashed is a group behind what is enciphered. */
FILESEC__WIDEST_KERNEL
filesec__aes256gcm_seal_x86_vaes_avx512(const unsigned char *k, unsigned char counter[16],
                                        unsigned char y[16], unsigned char *out,
                                        const unsigned char *in, size_t nblocks)
{
    const __m128i c = filesec__aes256gcm_x86_vaes_avx512_counter_of(counter);
    const size_t n = nblocks / 64, rest = nblocks % 64;
    __m128i v = FILESEC__BLOCK(y);

    if (n != 0)
        filesec__aes256gcm_x86_vaes_avx512_stream(k, c, out, in, 1);
    if (n > 1)
        v = filesec__aes256gcm_x86_vaes_avx512_groups(k, FILESEC__PLUS1(c, 64), v, out + 1024,
                                                      in + 1024, out, n - 1);
    out += 1024 * n;
    in += 1024 * n;
    filesec__aes256gcm_x86_vaes_avx512_rest(k, FILESEC__COUNTERS(FILESEC__PLUS1(c, 64 * n)),
                                            out, in, (unsigned)rest);
    if (n != 0)
        v = filesec__aes256gcm_x86_vaes_avx512_eights(k, v, out - 1024, 8);
    if (rest != 0)
        v = filesec__aes256gcm_x86_vaes_avx512_few(k, v, out, (unsigned)rest);
    FILESEC__STORE(y, FILESEC__REVERSED(v));
    filesec__aes256gcm_x86_vaes_avx512_advance(counter, nblocks);
}

FILESEC__WIDEST_KERNEL
filesec__aes256gcm_open_x86_vaes_avx512(const unsigned char *k, unsigned char counter[16],
                                        unsigned char y[16], unsigned char *out,
                                        const unsigned char *in, size_t nblocks)
{
    const __m128i c = filesec__aes256gcm_x86_vaes_avx512_counter_of(counter);
    const size_t n = nblocks / 64, rest = nblocks % 64;
    __m128i v = FILESEC__BLOCK(y);

    if (n != 0)
        v = filesec__aes256gcm_x86_vaes_avx512_groups(k, c, v, out, in, in, n);
    out += 1024 * n;
    in += 1024 * n;
    if (rest != 0)
        v = filesec__aes256gcm_x86_vaes_avx512_few(k, v, in, (unsigned)rest);
    filesec__aes256gcm_x86_vaes_avx512_rest(k, FILESEC__COUNTERS(FILESEC__PLUS1(c, 64 * n)),
                                            out, in, (unsigned)rest);
    FILESEC__STORE(y, FILESEC__REVERSED(v));
    filesec__aes256gcm_x86_vaes_avx512_advance(counter, nblocks);
}

FILESEC__WIDEST_KERNEL
filesec__aes256gcm_whole_x86_vaes_avx512(const unsigned char *k, const unsigned char nonce[12],
                                         unsigned char tag[16], const unsigned char *aad,
                                         size_t aad_len, unsigned char *out,
                                         const unsigned char *in, size_t len, int sealing)
{
    const __m128i lengths = _mm_set_epi64x((long long)(aad_len << 3), (long long)(len << 3));
    const __m128i j0 = filesec__aes256gcm_x86_vaes_avx512_j0(nonce);
    const unsigned naad = (unsigned)((aad_len + 15) / 16);
    filesec__aes256gcm_x86_vaes_avx512_end e;

    e.j0 = FILESEC__XOR1(FILESEC__TURNED1(j0), FILESEC__LOAD(k));
    e.base = FILESEC__ALL4(FILESEC__XOR1(e.j0, _mm_set_epi32(1 << 24, 0, 0, 0)));
    e.carry = _mm_setzero_si128();
    e.out = out;
    e.in = in;
    e.len = len;
    e.powers = 1;
    e.before = filesec__aes256gcm_x86_vaes_avx512_aad(aad, aad_len);
    if (naad <= 3 && len <= FILESEC__SHORT4) {
        e.powers += naad;
    } else {
        __m128i y = filesec__aes256gcm_x86_vaes_avx512_only(k, e.before, naad);

        if (len > FILESEC__SHORT4)
            y = filesec__aes256gcm_x86_vaes_avx512_shorten(&e, k, j0, y, sealing);
        e.before = FILESEC__WITH_FIRST(_mm512_setzero_si512(), y);
    }
    if (e.len == 0) { /* at these addresses, no bytes */
        e.in = k;
        e.out = tag;
    }
    e.powers += (unsigned)((e.len + 15) / 16);
    e.before = _mm512_inserti64x2(e.before, lengths, 3);
    if (sealing)
        e.j0 = filesec__aes256gcm_x86_vaes_avx512_end_of(k, &e, 1);
    else
        e.j0 = filesec__aes256gcm_x86_vaes_avx512_end_of(k, &e, 0);
    FILESEC__STORE(tag, e.j0);
}
#undef FILESEC__WIDEST_INLINE
#undef FILESEC__WIDEST_APART
#undef FILESEC__WIDEST_KERNEL
#undef FILESEC__POWER4
#undef FILESEC__TO_HALVES
#undef FILESEC__LOAD4
#undef FILESEC__STORE4
#undef FILESEC__XOR4
#undef FILESEC__SUM4
#undef FILESEC__EXCHANGED4
#undef FILESEC__ALL4
#undef FILESEC__LOWS
#undef FILESEC__HIGHS
#undef FILESEC__TWO_OF
#undef FILESEC__TIMES4
#undef FILESEC__REVERSED4
#undef FILESEC__BLOCK4
#undef FILESEC__WITH_FIRST
#undef FILESEC__BLOCKS_MASK
#undef FILESEC__PART4
#undef FILESEC__PIN4
#undef FILESEC__EIGHT4
#undef FILESEC__PIN_EIGHT
#undef FILESEC__PIN_SIX
#undef FILESEC__TURNED4
#undef FILESEC__NUMBERS4
#undef FILESEC__LOW
#undef FILESEC__PLACE
#undef FILESEC__COUNTERS
#undef FILESEC__PLUS1
#undef FILESEC__ROUND_KEY4
#undef FILESEC__AHEAD4
#undef FILESEC__ENC4
#undef FILESEC__LAST4
#undef FILESEC__PREPARE
#undef FILESEC__MULTIPLY
#undef FILESEC__ADD_UP
#undef FILESEC__HALF4
#undef FILESEC__ROUND4
#undef FILESEC__PLACED_NOW
#undef FILESEC__GROUPS4
#undef FILESEC__SHORT4
#undef FILESEC__TEXTS4
#undef FILESEC__PLACED
#undef FILESEC__READ
#undef FILESEC__WRITE
#undef FILESEC__TOGETHER4
#undef FILESEC__FOUR4
#undef FILESEC__LAST4_IF
