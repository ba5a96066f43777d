#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_windows.sh: the header on 64-bit Windows: built by MinGW's gcc and by clang, run by
# Wine, without a display and with a prefix of its own. (The command is for POSIX systems.)
#
# The program of tests/windows calls every public function on every path and looks at the
# registers that Windows wants back, on stacks of each alignment that Windows allows.
#
# Debian's gcc is patched for GCC bug 54412, so it may build the paths with AVX. What another gcc
# would make of them is shown by giving the spills the instructions back that the patch took away.
. tools/check_lib.sh
gcc=x86_64-w64-mingw32-gcc
need $gcc x86_64-w64-mingw32-objdump clang-19
wine=/usr/lib/wine/wine64
[ -x $wine ] || wine=wine64
need $wine

mkdir "$step_folder/wine"
export WINEPREFIX="$step_folder/wine/prefix" WINEDEBUG=-all DISPLAY= WINEDLLOVERRIDES='mscoree,mshtml='
trap 'wineserver -k 2> /dev/null || /usr/lib/wine/wineserver -k; rm -rf "$step_folder"' EXIT

out=build/check/windows
mkdir -p $out
others=$(find tests -maxdepth 1 -name '*.c' ! -name run.c ! -name implementation.c | sort)
compile="-std=c99 -Wall -Wextra -I. -Itests"
avx=-DFILESEC_MINGW_AVX

# The tiers that this CPU has and that no path may lack.
tiers='murmur3=x86_sse2 chacha20poly1305=x86_ssse3'
for pair in aes:aes256gcm=x86_aesni avx2:sha512=x86_avx2 avx2:sha512_many=x86_avx2 \
    avx2:murmur3=x86_avx2 avx2:murmur3_many=x86_avx2 avx2:chacha20poly1305=x86_avx2 \
    vaes:aes256gcm=x86_vaes_avx2; do
    ! grep -q -w "${pair%:*}" /proc/cpuinfo || tiers="$tiers ${pair#*:}"
done

# The first program makes the prefix, which takes time; so it is one step, before the others.
printf 'int main(void) { return 7; }\n' > "$step_folder/first.c"
$gcc "$step_folder/first.c" -o "$step_folder/first.exe" && $wine "$step_folder/first.exe" \
    > "$step_folder/first.log" 2>&1
step "Wine runs a program" "[ $? -eq 7 ]"

# Everything but the unit with the code of the header is built once.
mkdir -p $out/suite $out/registers
for unit in $others tests/run.c tests/windows/main.c tests/windows/calls.c \
    tests/windows/registers.S; do
    object=$out/$(basename "${unit%.*}").o
    case $unit in
    tests/run.c) object=$out/suite/run.o ;;
    tests/windows/*) object=$out/registers/$(basename "${unit%.*}").o ;;
    esac
    echo "$unit $object"
done > "$step_folder/units"
xargs -n 2 -P "$(getconf _NPROCESSORS_ONLN)" sh -c "$gcc $compile -O1 -c \$0 -o \$1" \
    < "$step_folder/units" 2>&1 || step "the units of the tests" false
suite="$out/*.o $out/suite/*.o" registers="$out/*.o $out/registers/*.o"

step "short suite, -O2, with AVX: expecting $tiers" "
$gcc $compile -O2 $avx tests/implementation.c $suite -o $out/tests.exe &&
$wine $out/tests.exe --short --container tests/container --expect '$tiers'"
step "gcc without FILESEC_MINGW_AVX: no instruction with ymm or zmm; known answers" "
for level in -O0 -O2 -O3; do
    $gcc $compile \$level -c tests/implementation.c -o $step_folder/no\$level.o &&
        x86_64-w64-mingw32-objdump -d $step_folder/no\$level.o > $step_folder/no.s || exit 1
    grep -q '%xmm' $step_folder/no.s || exit 1
    ! grep -q '%[yz]mm' $step_folder/no.s || exit 1
done
$gcc $suite $step_folder/no-O2.o -o $step_folder/no.exe &&
$wine $step_folder/no.exe --only vectors > $step_folder/no.txt || exit 1
tail -n 1 $step_folder/no.txt
! grep -E '=x86_(avx2|vaes)' $step_folder/no.txt"
for level in -O0 -O2 -O3; do
    step "registers and stacks, gcc $level with AVX: expecting $tiers" "
$gcc $compile $level $avx tests/implementation.c $registers -o $step_folder/r$level.exe &&
$wine $step_folder/r$level.exe --expect '$tiers'"
done
step "registers and stacks, clang-19 -O2, where AVX needs no macro: expecting $tiers" "
clang-19 --target=x86_64-w64-mingw32 $compile -O2 -c tests/implementation.c \\
    -o $step_folder/clang.o && $gcc $registers $step_folder/clang.o -o $step_folder/clang.exe &&
$wine $step_folder/clang.exe --expect '$tiers'"

# -fverbose-asm marks each spill with %sfp.
step "gcc as it is without the patch: the spills fault, and the program shows it" "
$gcc $compile -O2 $avx -fverbose-asm -S tests/implementation.c -o $step_folder/patched.s || exit 1
sed -E '/%[yz]mm.*%sfp/{s/vmovdqu(8|16|64)/vmovdqa64/;s/vmovdqu32/vmovdqa32/
    s/vmovdqu([^0-9])/vmovdqa\1/;s/vmovup/vmovap/;}' $step_folder/patched.s > $step_folder/plain.s
count=\$(diff $step_folder/patched.s $step_folder/plain.s | grep -c '^>')
echo \"\$count spills\"
[ \$count -gt 0 ] || exit 1
$gcc $registers $step_folder/plain.s -o $step_folder/plain.exe || exit 1
if $wine $step_folder/plain.exe > $step_folder/plain.txt 2>&1; then exit 1; fi
if tail -n 1 $step_folder/plain.txt | grep ' 0 failed'; then exit 1; fi
grep '^the trampoline' $step_folder/plain.txt"

for option in ANYTHING MINGW_AVX SMALL; do
    step "strict warnings, FILESEC_$option" "
printf '#define FILESEC_IMPLEMENTATION\n#define FILESEC_$option\n#include \"filesec.h\"\n' |
    $gcc -std=c99 -O2 $strict -Wstrict-prototypes -I. -x c -c - -o $step_folder/$option.o"
done
finish
