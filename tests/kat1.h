/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_KAT1_H
#define FILESEC_TESTS_KAT1_H
/*
 * tests/kat1.h: vectors in the text format kat1
 *
 *   KIND id=... name=value name=value ...
 *
 * One vector a line, words separated by one space; lines that are empty or begin with # are
 * comments. A byte string is hex, lower case, possibly empty, or rep:COUNT:HEX: HEX repeated
 * COUNT times. tests/vectors/README.md lists the kinds.
 */
#include "internals.h"

#define KAT_FIELDS 20

typedef struct kat_line {
    const char *kind, *id;
    size_t nfields;
    const char *name[KAT_FIELDS], *value[KAT_FIELDS];
} kat_line;

/* Byte strings of a line. They live until kat_release. */
typedef struct kat_bytes {
    unsigned char *p;
    size_t len;
} kat_bytes;

/* Cuts text into a line; 0 if it is none. l points into text. */
int kat_parse(kat_line *l, char *text);

const char *kat_text(const kat_line *l, const char *name); /* NULL: no such field */
int kat_is(const kat_line *l, const char *name, const char *value);

/* These fail the open case if the field is missing or malformed, and then give nothing. */
kat_bytes kat_hex(const kat_line *l, const char *name);
uint64_t kat_number(const kat_line *l, const char *name, unsigned base);
void kat_release(void);

/* A message that may be too long to hold: rep:COUNT:HEX. */
typedef struct kat_message {
    kat_bytes unit;
    uint64_t times;
    int whole; /* all of it is at unit, times is 1 */
} kat_message;

#define KAT_WHOLE_MAX ((size_t)4 << 20) /* messages up to this size are put together */

kat_message kat_message_of(const kat_line *l, const char *name);

/* Pass the message on in pieces. */
void kat_stream(const kat_message *m, void (*update)(void *s, const void *data, size_t len),
                void *s);

/* What is done with a kind: run is called for every usable path of the primitive, or for every
   kernel of the list, while that path is in use. */
typedef struct kat_kind {
    const char *name;
    int primitive; /* a filesec_primitive, or KAT_KERNELS + a kernel_list */
    void (*run)(const kat_line *l, size_t row);
} kat_kind;

#define KAT_KERNELS 100

/* Lists that end with a name of NULL. A kind may stand in them several times. */
extern const kat_kind kat_hash_kinds[], kat_aead_kinds[], kat_sweep_kinds[];

void kat_run(char *text); /* one line, on everything that its kind concerns */

#endif
