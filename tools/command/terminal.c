/* SPDX-License-Identifier: 0BSD */
#include "secret.h"
#include "cleanup.h"
#include "reading.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/*
 * terminal.c: a question whose answer is not shown
 */

static int say(int fd, const char *text)
{
    size_t len = strlen(text);

    return write(fd, text, len) == (ssize_t)len;
}

static ssize_t read_line(int fd, char *out, size_t max)
{
    size_t len = 0;
    int too_long = 0;

    for (;;) {
        char c;
        ssize_t got = reading_some(fd, &c, 1);

        if (got < 0)
            return -1;
        if (got == 0 || c == '\n')
            break;
        if (len == max)
            too_long = 1;
        else
            out[len++] = c;
    }
    if (too_long) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return (ssize_t)len;
}

ssize_t terminal_secret(const char *prompt, char *out, size_t max)
{
    struct termios before, quiet;
    sigset_t signals;
    ssize_t len = -1;
    int fd = open("/dev/tty", O_RDWR | O_CLOEXEC), error;

    if (fd < 0)
        return -1;
    if (tcgetattr(fd, &before) == 0) {
        quiet = before;
        quiet.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL);
        quiet.c_lflag |= ICANON | ISIG;
        cleanup_hold(&signals);
        cleanup_terminal(fd, &before);
        cleanup_release(&signals);
        if (tcsetattr(fd, TCSAFLUSH, &quiet) == 0 && say(fd, prompt))
            len = read_line(fd, out, max);
        error = errno;
        (void)tcsetattr(fd, TCSAFLUSH, &before);
        cleanup_hold(&signals);
        cleanup_terminal(-1, NULL);
        cleanup_release(&signals);
        (void)say(fd, "\n");
        errno = error;
    }
    error = errno;
    close(fd);
    errno = error;
    return len;
}
