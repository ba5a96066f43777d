/* SPDX-License-Identifier: 0BSD */
/*
 * tests/small/kat_container.c: sealed files, in memory and without a heap
 *
 * The files are those of tests/container/, which an independent writer made: chunks of 1 KiB,
 * one key, content that a congruence makes. Each is opened in pieces of 61 bytes and sealed
 * anew from its content in pieces of 100, which must give the same file; then it is opened
 * damaged, cut, and under a wrong key and context.
 */
#include "small.h"
#include <string.h>

#define CHUNK 1024

static unsigned char key[32], work[CHUNK + 17], header[160];
static small_bytes context, file;
static uint32_t seed, content_len;

/* ---- content and file ------------------------------------------------------------------- */

static uint64_t congruence;
static uint32_t generated;

static void content_begin(void)
{
    congruence = seed;
    generated = 0;
}

/* The next byte: tests/container/make_cases.py has the same. */
static unsigned char content_byte(void)
{
    congruence = congruence * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    generated++;
    return (unsigned char)(congruence >> 56);
}

static unsigned char file_byte(size_t i)
{
    return SMALL_FLASH_BYTE(file.at + i);
}

/* ---- opening ---------------------------------------------------------------------------- */

static int content_is(const void *data, size_t len)
{
    const unsigned char *p = (const unsigned char *)data;
    int good = 1;

    for (; len != 0; len--)
        good &= *p++ == content_byte();
    return good;
}

/* The first len bytes of the file, with one bit turned at flip. 0 after a wrong content. */
static filesec_status open_all(filesec_container *c, size_t len, size_t flip, int *good)
{
    filesec_container_opener o;
    filesec_status status;
    unsigned char in[61];
    const void *out;
    size_t from = 160, n, used, out_len;

    content_begin();
    status = filesec_container_opener_begin(&o, c, work, sizeof work);
    for (; from < len && status == FILESEC_OK; from += used) {
        for (n = 0; n < sizeof in && from + n < len; n++)
            in[n] = (unsigned char)(file_byte(from + n) ^ (from + n == flip ? 4 : 0));
        status = filesec_container_opener_update(&o, in, n, &used, &out, &out_len);
        if (status == FILESEC_OK)
            *good &= content_is(out, out_len);
    }
    if (status != FILESEC_OK)
        return status;
    status = filesec_container_opener_finish(&o, &out, &out_len);
    if (status == FILESEC_OK)
        *good &= content_is(out, out_len) && generated == content_len;
    return status;
}

static void open_good(filesec_container *c)
{
    int good = 1;

    small_check(filesec_container_open_init(c, header, key, context.p, context.len) ==
                    FILESEC_OK,
                "open_init");
    small_check(filesec_container_chunk_size(c) == CHUNK, "size of a chunk");
    small_check(open_all(c, file.len, file.len, &good) == FILESEC_OK, "open");
    small_check(good, "content");
}

static void open_bad(filesec_container *c)
{
    int good = 1;
    filesec_status status;

    small_check(open_all(c, file.len, file.len - 1, &good) == FILESEC_ERR_AUTH,
                "a tag changed");
    small_check(open_all(c, file.len, 160, &good) == FILESEC_ERR_AUTH, "a byte changed");
    status = open_all(c, file.len - 1, file.len, &good);
    small_check(status == FILESEC_ERR_TRUNCATED || status == FILESEC_ERR_AUTH,
                "a byte cut off");
    small_check(good, "what was given out is genuine");
    if (content_len > CHUNK) {
        status = open_all(c, 160 + CHUNK + 16, file.len, &good);
        small_check(status == FILESEC_ERR_TRUNCATED, "all but the first chunk cut off");
    }
    small_check(filesec_container_open_init(c, header, key, "Place", 5) == FILESEC_ERR_HEADER,
                "another context");
    key[31] ^= 1;
    small_check(filesec_container_open_init(c, header, key, context.p, context.len) ==
                    FILESEC_ERR_KEY,
                "another key");
    key[31] ^= 1;
    small_check(filesec_container_chunk_size(c) == 0, "nothing is set up after an error");
}

/* ---- sealing ---------------------------------------------------------------------------- */

static size_t sealed; /* bytes of the file so far */

static int file_goes_on(const void *data, size_t len)
{
    const unsigned char *p = (const unsigned char *)data;
    int good = sealed + len <= file.len;

    for (; good && len != 0; len--)
        good = *p++ == file_byte(sealed++);
    return good;
}

static void seal_all(filesec_container *c, int *good)
{
    filesec_container_sealer s;
    unsigned char in[100];
    const void *out;
    size_t n, used, have = 0, out_len;

    content_begin();
    *good &= filesec_container_sealer_begin(&s, c, work, sizeof work) == FILESEC_OK;
    while (*good && (generated != content_len || have != 0)) {
        for (n = have; n < sizeof in && generated != content_len; n++)
            in[n] = content_byte();
        *good &=
            filesec_container_sealer_update(&s, in, n, &used, &out, &out_len) == FILESEC_OK;
        *good &= file_goes_on(out, out_len);
        have = n - used;
        memmove(in, in + used, have);
    }
    *good &= filesec_container_sealer_finish(&s, &out, &out_len) == FILESEC_OK;
    *good &= file_goes_on(out, out_len) && sealed == file.len;
}

static void seal_same(filesec_container *c, const filesec_container_info *info)
{
    filesec_container_params p;
    unsigned char made[160];
    int good = 1;

    memset(&p, 0, sizeof p);
    p.suite = info->suite;
    p.chunk_log2 = info->chunk_log2;
    p.context = context.p;
    p.context_len = context.len;
    small_check(filesec_container_seal_init(c, made, &p, key, info->file_salt) == FILESEC_OK,
                "seal_init");
    small_check(small_same(made, header, sizeof made), "header");
    sealed = 160;
    seal_all(c, &good);
    small_check(good, "sealed anew it is the same file");
}

void small_container(void)
{
    static filesec_container c;
    filesec_container_info info;
    unsigned i;

    seed = small_word();
    content_len = small_word();
    context = small_string();
    file = small_far_string();
    for (i = 0; i < 32; i++)
        key[i] = (unsigned char)i;
    for (i = 0; i < 160; i++)
        header[i] = file_byte(i);
    small_check(filesec_container_peek(&info, header) == FILESEC_OK, "peek");
    open_good(&c);
    seal_same(&c, &info);
    open_good(&c);
    open_bad(&c);
}
