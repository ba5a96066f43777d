#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/sum.sh COMMAND...: run each of these, show what it prints, and add up the sums in their
# last lines, 'N passed, N failed' or with ', N skipped' behind. A command that ends badly
# without counting a failure, or prints no sum, counts as one. The last line is the total.
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
passed=0
failed=0
skipped=0

for command in "$@"; do
    { sh -c "$command" 2>&1; echo $? > "$log.status"; } | tee "$log"
    status=$(cat "$log.status")
    rm -f "$log.status"
    # shellcheck disable=SC2046
    set -- $(tail -n 1 "$log" |
        sed -nE 's/^([0-9]+) passed, ([0-9]+) failed(, ([0-9]+) skipped)?.*/\1 \2 0\4/p')
    if [ $# -ne 3 ]; then
        echo "FAILED: no sum from: $command"
        failed=$((failed + 1))
        continue
    fi
    passed=$((passed + $1))
    failed=$((failed + $2))
    skipped=$((skipped + $(echo "$3" | sed 's/^0*//;s/^$/0/')))
    if [ "$status" -ne 0 ] && [ "$2" -eq 0 ]; then
        echo "FAILED: exit status $status from: $command"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
