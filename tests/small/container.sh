#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tests/small/container.sh LENGTH...: sealed files of tests/container/ as lines for tests/small/pack.awk:
# those whose content has one of these lengths
#
# Their content is text(len, seed) of tests/container/make_cases.py; that of plain-S-N is
# text(N, N).
cd "$(dirname "$0")/../container" || exit
for suite in 1 2; do
    for len in "$@"; do
        name=plain-$suite-$len
        hex=$(od -An -v -tx1 $name.fsec | tr -d ' \n') && [ -n "$hex" ] || exit
        echo "container id=$name seed=$len len=$len context= file=$hex"
    done
done
