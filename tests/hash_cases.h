/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_HASH_CASES_H
#define FILESEC_TESTS_HASH_CASES_H
/*
 * tests/hash_cases.h: the template for hashes: all cases of a kind, for any operation, on the
 * path that is in use
 */
#include "ops.h"

void hash_cases(const hash_op *op);
void hash_few_cases(const hash_op *op); /* lengths only: for a path that is very slow */
void many_cases(const many_op *op);
void many_unforced_cases(const many_op *op); /* the default path, as before any choice */

/* 24 lengths around the sizes of blocks, of vectors and of groups of them. */
extern const size_t edge_lengths[24];

/* The lengths from 0 on of which every one is tested: up to and including this. */
size_t length_max(void);

#endif
