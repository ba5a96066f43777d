/* SPDX-License-Identifier: 0BSD */
/*
 * bench/files_libcrypto.c: libcrypto's cipher in the loop of files_loop.c, where there is one
 */
#include "bench/files_loop.h"

#ifdef HAVE_LIBCRYPTO
#include <limits.h>
#include <openssl/evp.h>

int files_has_libcrypto(void)
{
    return 1;
}

void *files_libcrypto_begin(files_cipher cipher)
{
    static const unsigned char key[32] = {1};
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();

    if (c == NULL || EVP_EncryptInit_ex(c,
                                        cipher == FILES_AES256GCM ? EVP_aes_256_gcm()
                                                                  : EVP_chacha20_poly1305(),
                                        NULL, key, NULL) != 1)
        return NULL;
    return c;
}

int files_libcrypto_seal(void *state, const unsigned char nonce[12], unsigned char *data,
                         size_t len)
{
    EVP_CIPHER_CTX *c = (EVP_CIPHER_CTX *)state;
    unsigned char tag[16];
    size_t at = 0;
    int n = 0;

    if (EVP_EncryptInit_ex(c, NULL, NULL, NULL, nonce) != 1)
        return 0;
    while (at < len) { /* a length is an int there */
        size_t step = len - at < (size_t)INT_MAX / 2 + 1 ? len - at : (size_t)INT_MAX / 2 + 1;

        if (EVP_EncryptUpdate(c, data + at, &n, data + at, (int)step) != 1)
            return 0;
        at += step;
    }
    return EVP_EncryptFinal_ex(c, data + len, &n) == 1 &&
           EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_GET_TAG, 16, tag) == 1;
}
#else
int files_has_libcrypto(void)
{
    return 0;
}

void *files_libcrypto_begin(files_cipher cipher)
{
    (void)cipher;
    return NULL;
}

int files_libcrypto_seal(void *state, const unsigned char nonce[12], unsigned char *data,
                         size_t len)
{
    (void)state;
    (void)nonce;
    (void)data;
    (void)len;
    return 0;
}
#endif
