/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "core/cpu.h"
#include "core/rows.h"
/*
 * core/choose.h: from a table and the CPU's bits to the row in use
 *
 * Each table has one word that says which row is active, 0 at first. Whoever finds 0 computes
 * the choice and stores it. Every thread computes the same one, and rows are constants, so a
 * relaxed atomic load and store are all that is needed: no lock, no constructor.
 */
#if FILESEC__GNU && defined(__GCC_ATOMIC_INT_LOCK_FREE) && __GCC_ATOMIC_INT_LOCK_FREE == 2
#define FILESEC__ATOMIC_LOAD(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define FILESEC__ATOMIC_STORE(p, x) __atomic_store_n(p, x, __ATOMIC_RELAXED)
#else
/* An aligned word is read and written whole on the machines of these compilers; but for those
   that gcc would call a library for, such as AVR: they have one thread, and no interrupt may
   call filesec_path_use there. */
#define FILESEC__ATOMIC_LOAD(p) (*(volatile unsigned *)(p))
#define FILESEC__ATOMIC_STORE(p, x) (*(volatile unsigned *)(p) = (x))
#endif

static inline int filesec__row_runs(const filesec__row *row, uint32_t bits)
{
    return (row->needs & ~(bits | FILESEC__CPU_PREFERENCES)) == 0;
}

/* The first row that runs with these bits and is wise there. The last row needs none, so there
   always is one. */
static inline size_t filesec__pick(const filesec__table *t, uint32_t bits)
{
    size_t i = 0;

    while (i + 1 < t->count && (filesec__row_at(t, i)->needs & ~bits) != 0)
        i++;
    return i;
}

/* The mark of row i: how a choice, a key or a state remembers its row. 0 is no row, so an
   object that was never set up, or was wiped, is recognised. */
static inline unsigned filesec__mark(size_t i)
{
    return (unsigned)i + 1;
}

FILESEC__NEVER_INLINE unsigned filesec__choose_now(const filesec__table *t)
{
    unsigned choice = filesec__mark(filesec__pick(t, filesec__cpu_probe()));

    FILESEC__ATOMIC_STORE(t->choice, choice);
    return choice;
}

/* The mark of the row in use, and FILESEC__FORCED if the user asked for it. */
static inline unsigned filesec__choice(const filesec__table *t)
{
    unsigned choice = FILESEC__ATOMIC_LOAD(t->choice);

    return choice != 0 ? choice : filesec__choose_now(t);
}

static inline const filesec__row *filesec__current(const filesec__table *t)
{
    return filesec__row_at(t, (filesec__choice(t) & ~FILESEC__FORCED) - 1);
}

static inline unsigned char filesec__row_mark(const filesec__table *t, const filesec__row *row)
{
    return (unsigned char)filesec__mark(filesec__row_index(t, row));
}

/* The row of a mark, or NULL. */
static inline const filesec__row *filesec__marked_row(const filesec__table *t, unsigned mark)
{
    return mark >= 1 && mark <= t->count ? filesec__row_at(t, mark - 1) : NULL;
}
