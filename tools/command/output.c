/* SPDX-License-Identifier: 0BSD */
#include "command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * output.c: standard output, whose every failure is kept; messages; memory
 */

static int out_error; /* errno of the first failure */

static void out_failed(void)
{
    if (out_error == 0)
        out_error = errno != 0 ? errno : EIO;
}

void out_bytes(const void *data, size_t len)
{
    if (len != 0 && fwrite(data, 1, len, stdout) != len)
        out_failed();
}

void out_text(const char *text)
{
    out_bytes(text, strlen(text));
}

void out_format(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (vfprintf(stdout, format, arguments) < 0)
        out_failed();
    va_end(arguments);
}

void out_hex(const unsigned char *data, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    char text[128];
    size_t i, used = 0;

    for (i = 0; i < len; i++) {
        text[used++] = digits[data[i] >> 4];
        text[used++] = digits[data[i] & 15];
        if (used == sizeof text || i + 1 == len) {
            out_bytes(text, used);
            used = 0;
        }
    }
}

void out_flush(void)
{
    if (fflush(stdout) != 0)
        out_failed();
}

int out_good(void)
{
    return out_error == 0;
}

int out_close(void)
{
    out_flush();
    if (fclose(stdout) != 0)
        out_failed();
    if (out_error == 0)
        return CODE_OK;
    fprintf(stderr, "filesec: standard output: %s\n", strerror(out_error));
    return CODE_IO;
}

void complain(const char *name, const char *format, ...)
{
    va_list arguments;

    out_flush();
    if (name != NULL) {
        char *visible = name_visible(name);

        fprintf(stderr, "filesec: %s: ", visible);
        free(visible);
    } else {
        fprintf(stderr, "filesec: ");
    }
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

static void *not_null(void *p)
{
    if (p == NULL) {
        fprintf(stderr, "filesec: out of memory\n");
        exit(CODE_IO);
    }
    return p;
}

void *must_allocate(size_t len)
{
    return not_null(malloc(len != 0 ? len : 1));
}

void *must_resize(void *p, size_t len)
{
    return not_null(realloc(p, len != 0 ? len : 1));
}

char *must_copy(const char *text)
{
    size_t len = strlen(text) + 1;

    return (char *)memcpy(must_allocate(len), text, len);
}
