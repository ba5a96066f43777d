/* SPDX-License-Identifier: 0BSD */
/*
 * tests/fuzz/options.c: the command line
 *
 * The input becomes words. The parser must understand them as the second reading does; then the
 * command runs up to where its work would begin: there the functions below stand in for the
 * real ones (ld --wrap) and end it. It ends with help, with a message and 2, or there; it never
 * opens a file before, and never gets there with a line that is wrong.
 */
#define main filesec_main /* this unit is the command without its beginning */
int filesec_main(int argc, char **argv);
#include "tools/command/main.c"
#undef main

#include "capture.h"
#include "cost.h"
#include "encrypt.h"
#include "exact.h"
#include "fuzz.h"
#include "machine.h"
#include "opened.h"
#include "options_model.h"
#include "options_words.h"
#include "support.h"
#include "tree.h"
#include <setjmp.h>
#include <stdlib.h>

static char *line[WORDS_MAX + 2];
static jmp_buf work_begins;
static int running;

/* ---- where work begins ------------------------------------------------------------------- */

static void work(void)
{
    MUST(running);
    longjmp(work_begins, 1);
}

/* Never called as what they are: only their names matter. */
#define STOP(name)                                                                             \
    int __wrap_##name(void);                                                                   \
    int __wrap_##name(void)                                                                    \
    {                                                                                          \
        work();                                                                                \
        return 0;                                                                              \
    }
STOP(progress_begin)
STOP(verity_keep_begin)
STOP(verity_check_open)
STOP(exact_begin)
STOP(opened_begin)
STOP(sink_open)
STOP(cost_warm)
STOP(table_print)
STOP(machine_cpu)
STOP(trial_fill_data)

/* No file is opened by reading a command line. libFuzzer's own calls come here, too. */
#define NEVER(type, name, parameters, arguments)                                               \
    type __real_##name parameters;                                                             \
    type __wrap_##name parameters;                                                             \
    type __wrap_##name parameters                                                              \
    {                                                                                          \
        MUST(!running);                                                                        \
        return __real_##name arguments;                                                        \
    }
NEVER(int, open, (const char *path, int flags, mode_t mode), (path, flags, mode))
NEVER(int, open64, (const char *path, int flags, mode_t mode), (path, flags, mode))
NEVER(int, openat, (int at, const char *path, int flags, mode_t mode), (at, path, flags, mode))
NEVER(int, openat64, (int at, const char *path, int flags, mode_t mode),
      (at, path, flags, mode))
NEVER(void *, opendir, (const char *path), (path))
NEVER(void *, fopen, (const char *path, const char *mode), (path, mode))
NEVER(void *, fopen64, (const char *path, const char *mode), (path, mode))

int __wrap_encrypt_run(struct encrypt *e);
int __wrap_encrypt_run(struct encrypt *e)
{
    MUST(e->name != NULL && e->threads >= 1);
    MUST(e->info.chunk_log2 >= 10 && e->info.chunk_log2 <= 24);
    MUST(e->info.suite == 1 || e->info.suite == 2);
    MUST((e->info.kdf != FILESEC_CONTAINER_KDF_NONE) == secret_is_passphrase(&e->secret));
    MUST(secret_given(&e->secret));
    work();
    return 0;
}

/* ---- the parser -------------------------------------------------------------------------- */

static void parse(const struct command *c, int argc, char **argv, struct meaning *m)
{
    char *copy[WORDS_MAX + 2];
    struct options o;
    int id, i, n = 0;

    memcpy(copy, argv, sizeof(char *) * (size_t)(argc + 1));
    options_model(m, c, argc, argv);
    options_begin(&o, c, argc, copy);
    while ((id = options_next(&o)) > OPTION_END) {
        MUST(n < m->event_count && m->ids[n] == id && m->values[n] == o.value);
        n++;
    }
    MUST(n == m->event_count && id == m->outcome);
    if (id != OPTION_END)
        return;
    MUST(o.operand_count == m->operand_count);
    for (i = 0; i < o.operand_count; i++)
        MUST(o.operands[i] == m->operands[i]);
}

static void numbers(const char *text)
{
    struct options o;
    const char *p = text;
    char *end;
    uint64_t x = 0;
    long n;

    memset(&o, 0, sizeof o);
    o.command = &command_hash;
    n = options_number(&o, text, 999);
    MUST(n >= 0 && n <= 999 && (n == 0 || strtol(text, &end, 10) == n));
    if (read_number(&p, 1000000, &x))
        MUST(p > text && x <= 1000000 && strtoull(text, &end, 10) == x && end == p);
}

/* ---- the command ------------------------------------------------------------------------- */

/* Exit code, or -1: work began. */
static int run_line(int argc, char **argv)
{
    volatile int code = -1;

    running = 1;
    if (setjmp(work_begins) == 0)
        code = run(argc, argv);
    running = 0;
    return code;
}

/* Whatever the words were, a message is a line with nothing in it that a terminal obeys. */
static void judge_messages(const struct kept *said)
{
    size_t i;
    int begins = 1;

    for (i = 0; i < said->len; i++) {
        unsigned char c = (unsigned char)said->text[i];

        MUST(!begins || (said->len - i > 10 && memcmp(said->text + i, "filesec: ", 9) == 0));
        begins = c == '\n';
        MUST(begins || (c >= 0x20 && c != 0x7f));
    }
    MUST(begins);
}

static void judge(int code, const struct meaning *m, const struct kept *said, size_t printed)
{
    MUST(code == -1 || code == CODE_OK || code == CODE_USAGE);
    if (code == CODE_USAGE)
        MUST(printed == 0 && said->len != 0);
    if (code == CODE_OK)
        MUST(printed > 10 && said->len == 0);
    if (m == NULL)
        MUST(code != -1);
    else if (m->outcome == OPTION_WRONG)
        MUST(code == CODE_USAGE);
    else if (m->outcome == OPTION_HELP)
        MUST(code == CODE_OK || code == CODE_USAGE); /* 2: a value before it was wrong */
    else
        MUST(code == -1 || code == CODE_USAGE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct meaning m;
    fuzz_input in = {data, size};
    const struct command *c;
    struct kept said = {NULL, 0};
    size_t printed;
    int code, n;

    capture_begin();
    n = make_line(&in, line, &c);
    MUST(complain_keep(&said));
    fuzz_about(line[1], "words");
    if (c != NULL) {
        parse(c, n - 1, line + 1, &m);
        numbers(n > 2 ? line[2] : "");
    }
    (void)capture_take(&printed);
    judge_messages(&said);
    free(said.text);
    said.text = NULL;
    said.len = 0;
    code = run_line(n, line);
    (void)capture_take(&printed);
    judge_messages(&said);
    judge(code, c != NULL ? &m : NULL, &said, printed);
    free(said.text);
    MUST(complain_keep(NULL));
    return 0;
}
