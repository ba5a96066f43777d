/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_DUDECT_TTEST_H
#define FILESEC_TESTS_DUDECT_TTEST_H
/*
 * tests/dudect/ttest.h: do two classes of measurements have the same mean? Welch's t, of all
 * measurements and of those below several limits: interruptions only make a measurement longer,
 * and may hide in the long ones what the short ones show
 */
#include <stddef.h>
#include <stdint.h>

enum { TTEST_CROPS = 12 };

/* Number, mean and sum of the squared distances from it, for each of two classes. */
typedef struct welch {
    double n[2], mean[2], squares[2];
} welch;

typedef struct ttest {
    uint64_t limits[TTEST_CROPS];
    welch all, below[TTEST_CROPS];
} ttest;

/* Starts a test whose limits are percentiles of these measurements, which are sorted. */
void ttest_begin(ttest *t, uint64_t *ticks, size_t n);

void ttest_add(ttest *t, unsigned which, uint64_t ticks);

/* The largest |t| among the tests with enough measurements to speak of a mean. */
double ttest_max(const ttest *t);

#endif
