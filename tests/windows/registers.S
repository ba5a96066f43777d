/* SPDX-License-Identifier: 0BSD */
/*
 * tests/windows/registers.S: a call that shows what the callee did to the registers of its caller
 *
 *   uint64_t registers_call(registers *r, void (*function)(void), const uint64_t args[10],
 *                           size_t shift)
 *
 * All registers that a function must give back (Microsoft's x64 convention: rbx, rbp, rsi, rdi,
 * r12 to r15, xmm6 to xmm15) are loaded from r->before and, after the call, stored in r->after.
 * The function gets ten arguments, four in registers, and finds the stack at a multiple of 64
 * less shift, which is a multiple of 16: the convention promises no more.
 *
 * In the frame, from rsp: 0 room of the callee for four registers, 32 arguments 5 to 10, 80 our
 * own rsp, 88 r.
 */
    .text

    .globl registers_call
registers_call:
    push %rbp
    push %rbx
    push %rsi
    push %rdi
    push %r12
    push %r13
    push %r14
    push %r15
    sub $168, %rsp
    movups %xmm6, (%rsp)
    movups %xmm7, 16(%rsp)
    movups %xmm8, 32(%rsp)
    movups %xmm9, 48(%rsp)
    movups %xmm10, 64(%rsp)
    movups %xmm11, 80(%rsp)
    movups %xmm12, 96(%rsp)
    movups %xmm13, 112(%rsp)
    movups %xmm14, 128(%rsp)
    movups %xmm15, 144(%rsp)

    mov %rsp, %rax
    sub $192, %rsp
    and $-64, %rsp
    sub %r9, %rsp
    mov %rax, 80(%rsp)
    mov %rcx, 88(%rsp)
    mov %rcx, %r10
    mov %rdx, %r11

    /* arguments 5 to 10, then 1 to 4 */
    movups 32(%r8), %xmm0
    movups 48(%r8), %xmm1
    movups 64(%r8), %xmm2
    movups %xmm0, 32(%rsp)
    movups %xmm1, 48(%rsp)
    movups %xmm2, 64(%rsp)
    mov (%r8), %rcx
    mov 8(%r8), %rdx
    mov 24(%r8), %r9
    mov 16(%r8), %r8

    mov (%r10), %rbx
    mov 8(%r10), %rbp
    mov 16(%r10), %rsi
    mov 24(%r10), %rdi
    mov 32(%r10), %r12
    mov 40(%r10), %r13
    mov 48(%r10), %r14
    mov 56(%r10), %r15
    movups 64(%r10), %xmm6
    movups 80(%r10), %xmm7
    movups 96(%r10), %xmm8
    movups 112(%r10), %xmm9
    movups 128(%r10), %xmm10
    movups 144(%r10), %xmm11
    movups 160(%r10), %xmm12
    movups 176(%r10), %xmm13
    movups 192(%r10), %xmm14
    movups 208(%r10), %xmm15
    call *%r11

    mov 88(%rsp), %r10
    mov %rbx, 224(%r10)
    mov %rbp, 232(%r10)
    mov %rsi, 240(%r10)
    mov %rdi, 248(%r10)
    mov %r12, 256(%r10)
    mov %r13, 264(%r10)
    mov %r14, 272(%r10)
    mov %r15, 280(%r10)
    movups %xmm6, 288(%r10)
    movups %xmm7, 304(%r10)
    movups %xmm8, 320(%r10)
    movups %xmm9, 336(%r10)
    movups %xmm10, 352(%r10)
    movups %xmm11, 368(%r10)
    movups %xmm12, 384(%r10)
    movups %xmm13, 400(%r10)
    movups %xmm14, 416(%r10)
    movups %xmm15, 432(%r10)

    mov 80(%rsp), %rsp
    movups (%rsp), %xmm6
    movups 16(%rsp), %xmm7
    movups 32(%rsp), %xmm8
    movups 48(%rsp), %xmm9
    movups 64(%rsp), %xmm10
    movups 80(%rsp), %xmm11
    movups 96(%rsp), %xmm12
    movups 112(%rsp), %xmm13
    movups 128(%rsp), %xmm14
    movups 144(%rsp), %xmm15
    add $168, %rsp
    pop %r15
    pop %r14
    pop %r13
    pop %r12
    pop %rdi
    pop %rsi
    pop %rbx
    pop %rbp
    ret

/* Functions that break the convention: each must be noticed. */
    .globl breaks_xmm6
breaks_xmm6:
    pxor %xmm6, %xmm6
    ret

    .globl breaks_xmm15
breaks_xmm15:
    pxor %xmm15, %xmm15
    ret

    .globl breaks_rsi
breaks_rsi:
    not %rsi
    ret

    .globl breaks_rbx
breaks_rbx:
    not %rbx
    ret

/* Where is the stack? To show that it is where the test wants it. */
    .globl tells_stack
tells_stack:
    lea 8(%rsp), %rax
    ret
