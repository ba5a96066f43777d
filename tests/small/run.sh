#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tests/small/run.sh [--clang CLANG] [--stack MAX] [--planted] TARGET "VECTORS.c..." FLAGS...
#
# Build the program of known answers for a target (tools/small_targets.sh), once with each file of
# vectors, and run it there: all vectors must pass.
#
#   --clang    another compiler for all but the port; the linker stays gcc's
#   --stack    no function of the header may use MAX bytes of stack or more, or an amount that is
#              not known when it is compiled
#   --planted  each file holds one wrong answer: one vector must fail, and the exit status tell it
. tools/check_lib.sh
. tools/small_targets.sh
clang='' stack_max='' failures=0
while :; do
    case $1 in
    --clang) clang=$2 && shift ;;
    --stack) stack_max=$2 && shift ;;
    --planted) failures=1 ;;
    *) break ;;
    esac
    shift
done
target=$1 vector_files=$2
shift 2
out=$step_folder/program
gcc=$(small_cc "$target")
compiler=${clang:+$(small_clang "$target" "$clang")}
flags="-std=c99 $* $strict -Wstrict-prototypes -ffunction-sections -fdata-sections -I. -Itests/small"

compile() { # compile COMPILER SOURCE OBJECT [FLAG]
    # shellcheck disable=SC2086
    $1 $flags $4 -c "$2" -o "$out-$3.o" || exit 2
}
compile "${compiler:-$gcc}" tests/small/code.c code ${stack_max:+-fstack-usage}
for source in main kat_hash kat_aead kat_container; do
    compile "${compiler:-$gcc}" tests/small/$source.c $source
done
compile "$gcc" "$(small_port "$target")" port

run() { # run VECTORS.c
    compile "${compiler:-$gcc}" "$1" vectors
    # shellcheck disable=SC2046
    $gcc $(small_link "$target") "$out"-*.o -o "$out.elf" || exit 2
    $(small_run "$target" "$out.elf") > "$out.log" 2>&1
    status=$?
    cat "$out.log"
    packed=$(sed -n 's/.* packed \([0-9]*\) .*/\1/p' "$1")
    want="$((packed - failures)) passed, $failures failed"
    [ "$(tail -n 1 "$out.log")" = "$want" ] && [ $((status != 0)) -eq $failures ] && return
    echo "$1: exit status $status; wanted: $want"
    exit 1
}
for vectors in $vector_files; do
    run "$vectors"
done
[ -z "$stack_max" ] ||
    awk -F '\t' -v max="$stack_max" '$2 >= max || $3 == "dynamic" { print; bad = 1 }
        END { exit bad || NR == 0 }' "$out-code.su"
