#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_fragments.sh: each fragment of src_impl/ compiles alone, so its include lines are
# complete. Syntax only: what a table names stands in other fragments. A fragment for ARM needs
# the cross compiler.
. tools/check_lib.sh
need gcc clang clang-19 aarch64-linux-gnu-gcc

for file in $(cd src_impl && find . -mindepth 2 -name '*.h' | sed 's|^\./||' | sort); do
    compilers='gcc clang'
    case $file in
    */arm_*) compilers=aarch64-linux-gnu-gcc ;;
    */x86_sha512*) compilers=clang-19 ;; # the others do not know the instructions
    esac
    commands=
    for cc in $compilers; do
        commands="$commands
echo '#include \"$file\"' | $cc -std=c99 -fsyntax-only -w -Isrc_impl -x c - || exit 1"
    done
    step "$file" "$commands"
done
finish
