/* SPDX-License-Identifier: 0BSD */
/*
 * tests/fuzz/fuzz.c: what the fuzz targets share
 */
#define _POSIX_C_SOURCE 200112L
#include "fuzz.h"
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif
#ifdef HAS_ASAN
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#endif

static const char *about_what = "?", *about_path = "?";

void fuzz_about(const char *what, const char *path)
{
    about_what = what;
    about_path = path;
}

void fuzz_failed(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: %s, %s: must be: %s\n", file, line, about_what, about_path, what);
    abort();
}

/* ---- the input --------------------------------------------------------------------------- */

unsigned fuzz_byte(fuzz_input *in)
{
    if (in->left == 0)
        return 0;
    in->left--;
    return *in->p++;
}

size_t fuzz_below(fuzz_input *in, size_t bound)
{
    size_t x = fuzz_byte(in);

    if (bound > 256)
        x |= (size_t)fuzz_byte(in) << 8;
    return x % bound;
}

size_t fuzz_piece(fuzz_input *in, size_t left)
{
    static const size_t sizes[] = {1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 255, 256};
    size_t x = fuzz_byte(in), n;

    if (in->left == 0 || x == 255)
        return left;
    if (x < 128)
        n = x;
    else if (x < 192)
        n = sizes[x % COUNT(sizes)];
    else
        n = (x - 191) * 64;
    return n < left ? n : left;
}

void fuzz_bytes(fuzz_input *in, void *out, size_t n)
{
    size_t have = n < in->left ? n : in->left;

    if (n != 0)
        memset(out, 0, n);
    if (have != 0)
        memcpy(out, in->p, have);
    in->p += have;
    in->left -= have;
}

void fuzz_fill(fuzz_input *in, void *out, size_t n)
{
    unsigned seed = fuzz_byte(in);
    size_t own = fuzz_byte(in) % 32;

    if (seed == 0 || seed == 255)
        memset(out, (int)seed, n); /* carries and borrows of all kinds */
    else
        seeded(out, n, seed);
    own = own < n ? own : n;
    own = own < in->left ? own : in->left;
    if (own != 0)
        fuzz_bytes(in, out, own);
}

size_t fuzz_length(fuzz_input *in, size_t max)
{
    size_t kind = fuzz_byte(in), n;

    if (kind < 96)
        n = kind * 4 + fuzz_byte(in) % 8;
    else if (kind < 176)
        n = (kind - 96) * 16 + fuzz_byte(in) % 32;
    else if (kind < 224)
        n = (kind - 176) * 64 + fuzz_byte(in) % 4;
    else
        n = fuzz_below(in, 65536);
    return n % (max + 1);
}

/* ---- memory ------------------------------------------------------------------------------ */

fuzz_block fuzz_place(size_t n, size_t offset)
{
    void *base = NULL;
    fuzz_block b;

    offset %= 64;
    if (posix_memalign(&base, 64, offset + n + (offset + n == 0)) != 0)
        abort();
    b.base = (unsigned char *)base;
    b.p = b.base + offset;
    ASAN_POISON_MEMORY_REGION(b.base, offset / 8 * 8);
    return b;
}

fuzz_block fuzz_copy(const void *data, size_t n, size_t offset)
{
    fuzz_block b = fuzz_place(n, offset);

    if (n != 0)
        memcpy(b.p, data, n);
    return b;
}

void fuzz_drop(fuzz_block *b)
{
    ASAN_UNPOISON_MEMORY_REGION(b->base, (size_t)(b->p - b->base));
    free(b->base);
}

/* ---- paths ------------------------------------------------------------------------------- */

const fuzz_rows *fuzz_rows_of(filesec_primitive p)
{
    static fuzz_rows all[FILESEC_PRIMITIVE_COUNT];
    fuzz_rows *rows = &all[p];
    size_t i;

    if (rows->count == 0) {
        for (i = 0; i < filesec_path_count(p); i++)
            if (filesec_path_usable(p, i))
                rows->row[rows->count++] = i;
    }
    return rows;
}
