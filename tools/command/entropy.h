/* SPDX-License-Identifier: 0BSD */
#pragma once
#include "command.h"

/* entropy.h: len random bytes of the system, at most 256. 1, or 0: errno says why. */
int entropy(void *data, size_t len);
