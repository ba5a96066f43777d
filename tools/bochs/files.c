/* SPDX-License-Identifier: 0BSD */
/*
 * tools/bochs/files.c: descriptors 0 to 2; there are no others
 */
#include "kernel.h"

#define STAT_SIZE 144
#define S_IFCHR_ALL_RW 0020666

int64_t write_bytes(uint64_t descriptor, uint64_t from, uint64_t size)
{
    const unsigned char *byte = (const unsigned char *)from;
    uint64_t i;

    if (descriptor != 1 && descriptor != 2)
        return -EBADF;
    if (!user_memory(from, size))
        return -EFAULT;
    for (i = 0; i < size; i++)
        print_byte(byte[i]);
    return (int64_t)size;
}

int64_t write_vector(uint64_t descriptor, uint64_t vector, uint64_t count)
{
    const uint64_t *v = (const uint64_t *)vector; /* pairs of address and length */
    int64_t total = 0;

    if (count > 1024)
        return -EINVAL;
    if (!user_memory(vector, count * 16))
        return -EFAULT;
    for (; count != 0; count--, v += 2) {
        int64_t done = write_bytes(descriptor, v[0], v[1]);

        if (done < 0)
            return done;
        total += done;
    }
    return total;
}

/* Each is a character device. */
int64_t get_status(uint64_t descriptor, uint64_t to)
{
    if (descriptor > 2)
        return -EBADF;
    if (!user_memory(to, STAT_SIZE))
        return -EFAULT;
    memset((void *)to, 0, STAT_SIZE);
    ((uint64_t *)to)[2] = 1;              /* links */
    ((uint32_t *)to)[6] = S_IFCHR_ALL_RW; /* mode */
    ((uint64_t *)to)[7] = PAGE;           /* size of a block */
    return 0;
}

/* newfstatat(): with an empty name it is fstat(). */
int64_t get_status_named(uint64_t descriptor, uint64_t name, uint64_t to)
{
    if (!user_memory(name, 1))
        return -EFAULT;
    if (*(const char *)name != 0)
        return -ENOENT;
    return get_status(descriptor, to);
}
