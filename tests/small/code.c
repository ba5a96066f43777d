/* SPDX-License-Identifier: 0BSD */
/*
 * tests/small/code.c: the unit that holds the header's code, and what the vectors of single
 * parts need of it
 */
#define FILESEC_IMPLEMENTATION
#include "small.h"

void code_hkdf_expand(void *out, size_t out_len, small_bytes prk, small_bytes info)
{
    filesec__hkdf_expand(out, out_len, prk.p, prk.len, info.p, info.len);
}

/* A counter block is enciphered as it is; what it is added to are zeros. */
void code_aes256block(unsigned char out[16], const unsigned char key[32],
                      const unsigned char in[16])
{
    filesec_aes256gcm_key k;
    unsigned char counter[16];

    filesec__aes256gcm_init_portable(k.area, key);
    memcpy(counter, in, 16);
    memset(out, 0, 16);
    filesec__aes256gcm_ctr_portable(k.area, counter, out, out, 1);
    filesec_wipe(&k, sizeof k);
}

void code_chacha20(unsigned char *out, const unsigned char key[32],
                   const unsigned char nonce[12], uint32_t counter, const unsigned char *in,
                   size_t nblocks)
{
    uint32_t state[16];

    filesec__chacha20_start(state, key, nonce);
    state[12] = counter;
    filesec__chacha20_portable(state, out, in, nblocks);
}

void code_poly1305(unsigned char tag[16], const unsigned char key[32],
                   const unsigned char *data, size_t len)
{
    filesec__poly1305_state s;

    filesec__poly1305_init_portable(&s, key);
    filesec__poly1305_blocks_portable(&s, data, len / 16);
    filesec__poly1305_finish_portable(&s, data + len / 16 * 16, len % 16, tag);
}
