/* SPDX-License-Identifier: 0BSD */
#include "argon2id.h"

#include "blake2b.h"
#include "filesec.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * argon2id.c: Argon2id (RFC 9106)
 *
 * Memory is a matrix of blocks of 1 KiB, a row for each lane, in four slices. The first two
 * slices of the first pass are addressed without regard to the password, the rest by what was
 * computed: that is Argon2id. Lanes are computed one after the other, slice by slice.
 */
#define BLOCK_WORDS 128
#define SLICES 4

typedef struct block {
    uint64_t w[BLOCK_WORDS];
} block;

/* Where in the computation a block is. */
typedef struct place {
    uint32_t pass, lane, slice, index; /* index within the segment */
} place;

typedef struct matrix {
    const struct argon2id *a;
    block *blocks;
    uint32_t lane_len, segment_len; /* in blocks */
} matrix;

static void store32le(unsigned char *p, uint32_t x)
{
    int i;

    for (i = 0; i < 4; i++)
        p[i] = (unsigned char)(x >> 8 * i);
}

static void hash32(struct blake2b *s, uint32_t x)
{
    unsigned char bytes[4];

    store32le(bytes, x);
    blake2b_update(s, bytes, 4);
}

static void hash_string(struct blake2b *s, const void *p, size_t len)
{
    hash32(s, (uint32_t)len);
    blake2b_update(s, p, len);
}

/* H', 3.3: out_len bytes of in. */
static void long_hash(unsigned char *out, size_t out_len, const void *in, size_t in_len)
{
    struct blake2b s;
    unsigned char v[64];

    blake2b_init(&s, out_len < 64 ? out_len : 64);
    hash32(&s, (uint32_t)out_len);
    blake2b_update(&s, in, in_len);
    if (out_len <= 64) {
        blake2b_final(&s, out);
        return;
    }
    blake2b_final(&s, v);
    while (out_len > 64) { /* 32 bytes of each V_i, and all of the last */
        memcpy(out, v, 32);
        out += 32;
        out_len -= 32;
        blake2b_init(&s, out_len < 64 ? out_len : 64);
        blake2b_update(&s, v, 64);
        blake2b_final(&s, v);
    }
    memcpy(out, v, out_len);
    filesec_wipe(v, sizeof v);
}

/* H_0, 3.2. */
static void first_hash(const struct argon2id *a, unsigned char h0[64], size_t out_len)
{
    struct blake2b s;

    blake2b_init(&s, 64);
    hash32(&s, a->lanes);
    hash32(&s, (uint32_t)out_len);
    hash32(&s, a->memory);
    hash32(&s, a->passes);
    hash32(&s, 0x13); /* version */
    hash32(&s, 2);    /* Argon2id */
    hash_string(&s, a->password, a->password_len);
    hash_string(&s, a->salt, a->salt_len);
    hash_string(&s, a->secret, a->secret_len);
    hash_string(&s, a->data, a->data_len);
    blake2b_final(&s, h0);
}

static uint64_t rotr(uint64_t x, unsigned n)
{
    return x >> n | x << (64 - n);
}

/* x + y + 2 * the product of their low halves, 3.6. */
static uint64_t blamka(uint64_t x, uint64_t y)
{
    return x + y + 2 * (x & 0xffffffff) * (y & 0xffffffff);
}

/* GB, 3.6. */
static void quarter(uint64_t *a, uint64_t *b, uint64_t *c, uint64_t *d)
{
    *a = blamka(*a, *b);
    *d = rotr(*d ^ *a, 32);
    *c = blamka(*c, *d);
    *b = rotr(*b ^ *c, 24);
    *a = blamka(*a, *b);
    *d = rotr(*d ^ *a, 16);
    *c = blamka(*c, *d);
    *b = rotr(*b ^ *c, 63);
}

/* P over eight registers of two words: those at w, w + step, ..., 3.6. */
static void permute(uint64_t *w, size_t step)
{
    uint64_t *v[16];
    size_t i;

    for (i = 0; i < 16; i++)
        v[i] = w + i / 2 * step + i % 2;
    for (i = 0; i < 4; i++)
        quarter(v[i], v[4 + i], v[8 + i], v[12 + i]);
    for (i = 0; i < 4; i++)
        quarter(v[i], v[4 + (i + 1) % 4], v[8 + (i + 2) % 4], v[12 + (i + 3) % 4]);
}

/* G, 3.5: to = G(x, y), or to ^= G(x, y) from the second pass on. */
static void compress(block *to, const block *x, const block *y, int add)
{
    block r, z;
    size_t i;

    for (i = 0; i < BLOCK_WORDS; i++)
        r.w[i] = x->w[i] ^ y->w[i];
    z = r;
    for (i = 0; i < 8; i++)
        permute(z.w + 16 * i, 2); /* rows */
    for (i = 0; i < 8; i++)
        permute(z.w + 2 * i, 16); /* columns */
    for (i = 0; i < BLOCK_WORDS; i++)
        to->w[i] = (add ? to->w[i] : 0) ^ r.w[i] ^ z.w[i];
}

/* The next 128 pairs J_1, J_2 that depend on no block, 3.4.1.2. */
static void next_addresses(block *input, block *addresses)
{
    static const block zero = {{0}};

    input->w[6]++;
    compress(addresses, &zero, input, 0);
    compress(addresses, &zero, addresses, 0);
}

/* The block that the pair J_1, J_2 in j refers to from p, 3.4.2. */
static const block *reference(const matrix *m, const place *p, uint64_t j)
{
    uint32_t lane = (uint32_t)(j >> 32) % m->a->lanes, area, start = 0, z;
    int first = p->pass == 0;
    uint64_t x;

    if (first && p->slice == 0)
        lane = p->lane;
    area = first ? p->slice * m->segment_len : m->lane_len - m->segment_len;
    if (lane == p->lane)
        area += p->index - 1;
    else if (p->index == 0)
        area--;
    x = (j & 0xffffffff) * (j & 0xffffffff) >> 32;
    z = area - 1 - (uint32_t)(area * x >> 32);
    if (!first)
        start = (p->slice + 1) % SLICES * m->segment_len;
    return m->blocks + (size_t)lane * m->lane_len + (start + z) % m->lane_len;
}

static void fill_segment(const matrix *m, place p)
{
    int independent = p.pass == 0 && p.slice < SLICES / 2;
    block input = {{0}}, addresses = {{0}};
    block *lane = m->blocks + (size_t)p.lane * m->lane_len;

    input.w[0] = p.pass;
    input.w[1] = p.lane;
    input.w[2] = p.slice;
    input.w[3] = (uint64_t)m->lane_len * m->a->lanes;
    input.w[4] = m->a->passes;
    input.w[5] = 2; /* Argon2id */
    p.index = p.pass == 0 && p.slice == 0 ? 2 : 0;
    if (independent && p.index != 0)
        next_addresses(&input, &addresses);
    for (; p.index < m->segment_len; p.index++) {
        uint32_t at = p.slice * m->segment_len + p.index;
        const block *before = lane + (at == 0 ? m->lane_len : at) - 1;

        if (independent && p.index % BLOCK_WORDS == 0)
            next_addresses(&input, &addresses);
        compress(
            lane + at, before,
            reference(m, &p, independent ? addresses.w[p.index % BLOCK_WORDS] : before->w[0]),
            p.pass != 0);
    }
}

static void load_block(block *b, const unsigned char *bytes)
{
    size_t i, k;

    for (i = 0; i < BLOCK_WORDS; i++) {
        b->w[i] = 0;
        for (k = 8; k-- > 0;)
            b->w[i] = b->w[i] << 8 | bytes[8 * i + k];
    }
}

/* The first two blocks of each lane: H'(H_0 || 0 or 1 || lane). */
static void begin(const matrix *m, const unsigned char h0[64])
{
    unsigned char seed[72], bytes[1024];
    uint32_t lane, i;

    memcpy(seed, h0, 64);
    for (lane = 0; lane < m->a->lanes; lane++) {
        for (i = 0; i < 2; i++) {
            store32le(seed + 64, i);
            store32le(seed + 68, lane);
            long_hash(bytes, sizeof bytes, seed, sizeof seed);
            load_block(m->blocks + (size_t)lane * m->lane_len + i, bytes);
        }
    }
    filesec_wipe(seed, sizeof seed);
    filesec_wipe(bytes, sizeof bytes);
}

/* H' of the last blocks of all lanes, added. */
static void end(const matrix *m, unsigned char *out, size_t out_len)
{
    unsigned char bytes[1024];
    block sum = {{0}};
    uint32_t lane;
    size_t i;

    for (lane = 0; lane < m->a->lanes; lane++)
        for (i = 0; i < BLOCK_WORDS; i++)
            sum.w[i] ^= m->blocks[(size_t)(lane + 1) * m->lane_len - 1].w[i];
    for (i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(sum.w[i / 8] >> i % 8 * 8);
    long_hash(out, out_len, bytes, sizeof bytes);
    filesec_wipe(&sum, sizeof sum);
    filesec_wipe(bytes, sizeof bytes);
}

int argon2id(const struct argon2id *a, unsigned char *out, size_t out_len)
{
    unsigned char h0[64];
    matrix m;
    place p;
    size_t total;

    m.a = a;
    m.segment_len = a->memory / (SLICES * a->lanes);
    m.lane_len = SLICES * m.segment_len;
    total = (size_t)m.lane_len * a->lanes;
    m.blocks = total > SIZE_MAX / sizeof(block) ? NULL : malloc(total * sizeof(block));
    if (m.blocks == NULL)
        return ENOMEM;
    first_hash(a, h0, out_len);
    begin(&m, h0);
    for (p.pass = 0; p.pass < a->passes; p.pass++)
        for (p.slice = 0; p.slice < SLICES; p.slice++)
            for (p.lane = 0; p.lane < a->lanes; p.lane++) {
                p.index = 0;
                fill_segment(&m, p);
            }
    end(&m, out, out_len);
    filesec_wipe(m.blocks, total * sizeof(block));
    filesec_wipe(h0, sizeof h0);
    free(m.blocks);
    return 0;
}
