#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_matrix.sh: the header without a warning of the strict set, for every compiler,
# language and level; with every option that leaves something out; then the short suite at the
# levels that `make test` does not use.
. tools/check_lib.sh
need gcc g++ clang clang++ tcc clang-19 ld.lld musl-gcc

unit=build/check/unit.c
mkdir -p build/check
printf '#define FILESEC_IMPLEMENTATION\n#include "filesec.h"\n' > $unit

# ---- the implementation: compiler x language x level ---------------------------------------

for cc in gcc clang clang-19; do
    for std in c99 c11 c17; do
        for level in -O0 -O1 -O2 -O3 -Os -Ofast; do
            # A level shows other faults; another standard of C only what the parser sees.
            [ $std = c99 ] || [ $level = -O0 ] || continue
            [ $cc = clang-19 ] && [ "$std$level" != c99-O2 ] && continue
            step "$cc $std $level" \
                "$cc -std=$std $level $strict -Wstrict-prototypes -I. -c $unit -o /dev/null"
        done
    done
done
for cxx in g++ clang++; do
    for std in c++11 c++17; do
        for level in -O0 -O2; do
            step "$cxx $std $level" "$cxx -std=$std $level $strict -I. -x c++ -c $unit -o /dev/null"
        done
    done
done

# ---- options --------------------------------------------------------------------------------

options=$(grep -ohE 'FILESEC_NO_[A-Z0-9_]+' filesec.h | sort -u)
for option in $options FILESEC_SMALL FILESEC_STATIC 'FILESEC_STATIC -DFILESEC_SMALL' \
    'FILESEC_SMALL -DFILESEC_NO_SHA512 -DFILESEC_NO_AES256GCM' \
    'FILESEC_NO_SHA512 -DFILESEC_NO_MURMUR3 -DFILESEC_NO_CHACHA20POLY1305 -DFILESEC_NO_AES256GCM'; do
    step "$option" "
gcc -std=c99 -O1 $strict -Wstrict-prototypes -D$option -I. -c $unit -o /dev/null || exit 1
clang -std=c99 $strict -Wstrict-prototypes -D$option -I. -fsyntax-only $unit || exit 1
for cc in gcc clang; do
    echo '#include \"filesec.h\"' |
        \$cc -std=c99 $strict -Wstrict-prototypes -D$option -I. -fsyntax-only -x c - || exit 1
done
g++ -std=c++11 $strict -D$option -I. -x c++ -fsyntax-only $unit"
done

# ---- the other sources ----------------------------------------------------------------------

for source in tests/*.c tools/*.c tools/command/*.c bench/*.c; do
    [ -e "$source" ] || continue
    step "$source" "
for cc in gcc clang; do
    \$cc -std=c99 -O2 $strict -Wstrict-prototypes -I. -Itests -c $source -o /dev/null || exit 1
done"
done

# ---- the short suite ------------------------------------------------------------------------

short() { # short NAME COMPILER FLAGS [MAKE-VARIABLES...]
    step "short suite: $*" "$(build_tests "$@") && build/check/$1/tests --short"
}
for cc in gcc clang; do
    for level in -O0 -O1 -O3 -Os; do
        short $cc$level $cc $level
    done
done
short clang-O2 clang -O2
# The one compiler here that knows the SHA-512 instructions; the tests emulate them.
step "short suite: clang-19-O2, with x86_sha512" "$(build_tests clang-19-O2 clang-19 -O2) &&
build/check/clang-19-O2/tests --short --expect x86_sha512"
# -fstrict-aliasing is part of -O2 and above; each suite forces the portable paths, too.
short gcc-Ofast gcc -Ofast
short clang-Ofast clang -Ofast
short gcc-flto gcc '-O2 -flto'
short clang-flto clang '-O2 -flto' LDFLAGS=-fuse-ld=lld
short musl musl-gcc -O2 LDFLAGS=-static
short native gcc '-O3 -march=native'
short no-simd gcc -O2 CPPFLAGS=-DFILESEC_NO_SIMD
for option in $options; do
    case $option in
    FILESEC_NO_SIMD | FILESEC_NO_ARM*) ;; # above; and nothing is dropped here
    *) short "$option" gcc -O1 "CPPFLAGS=-D$option" ;;
    esac
done
short small gcc -Os CPPFLAGS=-DFILESEC_SMALL
short small-tcc tcc -O0 DEPENDENCIES= CPPFLAGS=-DFILESEC_SMALL
short tcc tcc -O0 DEPENDENCIES=
finish
