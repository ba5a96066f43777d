#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_taint.sh: constant time. Everything under memcheck with the secrets marked, on each
# path that valgrind can run, as each compiler makes it at each level. Valgrind knows no VAES,
# AVX-512 or SHA-512 instructions and no foreign CPU: what those paths do is read, not run.
. tools/check_lib.sh
need gcc clang clang-19 valgrind

for compiler in gcc clang clang-19; do
    for flags in -O0 -O1 -O2 -O3 -Os '-Os -DFILESEC_SMALL'; do
        name=$(echo "$compiler$flags" | tr -d ' ')
        step "taint: $compiler $flags" "mkdir -p build/check/taint && cd build/check/taint &&
$compiler -std=c99 -g $flags -I../../.. ../../../tests/taint/taint.c -o $name &&
valgrind --quiet --log-file=$name.log ./$name > $name.txt ||
{ cat $name.txt; head -n 40 $name.log; false; }"
    done
done
finish
