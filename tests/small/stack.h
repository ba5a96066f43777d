/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_SMALL_STACK_H
#define FILESEC_TESTS_SMALL_STACK_H
/*
 * tests/small/stack.h: the operations whose stack is measured (stack_cases.c), for stack.c
 */
#include <stddef.h>

typedef void stack_operation(size_t len); /* with a message of len bytes, at most 300 */

typedef struct stack_case {
    const char *name;
    stack_operation *run;
} stack_case;

extern const stack_case stack_cases[]; /* ends with a name of NULL */
extern unsigned stack_failures;        /* operations that did not return what they must */

#endif
