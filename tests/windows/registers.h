/* SPDX-License-Identifier: 0BSD */
#ifndef FILESEC_TESTS_WINDOWS_REGISTERS_H
#define FILESEC_TESTS_WINDOWS_REGISTERS_H
/*
 * tests/windows/registers.h: registers.S, and functions for it to call
 */
#include <stddef.h>
#include <stdint.h>

typedef struct register_set {
    uint64_t general[8];
    unsigned char xmm[10][16];
} register_set;

typedef struct registers {
    register_set before, after;
} registers;

typedef void any_function(void);

uint64_t registers_call(registers *r, any_function *function, const uint64_t args[10],
                        size_t shift);
void breaks_xmm6(void);
void breaks_xmm15(void);
void breaks_rsi(void);
void breaks_rbx(void);
void tells_stack(void);

/* One call of each public function, through registers_call with this shift of the stack: a
   check each. what is part of the messages. */
extern size_t call_shift;
extern const char *call_what;
uint64_t call_checked(const char *name, any_function *function, const uint64_t args[10]);

#define NUMBER(x) ((uint64_t)(x))
#define POINTER(x) ((uint64_t)(uintptr_t)(x))
/* CALL(filesec_wipe, POINTER(p), NUMBER(8)): what it returns, as it stands in rax. */
#define CALL(function, ...) CALL_(function, __VA_ARGS__, 0)
#define CALL_(function, ...)                                                                   \
    call_checked(#function, (any_function *)function, (const uint64_t[10]){__VA_ARGS__})

/* The 32 bits of a status. */
#define IS_OK(call) ((uint32_t)(call) == (uint32_t)FILESEC_OK)

void calls_of_primitive(filesec_primitive p, size_t len);
void calls_of_container(unsigned suite, size_t len);
void calls_of_others(void);

#endif
