/* SPDX-License-Identifier: 0BSD */
/*
 * bench/files_stage.c: a folder of our own with the data in it, removed whatever happens
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* nftw, mkdtemp, syncfs */
#endif
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif
#include "bench/files.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/vfs.h>
#endif

#include "filesec.h"

enum { BLOCK_LEN = 256 * 1024, FILES_IN_FOLDER = 100, NAME_LEN = 24 };

volatile sig_atomic_t files_stop;

static void on_signal(int number)
{
    files_stop = number;
}

void files_stage_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action, before;
    size_t i;

    memset(&action, 0, sizeof action); /* no SA_RESTART: waiting must end */
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    for (i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            (void)sigaction(numbers[i], &action, NULL);
    }
}

/* ---- content: a key stream under a random key -------------------------------------------- */

typedef struct content {
    filesec_chacha20poly1305_key key;
    uint64_t blocks;
    unsigned char zeros[BLOCK_LEN], block[BLOCK_LEN];
} content;

static content *content_new(void)
{
    content *c = (content *)calloc(1, sizeof *c);
    unsigned char key[32];
    int fd = open("/dev/urandom", O_RDONLY);

    if (c == NULL || fd < 0 || read(fd, key, sizeof key) != (ssize_t)sizeof key) {
        free(c);
        c = NULL;
    } else {
        filesec_chacha20poly1305_init(&c->key, key);
    }
    if (fd >= 0)
        close(fd);
    return c;
}

/* A new file with len bytes. */
static int content_file(content *c, const files_stage *s, const char *name, uint64_t len)
{
    int fd = openat(s->fd, name, O_WRONLY | O_CREAT | O_EXCL, 0600), good = fd >= 0;

    while (good && len > 0) {
        size_t n = len < BLOCK_LEN ? (size_t)len : (size_t)BLOCK_LEN, at = 0;
        unsigned char tag[16], nonce[12] = {0};

        c->blocks++;
        memcpy(nonce, &c->blocks, sizeof c->blocks);
        good = filesec_chacha20poly1305_seal(&c->key, c->block, tag, nonce, NULL, 0, c->zeros,
                                             n) == FILESEC_OK;
        while (good && at < n) {
            ssize_t put = write(fd, c->block + at, n - at);

            good = put > 0 && !files_stop;
            at += good ? (size_t)put : 0;
        }
        len -= n;
    }
    return fd >= 0 && close(fd) == 0 && good;
}

/* ---- the data of a stage ----------------------------------------------------------------- */

static int make_tree(files_stage *s, content *c, uint64_t len)
{
    char *name = (char *)malloc(s->count * (NAME_LEN + sizeof(char *)));
    size_t i;

    if (name == NULL)
        return 0;
    s->names = (char **)(void *)name;
    name += s->count * sizeof *s->names;
    if (mkdirat(s->fd, "tree", 0700) != 0)
        return 0;
    for (i = 0; i < s->count; i++, name += NAME_LEN) {
        s->names[i] = name;
        snprintf(name, NAME_LEN, "tree/%04u", (unsigned)(i / FILES_IN_FOLDER));
        if (i % FILES_IN_FOLDER == 0 && mkdirat(s->fd, name, 0700) != 0)
            return 0;
        snprintf(name, NAME_LEN, "tree/%04u/%07u", (unsigned)(i / FILES_IN_FOLDER),
                 (unsigned)i);
        if (!content_file(c, s, name, len))
            return 0;
    }
    return 1;
}

/* The keys of ours, age and gpg; those of a peer that is not installed are not missed. */
static const char *make_keys(const files_options *o, const files_stage *s, content *c)
{
    if (files_process_run(o, s, "filesec keygen --output key", 0).code != 0)
        return "filesec keygen failed";
    if (files_process_exists("age-keygen"))
        (void)files_process_run(o, s, "age-keygen -o age.key", 0);
    return content_file(c, s, "pass", 32) ? NULL : "writing failed";
}

static uint64_t space_in(const char *folder, int is_memory)
{
    struct statvfs v;
    uint64_t space = 0;
    unsigned long long free_kib;
    char line[256];
    FILE *f = is_memory ? fopen("/proc/meminfo", "r") : NULL;

    if (statvfs(folder, &v) == 0)
        space = (uint64_t)v.f_bavail * v.f_frsize;
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        if (sscanf(line, "MemAvailable: %llu", &free_kib) == 1 && free_kib * 1024 < space)
            space = free_kib * 1024;
    }
    if (f != NULL)
        fclose(f);
    return space;
}

static int is_tmpfs(const char *folder)
{
#ifdef __linux__
    struct statfs v;

    return statfs(folder, &v) == 0 && v.f_type == 0x01021994;
#else
    (void)folder;
    return 1;
#endif
}

/* Trees shrink with the large file, which is 1 GiB in the table of targets. */
static uint64_t size_up(files_stage *s, const files_options *o, files_data data)
{
    uint64_t len = data == FILES_ONE ? o->size : data == FILES_MANY ? 600000 : 4000;
    uint64_t full = data == FILES_ONE ? 1 : data == FILES_MANY ? 6991 : 20000;

    s->data = data;
    s->count = (size_t)full;
    if (data != FILES_ONE && o->size < (uint64_t)1 << 30) {
        s->count = (size_t)((full * o->size) >> 30);
        s->count += s->count < 8 ? 8 : 0;
    }
    s->bytes = s->count * len;
    return len;
}

const char *files_stage_begin(files_stage *s, const files_options *o, files_data data,
                              files_place place)
{
    const char *parent = o->folders[place], *fault = NULL;
    uint64_t len;
    content *c;

    memset(s, 0, sizeof *s);
    s->fd = -1;
    len = size_up(s, o, data);
    if (place == FILES_TMPFS && !is_tmpfs(parent))
        return "the folder is not on a tmpfs";
    /* The data, the sealed data, one output, and room for whole pages. */
    if (space_in(parent, place == FILES_TMPFS) / 4 < s->bytes + s->count * 4096)
        return "not enough space";
    s->folder = (char *)malloc(strlen(parent) + 32);
    if (s->folder == NULL)
        return "no memory";
    sprintf(s->folder,
            "%s/filesec-bench-XX"
            "XX"
            "XX",
            parent);
    if (mkdtemp(s->folder) == NULL) {
        free(s->folder);
        s->folder = NULL;
        return "no folder can be made there";
    }
    s->fd = open(s->folder, O_RDONLY | O_DIRECTORY);
    c = s->fd >= 0 ? content_new() : NULL;
    if (c == NULL)
        return "no memory";
    if (!(data == FILES_ONE ? content_file(c, s, "in", len) : make_tree(s, c, len)))
        fault = files_stop ? "stopped" : "writing failed";
    if (fault == NULL)
        fault = make_keys(o, s, c);
    free(c);
    if (fault == NULL && data == FILES_ONE &&
        files_process_run(o, s, "filesec encrypt --key-file key --output sealed in", 0).code)
        fault = "filesec encrypt failed";
    files_stage_sync(s);
    return fault;
}

/* ---- afterwards -------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *where)
{
    (void)st;
    (void)type;
    (void)where;
    if (remove(path) != 0)
        fprintf(stderr, "bench-files: %s cannot be removed\n", path);
    return 0;
}

void files_stage_end(files_stage *s)
{
    if (s->fd >= 0)
        close(s->fd);
    if (s->folder != NULL)
        (void)nftw(s->folder, remove_one, 32, FTW_DEPTH | FTW_PHYS);
    free(s->folder);
    free(s->names);
    memset(s, 0, sizeof *s);
    s->fd = -1;
}

void files_stage_remove(const files_stage *s, const char *name)
{
    char *path = (char *)malloc(strlen(s->folder) + strlen(name) + 2);

    if (path != NULL) {
        sprintf(path, "%s/%s", s->folder, name);
        if (access(path, F_OK) == 0)
            (void)nftw(path, remove_one, 32, FTW_DEPTH | FTW_PHYS);
    }
    free(path);
}

void files_stage_sync(const files_stage *s)
{
#ifdef __linux__
    if (syncfs(s->fd) == 0)
        return;
#endif
    (void)s;
    sync();
}

int files_stage_same(const files_stage *s, const char *a, const char *b)
{
    unsigned char block[2][4096];
    ssize_t got[2] = {1, 1};
    int fds[2], i, same;

    fds[0] = openat(s->fd, a, O_RDONLY);
    fds[1] = openat(s->fd, b, O_RDONLY);
    same = fds[0] >= 0 && fds[1] >= 0;
    while (same && got[0] > 0) { /* regular files: reads are whole but for the last */
        for (i = 0; i < 2; i++)
            got[i] = read(fds[i], block[i], sizeof block[i]);
        same =
            got[0] >= 0 && got[0] == got[1] && memcmp(block[0], block[1], (size_t)got[0]) == 0;
    }
    for (i = 0; i < 2; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
    }
    return same;
}
