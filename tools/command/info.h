/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "opened.h"

/*
 * info.h: what is known of a container
 */
struct info {
    struct opened in;
    int verified; /* header, metadata and, of a regular file, size */
    int has_size;
    uint64_t size; /* of the content */
};

/* ---- info_print.c ------------------------------------------------------------------------ */

void info_print(const struct info *info);
void info_json(const struct info *info);
