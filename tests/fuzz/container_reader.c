/* SPDX-License-Identifier: 0BSD */
/*
 * tests/fuzz/container_reader.c: the functions of filesec.h over a file of the target
 */
#include "container_reader.h"
#include "container_facts.h"
#include "support.h"
#include <string.h>

/* What a caller has in hand while it reads. */
typedef struct reading {
    filesec_container c;
    filesec_container_info info;
    int told; /* do the metadata tell the length of the content? */
    uint64_t expect;
    size_t at;    /* of the first chunk */
    int unlocked; /* c is set up */
} reading;

/* Metadata that are genuine: the rules, and every record found again. */
static filesec_status read_records(reading *r, const unsigned char *meta, size_t len)
{
    filesec_status status = filesec_container_meta_check(meta, len);
    int told;
    uint64_t size;
    unsigned type;
    size_t n;

    MUST(status == model_records(meta, len, &told, &size));
    for (type = 0; type < 256; type++) {
        const uint8_t *value = filesec_container_meta_find(meta, len, type, &n);

        MUST(value == NULL || (value >= meta + 3 && value <= meta + len &&
                               n <= (size_t)(meta + len - value) && value[-3] == type));
        if (value == NULL || type != FILESEC_CONTAINER_META_SIZE || status != FILESEC_OK)
            continue;
        r->told = 1;
        for (n = 8; n-- != 0;)
            r->expect = r->expect << 8 | value[n];
    }
    MUST(status != FILESEC_OK || (r->told == told && r->expect == size));
    if (status == FILESEC_OK)
        facts_judge(meta, len, told, size);
    return status;
}

/* The key of a passphrase: no more work than the bounds allow. */
static void derive(const filesec_container_info *info)
{
    uint8_t key[32], again[32];

    memset(key, 0x5a, 32);
    if (info->kdf == FILESEC_CONTAINER_KDF_PBKDF2 && info->cost[0] > 2000000) {
        MUST(filesec_container_password_key(key, info, "x", 1) == FILESEC_ERR_LIMIT &&
             all_bytes(key, 32, 0x5a));
    } else if (info->kdf == FILESEC_CONTAINER_KDF_PBKDF2 && info->cost[0] <= 4) {
        MUST(filesec_container_password_key(key, info, "pass", 4) == FILESEC_OK);
        MUST(filesec_pbkdf2_hmac_sha512(again, 32, "pass", 4, info->kdf_salt, 32,
                                        info->cost[0]) == FILESEC_OK);
        MUST(same(key, again, 32));
    } else if (info->kdf != FILESEC_CONTAINER_KDF_PBKDF2) {
        MUST(filesec_container_password_key(key, info, "x", 1) == FILESEC_ERR_UNSUPPORTED &&
             all_bytes(key, 32, 0x5a));
    }
}

/* Up to the first chunk. */
static filesec_status read_front(reading *r, const fuzz_file *f, const identity *who,
                                 size_t offset)
{
    fuzz_block header, sealed, meta;
    filesec_status status;
    size_t n;

    if (f->len < 7 || memcmp(f->bytes, "filesec", 7) != 0)
        return FILESEC_ERR_FORMAT;
    if (f->len < 160)
        return FILESEC_ERR_TRUNCATED;
    header = fuzz_copy(f->bytes, 160, offset);
    status = filesec_container_peek(&r->info, header.p);
    if (status == FILESEC_OK) {
        derive(&r->info);
        if (r->info.meta_len != 0 && f->len < 160 + r->info.meta_len + 16)
            status = FILESEC_ERR_TRUNCATED;
    }
    if (status == FILESEC_OK)
        status = filesec_container_open_init(&r->c, header.p, who->key, who->context,
                                             who->context_len);
    fuzz_drop(&header);
    if (status != FILESEC_OK)
        return status;
    r->unlocked = 1;
    n = filesec_container_meta_size(&r->c);
    r->at = 160 + (n != 0 ? n + 16 : 0);
    if (n == 0)
        return status;
    sealed = fuzz_copy(f->bytes + 160, n + 16, offset + 5);
    meta = fuzz_place(n, offset + 11);
    status = filesec_container_open_meta(&r->c, meta.p, sealed.p, n + 16);
    MUST(status == FILESEC_OK || all_zero(meta.p, n));
    if (status == FILESEC_OK)
        status = read_records(r, meta.p, n);
    fuzz_drop(&sealed);
    fuzz_drop(&meta);
    return status;
}

/* The chunks as a stream. */
static void read_stream(reading *r, verdict *v, const fuzz_file *f, fuzz_input *in)
{
    size_t work_len = filesec_container_chunk_size(&r->c) + 17, at = r->at, used, n;
    fuzz_block work = fuzz_place(work_len, fuzz_below(in, 64));
    filesec_container_opener o;
    const void *out;

    v->status = filesec_container_opener_begin(&o, &r->c, work.p, work_len);
    MUST(v->status == FILESEC_OK);
    if (r->told)
        filesec_container_opener_expect(&o, r->expect);
    while (v->status == FILESEC_OK && at < f->len) {
        size_t piece = fuzz_byte(in) % 2 == 0 ? f->len - at : fuzz_piece(in, f->len - at);

        v->status = filesec_container_opener_update(&o, f->bytes + at, piece, &used, &out, &n);
        MUST(used <= piece && (v->status == FILESEC_OK || (used == 0 && n == 0)));
        MUST(v->status != FILESEC_OK || n != 0 || used == piece);
        MUST(n <= FILE_ROOM - v->len);
        if (n != 0)
            memcpy(v->content + v->len, out, n);
        v->len += n;
        at += used;
    }
    if (v->status == FILESEC_OK) {
        v->status = filesec_container_opener_finish(&o, &out, &n);
        MUST(n <= FILE_ROOM - v->len && (v->status == FILESEC_OK || n == 0));
        if (n != 0)
            memcpy(v->content + v->len, out, n);
        v->len += n;
    }
    v->chunk = filesec_container_opener_failed_chunk(&o);
    MUST(filesec_container_opener_update(&o, "x", 1, &used, &out, &n) ==
             (v->status == FILESEC_OK ? FILESEC_ERR_ARGUMENT : v->status) &&
         used == 0 && n == 0);
    fuzz_drop(&work);
}

/* Each chunk by itself: whole files only. */
static void read_any_order(const reading *r, const verdict *v, const fuzz_file *f)
{
    size_t chunk = filesec_container_chunk_size(&r->c), at, i, last, len;
    fuzz_block in, out;
    uint64_t plain, sealed;

    MUST(filesec_container_plain_size(&r->c, f->len, &plain) == FILESEC_OK && plain == v->len);
    MUST(filesec_container_sealed_size(&r->c, plain, &sealed) == FILESEC_OK &&
         sealed == f->len);
    last = v->len != 0 ? (v->len - 1) / chunk : 0;
    for (i = last + 1; i-- != 0;) {
        at = r->at + i * (chunk + 16);
        len = i == last ? f->len - at : chunk + 16;
        in = fuzz_copy(f->bytes + at, len, i);
        out = fuzz_place(len - 16, i + 7);
        MUST(filesec_container_open_chunk(&r->c, i, i == last, out.p, in.p, len) == FILESEC_OK);
        MUST(same(out.p, v->content + i * chunk, len - 16));
        MUST(filesec_container_open_chunk(&r->c, i, i != last, out.p, in.p, len) != FILESEC_OK);
        MUST(filesec_container_open_chunk(&r->c, i + 1, i == last, out.p, in.p, len) !=
             FILESEC_OK);
        fuzz_drop(&in);
        fuzz_drop(&out);
    }
}

/* Something of the ledger by itself, whatever file it is in. */
static void open_entry(const reading *r, const fuzz_file *f, const identity *who,
                       const entry *e)
{
    size_t chunk = filesec_container_chunk_size(&r->c), log2 = r->info.chunk_log2;
    int mine = ledger_find(f->bytes, who, e->index, e->final, e->sealed, e->len) != NULL;
    fuzz_block in, out;
    filesec_status status, expected = mine ? FILESEC_OK : FILESEC_ERR_AUTH;

    if (e->meta)
        return;
    if (e->index >> (62 - log2) != 0)
        expected = FILESEC_ERR_LIMIT;
    else if (e->len > chunk || (!e->final && e->len != chunk) || (e->len == 0 && e->index != 0))
        expected = FILESEC_ERR_ARGUMENT;
    in = fuzz_copy(e->sealed, e->len + 16, e->len);
    out = fuzz_place(e->len, 3);
    if (e->len != 0)
        memset(out.p, 0x5a, e->len);
    status = filesec_container_open_chunk(&r->c, e->index, e->final, out.p, in.p, e->len + 16);
    MUST(status == expected);
    if (status == FILESEC_OK)
        MUST(same(out.p, e->plain, e->len));
    else
        MUST(all_bytes(out.p, e->len, status == FILESEC_ERR_AUTH ? 0 : 0x5a));
    fuzz_drop(&in);
    fuzz_drop(&out);
}

void reader_judge(const verdict *expected, const fuzz_file *f, const identity *who,
                  fuzz_input *in)
{
    static verdict v;
    static reading r;

    memset(&r, 0, sizeof r);
    v.len = 0;
    v.chunk = 0;
    fuzz_about("reading", filesec_status_text(expected->status));
    v.status = read_front(&r, f, who, fuzz_byte(in));
    if (v.status == FILESEC_OK)
        read_stream(&r, &v, f, in);
    MUST(v.status == expected->status);
    MUST(v.chunk == expected->chunk);
    MUST(v.len == expected->len && same(v.content, expected->content, v.len));
    if (v.status == FILESEC_OK)
        read_any_order(&r, &v, f);
    if (r.unlocked && sealed_things.count != 0)
        open_entry(&r, f, who, &sealed_things.entries[fuzz_below(in, sealed_things.count)]);
}

/* ---- writing ----------------------------------------------------------------------------- */

static void params_of(filesec_container_params *p, const filesec_container_info *info,
                      const identity *who)
{
    memset(p, 0, sizeof *p);
    p->meta_len = info->meta_len;
    memcpy(p->cost, info->cost, sizeof p->cost);
    p->key_id = info->key_id;
    p->suite = info->suite;
    p->chunk_log2 = info->chunk_log2;
    p->kdf = info->kdf;
    memcpy(p->kdf_salt, info->kdf_salt, 32);
    p->context = who->context;
    p->context_len = who->context_len;
}

void reader_seals_alike(const fuzz_file *f, const identity *who, const unsigned char *meta,
                        size_t meta_len, const unsigned char *content, size_t len,
                        fuzz_input splits)
{
    static fuzz_file made;
    filesec_container_params p;
    filesec_container_info info;
    filesec_container c;
    filesec_container_sealer s;
    fuzz_block work;
    const void *out;
    size_t used, n;

    if (filesec_container_peek(&info, f->bytes) != FILESEC_OK || info.chunk_log2 > 12 ||
        info.meta_len != meta_len)
        return;
    params_of(&p, &info, who);
    if (filesec_container_seal_init(&c, made.bytes, &p, who->key, info.file_salt) != FILESEC_OK)
        return;
    made.len = 160;
    if (meta_len != 0) {
        MUST(filesec_container_seal_meta(&c, made.bytes + 160, meta, meta_len) == FILESEC_OK);
        made.len += meta_len + 16;
    }
    work = fuzz_place(((size_t)1 << info.chunk_log2) + 17, 9);
    MUST(filesec_container_sealer_begin(&s, &c, work.p, ((size_t)1 << info.chunk_log2) + 17) ==
         FILESEC_OK);
    for (; len != 0; content += used, len -= used) {
        MUST(filesec_container_sealer_update(&s, content, fuzz_piece(&splits, len), &used, &out,
                                             &n) == FILESEC_OK);
        if (n != 0)
            memcpy(made.bytes + made.len, out, n);
        made.len += n;
    }
    MUST(filesec_container_sealer_finish(&s, &out, &n) == FILESEC_OK);
    memcpy(made.bytes + made.len, out, n);
    made.len += n;
    MUST(made.len == f->len && same(made.bytes, f->bytes, f->len));
    fuzz_drop(&work);
}
