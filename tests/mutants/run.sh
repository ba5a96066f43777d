#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tests/mutants/run.sh: build the tests over a filesec.h whose tables can be changed, and run
# them on deliberately broken code. Uses CC, CPPFLAGS, CFLAGS, LDFLAGS, BUILD from outside.
cd "$(dirname "$0")/../.." || exit 2
CC=${CC:-cc}
folder=${BUILD:-build}/mutants
header=${HEADER:-filesec.h}

if ! mkdir -p "$folder"; then
    echo "0 passed, 1 failed"
    exit 1
fi
# The tables of rows lose their const; everything else is the header as it is.
sed 's/^static const \(filesec__[a-z0-9_]*_row filesec__[a-z0-9_]*_rows\[\]\)/static \1/' \
    "$header" > "$folder/filesec.h"

units=
for unit in tests/*.c tests/mutants/*.c; do
    case $unit in
    tests/run.c | tests/implementation.c | tests/vectors.c) ;; # mutants have their own, or none
    *) units="$units $unit" ;;
    esac
done
# shellcheck disable=SC2086
if ! $CC -std=c99 -I"$folder" -I. -Itests -Itests/mutants $CPPFLAGS ${CFLAGS:--O1} $LDFLAGS \
    $units -lpthread -o "$folder/mutants"; then
    echo "0 passed, 1 failed"
    exit 1
fi
exec "$folder/mutants"
