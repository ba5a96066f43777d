/* SPDX-License-Identifier: 0BSD */
/*
 * passphrase.c: a note under a passphrase, as a container of one chunk
 *
 * Build:  cc -O2 -I. examples/passphrase.c -o passphrase
 * Run:    ./passphrase seal FILE < note > sealed      FILE holds the passphrase in one line
 *         ./passphrase open FILE < sealed > note
 * Exit:   0; 1 wrong passphrase, damaged, or not such a container: nothing is written; 2 usage;
 *         3 I/O
 *
 * POSIX. filesec decrypt --passphrase-file FILE opens it; this opens what filesec encrypt --kdf
 * pbkdf2 --passphrase-file FILE sealed, up to 64 KiB.
 *
 * A passphrase is not a key: whoever has the sealed note can try a list of likely ones. PBKDF2
 * makes each try slow, and the random salt makes a list computed beforehand useless. Argon2id,
 * the command's default, also makes each try take memory; the header does not have it.
 */
#define _POSIX_C_SOURCE 200809L
#define FILESEC_IMPLEMENTATION
#include "filesec.h"
#include "example.h"

#ifndef ITERATIONS
#define ITERATIONS 600000 /* 210000 is the least that a new container may have */
#endif

enum {
    CHUNK_LOG2 = 16,
    ROOM = 1 << CHUNK_LOG2,
    HEADER = FILESEC_CONTAINER_HEADER_LEN,
    META = FILESEC_CONTAINER_META_MAX + 16,
    REFUSED = 1,
    USAGE = 2,
    IO = 3
};

static uint8_t buffer[HEADER + META + ROOM + 16 + 1];
static filesec_container container;

static int refuse(const char *name, filesec_status s)
{
    complain(name, filesec_status_text(s));
    return REFUSED;
}

/* The bytes of the line; LF or CR LF at its end do not belong to it. */
static int read_passphrase(const char *name, uint8_t *line, size_t room, size_t *len)
{
    int fd = open_input(name);
    ssize_t n;

    if (fd < 0)
        return -1;
    n = read_full(fd, name, line, room);
    close(fd);
    if (n < 0)
        return -1;
    if ((size_t)n == room)
        return complain(name, "too long for a passphrase");
    if (n > 0 && line[n - 1] == '\n')
        n -= n > 1 && line[n - 2] == '\r' ? 2 : 1;
    *len = (size_t)n;
    return n > 0 ? 0 : complain(name, "no passphrase");
}

/* The key of the container whose salt and iterations stand in info. */
static int make_key(uint8_t key[32], const filesec_container_info *info, const char *file)
{
    uint8_t line[1024];
    size_t len;
    int result = read_passphrase(file, line, sizeof line, &len) == 0 ? 0 : IO;

    if (result == 0) {
        filesec_status s = filesec_container_password_key(key, info, line, len);

        if (s != FILESEC_OK)
            result = refuse("the key", s);
    }
    filesec_wipe(line, sizeof line);
    return result;
}

static int seal(const char *file)
{
    uint8_t *chunk = buffer + HEADER, key[32], file_salt[32];
    ssize_t len = read_full(0, "standard input", chunk, ROOM + 1);
    filesec_container_params params;
    filesec_container_info info;
    filesec_status s;
    int result;

    if (len < 0 || random_bytes(file_salt, sizeof file_salt) != 0)
        return IO;
    if (len > ROOM)
        return refuse("standard input", FILESEC_ERR_LIMIT);
    memset(&params, 0, sizeof params);
    params.suite = FILESEC_CONTAINER_CHACHA20POLY1305;
    params.chunk_log2 = CHUNK_LOG2;
    params.kdf = FILESEC_CONTAINER_KDF_PBKDF2;
    params.cost[0] = ITERATIONS;
    if (random_bytes(params.kdf_salt, sizeof params.kdf_salt) != 0)
        return IO;
    memset(&info, 0, sizeof info); /* what password_key asks for */
    info.kdf = params.kdf;
    info.cost[0] = params.cost[0];
    memcpy(info.kdf_salt, params.kdf_salt, sizeof info.kdf_salt);
    if ((result = make_key(key, &info, file)) != 0)
        return result;
    s = filesec_container_seal_init(&container, buffer, &params, key, file_salt);
    filesec_wipe(key, sizeof key);
    if (s == FILESEC_OK) /* the first chunk, and the final one */
        s = filesec_container_seal_chunk(&container, 0, 1, chunk, chunk, (size_t)len);
    if (s != FILESEC_OK)
        return refuse("passphrase", s);
    return write_full(1, "standard output", buffer, HEADER + (size_t)len + 16) == 0 ? 0 : IO;
}

static int open_sealed(const char *file)
{
    ssize_t len = read_full(0, "standard input", buffer, sizeof buffer);
    filesec_container_info info;
    uint8_t key[32], *chunk;
    size_t sealed_len;
    filesec_status s;
    int result;

    if (len < 0)
        return IO;
    if (len < HEADER)
        return refuse("standard input", FILESEC_ERR_FORMAT);
    s = filesec_container_peek(&info, buffer); /* costs and salt; nothing is trusted yet */
    if (s != FILESEC_OK)
        return refuse("standard input", s);
    if ((result = make_key(key, &info, file)) != 0)
        return result;
    s = filesec_container_open_init(&container, buffer, key, NULL, 0);
    filesec_wipe(key, sizeof key);
    if (s != FILESEC_OK)
        return refuse("standard input", s);
    chunk = buffer + HEADER + (info.meta_len != 0 ? info.meta_len + 16 : 0);
    if (chunk + 16 > buffer + len)
        return refuse("standard input", FILESEC_ERR_TRUNCATED);
    sealed_len = (size_t)(buffer + len - chunk);
    if (sealed_len > filesec_container_chunk_size(&container) + 16)
        return refuse("standard input", FILESEC_ERR_LIMIT); /* more than one chunk */
    if (info.meta_len != 0) {                               /* of no use here, but verified */
        s = filesec_container_open_meta(&container, buffer + HEADER, buffer + HEADER,
                                        info.meta_len + 16);
        if (s == FILESEC_OK)
            s = filesec_container_meta_check(buffer + HEADER, info.meta_len);
        if (s != FILESEC_OK)
            return refuse("standard input", s);
    }
    s = filesec_container_open_chunk(&container, 0, 1, chunk, chunk, sealed_len);
    if (s != FILESEC_OK)
        return refuse("standard input", s);
    return write_full(1, "standard output", chunk, sealed_len - 16) == 0 ? 0 : IO;
}

int main(int argc, char **argv)
{
    int result = USAGE;

    if (argc == 3 && strcmp(argv[1], "seal") == 0)
        result = seal(argv[2]);
    else if (argc == 3 && strcmp(argv[1], "open") == 0)
        result = open_sealed(argv[2]);
    else
        fprintf(stderr, "usage: passphrase seal|open FILE\n");
    filesec_wipe(&container, sizeof container);
    filesec_wipe(buffer, sizeof buffer);
    return result;
}
