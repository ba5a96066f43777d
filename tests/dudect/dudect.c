/* SPDX-License-Identifier: 0BSD */
/*
 * tests/dudect/dudect.c: does the time a call takes depend on secrets? Measured, on every path
 * of this CPU, by the method of Reparaz, Balasch and Verbauwhede, "Dude, is my code constant
 * time?" (2017): two classes of input in random order, and a t-test of their times
 *
 *   dudect [--measurements=N] [--only=WORD]     WORD: part of a job's name or path
 *
 * The classes are secrets that are all zero against random ones, or a difference in the first
 * byte against one in the last. Two planted leaks must be found. |t| above 10 is a leak; from 5
 * on the job is measured again with four times as many, twice at most. Last line: N passed, N
 * failed
 *
 * What it does not show: that there is no leak. It sees only these two classes, lengths and
 * this CPU with its caches warm, only differences of the whole call's time that rise above the
 * machine's noise, and nothing of what another process could learn from a shared cache. For
 * that see taint.c and trace.c. On a busy machine the noise rises, and so does the number of
 * measurements that are needed. The counter of AArch64 may be coarse: the same is true there.
 */
#define _POSIX_C_SOURCE 200809L
#include "ttest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define FILESEC_IMPLEMENTATION
#include "filesec.h"

#include "jobs.h"

enum { BATCH = 1024, FIRST = 4 * BATCH, WARM = 32, REPEATS = 2 };

static input batch[BATCH], now;
static unsigned char classes[BATCH];
static uint64_t times[FIRST], wrong;
static unsigned long measurements = 100000;
static unsigned passed, failed, suspicious;
static const char *only = "";
static int any_wanted;

/* Nothing before is still under way, and nothing after has begun. */
static inline uint64_t clock_ticks(void)
{
#if defined __x86_64__
    uint32_t low, high;

    __asm__ volatile("mfence\n\tlfence\n\trdtsc\n\tlfence"
                     : "=a"(low), "=d"(high)
                     :
                     : "memory");
    return (uint64_t)high << 32 | low;
#elif defined __aarch64__
    uint64_t ticks;

    __asm__ volatile("dsb sy\n\tisb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks) : : "memory");
    return ticks;
#else
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
#endif
}

/* ---- one batch --------------------------------------------------------------------------- */

/* Both classes go the same way: random bytes, of which a mask leaves all or none. */
static void make_batch(const job *j)
{
    size_t i, k;

    for (i = 0; i < BATCH; i++) {
        unsigned which = (unsigned)(random64() >> 63);
        uint64_t mask = j->by_place ? ~UINT64_C(0) : 0 - (uint64_t)which;

        classes[i] = (unsigned char)which;
        for (k = 0; k < SECRET_LEN; k += 8) {
            uint64_t word = random64() & mask;

            memcpy(batch[i].secret + k, &word, 8);
        }
        if (j->prepare != NULL)
            j->prepare(&batch[i], j->by_place ? which : 0);
    }
}

/* The call always sees its input at the same address, and just copied there. */
static void measure_batch(const job *j, uint64_t ticks[BATCH])
{
    size_t i;

    for (i = 0; i < BATCH; i++) {
        uint64_t begin, end;
        int result;

        memcpy(&now, &batch[i], sizeof now);
        begin = clock_ticks();
        result = j->work(&now);
        end = clock_ticks();
        ticks[i] = end - begin;
        wrong += j->result != ANY_RESULT && result != j->result;
    }
}

/* The first batches give the limits, and the first calls of every batch are left out. */
static double measure(const job *j, unsigned long count)
{
    static ttest t;
    unsigned long done = 0;
    size_t i;

    for (i = 0; i < FIRST; i += BATCH) {
        make_batch(j);
        measure_batch(j, times + i);
    }
    ttest_begin(&t, times, FIRST);
    while (done < count) {
        make_batch(j);
        measure_batch(j, times);
        for (i = WARM; i < BATCH && done < count; i++, done++)
            ttest_add(&t, classes[i], times[i]);
    }
    return ttest_max(&t);
}

/* ---- all jobs ---------------------------------------------------------------------------- */

static void run(const job *j, const char *path)
{
    unsigned long count = measurements;
    const char *verdict;
    double max = measure(j, count);
    int i, is_good;

    for (i = 0; i < REPEATS && !j->is_planted && max >= 5 && max <= 10; i++) {
        printf("again   %-28s %-18s %9lu  max |t| %8.2f\n", j->name, path, count, max);
        count *= 4;
        max = measure(j, count);
    }
    verdict = max > 10 ? "leak" : max >= 5 ? "suspicious" : "no leak seen";
    is_good = j->is_planted ? max > 10 : max <= 10;
    if (wrong != 0) {
        verdict = "wrong result";
        is_good = 0;
    }
    wrong = 0;
    passed += is_good != 0;
    failed += !is_good;
    suspicious += !j->is_planted && max >= 5 && max <= 10;
    printf("%s %-28s %-18s %9lu  max |t| %8.2f  %s\n", is_good ? "ok     " : "FAILED ", j->name,
           path, count, max, verdict);
    fflush(stdout);
}

static int wanted(const job *j, const char *path)
{
    int is_named = strstr(j->name, only) != NULL || strstr(path, only) != NULL;

    any_wanted |= is_named && !j->is_planted;
    return is_named || j->is_planted;
}

static void every_path(const job *j)
{
    size_t i;

    for (i = 0; i < filesec_path_count(j->primitive); i++) {
        const char *path = filesec_path_name(j->primitive, i);

        if (!filesec_path_usable(j->primitive, i) || !wanted(j, path))
            continue;
        if (filesec_path_use(j->primitive, i) != FILESEC_OK)
            wrong++;
        run(j, path);
    }
    if (filesec_path_limit("any") != FILESEC_OK)
        wrong++;
}

int main(int argc, char **argv)
{
    size_t i;

    for (i = 1; i < (size_t)argc; i++) {
        char *end = NULL;

        if (strncmp(argv[i], "--only=", 7) == 0) {
            only = argv[i] + 7;
            continue;
        }
        if (strncmp(argv[i], "--measurements=", 15) == 0)
            measurements = strtoul(argv[i] + 15, &end, 10);
        if (end == NULL || *end != '\0' || measurements < 1000 || measurements > 1000000000) {
            fprintf(stderr, "dudect [--measurements=N] [--only=WORD], N from 1000 on\n");
            return 2;
        }
    }
    random_state = (uint64_t)time(NULL) * 1000003u ^ clock_ticks();
    for (i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        if (jobs[i].has_paths)
            every_path(&jobs[i]);
        else if (wanted(&jobs[i], "-"))
            run(&jobs[i], "-");
    }
    if (only[0] != '\0' && !any_wanted) {
        printf("FAILED  no job and no path has %s in its name\n", only);
        failed++;
    }
    printf("%u suspicious\n%u passed, %u failed\n", suspicious, passed, failed);
    return failed != 0 || wrong != 0;
}
