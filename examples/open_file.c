/* SPDX-License-Identifier: 0BSD */
/*
 * open_file.c: open what seal_file or "filesec encrypt --key-file" sealed, without a heap
 *
 * Build:  cc -O2 -I. examples/open_file.c -o open_file
 * Run:    ./open_file key SEALED FILE
 * Exit:   0 every byte is genuine, and none is missing; 1 wrong key, damaged, cut, or not a
 *         container; 2 usage; 3 I/O. Unless it is 0 there is no new FILE
 *
 * POSIX. Memory for the largest chunk and record of metadata that a container may have stands
 * ready; what a file does not use is never touched. Where files come from seal_file alone,
 * -DCHUNK_MAX=1024 -DMETA_MAX=1 is enough; anything larger is then refused.
 */
#define _POSIX_C_SOURCE 200809L
#define FILESEC_IMPLEMENTATION
#include "filesec.h"
#include "example.h"

#ifndef CHUNK_MAX
#define CHUNK_MAX (1 << 24)
#endif
#ifndef META_MAX
#define META_MAX FILESEC_CONTAINER_META_MAX
#endif

enum { REFUSED = 1, USAGE = 2, IO = 3 };

static uint8_t
    work[CHUNK_MAX + 17]; /* the opener's: a chunk, its tag, one byte to look ahead */
static uint8_t meta[META_MAX + 16];
static uint8_t piece[16384];
static filesec_container container;
static output out;

static int refuse(const char *name, filesec_status s)
{
    complain(name, filesec_status_text(s));
    return REFUSED;
}

/* The header: is it a container, is it this key's, was it changed? */
static int begin(int in, const char *name, const char *key_file)
{
    uint8_t header[FILESEC_CONTAINER_HEADER_LEN], key[32];
    ssize_t n = read_full(in, name, header, sizeof header);
    filesec_status s;

    if (n < 0)
        return IO;
    if ((size_t)n < sizeof header)
        return refuse(name, n >= 7 && memcmp(header, "filesec", 7) == 0 ? FILESEC_ERR_TRUNCATED
                                                                        : FILESEC_ERR_FORMAT);
    if (read_key(key_file, key) != 0)
        return IO;
    s = filesec_container_open_init(&container, header, key, NULL, 0);
    filesec_wipe(key, sizeof key);
    return s == FILESEC_OK ? 0 : refuse(name, s);
}

/* The metadata stand behind the header; of them the length of the content is of use here. */
static int metadata(int in, const char *name, filesec_container_opener *opener)
{
    size_t len = filesec_container_meta_size(&container), value_len, i;
    const uint8_t *value;
    uint64_t plain = 0;
    filesec_status s;
    ssize_t n;

    if (len == 0)
        return 0;
    if (len > META_MAX)
        return refuse(name, FILESEC_ERR_LIMIT);
    n = read_full(in, name, meta, len + 16);
    if (n < 0)
        return IO;
    if ((size_t)n < len + 16)
        return refuse(name, FILESEC_ERR_TRUNCATED);
    s = filesec_container_open_meta(&container, meta, meta, len + 16);
    if (s == FILESEC_OK)
        s = filesec_container_meta_check(meta, len);
    if (s != FILESEC_OK)
        return refuse(name, s);
    value = filesec_container_meta_find(meta, len, FILESEC_CONTAINER_META_SIZE, &value_len);
    if (value != NULL) {
        for (i = 8; i-- > 0;)
            plain = plain << 8 | value[i];
        filesec_container_opener_expect(opener, plain);
    }
    return 0;
}

/* One piece; the chunks that it completes are genuine, and go to the temporary file. */
static int feed(filesec_container_opener *opener, const char *name, const uint8_t *p,
                size_t len)
{
    const void *plain;
    size_t used, plain_len;
    filesec_status s;

    while (len != 0) {
        s = filesec_container_opener_update(opener, p, len, &used, &plain, &plain_len);
        if (s != FILESEC_OK)
            return refuse(name, s);
        if (write_full(out.fd, out.name, plain, plain_len) != 0)
            return IO;
        p += used;
        len -= used;
    }
    return 0;
}

static int content(int in, const char *name)
{
    filesec_container_opener opener;
    const void *plain;
    size_t plain_len;
    filesec_status s;
    ssize_t n;
    int result;

    s = filesec_container_opener_begin(&opener, &container, work, sizeof work);
    if (s != FILESEC_OK) /* FILESEC_ERR_LIMIT: its chunks are larger than CHUNK_MAX */
        return refuse(name, s);
    if ((result = metadata(in, name, &opener)) != 0)
        return result;
    while ((n = read_full(in, name, piece, sizeof piece)) > 0)
        if ((result = feed(&opener, name, piece, (size_t)n)) != 0)
            return result;
    if (n < 0)
        return IO;
    /* Each chunk was genuine; only this says that the last one is the last. */
    s = filesec_container_opener_finish(&opener, &plain, &plain_len);
    if (s != FILESEC_OK)
        return refuse(name, s);
    return write_full(out.fd, out.name, plain, plain_len) == 0 ? 0 : IO;
}

static int finish(int in, const char *name)
{
    int result = content(in, name);

    if (result != 0)
        output_discard(&out);
    else if (output_commit(&out) != 0)
        result = IO;
    return result;
}

int main(int argc, char **argv)
{
    size_t used;
    int in, result;

    if (argc != 4) {
        fprintf(stderr, "usage: open_file KEYFILE SEALED FILE\n");
        return USAGE;
    }
    in = open_input(argv[2]);
    if (in < 0)
        return IO;
    result = begin(in, argv[2], argv[1]);
    if (result == 0)
        result = output_begin(&out, argv[3]) == 0 ? finish(in, argv[2]) : IO;
    used = filesec_container_chunk_size(&container) + 17;
    filesec_wipe(work, used < sizeof work ? used : sizeof work);
    used = filesec_container_meta_size(&container) + 16;
    filesec_wipe(meta, used < sizeof meta ? used : sizeof meta);
    filesec_wipe(&container, sizeof container);
    close(in);
    return result;
}
