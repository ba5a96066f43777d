#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tests/faults/run.sh COMMAND: what the command filesec leaves behind when the system fails it
#
# Each call of each kind is made to fail, to do less than it should, or to be the place where a
# signal comes, one run of the command for each (shim.c). How many calls there are is counted
# first: nothing here knows how the command works. Each run is a test; it passes if what it left
# is what users may rely on. Uses CC and BUILD from outside. Last line: 'N passed, N failed, N
# skipped'.
# shellcheck disable=SC2034,SC2086,SC2317 # the parts use and set what is here; words are split
case ${1:?usage: tests/faults/run.sh COMMAND} in
/*) F=$1 ;;
*) F=$PWD/$1 ;;
esac
cd "$(dirname "$0")" || exit 2
T=$PWD
cd ../.. || exit 2
passed=0 failed=0 skipped=0
finish() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
    exit
}
if [ "$(uname)" != Linux ] || [ "$(getconf LONG_BIT)" != 64 ]; then
    echo 'skipped: the shim is for 64-bit Linux'
    skipped=1
    finish
fi
shim=$PWD/${BUILD:-build}/faults/shim.so
case ${BUILD:-build} in /*) shim=$BUILD/faults/shim.so ;; esac
if ! mkdir -p "${shim%/*}" ||
    ! ${CC:-cc} -std=c99 -O1 -Wall -Wextra -fPIC -shared -o "$shim" "$T"/*.c -ldl; then
    failed=1
    finish
fi

unset FILESEC_PATH
LC_ALL=C
export LC_ALL
W=${TMPDIR:-/tmp}/filesec-faults.$$
mkdir "$W" "$W/o" "$W/log" && cd "$W" || exit 2
trap 'cd /; rm -rf "$W"' EXIT
trap 'exit 1' HUP INT TERM
# What the shell says of those that a signal ended. Our own words go to stdout.
exec 2>"$W/log/shell"
FAULT_REPORT=$W/log/report
export FAULT_REPORT

skip() { # skip NAME COUNT
    skipped=$((skipped + $2))
    echo "skipped: $1"
}
# One test; WHY is empty if it passed. Of a series with many faults the first are shown.
verdict() { # verdict WHY
    if [ -z "$1" ]; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    bad=$((bad + 1))
    [ "$bad" -gt 3 ] && return
    echo "FAILED: $series: $FAULT_CALL $FAULT_AT${on:+ and on} $FAULT_DO: $1"
    sed 's/^/    /' "$W/log/err" | head -n 3
}
holds() { # holds NAME COMMAND...: a test of its own
    series=$1 bad=0 FAULT_CALL='' FAULT_AT='' FAULT_DO='' on=
    shift
    if "$@" >"$W/log/out" 2>"$W/log/err"; then verdict ''; else verdict "not so: $*"; fi
}

# ---- one run ---------------------------------------------------------------------------------
# attempt: the command $F with the arguments in $arguments, as the environment says: code, and hit
# if it was reached. $prepare comes before.
prepare=
attempt() {
    [ -z "$prepare" ] || $prepare
    : >"$FAULT_REPORT"
    LD_PRELOAD=$shim "$F" $arguments >"$W/log/out" 2>"$W/log/err"
    code=$?
    hit=
    read -r hit <"$FAULT_REPORT"
    [ "$hit" = hit ] || hit=
}
# plan CALL AT DO [on]
plan() {
    FAULT_CALL=$1 FAULT_AT=$2 FAULT_DO=$3 FAULT_ON=${4:+1} on=$4
    export FAULT_CALL FAULT_AT FAULT_DO FAULT_ON
}
# What is in the folder of the output: others, and whether the target is there.
look() {
    there='' others=
    for name in o/* o/.[!.]*; do
        case $name in
        o/target) there=1 ;;
        'o/*' | 'o/.[!.]*') [ ! -e "$name" ] || others=1 ;;
        *) others=$name ;;
        esac
    done
}
is_whole() { # is the output what it should be?
    case $output in
    target) [ -n "$there" ] && cmp -s o/target expected ;;
    stdout) cmp -s "$W/log/out" expected ;;
    *) : ;;
    esac
}
is_old() {
    [ "$output" != target ] && return
    if [ -n "$old" ]; then cmp -s o/target "$old"; else [ -z "$there" ]; fi
}
restore() {
    [ -z "$others" ] || rm -f o/.filesec-* "$others"
    if [ -n "$old" ]; then
        cmp -s o/target "$old" || cp "$old" o/target
    else
        [ -z "$there" ] || rm -f o/target
    fi
}
# One line on stderr, "filesec: ", a name, and the reason.
message() { # message REASON
    line='' more=
    {
        IFS= read -r line
        IFS= read -r more
    } <"$W/log/err"
    [ -z "$more" ] || [ -n "$more_lines" ] || why="${why}more than one line on stderr; "
    case $line in
    'filesec: '*$1*) ;;
    *) why="${why}stderr does not say '$1'; " ;;
    esac
}

# ---- a command -------------------------------------------------------------------------------
# command_is OUTPUT OLD ARGUMENTS: OUTPUT is target, stdout or none; OLD a file that stands at the
# target, or empty. Its calls are counted, and what it writes without faults is what is expected.
command_is() {
    output=$1 old=$2 arguments=$3
    series="$3${FAULT_NAMED:+ (no nameless files)}" bad=0
    export FAULT_NAMED FAULT_RANDOM=1
    plan '' '' ''
    rm -f o/* o/.[!.]*
    [ -z "$old" ] || cp "$old" o/target
    attempt
    look
    why=
    [ $code -eq 0 ] || why="exit $code without a fault"
    [ -z "$others" ] || why="$why $others is left"
    verdict "$why"
    cp "$FAULT_REPORT" counted
    case $output in
    target) cp o/target expected ;;
    stdout) cp log/out expected ;;
    esac
    restore
}
calls_of() { # calls_of KIND: how many were counted
    while read -r kind count; do
        [ "$kind" = "$1" ] && echo "$count"
    done <counted
}
# each CALL DO CHECK [on]: for every n; CHECK sets why if the run was not as it should be. One run
# more than there are calls must not reach any, and succeed. With threads the number may vary.
each() {
    call=$1 action=$2 check=$3 n=0 hits=0 bad=0 whole_runs=0
    total=$(calls_of "$call")
    while [ $n -lt 2000 ]; do
        n=$((n + 1))
        plan "$call" $n "$action" "$4"
        attempt
        look
        why=
        if [ -n "$hit" ]; then
            hits=$((hits + 1))
            $check
        else
            [ "$code" -eq 0 ] && is_whole || why="exit $code or a wrong output, without a fault"
        fi
        verdict "$why"
        restore
        [ -n "$hit" ] || [ $n -le "$total" ] || break
    done
    # How often several threads call depends on which is quicker. hash and check have one that
    # writes beside those that read.
    least=$total why=
    case ${threads:-1}:$call:$arguments in
    1:write:hash* | 1:write:check*) least=1 ;;
    1:*) ;;
    *) least=1 ;;
    esac
    [ "$hits" -ge "$least" ] || why="$hits faults for $total calls"
    [ "$total" -eq 0 ] || verdict "$why"
}
# every CALL DO: at all of them at once the command succeeds all the same
every() {
    plan "$1" 0 "$2"
    attempt
    look
    why="" bad=0
    total=$(calls_of "$1")
    [ -n "$hit" ] || [ "$total" -eq 0 ] || why='nothing was reached; '
    as_if_nothing
    verdict "$why"
    restore
}

# ---- the files -------------------------------------------------------------------------------
fill() { awk -v n="$1" -v s="$2" 'BEGIN { for (i = 0; i < n; i++) print s " line " i * i }'; }
fill 800 a >in       # a few chunks
fill 40000 l >large  # work for threads
fill 300 b >in2
touch -d 2001-02-03 in large in2
echo 'the old file' >old
FAULT_RANDOM=1
export FAULT_RANDOM
"$F" keygen --output k && "$F" encrypt --key-file k --chunk 4K --output sealed in &&
    "$F" encrypt --key-file k --chunk 4K --output large.sealed large || exit 2
"$F" hash in in2 >list
"$F" hash large in in2 >large.list
touch -d 2001-02-03 k sealed large.sealed list large.list
"$F" hash k ./*in* ./*large* sealed list >inputs
# One thread for the small file, several for the large one.
small_and_large() { # small_and_large COMMAND: with each of the two
    threads=1 plain=in sealed=sealed range=3000-9000 list=list key='--key-file k -j 1'
    $1
    threads=3 plain=large sealed=large.sealed range=250000-400000 list=large.list
    key='--key-file k -j 3'
    $1
}

for part in ${PARTS:-calls signals changes disk trees}; do
    # shellcheck source=/dev/null
    . "$T/$part.sh"
done
# What the shim does not know would never fail here.
others='p?readv[0-9]*|p?writev[0-9]*|splice|vmsplice|tee|sendfile|copy_file_range|fread|aio_'
others="$others|io_|recv|send|mremap|memfd_create|mknod|creat|clone|symlink|truncate|mkstemp"
nm -D --undefined-only "$F" | sed 's/.* //;s/@.*//;s/64$//' | grep -xE "$others" >unknown
holds 'the shim knows what the command calls' [ ! -s unknown ]
holds 'the inputs are as they were' "$F" check inputs
finish
