/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "progress.h"
#include "secret.h"

/*
 * encrypt.h: what encrypt is asked for, and doing it
 */
struct encrypt {
    struct secret secret;
    filesec_container_info info; /* what the header will say */
    int force, recursive, no_path_binding;
    long threads;
    enum progress_wish progress;
    const char *name, *output;
};

/* CODE_OK, or another after a message. */
int encrypt_run(struct encrypt *e);
