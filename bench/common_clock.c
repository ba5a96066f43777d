/* SPDX-License-Identifier: 0BSD */
/*
 * bench/common_clock.c: CPU time of this thread, and the clock rate of the core
 *
 * A time stamp counter runs at a fixed rate; the core does not. So cycles come from a chain of
 * additions, each of which needs the one before and takes one cycle, timed right beside each
 * sample.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* clock_gettime */
#endif
#include <math.h>
#include <time.h>

#include "bench/common.h"

#define CHAIN_ROUNDS 1024
#define CHAIN_LEN 64 /* additions in one round */

static double reading_cost;

double bench_clock_ns(void)
{
    struct timespec t;

#ifdef CLOCK_THREAD_CPUTIME_ID
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) != 0)
#endif
        (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

void bench_clock_begin(void)
{
    double costs[201];
    size_t i;

    for (i = 0; i < sizeof costs / sizeof costs[0]; i++) {
        double start = bench_clock_ns();

        costs[i] = bench_clock_ns() - start;
    }
    reading_cost = bench_spread_of(costs, sizeof costs / sizeof costs[0]).median;
}

double bench_clock_between(double start, double end)
{
    double ns = end - start - reading_cost;

    return ns > 0 ? ns : 0;
}

#if defined(__GNUC__) && !defined(__TINYC__)
/* One addition that the compiler can neither drop, nor merge, nor reorder. */
#define ADD(x, y) ((x) += (y), hold(&(x)))
#define ADD4(x, y) (ADD(x, y), ADD(x, y), ADD(x, y), ADD(x, y))
#define ADD16(x, y) (ADD4(x, y), ADD4(x, y), ADD4(x, y), ADD4(x, y))

static inline __attribute__((always_inline)) void hold(uintptr_t *x)
{
    __asm__ volatile("" : "+r"(*x));
}

double bench_clock_ghz(void)
{
    uintptr_t x = 1, y = 3;
    double start, ns;
    int i;

    hold(&y); /* the compiler must not know the addend */
    start = bench_clock_ns();
    for (i = 0; i < CHAIN_ROUNDS; i++) {
        ADD16(x, y);
        ADD16(x, y);
        ADD16(x, y);
        ADD16(x, y);
    }
    ns = bench_clock_between(start, bench_clock_ns());
    return ns > 0 ? (double)CHAIN_ROUNDS * CHAIN_LEN / ns : (double)NAN;
}
#else
double bench_clock_ghz(void)
{
    return (double)NAN;
}
#endif
