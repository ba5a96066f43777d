/* SPDX-License-Identifier: 0BSD */
/*
 * tests/fuzz/container_facts.c: what the command makes of metadata that are genuine
 *
 * Whoever has the key can write any name. The command shows it, in text and as JSON, and sets
 * time and mode: none of it may get out of bounds, nor to the terminal as it is.
 */
#include "facts.h"

#include "capture.h"
#include "container_facts.h"
#include "fuzz.h"
#include "support.h"
#include <stdlib.h>
#include <string.h>

/* The value of a type, or NULL. The records are well formed. */
static const unsigned char *value_of(const unsigned char *meta, size_t len, unsigned type,
                                     size_t *n)
{
    size_t at;

    for (at = 0; at < len; at += 3 + *n) {
        *n = meta[at + 1] | (size_t)meta[at + 2] << 8;
        if (meta[at] == type)
            return meta + at + 3;
    }
    return NULL;
}

static void judge_text(const char *text, size_t len)
{
    size_t i;

    for (i = 0; i < len; i++)
        MUST((unsigned char)text[i] >= 0x20 && text[i] != 0x7f);
}

static void judge_name(const struct facts *f, const unsigned char *value, size_t n)
{
    const char *json;
    char *visible;
    size_t len;

    MUST(f->has_name == (value != NULL));
    if (value == NULL)
        return;
    MUST(strlen(f->name) == n && same(f->name, value, n));
    visible = name_visible(f->name);
    judge_text(visible, strlen(visible));
    free(visible);
    capture_begin();
    json_string(f->name);
    json = capture_take(&len);
    MUST(len >= 2 && json[0] == '"' && json[len - 1] == '"');
    judge_text(json, len);
}

void facts_judge(const unsigned char *meta, size_t len, int told, uint64_t size)
{
    struct facts f;
    struct sink_finish finish;
    unsigned char again[FACTS_MAX];
    const unsigned char *value;
    size_t n = 0, at;

    facts_read(&f, meta, len);
    value = value_of(meta, len, 1, &n);
    judge_name(&f, value, n);
    MUST(f.has_size == told && (!told || f.size == size));
    MUST(f.has_mtime == (value_of(meta, len, 3, &n) != NULL));
    MUST(f.has_mode == (value_of(meta, len, 4, &n) != NULL) && f.mode <= 07777);
    finish = facts_finish(&f);
    MUST(finish.mtime.tv_nsec >= 0 && finish.mtime.tv_nsec < 1000000000);
    if (finish.has_mtime)
        MUST((int64_t)((uint64_t)finish.mtime.tv_sec * 1000000000u +
                       (uint64_t)finish.mtime.tv_nsec) == f.mtime);
    n = facts_write(&f, again); /* its own records are those that it understood */
    MUST(n <= sizeof again);
    for (at = 0; at < n; at += 3 + (again[at + 1] | (size_t)again[at + 2] << 8)) {
        size_t value_len = 0;

        value = value_of(meta, len, again[at], &value_len);
        MUST(value != NULL && same(value - 3, again + at, 3 + value_len));
    }
}
