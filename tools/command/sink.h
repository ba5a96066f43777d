/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "cleanup.h"

#include <sys/stat.h>

/*
 * sink.h: where a job's bytes go: a new file that appears only when it is whole, or a stream
 */
enum sink_wish { SINK_NEVER, SINK_NEW, SINK_REPLACE };

struct sink {
    const char *name; /* for messages */
    int fd, folder;   /* folder: of a file; else -1 */
    int lent;         /* folder is somebody else's */
    enum sink_wish wish;
    int error;          /* errno of the first failure */
    char *path;         /* of the file */
    const char *leaf;   /* its last part */
    char temporary[32]; /* "": the file has no name yet */
    struct cleanup_file undo;
};

/* What a complete file is given. */
struct sink_finish {
    mode_t mode; /* of which the umask takes its part */
    int has_mtime;
    struct timespec mtime;
};

/* What becomes of a file that exists: SINK_REPLACE replaces it, the others refuse, SINK_NEW
   with a word of --force. name: "-" or NULL is standard output. Files exist under a temporary
   name, or none, until sink_complete. in: the file that will be read; it is never written.
   CODE_OK, or another after a message. */
int sink_open(struct sink *s, const char *name, enum sink_wish wish, const struct stat *in);

/* Would sink_open write to, or replace, this file? */
int sink_would_replace(const char *name, const struct stat *file);

/* 1, or 0 and s->error. */
int sink_write(struct sink *s, const void *data, size_t len);

/* Is it a new file, of which any part may be written at any time? */
int sink_by_place(const struct sink *s);

/* The same at a place in a new file, by any thread. 0, or errno. */
int sink_write_at(const struct sink *s, const void *data, size_t len, uint64_t place);

/* So many bytes of a new file will be written: where it helps, ask for room in one piece. */
void sink_reserve(const struct sink *s, uint64_t len);

/* Make a file appear, or see that a stream was written. CODE_OK, or another after a message:
   then the sink was dropped. */
int sink_complete(struct sink *s, const struct sink_finish *finish);

/* Nothing is left of a file. */
void sink_drop(struct sink *s);

/* The message for s->error; its code. */
int sink_complain(const struct sink *s);

/* ---- files of a tree --------------------------------------------------------------------- */

/* A new file leaf in an open folder, both as they are until the end; s may not move. name: for
   messages. CODE_OK, or another after a message. Any thread may do that, once the main thread
   has called sink_mask. */
int sink_open_at(struct sink *s, int folder, const char *leaf, const char *name,
                 enum sink_wish wish);

/* Give it mode and time, but no name yet. The same; after a message it was dropped. */
int sink_prepare(struct sink *s, const struct sink_finish *finish);

/* See that it is on the disk. 1, or 0 and s->error. */
int sink_sync(struct sink *s);

/* Make it appear. kept: files that are not replaced, whatever was wished. The same as
   sink_prepare. */
int sink_appear(struct sink *s, const struct stat *kept);

/* What the umask takes from modes. */
mode_t sink_mask(void);

/* ---- between sink.c and sink_file.c ------------------------------------------------------ */

/* Keep errno; 0. */
int sink_failed(struct sink *s);

/* fsync, and again if a signal came. 1, or 0 and errno. */
int sink_flush(int fd);

/* 1, or 0 and s->error. */
int sink_begin_file(struct sink *s);
int sink_begin_at(struct sink *s);
int sink_finish_file(struct sink *s, const struct sink_finish *finish);
int sink_appear_file(struct sink *s);
int sink_complete_file(struct sink *s, const struct sink_finish *finish);
