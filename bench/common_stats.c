/* SPDX-License-Identifier: 0BSD */
/*
 * bench/common_stats.c: median and quartiles
 */
#include <math.h>
#include <stdlib.h>

#include "bench/common.h"

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The value at a fraction of the sorted samples, between two of them where it falls there. */
static double quantile(const double *sorted, size_t count, double fraction)
{
    double place = fraction * (double)(count - 1);
    size_t below = (size_t)place;
    size_t above = below + 1 < count ? below + 1 : below;

    return sorted[below] + (place - (double)below) * (sorted[above] - sorted[below]);
}

bench_spread bench_spread_of(double *samples, size_t count)
{
    bench_spread s = {(double)NAN, (double)NAN, (double)NAN};
    size_t i;

    for (i = 0; i < count; i++) {
        if (isnan(samples[i]))
            return s;
    }
    if (count == 0)
        return s;
    qsort(samples, count, sizeof samples[0], by_value);
    s.median = quantile(samples, count, 0.5);
    s.low = quantile(samples, count, 0.25);
    s.high = quantile(samples, count, 0.75);
    return s;
}
