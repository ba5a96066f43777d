#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_format.sh [--fix]: the form of every source. --fix only runs clang-format on them.
clang_format=${CLANG_FORMAT:-clang-format}
. tools/check_lib.sh

# Everything that is text and written by hand; sealed files and a fuzzer's finds are not text.
files=$(find . \( -path ./.git -o -path ./build -o -path ./tests/fuzz/corpus -o -name '*.fsec' \) \
    -prune -o -type f -print | sed 's|^./||' | sort)
code=$(echo "$files" | grep -E '\.(c|h|cpp)$' | grep -v -x -E 'filesec\.h|tests/vectors\.h')

if ! $clang_format --version | grep -q 'version 14\.'; then
    echo "$clang_format is not version 14: set CLANG_FORMAT" >&2
    [ "$1" != --fix ] || exit 2
    step "clang-format is version 14" false
elif [ "$1" = --fix ]; then
    echo "$code" | xargs "$clang_format" -i
    exit
else
    echo "$code" > "$step_folder/code"
    step "clang-format (make format)" \
        "xargs $clang_format --dry-run -Werror < '$step_folder/code'"
fi
echo "$files" > "$step_folder/files"

# In each of these a line of output is a fault.
none() { # none NAME COMMAND
    step "$1" "faults=\$($2); echo \"\$faults\"; [ -z \"\$faults\" ]"
}
all="LC_ALL=C xargs -a '$step_folder/files' grep -n"
none "no blank at the end of a line" "$all ' \$'"
none "no carriage return" "$all -P '\\r'"
none "ASCII only" "$all -P '[^\\x00-\\x7f]'"
none "no tab outside makefiles" "$all -P '\\t' | grep -v -E '^(Makefile|[^:]*[.]mk):'"
none "no mark of unfinished work" "$all -E '(TO''DO|FIX''ME|X''XX)'"
none "the last line of every file ends" \
    "while read -r f; do [ -z \"\$(tail -c 1 \"\$f\")\" ] || echo \"\$f\"; done < '$step_folder/files'"
none "no source has 300 lines or more" \
    "while read -r f; do n=\$(wc -l < \"\$f\"); [ \$n -lt 300 ] || echo \"\$f: \$n\"; done \
        < '$step_folder/code'"
# clang-format leaves comments alone, for there are tables in them, and rows stand between
# "clang-format off" and "on".
none "no line of a source has more than 96 columns" \
    "xargs -n 1 awk '/clang-format off/ { off = 1 } /clang-format on/ { off = 0 }
        length > 96 && !off { print FILENAME \":\" FNR }' < '$step_folder/code'"
none "every source names its licence" \
    "while read -r f; do head -n 2 \"\$f\" | grep -q 'SPDX-License-Identifier: 0BSD' ||
        echo \"\$f\"; done < '$step_folder/code'"
finish
