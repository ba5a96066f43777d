/* SPDX-License-Identifier: 0BSD */
/*
 * tools/bochs/signals.c: the program's own faults, and what it sends to itself
 *
 * Nothing is ever blocked. The kernel itself uses no vector register; a handler finds those of
 * the program in its frame, may change them there, and the program gets them back.
 */
#include "kernel.h"

#define SA_ONSTACK 0x08000000
#define SA_RESETHAND 0x80000000
#define SIG_IGN 1
#define SS_DISABLE 2
#define UC_FP_XSTATE 1
#define XSTATE_HEADER 64
#define XSTATE_MAGIC1 0x46505853
#define XSTATE_MAGIC2 0x46505845
#define RED_ZONE 128
#define RFLAGS_TF_DF 0x500
#define RFLAGS_USER 0x50DD5 /* what a program may set by itself */

/* The layouts of x86-64 Linux: sigaction as the kernel sees it, stack_t, and the signal frame
   (return address, ucontext, siginfo). */
struct action {
    uint64_t handler, flags, restorer, mask;
};

struct signal_stack {
    uint64_t sp;
    uint32_t flags, pad;
    uint64_t size;
};

enum register_at { R8, R9, R10, R11, R12, R13, R14, R15, RDI, RSI, RBP, RBX, RDX, RAX, RCX };
enum register_after { RSP = 15, RIP, RFLAGS, SEGMENTS, ERROR, VECTOR, MASK, CR2, REGISTERS };

struct signal_frame {
    uint64_t restorer;
    uint64_t uc_flags, uc_link;
    struct signal_stack uc_stack;
    uint64_t registers[REGISTERS];
    uint64_t fpstate, reserved[8];
    uint64_t sigmask;
    int32_t signo, error, code, pad;
    uint64_t address, rest[13];
};

/* The first 512 bytes of what XSAVE stores; Linux describes the rest in bytes nobody uses. */
struct vector_state {
    unsigned char legacy[464];
    uint32_t magic1, extended_size;
    uint64_t features;
    uint32_t size, unused[7];
};

static struct action actions[65];
static struct signal_stack alternate;

static void save(uint64_t *to, const struct frame *f, uint64_t address)
{
    to[R8] = f->r8, to[R9] = f->r9, to[R10] = f->r10, to[R11] = f->r11;
    to[R12] = f->r12, to[R13] = f->r13, to[R14] = f->r14, to[R15] = f->r15;
    to[RDI] = f->rdi, to[RSI] = f->rsi, to[RBP] = f->rbp, to[RBX] = f->rbx;
    to[RDX] = f->rdx, to[RAX] = f->rax, to[RCX] = f->rcx, to[RSP] = f->rsp;
    to[RIP] = f->rip, to[RFLAGS] = f->rflags, to[SEGMENTS] = 0x002B000000000033UL;
    to[ERROR] = f->error, to[VECTOR] = f->vector, to[MASK] = 0, to[CR2] = address;
}

static uint32_t vector_state_size(void)
{
    uint32_t a = 0xD, b, c = 0, d;

    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return b; /* of what XCR0 has on */
}

static uint32_t features_on(void)
{
    uint32_t low, high;

    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

/* At a multiple of 64, as XSAVE wants it. Its header must be zero before; what it says is not
   in use is not written, and not read again. */
static void save_vectors(uint64_t at, uint32_t size)
{
    struct vector_state *v = (struct vector_state *)at;

    memset(v, 0, sizeof *v + XSTATE_HEADER);
    __asm__ volatile("xsave64 (%0)" : : "r"(v), "a"(~0U), "d"(~0U) : "memory");
    v->magic1 = XSTATE_MAGIC1;
    v->extended_size = size + 4;
    v->features = features_on();
    v->size = size;
    *(uint32_t *)(at + size) = XSTATE_MAGIC2;
}

static void restore_vectors(uint64_t at)
{
    if (at % 64 != 0 || !user_memory(at, vector_state_size()))
        die("bad vector registers in a signal frame");
    __asm__ volatile("xrstor64 (%0)" : : "r"(at), "a"(~0U), "d"(~0U) : "memory");
}

/* After the handler; its "ret" has taken the first word of the frame. */
void return_from_signal(struct frame *f)
{
    const struct signal_frame *s = (const struct signal_frame *)(f->rsp - 8);
    const uint64_t *from = s->registers;

    if (!user_memory((uint64_t)s, sizeof *s))
        die("bad signal frame");
    f->r8 = from[R8], f->r9 = from[R9], f->r10 = from[R10], f->r11 = from[R11];
    f->r12 = from[R12], f->r13 = from[R13], f->r14 = from[R14], f->r15 = from[R15];
    f->rdi = from[RDI], f->rsi = from[RSI], f->rbp = from[RBP], f->rbx = from[RBX];
    f->rdx = from[RDX], f->rax = from[RAX], f->rcx = from[RCX], f->rsp = from[RSP];
    f->rip = from[RIP], f->rflags = (from[RFLAGS] & RFLAGS_USER) | 2;
    if (s->fpstate != 0)
        restore_vectors(s->fpstate);
}

static void end_program(const struct frame *f, unsigned number, uint64_t address)
{
    report("the program ended by signal ");
    report_number(number, 10);
    report(", exception ");
    report_number(f->vector, 10);
    report(", at 0x");
    report_number(f->rip, 16);
    report(", address 0x");
    report_number(address, 16);
    report("\n");
    quit(128 + number);
}

static uint64_t handler_stack(const struct frame *f, const struct action *a)
{
    int there = f->rsp > alternate.sp && f->rsp <= alternate.sp + alternate.size;

    if ((a->flags & SA_ONSTACK) != 0 && alternate.size != 0 && !there)
        return alternate.sp + alternate.size;
    return f->rsp - RED_ZONE;
}

/* Calls the program's handler, or ends the program as the default action does. code is 0 for
   what the program sent itself. */
void send_signal(struct frame *f, unsigned number, unsigned code, uint64_t address)
{
    struct action *a = &actions[number];
    struct signal_frame *s;
    uint64_t sp, vectors;
    uint32_t size = vector_state_size();

    if (a->handler == SIG_IGN && code == 0)
        return;
    vectors = (handler_stack(f, a) - size - 4) & ~63UL;
    sp = ((vectors - sizeof *s) & ~15UL) - 8;
    if (a->handler <= SIG_IGN || !user_memory(sp, vectors + size + 4 - sp))
        end_program(f, number, address);
    s = (struct signal_frame *)sp;
    memset(s, 0, sizeof *s);
    save_vectors(vectors, size);
    s->fpstate = vectors;
    s->uc_flags = UC_FP_XSTATE;
    s->restorer = a->restorer;
    s->uc_stack = alternate;
    save(s->registers, f, address);
    s->signo = (int32_t)number;
    s->code = (int32_t)code;
    s->address = address;
    f->rdi = number;
    f->rsi = (uint64_t)&s->signo;
    f->rdx = (uint64_t)&s->uc_flags;
    f->rax = 0;
    f->rsp = sp;
    f->rip = a->handler;
    f->rflags &= ~(uint64_t)RFLAGS_TF_DF;
    if ((a->flags & SA_RESETHAND) != 0)
        a->handler = 0;
}

int64_t set_action(uint64_t number, uint64_t to, uint64_t was)
{
    if (number == 0 || number > 64)
        return -EINVAL;
    if ((to != 0 && !user_memory(to, sizeof(struct action))) ||
        (was != 0 && !user_memory(was, sizeof(struct action))))
        return -EFAULT;
    if (was != 0)
        *(struct action *)was = actions[number];
    if (to != 0)
        actions[number] = *(const struct action *)to;
    return 0;
}

int64_t set_alternate(uint64_t to, uint64_t was)
{
    struct signal_stack before = alternate;

    if ((to != 0 && !user_memory(to, sizeof before)) ||
        (was != 0 && !user_memory(was, sizeof before)))
        return -EFAULT;
    if (to != 0) {
        alternate = *(const struct signal_stack *)to;
        if ((alternate.flags & SS_DISABLE) != 0)
            alternate.size = 0;
    }
    if (was != 0) {
        before.flags = before.size != 0 ? 0 : SS_DISABLE;
        *(struct signal_stack *)was = before;
    }
    return 0;
}
