/* SPDX-License-Identifier: 0BSD */
/*
 * tools/bochs/program.c: from the disk into memory, with the stack a C program starts with
 */
#include "kernel.h"

#define ELF_MAGIC 0x464C457F
#define ELF_X86_64 62
#define ELF_MOVABLE 3 /* type of a file that may lie anywhere */
#define SEGMENT_LOAD 1
#define SEGMENT_INTERPRETER 3
#define SEGMENT_EXEC 1
#define SEGMENT_WRITE 2
#define SECTORS(bytes) (((bytes) + 511) / 512)

struct elf_header {
    unsigned char ident[16];
    uint16_t type, machine;
    uint32_t version;
    uint64_t entry, phoff, shoff;
    uint32_t flags;
    uint16_t ehsize, phentsize, phnum, shentsize, shnum, shstrndx;
};

struct elf_segment {
    uint32_t type, flags;
    uint64_t offset, vaddr, paddr, filesz, memsz, align;
};

/* What run.sh wrote into the first sector. */
struct header {
    uint64_t memory, rate, seed, argc, envc, strings_size, elf_size;
};

/* The file as read, and where its parts have come. */
struct image {
    const unsigned char *file;
    uint64_t size, move, end, entry, segments_at, nsegments;
};

static uint64_t next_number(const char **text)
{
    uint64_t value = 0;

    while (**text == ' ')
        ++*text;
    while (**text >= '0' && **text <= '9')
        value = value * 10 + (uint64_t)(*(*text)++ - '0');
    return value;
}

static void read_header(struct header *h)
{
    static char sector[512];
    const char *text = sector + 6; /* after "BXRUN " */

    disk_read(sector, 0, 1);
    h->memory = next_number(&text) << 20;
    h->rate = next_number(&text);
    h->seed = next_number(&text);
    h->argc = next_number(&text);
    h->envc = next_number(&text);
    h->strings_size = next_number(&text);
    h->elf_size = next_number(&text);
    if (h->memory > MEMORY_MAX || h->memory < 4 * STACK_SIZE ||
        h->strings_size > STACK_SIZE / 4 || h->elf_size > h->memory / 2)
        die("the program or its arguments are too large");
}

static void load_segment(struct image *image, const struct elf_segment *s, uint64_t phoff)
{
    uint64_t start = s->vaddr + image->move, end = start + s->memsz, protection = PROT_READ;

    if (start < USER_START || start > layout.map_end || s->memsz > layout.map_end - start ||
        s->offset > image->size || s->filesz > image->size - s->offset || s->filesz > s->memsz)
        die("the program does not fit into memory");
    take_pages(PAGE_DOWN(start), PAGE_UP(end), PAGE_TAKEN | PAGE_PRESENT | PAGE_WRITE);
    memcpy((void *)start, image->file + s->offset, s->filesz);
    protection |= (s->flags & SEGMENT_WRITE) != 0 ? PROT_WRITE : 0;
    protection |= (s->flags & SEGMENT_EXEC) != 0 ? PROT_EXEC : 0;
    protect_pages(PAGE_DOWN(start), PAGE_UP(end), page_bits(protection));
    if (end > image->end)
        image->end = end;
    if (phoff >= s->offset && phoff - s->offset < s->filesz)
        image->segments_at = start + phoff - s->offset;
}

static void load_image(struct image *image)
{
    const struct elf_header *h = (const struct elf_header *)image->file;
    const struct elf_segment *s = (const struct elf_segment *)(image->file + h->phoff);
    uint64_t i;

    if (image->size < sizeof *h || *(const uint32_t *)image->file != ELF_MAGIC ||
        h->machine != ELF_X86_64)
        die("not an x86-64 ELF file");
    if (h->phoff > image->size || h->phnum * sizeof *s > image->size - h->phoff)
        die("damaged ELF file");
    image->move = h->type == ELF_MOVABLE ? USER_START : 0;
    image->end = USER_START;
    image->entry = h->entry + image->move;
    image->nsegments = h->phnum;
    for (i = 0; i < h->phnum; i++, s++) {
        if (s->type == SEGMENT_INTERPRETER)
            die("the program is not statically linked");
        if (s->type == SEGMENT_LOAD && s->memsz != 0)
            load_segment(image, s, h->phoff);
    }
}

/* AT_HWCAP: leaf 1, EDX. */
static uint64_t cpu_features(void)
{
    uint32_t a = 1, b, c = 0, d;

    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return d;
}

/* From the top: 16 random bytes and the platform's name, the strings, the auxiliary vector,
   the pointers to the strings, argc. Returns the stack pointer. */
static uint64_t fill_stack(const struct header *h, const struct image *image)
{
    uint64_t size = SECTORS(h->strings_size) * 512, i;
    char *string = (char *)(layout.stack_top - 64 - size);
    uint64_t *sp, *top = (uint64_t *)(layout.stack_top - 48);
    const uint64_t auxiliary[] = {
        3,  image->segments_at, /* AT_PHDR, its entries' size and number */
        4,  sizeof(struct elf_segment),
        5,  image->nsegments,
        6,  PAGE,
        7,  0, /* AT_BASE */
        8,  0, /* AT_FLAGS */
        9,  image->entry,
        11, 0, /* user, group */
        12, 0,
        13, 0,
        14, 0,
        15, (uint64_t)(top + 2), /* AT_PLATFORM */
        16, cpu_features(),
        17, 100,              /* clock ticks */
        23, 0,                /* AT_SECURE */
        25, (uint64_t)top,    /* AT_RANDOM */
        26, 2,                /* AT_HWCAP2: FSGSBASE */
        31, (uint64_t)string, /* AT_EXECFN */
        51, 3632,             /* AT_MINSIGSTKSZ */
        0,  0};

    take_pages(layout.stack_top - STACK_SIZE, layout.stack_top,
               page_bits(PROT_READ | PROT_WRITE));
    disk_read(string, 1, SECTORS(h->strings_size));
    top[0] = random_bits();
    top[1] = random_bits();
    memcpy(top + 2, "x86_64", 7);
    i = (uint64_t)string - sizeof auxiliary - (h->argc + h->envc + 3) * 8;
    sp = (uint64_t *)(i & ~15UL);
    *sp++ = h->argc;
    for (i = 0; i < h->argc + h->envc; i++) {
        if (i == h->argc)
            *sp++ = 0;
        *sp++ = (uint64_t)string;
        while (*string++ != 0)
            ;
    }
    if (h->envc == 0)
        *sp++ = 0;
    *sp++ = 0;
    memcpy(sp, auxiliary, sizeof auxiliary);
    return (uint64_t)(sp - h->argc - h->envc - 3);
}

/* Returns the registers the program starts with. */
struct frame *load_program(void)
{
    static struct frame f;
    struct header h;
    struct image image = {0};

    read_header(&h);
    clock_open(h.rate, h.seed);
    layout.memory_size = h.memory;
    layout.stack_top = PAGE_DOWN(h.memory - SECTORS(h.elf_size) * 512);
    layout.map_end = layout.stack_top - STACK_SIZE - PAGE; /* nobody's page guards the stack */
    pages_open();
    image.file = (const unsigned char *)layout.stack_top;
    image.size = h.elf_size;
    disk_read((void *)layout.stack_top, 1 + (uint32_t)SECTORS(h.strings_size),
              SECTORS(h.elf_size));
    load_image(&image);
    layout.brk_start = layout.brk_now = PAGE_UP(image.end);
    layout.brk_end = layout.brk_start + PAGE_DOWN((layout.map_end - layout.brk_start) / 4);
    layout.map_start = layout.map_next = layout.brk_end;
    f.rsp = fill_stack(&h, &image);
    f.rip = image.entry;
    f.cs = SELECTOR_USER_CODE;
    f.ss = SELECTOR_USER_DATA;
    f.rflags = 0x202;
    return &f;
}
