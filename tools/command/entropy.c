/* SPDX-License-Identifier: 0BSD */
#include "entropy.h"

#include <errno.h>
#include <sys/random.h>
#include <unistd.h>

/*
 * entropy.c: the system's generator, and nothing else
 */

int entropy(void *data, size_t len)
{
    int result;

    do
        result = getentropy(data, len);
    while (result != 0 && errno == EINTR);
    return result == 0;
}
