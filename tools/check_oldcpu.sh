#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_oldcpu.sh: one static program, built with the default flags, on models of CPUs of
# several years. On each model the paths it can run are expected, and expecting one that it cannot
# run must fail. An instruction that leaks out of its path ends the program.
. tools/check_lib.sh
need gcc qemu-x86_64

eval "$(build_tests oldcpu gcc -O2 LDFLAGS=-static)" > "$step_folder/build.log" 2>&1 ||
    tail -n 20 "$step_folder/build.log"
tests=build/check/oldcpu/tests

model() { # model NAME EXPECTED-PATHS IMPOSSIBLE-PATHS [ARGUMENTS]
    step "$1: short suite $4; ran: $2; stepped aside: ${3:-none}" "
qemu-x86_64 -cpu $1 $tests --short $4 --expect '$2' > '$step_folder/$1' || status=1
cat '$step_folder/$1'
for path in $3; do
    grep -q \"^skipped: .*=\$path: this CPU cannot run it\" '$step_folder/$1' || exit 1
    if grep -E \"=\$path .*cases\" '$step_folder/$1'; then exit 1; fi
done
exit \${status:-0}"
}
model qemu64 x86_sse2 'x86_ssse3 x86_aesni x86_avx2 x86_vaes_avx2'
model Nehalem 'x86_sse2 x86_ssse3' 'x86_aesni x86_avx2 x86_vaes_avx2'
model Westmere 'x86_sse2 x86_ssse3 x86_aesni' 'x86_avx2 x86_vaes_avx2'
model SandyBridge 'x86_sse2 x86_ssse3 x86_aesni' 'x86_avx2 x86_vaes_avx2'
model Haswell 'x86_sse2 x86_ssse3 x86_aesni x86_avx2' x86_vaes_avx2
# All that this qemu can emulate: of the newest CPUs VAES, but not VPCLMULQDQ.
model max 'x86_sse2 x86_ssse3 x86_aesni x86_avx2' 'x86_vaes_avx512 x86_avx512' \
    '--without container'
# Shows that an expected path which is skipped does fail.
step "Nehalem: expecting x86_avx2 fails" "
qemu-x86_64 -cpu Nehalem $tests --short --only select --expect x86_avx2 > '$step_folder/refused'
[ \$? -eq 1 ] && grep 'x86_avx2 was skipped: this CPU cannot run it' '$step_folder/refused'"
finish
