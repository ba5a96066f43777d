/* SPDX-License-Identifier: 0BSD */
/* tests/dudect/ttest.c: see ttest.h */
#include "ttest.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ENOUGH = 100 };

static const double parts[TTEST_CROPS] = {0.05, 0.1, 0.2, 0.3, 0.4,  0.5,
                                          0.6,  0.7, 0.8, 0.9, 0.95, 0.99};

static int by_size(const void *a, const void *b)
{
    uint64_t x, y;

    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

void ttest_begin(ttest *t, uint64_t *ticks, size_t n)
{
    size_t i;

    memset(t, 0, sizeof *t);
    qsort(ticks, n, sizeof *ticks, by_size);
    for (i = 0; i < TTEST_CROPS; i++)
        t->limits[i] = ticks[(size_t)((double)(n - 1) * parts[i])];
}

/* One pass, without the loss of digits that a sum of squares brings. */
static void welch_add(welch *w, unsigned which, double x)
{
    double distance = x - w->mean[which];

    w->n[which] += 1;
    w->mean[which] += distance / w->n[which];
    w->squares[which] += distance * (x - w->mean[which]);
}

static double welch_t(const welch *w)
{
    double difference = fabs(w->mean[0] - w->mean[1]), error;

    if (w->n[0] < ENOUGH || w->n[1] < ENOUGH)
        return 0;
    error = w->squares[0] / (w->n[0] - 1) / w->n[0] + w->squares[1] / (w->n[1] - 1) / w->n[1];
    /* A coarse clock can show one and the same number each time. */
    if (error <= 0)
        return difference > 0 ? HUGE_VAL : 0;
    return difference / sqrt(error);
}

void ttest_add(ttest *t, unsigned which, uint64_t ticks)
{
    size_t i;

    welch_add(&t->all, which, (double)ticks);
    for (i = 0; i < TTEST_CROPS; i++)
        if (ticks <= t->limits[i])
            welch_add(&t->below[i], which, (double)ticks);
}

double ttest_max(const ttest *t)
{
    double max = welch_t(&t->all);
    size_t i;

    for (i = 0; i < TTEST_CROPS; i++)
        max = fmax(max, welch_t(&t->below[i]));
    return max;
}
