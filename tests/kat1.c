/* SPDX-License-Identifier: 0BSD */
/*
 * tests/kat1.c: reads lines of kat1 and runs them
 */
#include "kat1.h"
#include "paths.h"
#include "support.h"
#include <stdlib.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------- */

int kat_parse(kat_line *l, char *text)
{
    char *word = strtok(text, " \r\n");

    l->kind = word;
    l->nfields = 0;
    if (word == NULL)
        return 0;
    while ((word = strtok(NULL, " \r\n")) != NULL) {
        char *sign = strchr(word, '=');

        if (sign == NULL || l->nfields == KAT_FIELDS)
            return 0;
        *sign = '\0';
        l->name[l->nfields] = word;
        l->value[l->nfields++] = sign + 1;
    }
    l->id = kat_text(l, "id");
    return l->id != NULL;
}

const char *kat_text(const kat_line *l, const char *name)
{
    size_t i;

    for (i = 0; i < l->nfields; i++)
        if (strcmp(l->name[i], name) == 0)
            return l->value[i];
    return NULL;
}

int kat_is(const kat_line *l, const char *name, const char *value)
{
    const char *text = kat_text(l, name);

    return text != NULL && strcmp(text, value) == 0;
}

static unsigned char *held[32];
static size_t nheld;

static unsigned char *hold(size_t n)
{
    unsigned char *p = (unsigned char *)room(n);

    if (nheld < COUNT(held))
        held[nheld++] = p;
    return p;
}

void kat_release(void)
{
    while (nheld != 0)
        free(held[--nheld]);
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* 0 if text is not hex. */
static int from_hex(kat_bytes *b, const char *text)
{
    size_t n = strlen(text), i;

    b->len = n / 2;
    b->p = hold(n / 2);
    for (i = 0; i < n / 2; i++) {
        int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);

        if (high < 0 || low < 0)
            return 0;
        b->p[i] = (unsigned char)(16 * high + low);
    }
    return n % 2 == 0;
}

kat_bytes kat_hex(const kat_line *l, const char *name)
{
    const char *text = kat_text(l, name);
    kat_bytes b;

    if (!from_hex(&b, text != NULL ? text : "?")) {
        CHECK(0, "%s: no bytes", name);
        b.len = 0;
    }
    return b;
}

uint64_t kat_number(const kat_line *l, const char *name, unsigned base)
{
    const char *text = kat_text(l, name), *p = text;
    uint64_t x = 0;

    for (; p != NULL && digit(*p) >= 0 && (unsigned)digit(*p) < base; p++)
        x = x * base + (unsigned)digit(*p);
    CHECK(p != NULL && p != text && *p == '\0', "%s: no number", name);
    return x;
}

kat_message kat_message_of(const kat_line *l, const char *name)
{
    const char *text = kat_text(l, name), *sign;
    kat_message m;
    size_t i;

    m.times = 1;
    m.whole = 1;
    if (text == NULL || strncmp(text, "rep:", 4) != 0) {
        m.unit = kat_hex(l, name);
        return m;
    }
    for (m.times = 0, sign = text + 4; *sign >= '0' && *sign <= '9'; sign++)
        m.times = 10 * m.times + (unsigned)(*sign - '0');
    if (*sign != ':' || !from_hex(&m.unit, sign + 1)) {
        CHECK(0, "%s: no message", name);
        m.unit.len = 0;
    }
    m.whole = m.unit.len == 0 || m.times <= KAT_WHOLE_MAX / m.unit.len;
    if (m.whole) {
        kat_bytes all;

        all.len = (size_t)m.times * m.unit.len;
        all.p = hold(all.len);
        for (i = 0; i < m.times; i++)
            memcpy(all.p + i * m.unit.len, m.unit.p, m.unit.len);
        m.unit = all;
        m.times = 1;
    }
    return m;
}

void kat_stream(const kat_message *m, void (*update)(void *s, const void *data, size_t len),
                void *s)
{
    static unsigned char block[1 << 16];
    size_t units =
        m->unit.len != 0 && m->unit.len < sizeof block ? sizeof block / m->unit.len : 1;
    uint64_t left = m->times;
    size_t i;

    if (m->whole) {
        update(s, m->unit.p, m->unit.len / 2);
        update(s, m->unit.p + m->unit.len / 2, m->unit.len - m->unit.len / 2);
        return;
    }
    for (i = 0; units > 1 && i < units; i++)
        memcpy(block + i * m->unit.len, m->unit.p, m->unit.len);
    for (; units > 1 && left >= units; left -= units)
        update(s, block, units * m->unit.len);
    for (; left != 0; left--)
        update(s, m->unit.p, m->unit.len);
}

/* ---- running --------------------------------------------------------------------------- */

typedef struct kat_run_on {
    const kat_line *line;
    const kat_kind *kind;
} kat_run_on;

static void run_row(size_t row, const void *argument)
{
    const kat_run_on *on = (const kat_run_on *)argument;
    int p = on->kind->primitive;
    const char *list, *name;

    if (p >= KAT_KERNELS) {
        list = kernel_list_name((kernel_list)(p - KAT_KERNELS));
        name = kernel_name((kernel_list)(p - KAT_KERNELS), row);
    } else {
        list = filesec_primitive_name((filesec_primitive)p);
        name = filesec_path_name((filesec_primitive)p, row);
    }
    test_case("%s %s on %s=%s", on->line->kind, on->line->id, list, name);
    on->kind->run(on->line, row);
    kat_release();
}

/* Hashes of at most 4096 bytes that are written out: few enough blocks for an emulator. */
static int is_short_hash(const kat_line *l)
{
    const char *msg = kat_text(l, "msg");

    return strcmp(l->kind, "sha512") == 0 && msg != NULL && strncmp(msg, "rep:", 4) != 0 &&
           strlen(msg) <= 8192;
}

/* Run a line as every entry of kinds says that has its name; how many there were. */
static size_t run_kinds(const kat_line *l, const kat_kind *kinds)
{
    kat_run_on on;
    size_t i, found = 0;

    on.line = l;
    for (i = 0; kinds[i].name != NULL; i++) {
        if (strcmp(kinds[i].name, l->kind) != 0)
            continue;
        found++;
        on.kind = &kinds[i];
        if (kinds[i].primitive >= KAT_KERNELS)
            on_each_kernel((kernel_list)(kinds[i].primitive - KAT_KERNELS), run_row, &on);
        else
            on_each_path((filesec_primitive)kinds[i].primitive, run_row, &on);
    }
    return found;
}

void kat_run(char *text)
{
    kat_line l;
    size_t found;

    if (!kat_parse(&l, text)) {
        test_case("a line of another form");
        CHECK(0, "%s", l.kind != NULL ? l.kind : "empty");
        return;
    }
    paths_emulated = is_short_hash(&l);
    found = run_kinds(&l, kat_hash_kinds) + run_kinds(&l, kat_aead_kinds) +
            run_kinds(&l, kat_sweep_kinds);
    paths_emulated = 0;
    if (found == 0) {
        test_case("%s %s", l.kind, l.id);
        CHECK(0, "a kind that this program does not know");
    }
}
