/* SPDX-License-Identifier: 0BSD */
#pragma once
#include <stddef.h>
#include <stdint.h>

/*
 * blake2b.h: BLAKE2b (RFC 7693) without a key, as Argon2id needs it
 */
struct blake2b {
    uint64_t h[8], count; /* bytes hashed so far: messages stay below 2^64 */
    unsigned char block[128];
    size_t have, digest_len;
};

/* 1 <= digest_len <= 64. */
void blake2b_init(struct blake2b *s, size_t digest_len);
void blake2b_update(struct blake2b *s, const void *data, size_t len);
void blake2b_final(struct blake2b *s, unsigned char *digest);
