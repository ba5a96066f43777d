/* SPDX-License-Identifier: 0BSD */
/*
 * tests/small/stack.c: how much stack each public operation takes
 *
 * Everything below the stack pointer is painted, the operation runs, and the lowest byte that
 * lost its paint tells how deep it went: the arguments and return addresses are in that, and
 * what it calls of libgcc and libc. Each runs with messages of several lengths, with either of
 * two paints, and the most counts. Prints "NAME BYTES" for each.
 */
#include "port.h"
#include "stack.h"

static void print_number(size_t n)
{
    char digits[8];
    unsigned i = sizeof digits - 1;

    digits[i] = '\0';
    do {
        digits[--i] = (char)('0' + n % 10);
        n /= 10;
    } while (n != 0);
    port_write(digits + i);
}

/* Nothing is called between the paint and the operation, so nothing below sp is in use. */
static __attribute__((noinline)) size_t depth(stack_operation *run, size_t len,
                                              unsigned char paint)
{
    unsigned char *sp = port_stack_pointer();
    volatile unsigned char *p;

    for (p = port_stack_floor(); p != sp; p++)
        *p = paint;
    run(len);
    for (p = port_stack_floor(); p != sp && *p == paint; p++) {
    }
    return (size_t)(sp - p);
}

static size_t deepest(stack_operation *run)
{
    static const unsigned short lengths[] = {0, 1, 16, 17, 64, 65, 112, 128, 200, 300};
    size_t most = 0, i, n;

    for (i = 0; i < 2 * (sizeof lengths / sizeof lengths[0]); i++) {
        n = depth(run, lengths[i / 2], i % 2 != 0 ? 0xa5 : 0x3c);
        if (n > most)
            most = n;
    }
    return most;
}

int main(void)
{
    size_t i;

    for (i = 0; stack_cases[i].name != NULL; i++) {
        port_write(stack_cases[i].name);
        port_write(" ");
        print_number(deepest(stack_cases[i].run));
        port_write("\n");
    }
    port_exit(stack_failures != 0);
    return 0;
}
