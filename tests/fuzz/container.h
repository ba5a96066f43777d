/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_FUZZ_CONTAINER_H
#define FILESEC_TESTS_FUZZ_CONTAINER_H
/*
 * tests/fuzz/container.h: a writer that seals whatever it is told to, and a second reader
 *
 * The writer holds the key and breaks the format's rules: fields out of bounds with a good
 * commitment and tag, any bytes as metadata, parts that are no chunks. It keeps a ledger of all
 * that it sealed. The model reads a file by docs/format.md, but asks the ledger instead of a
 * cipher whether something is genuine. Whatever is then done to the file, the header's reader
 * must say what the model says.
 */
#include "fuzz.h"

#define FILE_ROOM 24576
#define META_ROOM 700
#define PART_ROOM 4200
#define LEDGER_MAX 24
#define CONTEXT_MAX 20

typedef struct fuzz_file {
    unsigned char bytes[FILE_ROOM];
    size_t len;
} fuzz_file;

/* Who writes or reads: key and context. */
typedef struct identity {
    unsigned char key[32], context[CONTEXT_MAX];
    size_t context_len;
} identity;

/* Something sealed: genuine under these fields, for this place. */
typedef struct entry {
    unsigned char fields[96];
    identity who;
    int meta, final;
    uint64_t index;
    size_t len; /* of plain; sealed has 16 more */
    unsigned char plain[PART_ROOM], sealed[PART_ROOM + 16];
} entry;

typedef struct ledger {
    entry entries[LEDGER_MAX];
    size_t count;
} ledger;

extern ledger sealed_things;

/* ---- container_writer.c ------------------------------------------------------------------ */

/* Commitment and header tag of the fields at header, as docs/format.md defines them. */
void writer_commit(unsigned char header[160], const identity *who);

/* Seal len bytes as chunk `index`, or as metadata if index is META. What it made, or NULL if
   the suite is none or the ledger is full. */
#define META UINT64_MAX
const entry *writer_seal(const unsigned char header[160], const identity *who, uint64_t index,
                         int final, const unsigned char *plain, size_t len);

/* The ledger's entry for what lies at sealed, or NULL: then it is not genuine. */
const entry *ledger_find(const unsigned char fields[96], const identity *who, uint64_t index,
                         int final, const unsigned char *sealed, size_t len);

/* ---- container_model.c ------------------------------------------------------------------- */

typedef struct verdict {
    filesec_status status;
    uint64_t chunk;  /* where reading ended */
    int told;        /* do the metadata tell the length? */
    uint64_t expect; /* then it is this */
    size_t len;      /* bytes of content that came out, at content */
    unsigned char content[FILE_ROOM];
} verdict;

/* Are the fields within the bounds of the format? */
int model_fields(const unsigned char *header);

/* FILESEC_OK, FILESEC_ERR_METADATA or FILESEC_ERR_UNSUPPORTED. The length of the content, if it
   is told, to *size. */
filesec_status model_records(const unsigned char *meta, size_t len, int *told, uint64_t *size);

/* What a reader must say of the file. */
void model_read(verdict *v, const fuzz_file *f, const identity *who);

#endif
