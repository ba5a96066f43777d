/* SPDX-License-Identifier: 0BSD */
#include "encrypt.h"
#include "jobs.h"
#include "tree.h"

#include <string.h>

/*
 * encrypt.c: what encrypt is asked for
 */
enum { OPTION_CHUNK = 256, OPTION_KEY_ID, OPTION_KDF, OPTION_FORCE };

static const struct option_row options[] = {
    SECRET_OPTIONS,
    {'a', "algorithm", "ALG",
     "aes256gcm or chacha20poly1305 (default: AES-256-GCM if this\n"
     "CPU has instructions for it)"},
    {OPTION_CHUNK, "chunk", "N",
     "bytes of content in a chunk: a power of two from 1K to 16M\n"
     "(default: 64K)"},
    {OPTION_KEY_ID, "key-id", "N", "a number that tells which key it is; everyone can read it"},
    {OPTION_KDF, "kdf", "KDF",
     "from passphrase to key: argon2id (the default; 64 MiB) or\n"
     "pbkdf2 (for readers with little memory)"},
    {'o', "output", "OUT", "write to OUT instead of standard output"},
    {OPTION_FORCE, "force", NULL, "replace OUT if it exists"},
    TREE_OPTIONS,
    {'j', "jobs", "N",
     "work with N threads, with -r on N files at a time; the\n"
     "output does not depend on it"},
    PROGRESS_OPTIONS,
    {0, NULL, NULL, NULL}};

static const char notes[] =
    "IN is a file, a pipe or a device; - is standard input. Name, size, time and mode of a\n"
    "file are kept in the container, encrypted. OUT appears when it is complete, with the "
    "mode\n"
    "of IN by the umask; if anything fails there is no new file, and an old one is as it was.\n"
    "\n"
    "With -r, IN and OUT are folders: each file in IN becomes a container in OUT with the "
    "same\n"
    "path and \"" TREE_SUFFIX
    "\" behind it. OUT is made, or filled; files in it are replaced with --force only.\n"
    "A container is bound to its path in IN (with --context: to STRING/path), so that those "
    "of\n"
    "a tree cannot be exchanged; --context path opens it alone. Folders keep their mode and\n"
    "time. Symbolic links, devices, pipes and sockets are skipped with a message; the exit\n"
    "status stays 0. Names are not hidden, and that a file was taken away does not show. If\n"
    "one file fails, the others are sealed all the same.\n"
    "\n"
    "Exit status: 0; 2 wrong usage, OUT exists, or it is a terminal; 3 a file is missing, "
    "cannot\n"
    "be read or written, or changed while it was read; 4 not supported.\n";

static const filesec_container_info argon2id_costs = {
    0, {65536, 3, 4}, 0, 0, 0, FILESEC_CONTAINER_KDF_ARGON2ID, 0, {0}, {0}};
static const filesec_container_info pbkdf2_costs = {
    0, {600000, 0, 0}, 0, 0, 0, FILESEC_CONTAINER_KDF_PBKDF2, 0, {0}, {0}};

static unsigned default_suite(void)
{
    const char *path =
        filesec_path_name(FILESEC_AES256GCM, filesec_path_current(FILESEC_AES256GCM));

    return path != NULL && strcmp(path, "portable") != 0 ? FILESEC_CONTAINER_AES256GCM
                                                         : FILESEC_CONTAINER_CHACHA20POLY1305;
}

/* ---- options ----------------------------------------------------------------------------- */

static int wrong(const char *what, const char *text)
{
    complain("encrypt", "'%s' is no %s (see filesec encrypt --help)", text, what);
    return 0;
}

static int take_suite(struct encrypt *s, const char *text)
{
    if (strcmp(text, "aes256gcm") == 0)
        s->info.suite = FILESEC_CONTAINER_AES256GCM;
    else if (strcmp(text, "chacha20poly1305") == 0)
        s->info.suite = FILESEC_CONTAINER_CHACHA20POLY1305;
    else
        return wrong("algorithm", text);
    return 1;
}

static int take_kdf(struct encrypt *s, const char *text)
{
    int argon2id = strcmp(text, "argon2id") == 0;
    const filesec_container_info *costs = argon2id ? &argon2id_costs : &pbkdf2_costs;

    if (!argon2id && strcmp(text, "pbkdf2") != 0)
        return wrong("key derivation function", text);
    s->info.kdf = costs->kdf;
    memcpy(s->info.cost, costs->cost, sizeof s->info.cost);
    return 1;
}

static int take_chunk(struct encrypt *s, const char *text)
{
    const char *p = text;
    uint64_t n = 0;
    unsigned log2 = 10;

    if (read_number(&p, 16777216, &n) && (*p == 'K' || *p == 'M') && p[1] == '\0')
        n <<= *p++ == 'K' ? 10 : 20;
    while (log2 < 24 && UINT64_C(1) << log2 < n)
        log2++;
    if (*p != '\0' || n != UINT64_C(1) << log2)
        return wrong("power of two from 1K to 16M", text);
    s->info.chunk_log2 = (uint8_t)log2;
    return 1;
}

static int take_key_id(struct encrypt *s, const char *text)
{
    const char *p = text;
    uint64_t n = 0;

    if (!read_number(&p, UINT32_MAX, &n) || *p != '\0')
        return wrong("number from 0 to 4294967295", text);
    s->info.key_id = (uint32_t)n;
    return 1;
}

/* 1, or 0 after a message. */
static int take_option(struct encrypt *s, const struct options *o, int id)
{
    switch (id) {
    case 'a':
        return take_suite(s, o->value);
    case OPTION_CHUNK:
        return take_chunk(s, o->value);
    case OPTION_KEY_ID:
        return take_key_id(s, o->value);
    case OPTION_KDF:
        return take_kdf(s, o->value);
    case 'o':
        s->output = o->value;
        return 1;
    case OPTION_FORCE:
        s->force = 1;
        return 1;
    case 'j':
        s->threads = options_number(o, o->value, JOBS_THREADS_MAX);
        return s->threads != 0;
    case OPTION_PROGRESS:
    case OPTION_NO_PROGRESS:
        s->progress = id == OPTION_PROGRESS ? PROGRESS_YES : PROGRESS_NO;
        return 1;
    case 'r':
        s->recursive = 1;
        return 1;
    case OPTION_NO_PATH_BINDING:
        s->no_path_binding = 1;
        return 1;
    default:
        return secret_option(&s->secret, id, o->value);
    }
}

/* OPTION_END, or what options_next returned. */
static int read_options(struct encrypt *s, int argc, char **argv)
{
    struct options o;
    int id;

    options_begin(&o, &command_encrypt, argc, argv);
    while ((id = options_next(&o)) > OPTION_END) {
        if (!take_option(s, &o, id))
            return OPTION_WRONG;
    }
    if (id != OPTION_END)
        return id;
    if (o.operand_count != 1) {
        complain("encrypt", "one IN is needed (- is standard input)");
        return OPTION_WRONG;
    }
    s->name = o.operands[0];
    if (secret_check(&s->secret, 1, s->name, s->recursive ? NULL : s->output) != CODE_OK)
        return OPTION_WRONG;
    if (!tree_check_options("encrypt", s->recursive, s->no_path_binding, s->name, s->output))
        return OPTION_WRONG;
    if (s->info.kdf != FILESEC_CONTAINER_KDF_NONE && !secret_is_passphrase(&s->secret)) {
        complain("encrypt", "--kdf belongs to a passphrase, not to a key file");
        return OPTION_WRONG;
    }
    if (s->info.kdf == FILESEC_CONTAINER_KDF_NONE && secret_is_passphrase(&s->secret))
        (void)take_kdf(s, "argon2id");
    return OPTION_END;
}

static int run(int argc, char **argv)
{
    struct encrypt e;
    int code;

    memset(&e, 0, sizeof e);
    secret_begin(&e.secret, "encrypt");
    e.info.suite = (uint8_t)default_suite();
    e.info.chunk_log2 = 16;
    e.threads = jobs_default_threads();
    code = read_options(&e, argc, argv);
    if (code != OPTION_END)
        return code == OPTION_HELP ? CODE_OK : CODE_USAGE;
    code = encrypt_run(&e);
    secret_end(&e.secret);
    return code;
}

const struct command command_encrypt = {
    "encrypt", "IN",  "Seal a file: nobody without the key reads or changes it",
    options,   notes, run};
