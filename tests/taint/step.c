/* SPDX-License-Identifier: 0BSD */
/*
 * tests/taint/step.c: a program that steps through itself
 *
 * With the trap flag set the CPU stops after each instruction, and the handler of SIGTRAP sees
 * all registers. So no tool has to know the instructions: what the CPU has can be traced. This
 * takes x86-64 Linux, or what behaves alike; elsewhere the two calls are marks for an emulator
 * (plugin.c).
 */
#if defined(__x86_64__) && defined(__linux__)
#define STEPS 1
#define _GNU_SOURCE /* REG_RIP */
#else
#define STEPS 0
#endif
#include "step.h"
#include "operand.h"
#include <stddef.h>
#include <string.h>

/* At an even address, for plugin.c. */
#define MARK __attribute__((noinline, aligned(16)))

static trace last;

const trace *trace_last(void)
{
    return &last;
}

#if STEPS
#include <signal.h>
#include <ucontext.h>

#define TRAP_FLAG 0x100

static int stepping;

static void mix(uint64_t x)
{
    last.hash = (last.hash ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    last.hash ^= last.hash >> 29;
}

/* The register of that number in an instruction's encoding. */
static uint64_t value(const greg_t *registers, int number)
{
    static const unsigned char at[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                         REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                         REG_R12, REG_R13, REG_R14, REG_R15};

    return number < 0 ? 0 : (uint64_t)registers[at[number]];
}

/* Comes before each instruction: rip is the one that will run next. */
static void on_trap(int signal_number, siginfo_t *info, void *context)
{
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const unsigned char *code = (const unsigned char *)(uintptr_t)registers[REG_RIP];
    operand o;

    (void)signal_number;
    (void)info;
    if (code == (const unsigned char *)(uintptr_t)trace_end) {
        registers[REG_EFL] &= ~(greg_t)TRAP_FLAG;
        return;
    }
    o = operand_of(code);
    last.count++;
    mix((uint64_t)registers[REG_RIP]);
    mix((uint64_t)registers[REG_RSP]); /* push, pop, call, ret */
    mix(value(registers, o.base));
    mix(value(registers, o.index));
    last.vectors += o.kind == OPERAND_VECTOR;
}

int step_open(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_trap;
    action.sa_flags = SA_SIGINFO;
    stepping = sigaction(SIGTRAP, &action, NULL) == 0;
    return stepping;
}

MARK void trace_begin(void)
{
    memset(&last, 0, sizeof last);
    if (stepping)
        __asm__ volatile("pushfq\n\torq %0, (%%rsp)\n\tpopfq"
                         :
                         : "i"(TRAP_FLAG)
                         : "cc", "memory");
}

MARK void trace_end(void)
{
    __asm__ volatile("" : : : "memory");
}
#else
int step_open(void)
{
    return 0;
}

MARK void trace_begin(void)
{
    __asm__ volatile("" : : : "memory");
}

MARK void trace_end(void)
{
    __asm__ volatile("" : : : "memory");
}
#endif
