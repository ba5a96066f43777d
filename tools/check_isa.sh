#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_isa.sh: disassemble the implementation, as gcc and clang build it, and fail if an
# instruction of a tier stands in a function whose name lacks that tier. So a build with default
# flags runs on a CPU without it. Planted faults show that the reader of the listing can fail.
# shellcheck disable=SC2016
. tools/check_lib.sh
need gcc clang clang-19 ld.lld objdump aarch64-linux-gnu-gcc aarch64-linux-gnu-objdump

rules=tools/check_isa.awk
unit=$step_folder/unit.c
printf '#define FILESEC_IMPLEMENTATION\n#include "filesec.h"\n' > "$unit"
read_x86="objdump -d --no-show-raw-insn -M att"
read_arm="aarch64-linux-gnu-objdump -d --no-show-raw-insn"

for cc in gcc clang clang-19; do
    for flags in -O0 -O1 -O2 -O3 -Os -Ofast '-O2 -march=x86-64'; do
        object=$step_folder/$cc$(echo "$flags" | tr -d ' ').o
        step "x86, $cc $flags" "
$cc -std=c99 $flags -I. -c $unit -o $object && $read_x86 $object |
    awk -v machine=x86 -v expected='vaes avx2 bmi aesni ssse3' -f $rules"
    done
done
# An object made with -flto holds no code yet; linked to another object, it does. lld is of clang
# 14 and does not read what clang-19 makes.
for link in 'gcc -flinker-output=nolto-rel' 'clang -fuse-ld=lld'; do
    cc=${link%% *}
    object=$step_folder/$cc-flto
    step "x86, $cc -O3 -flto" "
$cc -std=c99 -O3 -flto -I. -c $unit -o $object.o &&
$link -O3 -flto -r -nostdlib $object.o -o $object.all.o && $read_x86 $object.all.o |
    awk -v machine=x86 -v expected='vaes avx2 bmi aesni ssse3' -f $rules"
done
for cc in aarch64-linux-gnu-gcc 'clang-19 --target=aarch64-linux-gnu'; do
    for level in -O0 -O1 -O2 -O3 -Os; do
        object=$step_folder/${cc%% *}$level.arm.o
        expected='arm_aes arm_sha512'
        [ $level = -O0 ] || expected="$expected arm_sha3" # made by the optimiser
        step "arm, $cc $level" "
$cc -std=c99 $level -I. -c $unit -o $object && $read_arm $object |
    awk -v machine=arm -v expected='$expected' -f $rules"
    done
done

refuses() { # refuses FLAGS FUNCTION INSTRUCTION
    object=$step_folder/planted$step_count.o
    step "refuses $3 in $2" "
printf '.globl f\n.type f, @function\n$2:\n    %s\n    ret\n' '$3' |
    gcc -c -x assembler - -o $object || exit 2
$read_x86 $object | awk -v machine=x86 -f $rules && exit 1
$read_x86 $object | sed 's/<$2>:/<planted_x86_$1>:/' | awk -v machine=x86 -f $rules"
}
refuses avx2 filesec__sha512_portable 'vpaddd %ymm1, %ymm2, %ymm3'
refuses avx2 filesec__sha512_x86_ssse3 'vpaddd %xmm1, %xmm2, %xmm3'
refuses avx2 filesec_sha512_update vzeroupper
refuses avx2 filesec__sha512_portable 'rorxq $14, %rax, %rbx'
refuses aesni filesec__aes256gcm_portable 'aesenc %xmm1, %xmm2'
refuses aesni filesec__aes256gcm_x86_avx2 'pclmulqdq $0, %xmm1, %xmm2'
refuses aesni filesec__chacha20_x86_ssse3 'pinsrd $1, %eax, %xmm2'
refuses vaes filesec__chacha20_x86_avx2 'vaesenc %ymm1, %ymm2, %ymm3'
refuses vaes filesec__chacha20_x86_avx2 'vpclmulqdq $0, %ymm1, %ymm2, %ymm3'
refuses ssse3 filesec__chacha20_portable 'pshufb %xmm1, %xmm2'
refuses avx512 filesec__chacha20_x86_avx2 'vpaddd %zmm1, %zmm2, %zmm3'
finish
