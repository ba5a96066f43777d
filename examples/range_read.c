/* SPDX-License-Identifier: 0BSD */
/*
 * range_read.c: a part of a sealed file, without reading or opening the rest
 *
 * Build:  cc -O2 -I. examples/range_read.c -o range_read
 * Run:    ./range_read key SEALED FIRST LENGTH > part     FIRST counts from 0
 * Exit:   0; 1 wrong key, damaged, cut, or not a container; 2 usage, or FIRST is behind the
 *         end; 3 I/O. What was written is genuine; the part is complete only after 0
 *
 * POSIX. Read are the header, the metadata, the final chunk, and the chunks of the range. The
 * final chunk proves how long the content is: a cut file would look like a short one without
 * it.
 */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#define FILESEC_IMPLEMENTATION
#include "filesec.h"
#include "example.h"

#ifndef CHUNK_MAX
#define CHUNK_MAX (1 << 24) /* the largest that a container may have */
#endif

#define UNKNOWN UINT64_MAX

enum { REFUSED = 1, USAGE = 2, IO = 3, HEADER = FILESEC_CONTAINER_HEADER_LEN, TAG = 16 };

static uint8_t chunk[CHUNK_MAX + TAG];
static uint8_t meta[FILESEC_CONTAINER_META_MAX + TAG];
static filesec_container container;

static const char *name;            /* of the sealed file */
static int in;                      /* and its descriptor */
static uint64_t begin_at;           /* where chunk 0 stands in it */
static uint64_t plain;              /* bytes of content */
static uint64_t declared = UNKNOWN; /* the same, as the metadata tell it */

static int refuse(filesec_status s)
{
    complain(name, filesec_status_text(s));
    return REFUSED;
}

static int read_at(uint64_t at, void *buffer, size_t len)
{
    ssize_t n;

    if (lseek(in, (off_t)at, SEEK_SET) < 0) {
        complain(name, strerror(errno));
        return IO;
    }
    n = read_full(in, name, buffer, len);
    if (n < 0)
        return IO;
    return (size_t)n == len ? 0 : refuse(FILESEC_ERR_TRUNCATED);
}

/* Read chunk number index, and open it in place. */
static int open_chunk(uint64_t index, size_t *len)
{
    uint64_t size = filesec_container_chunk_size(&container), last = plain / size;
    filesec_status s;
    int result;

    if (last != 0 && plain % size == 0)
        last--;
    *len = (size_t)(index < last ? size : plain - last * size);
    result = read_at(begin_at + index * (size + TAG), chunk, *len + TAG);
    if (result != 0)
        return result;
    s = filesec_container_open_chunk(&container, index, index == last, chunk, chunk,
                                     *len + TAG);
    return s == FILESEC_OK ? 0 : refuse(s);
}

/* The metadata stand behind the header, if there are any; of them the length is of use here. */
static int metadata(void)
{
    size_t len = filesec_container_meta_size(&container), value_len, i;
    const uint8_t *value;
    filesec_status s;
    int result;

    begin_at = HEADER + (len != 0 ? len + TAG : 0);
    if (len == 0)
        return 0;
    if ((result = read_at(HEADER, meta, len + TAG)) != 0)
        return result;
    s = filesec_container_open_meta(&container, meta, meta, len + TAG);
    if (s == FILESEC_OK)
        s = filesec_container_meta_check(meta, len);
    if (s != FILESEC_OK)
        return refuse(s);
    value = filesec_container_meta_find(meta, len, FILESEC_CONTAINER_META_SIZE, &value_len);
    if (value != NULL)
        for (declared = 0, i = 8; i-- > 0;)
            declared = declared << 8 | value[i];
    return 0;
}

/* Header, metadata, length, final chunk. */
static int prove(const char *key_file)
{
    uint8_t header[HEADER], key[32];
    off_t file_len = lseek(in, 0, SEEK_END);
    uint64_t size;
    size_t len;
    filesec_status s;
    int result;

    if (file_len < 0) {
        complain(name, strerror(errno)); /* a pipe, perhaps: it has no places to go to */
        return IO;
    }
    if (file_len < 7)
        return refuse(FILESEC_ERR_FORMAT);
    len = file_len < HEADER ? (size_t)file_len : HEADER;
    if ((result = read_at(0, header, len)) != 0)
        return result;
    if (memcmp(header, "filesec", 7) != 0)
        return refuse(FILESEC_ERR_FORMAT);
    if (len < HEADER)
        return refuse(FILESEC_ERR_TRUNCATED);
    if (read_key(key_file, key) != 0)
        return IO;
    s = filesec_container_open_init(&container, header, key, NULL, 0);
    filesec_wipe(key, sizeof key);
    if (s != FILESEC_OK)
        return refuse(s);
    size = filesec_container_chunk_size(&container);
    if (size > CHUNK_MAX)
        return refuse(FILESEC_ERR_LIMIT);
    if ((result = metadata()) != 0)
        return result;
    /* The length of the file implies that of the content, and which chunk is final. */
    s = filesec_container_plain_size(&container, (uint64_t)file_len, &plain);
    if (s != FILESEC_OK)
        return refuse(s);
    if ((result = open_chunk(plain == 0 ? 0 : (plain - 1) / size, &len)) != 0)
        return result;
    return declared == UNKNOWN || declared == plain ? 0 : refuse(FILESEC_ERR_METADATA);
}

static int write_range(uint64_t first, uint64_t length)
{
    uint64_t size = filesec_container_chunk_size(&container);
    size_t len;
    int result;

    if (length > plain - first)
        length = plain - first;
    while (length != 0) {
        uint64_t from = first % size, n;

        if ((result = open_chunk(first / size, &len)) != 0)
            return result;
        n = len - from < length ? len - from : length;
        if (write_full(1, "standard output", chunk + from, (size_t)n) != 0)
            return IO;
        first += n;
        length -= n;
    }
    return 0;
}

/* Decimal digits and nothing else: strtoull would take "-1", too. */
static int number(const char *text, uint64_t *value)
{
    char *end;

    errno = 0;
    *value = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 ? 0 : -1;
}

int main(int argc, char **argv)
{
    uint64_t first, length;
    size_t size;
    int result;

    if (argc != 5 || number(argv[3], &first) != 0 || number(argv[4], &length) != 0) {
        fprintf(stderr, "usage: range_read KEYFILE SEALED FIRST LENGTH\n");
        return USAGE;
    }
    name = argv[2];
    in = open_input(name);
    if (in < 0)
        return IO;
    result = prove(argv[1]);
    if (result == 0 && first > plain) {
        complain(argv[3], "behind the end of the content");
        result = USAGE;
    }
    if (result == 0)
        result = write_range(first, length);
    size = filesec_container_chunk_size(&container); /* no more of chunk was used */
    filesec_wipe(chunk, size < CHUNK_MAX ? size : CHUNK_MAX);
    filesec_wipe(meta, sizeof meta);
    filesec_wipe(&container, sizeof container);
    close(in);
    return result;
}
