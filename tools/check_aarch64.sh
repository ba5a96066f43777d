#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_aarch64.sh: the tests and the command, built for AArch64 and run under qemu-user.
# The model "max" has every instruction of the NEON, AES, EOR3 and SHA-512 paths, so these are
# expected; Cortex-A72 has neither EOR3 nor SHA-512 instructions, so those paths must step aside.
. tools/check_lib.sh
need aarch64-linux-gnu-gcc qemu-aarch64 clang clang-19

gcc=aarch64-linux-gnu-gcc
every="arm_neon arm_aes arm_aes_eor3 arm_sha512"
run() { # run MODEL FOLDER ARGUMENTS...
    model=$1 program=build/check/$2/tests
    shift 2
    echo "qemu-aarch64 -cpu $model $program --short $*"
}

step "aarch64 gcc -O0, -cpu max, expecting $every" \
    "$(build_tests aarch64-O0 $gcc -O0 LDFLAGS=-static) && $(run max aarch64-O0 --expect "'$every'")"
step "aarch64 gcc -O2, -cpu max, expecting $every; on cortex-a72 EOR3 and SHA-512 step aside" "
$(build_tests aarch64-O2 $gcc -O2 LDFLAGS=-static) && $(run max aarch64-O2 --expect "'$every'") &&
$(run cortex-a72 aarch64-O2 --expect "'arm_neon arm_aes'") > '$step_folder/a72' || status=1
cat '$step_folder/a72'
for path in sha512=arm_sha512 aes256gcm=arm_aes_eor3; do
    grep -q \"^skipped: \$path: this CPU cannot run it\" '$step_folder/a72' || exit 1
done
exit \${status:-0}"
step "aarch64 gcc: selftest of the command" "
make --no-print-directory BUILD=build/check/aarch64-command CC=$gcc CFLAGS=-O2 LDFLAGS=-static \\
    build/check/aarch64-command/filesec &&
qemu-aarch64 -cpu max build/check/aarch64-command/filesec selftest"
step "aarch64 gcc, FILESEC_NO_ARM and FILESEC_SMALL" "
for option in NO_ARM SMALL; do
    printf '#define FILESEC_%s\n#define FILESEC_IMPLEMENTATION\n#include \"filesec.h\"\n' \$option |
        $gcc -std=c99 -O2 $strict -I. -x c -c - -o /dev/null || exit 1
done"
# clang 14 does not declare the AES and SHA-512 intrinsics without -march: those are left out.
for cc in clang clang-19; do
    expected=arm_neon
    [ $cc = clang ] || expected=$every
    step "aarch64 $cc, -cpu max, expecting $expected" \
        "$(build_tests aarch64-$cc "$cc --target=aarch64-linux-gnu" -O2 LDFLAGS=-static) &&
         $(run max aarch64-$cc --expect "'$expected'")"
    step "aarch64 $cc, strict warnings" \
        "printf '#define FILESEC_IMPLEMENTATION\n#include \"filesec.h\"\n' |
        $cc --target=aarch64-linux-gnu -std=c99 -O2 $strict -I. -x c -c - -o /dev/null"
done
step "aarch64 clang with -march=armv8-a+crypto, -cpu max, expecting arm_aes" \
    "$(build_tests aarch64-clang-crypto 'clang --target=aarch64-linux-gnu' \
        '-O2 -march=armv8-a+crypto' LDFLAGS=-static) &&
     $(run max aarch64-clang-crypto --expect "'arm_neon arm_aes'")"
finish
