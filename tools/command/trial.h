/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

#include "filesec.h"

/*
 * trial.h: one path on trial
 *
 *   known answers   what others published
 *   cross-checks    one call, and calls in pieces, at many lengths: the same bytes as the
 *                   portable path gives in one call; sealed data opens, and does not open after
 *                   one bit of its tag was changed
 */
struct trial {
    filesec_primitive primitive;
    int broken; /* change one bit of each result, as a fault would */
    unsigned known, crossed, failed;
    char reason[96]; /* of the first failure */
};

/* Each of them on the path in use. trial_reference must run before, on the portable path. */
void trial_known(struct trial *t);
void trial_reference(filesec_primitive p);
void trial_cross(struct trial *t);

/* Where the known answers come from. */
const char *trial_source(filesec_primitive p);

/* ---- for the two units of it ------------------------------------------------------------- */

enum { TRIAL_DATA_LEN = 20 * 1024, TRIAL_LENGTHS = 29, TRIAL_LONGEST = 16389 };
extern const size_t trial_lengths[TRIAL_LENGTHS];
extern unsigned char trial_data[TRIAL_DATA_LEN];
void trial_fill_data(void);

/* Count a check; good: whether it held. */
void trial_check(struct trial *t, unsigned *count, int good, const char *what, size_t len);

/* Break the result if it is to be broken. */
void trial_fault(const struct trial *t, unsigned char *result);

void trial_known_aead(struct trial *t);

/* Seal len bytes of data in one call (pieces: in several), to out and 16 bytes behind. */
int trial_seal(filesec_primitive p, unsigned char *out, size_t len, int pieces);

/* Open them again, and be refused with another tag. */
void trial_open(struct trial *t, const unsigned char *sealed, size_t len);
