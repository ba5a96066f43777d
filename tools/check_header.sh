#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_header.sh AMALGAMATE VECTORS: what is generated and checked in is what these two
# programs make of its sources, and the first refuses what it must.
amalgamate=$1 vectors=$2
. tools/check_lib.sh

step "filesec.h is in sync with src_impl/ (make filesec.h)" \
    "$amalgamate src_impl $step_folder/filesec.h && cmp $step_folder/filesec.h filesec.h"
step "tests/vectors.h is in sync with tests/vectors/ (make vectors)" \
    "$vectors tests/vectors/*.txt > $step_folder/vectors.h && cmp $step_folder/vectors.h tests/vectors.h"
for form in md:docs/api.md man:docs/filesec.3; do
    step "${form#*:} is in sync with the comments of the header (make docs-generated)" \
        "tools/manual.sh ${form%%:*} | cmp - ${form#*:}"
done
step "the tool refuses planted faults" "tools/check_amalgamate.sh $amalgamate"
finish
