/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "secret.h"
#include "sink.h"

/*
 * tree.h: a job for each file of a folder and the folders below, whose results make a folder of
 * the same form
 *
 * Sealed files have a suffix, so that the two kinds of tree can be told apart. Several threads
 * work on the files; what they write appears in batches, after it reached the disk, and
 * always in the order of the paths, as do messages.
 */
#define TREE_SUFFIX ".fsec"

/* What a container of a tree is bound to. */
#define TREE_OPTIONS                                                                           \
    {'r', "recursive", NULL, "the files in the folder and the folders below; see below"},      \
    {                                                                                          \
        OPTION_NO_PATH_BINDING, "no-path-binding", NULL,                                       \
            "with -r: do not bind a file to its path in the folder"                            \
    }
enum { OPTION_NO_PATH_BINDING = 300 };

/* Do -r and the names fit together? output: "" if the command has none. 1, or 0 after a
   message. */
int tree_check_options(const char *command, int recursive, int no_path_binding,
                       const char *input, const char *output);

struct tree_folder {
    struct tree_folder *parent;
    long users; /* the walk; files, and folders in it */
    char *out_name;
    int from, to;   /* descriptors; to: -1: nothing is written */
    int created;    /* and gets mode and time at last: */
    int other_disk; /* than the tree's */
    struct stat st; /* of from */
};

struct tree_file {
    struct tree_folder *folder;
    char *text; /* holds both names */
    size_t text_room;
    const char *name, *out_name; /* for messages */
    const char *leaf, *out_leaf; /* last parts */
    const char *path;            /* from the root of the tree, without the suffix */
    size_t path_len;
    /* What became of it: */
    int code;
    struct kept messages;
    int written; /* sink is to appear */
    struct sink sink;
    uint64_t size;
};

/* Finish a file: file->written, file->size, and CODE_OK, or another after a message. own:
   memory of this thread, own_len bytes, zeros at first. */
typedef int tree_work(struct tree_file *file, void *own, const void *wish);

struct tree {
    const char *from, *to; /* to: NULL: nothing is written */
    int sealed;            /* from is: only names with the suffix are taken */
    int force;
    long threads;
    const struct secret *secret; /* whose file is never replaced */
    int no_path_binding;
    size_t own_len;
    tree_work *work;
    const void *wish;
};

/* All of it. CODE_OK, or the highest of the others after messages. */
int tree_run(const struct tree *t);

/* Open the file for reading, if it is still one. A descriptor, or -1 after a message. */
int tree_open_file(const struct tree_file *file, struct stat *st);

/* Begin file->sink, unless something stands there that is not to be replaced. CODE_OK, or
   another after a message. */
int tree_open_out(const struct tree *t, struct tree_file *file);

/* What the file is bound to: the context, a slash and the path; one of them if the other is
   empty. The caller frees it. */
char *tree_context(const struct tree *t, const struct tree_file *file, size_t *len);

/* ---- tree_seal.c, tree_open.c: the work -------------------------------------------------- */

/* Seal: tree_run with everything but own_len, work and wish. key: 32 bytes. */
int tree_seal(struct tree *t, const filesec_container_info *info, const uint8_t key[32]);

/* Open, or verify if t->to is NULL. */
int tree_open(struct tree *t, struct secret *secret, int allow_costs);

/* ---- tree_jobs.c: the threads, and what follows on them ---------------------------------- */

struct tree_jobs;

/* sync: a descriptor of the disk that is written to, or -1. */
struct tree_jobs *tree_jobs_begin(const struct tree *t, int sync);

/* Where the next file is described; its text is kept from use to use, the rest is zeros. Waits
   for a place. */
struct tree_file *tree_jobs_place(struct tree_jobs *jobs);

/* It was described. work: 0: there is nothing to do but show its messages. */
void tree_jobs_add(struct tree_jobs *jobs, int work);

/* Finish all, end the threads; the code. */
int tree_jobs_end(struct tree_jobs *jobs);

/* ---- tree_batch.c ------------------------------------------------------------------------ */

/* Finished files one after the other in a ring: those that were written reach the disk and
   appear, messages too. The code. */
struct tree_batch {
    const struct tree *tree;
    int sync;
    struct tree_file *ring;
    size_t places;
    uint64_t first, end; /* which, modulo places */
    int has_kept;
    struct stat kept; /* never replaced */
};
int tree_batch_finish(const struct tree_batch *b);

/* See that everything on the disk of an open folder, names too, is really on it: 1. 0: errno,
   or the system cannot do that. */
int tree_sync(int fd);
int tree_can_sync(void);

/* One user less; without any it gets its mode and time. CODE_OK, or another after a message. */
int tree_folder_release(struct tree_folder *folder);
