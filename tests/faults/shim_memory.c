/* SPDX-License-Identifier: 0BSD */
#define _GNU_SOURCE 1
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * shim_memory.c: memory, threads, random bytes, and advice to the system
 *
 * The loader allocates before anything can be looked up, so that glibc's allocator is called by
 * its inner names.
 */
extern void *__libc_malloc(size_t len);
extern void *__libc_calloc(size_t n, size_t len);
extern void *__libc_realloc(void *p, size_t len);
extern void *__libc_memalign(size_t align, size_t len);

static int no_memory(void)
{
    return shim_strikes(KIND_ALLOC, NULL);
}

void *malloc(size_t len)
{
    return no_memory() ? NULL : __libc_malloc(len);
}

void *calloc(size_t n, size_t len)
{
    return no_memory() ? NULL : __libc_calloc(n, len);
}

void *realloc(void *p, size_t len)
{
    return no_memory() ? NULL : __libc_realloc(p, len);
}

void *aligned_alloc(size_t align, size_t len)
{
    return no_memory() ? NULL : __libc_memalign(align, len);
}

int posix_memalign(void **p, size_t align, size_t len)
{
    void *got = aligned_alloc(align, len);

    if (got == NULL)
        return ENOMEM;
    *p = got;
    return 0;
}

void *mmap(void *at, size_t len, int access, int flags, int fd, off_t offset)
{
    if (shim_strikes(KIND_MAP, NULL))
        return MAP_FAILED;
    return (void *)(intptr_t)shim_call(SYS_mmap, (long)(intptr_t)at, (long)len, access, flags,
                                       fd, offset);
}
void *mmap64(void *at, size_t len, int access, int flags, int fd, off64_t offset)
    __attribute__((alias("mmap")));

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                   void *(*run)(void *), void *restrict argument)
{
    static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

    if (shim_strikes(KIND_THREAD, NULL))
        return errno;
    if (next == NULL)
        shim_find(&next, "pthread_create");
    return next(thread, attributes, run, argument);
}

ssize_t getrandom(void *data, size_t len, unsigned flags)
{
    static unsigned char many;

    if (shim_strikes(KIND_RANDOM, NULL))
        return -1;
    if (!shim_fixed)
        return shim_call(SYS_getrandom, (long)(intptr_t)data, (long)len, flags, 0, 0, 0);
    memset(data, 0x5a, len);
    if (len <= 8) /* names of files must differ all the same */
        *(unsigned char *)data = __atomic_add_fetch(&many, 1, __ATOMIC_RELAXED);
    return (ssize_t)len;
}

int getentropy(void *data, size_t len)
{
    return getrandom(data, len, 0) == (ssize_t)len ? 0 : -1;
}

int madvise(void *data, size_t len, int advice)
{
    if (shim_strikes(KIND_HINT, NULL))
        return -1;
    return (int)shim_call(SYS_madvise, (long)(intptr_t)data, (long)len, advice, 0, 0, 0);
}

int posix_fadvise(int fd, off_t at, off_t len, int advice)
{
    int before = errno, error = 0;

    if (shim_strikes(KIND_HINT, NULL) ||
        shim_call(SYS_fadvise64, fd, at, len, advice, 0, 0) != 0)
        error = errno;
    errno = before;
    return error;
}
int posix_fadvise64(int fd, off64_t at, off64_t len, int advice)
    __attribute__((alias("posix_fadvise")));
