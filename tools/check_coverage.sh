#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_coverage.sh [avx512]: which lines and branches of src_impl/ do the tests run?
# Every path of this CPU is forced by the full suite; other machines and options add what only
# they build, under qemu; with "avx512" the paths of that name run, too, under Bochs, for
# minutes. A line that no test reaches is explained in tests/coverage/explained.txt, and no
# explanation may be left over.
#
# Clang counts where the source is, before anything is inlined, so a helper that is inlined
# everywhere has its own lines and branches. What comes of it is in build/coverage/report/:
# summary.txt, branches.txt (those that went one way only) and each fragment with its counts.
avx512=${1:-}
. tools/check_lib.sh
need clang-19 llvm-profdata-19 llvm-cov-19 qemu-aarch64 qemu-s390x
out=build/coverage
report=$out/report
rm -rf "$report" "$out"/*/lcov
mkdir -p "$report"

# Make counts of what a program printed: tests/coverage/profile.c says how.
counts() { # counts FOLDER PROGRAM
    echo "grep -v '^profile ' $1/output
sed -n 's/^profile //p' $1/output | while IFS= read -r line; do printf %b \"\$line\"; done \
    > $1/raw
llvm-profdata-19 merge -sparse $1/raw -o $1/profdata &&
llvm-cov-19 export -format=lcov -instr-profile $1/profdata $2 > $1/lcov"
}

measure() { # measure NAME FLAGS RUNNER ARGUMENTS
    folder=$out/$1
    compiler="clang-19 $2"
    step "$1: tests $4" "mkdir -p $folder
$compiler -std=c99 $strict -O1 -c tests/coverage/profile.c -o $folder/profile.o &&
make --no-print-directory BUILD=$folder DEV=1 CC='$compiler' CFLAGS=-O1 LDFLAGS=-static \
    LDLIBS=$folder/profile.o COUNTERS='-fprofile-instr-generate -fcoverage-mapping' \
    $folder/tests &&
$compiler -std=c99 -I$folder/dev -I. -Itests -E tests/implementation.c > $folder/active &&
$3 $folder/tests $4 > $folder/output || status=1
$(counts "$folder" "$folder/tests") && [ \${status:-0} -eq 0 ]"
}

measure x86 "" "" "--container tests/container"
measure aarch64 --target=aarch64-linux-gnu "qemu-aarch64 -cpu max" "--short --paths arm"
measure s390x --target=s390x-linux-gnu "qemu-s390x -cpu max" "--short --only vectors"
measure small -DFILESEC_SMALL "" --short
measure no-aes256gcm -DFILESEC_NO_AES256GCM "" "--only container"
run_steps
rm -f "$step_folder"/[0-9][0-9][0-9][0-9]
builds="x86 aarch64 s390x small no-aes256gcm"

# The fragments of the paths that this CPU cannot run.
skipped=$out/skipped.txt
sed -n 's/^skipped: \([a-z0-9_]*\)=\([a-z0-9_]*\): this CPU .*/\1 \2/p' "$out/x86/output" |
    while read -r op kernel; do
        for file in src_impl/"$op/$kernel"*.h; do
            [ ! -f "$file" ] || echo "${file#src_impl/} | * | CPU: it cannot run $kernel"
        done
    done | sort -u > "$skipped"

if [ "$avx512" = avx512 ]; then
    need bochs gcc objcopy
    for suite in vectors sha512 murmur3 chacha20poly1305 aes256gcm; do
        folder=$out/avx512-$suite
        mkdir -p "$folder/dev"
        cp "$out/x86/dev/filesec.h" "$folder/dev/filesec.h"
        cp "$out/x86/active" "$folder/active"
        step "x86 with AVX-512, in Bochs: tests --short --only $suite" "
BOCHS_SECONDS=3600 BOCHS_MEMORY=128 tools/bochs/run.sh $out/x86/tests --short --paths avx512 \
    --only $suite > $folder/output || status=1
$(counts "$folder" "$out/x86/tests") && [ \${status:-0} -eq 0 ]"
        builds="$builds avx512-$suite"
    done
    run_steps
    rm -f "$step_folder"/[0-9][0-9][0-9][0-9]
    : > "$skipped"
fi

files=
for build in $builds; do
    files="$files kind=map $out/$build/dev/filesec.h kind=lcov $out/$build/lcov"
    files="$files kind=active $out/$build/active"
done
judge() { # judge FOLDER EXPLAINED...
    folder=$1
    shift
    echo "mkdir -p $folder &&
awk -v out=$folder -f tools/coverage.awk kind=explained $* $files \
    kind=source \$(find src_impl -mindepth 2 -name '*.h' | sort)"
}
explained=tests/coverage/explained.txt
step "every line is covered or explained: $report/summary.txt" "
$(judge "$report" $explained "$skipped") && tail -n 1 $report/summary.txt"

# ---- the judgement can fail -----------------------------------------------------------------

refuses() { # refuses NAME PATTERN EXPLAINED...
    name=$1 pattern=$2
    shift 2
    said=$step_folder/said$step_count
    step "$name" "if $(judge "$step_folder/report$step_count" "$@") > $said; then exit 1; fi
cat $said
grep -q '$pattern' $said"
}
grep -v '^core/secret.h' $explained > "$step_folder/less"
refuses "a line that is in no build must be explained" \
    '^core/secret.h:.*: compiled in no build: while (len-- != 0)' "$step_folder/less" "$skipped"
grep -v '^container/opener.h' $explained > "$step_folder/fewer"
refuses "a line that is not reached must be explained" \
    '^container/opener.h:.*: not covered: return FILESEC_ERR_UNSUPPORTED;' \
    "$step_folder/fewer" "$skipped"
echo 'core/secret.h | return filesec_equal; | there is no such line' > "$step_folder/stale"
refuses "an explanation that explains nothing" 'stale:1: stale' \
    $explained "$skipped" "$step_folder/stale"
finish
