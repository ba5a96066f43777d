#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# examples/cortex_m/build.sh [--run] TARGET PROGRAM: build main.c for cortex-m0, cortex-m3 or
# cortex-m4, to be started in the folder of filesec.h; --run: then run it under qemu-system-arm.
# Compiler, flags and machines are those of the tests: tools/small_targets.sh.
set -e
run=false
[ "$1" != --run ] || { run=true && shift; }
target=${1:?usage: build.sh [--run] TARGET PROGRAM} program=${2:?usage: build.sh [--run] TARGET PROGRAM}
. tools/small_targets.sh
# shellcheck disable=SC2046
$(small_cc "$target") -std=c99 -Os -ffunction-sections -fdata-sections $FLAGS -I. -Itests/small \
    examples/cortex_m/main.c "$(small_port "$target")" $(small_link "$target") -o "$program"
$run || exit 0
exec $(small_run "$target" "$program")
