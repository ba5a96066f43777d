/* SPDX-License-Identifier: 0BSD */
#include "opened.h"
#include "pump.h"
#include "reading.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * opened.c: in the order of docs/format.md, "What a reader must do"
 */

/* What a file may demand unasked. */
enum { PBKDF2_CAP = 2000000, ARGON2ID_CAP = 131072, ARGON2ID_WORK_CAP = 1048576 };

static int io_error(const struct opened *o, int error)
{
    complain(o->name, "%s", reading_error_text(error));
    return CODE_IO;
}

/* *got bytes of at most len. */
static int get(const struct opened *o, void *out, size_t len, size_t *got)
{
    ssize_t n = reading_fill(o->fd, out, len);

    if (n < 0)
        return io_error(o, errno);
    *got = (size_t)n;
    return CODE_OK;
}

static int read_header(struct opened *o)
{
    size_t got = 0;
    filesec_status status;
    int code = get(o, o->header, sizeof o->header, &got);

    if (code != CODE_OK)
        return code;
    if (got < 7 || memcmp(o->header, "filesec", 7) != 0)
        return pump_complain(o->name, FILESEC_ERR_FORMAT);
    if (got < sizeof o->header)
        return pump_complain(o->name, FILESEC_ERR_TRUNCATED);
    status = filesec_container_peek(&o->info, o->header);
    if (status != FILESEC_OK)
        return pump_complain(o->name, status);
    o->head = sizeof o->header;
    if (o->info.meta_len == 0)
        return CODE_OK;
    o->head += o->info.meta_len + 16;
    o->meta = (unsigned char *)must_allocate(o->info.meta_len + 16);
    code = get(o, o->meta, o->info.meta_len + 16, &got);
    if (code == CODE_OK && got < o->info.meta_len + 16)
        return pump_complain(o->name, FILESEC_ERR_TRUNCATED);
    return code;
}

static int begin(struct opened *o)
{
    int code = read_header(o);

    if (code != CODE_OK)
        opened_close(o);
    return code;
}

int opened_begin(struct opened *o, const char *name)
{
    int error;

    memset(o, 0, sizeof *o);
    o->name = name;
    o->threads = 1;
    o->fd = reading_open(name, 0, &o->st, &error);
    if (o->fd < 0)
        return io_error(o, error);
    o->start = S_ISREG(o->st.st_mode) ? (int64_t)lseek(o->fd, 0, SEEK_CUR) : -1;
    return begin(o);
}

int opened_take(struct opened *o, const char *name, int fd, const struct stat *st)
{
    memset(o, 0, sizeof *o);
    o->name = name;
    o->threads = 1;
    o->fd = fd;
    o->st = *st;
    return begin(o);
}

void opened_close(struct opened *o)
{
    if (o->fd >= 0)
        reading_close(o->name, o->fd);
    o->fd = -1;
    if (o->meta != NULL)
        filesec_wipe(o->meta, o->info.meta_len);
    free(o->meta);
    o->meta = NULL;
    filesec_wipe(&o->c, sizeof o->c);
    filesec_wipe(&o->facts, sizeof o->facts);
}

static int check_costs(const struct opened *o, int allow_costs)
{
    const uint32_t *cost = o->info.cost;

    if (allow_costs)
        return CODE_OK;
    if (o->info.kdf == FILESEC_CONTAINER_KDF_PBKDF2 && cost[0] > PBKDF2_CAP) {
        complain(o->name, "over a limit: %lu iterations of PBKDF2 (see --allow-costs)",
                 (unsigned long)cost[0]);
        return CODE_UNSUPPORTED;
    }
    if (o->info.kdf == FILESEC_CONTAINER_KDF_ARGON2ID &&
        (cost[0] > ARGON2ID_CAP || (uint64_t)cost[0] * cost[1] > ARGON2ID_WORK_CAP)) {
        complain(o->name, "over a limit: Argon2id with %lu KiB, %lu passes (see --allow-costs)",
                 (unsigned long)cost[0], (unsigned long)cost[1]);
        return CODE_UNSUPPORTED;
    }
    return CODE_OK;
}

static int unlock_header(struct opened *o, const struct opened_wish *wish)
{
    uint8_t key[32];
    filesec_status status;
    int code = secret_key(wish->secret, &o->info, key);

    if (code != CODE_OK)
        return code;
    status =
        filesec_container_open_init(&o->c, o->header, key, wish->context, wish->context_len);
    filesec_wipe(key, sizeof key);
    return status == FILESEC_OK ? CODE_OK : pump_complain(o->name, status);
}

static int unlock_meta(struct opened *o)
{
    size_t len = o->info.meta_len;
    filesec_status status;

    if (len == 0)
        return CODE_OK;
    status = filesec_container_open_meta(&o->c, o->meta, o->meta, len + 16);
    if (status == FILESEC_OK)
        status = filesec_container_meta_check(o->meta, len);
    if (status == FILESEC_OK)
        facts_read(&o->facts, o->meta, len);
    if (status != FILESEC_OK && o->salvage) {
        complain(o->name, "metadata that cannot be used: no name, time and mode");
        o->meta_lost = 1;
        return CODE_OK;
    }
    return status == FILESEC_OK ? CODE_OK : pump_complain(o->name, status);
}

static int check_kind(const struct opened *o, const struct opened_wish *wish)
{
    int by_passphrase = o->info.kdf != FILESEC_CONTAINER_KDF_NONE;
    int code = check_costs(o, wish->allow_costs);

    if (code == CODE_OK && by_passphrase != secret_is_passphrase(wish->secret)) {
        complain(o->name, "wrong key: it was sealed with a %s",
                 by_passphrase ? "passphrase" : "key file");
        return CODE_DIFFERS;
    }
    return code;
}

int opened_unlock_as(struct opened *o, const struct opened_wish *wish)
{
    int code = check_kind(o, wish);

    if (code == CODE_OK)
        code = unlock_header(o, wish);
    return code == CODE_OK ? unlock_meta(o) : code;
}

int opened_unlock(struct opened *o, struct secret *secret, int allow_costs)
{
    struct opened_wish wish;
    int code;

    wish.secret = secret;
    wish.context = secret->context;
    wish.context_len = strlen(secret->context);
    wish.allow_costs = allow_costs;
    code = check_kind(o, &wish);
    if (code == CODE_OK)
        code = secret_get(secret, 0);
    return code == CODE_OK ? opened_unlock_as(o, &wish) : code;
}

int opened_unchanged(const struct opened *o)
{
    int error = reading_unchanged(o->fd, &o->st);

    return error == 0 ? CODE_OK : io_error(o, error);
}

int opened_all(struct opened *o, struct sink *out, uint64_t *plain)
{
    struct pump p;
    int code;

    memset(&p, 0, sizeof p);
    p.c = &o->c;
    p.name = o->name;
    p.in = o->fd;
    p.st = &o->st;
    p.is_sized = o->start >= 0;
    p.threads = o->threads;
    p.out = out;
    p.head = o->head;
    p.has_size = o->facts.has_size;
    p.size = o->facts.size;
    reading_ahead(o->fd, &o->st);
    code = pump_open(&p);
    *plain = p.done;
    return code == CODE_OK ? opened_unchanged(o) : code;
}
