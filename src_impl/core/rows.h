/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/system.h"
/*
 * core/rows.h: what turns one ROW of a table into a prototype and an entry
 *
 * FILESEC__WHEN(GATE)(text) is text if FILESEC__HAS_GATE is 1 and nothing if it is 0, so a
 * table lists all its kernels without a single #if.
 */
#define FILESEC__PASTE_(a, b) a##b
#define FILESEC__PASTE(a, b) FILESEC__PASTE_(a, b)
#define FILESEC__WHEN_0(...)
#define FILESEC__WHEN_1(...) __VA_ARGS__
#define FILESEC__WHEN(gate) FILESEC__PASTE(FILESEC__WHEN_, FILESEC__PASTE(FILESEC__HAS_, gate))

/* What every row of every table begins with. */
typedef struct filesec__row {
    const char *name;
    uint32_t needs; /* bits of core/cpu.h, all of which the running CPU must have */
} filesec__row;

/* A table, as core/choose.h and the lists of core/directory.h see it. */
typedef struct filesec__table {
    const filesec__row *first;
    size_t row_len; /* bytes from one row to the next */
    size_t count;
    unsigned *choice; /* the row in use, by its mark; 0 until it is first asked for */
} filesec__table;

/* In a choice: it was the user's, so the operation takes this row for every length. */
#define FILESEC__FORCED 0x100u

static inline const filesec__row *filesec__row_at(const filesec__table *t, size_t i)
{
    const unsigned char *p = (const unsigned char *)(const void *)t->first;
    return (const filesec__row *)(const void *)(p + i * t->row_len);
}

static inline size_t filesec__row_index(const filesec__table *t, const filesec__row *row)
{
    const unsigned char *p = (const unsigned char *)(const void *)t->first;
    const unsigned char *q = (const unsigned char *)(const void *)row;
    return (size_t)(q - p) / t->row_len;
}
