#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/evidence.sh: writes docs/evidence.md from what the last `make check` left in build/check:
# each promise, the command that shows it, and the number of cases that passed. A check that did
# not run or did not pass is an error, and nothing is written.
promises=tools/evidence/promises.txt
logs=build/check
page=build/evidence.md
failed=0

passed() { # passed TARGET: how many, from the last line of its log; an error if not all did
    sum=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$logs/$1.log" 2> /dev/null | tail -n 1)
    case $sum in
    *' passed, 0 failed'*) echo "${sum%% *}" ;;
    *)
        echo "evidence: $logs/$1.log: ${sum:-no sum}; run make check first" >&2
        return 1
        ;;
    esac
}
version() { # version PROGRAM OPTION: the first line of what it says of itself
    command -v "$1" > /dev/null && "$1" "$2" 2> /dev/null | head -n 1
}

targets=$(grep -v '^#' $promises | awk -F ' *[|] *' '{ print $2 }' | tr ' ' '\n' | sort -u)
for target in $targets; do
    passed "$target" > /dev/null || failed=1
done
for target in $targets; do # no older than the code
    [ ! -e "$logs/$target.log" ] || [ "$logs/$target.log" -nt filesec.h ] ||
        { echo "evidence: $logs/$target.log is older than filesec.h" >&2 && failed=1; }
done
[ $failed -eq 0 ] || exit 1

{
    cat << END
<!-- SPDX-License-Identifier: 0BSD -->
# Evidence

What is promised, and the command that shows it. Written by \`make evidence\` from the results of
\`make check\` of $(date -u -r $logs/trace.log +%Y-%m-%d), filesec $(sed -n \
        's/^#define FILESEC_VERSION "\(.*\)"/\1/p' filesec.h). Anyone can run the same: \`make check\`
for all, \`make TARGET\` for one.

## Promises

| promise | shown by | cases that passed | what they cover |
|---|---|---:|---|
END
    grep -v '^#' $promises | while IFS='|' read -r promise shown covered; do
        commands='' counts=''
        for target in $shown; do
            commands="$commands \`make $target\`"
            counts="$counts $(passed "$target")"
        done
        # shellcheck disable=SC2086,SC2116
        echo "| $(echo $promise) | $(echo $commands) | $(echo $counts | sed 's/ / + /g') |$covered |"
    done
    echo
    echo 'A case of `make test` is a group of checks; one of the others is a program, a build or a run of'
    echo 'the whole suite.'
    printf '\n## Paths that ran in `make test`\n\n'
    awk '/^paths that ran:|^paths ran:/ { on = 1; sub(/^[^:]*: */, "") }
        /^paths skipped:/ { on = 0 } on { for (i = 1; i <= NF; i++) print "- `" $i "`" }' \
        $logs/test.log
    printf '\n## Compilers and emulators\n\n'
    for program in gcc clang clang-19 tcc musl-gcc aarch64-linux-gnu-gcc arm-none-eabi-gcc \
        riscv64-unknown-elf-gcc avr-gcc x86_64-w64-mingw32-gcc qemu-x86_64 qemu-system-arm \
        valgrind wine64 node; do
        line=$(version $program --version) && echo "- \`$program\`: $line"
    done
    echo '- `bochs`: Debian'"'s $(dpkg-query -W -f '${Version}' bochs 2> /dev/null)"
    printf '\n## Long runs, which `make check` does not repeat\n\n'
    cat tools/evidence/long_runs.txt
    printf '\n## What is not claimed\n\n'
    cat tools/evidence/not_claimed.txt
} > $page || exit 1
mkdir -p docs
mv $page docs/evidence.md
echo "docs/evidence.md: $(grep -v -c '^#' $promises) promises"
