/* SPDX-License-Identifier: 0BSD */
/*
 * tests/paths.c: the walk over paths and kernels, and the account of it
 */
#include "paths.h"
#include "emulate_sha512.h"
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every row of the build, and whether something ran on it. */
typedef struct seen_row {
    const char *list, *name;
    int usable, ran;
} seen_row;

static seen_row seen[64];
static size_t nseen;
static const char *chosen; /* words, or NULL for all */

#define WORD_ENDS " ,\t\n"

static int is_chosen(const char *name)
{
    const char *words = chosen, *at;

    if (words == NULL)
        return 1;
    while (*(words += strspn(words, WORD_ENDS)) != '\0') {
        size_t len = strcspn(words, WORD_ENDS);

        for (at = name; strlen(at) >= len; at++)
            if (memcmp(at, words, len) == 0)
                return 1;
        words += len;
    }
    return 0;
}

static void see(const char *list, const char *name, int usable, int ran)
{
    size_t i;

    for (i = 0; i < nseen; i++)
        if (strcmp(seen[i].list, list) == 0 && strcmp(seen[i].name, name) == 0)
            break;
    if (i == COUNT(seen))
        return;
    if (i == nseen) {
        nseen++;
        seen[i].list = list;
        seen[i].name = name;
        seen[i].ran = 0;
    }
    seen[i].usable = usable;
    seen[i].ran |= ran;
}

size_t last_path(filesec_primitive p)
{
    return filesec_path_count(p) - 1;
}

int paths_emulated;

int path_is_emulated(filesec_primitive p, size_t i)
{
    return emulate_bits() != 0 && (row_needs(p, i) & emulate_bits()) != 0 &&
           (row_needs(p, i) & ~(cpu_here() | preferences() | emulate_bits())) == 0;
}

static int path_runs(filesec_primitive p, size_t i)
{
    return filesec_path_usable(p, i) || (paths_emulated && path_is_emulated(p, i));
}

void must_use(filesec_primitive p, size_t i)
{
    if (path_is_emulated(p, i)) {
        row_use(p, i);
    } else if (filesec_path_use(p, i) != FILESEC_OK) {
        fprintf(stderr, "tests: %s: cannot use path %u\n", filesec_primitive_name(p),
                (unsigned)i);
        exit(2);
    }
}

/* All rows of the build; whoever walks calls it first, which gives the list its order. */
static void see_all(void)
{
    int p, list;
    size_t i;

    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++) {
        filesec_primitive q = (filesec_primitive)p;

        for (i = 0; i < filesec_path_count(q); i++)
            see(filesec_primitive_name(q), filesec_path_name(q, i), path_runs(q, i), 0);
    }
    for (list = 0; list < (int)KERNEL_LISTS; list++) {
        kernel_list l = (kernel_list)list;

        for (i = 0; i < kernel_count(l); i++)
            see(kernel_list_name(l), kernel_name(l, i), kernel_usable(l, i), 0);
    }
}

size_t paths_choose(const char *words)
{
    size_t i, n = 0;

    chosen = words;
    see_all();
    for (i = 0; i < nseen; i++)
        n += is_chosen(seen[i].name) != 0;
    return n;
}

int path_is_chosen(filesec_primitive p, size_t i)
{
    return is_chosen(filesec_path_name(p, i));
}

static void walk_paths(filesec_primitive p, const char *label,
                       void (*fn)(size_t i, const void *arg), const void *arg)
{
    size_t i, count = filesec_path_count(p), before = filesec_path_current(p);

    see_all();
    for (i = 0; i < count; i++) {
        const char *name = filesec_path_name(p, i);

        if (!is_chosen(name))
            continue;
        if (!path_runs(p, i)) {
            if (label != NULL)
                test_skip("%s=%s: this CPU cannot run it%s", label, name,
                          path_is_emulated(p, i) ? ", and emulation is slow" : "");
            continue;
        }
        if (label != NULL)
            test_section("%s=%s", label, name);
        must_use(p, i);
        see(filesec_primitive_name(p), name, 1, 1);
        fn(i, arg);
    }
    if (count != 0)
        must_use(p, before);
}

static void walk_kernels(kernel_list list, int loud, void (*fn)(size_t i, const void *arg),
                         const void *arg)
{
    size_t i;

    see_all();
    for (i = 0; i < kernel_count(list); i++) {
        const char *label = kernel_list_name(list), *name = kernel_name(list, i);

        if (!is_chosen(name))
            continue;
        if (!kernel_usable(list, i)) {
            if (loud)
                test_skip("%s=%s: this CPU cannot run it", label, name);
            continue;
        }
        if (loud)
            test_section("%s=%s", label, name);
        see(label, name, 1, 1);
        fn(i, arg);
    }
}

void each_path(filesec_primitive p, const char *label, void (*fn)(size_t i, const void *arg),
               const void *arg)
{
    walk_paths(p, label, fn, arg);
    test_end();
}

void on_each_path(filesec_primitive p, void (*fn)(size_t i, const void *arg), const void *arg)
{
    walk_paths(p, NULL, fn, arg);
}

void each_kernel(kernel_list list, void (*fn)(size_t i, const void *arg), const void *arg)
{
    walk_kernels(list, 1, fn, arg);
    test_end();
}

void on_each_kernel(kernel_list list, void (*fn)(size_t i, const void *arg), const void *arg)
{
    walk_kernels(list, 0, fn, arg);
}

static size_t current[FILESEC_PRIMITIVE_COUNT];

void paths_remember(void)
{
    int p;

    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++)
        current[p] = filesec_path_current((filesec_primitive)p);
}

int paths_unchanged(void)
{
    int p;

    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++)
        if (filesec_path_current((filesec_primitive)p) != current[p])
            return 0;
    return 1;
}

void paths_restore(void)
{
    int p;

    for (p = 0; p < (int)FILESEC_PRIMITIVE_COUNT; p++)
        if (filesec_path_count((filesec_primitive)p) != 0)
            must_use((filesec_primitive)p, current[p]);
}

static void print_rows(const char *title, int ran)
{
    size_t i, n = 0;

    printf("%s", title);
    for (i = 0; i < nseen; i++) {
        if (seen[i].ran != ran)
            continue;
        printf("%s %s=%s", n != 0 && n % 4 == 0 ? "\n               " : "", seen[i].list,
               seen[i].name);
        n++;
    }
    printf("%s\n", n == 0 ? " none" : "");
}

void paths_print(void)
{
    test_end();
    see_all();
    print_rows("paths that ran: ", 1);
    print_rows("paths skipped:  ", 0);
}

/* word is "name" or "list=name", of len bytes. */
static int row_is(const seen_row *row, const char *word, size_t len)
{
    const char *sign = (const char *)memchr(word, '=', len);
    size_t list_len = sign != NULL ? (size_t)(sign - word) : 0;
    size_t start = sign != NULL ? list_len + 1 : 0;

    if (sign != NULL &&
        (strlen(row->list) != list_len || memcmp(row->list, word, list_len) != 0))
        return 0;
    return strlen(row->name) == len - start &&
           memcmp(row->name, word + start, len - start) == 0;
}

void paths_expect(const char *words)
{
    see_all();
    test_section("expected paths");
    while (*(words += strspn(words, WORD_ENDS)) != '\0') {
        size_t len = strcspn(words, WORD_ENDS), i, found = 0;

        test_case("%.*s", (int)(len < 60 ? len : 60), words);
        for (i = 0; i < nseen; i++) {
            if (!row_is(&seen[i], words, len))
                continue;
            found++;
            CHECK(seen[i].ran, "%s=%s was skipped: %s", seen[i].list, seen[i].name,
                  seen[i].usable ? "not run by these options" : "this CPU cannot run it");
        }
        CHECK(found != 0, "this build has no such path");
        words += len;
    }
}
