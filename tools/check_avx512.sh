#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_avx512.sh: the paths with AVX-512 in the emulator Bochs, on models of CPUs that have
# all of it, a part, or none. Only these paths: the emulator is slow, and the others are tested
# elsewhere. There are no threads in it. Static programs of both compilers, because each makes
# other instructions of the same source.
. tools/check_lib.sh
need bochs gcc clang-19 objcopy

# The rows, and a word that all their names hold.
paths='x86_avx512 x86_avx512ifma x86_vaes_avx512'
word=avx512

for compiler in gcc clang-19; do
    eval "$(build_tests "avx512-$compiler" $compiler -O2 LDFLAGS=-static)" \
        > "$step_folder/build.log" 2>&1 || tail -n 20 "$step_folder/build.log"
done

bochs() { # bochs MODEL COMPILER ARGUMENTS: the command that runs the tests there
    echo "BOCHS_CPU=$1 BOCHS_SECONDS=3600 BOCHS_MEMORY=128 \
tools/bochs/run.sh build/check/avx512-$2/tests --short --paths $word $3"
}

# What ran and what did not, as paths_print() says it.
ran="sed -n '/^paths ran:/,/^paths skipped:/{/^paths skipped:/!p}'"
left="sed -n '/^paths skipped:/,\$p'"

for compiler in gcc clang-19; do
    step "Ice Lake, $compiler: short suite; every path with $word ran: $paths" "
$(bochs corei7_icelake_u $compiler "--without threads --expect '$paths'") \
    > '$step_folder/$compiler' || status=1
cat '$step_folder/$compiler'
if $left '$step_folder/$compiler' | grep '=[a-z0-9_]*$word'; then exit 1; fi
exit \${status:-0}"
done

# It has no IFMA and no VAES. Its 512-bit work costs clock, so no such path is chosen by itself;
# on Cannon Lake one is: the suite inspect compares the choice with what the rows say.
step "Skylake-X: vectors; ran: x86_avx512; stepped aside: the others; not chosen" "
$(bochs corei7_skylake_x gcc "--only vectors --expect x86_avx512") > '$step_folder/slx' ||
    status=1
cat '$step_folder/slx'
for path in $paths; do
    [ \$path = x86_avx512 ] || ! $ran '$step_folder/slx' | grep -E \"=\$path( |\\\$)\" || exit 1
done
$(bochs corei7_skylake_x gcc "--only inspect") > '$step_folder/slx-inspect' || status=1
cat '$step_folder/slx-inspect'
if grep 'this CPU has.* prefers_512' '$step_folder/slx-inspect'; then exit 1; fi
exit \${status:-0}"
step "Cannon Lake: 512-bit paths may be chosen" "
$(bochs corei3_cnl gcc "--only inspect") > '$step_folder/cnl' || status=1
cat '$step_folder/cnl'
grep 'this CPU has.* avx512f.* prefers_512' '$step_folder/cnl' || exit 1
exit \${status:-0}"

step "Haswell: short suite; stepped aside: $paths" "
$(bochs corei7_haswell_4770 gcc "--without threads") > '$step_folder/haswell' || status=1
cat '$step_folder/haswell'
for path in $paths; do
    grep -q \"^skipped: .*=\$path: this CPU cannot run it\" '$step_folder/haswell' || exit 1
done
if $ran '$step_folder/haswell' | grep '=[a-z0-9_]*$word'; then exit 1; fi
exit \${status:-0}"
# Shows that an expected path which is skipped does fail.
step "Haswell: expecting x86_avx512 fails" "
$(bochs corei7_haswell_4770 gcc "--only select --expect x86_avx512") > '$step_folder/refused'
[ \$? -eq 1 ] && grep 'x86_avx512 was skipped: this CPU cannot run it' '$step_folder/refused'"
finish
