#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_amalgamate.sh TOOL: the amalgamation tool makes what it should of a toy tree, and
# refuses each planted fault: with a message that names the place, an exit status that is not
# zero, and no output left behind. Last line: N passed, N failed
set -u

case $1 in
/*) tool=$1 ;;
*) tool=$PWD/$1 ;;
esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
passed=0
failed=0

verdict() { # verdict STATUS NAME
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $2"
    fi
}

write() { # write FILE: the licence, then standard input
    mkdir -p "$(dirname "toy/$1")"
    { echo '/* SPDX-License-Identifier: 0BSD */'; cat; } > "toy/$1"
}

fresh() {
    rm -rf toy out.h out.h.tmp
    write filesec.h <<'END'
/* about the toy's own order: not copied */
#ifndef FILESEC_H
#define FILESEC_H
#include "api/config.h"
#endif
#ifdef FILESEC_IMPLEMENTATION
#include "core/system.h"
#include "core/bytes.h"
#include "sum/contract.h"
#include "sum/kernels.h"
#pragma filesec kernels(sum)
#endif /* FILESEC_IMPLEMENTATION */
END
    write api/config.h <<'END'
#pragma once
#include <stdint.h>
#define FILESEC_VERSION "7.8.9"
END
    write core/system.h <<'END'
#pragma once
#include <string.h>
#define FILESEC__HAS_X86_WIDE 0
END
    write core/bytes.h <<'END'
#pragma once
#include "core/system.h"
static int core_bytes;
END
    write sum/contract.h <<'END'
#pragma once
#include "core/bytes.h"
static int sum_contract;
END
    write sum/kernels.h <<'END'
#pragma once
#include "sum/contract.h"
#define FILESEC__SUM_KERNELS(ROW)  \
    ROW(sum, x86_wide, X86_WIDE, 1) \
    ROW(sum, portable, ALWAYS,   0)
END
    write sum/x86_wide.h <<'END'
#pragma once
#include "sum/contract.h"
static int sum_x86_wide;
END
    write sum/portable.h <<'END'
#pragma once
#include "sum/contract.h"
static int sum_portable;
END
}

refuses() { # refuses NAME PATTERN-OF-THE-MESSAGE
    "$tool" toy out.h > log 2>&1
    status=$?
    good=0
    [ $status -ne 0 ] && grep -q -- "$2" log && [ ! -e out.h ] && [ ! -e out.h.tmp ] || good=1
    [ $good -eq 0 ] || sed 's/^/    /' log
    verdict $good "refuses $1"
    fresh
}

change() { # change FILE SED-SCRIPT
    sed "$2" "toy/$1" > changed && mv changed "toy/$1"
}

append() { # append FILE PRINTF-FORMAT
    # shellcheck disable=SC2059
    printf "$2" >> "toy/$1"
}

# ---- what it makes -------------------------------------------------------------------------

fresh
"$tool" toy out.h && cp out.h first.h
verdict $? "makes the toy's header"
[ "$(sed -n 1p first.h)" = \
    '/* filesec 7.8.9: generated from src_impl/ by tools/amalgamate, do not edit */' ]
verdict $? "first line: version, origin"
[ "$(grep -c SPDX first.h)" -eq 1 ]
verdict $? "the licence stands once"
[ "$(grep -c '^/\* ==== ' first.h)" -eq 7 ] && grep -q 'sum/x86_wide.h ====' first.h
verdict $? "one banner for each fragment"
! grep -q -e '#include "' -e '#pragma' -e '#line' -e 'not copied' -e "$work" first.h
verdict $? "no quoted include, pragma, #line or path of this machine"
awk '/^#if FILESEC__HAS_X86_WIDE$/ { inside = 1 }
     /sum_x86_wide/ { wide = inside }
     /^#endif .. FILESEC__HAS_X86_WIDE/ { inside = 0 }
     /sum_portable/ { portable = !inside }
     END { exit !(wide && portable) }' first.h
verdict $? "a kernel stands inside its gate, one for everybody in none"
cc -fsyntax-only -DFILESEC_IMPLEMENTATION first.h
verdict $? "the header compiles"
touch toy/core/bytes.h && mkdir other && cp -r toy other/toy && cd other &&
    "$tool" "$work/other/toy" out.h && cmp -s out.h ../first.h
verdict $? "same bytes from another folder, under another name"
cd "$work" || exit 2
"$tool" --line toy out.h && append core/bytes.h '#error planted\n' && "$tool" --line toy out.h &&
    cc -fsyntax-only -DFILESEC_IMPLEMENTATION out.h 2>&1 | grep -q 'toy/core/bytes.h:5:.*planted'
verdict $? "--line: messages name the fragment and its line"
fresh

# ---- what it refuses -----------------------------------------------------------------------

change filesec.h 's|#include "sum/contract.h"|&\n#include "core/bytes.h"|'
refuses "a second emission" 'toy/filesec.h:11: error: second emission of core/bytes.h'
change sum/kernels.h 's|x86_wide,|portable,|'
refuses "a second row with one file" 'toy/sum/kernels.h:6: error: second emission of sum/portable.h'
change core/bytes.h 's|core/system.h|sum/contract.h|'
refuses "a later name used" 'toy/core/bytes.h:3: error: uses something that comes later: sum/contract.h'
change sum/portable.h 's|sum/contract.h|sum/portable.h|'
refuses "a fragment that uses itself" 'toy/sum/portable.h:3: error: uses something that comes later'
change sum/portable.h 's|sum/contract.h|sum/x86_wide.h|'
refuses "a kernel that uses a kernel" 'toy/sum/portable.h:3: error: a kernel uses another kernel'
append sum/contract.h '#include <stdio.h>\n'
refuses "a system header in the wrong place" 'toy/sum/contract.h:5: error: only core/system.h'
append filesec.h '#include <stdio.h>\n'
refuses "a system header in the contents" 'toy/filesec.h:14: error: not a directive'
append sum/contract.h '#include FILE\n'
refuses "an include it cannot read" 'toy/sum/contract.h:5: error: cannot read'
append sum/contract.h '\tint i;\n'
refuses "a tab" 'toy/sum/contract.h:5: error: tab'
append sum/contract.h '/* x */ \n'
refuses "a trailing blank" 'toy/sum/contract.h:5: error: blank'
append sum/contract.h '/* x */\r\n'
refuses "a carriage return" 'toy/sum/contract.h:5: error: carriage return'
append sum/contract.h '/* \303\251 */\n'
refuses "a character outside ASCII" 'toy/sum/contract.h:5: error: not an ASCII'
append sum/contract.h '/* \000 */\n'
refuses "a zero byte" 'toy/sum/contract.h:5: error: not an ASCII'
append sum/contract.h '/* x */'
refuses "a last line that does not end" 'toy/sum/contract.h:5: error: the last line'
append filesec.h '\t\n'
refuses "a tab in the contents" 'toy/filesec.h:14: error: tab'
change sum/contract.h 1d
refuses "a fragment without licence" 'toy/sum/contract.h:1: error: the first line'
append sum/contract.h '#pragma filesec kernels(sum)\n'
refuses "kernels asked for in a fragment" 'toy/sum/contract.h:5: error: only the table of contents'
change filesec.h 's|filesec kernels|filesec kernel|'
refuses "a pragma it does not know" 'toy/filesec.h:12: error: not a directive'
write sum/forgotten.h < /dev/null
refuses "a fragment that nobody includes" 'nobody includes toy/sum/forgotten.h'
write forgotten.txt < /dev/null
refuses "a file that nobody includes" 'nobody includes toy/forgotten.txt'
rm toy/sum/x86_wide.h
refuses "a row without a file" 'toy/sum/kernels.h:5: error: there is no file sum/x86_wide.h'
rm toy/core/bytes.h
refuses "an include without a file" 'toy/filesec.h:9: error: there is no file core/bytes.h'
change sum/kernels.h 's|ROW(sum, x86|ROW(product, x86|'
refuses "a row of another table" 'toy/sum/kernels.h:5: error: not a row of this table'
change sum/kernels.h 's|X86_WIDE|x86_wide|'
refuses "a row with no gate" 'toy/sum/kernels.h:5: error: not a row of this table'
change sum/kernels.h '/ROW(sum/d'
refuses "a table without rows" 'toy/filesec.h:12: error: no rows in sum/kernels.h'
change filesec.h '/sum\/kernels.h/d'
refuses "kernels before their table" 'toy/filesec.h:11: error: the table does not stand above'
change api/config.h '/VERSION/d'
refuses "no version" 'toy/api/config.h:3: error: no version'
rm toy/filesec.h
refuses "no table of contents" 'there is no file filesec.h'
mkdir out.h.tmp
! "$tool" toy out.h > log 2>&1 && grep -q 'cannot write out.h' log
verdict $? "says so when it cannot write"
"$tool" toy > log 2>&1
[ $? -eq 2 ] && grep -q usage log
verdict $? "usage"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
