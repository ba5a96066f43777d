/* SPDX-License-Identifier: 0BSD */
/*
 * tests/pages.c: buffers between pages that nobody may touch: POSIX and Windows
 *
 *   guard page | room: some pages | guard page
 */
#if !defined(_WIN32) && !defined(__wasi__)
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1 /* glibc and musl: MAP_ANONYMOUS */
#endif
#ifndef _DARWIN_C_SOURCE
#define _DARWIN_C_SOURCE 1
#endif
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif
#define HAVE_PAGES 1
#elif defined(_WIN32)
#include <signal.h>
#include <windows.h>
#define HAVE_PAGES 1
#else
#define HAVE_PAGES 0
#endif
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATTERN 0xa7

static guard guards[GUARDS];

#if defined(_WIN32)
static void guard_make(guard *g)
{
    SYSTEM_INFO info;
    unsigned char *map;
    DWORD before;

    GetSystemInfo(&info);
    g->len = (GUARD_ROOM + info.dwPageSize - 1) / info.dwPageSize * info.dwPageSize;
    map = (unsigned char *)VirtualAlloc(NULL, g->len + 2 * info.dwPageSize,
                                        MEM_RESERVE | MEM_COMMIT, PAGE_NOACCESS);
    if (map == NULL ||
        !VirtualProtect(map + info.dwPageSize, g->len, PAGE_READWRITE, &before)) {
        fprintf(stderr, "tests: no guard pages\n");
        exit(2);
    }
    g->base = map + info.dwPageSize;
}

static void guard_touched(int signal_number)
{
    (void)signal_number;
    test_failed(__FILE__, __LINE__, "memory outside a buffer was touched, or a fault");
    _exit(test_summary()); /* what follows cannot be trusted */
}

void guard_catch(void)
{
    signal(SIGSEGV, guard_touched);
}
#elif HAVE_PAGES
static void guard_make(guard *g)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t len = (GUARD_ROOM + page - 1) / page * page;
    void *map = mmap(NULL, len + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (map == MAP_FAILED ||
        mprotect((unsigned char *)map + page, len, PROT_READ | PROT_WRITE) != 0) {
        fprintf(stderr, "tests: no guard pages\n");
        exit(2);
    }
    g->base = (unsigned char *)map + page;
    g->len = len;
}

static void guard_touched(int signal_number)
{
    (void)signal_number;
    test_failed(__FILE__, __LINE__, "memory outside a buffer was touched");
    _exit(test_summary()); /* what follows cannot be trusted */
}

/* AddressSanitizer says more about a bad access than this program could. */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

void guard_catch(void)
{
    struct sigaction action;

    if (SANITIZED)
        return;
    memset(&action, 0, sizeof action);
    action.sa_handler = guard_touched;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
}
#else
static void guard_make(guard *g)
{
    g->base = (unsigned char *)room(GUARD_ROOM);
    g->len = GUARD_ROOM;
}

void guard_catch(void)
{
}
#endif

void guard_open(void)
{
    size_t i;

    for (i = 0; i < GUARDS; i++) {
        guard_make(&guards[i]);
        memset(guards[i].base, PATTERN, guards[i].len);
    }
}

guard *guard_get(unsigned number)
{
    return &guards[number];
}

unsigned char *guard_end(guard *g, size_t n)
{
    memset(g->base, PATTERN, g->len);
    return g->base + (g->len - n);
}

unsigned char *guard_begin(guard *g, size_t n)
{
    (void)n;
    memset(g->base, PATTERN, g->len);
    return g->base;
}

int guard_clean(const guard *g, const unsigned char *p, size_t n)
{
    size_t before = (size_t)(p - g->base);

    return all_bytes(g->base, before, PATTERN) &&
           all_bytes(p + n, g->len - before - n, PATTERN);
}
