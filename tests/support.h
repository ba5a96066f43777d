/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_SUPPORT_H
#define FILESEC_TESTS_SUPPORT_H
/*
 * tests/support.h: the runner, guarded buffers, seeded bytes, hex
 *
 * A section ("sha512=x86_avx2") holds cases ("splits"), a case holds checks. What is counted at
 * the end are cases: one passes when all its checks did. A case ends where the next case or
 * section begins.
 */
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define TEST_PRINTF(nth, first) __attribute__((format(printf, nth, first)))
#else
#define TEST_PRINTF(nth, first)
#endif

/* ---- runner ---------------------------------------------------------------------------- */

void test_section(const char *format, ...) TEST_PRINTF(1, 2);
void test_case(const char *format, ...) TEST_PRINTF(1, 2);
void test_passed(void);
void test_failed(const char *file, int line, const char *format, ...) TEST_PRINTF(3, 4);
void test_skip(const char *format, ...) TEST_PRINTF(1, 2);
void test_end(void);               /* close what is open */
int test_summary(void);            /* the last line; 0, or 1 if anything failed */
unsigned long test_failures(void); /* failed cases so far, the open one included */
unsigned long test_sections(void); /* sections so far */
extern int test_stop_at_first;     /* end the process at the first failure, quietly */
extern int test_short;             /* the short suite */

/* One check; the rest is a format and what it prints when the check fails. */
#define CHECK(ok, ...)                                                                         \
    do {                                                                                       \
        if (ok)                                                                                \
            test_passed();                                                                     \
        else                                                                                   \
            test_failed(__FILE__, __LINE__, __VA_ARGS__);                                      \
    } while (0)

/* ---- guarded buffers ------------------------------------------------------------------- */

/* Memory with an inaccessible page on either side, so that a touch one byte outside ends the
   program; where there are no such pages, plain memory. Either way the rest is filled with a
   pattern that guard_clean checks. */
typedef struct guard {
    unsigned char *base;
    size_t len;
} guard;

#define GUARDS 12
#define GUARD_ROOM 20480 /* at least; more where pages are larger */

void guard_open(void);                          /* once, before the first use */
guard *guard_get(unsigned number);              /* number < GUARDS */
unsigned char *guard_end(guard *g, size_t n);   /* n bytes that end at a guard */
unsigned char *guard_begin(guard *g, size_t n); /* n bytes that begin at a guard */
int guard_clean(const guard *g, const unsigned char *p, size_t n); /* rest untouched? */
void guard_catch(void); /* turn the signal of such a touch into a failure and the last line */

/* ---- bytes ----------------------------------------------------------------------------- */

/* The same n bytes for the same seed everywhere: SplitMix64, each number little-endian. */
void seeded(void *out, size_t n, uint64_t seed);

typedef struct seeded_numbers {
    uint64_t x;
} seeded_numbers;
uint64_t seeded_next(seeded_numbers *s);
size_t seeded_below(seeded_numbers *s, size_t bound); /* 0 .. bound - 1 */

#define FNV_START UINT64_C(0xcbf29ce484222325)
uint64_t fnv(uint64_t h, const void *data, size_t n); /* FNV-1a, 64 bits */

int same(const void *a, const void *b, size_t n);           /* memcmp == 0; n may be 0 */
int all_bytes(const void *p, size_t n, unsigned char byte); /* is each of them that? */
int all_zero(const void *p, size_t n);
void *room(size_t n); /* malloc or end the program; room(0) is a pointer too */

/* The digits of n bytes in a buffer that later calls use again: for messages only. */
const char *hex(const void *p, size_t n);

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

#endif
