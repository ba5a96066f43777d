#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_sanitizer.sh asan|ubsan|tsan|msan: the short suite under a sanitizer of gcc and of
# clang; of clang alone for msan, which gcc does not have. The header carries #line directives
# here, so that reports name the fragment.
name=$1
. tools/check_lib.sh
need gcc clang
compilers='gcc clang'

case $name in
asan) flags='-fsanitize=address -fno-omit-frame-pointer' ;;
ubsan) flags='-fsanitize=undefined -fno-sanitize-recover=all' ;;
tsan) flags='-fsanitize=thread' ;;
msan) flags='-fsanitize=memory -fno-omit-frame-pointer' compilers=clang ;;
*) echo "usage: check_sanitizer.sh asan|ubsan|tsan|msan" >&2 && exit 2 ;;
esac
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
export TSAN_OPTIONS=halt_on_error=1

# Each must see the fault that it is for.
planted() {
    case $name in
    asan) echo 'char *p = malloc(8); int i = n + 8; return p[i] == 77;' ;;
    ubsan) echo 'return (n << (n + 30)) == 77;' ;;
    tsan) return ;;
    msan) echo 'char *p = malloc(9); return p[n] == 77 ? 3 : 0;' ;;
    esac
}
for cc in $compilers; do
    [ "$name" = tsan ] || step "$name, $cc: a planted fault is seen" "
printf '#include <stdlib.h>\nint main(int n, char **v) { (void)v; %s }\n' '$(planted)' |
    $cc -O0 -g $flags -x c - -o $step_folder/planted-$cc || exit 2
$step_folder/planted-$cc a > $step_folder/planted-$cc.txt 2>&1 && exit 1
grep -E 'Sanitizer|runtime error' $step_folder/planted-$cc.txt"
    step "$name, $cc: short suite" \
        "$(build_tests "$name-$cc" $cc "-O1 -g $flags" DEV=1) && build/check/$name-$cc/tests --short"
    step "$name, $cc: threads" "mkdir -p build/check &&
$cc -std=c99 -O1 -g $flags -I. tests/include/threads.c -lpthread -o build/check/threads-$name-$cc &&
build/check/threads-$name-$cc"
done
finish
