/* SPDX-License-Identifier: 0BSD */
/*
 * tests/fuzz/container_model.c: a file read by docs/format.md, with the ledger for a cipher
 */
#include "container.h"
#include "support.h"
#include <string.h>

static uint64_t little(const unsigned char *p, size_t n)
{
    uint64_t x = 0;

    while (n-- != 0)
        x = x << 8 | p[n];
    return x;
}

/* "Header" and "Bounds of the costs". */
int model_fields(const unsigned char *h)
{
    uint64_t cost1 = little(h + 16, 4), cost2 = little(h + 20, 4), cost3 = little(h + 24, 4);

    if (h[7] != 1 || h[8] < 1 || h[8] > 2 || h[9] < 10 || h[9] > 24 || h[11] != 0 ||
        little(h + 12, 4) > 65536)
        return 0;
    switch (h[10]) {
    case 0:
        return cost1 == 0 && cost2 == 0 && cost3 == 0 && all_zero(h + 32, 32);
    case 1:
        return cost1 >= 1 && cost1 <= 10000000 && cost2 == 0 && cost3 == 0;
    case 2:
        return cost3 >= 1 && cost3 <= 16 && cost2 >= 1 && cost2 <= 64 && cost1 >= 8 * cost3 &&
               cost1 <= 4194304;
    default:
        return 0;
    }
}

/* "Metadata". */
filesec_status model_records(const unsigned char *meta, size_t len, int *told, uint64_t *size)
{
    size_t at = 0, n, i;
    int last = -1, type;

    *told = 0;
    *size = 0;
    while (at != len) {
        const unsigned char *value = meta + at + 3;

        if (len - at < 3)
            return FILESEC_ERR_METADATA;
        type = meta[at];
        n = (size_t)little(meta + at + 1, 2);
        if (type == 0 || type <= last || at + 3 + n > len)
            return FILESEC_ERR_METADATA;
        if (type >= 6 && type <= 127)
            return FILESEC_ERR_UNSUPPORTED;
        if (type == 1) {
            if (n < 1 || n > 255 || (n == 1 && value[0] == '.') ||
                (n == 2 && value[0] == '.' && value[1] == '.'))
                return FILESEC_ERR_METADATA;
            for (i = 0; i < n; i++)
                if (value[i] == '/' || value[i] == '\0')
                    return FILESEC_ERR_METADATA;
        }
        if (((type == 2 || type == 3) && n != 8) ||
            (type == 4 && (n != 2 || little(value, 2) > 07777)))
            return FILESEC_ERR_METADATA;
        if (type == 2) {
            *told = 1;
            *size = little(value, 8);
        }
        last = type;
        at += 3 + n;
    }
    return FILESEC_OK;
}

/* The last block: rest bytes of it are in hand at p, and nothing follows. Step 5, the second
   case, and step 6. */
static filesec_status last_block(verdict *v, const fuzz_file *f, const identity *who,
                                 size_t chunk, const unsigned char *p, size_t rest)
{
    const unsigned char *fields = f->bytes;
    uint64_t before = v->chunk * (uint64_t)chunk;
    const entry *e;

    if (rest < 16 || (rest == 16 && v->chunk > 0))
        return FILESEC_ERR_TRUNCATED;
    e = ledger_find(fields, who, v->chunk, 1, p, rest - 16);
    if (e != NULL) {
        if (v->told && v->expect != before + e->len)
            return FILESEC_ERR_METADATA;
        memcpy(v->content + v->len, e->plain, e->len);
        v->len += e->len;
        return FILESEC_OK;
    }
    if (rest == chunk + 16 && ledger_find(fields, who, v->chunk, 0, p, chunk) != NULL)
        return FILESEC_ERR_TRUNCATED;
    if (!v->told)
        return FILESEC_ERR_AUTH;
    if (v->expect > before + rest - 16)
        return FILESEC_ERR_TRUNCATED;
    if (v->expect >= before && v->expect < before + rest - 16 &&
        (v->expect != before || v->chunk == 0) &&
        ledger_find(fields, who, v->chunk, 1, p, (size_t)(v->expect - before)) != NULL)
        return FILESEC_ERR_TRAILING;
    return FILESEC_ERR_AUTH;
}

static filesec_status read_chunks(verdict *v, const fuzz_file *f, const identity *who,
                                  size_t at)
{
    size_t chunk = (size_t)1 << f->bytes[9];
    const entry *e;

    for (;; at += chunk + 16) {
        if (f->len - at <= chunk + 16)
            return last_block(v, f, who, chunk, f->bytes + at, f->len - at);
        e = ledger_find(f->bytes, who, v->chunk, 0, f->bytes + at, chunk);
        if (e == NULL)
            return ledger_find(f->bytes, who, v->chunk, 1, f->bytes + at, chunk) != NULL
                       ? FILESEC_ERR_TRAILING
                       : FILESEC_ERR_AUTH;
        memcpy(v->content + v->len, e->plain, chunk);
        v->len += chunk;
        v->chunk++;
    }
}

/* Steps 1 to 4, then 5 and 6. */
static filesec_status read_all(verdict *v, const fuzz_file *f, const identity *who)
{
    unsigned char header[160];
    const entry *e;
    filesec_status status;
    size_t m;

    if (f->len < 7 || memcmp(f->bytes, "filesec", 7) != 0)
        return FILESEC_ERR_FORMAT;
    if (f->len < 160)
        return FILESEC_ERR_TRUNCATED;
    if (!model_fields(f->bytes))
        return FILESEC_ERR_UNSUPPORTED;
    m = (size_t)little(f->bytes + 12, 4);
    if (m != 0 && f->len < 160 + m + 16)
        return FILESEC_ERR_TRUNCATED;
    memcpy(header, f->bytes, 160);
    writer_commit(header, who);
    if (!same(header + 96, f->bytes + 96, 32))
        return FILESEC_ERR_KEY;
    if (!same(header + 128, f->bytes + 128, 32))
        return FILESEC_ERR_HEADER;
    if (m != 0) {
        e = ledger_find(f->bytes, who, META, 0, f->bytes + 160, m);
        status =
            e != NULL ? model_records(e->plain, m, &v->told, &v->expect) : FILESEC_ERR_METADATA;
        if (status != FILESEC_OK)
            return status;
    }
    return read_chunks(v, f, who, 160 + (m != 0 ? m + 16 : 0));
}

void model_read(verdict *v, const fuzz_file *f, const identity *who)
{
    v->chunk = 0;
    v->told = 0;
    v->expect = 0;
    v->len = 0;
    v->status = read_all(v, f, who);
}
