/* SPDX-License-Identifier: 0BSD */
#include "list.h"
#include "reading.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * list.c: lines of a file, in bounded memory
 */

int list_open(struct list *list, const char *file, int zero)
{
    struct stat st;

    memset(list, 0, offsetof(struct list, buffer));
    list->file = file;
    list->zero = zero;
    list->reversed = -1;
    list->fd = reading_open(file, 0, &st, &list->error);
    return list->error;
}

void list_close(struct list *list)
{
    reading_close(list->file, list->fd);
    free(list->line);
}

static void append(struct list *list, const char *data, size_t len)
{
    if (list->len + len + 1 > list->room) {
        list->room = 2 * (list->len + len + 1);
        list->line = (char *)must_resize(list->line, list->room);
    }
    memcpy(list->line + list->len, data, len);
    list->len += len;
    list->line[list->len] = '\0';
}

/* The next line, without its end, to list->line. LIST_ENTRY if there is one. */
static enum list_result next_line(struct list *list)
{
    int any = 0, too_long = 0;

    list->len = 0;
    append(list, "", 0);
    for (;;) {
        char *start = list->buffer + list->at, *end;
        size_t len = list->filled - list->at;

        if (len == 0) {
            ssize_t got = reading_some(list->fd, list->buffer, sizeof list->buffer);

            if (got < 0) {
                list->error = errno;
                return LIST_FAILED;
            }
            list->at = 0;
            list->filled = (size_t)got;
            if (got == 0 && !any)
                return LIST_END;
            if (got == 0)
                break;
            continue;
        }
        any = 1;
        end = (char *)memchr(start, list->zero ? '\0' : '\n', len);
        len = end != NULL ? (size_t)(end - start) : len;
        if (too_long || list->len + len > LIST_LINE_MAX)
            too_long = 1;
        else
            append(list, start, len);
        list->at += len + (end != NULL);
        if (end != NULL)
            break;
    }
    list->number++;
    list->reason = "longer than 1 MiB";
    return too_long ? LIST_MALFORMED : LIST_ENTRY;
}

/* UTF-8 text may begin with a byte order mark. */
static void drop_mark(struct list *list)
{
    if (list->number == 1 && list->len >= 3 && memcmp(list->line, "\xef\xbb\xbf", 3) == 0) {
        list->len -= 3;
        memmove(list->line, list->line + 3, list->len + 1);
    }
}

enum list_result list_next(struct list *list)
{
    for (;;) {
        enum list_result result = next_line(list);

        if (result != LIST_ENTRY)
            return result;
        drop_mark(list);
        if (!list->zero && list->len != 0 && list->line[list->len - 1] == '\r')
            list->line[--list->len] = '\0';
        if (list->len == 0 || list->line[0] == '#')
            continue;
        return line_read(list);
    }
}
