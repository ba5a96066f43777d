/* SPDX-License-Identifier: 0BSD */
#include "cleanup.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/*
 * cleanup.c: the handler does what is allowed in one, then the signal takes its usual course
 */
static const int fatal[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
enum { FATAL_COUNT = sizeof fatal / sizeof fatal[0] };

static struct {
    int installed, folder, terminal;
    const char *volatile file;
    const struct termios *volatile settings;
    struct termios copy;
} undo;

static void handle(int number)
{
    if (undo.file != NULL)
        (void)unlinkat(undo.folder, undo.file, 0);
    if (undo.settings != NULL)
        (void)tcsetattr(undo.terminal, TCSANOW, undo.settings);
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static void fatal_set(sigset_t *set)
{
    size_t i;

    sigemptyset(set);
    for (i = 0; i < FATAL_COUNT; i++)
        sigaddset(set, fatal[i]);
}

/* A signal that the caller of the command ignores stays ignored. */
static void install(void)
{
    struct sigaction action, old;
    size_t i;

    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    fatal_set(&action.sa_mask);
    for (i = 0; i < FATAL_COUNT; i++) {
        if (sigaction(fatal[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            (void)sigaction(fatal[i], &action, NULL);
    }
    undo.installed = 1;
}

void cleanup_hold(sigset_t *before)
{
    sigset_t set;

    if (!undo.installed)
        install();
    fatal_set(&set);
    sigprocmask(SIG_BLOCK, &set, before);
}

void cleanup_release(const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
}

void cleanup_file(int folder, const char *name)
{
    undo.folder = folder;
    undo.file = name;
}

void cleanup_terminal(int fd, const struct termios *settings)
{
    undo.terminal = fd;
    if (settings != NULL)
        undo.copy = *settings;
    undo.settings = settings != NULL ? &undo.copy : NULL;
}
