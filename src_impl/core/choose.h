/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/cpu.h"
#include "core/rows.h"
/*
 * core/choose.h: from a table and the CPU's bits to the row in use
 *
 * Each table has one pointer to its active row, NULL at first. Whoever finds it NULL computes
 * the choice and stores it. Every thread computes the same one, and rows are constants, so a
 * relaxed atomic load and store are all that is needed: no lock, no constructor.
 */
#if FILESEC__GNU
#define FILESEC__ATOMIC_LOAD(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define FILESEC__ATOMIC_STORE(p, x) __atomic_store_n(p, x, __ATOMIC_RELAXED)
#else /* an aligned pointer is read and written whole on the machines of these compilers */
#define FILESEC__ATOMIC_LOAD(p) (*(const filesec__row *volatile *)(p))
#define FILESEC__ATOMIC_STORE(p, x) (*(const filesec__row *volatile *)(p) = (x))
#endif

static inline int filesec__row_runs(const filesec__row *row, uint32_t bits)
{
    return (row->needs & ~bits) == 0;
}

/* The first row that runs with these bits. The last row needs none, so there always is one. */
static inline size_t filesec__pick(const filesec__table *t, uint32_t bits)
{
    size_t i = 0;

    while (i + 1 < t->count && !filesec__row_runs(filesec__row_at(t, i), bits))
        i++;
    return i;
}

FILESEC__NEVER_INLINE const filesec__row *filesec__choose_now(const filesec__table *t)
{
    const filesec__row *row = filesec__row_at(t, filesec__pick(t, filesec__cpu_probe()));

    FILESEC__ATOMIC_STORE(t->active, row);
    return row;
}

static inline const filesec__row *filesec__current(const filesec__table *t)
{
    const filesec__row *row = FILESEC__ATOMIC_LOAD(t->active);

    return row != NULL ? row : filesec__choose_now(t);
}

/*
 * How a key or a state remembers its row: one byte, the row's place in the table plus one. 0 is
 * no row, so an object that was never set up, or was wiped, is recognised: NULL.
 */
static inline unsigned char filesec__row_mark(const filesec__table *t, const filesec__row *row)
{
    return (unsigned char)(filesec__row_index(t, row) + 1);
}

static inline const filesec__row *filesec__marked_row(const filesec__table *t, unsigned mark)
{
    return mark >= 1 && mark <= t->count ? filesec__row_at(t, mark - 1) : NULL;
}
