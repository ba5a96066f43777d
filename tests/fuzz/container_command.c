/* SPDX-License-Identifier: 0BSD */
/*
 * tests/fuzz/container_command.c: the file of the target as `filesec decrypt` reads it
 *
 * The command has a reader of its own over the functions of filesec.h, for it reads with many
 * threads and from any place. It must come to the same end as the stream.
 */
#include "opened.h"
#include "pump.h"

#include "capture.h"
#include "container_reader.h"
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The exit status for what the model says. */
static int code_of(filesec_status status)
{
    switch (status) {
    case FILESEC_OK:
        return CODE_OK;
    case FILESEC_ERR_FORMAT:
    case FILESEC_ERR_UNSUPPORTED:
        return CODE_UNSUPPORTED;
    default:
        return CODE_DIFFERS;
    }
}

/* A descriptor of a regular file that holds f. */
static int file_of(const fuzz_file *f, struct stat *st)
{
    static int fd = -1;
    int copy;

    if (fd < 0)
        fd = memfd_create("input", 0);
    MUST(fd >= 0 && ftruncate(fd, 0) == 0);
    MUST(pwrite(fd, f->bytes, f->len, 0) == (ssize_t)f->len);
    MUST(lseek(fd, 0, SEEK_SET) == 0 && fstat(fd, st) == 0);
    copy = dup(fd);
    MUST(copy >= 0);
    return copy;
}

static void judge_output(const verdict *expected, int code, uint64_t plain)
{
    size_t len;
    const char *out = capture_take(&len);

    MUST(len <= expected->len && same(out, expected->content, len));
    if (code == CODE_OK)
        MUST(len == expected->len && plain == len);
}

/* One message for one fault; a damaged chunk by its number. */
static void judge_message(const verdict *expected, int code, const struct kept *said)
{
    char chunk[40];

    MUST((code == CODE_OK) == (said->len == 0));
    if (code == CODE_OK)
        return;
    MUST(said->text[said->len - 1] == '\n' && strchr(said->text, '\n')[1] == '\0');
    snprintf(chunk, sizeof chunk, "chunk %lu ", (unsigned long)expected->chunk);
    if (expected->status == FILESEC_ERR_AUTH)
        MUST(strstr(said->text, chunk) != NULL);
}

static void judge_end(struct opened *o, const verdict *expected)
{
    struct opened_end end;
    int code = opened_end(o, &end);

    if (expected->status == FILESEC_OK)
        MUST(code == CODE_OK && end.plain == expected->len);
    else if (expected->status == FILESEC_ERR_TRUNCATED ||
             expected->status == FILESEC_ERR_METADATA) /* others may be about other chunks */
        MUST(code != CODE_OK);
}

void command_judge(const verdict *expected, const fuzz_file *f, const identity *who)
{
    struct opened_wish wish;
    struct secret secret;
    struct opened o;
    struct stat st;
    struct sink out;
    struct kept said = {NULL, 0};
    uint64_t plain = 0;
    int fd, code, unlocked, kdf = f->len >= 160 && f->bytes[10] != 0;

    capture_begin();
    secret_begin(&secret, "fuzz");
    secret.key_file = "key";
    memcpy(secret.key, who->key, 32);
    secret.has_key = 1;
    wish.secret = &secret;
    wish.context = who->context;
    wish.context_len = who->context_len;
    wish.allow_costs = 0;
    MUST(complain_keep(&said) && sink_open(&out, NULL, SINK_NEW, NULL) == CODE_OK);
    fd = file_of(f, &st);
    code = opened_take(&o, "in", fd, &st);
    if (code == CODE_OK)
        code = opened_unlock_as(&o, &wish);
    unlocked = code == CODE_OK;
    if (unlocked)
        code = opened_all(&o, &out, &plain);
    if (kdf) { /* there is no passphrase, and so no key */
        MUST(code == CODE_DIFFERS || code == CODE_UNSUPPORTED);
    } else {
        MUST(code == code_of(expected->status));
        judge_message(expected, code, &said);
        judge_output(expected, code, plain);
    }
    if (unlocked)
        judge_end(&o, expected);
    opened_close(&o);
    secret_end(&secret);
    MUST(complain_keep(NULL));
    free(said.text);
}
