/* SPDX-License-Identifier: 0BSD */
#define FILESEC_IMPLEMENTATION
#include "filesec.h"
