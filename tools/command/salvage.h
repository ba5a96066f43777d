/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "opened.h"

/*
 * salvage.h: what can be verified of a damaged container
 */

/* From a regular file, unlocked, to out: verified bytes, and zeros instead of others. The
   ranges are told on stderr. 1: out is to be kept, and *code is CODE_OK only if all was
   verified; 0: it could not be written. */
int salvage(struct opened *o, struct sink *out, int *code);
