/* SPDX-License-Identifier: 0BSD */
/*
 * tests/fuzz/list.c: the lists of digests that `filesec check` reads
 *
 * Any bytes are read to their end. A line that sha512sum could have written means what it
 * means there. And what `filesec hash` prints for a name is read back as that name and digest,
 * however the list comes in pieces: hash.c is part of this unit, so that it is its own code
 * that prints.
 */
#include "tools/command/hash.c"

#include "capture.h"
#include "fuzz.h"
#include "list.h"
#include "support.h"
#include <stdlib.h>

#define NAME_MAX_LEN 300
#define ENTRIES_MAX 8

/* ---- reading.c, of which these functions stand in for (ld --wrap) ------------------------ */

static const char *fed;
static size_t fed_left;
static fuzz_input fed_pieces;

int __wrap_reading_open(const char *name, int found, struct stat *st, int *error);
void __wrap_reading_close(const char *name, int fd);
ssize_t __wrap_reading_some(int fd, void *data, size_t len);

int __wrap_reading_open(const char *name, int found, struct stat *st, int *error)
{
    (void)name;
    (void)found;
    (void)st;
    *error = 0;
    return 0;
}

void __wrap_reading_close(const char *name, int fd)
{
    (void)name;
    (void)fd;
}

ssize_t __wrap_reading_some(int fd, void *data, size_t len)
{
    size_t n = fed_left < len ? fed_left : len;

    (void)fd;
    if (n > 1)
        n = 1 + fuzz_piece(&fed_pieces, n - 1);
    if (n != 0)
        memcpy(data, fed, n);
    fed += n;
    fed_left -= n;
    return (ssize_t)n;
}

static struct list list;

static void begin(const void *text, size_t len, int zero, fuzz_input pieces)
{
    fed = (const char *)text;
    fed_left = len;
    fed_pieces = pieces;
    MUST(list_open(&list, "list", zero) == 0);
}

/* ---- lists that hash prints -------------------------------------------------------------- */

struct item {
    const struct algorithm *algorithm;
    char name[NAME_MAX_LEN + 1];
    unsigned char digest[DIGEST_MAX];
};

static const struct algorithm *any_algorithm(unsigned which)
{
    static const char *const names[] = {"sha512", "sha512-verity", "murmur3-x64-128",
                                        "murmur3-x86-128", "murmur3-x86-32"};

    return algorithm_named(names[which % COUNT(names)]);
}

static void print(const struct item *item, int zero, int tag)
{
    struct hash h;
    struct job job;

    memset(&h, 0, sizeof h);
    memset(&job, 0, sizeof job);
    h.zero = zero;
    h.tag = tag;
    job.name = (char *)(uintptr_t)item->name;
    job.algorithm = item->algorithm;
    memcpy(job.digest, item->digest, item->algorithm->digest_len);
    emit_line(&job, &h);
}

static void read_back(const struct item *item)
{
    MUST(list_next(&list) == LIST_ENTRY);
    MUST(list.algorithm == item->algorithm);
    MUST(strcmp(list.name, item->name) == 0);
    MUST(same(list.digest, item->digest, item->algorithm->digest_len));
}

/* Every line end with a CR before it, as Windows has them. */
static size_t with_cr(char *to, const char *from, size_t len)
{
    size_t i, n = 0;

    for (i = 0; i < len; i++) {
        if (from[i] == '\n')
            to[n++] = '\r';
        to[n++] = from[i];
    }
    return n;
}

static void make_item(fuzz_input *in, struct item *item)
{
    static const char odd[] = "\\\n\r ()=*#-/ntaX\t\xef\xbb\xbf\x80";
    unsigned how = fuzz_byte(in);
    size_t len = 1 + fuzz_below(in, how % 4 == 0 ? NAME_MAX_LEN : 12), i;

    item->algorithm = any_algorithm(how / 4);
    seeded(item->digest, DIGEST_MAX, fuzz_byte(in));
    fuzz_bytes(in, item->name, len);
    for (i = 0; i < len; i++) {
        unsigned char c = (unsigned char)item->name[i];

        if (how & 0x80 || c == 0)
            item->name[i] = odd[c % (sizeof odd - 1)];
    }
    item->name[len] = '\0';
}

static void fuzz_printed(fuzz_input *in)
{
    static struct item items[ENTRIES_MAX];
    static char lines[64 * 1024];
    unsigned how = fuzz_byte(in);
    size_t n = 1 + how % ENTRIES_MAX, i, len;
    int zero = how / 8 % 4 == 3, cr = !zero && how / 32 % 2;
    const char *text;

    for (i = 0; i < n; i++) {
        make_item(in, &items[i]);
        print(&items[i], zero, fuzz_byte(in) % 2);
        if (!zero && how / 64 == 1)
            out_text("\n# nothing\n");
    }
    text = capture_take(&len);
    MUST(2 * len < sizeof lines);
    if (cr)
        len = with_cr(lines, text, len);
    else
        memcpy(lines, text, len);
    begin(lines, len, zero, *in);
    for (i = 0; i < n; i++)
        read_back(&items[i]);
    MUST(list_next(&list) == LIST_END);
    list_close(&list);
}

/* ---- any bytes --------------------------------------------------------------------------- */

/* Is the line what sha512sum writes? Then its name, and the digits before it. */
static int is_plain(const char *line, size_t len, char *name, int escapes)
{
    size_t i, n = 0;
    int escaped = escapes && len != 0 && line[0] == '\\';

    line += escaped;
    len -= (size_t)escaped;
    if (len < 131 || len > 130 + NAME_MAX_LEN)
        return 0;
    for (i = 0; i < 128; i++)
        if (line[i] == '\0' || strchr("0123456789abcdef", line[i]) == NULL)
            return 0;
    if (line[128] != ' ' || (line[129] != ' ' && line[129] != '*'))
        return 0;
    for (i = 130; i < len; i++) {
        char c = line[i];

        if (c == '\\' && escaped) {
            c = ++i < len ? line[i] : 'x';
            if (c != '\\' && c != 'n' && c != 'r')
                return 0;
            c = c == 'n' ? '\n' : c == 'r' ? '\r' : c;
        }
        if (c == '\0')
            return 0;
        name[n++] = c;
    }
    name[n] = '\0';
    return 1;
}

/* Line `number` of the text, without its end. */
static const char *line_of(const char *text, size_t *len, uint64_t number, int zero)
{
    const char *end = text + *len, *stop;

    for (;;) {
        stop = (const char *)memchr(text, zero ? '\0' : '\n', (size_t)(end - text));
        if (--number == 0)
            break;
        MUST(stop != NULL);
        text = stop + 1;
    }
    *len = (size_t)((stop != NULL ? stop : end) - text);
    if (!zero && *len != 0 && text[*len - 1] == '\r')
        --*len;
    return text;
}

static void judge(enum list_result result, const char *text, size_t len, int zero)
{
    char name[NAME_MAX_LEN + 1];
    const char *line = line_of(text, &len, list.number, zero);

    if (result == LIST_MALFORMED)
        MUST(list.reason != NULL);
    else
        MUST(list.name != NULL && list.name[0] != '\0');
    MUST(result != LIST_ENTRY || list.algorithm != NULL);
    if (list.reversed != 1 && is_plain(line, len, name, !zero))
        MUST(result == LIST_ENTRY && strcmp(list.name, name) == 0 &&
             list.algorithm == algorithm_named("sha512") && hex(list.digest, 64) != NULL &&
             memcmp(hex(list.digest, 64), line + (line[0] == '\\'), 128) == 0);
}

static void fuzz_raw(fuzz_input *in)
{
    unsigned how = fuzz_byte(in);
    int zero = how % 4 == 3;
    const char *text = (const char *)in->p, *again;
    size_t len = in->left, text_len = in->left, count = 0;
    fuzz_input pieces = {in->p + len / 2, len - len / 2};
    static struct item items[64];
    enum list_result result;
    uint64_t last = 0;

    begin(text, len, zero, pieces);
    while ((result = list_next(&list)) != LIST_END) {
        MUST(result != LIST_FAILED && list.number > last && list.number <= text_len);
        last = list.number;
        judge(result, text, text_len, zero);
        if (result != LIST_ENTRY || count == COUNT(items) || strlen(list.name) > NAME_MAX_LEN)
            continue;
        items[count].algorithm = list.algorithm;
        memcpy(items[count].digest, list.digest, DIGEST_MAX);
        strcpy(items[count++].name, list.name);
    }
    list_close(&list);
    for (len = 0; len < count; len++) /* what was read can be said again */
        print(&items[len], zero, how / 4 % 2);
    again = capture_take(&len);
    begin(again, len, zero, pieces);
    for (len = 0; len < count; len++)
        read_back(&items[len]);
    MUST(list_next(&list) == LIST_END);
    list_close(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = {data, size};

    capture_begin();
    if (fuzz_byte(&in) % 4 == 0)
        fuzz_printed(&in);
    else
        fuzz_raw(&in);
    return 0;
}
