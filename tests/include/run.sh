#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tests/include/run.sh: the header as a user meets it: in two units, in C++, static, with every
# option, next to the user's own names. CC, CXX and CFLAGS are honoured. Last line: N passed,
# N failed, N skipped
cc=${CC:-cc}
cxx=${CXX:-c++}
cflags=${CFLAGS:-}
. tools/check_lib.sh
here=tests/include
work=$step_folder
c="$cc -std=c99 -Wall -Wextra -Werror $cflags -O0 -I. -I$here"

two_units() { # two_units NAME FLAGS: implementation.c and plain.c, both with FLAGS
    program=$work/two$step_count
    step "$1" \
        "$c $2 $here/implementation.c $here/plain.c $here/main.c -DSECOND=plain_unit -o $program &&
$program"
}

two_units "two units, one of them with the code" ""
two_units "the code after a plain include" "-DPLAIN_FIRST"
two_units "hidden visibility through FILESEC_API" \
    "'-DFILESEC_API=__attribute__((visibility(\"hidden\")))'"
for option in $(grep -ohE 'FILESEC_NO_[A-Z0-9_]+' filesec.h | sort -u) FILESEC_SMALL; do
    two_units "$option in both units" "-D$option"
done
two_units "no primitive at all" "-DFILESEC_NO_SHA512 -DFILESEC_NO_MURMUR3 \
-DFILESEC_NO_CHACHA20POLY1305 -DFILESEC_NO_AES256GCM"

step "FILESEC_STATIC in two units of one program" "
$c -DUNIT=implementation_unit -c $here/static.c -o $work/static1.o &&
$c -DUNIT=second_unit -c $here/static.c -o $work/static2.o &&
$c -DSECOND=second_unit $here/main.c $work/static1.o $work/static2.o -o $work/static &&
$work/static"
step "FILESEC_STATIC with optimisation: nothing unused is warned about" "
$c -O2 -Wunused -DUNIT=second_unit -c $here/static.c -o $work/static3.o"

# Sizes are compared inside plain.c.
step "units of different -O and -m flags agree" "
$c -c $here/implementation.c -o $work/flags1.o &&
$c -O3 -fshort-enums -funsigned-char \$($cc -dumpmachine | grep -q x86_64 && echo -mavx2) \\
    -c $here/plain.c -o $work/flags2.o &&
$c -DSECOND=plain_unit $here/main.c $work/flags1.o $work/flags2.o -o $work/flags"

# ---- what must not link ---------------------------------------------------------------------

refuses_to_link() { # refuses_to_link NAME PATTERN UNITS...
    name=$1 pattern=$2
    shift 2
    step "$name" "$*
if $c -DSECOND=plain_unit $here/main.c \$units -o $work/refused > \$log 2>&1; then exit 1; fi
cat \$log
grep -q -E '$pattern' \$log"
}
refuses_to_link "FILESEC_SMALL only where the code is: does not link" \
    'undefined reference to .filesec_aes256gcm_init[^_]' "
log=$work/small1.log units='$work/small1.o $work/plain1.o'
$c -DFILESEC_SMALL -c $here/implementation.c -o $work/small1.o || exit 1
$c -c $here/plain.c -o $work/plain1.o || exit 1"
refuses_to_link "FILESEC_SMALL only where the code is not: does not link" \
    'undefined reference to .filesec_aes256gcm_init_small' "
log=$work/small2.log units='$work/small2.o $work/plain2.o'
$c -c $here/implementation.c -o $work/small2.o || exit 1
$c -DFILESEC_SMALL -c $here/plain.c -o $work/plain2.o || exit 1"
# A unit that only uses a key which another one has set up.
refuses_to_link "FILESEC_SMALL in a unit that only seals: does not link" \
    'undefined reference to .filesec_aes256gcm_seal_small' "
log=$work/small3.log units='$work/small3.o $work/plain3.o'
$c -c $here/implementation.c -o $work/small3.o || exit 1
echo '#include \"filesec.h\"
int plain_unit(void);
int plain_unit(void)
{
    static filesec_aes256gcm_key k;
    uint8_t b[28] = {0};
    return filesec_aes256gcm_seal(&k, b, b + 12, b, NULL, 0, b, 0) != FILESEC_OK;
}' > $work/plain3.c
$c -DFILESEC_SMALL -c $work/plain3.c -o $work/plain3.o || exit 1"
refuses_to_link "the code in two units: does not link" 'multiple definition' "
log=$work/twice.log units='$work/twice1.o $work/twice2.o $work/twice3.o'
$c -c $here/implementation.c -o $work/twice1.o || exit 1
$c -c $here/plain.c -o $work/twice2.o || exit 1
echo '#define FILESEC_IMPLEMENTATION
#include \"filesec.h\"' | $c -x c -c - -o $work/twice3.o || exit 1"

# ---- C++ ------------------------------------------------------------------------------------

if echo 'int main() { return 0; }' | $cxx -x c++ - -o $work/cxx 2> /dev/null; then
    cpp="$cxx -std=c++11 -Wall -Wextra -Werror $cflags -O0 -I. -I$here -x c++"
    step "the code in C, its user in C++" "
$c -c $here/implementation.c -o $work/c1.o && $cpp -c $here/plain.c -o $work/cpp1.o &&
$c -DSECOND=plain_unit -c $here/main.c -o $work/main1.o &&
$cxx $work/c1.o $work/cpp1.o $work/main1.o -o $work/mixed1 && $work/mixed1"
    step "the code in C++, its user in C" "
$cpp -c $here/implementation.c -o $work/cpp2.o && $c -c $here/plain.c -o $work/c2.o &&
$c -DSECOND=plain_unit -c $here/main.c -o $work/main2.o &&
$cxx $work/cpp2.o $work/c2.o $work/main2.o -o $work/mixed2 && $work/mixed2"
    step "all in C++, static" "
$cpp -DUNIT=implementation_unit -c $here/static.c -o $work/cpp3.o &&
$cpp -DUNIT=second_unit -c $here/static.c -o $work/cpp4.o &&
$cpp -DSECOND=second_unit -c $here/main.c -o $work/main3.o &&
$cxx $work/cpp3.o $work/cpp4.o $work/main3.o -o $work/mixed3 && $work/mixed3"
    has_cxx=true
else
    has_cxx=false
    skip "three steps in C++: there is no $cxx"
fi

# ---- names ----------------------------------------------------------------------------------

step "every macro defined in the header begins with FILESEC_ or filesec__" "
! grep -E '^ *# *define ' filesec.h | grep -v -E '^ *# *define (FILESEC_|filesec__)'"
hostile() { # hostile COMPILER...: the code after macros that other headers leave behind
    step "$1: the header after hostile macros" "
printf '#include \"hostile.h\"\n#define FILESEC_IMPLEMENTATION\n#include \"filesec.h\"\n' |
    $* -c - -o $work/hostile$step_count.o && nm $work/hostile$step_count.o |
    grep ' T filesec_sha512_update\$'"
}
hostile $c -x c
! $has_cxx || hostile $cpp
# Tables are constant, though the linker may have to fill in addresses; what is written to while
# the program runs is one word for each table, the choice.
step "the only writable words are the choices, one for each table" "
printf '#define FILESEC_IMPLEMENTATION\n#include \"filesec.h\"\n' |
    $c -fPIC -x c -c - -o $work/words.o || exit 1
objdump -t $work/words.o > $work/words
awk '\$1 ~ /^[0-9a-f]+\$/ && (\$(NF - 2) ~ /^(\.data|\.bss|\.t(data|bss)|\*COM\*)\$/) && \$NF !~ /^\./ {
    print \$NF, \$(NF - 1) }' $work/words | sort > $work/writable
sed -n 's/^static const filesec__table filesec__\(.*\)_table.*/\1/p' filesec.h > $work/tables
cat $work/writable
[ \$(wc -l < $work/writable) -gt 0 ] &&
    ! grep -v -E '^filesec__[a-z0-9_]+_choice 0*[48]\$' $work/writable"
macros() { # macros FILE: stdin is a unit; write the names of all macros after it
    echo "$cc -std=c99 -I. -dM -E -x c - | cut -d ' ' -f 2 | cut -d '(' -f 1 | sort > $1"
}
step "a plain include leaves no other macro behind" "
printf '#include <stddef.h>\n#include <stdint.h>\n' | $(macros "$work/macros1")
printf '#include \"filesec.h\"\n' | $(macros "$work/macros2")
grep -q -x FILESEC_VERSION $work/macros2 || exit 1
! comm -13 $work/macros1 $work/macros2 | grep -v '^FILESEC_'"
step "every external symbol begins with filesec_; only mem* and str* are asked for" "
printf '#define FILESEC_IMPLEMENTATION\n#include \"filesec.h\"\n' |
    $c -fno-stack-protector -x c -c - -o $work/names.o || exit 1
nm -g $work/names.o > $work/names
grep -q ' T filesec_sha512_update\$' $work/names || exit 1
! grep -v -E ' (T filesec_[a-z0-9_]+|U (mem(cpy|set|cmp|move)|str(len|cmp|ncmp)|getauxval|_GLOBAL_OFFSET_TABLE_))\$' \
    $work/names"
step "many threads get the same results" "
$c $here/threads.c -lpthread -o $work/threads && $work/threads"
finish
