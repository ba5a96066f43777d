#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_i386.sh: build and test for 32-bit x86, where only the portable paths exist.
. tools/check_lib.sh
need gcc clang

for cc in gcc clang; do
    for level in -O0 -O2; do
        step "i386 $cc $level: short suite" \
            "$(build_tests i386-$cc$level "$cc -m32" $level) && build/check/i386-$cc$level/tests --short"
    done
    step "i386 $cc: strict warnings" \
        "printf '#define FILESEC_IMPLEMENTATION\n#include \"filesec.h\"\n' |
        $cc -m32 -std=c99 -O2 $strict -I. -x c -c - -o /dev/null"
done
finish
