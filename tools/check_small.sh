#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_small.sh: the known answers on models of small machines, without a system and
# without a heap; that such a run can fail; what docs/footprint.md states, and its budgets.
. tools/check_lib.sh
. tools/small_targets.sh
# shellcheck disable=SC2086
need $small_programs clang-14 clang-19
folder=build/check/small
mkdir -p $folder

# ---- vectors: see tests/small/pack.awk ------------------------------------------------------

pack() { # pack NAME "LENGTHS OF SEALED CONTENT" ROOM TOTAL BLOCKS EVERY
    # shellcheck disable=SC2086
    tests/small/container.sh $2 > $folder/"$1".txt &&
        awk -f tests/small/pack.awk -v room="$3" -v total="$4" -v blocks="$5" -v every="$6" \
                tests/vectors/*.txt $folder/"$1".txt > $folder/"$1".c ||
        step "vectors $1" false
}
lengths="0 1 1023 1024 1025 3000"
pack all "$lengths" 16384 65000 20000 1 # what 64 KiB of RAM hold
pack most "$lengths" 1100 3000 20000 1  # what 16 KiB hold
pack some "0 1025" 1100 3000 300 4      # the quoted ones and each fourth of the others
pack few "0 1025" 400 1200 8 16         # what goes beside the code into 128 KiB of flash

# ---- known answers --------------------------------------------------------------------------

answers() { # answers NAME [--clang CLANG] [--stack MAX] TARGET VECTORS FLAGS...
    step "$1" "tests/small/run.sh $2"
}
small="-Os -DFILESEC_SMALL"
some=$folder/some.c
for target in cortex-m0 cortex-m3 cortex-m4 rv32imac; do
    case $target in
    cortex-m0 | rv32imac) vectors=$folder/most.c room=1100 ;;
    *) vectors=$folder/all.c room=16384 ;;
    esac
    answers "$target gcc $small" "--stack 1024 $target $vectors $small -DSMALL_ROOM=$room"
    answers "$target gcc -O2 -DFILESEC_SMALL" "--stack 1024 $target $some -O2 -DFILESEC_SMALL"
    [ $target = cortex-m4 ] ||
        answers "$target clang-14 $small" "--clang clang-14 --stack 1024 $target $some $small"
done
answers "cortex-m3 gcc -O2" "cortex-m3 $some -O2"
answers "rv32imac clang-19 -O2" "--clang clang-19 rv32imac $some -O2"
answers "avr gcc $small" "--stack 1024 avr $folder/few.c $small -DSMALL_ROOM=400"

# ---- products of secrets --------------------------------------------------------------------

# Long products by instructions or functions whose time may depend on the numbers, in functions
# that have secrets; aes256gcm_portable_from multiplies a mask. Cortex-M4 has a good instruction.
products() { # products TARGET: the command that lists them
    echo "$(small_cc "$1") -std=c99 $small -I. -c tests/small/code.c -Itests/small -o $folder/$1.o &&
$(small_binutils "$1")objdump -dr $folder/$1.o | awk '
    /^[0-9a-f]+ <.*>:/ { name = \$2 }
    /__aeabi_lmul|__muldi3|__umulsidi3|umull|umlal/ &&
        name ~ /poly1305|aes256gcm|chacha20|mul32/ && name !~ /portable_from/ { print name, \$0 }'"
}
for target in cortex-m0 cortex-m3 avr; do
    step "$target: products of secrets are made of halves" \
        "found=\$($(products $target)) && echo \"\$found\" && [ -z \"\$found\" ]"
done
step "cortex-m4: a long product is seen" \
    "found=\$($(products cortex-m4)) && [ -n \"\$found\" ]"

step "docs/footprint.md is in step and within the budgets (make footprint)" "
tools/footprint.sh > $folder/footprint.md && diff $folder/footprint.md docs/footprint.md"

# ---- it can fail ----------------------------------------------------------------------------

# The first vector of each kind gets a wrong answer, and the rest of the kind stay as they are.
step "a wrong answer of each kind is noticed" "
kinds=\$(sed -n 's/^    kind(\"\([a-z0-9_]*\)\".*/\1/p' tests/small/pack.awk)
for kind in \$kinds; do
    cat tests/vectors/*.txt $folder/few.txt | grep \"^\$kind \" |
        awk -f tests/small/pack.awk -v room=1100 -v total=3000 -v blocks=3000 -v every=16 \
            -v plant=\$kind > $folder/planted-\$kind.c || exit 1
done
[ \$(echo \$kinds | wc -w) -ge 16 ] && tests/small/run.sh --planted cortex-m3 \"\$(echo $folder/planted-*.c)\" $small"
step "an access that Cortex-M0 cannot do is noticed" "
$(small_cc cortex-m0) -O1 -Itests/small $(small_link cortex-m0) tests/small/misaligned.c \
    tests/small/port_arm.c -o $folder/misaligned.elf || exit 1
$(small_run cortex-m0 $folder/misaligned.elf) > $folder/misaligned.log 2>&1
[ \$? -eq 3 ] && grep -x fault $folder/misaligned.log"
step "a stack over the limit is noticed" "
tests/small/run.sh --stack 640 cortex-m3 $folder/few.c $small \
    > $folder/stack.log
[ \$? -ne 0 ] && grep -q 'passed, 0 failed' $folder/stack.log && grep hkdf_expand $folder/stack.log"
finish
