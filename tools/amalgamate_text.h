/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TOOLS_AMALGAMATE_TEXT_H
#define FILESEC_TOOLS_AMALGAMATE_TEXT_H
/*
 * tools/amalgamate_text.h: lines in, lines out, and what may stand in them
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAME 256
#define MAX_BYTES (8u << 20) /* of the output, and of each source */

typedef struct source {
    char path[2 * MAX_NAME]; /* as messages name it */
    char *text;
    char *next; /* the line after the current one */
    int line;   /* number of the current line */
} source;

static const char *sources; /* the folder */
static int with_lines;      /* --line */
static char out[MAX_BYTES];
static size_t out_len;

static void fail(const source *s, const char *message, const char *what)
{
    if (s != NULL)
        fprintf(stderr, "%s:%d: error: %s%s\n", s->path, s->line, message, what);
    else
        fprintf(stderr, "amalgamate: error: %s%s\n", message, what);
    exit(1);
}

/* One line of output. Dropped lines leave gaps: no two empty lines in a row, unless lines are
   counted. */
static void put(const char *format, ...)
{
    size_t room = sizeof out - out_len;
    va_list args;
    int len;

    va_start(args, format);
    len = vsnprintf(out + out_len, room, format, args);
    va_end(args);
    if (len < 0 || (size_t)len + 1 >= room)
        fail(NULL, "the output is too long", "");
    if (len == 0 && !with_lines && out_len >= 2 && out[out_len - 2] == '\n')
        return;
    out_len += (size_t)len;
    out[out_len++] = '\n';
}

static void write_output(const char *path)
{
    char temporary[2 * MAX_NAME];
    FILE *f;

    if (snprintf(temporary, sizeof temporary, "%s.tmp", path) >= (int)sizeof temporary)
        fail(NULL, "name too long: ", path);
    f = fopen(temporary, "wb");
    if (f == NULL)
        fail(NULL, "cannot write ", temporary);
    if (fwrite(out, 1, out_len, f) != out_len || fclose(f) != 0 ||
        rename(temporary, path) != 0) {
        remove(temporary);
        fail(NULL, "cannot write ", path);
    }
}

/* ---- input ----------------------------------------------------------------------------- */

/* Refuse what must not get into the output. */
static void check_text(source *s, size_t len)
{
    size_t i;

    for (s->line = 1, i = 0; i < len; i++) {
        unsigned char c = (unsigned char)s->text[i];

        if (c == '\t')
            fail(s, "tab", "");
        if (c == '\r')
            fail(s, "carriage return", "");
        if (c != '\n' && (c < 0x20 || c > 0x7e))
            fail(s, "not an ASCII character", "");
        if (c == '\n' && i > 0 && s->text[i - 1] == ' ')
            fail(s, "blank at the end of the line", "");
        s->line += c == '\n';
    }
    if (len == 0 || s->text[len - 1] != '\n')
        fail(s, "the last line does not end", "");
}

static void open_source(source *s, const source *from, const char *name)
{
    size_t len;
    FILE *f;

    if (snprintf(s->path, sizeof s->path, "%s/%s", sources, name) >= (int)sizeof s->path)
        fail(from, "name too long: ", name);
    f = fopen(s->path, "rb");
    if (f == NULL)
        fail(from, "there is no file ", name);
    s->text = (char *)malloc(MAX_BYTES);
    if (s->text == NULL)
        fail(from, "out of memory", "");
    len = fread(s->text, 1, MAX_BYTES - 1, f);
    if (ferror(f) || !feof(f))
        fail(from, "cannot read, or too long: ", name);
    fclose(f);
    s->text[len] = '\0';
    check_text(s, len);
    s->next = s->text;
    s->line = 0;
}

static char *next_line(source *s)
{
    char *line = s->next, *end = strchr(line, '\n');

    if (end == NULL)
        return NULL;
    *end = '\0';
    s->next = end + 1;
    s->line++;
    return line;
}

static int starts(const char *line, const char *prefix)
{
    return strncmp(line, prefix, strlen(prefix)) == 0;
}

/* Copy what stands between prefix, at the start of line, and close; 0 if nothing does. */
static int between(const char *line, const char *prefix, char close, char value[MAX_NAME])
{
    const char *first = line + strlen(prefix);
    const char *end = starts(line, prefix) ? strchr(first, close) : NULL;

    if (end == NULL || end == first || end - first >= MAX_NAME)
        return 0;
    memcpy(value, first, (size_t)(end - first));
    value[end - first] = '\0';
    return strstr(value, "..") == NULL && value[0] != '/';
}

#endif
