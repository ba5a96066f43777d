/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "facts.h"
#include "filesec.h"

/*
 * sealing.h: one file into one container
 */
enum { SEALING_FIRST = 64 * 1024, SEALING_SALTS = 8 };

/* Large: one for each thread. Zeros at first, and to be wiped afterwards. */
struct sealing {
    /* What is asked for, of each file. */
    const filesec_container_info *info; /* what the header will say */
    const uint8_t *key;                 /* 32 bytes */
    const void *context;
    size_t context_len;
    long threads;
    const char *name;
    int in;
    struct stat st; /* of in */
    struct sink *out;
    /* The job. */
    struct facts facts;
    filesec_container c;
    size_t first_len, head_len;
    uint8_t salts[SEALING_SALTS][32]; /* for files to come: */
    unsigned salts_left;
    unsigned char first[SEALING_FIRST]; /* of the content */
    unsigned char sealed[160 + FACTS_MAX + 16 + SEALING_FIRST + SEALING_FIRST / 1024 * 16];
};

/* All that in has, from where it stands. CODE_OK, or another after a message. */
int sealing_run(struct sealing *s);
