/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "algorithm.h"

/*
 * list.h: lists of digests, line by line
 *
 *   hex, space, space or *, name       sha512sum and hash
 *   hex, space, name                   sha512 -r of the BSDs, if the first line has this form
 *   TAG (name) = hex                   --tag; OpenSSL leaves out the first space
 *   \ before any of them               \\, \n and \r in the name stand for one character
 *
 * Lines end with newline, or CR and newline; with zero they end with NUL and have no escapes.
 * Empty lines and lines that begin with # say nothing. A line may have LIST_LINE_MAX bytes.
 */
enum { LIST_LINE_MAX = 1024 * 1024, LIST_BUFFER_LEN = 64 * 1024 };

enum list_result {
    LIST_END,
    LIST_ENTRY,
    LIST_MALFORMED,   /* reason says why */
    LIST_UNSUPPORTED, /* a good line, but its algorithm is not one of ours */
    LIST_FAILED       /* error: errno */
};

struct list {
    const char *file;
    int zero;
    /* After list_next: */
    uint64_t number; /* of the line, from 1 */
    const char *reason;
    int error;
    const struct algorithm *algorithm;
    unsigned char digest[DIGEST_MAX];
    const char *name; /* until the next call */
    /* Private: */
    int fd;
    int reversed; /* 1: one space before names; 0: two; -1: not known yet */
    size_t at, filled;
    char *line;
    size_t len, room;
    char buffer[LIST_BUFFER_LEN];
};

/* 0, or errno. "-" is standard input. */
int list_open(struct list *list, const char *file, int zero);
enum list_result list_next(struct list *list);
void list_close(struct list *list);

/* ---- line.c: the grammar ----------------------------------------------------------------- */

/* Reads list->line, which it changes. */
enum list_result line_read(struct list *list);
