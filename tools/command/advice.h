/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "cost.h"

/*
 * advice.h: what was measured for advise, and the two forms of saying it
 */
enum { ADVICE_BLOCKS = 3, ADVICE_MIDDLE = 1 };
enum { ADVICE_SMALL = 1024 * 1024 }; /* a smaller file says nothing about rates */
extern const size_t advice_blocks[ADVICE_BLOCKS];

struct advice {
    const char *file;
    int error;
    uint64_t size, sample; /* bytes of the file; of its beginning, that were measured */
    double cached;         /* share of the sample in memory when measured warm; -1 unknown */
    double cold_cached;    /* ... that stayed there when asked to go; -1 unknown */
    struct cost warm[COST_PRIMITIVES][ADVICE_BLOCKS];
    struct cost cold[COST_PRIMITIVES]; /* blocks of 128 KiB */
    struct cost reading;               /* alone, warm, blocks of 128 KiB */
    double byte_s[COST_PRIMITIVES];    /* CPU seconds of a byte; of a small file: in memory */
    enum cost_work faster;             /* of the two that encrypt */
};

void advice_print(const struct advice *a);
void advice_json(const struct advice *a);
