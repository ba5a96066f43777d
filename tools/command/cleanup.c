/* SPDX-License-Identifier: 0BSD */
#include "cleanup.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * cleanup.c: the handler does what is allowed in one, then the signal takes its usual course
 *
 * Who handles it first says so, then waits until no thread is between a file and its place in
 * the list. Threads that come to such a place afterwards do not go on.
 */
static const int fatal[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
enum { FATAL_COUNT = sizeof fatal / sizeof fatal[0] };

static struct {
    int terminal;
    struct cleanup_file *files;
    const struct termios *volatile settings;
    struct termios copy;
} undo;
static int ending;                                       /* atomic */
static int holding;                                      /* atomic: how many threads */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* for the list, by who holds */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void undo_files(void)
{
    const struct cleanup_file *file;

    __atomic_store_n(&ending, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&holding, __ATOMIC_SEQ_CST) != 0)
        (void)poll(NULL, 0, 1);
    for (file = undo.files; file != NULL; file = file->next)
        (void)unlinkat(file->folder, file->name, 0);
}

static void handle(int number)
{
    undo_files();
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
    (void)atexit(undo_files);
}

void cleanup_hold(sigset_t *before)
{
    sigset_t set;

    (void)pthread_once(&once, install);
    fatal_set(&set);
    (void)pthread_sigmask(SIG_BLOCK, &set, before);
    __atomic_add_fetch(&holding, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&ending, __ATOMIC_SEQ_CST)) {
        __atomic_sub_fetch(&holding, 1, __ATOMIC_SEQ_CST);
        for (;;)
            (void)poll(NULL, 0, -1);
    }
}

void cleanup_release(const sigset_t *before)
{
    __atomic_sub_fetch(&holding, 1, __ATOMIC_SEQ_CST);
    (void)pthread_sigmask(SIG_SETMASK, before, NULL);
}

void cleanup_add(struct cleanup_file *file)
{
    pthread_mutex_lock(&lock);
    file->next = undo.files;
    file->place = &undo.files;
    if (file->next != NULL)
        file->next->place = &file->next;
    undo.files = file;
    pthread_mutex_unlock(&lock);
}

void cleanup_remove(struct cleanup_file *file)
{
    if (file->place == NULL)
        return;
    pthread_mutex_lock(&lock);
    *file->place = file->next;
    if (file->next != NULL)
        file->next->place = file->place;
    file->place = NULL;
    pthread_mutex_unlock(&lock);
}

void cleanup_terminal(int fd, const struct termios *settings)
{
    undo.terminal = fd;
    if (settings != NULL)
        undo.copy = *settings;
    undo.settings = settings != NULL ? &undo.copy : NULL;
}
