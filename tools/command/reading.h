/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

#include <sys/stat.h>
#include <sys/types.h>

/*
 * reading.h: files that are only read
 */

/* What can be wrong with a file beside errno, whose numbers are positive. */
enum {
    READ_CHANGED = -1,  /* changed while it was read */
    READ_SPECIAL = -2,  /* a device, pipe or socket where only files are wanted */
    READ_LINK = -3,     /* a symbolic link where none is followed */
    READ_IRREGULAR = -4 /* not a regular file, but the job needs one */
};

const char *reading_error_text(int error);

/* openat with O_CLOEXEC, and again if a signal came. */
int reading_openat(int folder, const char *name, int flags, mode_t mode);

/* Open for reading; "-" is standard input. found: do not follow a link and do not wait for the
   other end of a pipe. A descriptor and *st, or -1 and *error. */
int reading_open(const char *name, int found, struct stat *st, int *error);

/* Closes what reading_open gave; standard input stays open. */
void reading_close(const char *name, int fd);

/* Read len bytes, or fewer only at the end of the file. -1: errno says why. */
ssize_t reading_fill(int fd, void *data, size_t len);

/* Wait until a descriptor that does not block by itself can be read or written (POLLIN,
   POLLOUT). */
int reading_wait(int fd, short events);

/* One read, of at most len bytes, again if a signal came. */
ssize_t reading_some(int fd, void *data, size_t len);

/* 0, or READ_CHANGED if size or time of the file differ from those in *before, or errno. */
int reading_unchanged(int fd, const struct stat *before);

/* Tell the system that the file will be read from beginning to end. */
void reading_ahead(int fd, const struct stat *st);

/* An ordinary file whose length is known. */
int reading_is_file(const struct stat *st);
