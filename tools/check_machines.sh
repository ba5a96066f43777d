#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_machines.sh: the short suite on machines of other families under qemu-user: 32 and
# 64 bits, both byte orders, with vector units and without. Static programs of Debian's cross
# compilers. Each machine also builds the command at -O0 and runs its selftest; one with big-endian
# words of 32 bits exchanges sealed files with this machine. AArch64 and 32-bit x86 have checks of
# their own.
#
# What is short here: mips with FILESEC_SMALL and armel leave out the suite that damages sealed
# files in every way, which is most of the time and is run on the other machines. Every known
# answer, those in tests/container included, runs on every machine.
. tools/check_lib.sh
need qemu-s390x qemu-ppc64 qemu-ppc64le qemu-riscv64 qemu-mips qemu-arm readelf cmp
for family in s390x powerpc64 powerpc64le riscv64 mips; do
    need $family-linux-gnu-gcc
done
need arm-linux-gnueabi-gcc arm-linux-gnueabihf-gcc

out=build/check/machine
unit='printf "#define FILESEC_IMPLEMENTATION\n#include \"filesec.h\"\n"'

# Words and byte order as readelf names them; vectors: does the portable path use the language's
# vectors there (1) or words (0)?
machine() { # machine NAME COMPILER EMULATOR ELF BYTE-ORDER VECTORS FLAGS [ARGUMENTS...]
    name=$1 compiler=$2 emulator=$3 elf=$4 order=$5 vectors=$6 flags=$7
    shift 7
    step "$name ($elf, $order-endian) $flags: short suite $*" "
$(build_tests "machine-$name" "$compiler" "$flags" LDFLAGS=-static) || exit 1
readelf -h $out-$name/tests > $step_folder/$name-elf
grep -q 'Class: *$elf\$' $step_folder/$name-elf || exit 1
grep -q 'Data:.* $order endian' $step_folder/$name-elf || exit 1
$unit | $compiler $flags -std=c99 -I. -x c -E -dD - > $step_folder/$name-macros
grep -q '^#define FILESEC__C20_VECTORS $vectors\$' $step_folder/$name-macros || exit 1
$emulator $out-$name/tests --short --container tests/container $*"
}

command_on() { # command_on NAME COMPILER EMULATOR
    step "$1: selftest of the command, -O0" "
make --no-print-directory BUILD=$out-$1-command CC='$2' CFLAGS=-O0 LDFLAGS=-static \\
    $out-$1-command/filesec && $3 $out-$1-command/filesec selftest"
}

arm=arm-linux-gnueabi
machine mips-small mips-linux-gnu-gcc qemu-mips ELF32 big 0 "-Os -DFILESEC_SMALL" \
    --without container
machine mips mips-linux-gnu-gcc qemu-mips ELF32 big 0 -O2
machine armhf-neon ${arm}hf-gcc qemu-arm ELF32 little 1 "-O2 -mfpu=neon"
machine armel $arm-gcc qemu-arm ELF32 little 0 -O2 --without container
machine s390x "s390x-linux-gnu-gcc -march=z13" qemu-s390x ELF64 big 1 -O2
machine riscv64 riscv64-linux-gnu-gcc qemu-riscv64 ELF64 little 0 -O2
machine ppc64 powerpc64-linux-gnu-gcc qemu-ppc64 ELF64 big 0 -O2
machine ppc64-altivec "powerpc64-linux-gnu-gcc -maltivec" qemu-ppc64 ELF64 big 1 -O3 \
    --only vectors
machine ppc64el powerpc64le-linux-gnu-gcc qemu-ppc64le ELF64 little 1 -O2

# Shows that the tests can fail: the code is told that it is on a little-endian machine.
eval "$(build_tests machine-mips mips-linux-gnu-gcc -O2 LDFLAGS=-static)" \
    > "$step_folder/build.log" 2>&1 || tail -n 20 "$step_folder/build.log"
step "mips: known answers notice the wrong byte order" "
sed 's/^#define FILESEC__LITTLE 0/#define FILESEC__LITTLE 1/' filesec.h \\
    > $step_folder/filesec.h
if cmp -s filesec.h $step_folder/filesec.h; then exit 1; fi
mips-linux-gnu-gcc -std=c99 -O1 -I$step_folder -Itests -I. -c tests/implementation.c \\
    -o $step_folder/wrong.o || exit 1
units=\$(find $out-mips/obj/tests -maxdepth 1 -name '*.o' ! -name implementation.o)
mips-linux-gnu-gcc -static \$units $step_folder/wrong.o -lpthread -lm -o $step_folder/wrong ||
    exit 1
qemu-mips $step_folder/wrong --only vectors > $step_folder/wrong.txt
[ \$? -eq 1 ] || exit 1
for primitive in sha512 murmur3 chacha20poly1305 aes256gcm kdf; do
    grep -q \"^FAILED .*\$primitive\" $step_folder/wrong.txt || exit 1
done"

command_on s390x s390x-linux-gnu-gcc qemu-s390x
command_on ppc64 powerpc64-linux-gnu-gcc qemu-ppc64
command_on ppc64el powerpc64le-linux-gnu-gcc qemu-ppc64le
command_on riscv64 riscv64-linux-gnu-gcc qemu-riscv64
command_on armel $arm-gcc qemu-arm
command_on armhf-neon "${arm}hf-gcc -mfpu=neon" qemu-arm

# Sealed here and opened there, and the other way.
step "mips: selftest of the command, -O0; it and that of this machine open each other's files" "
make --no-print-directory BUILD=$out-mips-command CC=mips-linux-gnu-gcc CFLAGS=-O0 \\
    LDFLAGS=-static $out-mips-command/filesec &&
make --no-print-directory BUILD=$out-here CFLAGS=-O1 $out-here/filesec &&
qemu-mips $out-mips-command/filesec selftest && mkdir $step_folder/exchange &&
tests/machines/exchange.sh $step_folder/exchange \$PWD/$out-here/filesec \\
    \"qemu-mips \$PWD/$out-mips-command/filesec\""
finish
