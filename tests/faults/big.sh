#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tests/faults/big.sh COMMAND: a sparse file of 5 GiB there and back in 200 MB of address space
#
# Needs 11 GB of disk at TMPDIR for as long as it runs. The file is empty but for marks at its
# ends, around 4 GiB, where 32 bits end, and between.
# shellcheck disable=SC3045
case ${1:?usage: tests/faults/big.sh COMMAND} in
/*) F=$1 ;;
*) F=$PWD/$1 ;;
esac
unset FILESEC_PATH
LC_ALL=C
export LC_ALL
W=${TMPDIR:-/tmp}/filesec-big.$$
mkdir "$W" && cd "$W" || exit 2
trap 'cd /; rm -rf "$W"' EXIT
trap 'exit 1' HUP INT TERM
passed=0 failed=0 size=5368709120
finish() {
    echo "$passed passed, $failed failed, $1 skipped"
    [ "$failed" -eq 0 ]
    exit
}
verdict() { # verdict GOOD NAME
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok      $2"
    else
        failed=$((failed + 1))
        echo "FAILED  $2"
        head -n 5 err | sed 's/^/        /'
    fi
}
run() { (ulimit -v 200000 && exec "$F" "$@") 2>err; }
mark() { # mark OFFSET
    printf 'a mark at %s' "$1" | dd of=in bs=1 seek="$1" conv=notrunc 2>err
}
part() { # part FROM TO: of the file
    tail -c +$(($1 + 1)) in | head -c $(($2 - $1 + 1))
}

: >err
free=$(df -Pk . | awk 'NR == 2 { print $4 }')
if [ "$free" -lt 11500000 ]; then
    echo "skipped: $free KiB are free here, not 11500000"
    finish 17
fi
if ! (ulimit -v 200000) 2>err; then
    echo 'skipped: memory cannot be limited here'
    finish 17
fi
dd if=/dev/null of=in bs=1 seek=$size 2>err
marks="0 65530 1000000000 4294967290 $((size - 40))"
for at in $marks; do mark "$at"; done
[ "$(wc -c <in)" -eq $size ]
verdict $? 'the file has 5 GiB'
run keygen --output k
verdict $? 'keygen'
# Room for the content itself would be found out.
(ulimit -v 20000 && exec "$F" encrypt --key-file k --chunk 16M in) >/dev/null 2>err
verdict $(($? != 3)) 'the limit holds: 16 MiB chunks do not fit into 20 MB'
run encrypt --key-file k --output sealed in
verdict $? 'encrypt'
run verify --key-file k sealed
verdict $? 'verify'
for range in 0-99 65500-65560 999999999-1000200000 4294967000-4294967400 \
    $((size - 50))-$((size - 1)) 0-0 $((size - 1))-$((size - 1)); do
    run decrypt --key-file k --range "$range" sealed >got
    code=$?
    part "${range%-*}" "${range#*-}" >want
    [ $code -eq 0 ] && cmp -s got want
    verdict $? "decrypt --range $range"
done
for range in $((size - 100))-$((size + 1000000)) $((size - 100))-; do
    run decrypt --key-file k --range "$range" sealed >got
    code=$?
    tail -c 100 in >want
    [ $code -eq 0 ] && cmp -s got want
    verdict $? "decrypt --range $range, across the end"
done
run decrypt --key-file k --range $size-$((size + 9)) sealed >got
code=$?
[ $code -ne 0 ] && [ ! -s got ] && [ "$(wc -l <err)" -eq 1 ]
verdict $? "decrypt --range $size-, behind the end: exit $code"
run decrypt --key-file k --output out sealed
verdict $? 'decrypt'
cmp in out >err
verdict $? 'the content is that of the file'
finish 0
