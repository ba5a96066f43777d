#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tests/small/run_avr.sh PROGRAM: run it in simavr; its output, and its exit status from what
# port_avr.c prints last
out=$(timeout 120 simavr -m atmega1284p -f 16000000 "$1" 2>&1 |
    sed -e "s/$(printf '\033')\[[0-9;]*m//g" -e '/^Loaded /d' -e 's/\.$//')
echo "$out" | grep -v -e '^exit ' -e '^$'
echo "$out" | grep -q '^exit 0$'
