/* SPDX-License-Identifier: 0BSD */
/*
 * tests/taint/plugin.c: for qemu-user: what a program executes between two of its functions, as
 * a hash: every instruction's address, and the address of every load and store
 *
 *   qemu-CPU -plugin plugin.so,begin=ADDRESS,end=ADDRESS -d plugin -D LOG PROGRAM
 *
 * Each time `end` is entered, a line goes to the log: the hash and the number of instructions.
 * Debian has no header for plugins; the declarations below are version 1 of that interface
 * (QEMU 7.2, "QEMU TCG Plugins" in its manual).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t plugin_id;
struct tb;   /* a block of translated instructions */
struct insn; /* one of them */
typedef void tb_call(plugin_id id, struct tb *block);
typedef void insn_call(unsigned cpu, void *data);
typedef void memory_call(unsigned cpu, uint32_t info, uint64_t address, void *data);

extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, tb_call *call);
extern size_t qemu_plugin_tb_n_insns(const struct tb *block);
extern struct insn *qemu_plugin_tb_get_insn(const struct tb *block, size_t number);
extern uint64_t qemu_plugin_insn_vaddr(const struct insn *instruction);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct insn *instruction, insn_call *call,
                                                   int flags, void *data);
extern void qemu_plugin_register_vcpu_mem_cb(struct insn *instruction, memory_call *call,
                                             int flags, int loads_and_stores, void *data);
extern void qemu_plugin_outs(const char *text);
EXPORT extern int qemu_plugin_version;
EXPORT int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv);

int qemu_plugin_version = 1;

enum { NO_REGISTERS = 0, LOADS_AND_STORES = 3 };

static uint64_t begin, end, hash, count;
static int inside;

static void mix(uint64_t x)
{
    hash = (hash ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
}

static void on_instruction(unsigned cpu, void *data)
{
    uint64_t address = (uint64_t)(uintptr_t)data;
    char line[64];

    (void)cpu;
    if (address == begin) {
        inside = 1;
        hash = count = 0;
    } else if (address == end && inside) {
        inside = 0;
        snprintf(line, sizeof line, "%016" PRIx64 " %" PRIu64 "\n", hash, count);
        qemu_plugin_outs(line);
    }
    if (inside) {
        mix(address);
        count++;
    }
}

static void on_memory(unsigned cpu, uint32_t info, uint64_t address, void *data)
{
    (void)cpu;
    (void)data;
    if (inside) {
        mix(address);
        mix(info);
    }
}

static void on_block(plugin_id id, struct tb *block)
{
    size_t i, n = qemu_plugin_tb_n_insns(block);

    (void)id;
    for (i = 0; i < n; i++) {
        struct insn *instruction = qemu_plugin_tb_get_insn(block, i);
        uint64_t address = qemu_plugin_insn_vaddr(instruction);

        qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_instruction, NO_REGISTERS,
                                               (void *)(uintptr_t)address);
        qemu_plugin_register_vcpu_mem_cb(instruction, on_memory, NO_REGISTERS, LOADS_AND_STORES,
                                         NULL);
    }
}

int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
    int i;

    (void)info;
    for (i = 0; i < argc; i++) {
        if (strncmp(argv[i], "begin=", 6) == 0)
            begin = strtoull(argv[i] + 6, NULL, 16);
        else if (strncmp(argv[i], "end=", 4) == 0)
            end = strtoull(argv[i] + 4, NULL, 16);
        else
            return -1;
    }
    begin &= ~UINT64_C(1); /* the lowest bit of a symbol says Thumb; step.c aligns both */
    end &= ~UINT64_C(1);
    if (begin == 0 || end == 0)
        return -1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_block);
    return 0;
}
