#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_sanitizer.sh asan|ubsan|tsan: the short suite under a sanitizer of gcc and of
# clang. The header carries #line directives here, so that reports name the fragment.
name=$1
. tools/check_lib.sh
need gcc clang

case $name in
asan) flags='-fsanitize=address -fno-omit-frame-pointer' ;;
ubsan) flags='-fsanitize=undefined -fno-sanitize-recover=all' ;;
tsan) flags='-fsanitize=thread' ;;
*) echo "usage: check_sanitizer.sh asan|ubsan|tsan" >&2 && exit 2 ;;
esac
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
export TSAN_OPTIONS=halt_on_error=1

for cc in gcc clang; do
    step "$name, $cc: short suite" \
        "$(build_tests "$name-$cc" $cc "-O1 -g $flags" DEV=1) && build/check/$name-$cc/tests --short"
    step "$name, $cc: threads" "mkdir -p build/check &&
$cc -std=c99 -O1 -g $flags -I. tests/include/threads.c -lpthread -o build/check/threads-$name-$cc &&
build/check/threads-$name-$cc"
done
finish
