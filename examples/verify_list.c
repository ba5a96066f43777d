/* SPDX-License-Identifier: 0BSD */
/*
 * verify_list.c: check files against a list that sha512sum or "filesec hash" wrote
 *
 * Build:  cc -O2 -I. examples/verify_list.c -o verify_list
 * Run:    ./verify_list LIST           - is standard input
 * Exit:   0 all files are as listed; 1 a digest differs, a line is malformed, or the list is
 *         empty; 2 usage; 3 the list or a file cannot be read; of several the highest
 *
 * Plain C99. For each entry one line: NAME: OK, NAME: FAILED, or NAME: FAILED open or read. A
 * list comes from elsewhere, so nothing in it is taken on trust: lines have a limit, digests
 * all their digits, names no NUL, and names are printed so that they cannot forge a line.
 */
#define FILESEC_IMPLEMENTATION
#include "filesec.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { ALIKE, DIFFERS, USAGE, UNREADABLE };

typedef struct entry {
    uint8_t digest[64];
    char *name;
} entry;

/* One line without its end, LF or CR LF. 1: a line; 0: the end; -1: too long, or has a NUL. */
static int read_line(FILE *f, char *line, size_t room)
{
    size_t len = 0;
    int c, bad = 0;

    while ((c = getc(f)) != EOF && c != '\n') {
        if (c == '\0' || len + 1 >= room)
            bad = 1; /* read on to its end */
        else
            line[len++] = (char)c;
    }
    if (c == EOF && len == 0 && !bad)
        return 0;
    if (len != 0 && line[len - 1] == '\r')
        len--;
    line[len] = '\0';
    return bad ? -1 : 1;
}

static int hex_value(char c)
{
    const char *digits = "0123456789abcdef", *at;

    if (c >= 'A' && c <= 'F')
        c = (char)(c - 'A' + 'a');
    at = c != '\0' ? strchr(digits, c) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

/* \\, \n and \r become the characters that they stand for; anything else is malformed. */
static int unescape(char *name)
{
    const char *from = name;

    for (; *from != '\0'; from++) {
        if (*from != '\\') {
            *name++ = *from;
            continue;
        }
        from++;
        if (*from != '\\' && *from != 'n' && *from != 'r')
            return -1;
        *name++ = (char)(*from == 'n' ? '\n' : *from == 'r' ? '\r' : '\\');
    }
    *name = '\0';
    return 0;
}

/* [\]DIGEST, a blank, a blank or *, NAME. */
static int parse(char *line, entry *e)
{
    int escaped = *line == '\\', high, low, i;

    line += escaped;
    for (i = 0; i < 64; i++) {
        if ((high = hex_value(line[0])) < 0 || (low = hex_value(line[1])) < 0)
            return -1;
        e->digest[i] = (uint8_t)(high << 4 | low);
        line += 2;
    }
    if (line[0] != ' ' || (line[1] != ' ' && line[1] != '*') || line[2] == '\0')
        return -1;
    e->name = line + 2;
    return escaped ? unescape(e->name) : 0;
}

static int hash(const char *name, uint8_t digest[64])
{
    static uint8_t piece[65536];
    filesec_sha512_state s;
    FILE *f = fopen(name, "rb");
    size_t n;
    int failed;

    if (f == NULL)
        return -1;
    filesec_sha512_init(&s);
    while ((n = fread(piece, 1, sizeof piece, f)) != 0)
        filesec_sha512_update(&s, piece, n);
    failed = ferror(f);
    filesec_sha512_final(&s, digest);
    fclose(f);
    return failed ? -1 : 0;
}

static void report(const char *name, const char *result)
{
    int escaped = strpbrk(name, "\n\r") != NULL;

    if (escaped)
        putchar('\\');
    for (; *name != '\0'; name++) {
        if (escaped && *name == '\\')
            printf("\\\\");
        else if (*name == '\n')
            printf("\\n");
        else if (*name == '\r')
            printf("\\r");
        else
            putchar(*name);
    }
    printf(": %s\n", result);
}

static int check(const entry *e)
{
    uint8_t digest[64];

    if (hash(e->name, digest) != 0) {
        report(e->name, "FAILED open or read");
        return UNREADABLE;
    }
    if (!filesec_equal(digest, e->digest, sizeof digest)) {
        report(e->name, "FAILED");
        return DIFFERS;
    }
    report(e->name, "OK");
    return ALIKE;
}

static int check_list(FILE *list, const char *list_name)
{
    static char line[8192];
    unsigned long number = 0, entries = 0;
    int kind, result, worst = ALIKE;
    entry e;

    while ((kind = read_line(list, line, sizeof line)) != 0) {
        number++;
        if (kind > 0 && (line[0] == '\0' || line[0] == '#'))
            continue;
        if (kind < 0 || parse(line, &e) != 0) {
            fprintf(stderr, "verify_list: %s: line %lu is malformed\n", list_name, number);
            result = DIFFERS;
        } else {
            result = check(&e);
            entries++;
        }
        worst = result > worst ? result : worst;
    }
    if (ferror(list)) {
        fprintf(stderr, "verify_list: %s: cannot be read\n", list_name);
        return UNREADABLE;
    }
    if (entries == 0) { /* an empty list proves nothing: say so, do not say OK */
        fprintf(stderr, "verify_list: %s: no digests\n", list_name);
        worst = worst > DIFFERS ? worst : DIFFERS;
    }
    return worst;
}

int main(int argc, char **argv)
{
    FILE *list;
    int status;

    if (argc != 2) {
        fprintf(stderr, "usage: verify_list LIST\n");
        return USAGE;
    }
    list = strcmp(argv[1], "-") == 0 ? stdin : fopen(argv[1], "rb");
    if (list == NULL) {
        fprintf(stderr, "verify_list: %s: %s\n", argv[1], strerror(errno));
        return UNREADABLE;
    }
    status = check_list(list, argv[1]);
    if (list != stdin)
        fclose(list);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "verify_list: standard output: %s\n", strerror(errno));
        status = UNREADABLE;
    }
    return status;
}
