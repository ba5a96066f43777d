/* SPDX-License-Identifier: 0BSD */
#include "list.h"

#include <string.h>

/*
 * line.c: one line of a list
 */

static enum list_result malformed(struct list *list, const char *reason)
{
    list->reason = reason;
    return LIST_MALFORMED;
}

static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* How many hex digits stand at p. Lines end with NUL. */
static size_t hex_len(const char *p)
{
    size_t n = 0;

    while (hex_value(p[n]) >= 0)
        n++;
    return n;
}

static int has_digest(struct list *list, const char *hex, size_t digits)
{
    size_t i;

    if (digits != 2 * list->algorithm->digest_len)
        return 0;
    for (i = 0; i < digits / 2; i++)
        list->digest[i] =
            (unsigned char)(hex_value(hex[2 * i]) << 4 | hex_value(hex[2 * i + 1]));
    return 1;
}

static enum list_result has_name(struct list *list, char *name, size_t len, int escaped)
{
    if (escaped) {
        long plain = name_unescape(name, len);

        if (plain < 0)
            return malformed(list, "a backslash before something else than \\, n or r");
        len = (size_t)plain;
    }
    if (len == 0)
        return malformed(list, "no file name");
    name[len] = '\0';
    list->name = name;
    return LIST_ENTRY;
}

/* Bytes of the tag if the line begins like TAG ( or TAG(, else 0. */
static size_t tag_len(const char *p)
{
    size_t n = 0;

    while ((p[n] >= 'A' && p[n] <= 'Z') || (p[n] >= 'a' && p[n] <= 'z') ||
           (p[n] >= '0' && p[n] <= '9') || (n != 0 && p[n] != '\0' && strchr("-/_.", p[n])))
        n++;
    return n <= 32 && (p[n] == '(' || (p[n] == ' ' && p[n + 1] == '(')) ? n : 0;
}

/* TAG (name) = hex. The name ends at the last parenthesis: it may hold others. */
static enum list_result tagged(struct list *list, char *p, size_t len, size_t tag, int escaped)
{
    char *name = p + tag + (p[tag] == ' ') + 1;
    char *end = p + len, *close;
    size_t digits;
    enum list_result result;

    list->algorithm = algorithm_tagged(p, tag);
    close = end;
    while (close > name && *close != ')')
        close--;
    if (*close != ')')
        return malformed(list, "no closing parenthesis");
    p = close + 1;
    while (is_blank(*p))
        p++;
    if (*p++ != '=')
        return malformed(list, "no equals sign after the name");
    while (is_blank(*p))
        p++;
    digits = hex_len(p);
    if (p + digits != end || digits == 0)
        return malformed(list, "no digest in hexadecimal digits at the end");
    if (list->algorithm == NULL && (digits < 8 || digits % 2 != 0))
        return malformed(list, "no digest of a known algorithm");
    if (list->algorithm != NULL && !has_digest(list, p, digits))
        return malformed(list, "a digest of the wrong length");
    result = has_name(list, name, (size_t)(close - name), escaped);
    return result == LIST_ENTRY && list->algorithm == NULL ? LIST_UNSUPPORTED : result;
}

/* hex, a blank, a space or an asterisk, name. Only SHA-512 is written like this. */
static enum list_result plain(struct list *list, char *p, size_t len, int escaped)
{
    size_t digits = hex_len(p);
    char *end = p + len;

    list->algorithm = algorithm_named("sha512");
    if (digits == 0 || !(is_blank(p[digits]) || p + digits == end))
        return malformed(list, "does not begin with a digest in hexadecimal digits");
    if (!has_digest(list, p, digits))
        return malformed(list, "a digest of the wrong length");
    p += digits;
    p += p != end;
    if (p == end)
        return malformed(list, "no file name");
    if (end - p == 1 || (*p != ' ' && *p != '*')) {
        if (list->reversed == 0)
            return malformed(list, "two characters should stand between digest and name");
        list->reversed = 1;
    } else if (list->reversed != 1) {
        list->reversed = 0;
        p++;
    }
    return has_name(list, p, (size_t)(end - p), escaped);
}

enum list_result line_read(struct list *list)
{
    char *p = list->line, *end = p + list->len;
    int escaped;
    size_t tag;

    list->name = NULL;
    if (memchr(p, '\0', list->len) != NULL)
        return malformed(list, list->number == 1 && (memcmp(p, "\xff\xfe", 2) == 0 ||
                                                     memcmp(p, "\xfe\xff", 2) == 0)
                                   ? "holds a NUL byte: this is UTF-16 text"
                                   : "holds a NUL byte (a list of hash -z needs --zero)");
    while (is_blank(*p))
        p++;
    escaped = !list->zero && *p == '\\';
    p += escaped;
    tag = tag_len(p);
    if (tag != 0)
        return tagged(list, p, (size_t)(end - p), tag, escaped);
    return plain(list, p, (size_t)(end - p), escaped);
}
