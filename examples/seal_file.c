/* SPDX-License-Identifier: 0BSD */
/*
 * seal_file.c: seal a file of any size in chunks of 1 KiB; no heap, 9 KiB of static memory
 *
 * Build:  cc -O2 -I. examples/seal_file.c -o seal_file
 * Run:    filesec keygen --output key
 *         ./seal_file key FILE SEALED
 * Exit:   0; 1 the file cannot be sealed; 2 usage; 3 I/O. Unless it is 0 there is no new SEALED
 *
 * POSIX. open_file opens it, and so does: filesec decrypt --key-file key --output FILE SEALED
 *
 * A container has a fresh file salt, and from it keys of its own: nonces need no care. Larger
 * chunks (the command takes 64 KiB) are quicker; small ones suit small memories.
 */
#define _POSIX_C_SOURCE 200809L
#define FILESEC_IMPLEMENTATION
#include "filesec.h"
#include "example.h"

enum { CHUNK_LOG2 = 10, CHUNK = 1 << CHUNK_LOG2, REFUSED = 1, USAGE = 2, IO = 3 };

static uint8_t work[CHUNK + 17]; /* the sealer's: a chunk, its tag, one byte to look ahead */
static uint8_t piece[CHUNK];
static filesec_container container;
static output out;

static int refuse(const char *name, filesec_status s)
{
    complain(name, filesec_status_text(s));
    return REFUSED;
}

/* The header goes first. */
static int begin(const char *key_file)
{
    uint8_t header[FILESEC_CONTAINER_HEADER_LEN], key[32], file_salt[32];
    filesec_container_params params;
    filesec_status s;

    if (random_bytes(file_salt, sizeof file_salt) != 0 || read_key(key_file, key) != 0)
        return IO; /* the key is read last: nothing of it is here */
    memset(&params, 0, sizeof params);
    params.suite = FILESEC_CONTAINER_CHACHA20POLY1305; /* fast without AES instructions, too */
    params.chunk_log2 = CHUNK_LOG2;
    s = filesec_container_seal_init(&container, header, &params, key, file_salt);
    filesec_wipe(key, sizeof key);
    if (s != FILESEC_OK)
        return refuse(key_file, s);
    return write_full(out.fd, out.name, header, sizeof header) == 0 ? 0 : IO;
}

/* One piece; whatever chunks it completes are written. */
static int feed(filesec_container_sealer *sealer, const uint8_t *p, size_t len)
{
    const void *sealed;
    size_t used, sealed_len;
    filesec_status s;

    while (len != 0) {
        s = filesec_container_sealer_update(sealer, p, len, &used, &sealed, &sealed_len);
        if (s != FILESEC_OK)
            return refuse(out.name, s);
        if (write_full(out.fd, out.name, sealed, sealed_len) != 0)
            return IO;
        p += used;
        len -= used;
    }
    return 0;
}

static int content(int in, const char *name)
{
    filesec_container_sealer sealer;
    const void *sealed;
    size_t sealed_len;
    filesec_status s;
    ssize_t n;
    int result;

    s = filesec_container_sealer_begin(&sealer, &container, work, sizeof work);
    if (s != FILESEC_OK)
        return refuse(name, s);
    while ((n = read_full(in, name, piece, sizeof piece)) > 0)
        if ((result = feed(&sealer, piece, (size_t)n)) != 0)
            return result;
    if (n < 0) /* not the end of the file: do not seal a part as if it were the whole */
        return IO;
    s = filesec_container_sealer_finish(&sealer, &sealed, &sealed_len);
    if (s != FILESEC_OK)
        return refuse(name, s);
    return write_full(out.fd, out.name, sealed, sealed_len) == 0 ? 0 : IO;
}

int main(int argc, char **argv)
{
    int in, result;

    if (argc != 4) {
        fprintf(stderr, "usage: seal_file KEYFILE FILE SEALED\n");
        return USAGE;
    }
    in = open_input(argv[2]);
    if (in < 0 || output_begin(&out, argv[3]) != 0)
        return IO;
    result = begin(argv[1]);
    if (result == 0)
        result = content(in, argv[2]);
    filesec_wipe(&container, sizeof container);
    filesec_wipe(work, sizeof work);
    filesec_wipe(piece, sizeof piece);
    close(in);
    if (result != 0)
        output_discard(&out);
    else if (output_commit(&out) != 0)
        result = IO;
    return result;
}
