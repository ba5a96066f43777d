/* SPDX-License-Identifier: 0BSD */
/*
 * bench/files_process.c: one process from its start to its end, timed
 *
 * The clock starts before the fork and stops when the process is gone, or after the sync. What
 * a process writes to standard output is lost, standard error goes to the file "errors".
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* wait4 */
#endif
#include "bench/files.h"
#include "bench/files_loop.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static int is_inside(const char *word)
{
    return strcmp(word, "copy-loop") == 0 || strcmp(word, "plain-murmur3") == 0 ||
           strcmp(word, "seal-loop") == 0 || strcmp(word, "libcrypto-loop") == 0;
}

int files_process_exists(const char *command)
{
    size_t len = strcspn(command, " ");
    const char *path = getenv("PATH");
    char word[64], file[1024];

    if (len >= sizeof word)
        return 0;
    memcpy(word, command, len);
    word[len] = '\0';
    if (strcmp(word, "libcrypto-loop") == 0)
        return files_has_libcrypto();
    if (strcmp(word, "filesec") == 0 || is_inside(word))
        return 1;
    while (path != NULL && *path != '\0') {
        size_t folder_len = strcspn(path, ":");

        if (folder_len + len + 2 < sizeof file) {
            snprintf(file, sizeof file, "%.*s/%s", (int)folder_len, path, word);
            if (access(file, X_OK) == 0)
                return 1;
        }
        path += folder_len + (path[folder_len] == ':');
    }
    return 0;
}

/* The words of a command, which is cut into them; NULL if there is no memory. */
static char **words_of(const files_options *o, const files_stage *s, char *command)
{
    char **words = (char **)malloc((strlen(command) + s->count + 4) * sizeof *words);
    char *word, *rest = command;
    size_t n = 0, i;

    if (words == NULL)
        return NULL;
    while ((word = rest) != NULL) {
        rest = strchr(word, ' ');
        if (rest != NULL)
            *rest++ = '\0';
        if (n == 0 && strcmp(word, "filesec") == 0) {
            words[n++] = o->filesec;
        } else if (strcmp(word, "FILES") == 0) {
            for (i = 0; s->names != NULL && i < s->count; i++)
                words[n++] = s->names[i];
        } else {
            if (n == 0 && is_inside(word))
                words[n++] = o->self;
            words[n++] = word;
        }
    }
    words[n] = NULL;
    return words;
}

/* In the child. */
static void become(const files_stage *s, char **words)
{
    int nothing = open("/dev/null", O_RDWR), errors;

    if (nothing < 0 || fchdir(s->fd) != 0)
        _exit(126);
    errors = open("errors", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (errors < 0 || dup2(nothing, 0) < 0 || dup2(nothing, 1) < 0 || dup2(errors, 2) < 0)
        _exit(126);
    close(nothing);
    close(errors);
    execvp(words[0], words);
    fprintf(stderr, "%s: %s\n", words[0], strerror(errno));
    _exit(127);
}

/* A signal that stops us stops the process as well. */
static int wait_for(pid_t pid, struct rusage *usage)
{
    int status, is_told = 0;

    while (wait4(pid, &status, 0, usage) < 0) {
        if (errno != EINTR)
            return -1;
        if (files_stop && !is_told)
            is_told = kill(pid, SIGTERM) == 0;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

files_process files_process_run(const files_options *o, const files_stage *s,
                                const char *command, int is_synced)
{
    files_process p = {0, 0, 0, -1};
    struct rusage usage;
    char *line = (char *)malloc(strlen(command) + 1);
    char **words = line != NULL ? words_of(o, s, strcpy(line, command)) : NULL;
    double start;
    pid_t pid;

    fflush(NULL); /* the child must not write it again */
    memset(&usage, 0, sizeof usage);
    start = now();
    pid = words != NULL && !files_stop ? fork() : -1;
    if (pid == 0)
        become(s, words);
    if (pid > 0) {
        p.code = wait_for(pid, &usage);
        if (is_synced)
            files_stage_sync(s);
        p.seconds = now() - start;
        p.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
        /* Linux counts in KiB, and begins with what this program had when it forked. */
        p.peak_mib = (double)usage.ru_maxrss / 1024;
    }
    free(words);
    free(line);
    return p;
}

void files_process_show_errors(const files_stage *s)
{
    char text[512];
    ssize_t got;
    int fd = openat(s->fd, "errors", O_RDONLY);

    while (fd >= 0 && (got = read(fd, text, sizeof text)) > 0)
        fprintf(stderr, "%.*s", (int)got, text);
    if (fd >= 0)
        close(fd);
}
