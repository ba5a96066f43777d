/* SPDX-License-Identifier: 0BSD */
#include "facts.h"
#include "filesec.h"

#include <string.h>

/*
 * facts.c: the records of metadata
 */
#ifdef __APPLE__
#define STAT_MTIME st_mtimespec
#else
#define STAT_MTIME st_mtim
#endif
enum { NEW_FILE_MODE = 0666 };
static const int64_t second = 1000000000;

static void take_name(struct facts *f, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    size_t len = strlen(name);

    if (len == 0 || len > 255 || strcmp(path, "-") == 0)
        return;
    memcpy(f->name, name, len + 1);
    f->has_name = 1;
}

void facts_of_file(struct facts *f, const char *path, const struct stat *st)
{
    memset(f, 0, sizeof *f);
    if (!S_ISREG(st->st_mode))
        return;
    take_name(f, path);
    f->has_mode = 1;
    f->mode = (unsigned)st->st_mode & 07777;
    f->has_mtime = st->STAT_MTIME.tv_sec < INT64_MAX / second &&
                   st->STAT_MTIME.tv_sec > INT64_MIN / second;
    if (f->has_mtime)
        f->mtime = (int64_t)st->STAT_MTIME.tv_sec * second + st->STAT_MTIME.tv_nsec;
}

static unsigned char *put_number(unsigned char *p, unsigned type, uint64_t x, unsigned len)
{
    unsigned i;

    *p++ = (unsigned char)type;
    *p++ = (unsigned char)len;
    *p++ = 0;
    for (i = 0; i < len; i++)
        *p++ = (unsigned char)(x >> 8 * i);
    return p;
}

size_t facts_write(const struct facts *f, unsigned char out[FACTS_MAX])
{
    unsigned char *p = out;

    if (f->has_name) {
        size_t len = strlen(f->name);

        p[0] = FILESEC_CONTAINER_META_NAME;
        p[1] = (unsigned char)len;
        p[2] = 0;
        memcpy(p + 3, f->name, len);
        p += 3 + len;
    }
    if (f->has_size)
        p = put_number(p, FILESEC_CONTAINER_META_SIZE, f->size, 8);
    if (f->has_mtime)
        p = put_number(p, FILESEC_CONTAINER_META_MTIME, (uint64_t)f->mtime, 8);
    if (f->has_mode)
        p = put_number(p, FILESEC_CONTAINER_META_MODE, f->mode, 2);
    return (size_t)(p - out);
}

/* 1 if there is a record of this type; *x: its number. */
static int get_number(const unsigned char *meta, size_t len, unsigned type, uint64_t *x)
{
    size_t n = 0;
    const uint8_t *p = filesec_container_meta_find(meta, len, type, &n);

    *x = 0;
    while (p != NULL && n != 0)
        *x = *x << 8 | p[--n];
    return p != NULL;
}

void facts_read(struct facts *f, const unsigned char *meta, size_t len)
{
    uint64_t x;
    const uint8_t *p;
    size_t n = 0;

    memset(f, 0, sizeof *f);
    p = filesec_container_meta_find(meta, len, FILESEC_CONTAINER_META_NAME, &n);
    if (p != NULL && n < sizeof f->name) {
        memcpy(f->name, p, n);
        f->has_name = 1;
    }
    f->has_size = get_number(meta, len, FILESEC_CONTAINER_META_SIZE, &f->size);
    f->has_mtime = get_number(meta, len, FILESEC_CONTAINER_META_MTIME, &x);
    f->mtime = (int64_t)x;
    f->has_mode = get_number(meta, len, FILESEC_CONTAINER_META_MODE, &x);
    f->mode = (unsigned)x;
    n = 0;
    (void)filesec_container_meta_find(meta, len, FILESEC_CONTAINER_META_USER, &n);
    f->user_len = n;
}

struct sink_finish facts_finish(const struct facts *f)
{
    struct sink_finish finish;
    int64_t rest = f->mtime % second;

    memset(&finish, 0, sizeof finish);
    finish.mode = f->has_mode ? (mode_t)f->mode : NEW_FILE_MODE;
    finish.has_mtime = f->has_mtime;
    finish.mtime.tv_sec = (time_t)(f->mtime / second - (rest < 0));
    finish.mtime.tv_nsec = (long)(rest < 0 ? rest + second : rest);
    return finish;
}
