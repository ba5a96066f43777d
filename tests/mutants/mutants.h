/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_MUTANTS_H
#define FILESEC_TESTS_MUTANTS_H
/*
 * tests/mutants/mutants.h: deliberately broken kernels and operations
 *
 * The tests must fail on each of them, or they would not notice such a fault in filesec.h. Each
 * mutant is prepared in a process of its own and tested there until the first check fails.
 */
typedef struct mutant {
    const char *name; /* what is wrong with it */
    int (*prepare)(
        void);          /* breaks something for the rest of the process; 0: not possible here */
    void (*test)(void); /* the tests that are to notice */
} mutant;

/* Lists that end with a name of NULL. */
extern const mutant kernel_mutants[];    /* a row's function replaced by a wrapper */
extern const mutant aead_mutants[];      /* an AEAD behind wrappers */
extern const mutant hash_mutants[];      /* a hash behind wrappers */
extern const mutant selection_mutants[]; /* feature bits and the choice of a row */

#endif
