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
#include "support.h"
#include "tree.h"
#include <setjmp.h>
#include <stdlib.h>

#define WORD_MAX 40

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

/* ---- words ------------------------------------------------------------------------------- */

static char words[WORDS_MAX][WORD_MAX * 2];
static char *line[WORDS_MAX + 2];

static const char *const values[] = {"4",
                                     "0",
                                     "1K",
                                     "16M",
                                     "64K",
                                     "aes256gcm",
                                     "chacha20poly1305",
                                     "argon2id",
                                     "pbkdf2",
                                     "0-",
                                     "5-9",
                                     "9-5",
                                     "sha512",
                                     "sha512-verity",
                                     "k.key",
                                     "a.txt",
                                     "bash",
                                     "-",
                                     "",
                                     "in/",
                                     "4294967296",
                                     "-1",
                                     "18446744073709551616-",
                                     "0x10",
                                     "10",
                                     "in",
                                     "out",
                                     "/dev/null",
                                     "/dev/stdin"};

/* Plain bytes, up to a NUL or the room. */
static void take_text(fuzz_input *in, char *to)
{
    size_t n = fuzz_byte(in) % WORD_MAX, i;

    for (i = 0; i < n && in->left != 0; i++) {
        to[i] = (char)(unsigned char)fuzz_byte(in);
        if (to[i] == '\0')
            break;
    }
    to[i] = '\0';
}

static void make_word(fuzz_input *in, const struct command *c, char *word)
{
    unsigned kind = fuzz_byte(in);
    const struct option_row *row = c->options;
    size_t rows = 0, which;

    while (row[rows].id != 0)
        rows++;
    which = fuzz_byte(in);
    row += which % rows;
    word[0] = '\0';
    if (kind % 4 == 0 && row->word != NULL)
        snprintf(word, WORD_MAX, "--%s", row->word);
    else if (kind % 4 == 1 && row->id < 256)
        snprintf(word, WORD_MAX, "-%c", (char)row->id);
    else if (kind % 4 == 2)
        snprintf(word, WORD_MAX, "%s", values[which % COUNT(values)]);
    if (kind & 0x40)
        strcat(word, "=");
    if (kind & 0x80)
        strcat(word, values[(kind ^ which) % COUNT(values)]);
    if (kind % 4 == 3)
        take_text(in, word + strlen(word));
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

static void judge(int code, const struct meaning *m, const struct kept *said, size_t printed)
{
    MUST(code == -1 || code == CODE_OK || code == CODE_USAGE);
    if (code == CODE_USAGE)
        MUST(printed == 0 && said->len > 10 && memcmp(said->text, "filesec: ", 9) == 0 &&
             said->text[said->len - 1] == '\n');
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

/* The name of the command to line[1]. NULL: it is none. */
static const struct command *take_command(fuzz_input *in)
{
    static char name[WORD_MAX];
    unsigned which = fuzz_byte(in), i;

    if (which < 240)
        snprintf(name, sizeof name, "%s", commands[which % COMMAND_COUNT]->name);
    else
        take_text(in, name);
    line[1] = name;
    for (i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct meaning m;
    fuzz_input in = {data, size};
    const struct command *c = take_command(&in);
    unsigned n = fuzz_byte(&in) % WORDS_MAX, i;
    struct kept said = {NULL, 0};
    size_t printed;
    int code;

    capture_begin();
    line[0] = words[0];
    for (i = 0; i + 1 < n && in.left != 0; i++) {
        make_word(&in, c != NULL ? c : &command_check, words[i]);
        line[i + 2] = words[i];
    }
    n = i;
    line[n + 2] = NULL;
    MUST(complain_keep(&said));
    fuzz_about(line[1], "words");
    if (c != NULL) {
        parse(c, (int)n + 1, line + 1, &m);
        numbers(n != 0 ? words[0] : "");
    }
    (void)capture_take(&printed);
    free(said.text);
    said.text = NULL;
    said.len = 0;
    code = run_line((int)n + 2, line);
    (void)capture_take(&printed);
    judge(code, c != NULL ? &m : NULL, &said, printed);
    free(said.text);
    MUST(complain_keep(NULL));
    return 0;
}
