/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "hkdf/hmac.h"
/*
 * hkdf/pbkdf2.h: PBKDF2 with HMAC-SHA-512 (RFC 8018, 5.2)
 *
 *   T_i = U_1 ^ U_2 ^ ... ^ U_c,   U_1 = HMAC(P, S || INT(i)),   U_j = HMAC(P, U_(j-1))
 */

/* The most an output may be: dkLen <= (2^32 - 1) * hLen. */
#define FILESEC__PBKDF2_MAX (UINT64_C(0xffffffff) * 64)

/* U_1, as a padded digest. Its own function: the stack is given back before the others. */
FILESEC__NEVER_INLINE void filesec__pbkdf2_first(unsigned char block[128],
                                                 const filesec_hmac_sha512_state *keyed,
                                                 const void *salt, size_t salt_len, uint32_t i)
{
    filesec_hmac_sha512_state s = *keyed;

    filesec__store32be(block, i);
    filesec_hmac_sha512_update(&s, salt, salt_len);
    filesec_hmac_sha512_update(&s, block, 4);
    filesec_hmac_sha512_final(&s, block);
    FILESEC__HMAC_FORGET();
    filesec__hmac_pad_digest(block);
}

/* U_j from U_(j-1), which is at block as a padded digest: two blocks of SHA-512. */
static inline void filesec__pbkdf2_step(const filesec__sha512_row *row,
                                        unsigned char block[128], uint64_t h[8],
                                        const filesec_hmac_sha512_state *keyed)
{
    memcpy(h, keyed->inner.chain, 64);
    row->blocks(h, block, 1);
    filesec__sha512_put(block, h);
    memcpy(h, keyed->outer, 64);
    row->blocks(h, block, 1);
    filesec__sha512_put(block, h);
}

/* T_i. keyed has taken the password. */
static void filesec__pbkdf2_block(uint8_t t[64], const filesec_hmac_sha512_state *keyed,
                                  const void *salt, size_t salt_len, uint32_t i,
                                  uint32_t iterations)
{
    const filesec__sha512_row *row = filesec__sha512_row_of(&keyed->inner);
    uint64_t h[8] = {0};
    unsigned char block[128];
    uint32_t j;
    size_t k;

    filesec__pbkdf2_first(block, keyed, salt, salt_len, i);
    memcpy(t, block, 64);
    for (j = 1; j < iterations; j++) {
        filesec__pbkdf2_step(row, block, h, keyed);
        for (k = 0; k < 64; k++)
            t[k] = (uint8_t)(t[k] ^ block[k]);
    }
    FILESEC__HMAC_FORGET();
    filesec_wipe(h, sizeof h);
    filesec_wipe(block, sizeof block);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_pbkdf2_hmac_sha512(void *out, size_t out_len, const void *password, size_t password_len,
                           const void *salt, size_t salt_len, uint32_t iterations)
{
    unsigned char *p = (unsigned char *)out;
    filesec_hmac_sha512_state keyed;
    uint8_t t[64];
    uint32_t i = 0;

    if (!filesec__within(0, out_len, FILESEC__PBKDF2_MAX))
        return FILESEC_ERR_LIMIT;
    if ((out == NULL && out_len != 0) || (password == NULL && password_len != 0) ||
        (salt == NULL && salt_len != 0) || iterations == 0)
        return FILESEC_ERR_ARGUMENT;
    if (filesec__overlap(out, out_len, salt, salt_len))
        return FILESEC_ERR_ARGUMENT;
    filesec_hmac_sha512_init(&keyed, password, password_len);
    while (out_len != 0) {
        size_t n = out_len < 64 ? out_len : 64;

        filesec__pbkdf2_block(t, &keyed, salt, salt_len, ++i, iterations);
        memcpy(p, t, n);
        p += n;
        out_len -= n;
    }
    filesec_wipe(&keyed, sizeof keyed);
    filesec_wipe(t, sizeof t);
    return FILESEC_OK;
}
#undef FILESEC__HMAC_FORGET
