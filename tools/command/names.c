/* SPDX-License-Identifier: 0BSD */
#include "command.h"

#include <stdlib.h>
#include <string.h>

/*
 * names.c: file names in lists (the escapes of coreutils 9) and in messages
 */

int name_is_odd(const char *name)
{
    return strpbrk(name, "\\\n\r") != NULL;
}

void name_put(const char *name, int escaped)
{
    while (escaped && *name != '\0') {
        size_t plain = strcspn(name, "\\\n\r");

        out_bytes(name, plain);
        name += plain;
        if (*name != '\0')
            out_text(*name == '\\' ? "\\\\" : *name == '\n' ? "\\n" : "\\r");
        name += *name != '\0';
    }
    out_text(name);
}

long name_unescape(char *name, size_t len)
{
    size_t from = 0, to = 0;

    while (from < len) {
        char c = name[from++];

        if (c == '\\') {
            if (from == len)
                return -1;
            c = name[from++];
            if (c == 'n')
                c = '\n';
            else if (c == 'r')
                c = '\r';
            else if (c != '\\')
                return -1;
        }
        name[to++] = c;
    }
    return (long)to;
}

static int is_control(unsigned char c)
{
    return c < 0x20 || c == 0x7f;
}

char *name_visible(const char *name)
{
    static const char digits[] = "0123456789abcdef";
    char *copy = (char *)must_allocate(4 * strlen(name) + 1);
    size_t i, used = 0;
    int odd = 0;

    for (i = 0; name[i] != '\0'; i++)
        odd |= is_control((unsigned char)name[i]);
    for (i = 0; name[i] != '\0'; i++) {
        unsigned char c = (unsigned char)name[i];

        if (odd && (is_control(c) || c == '\\')) {
            copy[used++] = '\\';
            if (c == '\n' || c == '\r' || c == '\t' || c == '\\') {
                copy[used++] = c == '\n' ? 'n' : c == '\r' ? 'r' : c == '\t' ? 't' : '\\';
            } else {
                copy[used++] = 'x';
                copy[used++] = digits[c >> 4];
                copy[used++] = digits[c & 15];
            }
        } else {
            copy[used++] = name[i];
        }
    }
    copy[used] = '\0';
    return copy;
}
