/* SPDX-License-Identifier: 0BSD */
/*
 * tests/container_kit.c: the cases of tests/container/cases.txt
 *
 * tests/container/make_cases.py made them and says what a line means; the second reader is
 * asked the same by tests/container/check_cases.py.
 */
#include "container_cases.h"
#include "suites.h"
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if FILESEC__CONTAINER

#define LINE_ROOM 16384

/* What a word of cases.txt is called as a status. */
static int status_named(const char *word, filesec_status *status)
{
    static const struct {
        const char *name;
        filesec_status status;
    } names[] = {{"ok", FILESEC_OK},
                 {"format", FILESEC_ERR_FORMAT},
                 {"unsupported", FILESEC_ERR_UNSUPPORTED},
                 {"key", FILESEC_ERR_KEY},
                 {"header", FILESEC_ERR_HEADER},
                 {"metadata", FILESEC_ERR_METADATA},
                 {"truncated", FILESEC_ERR_TRUNCATED},
                 {"trailing", FILESEC_ERR_TRAILING},
                 {"damaged", FILESEC_ERR_AUTH}};
    size_t i;

    for (i = 0; i < COUNT(names); i++) {
        if (strcmp(names[i].name, word) == 0) {
            *status = names[i].status;
            return 1;
        }
    }
    return 0;
}

/* Append `len` bytes at `at` of FOLDER/name.fsec; 0 if there are no such bytes. */
static int append_file(sealed_file *f, const char *folder, const char *name, size_t at,
                       size_t len)
{
    char path[1024];
    FILE *file;
    int good;

    snprintf(path, sizeof path, "%s/%s.fsec", folder, name);
    file = fopen(path, "rb");
    if (file == NULL || len > sizeof f->bytes - f->len)
        return 0;
    good =
        fseek(file, (long)at, SEEK_SET) == 0 && fread(f->bytes + f->len, 1, len, file) == len;
    fclose(file);
    f->len += len;
    return good;
}

static int append_hex(sealed_file *f, const char *digits)
{
    for (; digits[0] != '\0' && digits[1] != '\0'; digits += 2) {
        char pair[3] = {digits[0], digits[1], '\0'};

        if (f->len == sizeof f->bytes)
            return 0;
        f->bytes[f->len++] = (unsigned char)strtoul(pair, NULL, 16);
    }
    return digits[0] == '\0';
}

/* Append what a word stands for; *last becomes the end of its range of lengths. */
static int append_piece(sealed_file *f, const char *folder, char *word, size_t *last)
{
    char *at, *len, *dash;
    size_t n;

    if (word[0] == '=')
        return append_hex(f, word + 1);
    at = strchr(word, ':');
    len = at != NULL ? strchr(at + 1, ':') : NULL;
    if (len == NULL)
        return 0;
    *at++ = '\0';
    *len++ = '\0';
    dash = strchr(len, '-');
    n = strtoul(dash != NULL ? dash + 1 : len, NULL, 10);
    *last = dash != NULL ? n : 0;
    if (!append_file(f, folder, word, strtoul(at, NULL, 10), n))
        return 0;
    if (dash != NULL)
        f->len = strtoul(len, NULL, 10);
    return 1;
}

/* A case: f ends as the line says. */
static void judge(const char *name, const sealed_file *f, filesec_status expected,
                  const char *chunk, const char *key, const char *context)
{
    static reading r;
    unsigned char k[32];
    size_t i;
    filesec_status status;

    for (i = 0; i < 32; i++)
        k[i] = (unsigned char)(i + (key[0] == '2' ? 100 : 0));
    r.key = k;
    r.context = context[0] == '-' ? "" : context;
    r.expected = UINT64_MAX;
    r.piece = 1000;
    status = container_read(&r, f);
    CHECK(status == expected, "%s, %lu bytes: %s", name, (unsigned long)f->len,
          filesec_status_text(status));
    if (status == FILESEC_OK)
        CHECK(r.len == strtoul(chunk, NULL, 10), "%s: %lu bytes", name, (unsigned long)r.len);
    if (status == FILESEC_ERR_AUTH)
        CHECK(r.chunk == strtoul(chunk, NULL, 10), "%s: chunk %lu", name,
              (unsigned long)r.chunk);
}

/* One line; 0 if it is not understood. */
static int run_line(char *line, const char *folder)
{
    static sealed_file f;
    char *word[5], *piece;
    filesec_status expected;
    size_t i, last = 0;

    for (i = 0; i < 5; i++) {
        word[i] = strtok(i == 0 ? line : NULL, " \n");
        if (word[i] == NULL)
            return 0;
    }
    if (!status_named(word[1], &expected))
        return 0;
    f.len = 0;
    while ((piece = strtok(NULL, " \n")) != NULL)
        if (!append_piece(&f, folder, piece, &last))
            return 0;
    test_case("%s", word[0]);
    judge(word[0], &f, expected, word[2], word[3], word[4]);
    while (f.len < last) { /* the next of a range: the bytes are there already */
        f.len++;
        judge(word[0], &f, expected, word[2], word[3], word[4]);
    }
    return 1;
}

void container_in_folder(const char *folder)
{
    static char line[LINE_ROOM];
    char path[1024];
    unsigned long number = 0, cases = 0;
    FILE *file;

    snprintf(path, sizeof path, "%s/cases.txt", folder);
    file = fopen(path, "r");
    test_section("container kit");
    CHECK(file != NULL, "cannot read %s", path);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        number++;
        if (line[0] == '#')
            continue;
        cases++;
        CHECK(run_line(line, folder), "line %lu", number);
    }
    CHECK(cases > 200, "only %lu cases", cases);
    if (file != NULL)
        fclose(file);
    test_end();
}
#else
void container_in_folder(const char *folder)
{
    (void)folder;
}
#endif
