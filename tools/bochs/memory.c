/* SPDX-License-Identifier: 0BSD */
/*
 * tools/bochs/memory.c: the system calls that hand out memory
 */
#include "kernel.h"

#define MAP_FIXED 0x10
#define MAP_ANONYMOUS 0x20
#define MAP_FIXED_NOREPLACE 0x100000
#define MREMAP_MAYMOVE 1

/* Free room between two addresses, or 0. */
static uint64_t find_room(uint64_t from, uint64_t to, uint64_t size)
{
    uint64_t start = from, end;

    for (end = from; end < to; end += PAGE) {
        if (page_taken(end))
            start = end + PAGE;
        else if (end + PAGE - start >= size)
            return start;
    }
    return 0;
}

int64_t map_memory(uint64_t address, uint64_t size, uint64_t protection, uint64_t flags)
{
    if ((flags & MAP_ANONYMOUS) == 0)
        return -EBADF; /* there are no files */
    if (size == 0)
        return -EINVAL;
    if (size > layout.memory_size)
        return -ENOMEM;
    size = PAGE_UP(size);
    if ((flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0) {
        if (address % PAGE != 0)
            return -EINVAL;
        if (address < USER_START || address > layout.map_end || size > layout.map_end - address)
            return -ENOMEM;
    } else {
        address = find_room(layout.map_next, layout.map_end, size);
        if (address == 0)
            address = find_room(layout.map_start, layout.map_end, size);
        if (address == 0)
            return -ENOMEM;
        layout.map_next = address + size;
    }
    take_pages(address, address + size, page_bits(protection));
    return (int64_t)address;
}

int64_t remap_memory(uint64_t old, uint64_t old_size, uint64_t size, uint64_t flags)
{
    int64_t moved;

    if (old % PAGE != 0 || size == 0 || (flags & ~(uint64_t)MREMAP_MAYMOVE) != 0 ||
        !user_memory(old, old_size))
        return -EINVAL;
    if (size > layout.memory_size)
        return -ENOMEM;
    old_size = PAGE_UP(old_size);
    size = PAGE_UP(size);
    if (size <= old_size) {
        protect_pages(old + size, old + old_size, 0);
        return (int64_t)old;
    }
    if ((flags & MREMAP_MAYMOVE) == 0)
        return -ENOMEM;
    moved = map_memory(0, size, PROT_READ | PROT_WRITE, MAP_ANONYMOUS);
    if (moved < 0)
        return moved;
    memcpy((void *)(uint64_t)moved, (void *)old, old_size);
    protect_pages(old, old + old_size, 0);
    return moved;
}

/* Whole pages between the program's first and its last? */
static int program_range(uint64_t start, uint64_t size)
{
    return start % PAGE == 0 && start >= USER_START && start <= layout.stack_top &&
           size <= layout.stack_top - start;
}

int64_t protect_memory(uint64_t start, uint64_t size, uint64_t protection)
{
    uint64_t at, end = start + PAGE_UP(size);

    if (!program_range(start, size))
        return -EINVAL;
    for (at = start; at < end; at += PAGE)
        if (!page_taken(at))
            return -ENOMEM;
    protect_pages(start, end, page_bits(protection));
    return 0;
}

int64_t unmap_memory(uint64_t start, uint64_t size)
{
    if (!program_range(start, size))
        return -EINVAL;
    protect_pages(start, start + PAGE_UP(size), 0);
    return 0;
}

int64_t set_brk(uint64_t end)
{
    if (end >= layout.brk_start && end <= layout.brk_end) {
        uint64_t before = PAGE_UP(layout.brk_now), after = PAGE_UP(end);

        if (after > before)
            take_pages(before, after, page_bits(PROT_READ | PROT_WRITE));
        else
            protect_pages(after, before, 0);
        layout.brk_now = end;
    }
    return (int64_t)layout.brk_now;
}
