/* SPDX-License-Identifier: 0BSD */
/*
 * bench/files_options.c: the command line of files.c
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* realpath */
#endif
#include "bench/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: bench-files [OPTION...]\n"
    "The jobs of the command filesec beside those of other commands, as whole processes, data\n"
    "in cache. In each round ours and the peer run one after the other, in turn first; the\n"
    "ratio of their times (wall clock, ours / peer: lower is better) is the median of the\n"
    "rounds, with the quartiles. Peers are taken from PATH.\n"
    "  --size=N         of the large file, with K, M or G (default 1G); trees of small files\n"
    "                   shrink in proportion\n"
    "  --rounds=N       an odd number (default 5)\n"
    "  --quick          16M and 3 rounds: shows that everything runs, not how fast\n"
    "  --only=WORD,...  rows whose job, place or peer holds one of these words\n"
    "  --tmpfs=DIR      a folder on a tmpfs (default /dev/shm)\n"
    "  --disk=DIR       a folder on a disk (default build)\n"
    "  --filesec=FILE   the command (default: filesec beside this program)\n"
    "  --csv=FILE       write the figures there\n"
    "Everything that is made is removed. The rows loop-... read blocks and seal them, as\n"
    "`filesec bench --file` does: ours and libcrypto in the same loop.\n"
    "Exit status: 0, also with targets missed or peers missing; 1 a command failed or gave a\n"
    "wrong result; 2 usage; 3 the CSV file cannot be written.\n";

static int wrong(const char *what, const char *argument)
{
    fprintf(stderr, "bench-files: %s: %s (--help lists the options)\n", argument, what);
    return 2;
}

/* A number from 1 to limit, with K, M or G behind it; 0 if it is none. */
static uint64_t number(const char *text, uint64_t limit)
{
    static const char units[] = "KMG";
    const char *unit;
    uint64_t n = 0;

    while (*text >= '0' && *text <= '9' && n <= limit)
        n = n * 10 + (uint64_t)(*text++ - '0');
    unit = *text != '\0' ? strchr(units, *text) : NULL;
    if (unit != NULL) {
        text++;
        for (; unit >= units && n <= limit; unit--)
            n *= 1024;
    }
    return *text == '\0' && n <= limit ? n : 0;
}

/* The value if the argument is --name=VALUE, or --name and the value follows. */
static const char *value_of(const char *name, int *at, int argc, char **argv)
{
    const char *argument = argv[*at];
    size_t len = strlen(name);

    if (strncmp(argument, name, len) != 0)
        return NULL;
    if (argument[len] == '=')
        return argument + len + 1;
    return argument[len] == '\0' && *at + 1 < argc ? argv[++*at] : NULL;
}

/* Options whose value is taken as it is. */
static const char **text_option(files_options *o, const char **filesec, const char **csv,
                                int *at, int argc, char **argv, const char **value)
{
    struct {
        const char *name, **place;
    } list[5];
    size_t i;

    list[0].name = "--only", list[0].place = &o->common.only;
    list[1].name = "--tmpfs", list[1].place = &o->folders[FILES_TMPFS];
    list[2].name = "--disk", list[2].place = &o->folders[FILES_DISK];
    list[3].name = "--filesec", list[3].place = filesec;
    list[4].name = "--csv", list[4].place = csv;
    for (i = 0; i < sizeof list / sizeof list[0]; i++) {
        *value = value_of(list[i].name, at, argc, argv);
        if (*value != NULL)
            return list[i].place;
    }
    return NULL;
}

/* Both are found from the way this program was started: make does that by a path. */
static int find_programs(files_options *o, const char *argument, const char *filesec)
{
    const char *slash = strrchr(argument, '/');
    size_t folder_len = slash != NULL ? (size_t)(slash - argument) + 1 : 0;
    char *beside = (char *)malloc(folder_len + 8);

    if (beside == NULL)
        return 2;
    sprintf(beside, "%.*sfilesec", (int)folder_len, argument);
    o->self = realpath(argument, NULL);
    o->filesec = realpath(filesec != NULL ? filesec : beside, NULL);
    free(beside);
    if (o->self == NULL || o->filesec == NULL)
        return wrong(strerror(errno), o->self == NULL ? argument : "the command filesec");
    return 0;
}

int files_options_parse(files_options *o, int argc, char **argv)
{
    const char *filesec = NULL, *csv = NULL, *value, **place;
    uint64_t rounds = 0;
    int at;

    memset(o, 0, sizeof *o);
    o->common.table = stdout;
    o->folders[FILES_TMPFS] = "/dev/shm";
    o->folders[FILES_DISK] = "build";
    for (at = 1; at < argc; at++) {
        if (strcmp(argv[at], "--help") == 0) {
            fputs(help, stdout);
            return -1;
        }
        if (strcmp(argv[at], "--quick") == 0) {
            o->common.quick = 1;
        } else if ((place = text_option(o, &filesec, &csv, &at, argc, argv, &value)) != NULL) {
            *place = value;
        } else if ((value = value_of("--size", &at, argc, argv)) != NULL) {
            o->size = number(value, (uint64_t)1 << 40);
            if (o->size == 0)
                return wrong("bad size", value);
        } else if ((value = value_of("--rounds", &at, argc, argv)) != NULL) {
            rounds = number(value, 999);
            if (rounds % 2 == 0)
                return wrong("not an odd number from 1 to 999", value);
        } else {
            return wrong("unknown option, or its value is missing", argv[at]);
        }
    }
    o->common.rounds = rounds != 0 ? (size_t)rounds : o->common.quick ? 3 : 5;
    if (o->size == 0)
        o->size = o->common.quick ? (uint64_t)16 << 20 : (uint64_t)1 << 30;
    if (find_programs(o, argv[0], filesec) != 0)
        return 2;
    if (csv != NULL && (o->common.csv = fopen(csv, "w")) == NULL) {
        fprintf(stderr, "bench-files: %s: %s\n", csv, strerror(errno));
        return 3;
    }
    return 0;
}

void files_options_end(files_options *o)
{
    free(o->self);
    free(o->filesec);
}
