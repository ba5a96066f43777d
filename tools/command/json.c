/* SPDX-License-Identifier: 0BSD */
#include "command.h"

#include <string.h>

/*
 * json.c: strings of RFC 8259 from names that may be any bytes
 */

/* Bytes of the UTF-8 sequence at p (RFC 3629: shortest form, no surrogates); 0 if none. */
static size_t utf8_len(const unsigned char *p)
{
    unsigned c = p[0];
    unsigned lowest = 0x80, highest = 0xbf; /* of the second byte */
    size_t len, i;

    if (c < 0x80)
        return 1;
    if (c < 0xc2 || c > 0xf4)
        return 0;
    len = c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    if (c == 0xe0)
        lowest = 0xa0;
    else if (c == 0xed)
        highest = 0x9f;
    else if (c == 0xf0)
        lowest = 0x90;
    else if (c == 0xf4)
        highest = 0x8f;
    if (p[1] < lowest || p[1] > highest)
        return 0;
    for (i = 2; i < len; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    }
    return len;
}

void json_string(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;

    out_text("\"");
    while (*p != '\0') {
        size_t len = utf8_len(p);

        if (len == 0) {
            out_text("\\ufffd");
            len = 1;
        } else if (*p == '"' || *p == '\\') {
            out_format("\\%c", *p);
        } else if (*p < 0x20 || *p == 0x7f) {
            out_format("\\u%04x", *p);
        } else {
            out_bytes(p, len);
        }
        p += len;
    }
    out_text("\"");
}

void json_file(const char *name)
{
    const unsigned char *p = (const unsigned char *)name;
    size_t len = 1;

    out_text("\"file\": ");
    json_string(name);
    while (*p != '\0' && (len = utf8_len(p)) != 0)
        p += len;
    if (len == 0) {
        out_text(", \"file_bytes\": \"");
        out_hex((const unsigned char *)name, strlen(name));
        out_text("\"");
    }
}
