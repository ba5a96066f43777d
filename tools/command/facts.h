/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"
#include "sink.h"

/*
 * facts.h: what a container's metadata say of the file
 */
struct facts {
    int has_name, has_size, has_mtime, has_mode;
    char name[256];
    uint64_t size;
    int64_t mtime; /* ns since 1970 */
    unsigned mode; /* 07777 */
    size_t user_len;
};

enum { FACTS_MAX = 3 + 255 + 3 + 8 + 3 + 8 + 3 + 2 };

/* Name, time and mode of a regular file; nothing of anything else. */
void facts_of_file(struct facts *f, const char *path, const struct stat *st);

/* As the records of docs/format.md; how many bytes. */
size_t facts_write(const struct facts *f, unsigned char out[FACTS_MAX]);

/* From records that filesec_container_meta_check found good. */
void facts_read(struct facts *f, const unsigned char *meta, size_t len);

/* What the file that f tells of is given. */
struct sink_finish facts_finish(const struct facts *f);
