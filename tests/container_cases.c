/* SPDX-License-Identifier: 0BSD */
/*
 * tests/container_cases.c: writing and reading a small container in memory
 */
#include "container_cases.h"
#include "support.h"
#include <string.h>

#if FILESEC__CONTAINER

const unsigned char container_key[32] = "a key of thirty-two bytes, truly";
const unsigned char container_salt[32] = "a salt that no other file has...";

filesec_container_params container_params(unsigned suite, unsigned chunk_log2)
{
    filesec_container_params p;

    memset(&p, 0, sizeof p);
    p.suite = (uint8_t)suite;
    p.chunk_log2 = (uint8_t)chunk_log2;
    return p;
}

void container_build(sealed_file *f, const filesec_container_params *p,
                     const unsigned char salt[32], const void *meta, const void *content,
                     size_t len)
{
    filesec_container c;
    const unsigned char *in = (const unsigned char *)content;
    size_t chunk = (size_t)1 << p->chunk_log2, i = 0;

    CHECK(filesec_container_seal_init(&c, f->bytes, p, container_key, salt) == FILESEC_OK,
          "seal_init");
    f->len = 160;
    if (p->meta_len != 0) {
        CHECK(filesec_container_seal_meta(&c, f->bytes + f->len, meta, p->meta_len) ==
                  FILESEC_OK,
              "seal_meta");
        f->len += p->meta_len + 16;
    }
    do {
        size_t n = len < chunk ? len : chunk;

        CHECK(filesec_container_seal_chunk(&c, i, n == len, f->bytes + f->len, in, n) ==
                  FILESEC_OK,
              "seal_chunk %lu", (unsigned long)i);
        f->len += n + 16;
        in += n;
        len -= n;
        i++;
    } while (len != 0);
    filesec_wipe(&c, sizeof c);
}

/* Header and metadata. */
static filesec_status read_front(reading *r, filesec_container *c, const sealed_file *f,
                                 size_t *at)
{
    static unsigned char meta[1024];
    filesec_container_info info;
    filesec_status status;
    const uint8_t *size;
    size_t n, i;

    if (f->len < 7 || memcmp(f->bytes, "filesec", 7) != 0)
        return FILESEC_ERR_FORMAT;
    if (f->len < 160)
        return FILESEC_ERR_TRUNCATED;
    status = filesec_container_peek(&info, f->bytes);
    if (status == FILESEC_OK && info.meta_len != 0 && f->len < 176 + info.meta_len)
        return FILESEC_ERR_TRUNCATED;
    if (status == FILESEC_OK)
        status =
            filesec_container_open_init(c, f->bytes, r->key, r->context, strlen(r->context));
    *at = 160;
    n = status == FILESEC_OK ? filesec_container_meta_size(c) : 0;
    if (n == 0)
        return status;
    *at = 176 + n;
    status = filesec_container_open_meta(c, meta, f->bytes + 160, n + 16);
    if (status == FILESEC_OK)
        status = filesec_container_meta_check(meta, n);
    size = filesec_container_meta_find(meta, n, FILESEC_CONTAINER_META_SIZE, &n);
    if (status == FILESEC_OK && size != NULL && r->expected == UINT64_MAX)
        for (r->expected = 0, i = 8; i-- > 0;)
            r->expected = r->expected << 8 | size[i];
    return status;
}

filesec_status container_read(reading *r, const sealed_file *f)
{
    static unsigned char work[4096 + 17];
    filesec_container c;
    filesec_container_opener o;
    size_t at = 0, used, n;
    const void *out;
    filesec_status status = read_front(r, &c, f, &at);

    r->len = 0;
    r->chunk = 0;
    if (status != FILESEC_OK)
        return status;
    status = filesec_container_opener_begin(&o, &c, work, sizeof work);
    if (r->expected != UINT64_MAX)
        filesec_container_opener_expect(&o, r->expected);
    while (status == FILESEC_OK && at < f->len) {
        n = f->len - at < r->piece ? f->len - at : r->piece;
        status = filesec_container_opener_update(&o, f->bytes + at, n, &used, &out, &n);
        at += used;
        if (n != 0)
            memcpy(r->content + r->len, out, n);
        r->len += n;
    }
    if (status == FILESEC_OK) {
        status = filesec_container_opener_finish(&o, &out, &n);
        if (n != 0)
            memcpy(r->content + r->len, out, n);
        r->len += n;
    }
    r->chunk = filesec_container_opener_failed_chunk(&o);
    return status;
}
#else
typedef int container_cases_are_empty;
#endif
