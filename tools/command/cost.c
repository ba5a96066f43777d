/* SPDX-License-Identifier: 0BSD */
#include "cost.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * cost.c: the child that works, and the parent that asks
 */
static const struct {
    const char *name;
    filesec_primitive primitive;
} works[] = {{"SHA-512", FILESEC_SHA512},
             {"MurmurHash3 x64_128", FILESEC_MURMUR3},
             {"ChaCha20-Poly1305", FILESEC_CHACHA20POLY1305},
             {"AES-256-GCM", FILESEC_AES256GCM}};

const char *cost_name(enum cost_work work)
{
    return works[work].name;
}

filesec_primitive cost_primitive(enum cost_work work)
{
    return works[work].primitive;
}

const char *cost_path(enum cost_work work)
{
    filesec_primitive p = works[work].primitive;

    return filesec_path_name(p, filesec_path_current(p));
}

const char *cost_error_text(int error)
{
    switch (error) {
    case COST_LIMIT:
        return "over the limit of one message";
    case COST_MEMORY:
        return "larger than memory";
    case COST_DIED:
        return "the process was ended";
    default:
        return reading_error_text(error);
    }
}

/* ---- the child --------------------------------------------------------------------------- */

struct machinery {
    filesec_sha512_state sha512;
    filesec_murmur3_x64_128_state murmur3;
    filesec_chacha20poly1305_key chacha20poly1305;
    filesec_aes256gcm_key aes256gcm;
    uint64_t chunk;
};

static void begin(struct machinery *m, enum cost_work work)
{
    static const unsigned char key[32] = {1}; /* protects nothing: what it seals is dropped */

    memset(m, 0, sizeof *m);
    if (work == COST_SHA512)
        filesec_sha512_init(&m->sha512);
    else if (work == COST_MURMUR3)
        filesec_murmur3_x64_128_init(&m->murmur3, 0);
    else if (work == COST_CHACHA20POLY1305)
        filesec_chacha20poly1305_init(&m->chacha20poly1305, key);
    else if (work == COST_AES256GCM)
        filesec_aes256gcm_init(&m->aes256gcm, key);
}

static int block(struct machinery *m, enum cost_work work, unsigned char *data, size_t len)
{
    unsigned char nonce[12] = {0}, tag[16];
    filesec_status s = FILESEC_OK;
    unsigned i;

    for (i = 0; i < 8; i++)
        nonce[11 - i] = (unsigned char)(m->chunk >> (8 * i) & 0xff);
    m->chunk++;
    if (work == COST_SHA512)
        filesec_sha512_update(&m->sha512, data, len);
    else if (work == COST_MURMUR3)
        filesec_murmur3_x64_128_update(&m->murmur3, data, len);
    else if (work == COST_CHACHA20POLY1305)
        s = filesec_chacha20poly1305_seal(&m->chacha20poly1305, data, tag, nonce, NULL, 0, data,
                                          len);
    else if (work == COST_AES256GCM)
        s = filesec_aes256gcm_seal(&m->aes256gcm, data, tag, nonce, NULL, 0, data, len);
    return s == FILESEC_OK ? 0 : COST_LIMIT;
}

static void finish(struct machinery *m, enum cost_work work)
{
    unsigned char digest[64];

    if (work == COST_SHA512)
        filesec_sha512_final(&m->sha512, digest);
    else if (work == COST_MURMUR3)
        filesec_murmur3_x64_128_final(&m->murmur3, digest);
}

/* The work itself: everything between opening the file and closing it. */
static int do_work(const struct cost_request *r, int fd, uint64_t *bytes)
{
    uint64_t want = r->limit < r->size ? r->limit : r->size;
    size_t room = r->block != 0 ? r->block : (size_t)want;
    unsigned char *data = (unsigned char *)may_allocate(room);
    struct machinery m;
    int error = data != NULL ? 0 : COST_MEMORY;

    *bytes = 0;
    if (error == 0)
        begin(&m, r->work);
    while (error == 0) {
        size_t len = want - *bytes < room ? (size_t)(want - *bytes) : room;
        ssize_t got = reading_fill(fd, data, len);

        if (got < 0)
            error = errno;
        else if ((size_t)got != len)
            error = READ_CHANGED;
        else
            error = block(&m, r->work, data, len); /* an empty file is one empty block */
        *bytes += len;
        if (*bytes == want)
            break;
    }
    if (error == 0)
        finish(&m, r->work);
    free(data);
    return error;
}

static void child(const struct cost_request *r, struct cost *cost)
{
    struct stat st;
    double start, user, system;
    int fd;

    cost->cached = -1.0;
    if (r->cold) {
        fd = reading_open(r->file, 0, &st, &cost->error);
        if (fd < 0)
            return;
        if (machine_forget(fd))
            cost->cached = machine_cached(fd, r->limit < r->size ? r->limit : r->size);
        close(fd);
    }
    machine_usage(&user, &system, &cost->peak);
    start = machine_now();
    fd = reading_open(r->file, 0, &st, &cost->error);
    if (fd < 0)
        return;
    reading_ahead(fd, &st);
    cost->error = do_work(r, fd, &cost->bytes);
    close(fd);
    cost->wall = machine_now() - start;
    machine_usage(&cost->user, &cost->system, &cost->peak);
    cost->user -= user;
    cost->system -= system;
}

/* ---- the parent -------------------------------------------------------------------------- */

static void measure_once(const struct cost_request *r, struct cost *cost)
{
    int ends[2], status;
    pid_t pid;

    memset(cost, 0, sizeof *cost);
    out_flush(); /* or the child would have a copy of it */
    if (pipe(ends) != 0) {
        cost->error = errno;
        return;
    }
    pid = fork();
    if (pid == 0) {
        close(ends[0]);
        child(r, cost);
        _exit(write(ends[1], cost, sizeof *cost) == (ssize_t)sizeof *cost ? 0 : 1);
    }
    cost->error = pid < 0 ? errno : 0;
    close(ends[1]);
    if (pid > 0 && reading_fill(ends[0], cost, sizeof *cost) != (ssize_t)sizeof *cost)
        cost->error = COST_DIED;
    close(ends[0]);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
}

void cost_measure(const struct cost_request *request, int runs, struct cost *cost)
{
    uint64_t available = machine_available();
    struct cost again;
    int i;

    memset(cost, 0, sizeof *cost);
    if (request->block == 0 &&
        (request->size > SIZE_MAX / 2 || request->size > available - available / 16)) {
        cost->error = COST_MEMORY;
        return;
    }
    measure_once(request, cost);
    for (i = 1; i < runs && cost->error == 0; i++) {
        measure_once(request, &again);
        if (again.error != 0 || again.wall < cost->wall)
            *cost = again;
    }
}

double cost_in_memory(enum cost_work work)
{
    enum { BLOCK = 128 * 1024, ROUNDS = 8 };
    unsigned char *data = (unsigned char *)must_allocate(BLOCK);
    struct machinery m;
    double start, best = 0;
    int i;

    memset(data, 0, BLOCK);
    begin(&m, work);
    for (i = 0; i < ROUNDS; i++) {
        start = machine_now();
        (void)block(&m, work, data, BLOCK);
        start = machine_now() - start;
        best = i == 0 || start < best ? start : best;
    }
    finish(&m, work);
    free(data);
    return best / (double)BLOCK;
}

int cost_warm(const char *file, uint64_t limit, uint64_t *size, double *cached)
{
    enum { BUFFER_LEN = 128 * 1024 };
    struct stat st;
    unsigned char *buffer;
    uint64_t seen = 0;
    ssize_t got = 1;
    int error, fd;

    if (strcmp(file, "-") == 0)
        return READ_IRREGULAR;
    if (stat(file, &st) != 0) /* before opening: a pipe would make us wait */
        return errno;
    if (!reading_is_file(&st))
        return S_ISDIR(st.st_mode) ? EISDIR : READ_IRREGULAR;
    fd = reading_open(file, 0, &st, &error);
    if (fd < 0)
        return error;
    buffer = (unsigned char *)must_allocate(BUFFER_LEN);
    reading_ahead(fd, &st);
    while (seen < limit && (got = reading_some(fd, buffer, BUFFER_LEN)) > 0)
        seen += (uint64_t)got;
    error = got < 0 ? errno : 0;
    *size = seen >= limit && (uint64_t)st.st_size > seen ? (uint64_t)st.st_size : seen;
    *cached = machine_cached(fd, seen);
    free(buffer);
    close(fd);
    return error;
}
