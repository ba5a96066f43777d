/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_BENCH_FILES_H
#define FILESEC_BENCH_FILES_H
/*
 * bench/files.h: what the parts of files.c share: rows, the folder of a stage, processes
 */
#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/common.h"

typedef enum files_place { FILES_TMPFS, FILES_DISK, FILES_PLACES } files_place;
typedef enum files_data {
    FILES_ONE,   /* one large file */
    FILES_MANY,  /* a tree of files of 600 kB */
    FILES_SMALL, /* a tree of files of 4 kB */
    FILES_DATA_KINDS
} files_data;

/* One comparison. Commands are words with one blank between; they run in the folder of the
   stage, which holds: in (the large file), sealed (the same, encrypted), tree (the small
   ones), and the keys key, age.key and pass. Output goes to "out". The word FILES stands for
   every file of the tree; "filesec" is ours, "copy-loop" and "plain-murmur3" are in
   files_inside.c, "seal-loop" and "libcrypto-loop" in files_loop.c. */
typedef struct files_row {
    const char *job; /* in CSV, in the table, and for --only */
    files_data data;
    files_place place;
    const char *ours, *peer;
    double target; /* of ours / peer, at most; 0: for information */
    int is_synced; /* both sides end with a sync of the file system */
    int is_new; /* left out, with a line that says so, if the command refuses it as unknown */
} files_row;

/* ---- files_rows.c: the targets. A stage's rows stand together. ---- */

#define FILES_PEAK_TARGET 64.0 /* MiB */

extern const files_row files_rows[];
extern const size_t files_row_count;

/* ---- files_options.c ---- */

typedef struct files_options {
    bench_options common; /* rounds, only, table, csv */
    uint64_t size;        /* of the large file; trees shrink in proportion */
    const char *folders[FILES_PLACES];
    char *filesec, *self; /* full paths */
} files_options;

/* 0; or 2 or 3 after a line on stderr; or -1 if --help was printed and the program is done. */
int files_options_parse(files_options *o, int argc, char **argv);
void files_options_end(files_options *o);

/* ---- files_stage.c: a folder of our own with the data in it ---- */

typedef struct files_stage {
    char *folder;
    int fd; /* of the folder */
    files_data data;
    size_t count; /* of files */
    uint64_t bytes;
    char **names; /* of the files in the tree; NULL for one file */
} files_stage;

/* The signal that asks the program to stop; 0: none so far. */
extern volatile sig_atomic_t files_stop;
void files_stage_signals(void);

/* NULL; or why there is no such stage (also after files_stop). Call the end in both cases. */
const char *files_stage_begin(files_stage *s, const files_options *o, files_data data,
                              files_place place);
void files_stage_end(files_stage *s);

/* Remove an output, file or tree, if it is there. */
void files_stage_remove(const files_stage *s, const char *name);

/* Write everything that waits in the file system of the stage. */
void files_stage_sync(const files_stage *s);

/* 1 if two files of the stage have the same content. */
int files_stage_same(const files_stage *s, const char *a, const char *b);

/* ---- files_process.c: one process, timed ---- */

typedef struct files_process {
    double seconds, cpu_seconds; /* wall clock; of all threads, user and system */
    double peak_mib;             /* resident */
    int code;                    /* exit code; 128 and up: ended by a signal; -1: not started */
} files_process;

files_process files_process_run(const files_options *o, const files_stage *s,
                                const char *command, int is_synced);

/* 1 if the first word of a command can be run. */
int files_process_exists(const char *command);

/* Show what the last process wrote to standard error. */
void files_process_show_errors(const files_stage *s);

/* ---- files_inside.c: peers that no package has ---- */

/* Run argv[1] if it is one of them: its exit code, or -1 if it is none. */
int files_inside(int argc, char **argv);

/* ---- files_report.c ---- */

typedef struct files_result {
    const files_row *row;
    size_t count, rounds;
    uint64_t bytes;
    bench_spread ours, peer, ratio;       /* seconds; NaN: not measured */
    double cpu_seconds, peer_cpu_seconds; /* medians */
    double peak_mib, peer_peak_mib;       /* the most of all rounds */
    const char *note;                     /* instead of a ratio, or NULL */
} files_result;

void files_report_begin(const files_options *o);
void files_report_result(const files_options *o, const files_result *r);
void files_report_end(const files_options *o);

#endif
