/* SPDX-License-Identifier: 0BSD */
/*
 * tests/fuzz/capture.c: standard output goes to a file in memory. libFuzzer writes to stderr.
 */
#include "command.h"

#include "capture.h"
#include "fuzz.h"
#include <sys/mman.h>
#include <unistd.h>

static char text[1024 * 1024];

void capture_begin(void)
{
    static int begun;
    int fd;

    if (begun++)
        return;
    fd = memfd_create("output", 0);
    MUST(fd >= 0 && dup2(fd, STDOUT_FILENO) == STDOUT_FILENO);
    close(fd);
}

const char *capture_take(size_t *len)
{
    off_t end;

    out_flush();
    MUST(out_good());
    end = lseek(STDOUT_FILENO, 0, SEEK_CUR);
    *len = (size_t)end;
    if (end == 0)
        return text;
    MUST(end > 0 && end < (off_t)sizeof text);
    MUST(pread(STDOUT_FILENO, text, (size_t)end, 0) == end);
    MUST(ftruncate(STDOUT_FILENO, 0) == 0 && lseek(STDOUT_FILENO, 0, SEEK_SET) == 0);
    return text;
}
