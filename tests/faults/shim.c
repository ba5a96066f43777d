/* SPDX-License-Identifier: 0BSD */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shim.h"

/*
 * shim.c: what becomes of the n-th call of a kind
 *
 * A library for LD_PRELOAD, for tests only: 64-bit Linux with glibc. The environment says what
 * happens; without FAULT_CALL calls are counted only.
 *
 *   FAULT_CALL=KIND     one of the names below
 *   FAULT_AT=N          the N-th call of that kind, from 1; 0: every call
 *   FAULT_ON=1          and all that follow
 *   FAULT_DO=ERRNO      it fails; of every call (0) every second one in each thread, so that
 *                       what tries again gets on
 *            one half   it does 1 byte, or half of what it should
 *            SIG...     this signal comes just before it
 *            run        /bin/sh does FAULT_RUN just before it
 *   FAULT_REPORT=FILE   gets "hit" when it happens, and at the end the number of calls of each
 *                       kind
 *   FAULT_NAMED=1       no file without a name: O_TMPFILE is not supported
 *   FAULT_RANDOM=1      random bytes are always the same, but for short names
 *
 * A process that hangs is ended by SIGALRM after half a minute.
 */
static const char *const kinds[KINDS] = {"read", "write",  "sync",   "rename", "link",
                                         "open", "close",  "resize", "attrib", "alloc",
                                         "map",  "thread", "random", "stat",   "hint"};

static const struct {
    const char *name;
    int number;
} numbers[] = {{"EIO", EIO},
               {"ENOSPC", ENOSPC},
               {"EINTR", EINTR},
               {"EMFILE", EMFILE},
               {"ENOMEM", ENOMEM},
               {"EAGAIN", EAGAIN},
               {"EPERM", EPERM},
               {"EINVAL", EINVAL},
               {"ENOSYS", ENOSYS},
               {"EDQUOT", EDQUOT},
               {"ENOTSUP", ENOTSUP},
               {"SIGHUP", SIGHUP},
               {"SIGINT", SIGINT},
               {"SIGTERM", SIGTERM},
               {"SIGQUIT", SIGQUIT},
               {"SIGKILL", SIGKILL},
               {"one", 0},
               {"half", 0},
               {"run", 0}};

enum what { FAIL, SHORT_ONE, SHORT_HALF, SIGNAL, RUN };

static struct {
    int active; /* set last: what the loader calls does not count */
    int has_plan, on;
    enum kind kind;
    enum what what;
    int number; /* of the error or the signal */
    long at;
    const char *run, *report;
} plan;
int shim_named, shim_fixed;
static long counts[KINDS];
static __thread int odd __attribute__((tls_model("initial-exec")));
static long (*next_syscall)(long number, ...);

void shim_find(void *function, const char *name)
{
    void *p = dlsym(RTLD_NEXT, name);

    if (p == NULL)
        abort();
    memcpy(function, &p, sizeof p);
}

long shim_call(long number, long a, long b, long c, long d, long e, long f)
{
    if (next_syscall == NULL)
        shim_find(&next_syscall, "syscall");
    return next_syscall(number, a, b, c, d, e, f);
}

/* ---- the plan ---------------------------------------------------------------------------- */

static void wrong(const char *what)
{
    fprintf(stderr, "shim: %s is missing or unknown\n", what);
    _exit(99);
}

static void read_action(const char *text)
{
    size_t i;

    for (i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (text != NULL && strcmp(text, numbers[i].name) == 0)
            break;
    }
    if (i == sizeof numbers / sizeof numbers[0]) {
        wrong("FAULT_DO");
        return;
    }
    plan.number = numbers[i].number;
    plan.what = text[0] == 'o'   ? SHORT_ONE
                : text[0] == 'h' ? SHORT_HALF
                : text[0] == 'r' ? RUN
                : text[0] == 'S' ? SIGNAL
                                 : FAIL;
}

__attribute__((constructor)) static void begin(void)
{
    const char *kind = getenv("FAULT_CALL"), *at = getenv("FAULT_AT");
    const char *named = getenv("FAULT_NAMED"), *fixed = getenv("FAULT_RANDOM");
    const char *on = getenv("FAULT_ON");
    int i;

    (void)shim_call(SYS_getpid, 0, 0, 0, 0, 0, 0);
    plan.report = getenv("FAULT_REPORT");
    plan.run = getenv("FAULT_RUN");
    shim_named = named != NULL && *named == '1';
    shim_fixed = fixed != NULL && *fixed == '1';
    if (kind != NULL && *kind != '\0') {
        for (i = 0; i < KINDS && strcmp(kinds[i], kind) != 0; i++)
            ;
        if (i == KINDS || at == NULL)
            wrong("FAULT_CALL or FAULT_AT");
        plan.kind = (enum kind)i;
        plan.at = strtol(at, NULL, 10);
        plan.on = on != NULL && *on == '1';
        read_action(getenv("FAULT_DO"));
        plan.has_plan = 1;
    }
    /* One that the caller ignores, as under nohup, would prove nothing. */
    if (plan.what == SIGNAL && plan.number != SIGKILL)
        (void)signal(plan.number, SIG_DFL);
    alarm(30);
    plan.active = 1;
}

/* ---- what happens ------------------------------------------------------------------------ */

static void report(const char *text, size_t len)
{
    const int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC;
    long fd;

    if (plan.report == NULL)
        return;
    fd = shim_call(SYS_openat, AT_FDCWD, (long)plan.report, flags, 0644, 0, 0);
    if (fd < 0)
        abort();
    (void)shim_call(SYS_write, fd, (long)text, (long)len, 0, 0, 0);
    (void)shim_call(SYS_close, fd, 0, 0, 0, 0, 0);
}

__attribute__((destructor)) static void end(void)
{
    char text[KINDS * 32];
    size_t used = 0;
    int i;

    for (i = 0; i < KINDS; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s %ld\n", kinds[i],
                                 __atomic_load_n(&counts[i], __ATOMIC_RELAXED));
    report(text, used);
}

/* Nothing of this process's environment goes along. */
static void run_command(void)
{
    static char sh[] = "sh", option[] = "-c", path[] = "PATH=/usr/bin:/bin";
    char *arguments[4], *environment[2];
    int status = 0;
    pid_t pid;

    arguments[0] = sh;
    arguments[1] = option;
    memcpy(&arguments[2], &plan.run, sizeof plan.run);
    arguments[3] = NULL;
    environment[0] = path;
    environment[1] = NULL;
    pid = fork();
    if (pid == 0) {
        execve("/bin/sh", arguments, environment);
        _exit(127);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
        abort();
}

static int is_due(enum kind kind)
{
    long n;

    if (!plan.active)
        return 0;
    n = __atomic_add_fetch(&counts[kind], 1, __ATOMIC_RELAXED);
    if (!plan.has_plan || kind != plan.kind)
        return 0;
    if (plan.at == 0 && plan.what == FAIL) {
        odd = !odd;
        return odd;
    }
    return plan.at == 0 || n == plan.at || (plan.on && n > plan.at);
}

int shim_strikes(enum kind kind, size_t *len)
{
    static int reporting, reported;
    int error = errno;

    if (!is_due(kind))
        return 0;
    /* Nobody goes on, and perhaps ends the process, before it is written. */
    while (__atomic_exchange_n(&reporting, 1, __ATOMIC_ACQUIRE) != 0)
        sched_yield();
    if (!reported)
        report("hit\n", 4);
    reported = 1;
    __atomic_store_n(&reporting, 0, __ATOMIC_RELEASE);
    errno = error;
    switch (plan.what) {
    case FAIL:
        errno = plan.number;
        return 1;
    case SHORT_ONE:
        if (len != NULL && *len > 1)
            *len = 1;
        return 0;
    case SHORT_HALF:
        if (len != NULL && *len > 1)
            *len /= 2;
        return 0;
    case SIGNAL:
        (void)kill(getpid(), plan.number);
        return 0;
    default:
        run_command();
        errno = error;
        return 0;
    }
}
