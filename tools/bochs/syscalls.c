/* SPDX-License-Identifier: 0BSD */
/*
 * tools/bochs/syscalls.c: the system calls of x86-64 Linux that a static C program makes
 */
#include "kernel.h"

#define CLOCK_START 1700000000UL /* the time of day at power on */
#define MSR_FS_BASE 0xC0000100
#define MSR_GS_BASE 0xC0000101
#define UTSNAME_FIELD 65
#define RLIMIT_STACK 3

static uint64_t clock_rate, random_state;

void clock_open(uint64_t rate, uint64_t seed)
{
    clock_rate = rate;
    random_state = seed | 1;
}

/* xorshift64* (Vigna 2016). */
uint64_t random_bits(void)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * 0x2545F4914F6CDD1DUL;
}

static int64_t get_random(uint64_t to, uint64_t size)
{
    uint64_t i;

    if (!user_memory(to, size))
        return -EFAULT;
    for (i = 0; i < size; i++)
        ((unsigned char *)to)[i] = (unsigned char)(random_bits() >> 56);
    return (int64_t)size;
}

static int64_t get_time(uint64_t to, uint64_t unit)
{
    uint64_t ticks = read_tsc();
    uint64_t *time = (uint64_t *)to;

    if (!user_memory(to, 16))
        return -EFAULT;
    time[0] = ticks / clock_rate + CLOCK_START;
    time[1] = ticks % clock_rate * unit / clock_rate;
    return 0;
}

static int64_t get_name(uint64_t to)
{
    if (!user_memory(to, 6 * UTSNAME_FIELD))
        return -EFAULT;
    memset((void *)to, 0, 6 * UTSNAME_FIELD);
    memcpy((void *)to, "Linux", 5);
    memcpy((void *)(to + UTSNAME_FIELD), "bochs", 5);
    memcpy((void *)(to + 2 * UTSNAME_FIELD), "6.1.0", 5);
    memcpy((void *)(to + 4 * UTSNAME_FIELD), "x86_64", 6);
    return 0;
}

/* arch_prctl(): set GS, set FS, get FS, get GS. */
static int64_t set_segment(uint64_t code, uint64_t value)
{
    static const uint32_t msr[4] = {MSR_GS_BASE, MSR_FS_BASE, MSR_FS_BASE, MSR_GS_BASE};

    if (code < 0x1001 || code > 0x1004)
        return -EINVAL;
    if (code < 0x1003)
        write_msr(msr[code - 0x1001], value);
    else if (user_memory(value, 8))
        *(uint64_t *)value = read_msr(msr[code - 0x1001]);
    else
        return -EFAULT;
    return 0;
}

static int64_t get_limits(uint64_t resource, uint64_t to)
{
    uint64_t *limits = (uint64_t *)to;

    if (to == 0)
        return 0;
    if (!user_memory(to, 16))
        return -EFAULT;
    limits[0] = limits[1] = resource == RLIMIT_STACK ? STACK_SIZE : ~0UL;
    return 0;
}

/* One word of 64 bits: which processors the program may use, or which signals are blocked. */
static int64_t get_mask(uint64_t to, uint64_t mask)
{
    if (!user_memory(to, 8))
        return -EFAULT;
    *(uint64_t *)to = mask;
    return mask != 0 ? 8 : 0;
}

static int64_t send_own(struct frame *f, uint64_t number)
{
    if (number > 64)
        return -EINVAL;
    f->rax = 0;
    if (number != 0)
        send_signal(f, (unsigned)number, 0, 0);
    return (int64_t)f->rax; /* by now the handler's, if there is one */
}

/* Calls whose answer is always the same: 0 or an error number, or this process. */
static const struct {
    uint16_t number;
    int16_t result;
} fixed[] = {
    {2, -ENOENT},   /* open */
    {4, -ENOENT},   /* stat */
    {6, -ENOENT},   /* lstat */
    {16, -ENOTTY},  /* ioctl */
    {21, -ENOENT},  /* access */
    {24, 0},        /* sched_yield */
    {28, 0},        /* madvise */
    {39, 1},        /* getpid */
    {89, -ENOENT},  /* readlink */
    {102, 0},       /* getuid */
    {104, 0},       /* getgid */
    {107, 0},       /* geteuid */
    {108, 0},       /* getegid */
    {110, 1},       /* getppid */
    {162, 0},       /* sync */
    {186, 1},       /* gettid */
    {218, 1},       /* set_tid_address */
    {257, -ENOENT}, /* openat */
    {267, -ENOENT}, /* readlinkat */
    {269, -ENOENT}, /* faccessat */
    {273, 0}        /* set_robust_list */
};

static int64_t fixed_call(uint64_t number)
{
    size_t i;

    for (i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        if (fixed[i].number == number)
            return fixed[i].result;
    return -ENOSYS;
}

/* Those that go by pages. */
static int64_t memory_call(uint64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    switch (number) {
    case 9: /* mmap */
        return map_memory(a, b, c, d);
    case 10: /* mprotect */
        return protect_memory(a, b, c);
    case 11: /* munmap */
        return unmap_memory(a, b);
    case 12: /* brk */
        return set_brk(a);
    case 25: /* mremap */
        return remap_memory(a, b, c, d);
    default:
        return fixed_call(number);
    }
}

int64_t system_call(struct frame *f)
{
    uint64_t a = f->rdi, b = f->rsi, c = f->rdx, d = f->r10;

    switch (f->rax) {
    case 0: /* read: the end of the file */
        return a != 0 ? -EBADF : 0;
    case 1: /* write */
        return write_bytes(a, b, c);
    case 3: /* close */
        return a > 2 ? -EBADF : 0;
    case 5: /* fstat */
        return get_status(a, b);
    case 13: /* rt_sigaction */
        return set_action(a, b, c);
    case 14: /* rt_sigprocmask: nothing is ever blocked */
        return c != 0 ? get_mask(c, 0) : 0;
    case 20: /* writev */
        return write_vector(a, b, c);
    case 60:  /* exit */
    case 231: /* exit_group */
        quit((unsigned)a);
    case 62:  /* kill */
    case 200: /* tkill */
        return send_own(f, b);
    case 63: /* uname */
        return get_name(a);
    case 96: /* gettimeofday */
        return get_time(a, 1000000);
    case 97: /* getrlimit */
        return get_limits(a, b);
    case 131: /* sigaltstack */
        return set_alternate(a, b);
    case 158: /* arch_prctl */
        return set_segment(a, b);
    case 204: /* sched_getaffinity: one processor */
        return b < 8 ? -EINVAL : get_mask(c, 1);
    case 228: /* clock_gettime */
        return get_time(b, 1000000000);
    case 234: /* tgkill */
        return send_own(f, c);
    case 262: /* newfstatat */
        return get_status_named(a, b, c);
    case 302: /* prlimit64 */
        return a > 1 ? -EINVAL : get_limits(b, d);
    case 318: /* getrandom */
        return get_random(a, b);
    default:
        return memory_call(f->rax, a, b, c, d);
    }
}
