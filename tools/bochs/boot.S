/* SPDX-License-Identifier: 0BSD */
/*
 * tools/bochs/boot.S: from the reset vector to long mode, and the ways from the program into the
 * kernel: SYSCALL and exceptions
 */

    .section .reset, "ax"
    .code16
    .global reset_vector
reset_vector:                           /* the processor starts here, in real mode */
    jmp     start16

    .section .boot, "ax"
    .code16
start16:
    cli
    cld
    inb     $0x92, %al                  /* address line A20 on */
    orb     $2, %al
    andb    $0xFE, %al
    outb    %al, $0x92
    lgdtl   %cs:(boot_gdt_pointer - 0xF0000)
    movl    %cr0, %eax
    andl    $0x9FFFFFFF, %eax           /* caches on: CD = NW = 0 */
    orl     $1, %eax
    movl    %eax, %cr0
    ljmpl   $0x18, $start32

    .code32
start32:
    movl    $0x10, %eax
    movl    %eax, %ds
    movl    %eax, %es
    movl    %eax, %ss
    movl    $0xF0000, %esi              /* the kernel, from the ROM to 1 MiB */
    movl    $kernel_start, %edi
    movl    $kernel_end, %ecx
    subl    %edi, %ecx
    rep movsb
    movl    $bss_start, %edi
    movl    $bss_end, %ecx
    subl    %edi, %ecx
    xorl    %eax, %eax
    rep stosb
    movl    $0x1000, %edi               /* first page tables: 1 GiB in pages of 2 MiB */
    movl    $0x3000, %ecx
    rep stosb
    movl    $0x2007, 0x1000
    movl    $0x3007, 0x2000
    movl    $0x3000, %edi
    movl    $0x83, %eax
1:  movl    %eax, (%edi)
    addl    $0x200000, %eax
    addl    $8, %edi
    cmpl    $0x4000, %edi
    jne     1b
    movl    $0x1000, %eax
    movl    %eax, %cr3
    movl    $0x50620, %eax              /* CR4: PAE, OSFXSR, OSXMMEXCPT, FSGSBASE, OSXSAVE */
    movl    %eax, %cr4
    movl    $0xC0000080, %ecx           /* EFER: SCE, LME, NXE */
    rdmsr
    orl     $0x901, %eax
    wrmsr
    movl    $0xD, %eax                  /* XCR0: x87, SSE, AVX, AVX-512 (three parts), */
    xorl    %ecx, %ecx                  /* as far as the processor has them */
    cpuid
    andl    $0xE7, %eax
    xorl    %ecx, %ecx
    xorl    %edx, %edx
    xsetbv
    movl    %cr0, %eax
    andl    $0xFFFFFFF3, %eax           /* EM = TS = 0 */
    orl     $0x80010022, %eax           /* PG, WP, NE, MP */
    movl    %eax, %cr0
    ljmpl   $0x08, $start64

    .align  16
boot_gdt:
    .quad   0
    .quad   0x00AF9A000000FFFF          /* 0x08: 64-bit code */
    .quad   0x00CF92000000FFFF          /* 0x10: data */
    .quad   0x00CF9A000000FFFF          /* 0x18: 32-bit code */
boot_gdt_pointer:
    .word   31
    .long   boot_gdt

    .text
    .code64
start64:
    fninit
    movq    $kernel_stack_top, %rsp
    xorl    %ebp, %ebp
    call    kernel_main                 /* returns the frame with which the program starts */
    movq    %rax, %rsp
    jmp     leave_kernel

/* The program's SYSCALL: the same frame on the kernel's stack as an exception makes. */
    .global syscall_entry
syscall_entry:
    movq    %rsp, user_rsp
    movq    $kernel_stack_top, %rsp
    pushq   $0x23
    pushq   user_rsp
    pushq   %r11
    pushq   $0x2B
    pushq   %rcx
    pushq   $0
    pushq   $0x100
enter_kernel:
    pushq   %rax
    pushq   %rbx
    pushq   %rcx
    pushq   %rdx
    pushq   %rsi
    pushq   %rdi
    pushq   %rbp
    pushq   %r8
    pushq   %r9
    pushq   %r10
    pushq   %r11
    pushq   %r12
    pushq   %r13
    pushq   %r14
    pushq   %r15
    cld
    movq    %rsp, %rdi
    call    kernel_entered
leave_kernel:
    popq    %r15
    popq    %r14
    popq    %r13
    popq    %r12
    popq    %r11
    popq    %r10
    popq    %r9
    popq    %r8
    popq    %rbp
    popq    %rdi
    popq    %rsi
    popq    %rdx
    popq    %rcx
    popq    %rbx
    popq    %rax
    addq    $16, %rsp
    iretq

/* One stub of 16 bytes for each of the 32 exceptions; some push an error code themselves. */
    .align  16
    .global exception_stubs
exception_stubs:
    .set    vector, 0
    .rept   32
    .align  16
    .if     !((0x60227D00 >> vector) & 1)
    pushq   $0
    .endif
    pushq   $vector
    jmp     enter_kernel
    .set    vector, vector + 1
    .endr

    .bss
    .align  16
user_rsp:
    .quad   0
    .align  4096
    .skip   65536
    .global kernel_stack_top
kernel_stack_top:
    .section .note.GNU-stack, "", @progbits
