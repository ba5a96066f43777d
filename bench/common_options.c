/* SPDX-License-Identifier: 0BSD */
/*
 * bench/common_options.c: the command line of the two programs
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/common.h"

static const size_t default_sizes[] = {16, 64, 256, 1024, 8192, 16384, (size_t)1 << 20};

static int usage_error(const bench_program *program, const char *what, const char *argument)
{
    fprintf(stderr, "%s: %s: %s (--help lists the options)\n", program->name, argument, what);
    return 2;
}

/* A number from 1 to limit, with K or M behind it for 1024 and 1024^2; 0 if it is none. */
static size_t number_at(const char **text, size_t limit)
{
    const char *p = *text;
    size_t n = 0, unit = 1;

    while (*p >= '0' && *p <= '9') {
        n = n * 10 + (size_t)(*p++ - '0');
        if (n > limit)
            return 0;
    }
    if (*p == 'K' || *p == 'M')
        unit = *p++ == 'K' ? 1024 : (size_t)1024 * 1024;
    *text = p;
    return n <= limit / unit ? n * unit : 0;
}

static int parse_sizes(bench_options *o, const char *list)
{
    o->size_count = 0;
    for (;;) {
        size_t size = number_at(&list, BENCH_SIZE_LIMIT);

        if (size == 0 || o->size_count == BENCH_SIZES_MAX)
            return 0;
        o->sizes[o->size_count++] = size;
        if (*list == '\0')
            return 1;
        if (*list++ != ',')
            return 0;
    }
}

/* The value of option "--name" in "--name=VALUE" or "--name VALUE"; NULL if it is another. */
static const char *value_of(const char *name, int *at, int argc, char **argv)
{
    const char *argument = argv[*at];
    size_t len = strlen(name);

    if (strncmp(argument, name, len) != 0)
        return NULL;
    if (argument[len] == '=')
        return argument + len + 1;
    if (argument[len] == '\0' && *at + 1 < argc)
        return argv[++*at];
    return NULL;
}

/* "--csv" and "--json" take the place of the table; with "=FILE" they go there, beside it. */
static int parse_output(const bench_program *program, bench_options *o, FILE **out,
                        const char *file)
{
    if (*out != NULL)
        return usage_error(program, "given twice", "--csv or --json");
    if (*file == '\0') {
        if (o->table == NULL)
            return usage_error(program, "only one can go to stdout", "--csv and --json");
        o->table = NULL;
        *out = stdout;
        return 0;
    }
    *out = fopen(file + 1, "w");
    if (*out == NULL) {
        fprintf(stderr, "%s: %s: %s\n", program->name, file + 1, strerror(errno));
        return 3;
    }
    return 0;
}

/* A switch without a value; 1 if it was one. */
static int parse_switch(const bench_program *program, bench_options *o, const char *argument)
{
    if (strcmp(argument, "--quick") == 0)
        o->quick = 1;
    else if (!program->has_paths && strcmp(argument, "--current") == 0)
        o->current = 1;
    else if (program->has_paths && strcmp(argument, "--all-paths") == 0)
        o->all_paths = 1;
    else if (program->has_latency && strcmp(argument, "--latency") == 0)
        o->latency = 1;
    else
        return 0;
    return 1;
}

static int parse_one(const bench_program *program, bench_options *o, int *at, int argc,
                     char **argv)
{
    const char *argument = argv[*at], *value;
    size_t n;

    if (parse_switch(program, o, argument))
        return 0;
    if (strncmp(argument, "--csv", 5) == 0 && (argument[5] == '\0' || argument[5] == '='))
        return parse_output(program, o, &o->csv, argument + 5);
    if (strncmp(argument, "--json", 6) == 0 && (argument[6] == '\0' || argument[6] == '='))
        return parse_output(program, o, &o->json, argument + 6);
    if ((value = value_of("--sizes", at, argc, argv)) != NULL)
        return parse_sizes(o, value) ? 0 : usage_error(program, "not a list of sizes", value);
    if ((value = value_of("--only", at, argc, argv)) != NULL) {
        o->only = value;
        return 0;
    }
    if ((value = value_of("--rounds", at, argc, argv)) != NULL) {
        o->rounds = number_at(&value, 100000);
        return o->rounds != 0 && *value == '\0' ? 0
                                                : usage_error(program, "bad count", argument);
    }
    if ((value = value_of("--sample-us", at, argc, argv)) != NULL) {
        n = number_at(&value, 1000000);
        o->sample_ns = (double)n * 1000.0;
        return n != 0 && *value == '\0' ? 0 : usage_error(program, "bad time", argument);
    }
    if ((value = value_of("--cpu", at, argc, argv)) != NULL) {
        o->cpu = atoi(value);
        return *value >= '0' && *value <= '9' ? 0
                                              : usage_error(program, "bad number", argument);
    }
    return usage_error(program, "unknown option, or its value is missing", argument);
}

int bench_options_parse(bench_options *o, const bench_program *program, int argc, char **argv)
{
    size_t i;
    int at, status;

    memset(o, 0, sizeof *o);
    memcpy(o->sizes, default_sizes, sizeof default_sizes);
    o->size_count = sizeof default_sizes / sizeof default_sizes[0];
    o->table = stdout;
    o->cpu = -1;
    for (at = 1; at < argc; at++) {
        if (strcmp(argv[at], "--help") == 0) {
            fputs(program->help, stdout);
            return -1;
        }
        status = parse_one(program, o, &at, argc, argv);
        if (status != 0)
            return status;
    }
    if (o->rounds == 0)
        o->rounds = o->quick ? program->quick_rounds : program->rounds;
    if (o->sample_ns <= 0)
        o->sample_ns = o->quick ? program->quick_sample_ns : program->sample_ns;
    for (i = 0; i < o->size_count; i++) {
        if (o->sizes[i] > o->size_max)
            o->size_max = o->sizes[i];
    }
    return o->cpu >= 0 ? bench_machine_stay_on(o->cpu) : 0;
}

int bench_options_wanted(const bench_options *o, const char *operation, const char *path)
{
    const char *word = o->only;
    char row[128], wanted[64];

    if (word == NULL)
        return 1;
    snprintf(row, sizeof row, "%s/%s", operation, path);
    while (*word != '\0') {
        size_t len = strcspn(word, ",");

        if (len > 0 && len < sizeof wanted) {
            memcpy(wanted, word, len);
            wanted[len] = '\0';
            if (strstr(row, wanted) != NULL)
                return 1;
        }
        word += len + (word[len] == ',');
    }
    return 0;
}

int bench_options_close(bench_options *o, const bench_program *program)
{
    FILE *files[3];
    int i, failed = 0;

    files[0] = o->csv != stdout ? o->csv : NULL;
    files[1] = o->json != stdout ? o->json : NULL;
    files[2] = stdout;
    for (i = 0; i < 3; i++) {
        if (files[i] == NULL)
            continue;
        failed |= ferror(files[i]) != 0;
        failed |= (files[i] == stdout ? fflush(stdout) : fclose(files[i])) != 0;
    }
    if (failed)
        fprintf(stderr, "%s: the results could not be written\n", program->name);
    return failed ? 3 : 0;
}
