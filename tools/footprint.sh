#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/footprint.sh: what the header takes on small machines, as docs/footprint.md
#
# Nothing in it is kept by hand but the sentences (tests/small/footprint_*.txt): with the same
# compilers it is the same text. Fails, with a line on stderr for each, where a budget is exceeded.
. tools/check_lib.sh
. tools/small_targets.sh
work=$step_folder
small="-std=c99 -Os -DFILESEC_SMALL -ffunction-sections -fdata-sections -I. -Itests/small"
printf '#define FILESEC_IMPLEMENTATION\n#include "filesec.h"\n' > "$work/filesec.c"

# ---- what is measured -----------------------------------------------------------------------

# Lines of: options ; the functions that are used, as a regular expression ; name in the table.
# Lines with the same options stand together.
no_others() { # no_others PRIMITIVE: without the three others
    for p in SHA512 MURMUR3 CHACHA20POLY1305 AES256GCM; do
        [ $p = "$1" ] || printf '%s ' -DFILESEC_NO_$p
    done
}
configurations() {
    cat << END
$(no_others SHA512);filesec_sha512(_init|_update|_final)?;SHA-512
$(no_others SHA512);filesec_(hmac_)?sha512(_init|_update|_final)?;SHA-512, HMAC
$(no_others SHA512);filesec_(hmac_|hkdf_)?sha512(_init|_update|_final)?;SHA-512, HMAC, HKDF
$(no_others SHA512);filesec_.*sha512.*;SHA-512, HMAC, HKDF, PBKDF2, many
$(no_others MURMUR3);filesec_murmur3_x86_32.*;MurmurHash3 x86_32
$(no_others MURMUR3);filesec_murmur3_x64_128.*;MurmurHash3 x64_128
$(no_others MURMUR3);filesec_murmur3.*;MurmurHash3, all three
$(no_others CHACHA20POLY1305);filesec_chacha20poly1305_(init|seal|open);ChaCha20-Poly1305, one call
$(no_others CHACHA20POLY1305);filesec_chacha20poly1305.*;ChaCha20-Poly1305
$(no_others AES256GCM);filesec_aes256gcm_(init|seal|open);AES-256-GCM, one call
$(no_others AES256GCM);filesec_aes256gcm.*;AES-256-GCM
-DFILESEC_NO_CONTAINER;filesec_(sha512(_init|_update|_final)?|hmac.*|hkdf.*|murmur3.*|chacha.*|aes.*|equal|wipe);four primitives, HMAC, HKDF
-DFILESEC_NO_MURMUR3 -DFILESEC_NO_AES256GCM;filesec_container.*;Container, ChaCha20-Poly1305
-DFILESEC_NO_MURMUR3 -DFILESEC_NO_CHACHA20POLY1305;filesec_container.*;Container, AES-256-GCM
-DFILESEC_NO_MURMUR3;filesec_container.*;Container, both ciphers
;filesec_.*;everything
END
}

# ---- measuring ------------------------------------------------------------------------------

measure() { # measure TARGET: its files in $work: TARGET.sizes .contexts .functions .stack
    target=$1
    cc="$(small_cc "$target") $small"
    tools=$(small_binutils "$target")
    built=none
    configurations | while IFS=';' read -r options roots name; do
        # shellcheck disable=SC2086
        [ "$options" = "$built" ] ||
            $cc $options -c "$work/filesec.c" -o "$work/$target-part.o" || exit
        built=$options
        linked=$("${tools}nm" "$work/$target-part.o" | awk -v "roots=^($roots)(_small)?\$" \
            '$2 == "T" && $3 ~ roots { printf ",-u,%s", $3 }')
        entry=${linked#,-u,}
        $cc -nostartfiles -Wl,--gc-sections,-e,"${entry%%,*}$linked",-Map="$work/$target.map" \
            "$work/$target-part.o" -o "$work/$target-part.elf" 2> "$work/$target.log" ||
            { cat "$work/$target.log" >&2 && exit 1; }
        echo "$name|$(awk -f tests/small/sizes.awk -v object="$target-part.o" "$work/$target.map")"
    done > "$work/$target.sizes"
    $cc -c tests/small/contexts.c -o "$work/$target-contexts.o" || exit
    "${tools}nm" -S "$work/$target-contexts.o" | sed -n 's/ size_of_/ /p' |
        awk '{ print $4, $2 }' > "$work/$target.contexts"
    $cc -fstack-usage -c "$work/filesec.c" -o "$work/$target-code.o" || exit
    awk -F '\t' '{ split($1, a, ":"); print $2, a[4], $3 }' "$work/$target-code.su" |
        sed 's/\.\(part\|constprop\|isra\)\.[0-9]*//g; s/\.constprop//' | sort -k1,1nr -k2 > "$work/$target.functions"
    # shellcheck disable=SC2046
    $cc $(small_link "$target") "$work/$target-code.o" tests/small/stack.c \
        tests/small/stack_cases.c "$(small_port "$target")" -o "$work/$target-stack.elf" || exit
    $(small_run "$target" "$work/$target-stack.elf") > "$work/$target.stack" 2>&1 || exit
}

# ---- tables ---------------------------------------------------------------------------------

head_row() { # head_row FIRST: a heading for each target
    echo
    echo "| $1 | $(echo "$small_targets" | sed 's/ / | /g') |"
    echo "| --- |$(echo "$small_targets" | sed 's/[^ ]* */ ---: |/g')"
}

# One row for each line of the first target's file; the rest of each line is the cell.
table() { # table SUFFIX SEPARATOR AWK-EXPRESSION-OF-THE-CELL
    files=''
    for t in $small_targets; do
        files="$files $work/$t.$1"
    done
    # shellcheck disable=SC2086
    awk -v "separator=$2" '
        function hex(h, i, x) {
            for (i = 3; i <= length(h); i++)
                x = 16 * x + index("0123456789abcdef", substr(h, i, 1)) - 1
            return x
        }
        {
            at = index($0, separator)
            name = substr($0, 1, at - 1)
            split(substr($0, at + 1), n, " ")
            if (FNR == NR)
                order[++rows] = name
            cell[name] = cell[name] " | " '"$3"'
        }
        END { for (i = 1; i <= rows; i++) print "| " order[i] cell[order[i]] " |" }' $files
}

over() { # over NAME VALUE LIMIT
    [ "$2" -lt "$3" ] || { echo "over the budget: $1: $2, not below $3" >&2 && failed=1; }
}

for target in $small_targets; do
    measure "$target" &
done
wait
failed=0
for target in $small_targets; do
    for kind in sizes contexts functions stack; do
        [ -s "$work/$target.$kind" ] || { echo "$target: no $kind" >&2 && exit 1; }
    done
    sed -i 's/ \([0-9]*\)$/;\1/' "$work/$target.stack"
    sed -i 's/ \([0-9a-f]*\)$/;0x\1/' "$work/$target.contexts"
    sed -n '1,3s/\([0-9]*\) \([^ ]*\) .*/\1 \2/p' "$work/$target.functions" \
        > "$work/$target.worst"
    over "$target: stack of a function" "$(sed -n '1s/ .*//p' "$work/$target.functions")" 1024
done
for target in cortex-m3 cortex-m4; do
    over "$target: code" "$(sed -n 's/^four primitives[^|]*|\([0-9]*\) .*/\1/p' \
        "$work/$target.sizes")" 16384
done

cat tests/small/footprint_begin.txt
head_row "bytes of code + constants"
table sizes "|" 'n[1] " + " n[2]'
echo
echo "What these link of libgcc and libc besides (copying, shifts and products of 64 bits, division):"
head_row "bytes"
table sizes "|" 'n[4]'
cat tests/small/footprint_ram.txt
head_row "context, bytes"
table contexts ";" 'hex(n[1])'
cat tests/small/footprint_stack.txt
head_row "operation, bytes of stack"
table stack ";" 'n[1]'
cat tests/small/footprint_functions.txt
echo
for target in $small_targets; do
    echo "- $target: $(awk '{ printf "%s`%s` %d", (NR > 1 ? ", " : ""), $2, $1 }' "$work/$target.worst")"
done
cat tests/small/footprint_end.txt
exit $failed
