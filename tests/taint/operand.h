/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_TAINT_OPERAND_H
#define FILESEC_TESTS_TAINT_OPERAND_H
/*
 * tests/taint/operand.h: which registers make the address that an x86-64 instruction uses
 */
enum operand_kind {
    OPERAND_NONE,   /* none, or one that depends on no register */
    OPERAND_MEMORY, /* base, index, or both; for string instructions rsi and rdi */
    OPERAND_VECTOR  /* gather or scatter: an address from every lane */
};

/* Registers by their number in the encoding: rax 0, rcx 1, rdx 2, rbx 3, rsp 4, rbp 5, rsi 6,
   rdi 7, r8 to r15; -1 for none. */
typedef struct operand {
    enum operand_kind kind;
    int base, index;
} operand;

/* code: 15 bytes, the longest instruction there is. The displacement and the scale are not
   read, for they are the same whenever this instruction runs. LEA computes an address and uses
   none. */
operand operand_of(const unsigned char *code);

#endif
