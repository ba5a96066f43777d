/* SPDX-License-Identifier: 0BSD */
/*
 * tests/small/contexts.c: arrays as large as each context, for tools/footprint.sh
 */
#include "filesec.h"

#define CONTEXT(type)                                                                          \
    extern const char size_of_##type[sizeof(type)];                                            \
    const char size_of_##type[sizeof(type)] = {1}

CONTEXT(filesec_sha512_state);
CONTEXT(filesec_hmac_sha512_state);
CONTEXT(filesec_murmur3_x86_32_state);
CONTEXT(filesec_murmur3_x86_128_state);
CONTEXT(filesec_murmur3_x64_128_state);
CONTEXT(filesec_chacha20poly1305_key);
CONTEXT(filesec_chacha20poly1305_state);
CONTEXT(filesec_aes256gcm_key);
CONTEXT(filesec_aes256gcm_state);
CONTEXT(filesec_container);
CONTEXT(filesec_container_sealer);
CONTEXT(filesec_container_opener);
