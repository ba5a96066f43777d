/* SPDX-License-Identifier: 0BSD */
/*
 * tests/mutants/main.c: every mutant in a process of its own
 *
 * Prints one line for each: by which case it was killed, or that it survived: a failure.
 * Before that, the same tests have to pass on the code as it is.
 */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "mutants.h"
#include "suites.h"
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOT_HERE 77 /* status of a child whose mutant cannot be made on this machine */

static unsigned passed, failed, skipped;

static void in_child(const mutant *m, int out)
{
    dup2(out, 1);
    close(out);
    guard_open();
    guard_catch();
    test_short = 1;
    test_stop_at_first = 1;
    if (m->prepare != NULL && !m->prepare())
        _Exit(NOT_HERE);
    m->test();
    test_end();
    _Exit(test_failures() != 0);
}

/* The first line of what the child printed, without its beginning "FAILED ". */
static void first_line(int in, char *text, size_t room_len)
{
    size_t len = 0;
    ssize_t n;

    while (len + 1 < room_len && (n = read(in, text + len, room_len - 1 - len)) > 0)
        len += (size_t)n;
    text[len] = '\0';
    text[strcspn(text, "\n")] = '\0';
    if (strncmp(text, "FAILED ", 7) == 0)
        memmove(text, text + 7, strlen(text + 7) + 1);
}

/* 0 if all tests passed, NOT_HERE if there was nothing to test, else 1. */
static int try(const mutant *m, char *text, size_t room_len)
{
    int ends[2], status;
    pid_t child;

    fflush(stdout);
    if (pipe(ends) != 0 || (child = fork()) < 0) {
        perror("mutants");
        exit(2);
    }
    if (child == 0) {
        close(ends[0]);
        in_child(m, ends[1]);
    }
    close(ends[1]);
    first_line(ends[0], text, room_len);
    close(ends[0]);
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == NOT_HERE))
        return WEXITSTATUS(status);
    return 1; /* or ended by a signal */
}

static void kill_all(const mutant *list)
{
    char text[400];

    for (; list->name != NULL; list++) {
        int result = try(list, text, sizeof text);

        if (result == NOT_HERE) {
            printf("skipped  %-46s: this machine has no such path\n", list->name);
            skipped++;
        } else if (result != 0) {
            printf("killed   %-46s by %.70s\n", list->name, text);
            passed++;
        } else {
            printf("SURVIVED %s\n", list->name);
            failed++;
        }
    }
}

/* Without any mutant. */
static const mutant controls[] = {{"select", NULL, suite_select},
                                  {"kdf", NULL, suite_kdf},
                                  {"sha512", NULL, suite_sha512},
                                  {"murmur3", NULL, suite_murmur3},
                                  {"chacha20poly1305", NULL, suite_chacha20poly1305},
                                  {"aes256gcm", NULL, suite_aes256gcm},
                                  {NULL, NULL, NULL}};

static void check_controls(void)
{
    const mutant *c = controls;
    char text[400];

    for (; c->name != NULL; c++) {
        if (try(c, text, sizeof text)) {
            printf("FAILED   %s without a mutant: %s\n", c->name, text);
            failed++;
        } else {
            printf("control  %-46s passes\n", c->name);
            passed++;
        }
    }
}

int main(void)
{
    check_controls();
    kill_all(kernel_mutants);
    kill_all(hash_mutants);
    kill_all(aead_mutants);
    kill_all(selection_mutants);
    printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
    return failed != 0;
}
