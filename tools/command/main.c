/* SPDX-License-Identifier: 0BSD */
#include "command.h"

#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "filesec.h"
#include "tools/paths.h"

/*
 * main.c: the command filesec
 */

const struct command *const commands[] = {
    &command_hash, &command_check,  &command_encrypt, &command_decrypt, &command_verify,
    &command_info, &command_keygen, &command_advise,  &command_bench,   &command_selftest,
    NULL};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] - 1 };

static int print_help(void)
{
    size_t i;

    out_text("Usage: filesec COMMAND [OPTION...] [FILE...]\n\nCommands:\n");
    for (i = 0; i < COMMAND_COUNT; i++)
        out_format("  %-10s%s\n", commands[i]->name, commands[i]->purpose);
    out_text(
        "\nfilesec COMMAND --help tells more; filesec --version names the paths in use.\n"
        "\n"
        "Exit status: 0 all good; 1 a digest differs, or a container is damaged or the key\n"
        "wrong; 2 wrong usage; 3 a file is missing or cannot be read or written; 4 not\n"
        "supported. Of several the highest.\n"
        "FILESEC_PATH=sha512=portable,... or max=TIER in the environment chooses the code\n"
        "that runs.\n");
    return CODE_OK;
}

static int print_version(void)
{
    int i;

    out_format("filesec %s\n", filesec_version());
    for (i = 0; i < (int)FILESEC_PRIMITIVE_COUNT; i++) {
        filesec_primitive p = (filesec_primitive)i;

        if (filesec_path_count(p) != 0)
            out_format("%s: %s\n", filesec_primitive_name(p),
                       filesec_path_name(p, filesec_path_current(p)));
    }
    return CODE_OK;
}

/* A descriptor that the caller closed is filled, so that no data file becomes standard input
   or output; it is opened the wrong way round, so that using it is an error as it should be. */
static void fill_descriptors(void)
{
    int fd;

    for (fd = 0; fd < 3; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0)
            return;
    }
}

static int run(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : NULL;
    size_t i;

    if (name == NULL) {
        complain(NULL, "no command (see filesec --help)");
        return CODE_USAGE;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return print_help();
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        return print_version();
    /* For packages and make docs-generated. */
    if (strcmp(name, "--man") == 0)
        return manual_print();
    if (strcmp(name, "--completions") == 0)
        return completions_print(argc > 2 ? argv[2] : NULL);
    for (i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i]->name) == 0)
            return commands[i]->run(argc - 1, argv + 1);
    }
    complain(name, "no such %s (see filesec --help)", name[0] == '-' ? "option" : "command");
    return CODE_USAGE;
}

int main(int argc, char **argv)
{
    int code;

    fill_descriptors();
#ifdef M_ARENA_MAX
    /* Else threads reserve 64 MiB of address space each, which passphrases then miss. */
    (void)mallopt(M_ARENA_MAX, 1);
#endif
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error like any other, */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that may not grow */
    code = paths_from_environment();
    if (code == CODE_OK)
        code = run(argc, argv);
    return worse(code, out_close());
}
