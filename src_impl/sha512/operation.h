/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/sha512.h"
#include "core/bytes.h"
#include "core/choose.h"
#include "core/secret.h"
#include "sha512/kernels.h"
/*
 * sha512/operation.h: SHA-512 (FIPS 180-4): padding, pieces, digests
 */
static unsigned filesec__sha512_choice;
static const filesec__table filesec__sha512_table = {
    &filesec__sha512_rows[0].row, sizeof filesec__sha512_rows[0],
    sizeof filesec__sha512_rows / sizeof filesec__sha512_rows[0], &filesec__sha512_choice};

static inline const filesec__sha512_row *filesec__sha512_current(void)
{
    const void *row = filesec__current(&filesec__sha512_table);
    return (const filesec__sha512_row *)row;
}

/* H(0), FIPS 180-4, 5.3.5: square roots of the first eight primes, as in 5.3.3. */
static inline void filesec__sha512_start(uint64_t h[8])
{
    h[0] = UINT64_C(0x6a09e667f3bcc908);
    h[1] = UINT64_C(0xbb67ae8584caa73b);
    h[2] = UINT64_C(0x3c6ef372fe94f82b);
    h[3] = UINT64_C(0xa54ff53a5f1d36f1);
    h[4] = UINT64_C(0x510e527fade682d1);
    h[5] = UINT64_C(0x9b05688c2b3e6c1f);
    h[6] = UINT64_C(0x1f83d9abfb41bd6b);
    h[7] = UINT64_C(0x5be0cd19137e2179);
}

static inline void filesec__sha512_put(uint8_t digest[64], const uint64_t h[8])
{
    size_t i;

    for (i = 0; i < 8; i++)
        filesec__store64be(digest + 8 * i, h[i]);
}

/*
 * The last one or two blocks of a message of (high, low) bytes, of which the last
 * low mod 128 are at rest: those bytes, 1, zeros, the length in bits (5.1.2). Returns how many
 * blocks: two if the 17 bytes of 0x80 and length do not fit behind the rest.
 */
static inline size_t filesec__sha512_pad(unsigned char last[256], const unsigned char *rest,
                                         uint64_t low, uint64_t high)
{
    size_t rest_len = (size_t)(low % 128);
    size_t end = rest_len < 112 ? 128 : 256;

    /* Not shown to the compiler: for small known lengths gcc takes slow string instructions. */
    FILESEC__BARRIER(rest_len);
    FILESEC__BARRIER(end);
    memset(last, 0, end);
    filesec__copy(last, rest, rest_len);
    last[rest_len] = 0x80;
    filesec__store64be(last + end - 16, high << 3 | low >> 61);
    filesec__store64be(last + end - 8, low << 3);
    return end / 128;
}

/* h from H(0), or from what a whole number of blocks before data left, to the end. total is
   the length of the message with those blocks. */
static inline void filesec__sha512_finish(const filesec__sha512_row *row, uint64_t h[8],
                                          const unsigned char *data, size_t len, uint64_t total)
{
    unsigned char last[256];
    size_t whole = len / 128;
    size_t npad = filesec__sha512_pad(last, whole != 0 ? data + 128 * whole : data, total, 0);

    if (whole != 0)
        row->blocks(h, data, whole);
    row->blocks(h, last, npad);
    filesec_wipe(last, 128 * npad);
}

FILESEC_API void filesec_sha512(uint8_t digest[64], const void *data, size_t len)
{
    uint64_t h[8];

    FILESEC_ASSERT(data != NULL || len == 0);
    filesec__sha512_start(h);
    filesec__sha512_finish(filesec__sha512_current(), h, (const unsigned char *)data, len, len);
    filesec__sha512_put(digest, h);
    filesec_wipe(h, sizeof h);
}

FILESEC_API void filesec_sha512_init(filesec_sha512_state *s)
{
    uint64_t h[8];

    memset(s, 0, sizeof *s);
    filesec__sha512_start(h);
    memcpy(s->chain, h, 64);
    s->mark = filesec__row_mark(&filesec__sha512_table, &filesec__sha512_current()->row);
}

/* The path of a state; a state that was never set up works on the last one, which is safe. */
static inline const filesec__sha512_row *filesec__sha512_row_of(const filesec_sha512_state *s)
{
    const void *row = filesec__marked_row(&filesec__sha512_table, s->mark);

    FILESEC_ASSERT(row != NULL);
    if (row == NULL)
        row = filesec__row_at(&filesec__sha512_table, filesec__sha512_table.count - 1);
    return (const filesec__sha512_row *)row;
}

FILESEC_API void filesec_sha512_update(filesec_sha512_state *s, const void *data, size_t len)
{
    const filesec__sha512_row *row = filesec__sha512_row_of(s);
    const unsigned char *p = (const unsigned char *)data;
    uint64_t low = filesec__load64le(s->count);
    size_t fill = (size_t)(low % 128), n;
    uint64_t h[8];

    FILESEC_ASSERT(data != NULL || len == 0);
    if (len == 0)
        return;
    filesec__store64le(s->count, low + len);
    if (low + len < low) /* carry into the high half */
        filesec__store64le(s->count + 8, filesec__load64le(s->count + 8) + 1);

    n = len < 128 - fill ? len : 128 - fill;
    if (fill + n < 128) { /* no block becomes whole */
        memcpy(s->block + fill, p, n);
        return;
    }
    memcpy(h, s->chain, 64);
    if (fill != 0) {
        memcpy(s->block + fill, p, n);
        row->blocks(h, s->block, 1);
        p += n;
        len -= n;
    }
    row->blocks(h, p, len / 128);
    filesec__copy(s->block, p + len / 128 * 128, len % 128);
    memcpy(s->chain, h, 64);
    filesec_wipe(h, sizeof h);
}

FILESEC_API void filesec_sha512_final(filesec_sha512_state *s, uint8_t digest[64])
{
    const filesec__sha512_row *row = filesec__sha512_row_of(s);
    unsigned char last[256];
    uint64_t h[8];
    size_t npad = filesec__sha512_pad(last, s->block, filesec__load64le(s->count),
                                      filesec__load64le(s->count + 8));

    memcpy(h, s->chain, 64);
    row->blocks(h, last, npad);
    filesec__sha512_put(digest, h);
    filesec_wipe(h, sizeof h);
    filesec_wipe(last, sizeof last);
    filesec_wipe(s, sizeof *s);
}
