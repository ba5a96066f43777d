/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "sink.h"

#include "filesec.h"

/*
 * picture.h: what bench measured as an SVG picture
 */
enum { PICTURE_SIZES = 7, PICTURE_ROWS = 64 };

struct picture_row {
    filesec_primitive primitive;
    size_t path;
    int current; /* is it the path in use? */
    double mb_per_s[PICTURE_SIZES];
};

struct picture {
    const size_t *sizes; /* PICTURE_SIZES of them */
    int count;
    struct picture_row rows[PICTURE_ROWS]; /* those of one primitive together */
};

/* All of it to a sink that is open. 1, or 0 and s->error. */
int picture_write(const struct picture *p, struct sink *s);
