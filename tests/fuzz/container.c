/* SPDX-License-Identifier: 0BSD */
/*
 * tests/fuzz/container.c: the reader of sealed files, against files that a keyholder made to
 * harm it, and against files that somebody changed
 *
 * Plain bytes never get past the commitment. So the input is a script: what to seal, well or
 * ill formed, then what to do to the file. container_reader.c reads it with the header;
 * whatever was done, it must end as the model says, with the content that the model has.
 */
#include "container.h"
#include "container_reader.h"
#include "support.h"
#include <string.h>

static fuzz_file file, other;
static identity writer;

/* ---- what is sealed ---------------------------------------------------------------------- */

static void put_little(unsigned char *p, uint64_t x, size_t n)
{
    for (; n-- != 0; x >>= 8)
        *p++ = (unsigned char)x;
}

/* Metadata that are records, or nearly; size: the length of the content. */
static size_t make_meta(fuzz_input *in, unsigned char *meta, uint64_t size)
{
    static const unsigned char types[] = {1, 2, 3, 4, 5, 6, 127, 128, 255, 0};
    static const unsigned char lengths[] = {12, 8, 8, 2, 9, 3, 1, 0, 5, 4};
    size_t at = 0, i, n, room;
    unsigned which = fuzz_byte(in) | fuzz_byte(in) << 8;

    for (i = 0; i < COUNT(types); i++) {
        if ((which >> i & 1) == 0)
            continue;
        n = lengths[i];
        if (which & 0x8000) /* a length that is unusual or wrong */
            n = fuzz_below(in, 300);
        room = META_ROOM - at;
        if (room < n + 3)
            break;
        meta[at] = which & 0x4000 ? (unsigned char)fuzz_byte(in) : types[i];
        put_little(meta + at + 1, which & 0x2000 ? n + fuzz_byte(in) % 3 : n, 2);
        fuzz_bytes(in, meta + at + 3, n);
        if (types[i] == 2 && n == 8 && !(which & 0x1000))
            put_little(meta + at + 3, size, 8);
        if (types[i] == 2 && n == 8 && (which & 0x1000) && meta[at + 3] >= 0xf0)
            memset(meta + at + 3, 0xff, 8); /* no content is so long */
        if (types[i] == 1 && !(which & 0x8000))
            memcpy(meta + at + 3, "a name.txt", 10);
        at += n + 3;
    }
    return at;
}

static void make_fields(fuzz_input *in, unsigned char h[160])
{
    unsigned what = fuzz_byte(in);

    memset(h, 0, 160);
    memcpy(h, "filesec\1", 8);
    h[8] = (unsigned char)(1 + what % 2);
    h[9] = (unsigned char)(10 + what / 2 % 3);
    h[28] = (unsigned char)fuzz_byte(in);
    seeded(h + 64, 32, fuzz_byte(in));
    if (what / 8 % 4 == 1) {
        h[10] = 1; /* PBKDF2 */
        h[16] = 3;
        seeded(h + 32, 32, 7);
    } else if (what / 8 % 4 == 2) {
        h[10] = 2; /* Argon2id: the key is what it made */
        put_little(h + 16, 64, 4);
        h[20] = h[24] = 1;
        seeded(h + 32, 32, 7);
    }
    if (what / 32 == 1) { /* a field that may be out of bounds, sealed all the same */
        size_t at = 7 + fuzz_below(in, 89);

        h[at] = (unsigned char)fuzz_byte(in);
    }
    seeded(writer.key, 32, 1000 + fuzz_byte(in) % 4);
    writer.context_len = fuzz_below(in, 4) == 1 ? fuzz_below(in, CONTEXT_MAX + 1) : 0;
    seeded(writer.context, CONTEXT_MAX, 1);
}

static void append(fuzz_file *f, const void *data, size_t len)
{
    if (len > FILE_ROOM - f->len)
        len = FILE_ROOM - f->len;
    if (len != 0)
        memcpy(f->bytes + f->len, data, len);
    f->len += len;
}

static void seal_part(fuzz_file *f, uint64_t index, int final, const unsigned char *plain,
                      size_t len)
{
    const entry *e = writer_seal(f->bytes, &writer, index, final, plain, len);

    if (e != NULL)
        append(f, e->sealed, len + 16);
}

/* A chunk's length in the file, if it is one of those in use here. */
static size_t block_of(const fuzz_file *f)
{
    return ((size_t)1 << (f->bytes[9] >= 10 && f->bytes[9] <= 12 ? f->bytes[9] : 12)) + 16;
}

/* Content in chunks, as it should be. */
static void seal_content(fuzz_file *f, const unsigned char *content, size_t len)
{
    size_t chunk = block_of(f) - 16;
    uint64_t index = 0;

    for (; len > chunk; len -= chunk, content += chunk)
        seal_part(f, index++, 0, content, chunk);
    seal_part(f, index, 1, content, len);
}

/* Parts with any number, any length, final or not. */
static void seal_parts(fuzz_input *in, fuzz_file *f, const unsigned char *content)
{
    size_t chunk = block_of(f) - 16, n = fuzz_byte(in) % 6, i;
    uint64_t index;
    size_t len;

    for (i = 0; i < n; i++) {
        unsigned what = fuzz_byte(in);

        index = what % 4 == 3 ? fuzz_below(in, 8) : i;
        if (what % 64 == 63) /* in a far segment, or behind the last one */
            index = (uint64_t)fuzz_byte(in) << (40 + fuzz_byte(in) % 18);
        len = what / 4 % 4 == 0 ? fuzz_below(in, PART_ROOM + 1) : chunk;
        if (what / 4 % 4 == 1)
            len = fuzz_below(in, 20);
        seal_part(f, index, i + 1 == n ? what / 16 % 4 != 0 : what / 16 % 4 == 0, content, len);
    }
}

/* Some chunks, and a little or a part of one more. */
static size_t content_len(fuzz_input *in, size_t chunk)
{
    static const size_t more[] = {0, 1, 15, 16, 17};
    unsigned how = fuzz_byte(in);
    size_t n = how % 5 * chunk;

    return n + (how / 5 % 8 < COUNT(more) ? more[how / 5 % 8] : fuzz_below(in, chunk));
}

static void make_file(fuzz_input *in, fuzz_file *f, int strange)
{
    static unsigned char content[FILE_ROOM];
    unsigned char meta[META_ROOM];
    size_t len = content_len(in, block_of(f) - 16), meta_len;

    seeded(content, len > PART_ROOM ? len : PART_ROOM, fuzz_byte(in));
    meta_len = fuzz_byte(in) % 2 == 0 ? 0 : make_meta(in, meta, len);
    put_little(f->bytes + 12, meta_len, 4);
    if (fuzz_byte(in) % 32 == 31)
        put_little(f->bytes + 12, fuzz_below(in, 65536), 4); /* another than is there */
    writer_commit(f->bytes, &writer);
    f->len = 160;
    if (meta_len != 0)
        seal_part(f, META, 0, meta, meta_len);
    if (strange)
        seal_parts(in, f, content);
    else
        seal_content(f, content, len);
    if (!strange)
        reader_seals_alike(f, &writer, meta, meta_len, content, len, *in);
}

/* ---- what is done to the file ------------------------------------------------------------ */

/* A place in the file: any, or near the beginning of a chunk. */
static size_t place(fuzz_input *in, const fuzz_file *f)
{
    size_t x = fuzz_below(in, 65536), meta = f->bytes[12] | (size_t)f->bytes[13] << 8;
    size_t block = block_of(f);

    if (x >= 32768)
        x = 160 + (meta != 0 ? meta + 16 : 0) + x % 8 * block + x / 8 % 33 - 16;
    return f->len != 0 ? x % f->len : 0;
}

/* Put `put` bytes from data at `at`, for `take` bytes there. */
static void exchange(fuzz_file *f, size_t at, size_t take, const unsigned char *data,
                     size_t put)
{
    size_t rest;

    at = at < f->len ? at : f->len;
    take = take < f->len - at ? take : f->len - at;
    rest = f->len - at - take;
    if (at + put + rest > FILE_ROOM)
        return;
    memmove(f->bytes + at + put, f->bytes + at + take, rest);
    if (put != 0)
        memcpy(f->bytes + at, data, put);
    f->len = at + put + rest;
}

/* Blocks of the size of a chunk: swapped, dropped, doubled, or from the other file. */
static void change_blocks(fuzz_input *in, unsigned what)
{
    static fuzz_file before;
    size_t block = block_of(&file), a, b;
    size_t meta = file.bytes[12] | (size_t)file.bytes[13] << 8;
    size_t front = 160 + (meta != 0 ? meta + 16 : 0);

    before = file;
    a = front + fuzz_below(in, 8) * block;
    b = front + fuzz_below(in, 8) * block;
    if (what == 0 && a + block <= file.len && b + block <= file.len) {
        memcpy(file.bytes + a, before.bytes + b, block);
        memcpy(file.bytes + b, before.bytes + a, block);
    } else if (what == 1) {
        exchange(&file, a, block, NULL, 0);
    } else if (what == 2 && a + block <= file.len) {
        exchange(&file, b, 0, before.bytes + a, block);
    } else if (what == 3 && a + block <= other.len) {
        exchange(&file, b, block, other.bytes + a, block);
    }
}

static void change(fuzz_input *in)
{
    unsigned char bytes[64];
    size_t at, n = fuzz_byte(in) % sizeof bytes;
    unsigned what = fuzz_byte(in) % 16;

    fuzz_fill(in, bytes, n);
    at = place(in, &file);
    if (what < 4)
        change_blocks(in, what);
    else if (what == 4 && file.len != 0)
        file.bytes[at] = (unsigned char)fuzz_byte(in);
    else if (what == 5 && file.len != 0)
        file.bytes[at] ^= (unsigned char)(1u << fuzz_byte(in) % 8);
    else if (what == 6)
        file.len = at;
    else if (what == 7)
        append(&file, bytes, n);
    else if (what == 8)
        exchange(&file, at, n, bytes, fuzz_byte(in) % sizeof bytes);
    else if (what == 9) /* in the header, made good again */
        file.bytes[7 + at % 89] = (unsigned char)fuzz_byte(in);
    else if (what == 10)
        memcpy(file.bytes, other.bytes, other.len < 160 ? 0 : 160);
    else if (what == 11)
        exchange(&file, 160, 0, other.bytes + 160, other.len > 160 ? n : 0);
    if ((what == 9 || what == 12) && file.len >= 160)
        writer_commit(file.bytes, &writer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static verdict expected;
    fuzz_input in = {data, size};
    identity reader;
    unsigned kind, changes;

    sealed_things.count = 0;
    other.len = 0;
    make_fields(&in, file.bytes);
    kind = fuzz_byte(&in);
    if (kind % 8 == 1) { /* another file of the same keyholder: another salt, or only id */
        memcpy(other.bytes, file.bytes, 160);
        other.bytes[kind / 8 % 2 == 0 ? 64 : 28] ^= 1;
        make_file(&in, &other, 0);
    }
    make_file(&in, &file, kind % 4 == 2);
    for (changes = fuzz_byte(&in) % 4; changes != 0; changes--)
        change(&in);
    reader = writer;
    if (kind / 16 == 1)
        reader.key[kind % 32] ^= 4;
    if (kind / 16 == 2)
        reader.context_len = reader.context_len != 0 ? reader.context_len - 1 : 3;
    model_read(&expected, &file, &reader);
    reader_judge(&expected, &file, &reader, &in);
    command_judge(&expected, &file, &reader);
    return 0;
}
