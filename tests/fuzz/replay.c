/* SPDX-License-Identifier: 0BSD */
/*
 * tests/fuzz/replay.c: a fuzz target over files, without libFuzzer
 *
 *   replay FOLDER...    each file of each folder once
 */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#define FILE_MAX (1024 * 1024)

/* 1, or 0 after a message. */
static int replay(const char *folder, const char *name)
{
    char path[4096];
    uint8_t *data = (uint8_t *)malloc(FILE_MAX), *exact;
    size_t len, i;
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    if (file == NULL || data == NULL) {
        perror(path);
        free(data);
        return 0;
    }
    len = fread(data, 1, FILE_MAX, file);
    fclose(file);
    exact = (uint8_t *)malloc(len != 0 ? len : 1); /* so that reading behind it shows */
    for (i = 0; exact != NULL && i < len; i++)
        exact[i] = data[i];
    free(data);
    if (exact != NULL)
        LLVMFuzzerTestOneInput(exact, len);
    free(exact);
    return exact != NULL;
}

int main(int argc, char **argv)
{
    unsigned long done = 0, failed = 0;
    struct dirent *entry;
    int i;

    for (i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);

        if (folder == NULL) {
            perror(argv[i]);
            return 1;
        }
        while ((entry = readdir(folder)) != NULL) {
            if (entry->d_name[0] == '.')
                continue;
            if (replay(argv[i], entry->d_name))
                done++;
            else
                failed++;
        }
        closedir(folder);
    }
    fprintf(stderr, "%lu inputs replayed, %lu could not be read\n", done, failed);
    return failed == 0 && done != 0 ? 0 : 1;
}
