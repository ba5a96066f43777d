/* SPDX-License-Identifier: 0BSD */
#include "entropy.h"

#include <sys/random.h>
#include <unistd.h>

/*
 * entropy.c: the system's generator, and nothing else
 */

int entropy(void *data, size_t len)
{
    return getentropy(data, len) == 0;
}
