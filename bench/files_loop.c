/* SPDX-License-Identifier: 0BSD */
/*
 * bench/files_loop.c: read a block, seal it, drop it, as `filesec bench --file` does
 *
 * Ours and libcrypto's share everything but the cipher: the buffer, which begins at a page, the
 * system calls, the nonces.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* 64-bit offsets */
#endif
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif
#include "bench/files_loop.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "filesec.h"

enum { PAGE_LEN = 4096, TAG_LEN = 16 };

typedef struct ours {
    files_cipher cipher;
    filesec_aes256gcm_key aes256gcm;
    filesec_chacha20poly1305_key chacha20poly1305;
} ours;

static int ours_seal(void *state, const unsigned char nonce[12], unsigned char *data,
                     size_t len)
{
    const ours *o = (const ours *)state;
    unsigned char tag[TAG_LEN];

    if (o->cipher == FILES_AES256GCM)
        return filesec_aes256gcm_seal(&o->aes256gcm, data, tag, nonce, NULL, 0, data, len) ==
               FILESEC_OK;
    return filesec_chacha20poly1305_seal(&o->chacha20poly1305, data, tag, nonce, NULL, 0, data,
                                         len) == FILESEC_OK;
}

static void *ours_begin(files_cipher cipher)
{
    static const unsigned char key[32] = {1};
    static ours o;

    o.cipher = cipher;
    filesec_aes256gcm_init(&o.aes256gcm, key);
    filesec_chacha20poly1305_init(&o.chacha20poly1305, key);
    return &o;
}

/* Bytes read, fewer than len only at the end; -1: errno says why. */
static ssize_t fill(int fd, unsigned char *data, size_t len)
{
    size_t done = 0;

    while (done < len) {
        ssize_t got = read(fd, data + done, len - done);

        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

static const char *seal_all(int fd, size_t block, files_seal *seal, void *state)
{
    unsigned char nonce[12] = {0};
    uint64_t count = 0;
    void *data = NULL;
    ssize_t got;

    if (posix_memalign(&data, PAGE_LEN, block + TAG_LEN) != 0)
        return "no memory";
    while ((got = fill(fd, (unsigned char *)data, block)) > 0) {
        count++;
        memcpy(nonce, &count, sizeof count);
        if (!seal(state, nonce, (unsigned char *)data, (size_t)got))
            break;
    }
    free(data);
    return got == 0 ? NULL : got < 0 ? strerror(errno) : "the cipher refuses";
}

int files_loop(int argc, char **argv)
{
    int is_ours = argc == 5 && strcmp(argv[1], "seal-loop") == 0, fd;
    files_cipher cipher;
    const char *wrong;
    struct stat st;
    size_t block;
    void *state;

    if (argc != 5 || (!is_ours && strcmp(argv[1], "libcrypto-loop") != 0))
        return -1;
    cipher = strcmp(argv[2], "aes256gcm") == 0 ? FILES_AES256GCM : FILES_CHACHA20POLY1305;
    state = is_ours ? ours_begin(cipher) : files_libcrypto_begin(cipher);
    fd = open(argv[4], O_RDONLY);
    if (state == NULL || fd < 0 || fstat(fd, &st) != 0) {
        fprintf(stderr, "%s: %s\n", argv[4], state == NULL ? "no cipher" : strerror(errno));
        return 3;
    }
    block = (size_t)strtoul(argv[3], NULL, 10);
    wrong = seal_all(fd, block != 0 ? block : (size_t)st.st_size,
                     is_ours ? ours_seal : files_libcrypto_seal, state);
    if (wrong != NULL)
        fprintf(stderr, "%s: %s\n", argv[4], wrong);
    return wrong != NULL ? 3 : 0;
}
