/* SPDX-License-Identifier: 0BSD */
#pragma once
/*
 * command.h: what every unit of the command filesec shares
 *
 * Include it first: it chooses the system's interfaces. The units, from the top:
 *
 *   main.c                    commands by name, --help, --version
 *   hash.c check.c            the jobs over lists and trees: verdict.c exact.c list.c line.c,
 *                             walk.c, jobs.c worker.c progress.c, algorithm.c
 *                             sha512-verity: verity_file.c verity_team.c verity_keep.c
 *                             verity_check.c verity.c
 *   bench.c advise.c          the jobs that measure: speed.c picture.c table.c, advice.c
 *                             bars.c, cost.c machine.c
 *   keygen.c encrypt.c decrypt.c verify.c info.c
 *                             the jobs with containers: encrypt_run.c sealing.c, opened.c
 *                             opened_part.c, salvage.c, pump.c engine.c engine_turn.c,
 *                             facts.c, info_print.c, sink.c sink_file.c sink_tree.c cleanup.c,
 *                             secret.c secret_key.c terminal.c argon2id.c blake2b.c, entropy.c
 *   tree.c                    the same for trees: tree_roots.c walk.c, tree_jobs.c
 *                             tree_batch.c, tree_seal.c tree_open.c tree_file.c
 *   selftest.c                the job that tests: trial.c trial_aead.c answers.c
 *   options.c output.c names.c json.c reading.c    words and bytes, in and out
 *   manual.c, completions.c completions_bash.c     the manual page, and what shells complete
 *   implementation.c          the code of filesec.h
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif
#ifndef _TIME_BITS
#define _TIME_BITS 64 /* files of 2038 and later, where words have 32 bits */
#endif
#include <stddef.h>
#include <stdint.h>

/* Of several the highest. */
enum {
    CODE_OK = 0,
    CODE_DIFFERS = 1,    /* a digest or self-test differs; wrong key, damage */
    CODE_USAGE = 2,      /* the command line is wrong */
    CODE_IO = 3,         /* a file is missing, or reading or writing failed */
    CODE_UNSUPPORTED = 4 /* not a container, over a limit, or not known here */
};

static inline int worse(int a, int b)
{
    return a > b ? a : b;
}

/* ---- options.c: one table gives parsing and --help -------------------------------------- */

struct option_row {
    int id;            /* what options_next returns: the letter, or 256 and up without one */
    const char *word;  /* after "--"; NULL if there is only a letter */
    const char *value; /* name of the value; NULL if the option takes none */
    const char *help;
};

struct command {
    const char *name;
    const char *operands;             /* as --help shows them */
    const char *purpose;              /* one line */
    const struct option_row *options; /* ends with id 0 */
    const char *notes;                /* more lines for --help */
    int (*run)(int argc, char **argv);
};

extern const struct command command_hash, command_check, command_bench, command_advise,
    command_selftest, command_encrypt, command_decrypt, command_verify, command_info,
    command_keygen;

/* main.c: all of them, then NULL. */
extern const struct command *const commands[];

/* A command line being read. Operands may stand between options; they are gathered in order. */
struct options {
    const struct command *command;
    int argc, next;
    char **argv;
    const char *cluster; /* rest of a word like -rz */
    const char *value;   /* of the option that was returned last */
    char **operands;
    int operand_count;
};

enum { OPTION_END = 0, OPTION_WRONG = -1, OPTION_HELP = -2 };

/* argv[0] is the name of the command. */
void options_begin(struct options *o, const struct command *command, int argc, char **argv);

/* The id of the next option, or OPTION_END: then operands are complete. OPTION_WRONG after a
   message: return CODE_USAGE. OPTION_HELP: help was printed, return CODE_OK. */
int options_next(struct options *o);

/* A number from 1 to max in text; 0 after a message. */
long options_number(const struct options *o, const char *text, long max);

/* The decimal digits at *text, which then stands behind them, as a number of at most max. 1, or
   0 if there is none or it is more. */
int read_number(const char **text, uint64_t max, uint64_t *x);

void options_help(const struct command *command);

/* ---- manual.c, completions.c: what the tables give besides ------------------------------- */

/* The manual page filesec(1) in roff. CODE_OK. */
int manual_print(void);

/* For bash, zsh or fish. CODE_OK, or CODE_USAGE after a message. */
int completions_print(const char *shell);

/* ---- output.c: standard output, checked; messages --------------------------------------- */

void out_bytes(const void *data, size_t len);
void out_text(const char *text);
void out_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
void out_hex(const unsigned char *data, size_t len);
void out_flush(void);

/* 1 as long as everything could be written. Long jobs stop when it is 0. */
int out_good(void);

/* Flush and close standard output. CODE_OK, or CODE_IO after a message. */
int out_close(void);

/* One line on stderr, "filesec: NAME: ...", or without NAME if it is NULL. Standard output is
   flushed before, so that the two keep their order. */
void complain(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Messages of a thread that come later, in an order of the caller's. */
struct kept {
    char *text; /* lines; NULL: none */
    size_t len;
};

/* Messages of this thread are added to *kept from now on; NULL: they appear at once, again. 1,
   or 0: they appear at once. */
int complain_keep(struct kept *kept);
int complain_is_kept(void);

/* Let them appear, and be none. */
void complain_kept(struct kept *kept);

/* ---- names.c: names are bytes ----------------------------------------------------------- */

/* Does a list line need the leading backslash for this name? (backslash, newline, CR) */
int name_is_odd(const char *name);

/* To standard output: as it is, or with backslash, newline and CR as two characters each. */
void name_put(const char *name, int escaped);

/* Undo the escapes in place; the new length, or -1 for an escape that is none. */
long name_unescape(char *name, size_t len);

/* A copy of name in which every control character is visible; the caller frees it. */
char *name_visible(const char *name);

/* ---- json.c ----------------------------------------------------------------------------- */

/* A string with its quotes. What is not UTF-8 becomes U+FFFD. */
void json_string(const char *text);

/* "file": NAME and, where the name is not UTF-8, also "file_bytes": its bytes in hex. */
void json_file(const char *name);

/* ---- memory: the command has nothing useful to do without it ---------------------------- */

/* A large one begins at a page. may_allocate: NULL if there is none. */
void *may_allocate(size_t len);
void *must_allocate(size_t len);
void *must_resize(void *p, size_t len);
char *must_copy(const char *text);
