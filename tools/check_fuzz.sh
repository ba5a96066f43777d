#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_fuzz.sh [SECONDS]: each target of tests/fuzz with libFuzzer, ASan and UBSan for so
# long, from its corpus in the tree; what is new stays in build/fuzz/TARGET/. Then each over code
# with a fault, which it must find, and, by gcc and without libFuzzer, the corpus alone.
seconds=${1:-60}
. tools/check_lib.sh
need clang gcc
targets="list hash aead container options"
processors=$(getconf _NPROCESSORS_ONLN)
export ASAN_OPTIONS=quarantine_size_mb=64:strict_string_checks=1
export UBSAN_OPTIONS=print_stacktrace=1

mkdir -p build/fuzz
make --no-print-directory -j "$processors" -k -f tests/fuzz/build.mk \
    STRICT="$strict -Wstrict-prototypes" > build/fuzz/build.log 2>&1
built=$?
step "fuzz: the programs are built" "grep -E 'error|warning|\*\*\*' build/fuzz/build.log
[ $built -eq 0 ]"

# What a run did, for people, past the log of its step.
exec 3>&1
for target in $targets; do
    program=build/fuzz/bin/$target
    dictionary=$(find tests/fuzz -name "$target.dict" | sed 's/^/-dict=/')
    step "fuzz: $target, $seconds s" "mkdir -p build/fuzz/$target
log=build/fuzz/$target.log
nice $program -max_total_time=$seconds -max_len=1200 -len_control=0 -timeout=60 \
    -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix=build/fuzz/$target- $dictionary \
    build/fuzz/$target tests/fuzz/corpus/$target > \$log 2>&1
status=\$?
tail -n 40 \$log
awk -v name=$target '/^#[0-9]+[[:space:]]+(INITED|DONE)/ { line = \$0 } /number_of_executed_units/ { n = \$2 }
    END { sub(/.*cov:/, \"cov:\", line); sub(/ lim.*/, \"\", line);
          print \"        \" name \": \" n \" executions, \" line }' \$log >&3
[ \$status -eq 0 ] && exit
sed -n 's,.*Test unit written to ,again: $program ,p' \$log
exit 1"
done
for target in $targets; do
    step "fuzz: planted fault in $target is found" "
mkdir '$step_folder/$target' || exit 1 # for what is new, which does not belong to the corpus
build/fuzz/bin/$target-planted -max_total_time=30 -max_len=1200 -len_control=0 \
    -artifact_prefix='$step_folder/' '$step_folder/$target' tests/fuzz/corpus/$target \
    > '$step_folder/$target.said' 2>&1 && exit 1
tail -n 20 '$step_folder/$target.said'
grep ': must be: ' '$step_folder/$target.said'"
    step "fuzz: the corpus of $target, by gcc" "
build/fuzz/bin/$target-replay tests/fuzz/corpus/$target"
done
finish
