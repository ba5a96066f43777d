/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "facts.h"
#include "progress.h"
#include "secret.h"

/*
 * sealing.h: one file into one container
 */
enum { SEALING_FIRST = 64 * 1024 };

struct sealing {
    /* What is asked for. */
    struct secret secret;
    filesec_container_info info; /* what the header will say */
    int force;
    long threads;
    enum progress_wish progress;
    const char *name, *output;
    /* The job. */
    int in;
    struct stat st;
    struct facts facts;
    struct sink sink;
    filesec_container c;
    unsigned char first[SEALING_FIRST]; /* of the content */
    size_t first_len;
};

/* CODE_OK, or another after a message. The caller wipes s. */
int sealing_run(struct sealing *s);
