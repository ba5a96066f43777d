/* SPDX-License-Identifier: 0BSD */
/*
 * tests/run.c: all tests of the header
 *
 *   tests [--short] [--expect "x86_avx2 sha512=portable"] [--vectors FOLDER] [--huge]
 *         [--only SUITE] [--without SUITE] [--paths WORDS] [--container FOLDER] [--first]
 *
 * --only runs one suite, --without all but one. --paths tests only paths whose name holds one
 * of the words; the answers they are compared with are the same. --container reads the cases
 * about sealed files that are kept in a folder. --first ends the program at the first failure.
 *
 * Every usable path of every primitive is forced in turn, so FILESEC_PATH has no effect here.
 * The last line is "N passed, N failed, N skipped"; the exit status is 1 if anything failed.
 */
#include "emulate_sha512.h"
#include "internals.h"
#include "paths.h"
#include "suites.h"
#include "support.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    void (*run)(void);
} suites[] = {{"threads", suite_threads},
              {"select", suite_select},
              {"inspect", suite_inspect},
              {"environment", suite_environment},
              {"vectors", suite_vectors},
              {"sha512", suite_sha512},
              {"kdf", suite_kdf},
              {"residue", suite_residue},
              {"murmur3", suite_murmur3},
              {"chacha20poly1305", suite_chacha20poly1305},
              {"aes256gcm", suite_aes256gcm},
              {"container", suite_container}};

typedef struct options {
    const char *expect, *vectors, *only, *without, *paths, *container;
    int huge;
} options;

static int usage(void)
{
    size_t i;

    fprintf(stderr, "usage: tests [--short] [--expect \"PATHS\"] [--vectors FOLDER] [--huge]\n"
                    "             [--only SUITE] [--without SUITE] [--paths WORDS]\n"
                    "             [--container FOLDER] [--first]\n"
                    "--paths: only paths whose name holds one of the words, such as avx512\n"
                    "suites:");
    for (i = 0; i < COUNT(suites); i++)
        fprintf(stderr, " %s", suites[i].name);
    fprintf(stderr, "\n");
    return 2;
}

/* 0 if the arguments are not understood. */
static int read_options(options *o, int argc, char **argv)
{
    int i;

    memset(o, 0, sizeof *o);
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--short") == 0)
            test_short = 1;
        else if (strcmp(argv[i], "--huge") == 0)
            o->huge = 1;
        else if (strcmp(argv[i], "--first") == 0)
            test_stop_at_first = 1;
        else if (i + 1 == argc)
            return 0;
        else if (strcmp(argv[i], "--expect") == 0)
            o->expect = argv[++i];
        else if (strcmp(argv[i], "--vectors") == 0)
            o->vectors = argv[++i];
        else if (strcmp(argv[i], "--container") == 0)
            o->container = argv[++i];
        else if (strcmp(argv[i], "--only") == 0)
            o->only = argv[++i];
        else if (strcmp(argv[i], "--without") == 0)
            o->without = argv[++i];
        else if (strcmp(argv[i], "--paths") == 0)
            o->paths = argv[++i];
        else
            return 0;
    }
    return 1;
}

static void print_cpu(void)
{
    uint32_t bits = cpu_here();
    size_t i;

    printf("filesec %s; this CPU has:", filesec_version());
    for (i = 0; i < cpu_bit_count; i++)
        if ((bits & cpu_bits[i].bit) != 0)
            printf(" %s", cpu_bits[i].name);
    printf("%s\n", bits == 0 ? " none of the features that paths use" : "");
}

static int is_suite(const char *name)
{
    size_t i;

    for (i = 0; i < COUNT(suites); i++)
        if (strcmp(name, suites[i].name) == 0)
            return 1;
    return 0;
}

int main(int argc, char **argv)
{
    options o;
    size_t i, ran = 0;

    if (!read_options(&o, argc, argv) || (o.only != NULL && !is_suite(o.only)) ||
        (o.without != NULL && !is_suite(o.without)))
        return usage();
    if (o.paths != NULL && paths_choose(o.paths) == 0) {
        fprintf(stderr, "tests: no path's name holds one of these: %s\n", o.paths);
        return 2;
    }
    print_cpu();
    guard_open();
    guard_catch();
    if (emulate_sha512_open())
        printf("emulated in a signal handler: the SHA-512 instructions\n");
    for (i = 0; i < COUNT(suites); i++) {
        if (o.only != NULL && strcmp(o.only, suites[i].name) != 0)
            continue;
        if (o.without != NULL && strcmp(o.without, suites[i].name) == 0)
            continue;
        suites[i].run();
        ran++;
    }
    if (ran == 0)
        return usage();
    if (o.vectors != NULL)
        vectors_in_folder(o.vectors, o.huge);
    if (o.container != NULL)
        container_in_folder(o.container);
    paths_print();
    if (o.expect != NULL)
        paths_expect(o.expect);
    return test_summary();
}
