/* SPDX-License-Identifier: 0BSD */
#include "blake2b.h"

#include "filesec.h"
#include <string.h>

/*
 * blake2b.c: BLAKE2b (RFC 7693)
 */
static const uint64_t iv[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                               0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                               0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

/* The message schedule SIGMA, 2.7; rounds 10 and 11 are rounds 0 and 1 again. */
static const unsigned char sigma[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

static uint64_t load64le(const unsigned char *p)
{
    uint64_t x = 0;
    int i;

    for (i = 7; i >= 0; i--)
        x = x << 8 | p[i];
    return x;
}

static uint64_t rotr(uint64_t x, unsigned n)
{
    return x >> n | x << (64 - n);
}

/* G, 3.1. */
static void mix(uint64_t v[16], int a, int b, int c, int d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = rotr(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotr(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rotr(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotr(v[b] ^ v[c], 63);
}

/* F, 3.2. */
static void compress(struct blake2b *s, int last)
{
    uint64_t v[16], m[16];
    int i, r;

    for (i = 0; i < 16; i++)
        m[i] = load64le(s->block + 8 * i);
    for (i = 0; i < 8; i++) {
        v[i] = s->h[i];
        v[8 + i] = iv[i];
    }
    v[12] ^= s->count;
    if (last)
        v[14] = ~v[14];
    for (r = 0; r < 12; r++) {
        const unsigned char *p = sigma[r % 10];

        for (i = 0; i < 4; i++)
            mix(v, i, 4 + i, 8 + i, 12 + i, m[p[2 * i]], m[p[2 * i + 1]]);
        for (i = 0; i < 4; i++)
            mix(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[p[8 + 2 * i]],
                m[p[9 + 2 * i]]);
    }
    for (i = 0; i < 8; i++)
        s->h[i] ^= v[i] ^ v[8 + i];
    filesec_wipe(v, sizeof v);
    filesec_wipe(m, sizeof m);
}

void blake2b_init(struct blake2b *s, size_t digest_len)
{
    memset(s, 0, sizeof *s);
    memcpy(s->h, iv, sizeof s->h);
    s->h[0] ^= 0x01010000 ^ digest_len;
    s->digest_len = digest_len;
}

void blake2b_update(struct blake2b *s, const void *data, size_t len)
{
    const unsigned char *p = data;

    while (len > 0) {
        size_t n;

        if (s->have == sizeof s->block) { /* the last block waits for final */
            s->count += sizeof s->block;
            compress(s, 0);
            s->have = 0;
        }
        n = sizeof s->block - s->have < len ? sizeof s->block - s->have : len;
        memcpy(s->block + s->have, p, n);
        s->have += n;
        p += n;
        len -= n;
    }
}

void blake2b_final(struct blake2b *s, unsigned char *digest)
{
    size_t i;

    s->count += s->have;
    memset(s->block + s->have, 0, sizeof s->block - s->have);
    compress(s, 1);
    for (i = 0; i < s->digest_len; i++)
        digest[i] = (unsigned char)(s->h[i / 8] >> i % 8 * 8);
    filesec_wipe(s, sizeof *s);
}
