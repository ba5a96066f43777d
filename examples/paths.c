/* SPDX-License-Identifier: 0BSD */
/*
 * paths.c: which code runs on this CPU, and how to choose it
 *
 * Build:  cc -O2 -I. examples/paths.c -o paths
 * Run:    ./paths                      every path of every primitive; * is in use
 *         ./paths sha512=portable      force one path
 *         ./paths max=x86_avx2         nothing that needs more than that tier
 * Exit:   0; 1 if this build or this CPU does not have the path; 2 usage
 *
 * Plain C99. The header reads no environment: FILESEC_PATH belongs to the command. A program
 * that wants such a switch offers it as this one does. Ordinary use needs none of this.
 */
#define FILESEC_IMPLEMENTATION
#include "filesec.h"
#include <stdio.h>
#include <string.h>

static void list(void)
{
    int p;
    size_t i;

    for (p = 0; p < FILESEC_PRIMITIVE_COUNT; p++) {
        filesec_primitive primitive = (filesec_primitive)p;

        printf("%s\n", filesec_primitive_name(primitive));
        for (i = 0; i < filesec_path_count(primitive); i++)
            printf("  %c %s%s\n", i == filesec_path_current(primitive) ? '*' : ' ',
                   filesec_path_name(primitive, i),
                   filesec_path_usable(primitive, i) ? "" : " (not on this CPU)");
    }
}

/* name_len bytes at name: a primitive. path: one of its paths. */
static filesec_status force(const char *name, size_t name_len, const char *path)
{
    int p;
    size_t i;

    for (p = 0; p < FILESEC_PRIMITIVE_COUNT; p++) {
        filesec_primitive primitive = (filesec_primitive)p;
        const char *known = filesec_primitive_name(primitive);

        if (strlen(known) != name_len || memcmp(known, name, name_len) != 0)
            continue;
        for (i = 0; i < filesec_path_count(primitive); i++)
            if (strcmp(filesec_path_name(primitive, i), path) == 0)
                return filesec_path_use(primitive, i);
    }
    return FILESEC_ERR_ARGUMENT; /* no such primitive, or it has no such path in this build */
}

int main(int argc, char **argv)
{
    int i;

    for (i = 1; i < argc; i++) {
        const char *equals = strchr(argv[i], '=');
        filesec_status s;

        if (equals == NULL) {
            fprintf(stderr, "usage: paths [PRIMITIVE=PATH | max=TIER]...\n");
            return 2;
        }
        s = strncmp(argv[i], "max=", 4) == 0
                ? filesec_path_limit(equals + 1)
                : force(argv[i], (size_t)(equals - argv[i]), equals + 1);
        if (s != FILESEC_OK) {
            fprintf(stderr, "paths: %s: %s\n", argv[i], filesec_status_text(s));
            return 1;
        }
    }
    list();
    return fflush(stdout) != 0;
}
