/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "hkdf/hmac.h"
/*
 * hkdf/hkdf.h: HKDF-SHA-512 (RFC 5869)
 */

/* PRK = HMAC(salt, IKM), 2.2. No salt and 64 zero bytes of salt are one HMAC key. */
static void filesec__hkdf_extract(uint8_t prk[64], const void *salt, size_t salt_len,
                                  const void *ikm, size_t ikm_len)
{
    filesec_hmac_sha512(prk, salt, salt_len, ikm, ikm_len);
    FILESEC__HMAC_FORGET();
}

/* OKM = T(1) || T(2) || ..., T(i) = HMAC(PRK, T(i-1) || info || i), 2.3. out_len <= 255 * 64.
 */
static void filesec__hkdf_expand(void *out, size_t out_len, const void *prk, size_t prk_len,
                                 const void *info, size_t info_len)
{
    unsigned char *p = (unsigned char *)out;
    filesec_hmac_sha512_state keyed, s;
    uint8_t t[64];
    size_t t_len = 0;
    uint8_t i = 0;

    filesec_hmac_sha512_init(&keyed, prk, prk_len);
    while (out_len != 0) {
        size_t n = out_len < 64 ? out_len : 64;

        i++;
        s = keyed;
        filesec_hmac_sha512_update(&s, t, t_len);
        filesec_hmac_sha512_update(&s, info, info_len);
        filesec_hmac_sha512_update(&s, &i, 1);
        filesec_hmac_sha512_final(&s, t);
        t_len = 64;
        memcpy(p, t, n);
        p += n;
        out_len -= n;
    }
    FILESEC__HMAC_FORGET();
    filesec_wipe(&keyed, sizeof keyed);
    filesec_wipe(t, sizeof t);
}

FILESEC_API FILESEC_MUST_CHECK filesec_status
filesec_hkdf_sha512(void *out, size_t out_len, const void *ikm, size_t ikm_len,
                    const void *salt, size_t salt_len, const void *info, size_t info_len)
{
    uint8_t prk[64];

    if (out_len > 255 * 64)
        return FILESEC_ERR_LIMIT;
    if ((out == NULL && out_len != 0) || (ikm == NULL && ikm_len != 0) ||
        (salt == NULL && salt_len != 0) || (info == NULL && info_len != 0))
        return FILESEC_ERR_ARGUMENT;
    if (filesec__overlap(out, out_len, info, info_len))
        return FILESEC_ERR_ARGUMENT;
    filesec__hkdf_extract(prk, salt, salt_len, ikm, ikm_len);
    filesec__hkdf_expand(out, out_len, prk, sizeof prk, info, info_len);
    filesec_wipe(prk, sizeof prk);
    return FILESEC_OK;
}
