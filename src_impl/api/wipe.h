/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "api/config.h"
/*
 * Secrets: erase and compare
 */

/**
 * Overwrite len bytes at data with zeros, also where the compiler sees that nobody reads them
 * again. data may be NULL if len is 0.
 */
FILESEC_API void filesec_wipe(void *data, size_t len);

/**
 * 1 if the len bytes at a and at b are equal, else 0. 1 if len is 0, and then both may be NULL.
 * Time depends on len only, not on where the first difference is.
 */
FILESEC_API int filesec_equal(const void *a, const void *b, size_t len);
