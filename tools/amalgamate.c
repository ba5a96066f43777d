/* SPDX-License-Identifier: 0BSD */
/*
 * tools/amalgamate.c: src_impl/ -> filesec.h
 *
 *   amalgamate [--line] SOURCES OUTPUT
 *
 * SOURCES/filesec.h is the table of contents. Its text is copied, apart from two directives:
 *
 *   #include "op/file.h"            that fragment's text, here and only here
 *   #pragma filesec kernels(op)     the file op/<name>.h of each ROW(op, name, GATE, ...) in
 *                                   op/kernels.h, inside #if FILESEC__HAS_<GATE>
 *
 * In a fragment, #include "op/file.h" asserts that the file stands above; the line itself is
 * dropped, as are #pragma once and the line with the licence. Directives begin in column 1.
 *
 * --line adds #line directives, so that compilers name the fragment: for development builds.
 * Nothing of the machine or the day goes into the output: same input, same bytes.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "amalgamate_text.h"

#define MAX_FRAGMENTS 512
#define LICENCE "/* SPDX-License-Identifier: 0BSD */"

typedef struct fragment {
    char name[MAX_NAME];
    int is_kernel;
} fragment;

static fragment emitted[MAX_FRAGMENTS]; /* complete ones only */
static int emitted_count;

static const fragment *find_emitted(const char *name)
{
    int i;

    for (i = 0; i < emitted_count; i++)
        if (strcmp(emitted[i].name, name) == 0)
            return &emitted[i];
    return NULL;
}

/* ---- fragments ------------------------------------------------------------------------- */

static void check_include(const source *s, const char *line, const char *name, int is_kernel)
{
    char used[MAX_NAME];

    if (between(line, "#include <", '>', used)) {
        if (strcmp(name, "core/system.h") != 0 && !starts(name, "api/"))
            fail(s, "only core/system.h and api/ include system headers: ", used);
    } else if (!between(line, "#include \"", '"', used)) {
        fail(s, "cannot read this line: ", line);
    } else if (find_emitted(used) == NULL) {
        fail(s, "uses something that comes later: ", used);
    } else if (is_kernel && find_emitted(used)->is_kernel) {
        fail(s, "a kernel uses another kernel: ", used);
    }
}

static void emit_fragment(const source *from, const char *name, int is_kernel)
{
    source s;
    char *line;

    if (find_emitted(name) != NULL)
        fail(from, "second emission of ", name);
    if (emitted_count == MAX_FRAGMENTS)
        fail(from, "too many fragments: ", name);
    open_source(&s, from, name);
    if (strcmp(next_line(&s), LICENCE) != 0)
        fail(&s, "the first line must be ", LICENCE);
    put("");
    put("/* ==== %s ==== */", name);
    if (with_lines)
        put("#line 2 \"%s\"", s.path);
    while ((line = next_line(&s)) != NULL) {
        if (starts(line, "#include"))
            check_include(&s, line, name, is_kernel);
        if (starts(line, "#pragma filesec"))
            fail(&s, "only the table of contents says ", line);
        if (!starts(line, "#include \"") && !starts(line, "#pragma once"))
            put("%s", line);
        else if (with_lines)
            put("");
    }
    free(s.text);
    strcpy(emitted[emitted_count].name, name);
    emitted[emitted_count++].is_kernel = is_kernel;
}

static void emit_row(const source *s, const char *row, const char *op)
{
    char row_op[64], name[64], gate[64], file[MAX_NAME];

    if (sscanf(row, "ROW(%63[a-z0-9_] , %63[a-z0-9_] , %63[A-Z0-9_] ,", row_op, name, gate) !=
            3 ||
        strcmp(row_op, op) != 0)
        fail(s, "not a row of this table: ", row);
    snprintf(file, sizeof file, "%s/%s.h", row_op, name);
    if (strcmp(gate, "ALWAYS") == 0) {
        emit_fragment(s, file, 1);
        return;
    }
    put("");
    put("#if FILESEC__HAS_%s", gate);
    emit_fragment(s, file, 1);
    put("#endif /* FILESEC__HAS_%s */", gate);
}

static void emit_kernels(const source *from, const char *op)
{
    char name[MAX_NAME];
    const char *line;
    source s;
    int rows = 0;

    if (snprintf(name, sizeof name, "%s/kernels.h", op) >= MAX_NAME || !find_emitted(name))
        fail(from, "the table does not stand above the kernels of ", op);
    open_source(&s, from, name);
    while ((line = next_line(&s)) != NULL) {
        line += strspn(line, " ");
        if (starts(line, "ROW(")) {
            emit_row(&s, line, op);
            rows++;
        }
    }
    if (rows == 0)
        fail(from, "no rows in ", name);
    free(s.text);
}

static void emit_contents(void)
{
    int started = 0; /* what stands above the first directive is about src_impl/ only */
    char name[MAX_NAME];
    const char *line;
    source s;

    open_source(&s, NULL, "filesec.h");
    while ((line = next_line(&s)) != NULL) {
        started |= line[0] == '#';
        if (between(line, "#include \"", '"', name))
            emit_fragment(&s, name, 0);
        else if (between(line, "#pragma filesec kernels(", ')', name))
            emit_kernels(&s, name);
        else if (starts(line, "#include") || starts(line, "#pragma"))
            fail(&s, "not a directive of the table of contents: ", line);
        if (starts(line, "#include") || starts(line, "#pragma"))
            put(with_lines ? "#line %d \"%s\"" : "", s.line + 1, s.path);
        else if (started)
            put("%s", line);
    }
    free(s.text);
}

/* ---- the whole ------------------------------------------------------------------------- */

static void emit_title(void)
{
    char version[MAX_NAME];
    const char *line;
    source s;

    open_source(&s, NULL, "api/config.h");
    do {
        line = next_line(&s);
        if (line == NULL)
            fail(&s, "no version here", "");
    } while (!between(line, "#define FILESEC_VERSION \"", '"', version));
    put("/* filesec %s: generated from src_impl/ by tools/amalgamate, do not edit */", version);
    put("%s", LICENCE);
    free(s.text);
}

/* Every file below SOURCES/folder was emitted. */
static void check_folder(const char *folder)
{
    char path[2 * MAX_NAME], name[MAX_NAME];
    struct dirent *entry;
    struct stat info;
    DIR *dir;

    snprintf(path, sizeof path, "%s/%s", sources, folder);
    dir = opendir(path);
    if (dir == NULL)
        fail(NULL, "cannot read ", path);
    while ((entry = readdir(dir)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        if (snprintf(name, sizeof name, "%s%s", folder, entry->d_name) >= MAX_NAME - 1 ||
            snprintf(path, sizeof path, "%s/%s", sources, name) >= (int)sizeof path ||
            stat(path, &info) != 0)
            fail(NULL, "cannot look at ", entry->d_name);
        if (S_ISDIR(info.st_mode))
            check_folder(strcat(name, "/"));
        else if (strcmp(name, "filesec.h") != 0 && find_emitted(name) == NULL)
            fail(NULL, "nobody includes ", path);
    }
    closedir(dir);
}

int main(int argc, char **argv)
{
    with_lines = argc > 1 && strcmp(argv[1], "--line") == 0;
    if (argc != 3 + with_lines) {
        fprintf(stderr, "usage: amalgamate [--line] SOURCES OUTPUT\n");
        return 2;
    }
    sources = argv[1 + with_lines];
    emit_title();
    emit_contents();
    check_folder("");
    write_output(argv[2 + with_lines]);
    return 0;
}
