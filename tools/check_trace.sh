#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_trace.sh: constant time, where valgrind does not reach. The same jobs with several
# secrets must execute the same instructions at the same addresses: VAES and AVX-512 in the
# emulator Bochs, whose program steps through itself; the ARM paths, and what the compilers for
# other CPUs make of the portable ones, under qemu with a plugin that notes every step.
. tools/check_lib.sh
need gcc clang clang-19 bochs qemu-x86_64 qemu-aarch64 aarch64-linux-gnu-gcc objdump \
    arm-linux-gnueabihf-gcc riscv64-linux-gnu-gcc powerpc64le-linux-gnu-gcc \
    s390x-linux-gnu-gcc mips-linux-gnu-gcc

folder=build/check/trace
mkdir -p $folder
sources="tests/taint/trace.c tests/taint/step.c tests/taint/operand.c"
judge="awk -f tools/check_trace.awk"

step_plugin="gcc -std=c99 -O2 -fPIC -shared tests/taint/plugin.c -o $folder/plugin.so"
$step_plugin || step "the plugin for qemu" "$step_plugin"

build() { # build NAME COMPILER FLAGS: the command that makes a static program
    echo "$2 -std=c99 $3 -static -I. $sources -o $folder/$1"
}

bochs() { # bochs COMPILER WORD PATHS: only paths whose name holds the word
    step "Bochs, Ice Lake, $1 -O2: $3" "
$(build "bochs-$1-$2" "$1" -O2) &&
BOCHS_MEMORY=128 BOCHS_SECONDS=1200 tools/bochs/run.sh $folder/bochs-$1-$2 --few $2 \
    > $folder/bochs-$1-$2.txt && $judge -v expected='$3' $folder/bochs-$1-$2.txt"
}
for compiler in gcc clang-19; do
    bochs $compiler avx512 'x86_avx512 x86_avx512ifma x86_vaes_avx512'
    bochs $compiler vaes_avx2 x86_vaes_avx2
done

under_qemu() { # under_qemu CPU COMPILER FLAGS PATHS
    case $1 in x86_64 | aarch64) model='-cpu max' ;; *) model= ;; esac
    name=$(echo "$2$3" | tr -cd 'a-zA-Z0-9')
    step "qemu-$1, $2 $3: $4" "
$(build "$name" "$2" "$3") &&
at() { nm $folder/$name | awk -v name=\$1 '\$3 == name { print \$1 }'; } &&
qemu-$1 $model -plugin $folder/plugin.so,begin=\$(at trace_begin),end=\$(at trace_end) \
    -d plugin -D $folder/$name.log $folder/$name --marks > $folder/$name.txt &&
paste -d ' ' $folder/$name.txt $folder/$name.log | $judge -v expected='$4'"
}
under_qemu x86_64 gcc -O2 'x86_aesni x86_avx2 x86_ssse3 x86_sse2 portable64 portable'
arm='arm_neon arm_aes arm_aes_eor3 arm_sha512 portable64 portable'
for level in -O0 -O2 -O3; do
    under_qemu aarch64 aarch64-linux-gnu-gcc $level "$arm"
    under_qemu aarch64 'clang-19 --target=aarch64-linux-gnu' $level "$arm"
done
for flags in -O2 '-Os -DFILESEC_SMALL'; do
    under_qemu aarch64 aarch64-linux-gnu-gcc "$flags -DFILESEC_NO_SIMD" portable
    under_qemu i386 'gcc -m32' "$flags" portable
    under_qemu arm arm-linux-gnueabihf-gcc "$flags" portable
    under_qemu riscv64 riscv64-linux-gnu-gcc "$flags" portable
    under_qemu ppc64le powerpc64le-linux-gnu-gcc "$flags" portable
    under_qemu s390x s390x-linux-gnu-gcc "$flags" portable
    under_qemu mips mips-linux-gnu-gcc "$flags" portable
done

# The reader of instructions, against a disassembler: this header and the C library.
step "memory operands as objdump reads them" "
$(build operands gcc -O2) &&
objdump -d -w -M att $folder/operands | awk -f tests/taint/operands.awk > $folder/operands.txt &&
[ \$(wc -l < $folder/operands.txt) -gt 100000 ] &&
$folder/operands --decode < $folder/operands.txt"
finish
