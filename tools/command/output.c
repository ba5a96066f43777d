/* SPDX-License-Identifier: 0BSD */
#include "command.h"
#include "reading.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * output.c: standard output, whose every failure is kept; messages; memory
 */

static struct {
    pthread_mutex_t lock;
    size_t used;
    int error; /* errno of the first failure */
    unsigned char data[16 * 1024];
} out = {PTHREAD_MUTEX_INITIALIZER, 0, 0, {0}};

static void out_failed(void)
{
    if (out.error == 0)
        out.error = errno != 0 ? errno : EIO;
}

/* What could not be written is lost: the output is no good any more. With the lock held. */
static void write_out(void)
{
    size_t done = 0;

    while (done < out.used && out.error == 0) {
        ssize_t put = write(STDOUT_FILENO, out.data + done, out.used - done);

        if (put > 0)
            done += (size_t)put;
        else if (put == 0 ||
                 (errno != EINTR && !(errno == EAGAIN && reading_wait(STDOUT_FILENO, POLLOUT))))
            out_failed();
    }
    out.used = 0;
}

void out_bytes(const void *data, size_t len)
{
    const unsigned char *p = (const unsigned char *)data;

    pthread_mutex_lock(&out.lock);
    while (len != 0) {
        size_t part = sizeof out.data - out.used;

        if (part > len)
            part = len;
        memcpy(out.data + out.used, p, part);
        out.used += part;
        p += part;
        len -= part;
        if (out.used == sizeof out.data)
            write_out();
    }
    pthread_mutex_unlock(&out.lock);
}

void out_text(const char *text)
{
    out_bytes(text, strlen(text));
}

void out_format(const char *format, ...)
{
    char text[1024], *all = text;
    va_list arguments;
    int len;

    va_start(arguments, format);
    len = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (len >= (int)sizeof text) {
        all = (char *)must_allocate((size_t)len + 1);
        va_start(arguments, format);
        len = vsnprintf(all, (size_t)len + 1, format, arguments);
        va_end(arguments);
    }
    if (len < 0)
        out_failed();
    else
        out_bytes(all, (size_t)len);
    if (all != text)
        free(all);
}

void out_hex(const unsigned char *data, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    char text[128];
    size_t i, used = 0;

    for (i = 0; i < len; i++) {
        text[used++] = digits[data[i] >> 4];
        text[used++] = digits[data[i] & 15];
        if (used == sizeof text || i + 1 == len) {
            out_bytes(text, used);
            used = 0;
        }
    }
}

void out_flush(void)
{
    pthread_mutex_lock(&out.lock);
    write_out();
    pthread_mutex_unlock(&out.lock);
}

int out_good(void)
{
    return out.error == 0;
}

int out_close(void)
{
    out_flush();
    if (close(STDOUT_FILENO) != 0 && errno != EINTR) /* after EINTR it is closed, too */
        out_failed();
    if (out.error == 0)
        return CODE_OK;
    fprintf(stderr, "filesec: standard output: %s\n", strerror(out.error));
    return CODE_IO;
}

/* ---- messages ---------------------------------------------------------------------------- */

static pthread_key_t kept_key; /* of each thread: where its messages go */
static pthread_once_t kept_once = PTHREAD_ONCE_INIT;
static int kept_good;

static void create_key(void)
{
    kept_good = pthread_key_create(&kept_key, NULL) == 0;
}

int complain_keep(struct kept *kept)
{
    (void)pthread_once(&kept_once, create_key);
    return kept_good && pthread_setspecific(kept_key, kept) == 0;
}

static struct kept *keeper(void)
{
    (void)pthread_once(&kept_once, create_key);
    return kept_good ? (struct kept *)pthread_getspecific(kept_key) : NULL;
}

int complain_is_kept(void)
{
    return keeper() != NULL;
}

/* One message, without the newline and with every control character visible; the caller frees
   it. */
static char *message_text(const char *name, const char *format, va_list arguments)
{
    char *visible = name != NULL ? name_visible(name) : must_copy("");
    char *body, *shown, *text;
    va_list again;
    size_t len;
    int n;

    va_copy(again, arguments);
    n = vsnprintf(NULL, 0, format, arguments);
    len = n > 0 ? (size_t)n + 1 : 1;
    body = (char *)must_allocate(len);
    body[0] = '\0';
    if (n > 0)
        vsnprintf(body, len, format, again);
    va_end(again);
    shown = name_visible(body);
    len = strlen(visible) + strlen(shown) + sizeof "filesec: : ";
    text = (char *)must_allocate(len);
    snprintf(text, len, "filesec: %s%s%s", visible, name != NULL ? ": " : "", shown);
    free(shown);
    free(body);
    free(visible);
    return text;
}

void complain(const char *name, const char *format, ...)
{
    struct kept *kept = keeper();
    va_list arguments;
    char *text;
    size_t len;

    va_start(arguments, format);
    text = message_text(name, format, arguments);
    va_end(arguments);
    if (kept != NULL) {
        len = strlen(text);
        kept->text = (char *)must_resize(kept->text, kept->len + len + 2);
        memcpy(kept->text + kept->len, text, len);
        memcpy(kept->text + kept->len + len, "\n", 2);
        kept->len += len + 1;
    } else {
        out_flush();
        fprintf(stderr, "%s\n", text);
    }
    free(text);
}

void complain_kept(struct kept *kept)
{
    if (kept->len != 0) {
        out_flush();
        fputs(kept->text, stderr);
    }
    free(kept->text);
    kept->text = NULL;
    kept->len = 0;
}

/* ---- memory ------------------------------------------------------------------------------ */

enum { PAGE_LEN = 4096, LARGE_LEN = 32 * 1024 };

static void *not_null(void *p)
{
    static pthread_mutex_t last = PTHREAD_MUTEX_INITIALIZER;

    if (p == NULL) {
        /* One thread ends the process: a second exit would overtake the first one's tidying. */
        pthread_mutex_lock(&last);
        out_flush();
        fprintf(stderr, "filesec: out of memory\n");
        exit(CODE_IO);
    }
    return p;
}

/* malloc puts a large buffer 16 bytes behind the beginning of a page, where some CPUs take four
   times as long for the system's copies to and from files. */
void *may_allocate(size_t len)
{
    void *p = NULL;

    if (len < LARGE_LEN)
        return malloc(len != 0 ? len : 1);
    return posix_memalign(&p, PAGE_LEN, len) == 0 ? p : NULL;
}

void *must_allocate(size_t len)
{
    return not_null(may_allocate(len));
}

void *must_resize(void *p, size_t len)
{
    return not_null(realloc(p, len != 0 ? len : 1));
}

char *must_copy(const char *text)
{
    size_t len = strlen(text) + 1;

    return (char *)memcpy(must_allocate(len), text, len);
}
