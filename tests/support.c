/* SPDX-License-Identifier: 0BSD */
/*
 * tests/support.c: the runner, and helpers for bytes
 */
#include "support.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MESSAGES_OF_A_CASE 5 /* more say little that these do not */

int test_stop_at_first;
int test_short;

static struct {
    unsigned long passed, failed, skipped, sections;
    unsigned long cases, checks; /* of the open section */
    unsigned long case_failures; /* of the open case */
    int section_open, case_open;
    char section[96], name[96];
} now;

static void close_case(void)
{
    if (!now.case_open)
        return;
    now.case_open = 0;
    now.cases++;
    if (now.case_failures != 0)
        now.failed++;
    else
        now.passed++;
}

static void close_section(void)
{
    close_case();
    if (now.section_open && !test_stop_at_first)
        printf("%-40s %6lu cases %9lu checks\n", now.section, now.cases, now.checks);
    fflush(stdout);
    now.section_open = 0;
    now.cases = now.checks = 0;
}

void test_section(const char *format, ...)
{
    va_list args;

    close_section();
    va_start(args, format);
    vsnprintf(now.section, sizeof now.section, format, args);
    va_end(args);
    now.section_open = 1;
    now.sections++;
}

void test_case(const char *format, ...)
{
    va_list args;

    close_case();
    va_start(args, format);
    vsnprintf(now.name, sizeof now.name, format, args);
    va_end(args);
    now.case_open = 1;
    now.case_failures = 0;
}

void test_passed(void)
{
    now.checks++;
}

void test_failed(const char *file, int line, const char *format, ...)
{
    va_list args;

    if (!now.case_open)
        test_case("between cases");
    now.checks++;
    if (now.case_failures++ < MESSAGES_OF_A_CASE) {
        printf("FAILED %s: %s: ", now.section, now.name);
        va_start(args, format);
        vprintf(format, args);
        va_end(args);
        printf(" [%s:%d]\n", file, line);
    }
    if (test_stop_at_first) {
        fflush(stdout);
        _Exit(1);
    }
}

void test_skip(const char *format, ...)
{
    va_list args;

    close_case();
    now.skipped++;
    if (test_stop_at_first)
        return;
    printf("skipped: ");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

void test_end(void)
{
    close_section();
}

unsigned long test_failures(void)
{
    return now.failed + (now.case_open && now.case_failures != 0);
}

unsigned long test_sections(void)
{
    return now.sections;
}

int test_summary(void)
{
    close_section();
    printf("%lu passed, %lu failed, %lu skipped\n", now.passed, now.failed, now.skipped);
    fflush(stdout);
    return now.failed != 0 || now.passed == 0;
}

/* ---- bytes ----------------------------------------------------------------------------- */

/* SplitMix64 (Steele, Lea, Flood 2014; Vigna's constants). */
uint64_t seeded_next(seeded_numbers *s)
{
    uint64_t z = s->x += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

size_t seeded_below(seeded_numbers *s, size_t bound)
{
    return (size_t)(seeded_next(s) % bound);
}

void seeded(void *out, size_t n, uint64_t seed)
{
    unsigned char *p = (unsigned char *)out;
    seeded_numbers s;
    uint64_t z = 0;
    size_t i;

    s.x = seed;
    for (i = 0; i < n; i++) {
        z = i % 8 == 0 ? seeded_next(&s) : z >> 8;
        p[i] = (unsigned char)(z & 0xff);
    }
}

uint64_t fnv(uint64_t h, const void *data, size_t n)
{
    const unsigned char *p = (const unsigned char *)data;
    size_t i;

    for (i = 0; i < n; i++)
        h = (h ^ p[i]) * UINT64_C(0x100000001b3);
    return h;
}

int same(const void *a, const void *b, size_t n)
{
    return n == 0 || memcmp(a, b, n) == 0;
}

/* The first is, and each is what the next one is: memcmp looks at many at once, and most of
   what the tests do is to look at bytes that nobody should have touched. */
int all_bytes(const void *p, size_t n, unsigned char byte)
{
    const unsigned char *q = (const unsigned char *)p;

    return n == 0 || (q[0] == byte && memcmp(q, q + 1, n - 1) == 0);
}

int all_zero(const void *p, size_t n)
{
    return all_bytes(p, n, 0);
}

void *room(size_t n)
{
    void *p = malloc(n + 1);

    if (p == NULL) {
        fprintf(stderr, "tests: no memory\n");
        exit(2);
    }
    return p;
}

const char *hex(const void *p, size_t n)
{
    static char text[4][260];
    static unsigned turn;
    const unsigned char *q = (const unsigned char *)p;
    char *out = text[turn++ % 4];
    size_t i;

    if (n > 128)
        n = 128;
    for (i = 0; i < n; i++)
        snprintf(out + 2 * i, 3, "%02x", (unsigned)q[i]);
    out[2 * n] = '\0';
    return out;
}
