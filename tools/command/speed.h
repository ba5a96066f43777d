/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

#include "filesec.h"

/*
 * speed.h: how fast the path in use of a primitive is, for bench
 */
enum { SPEED_LARGEST = 1024 * 1024, SPEED_MESSAGES = 8 };

struct speed {
    filesec_primitive primitive;
    filesec_chacha20poly1305_key chacha20poly1305;
    filesec_aes256gcm_key aes256gcm;
    unsigned failures; /* calls that did not return FILESEC_OK */
};

/* Set up keys on the path in use. */
void speed_begin(struct speed *s, filesec_primitive p);

/* Nanoseconds of a call for messages of len bytes, at most SPEED_LARGEST. The primitives for
   many take SPEED_MESSAGES of them. */
double speed_measure(struct speed *s, size_t len);

/* MB/s. */
double speed_rate(filesec_primitive p, size_t len, double ns);
