/* SPDX-License-Identifier: 0BSD */
#include "progress.h"
#include "machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * progress.c: the counter is in KiB, so that a word of the machine is enough for it
 */
enum { LINE_LEN = 70 };
static const double first_seconds = 1.0, step_seconds = 0.2;

static struct {
    int wanted, shown;
    double start, last;
    uint64_t total; /* bytes */
} progress;
static unsigned long kib_read; /* atomic */

void progress_begin(enum progress_wish wish)
{
    progress.wanted = wish == PROGRESS_YES || (wish == PROGRESS_AUTO && isatty(STDERR_FILENO));
    progress.start = machine_now();
}

int progress_wanted(void)
{
    return progress.wanted;
}

void progress_expect(const char *name)
{
    struct stat st;

    if (progress.wanted && strcmp(name, "-") != 0 && stat(name, &st) == 0 &&
        S_ISREG(st.st_mode))
        progress.total += (uint64_t)st.st_size;
}

/* Small files count as one KiB at least: many of them are a job too. */
void progress_read(size_t len)
{
    __atomic_fetch_add(&kib_read, (unsigned long)((len + 1023) / 1024), __ATOMIC_RELAXED);
}

void progress_show(int all)
{
    double now, seconds, done, rate;
    char line[LINE_LEN + 1];
    int used;

    if (!progress.wanted || complain_is_kept())
        return;
    now = machine_now();
    seconds = now - progress.start;
    if (seconds < first_seconds || now - progress.last < step_seconds)
        return;
    done = (double)__atomic_load_n(&kib_read, __ATOMIC_RELAXED) * 1024.0;
    rate = done / seconds;
    used = snprintf(line, sizeof line, "filesec: %s, %.0f MB/s",
                    machine_bytes((uint64_t)done).text, rate / 1e6);
    if (all && rate > 0 && (double)progress.total > done)
        snprintf(line + used, sizeof line - (size_t)used, ", %s left",
                 machine_seconds(((double)progress.total - done) / rate).text);
    fprintf(stderr, "\r%-*s", LINE_LEN, line);
    fflush(stderr);
    progress.last = now;
    progress.shown = 1;
}

void progress_clear(void)
{
    if (!progress.wanted || complain_is_kept())
        return;
    if (progress.shown) {
        fprintf(stderr, "\r%*s\r", LINE_LEN, "");
        fflush(stderr);
    }
    progress.shown = 0;
}
