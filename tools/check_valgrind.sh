#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_valgrind.sh: the short suite under memcheck.
. tools/check_lib.sh
need gcc valgrind

step "valgrind: short suite" "$(build_tests valgrind gcc '-O1 -g' DEV=1) &&
valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite \\
    build/check/valgrind/tests --short"
finish
