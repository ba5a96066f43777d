#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_all.sh TARGET...: make each of these, keep what it prints in build/check/, show the
# sum, the time and what failed. The last line adds up all: N passed, N failed
mkdir -p build/check
passed=0
failed=0

for target in "$@"; do
    log=build/check/$target.log
    start=$(date +%s)
    ${MAKE:-make} --no-print-directory "$target" > "$log" 2>&1
    status=$?
    seconds=$(($(date +%s) - start))
    # After a failure make has a last word of its own.
    sum=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
    # shellcheck disable=SC2046
    set -- $(echo "$sum" | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed.*/\1 \2/p')
    if [ $# -ne 2 ]; then
        set -- 0 1
    elif [ $status -ne 0 ] && [ "$2" -eq 0 ]; then
        set -- "$1" 1
    fi
    passed=$((passed + $1))
    failed=$((failed + $2))
    printf '%-14s %4d s  %s\n' "$target" "$seconds" "${sum:-no sum}"
    if [ "$2" -ne 0 ]; then
        grep -A 10 '^ *FAILED' "$log" > "$log.failed" || tail -n 20 "$log" > "$log.failed"
        head -n 60 "$log.failed" | cut -c 1-200 | sed 's/^/    /'
        echo "    all of it: $log"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
