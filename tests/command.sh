#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tests/command.sh COMMAND: what the command filesec promises, tried in a folder of its own
#
# COMMAND is the path of the binary. Nothing here depends on time. sha512sum of coreutils 9 or
# newer, python3 and node are used where they are present; what needs an absent one is skipped.
# Last line: 'N passed, N failed, N skipped'.
# shellcheck disable=SC2002 # a pipe is not a file
# Some of the tests send signals, and a shell cannot undo that its parent ignores one, as nohup
# does: env can.
if [ -z "$FILESEC_TEST_SIGNALS" ] && env --default-signal=HUP true 2>/dev/null; then
    export FILESEC_TEST_SIGNALS=default
    exec env --default-signal=HUP,INT,QUIT,TERM,PIPE "$0" "$@"
fi
case ${1:?usage: tests/command.sh COMMAND} in
/*) F=$1 ;;
*) F=$PWD/$1 ;;
esac
T=$(cd "$(dirname "$0")" && pwd)
unset FILESEC_PATH
LC_ALL=C
export LC_ALL
W=${TMPDIR:-/tmp}/filesec-command.$$
mkdir "$W" && mkdir "$W/d" "$W/out" && cd "$W/d" || exit 2
trap 'cd /; rm -rf "$W"' EXIT
trap 'exit 1' HUP INT TERM
O=$W/out passed=0 failed=0 skipped=0
nl='
' cr=$(printf '\rx') raw=$(printf 'raw\377\376')

verdict() { # verdict GOOD NAME
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $2"
        { tr '\r' '\n' <"$O/err"; echo; } | sed '/^ *$/d;s/^/    /' | head -n 5
    fi
}
skip() {
    skipped=$((skipped + $2))
    echo "skipped: $1"
}
run() { "$F" "$@" >"$O/out" 2>"$O/err"; } # stdout and stderr are kept
gives() { # gives CODE NAME ARGUMENT...: the exit status
    want=$1 name=$2
    shift 2
    run "$@"
    code=$?
    verdict $((code != want)) "$name: exit $code, not $want"
}
out_is() { printf '%s\n' "$2" | cmp -s - "$O/out"; verdict $? "$1"; }
out_has() { grep -q -e "$2" "$O/out"; verdict $? "$1: no '$2' in stdout"; }
err_has() { grep -q -e "$2" "$O/err"; verdict $? "$1: no '$2' in stderr"; }
err_lines() { [ "$(wc -l <"$O/err")" -eq "$2" ]; verdict $? "$1: not $2 lines on stderr"; }
same() { cmp -s "$2" "$3"; verdict $? "$1"; }
json() {
    if command -v python3 >/dev/null; then
        python3 -c 'import json,sys; json.loads(sys.stdin.buffer.read().decode())' \
            <"$O/out" 2>/dev/null
    elif command -v node >/dev/null; then
        node -e 'JSON.parse(require("fs").readFileSync(0))' <"$O/out" 2>/dev/null
    else
        skip "$1: neither python3 nor node" 1
        return
    fi
    verdict $? "$1: not JSON"
}

# ---- help, usage -----------------------------------------------------------------------------
gives 0 help --help
for c in hash check encrypt decrypt verify info keygen advise bench selftest; do
    "$F" --help | grep -q "^  $c "
    verdict $? "--help names $c"
    "$F" $c --help >"$O/$c" 2>"$O/err"
    verdict $? "$c --help"
    grep -q "Usage: filesec $c" "$O/$c" && [ ! -s "$O/err" ]
    verdict $? "$c --help goes to stdout"
    gives 2 "$c, unknown option" $c --nonsense
    err_lines "$c, unknown option" 1
done
gives 0 version --version
out_has 'version names paths' '^aes256gcm: '
gives 2 'no command'
err_lines 'no command' 1
gives 2 'unknown command' sign
gives 2 'unknown algorithm' hash -a md5 x
gives 2 'a value with control characters' hash -a "a${nl}b" x
err_lines 'a value with control characters' 1
err_has 'a value with control characters' "'a.nb'"
gives 2 'missing value' hash -j
gives 2 'no number' hash -j0 x
gives 2 'a value too much' hash --tag=x
gives 2 'advise without a file' advise
FILESEC_PATH=sha512=none run hash /dev/null
verdict $(($? != 2)) 'FILESEC_PATH with an unknown path'
FILESEC_PATH=$(printf 'a\033b\nc') run hash /dev/null
verdict $(($? != 2)) 'FILESEC_PATH with control characters'
err_lines 'FILESEC_PATH with control characters' 1
err_has 'FILESEC_PATH with control characters' 'a?b?c: no such path'
FILESEC_PATH=max=portable run --version
[ "$(grep -c ': portable' "$O/out")" -eq 6 ]
verdict $? 'FILESEC_PATH=max=portable'

# ---- hash: known values ----------------------------------------------------------------------
abc=ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a
abc=${abc}2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
none=cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce
none=${none}47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e
printf abc >abc
: >empty
gives 0 'hash' hash abc empty
out_is 'SHA-512 of abc and of nothing (FIPS 180)' "$abc  abc$nl$none  empty"
printf abc | run hash
out_is 'stdin without operands' "$abc  -"
run hash - - <abc
out_is 'stdin twice' "$abc  -$nl$none  -"
(printf a; printf b; printf c) | run hash --tag
out_is 'short reads, --tag' "SHA512 (-) = $abc"
printf hello >hello
run hash -amurmur3-x86-32 hello
out_is 'MurmurHash3 x86_32 (spaolacci, Guava)' 'MURMUR3-X86-32 (hello) = 248bfa47'
run hash -a murmur3-x64-128 empty hello
zeros=00000000000000000000000000000000
out_is 'MurmurHash3 x64_128 (Guava)' "MURMUR3-X64-128 (empty) = $zeros
MURMUR3-X64-128 (hello) = 029bbd41b3a7d8cb191dae486a901e5b"
run hash --algorithm=murmur3-x86-128 empty
out_is 'MurmurHash3 x86_128' "MURMUR3-X86-128 (empty) = $zeros"

# ---- hash: sha512sum as oracle, odd names, all sizes -----------------------------------------
mkdir names sizes
for n in "a${nl}b" 'back\slash' "cr$cr" -- -dash ' space ' "$raw" '*star' '(x) = y' '\n' '#c'
do
    printf '%s' "$n" >"names/$n"
done
awk 'BEGIN { for (i = 0; i < 460000; i++) printf "%d ", i }' >all # about 3 MB
for s in 1 111 112 127 128 129 65536 131071 131072 131073 1048575 1048576 1048577 2500000; do
    dd if=all of=sizes/$s bs=$s count=1 2>/dev/null
done
i=0
while [ $((i += 1)) -le 300 ]; do echo $i >sizes/small$i; done
version=$(sha512sum --version 2>/dev/null | sed -n '1s/.*coreutils.* \([0-9]*\)\..*/\1/p')
if [ "${version:-0}" -ge 9 ]; then
    for options in '' --tag -z '--tag -z' '-j1' '-j4'; do
        # shellcheck disable=SC2086
        (cd names && "$F" hash $options -- * && cd ../sizes && "$F" hash $options -- *) >"$O/a"
        options=$(echo "$options" | sed 's/-j.//')
        # shellcheck disable=SC2086
        (cd names && sha512sum $options -- * && cd ../sizes && sha512sum $options -- *) >"$O/b"
        same "hash $options is sha512sum's output" "$O/a" "$O/b"
    done
    "$F" hash names/* sizes/* | sha512sum -c --quiet --strict
    verdict $? 'sha512sum -c reads what hash wrote'
    "$F" hash --tag names/* | sha512sum -c --quiet --strict
    verdict $? 'sha512sum -c reads what hash --tag wrote'
    sha512sum -b names/* >"$O/list"
    sha512sum --tag names/* sizes/* >>"$O/list"
    gives 0 'check reads what sha512sum wrote' check --strict "$O/list"
    sha512sum -c "$O/list" >"$O/b"
    same 'check prints what sha512sum -c prints' "$O/out" "$O/b"
else
    skip 'sha512sum of coreutils 9 is not here' 10
fi
run hash -j1 sizes/* nowhere names/* .
cp "$O/out" "$O/a"
cp "$O/err" "$O/a.err"
gives 3 'missing file and folder among others' hash -j4 sizes/* nowhere names/* .
same 'the output does not depend on -j' "$O/a" "$O/out"
same 'neither do the messages' "$O/a.err" "$O/err"
err_lines 'one line for each' 2
err_has 'folder' '^filesec: \.: Is a directory'
err_has 'missing' '^filesec: nowhere: No such file'
gives 3 'a newline in a message' hash "gone${nl}x"
err_lines 'a newline in a message' 1
for a in sha512 murmur3-x64-128 murmur3-x86-128 murmur3-x86-32; do
    "$F" hash -a $a sizes/* >"$O/a"
    cat sizes/2500000 | "$F" hash -a $a >>"$O/a"
    FILESEC_PATH=max=portable "$F" hash -a $a sizes/* >"$O/b"
    FILESEC_PATH=max=portable "$F" hash -a $a <sizes/2500000 >>"$O/b"
    same "$a: the portable paths give the same" "$O/a" "$O/b"
done
gives 3 'hash --json' hash --json names/* nowhere
json 'hash --json'
out_has 'bytes of a name that is not UTF-8' '"file_bytes": "6e616d65732f726177fffe"'
# The second of these answers one read only, and that from the start.
for file in /proc/version /proc/sys/kernel/pid_max; do
    if [ -r $file ]; then
        run hash $file
        cat $file | "$F" hash | sed "s|-$|$file|" | cmp -s - "$O/out"
        verdict $? "$file, whose size is 0"
    else
        skip "no $file" 1
    fi
done

# ---- hash -r ---------------------------------------------------------------------------------
mkdir -p tree/a tree/a.b tree/a-b/deep
for f in a/1 a/2 a.b/1 a-b/deep/1 aa z; do echo $f >tree/$f; done
ln -s ../names tree/link
ln -s z tree/zlink
gives 0 'hash -r' hash -r tree
find tree -type f | sort >"$O/b"
sed 's/^[0-9a-f]*  //' "$O/out" | cmp -s - "$O/b"
verdict $? '-r: byte order, links that are found are not followed'
ln -s tree named
gives 0 'hash -r on a link' hash -r named/
[ "$(grep -c '  named/[^/]' "$O/out")" -eq 6 ]
verdict $? '-r follows a link that is named'
mkfifo tree/pipe
gives 0 'a pipe in a tree' hash -r tree
err_has 'a pipe in a tree' 'tree/pipe: skipped'
rm tree/pipe
rm tree/link
"$F" hash -r tree >tree/list 2>"$O/err"
verdict $? 'the output in the tree'
err_has 'the output in the tree' 'tree/list: skipped'
gives 0 'that list is good' check --exact tree tree/list
if [ "$(id -u)" -ne 0 ]; then
    chmod 0 tree/a tree/z
    gives 3 'an unreadable file and folder' hash -r tree
    err_lines 'an unreadable file and folder' 2
    chmod 755 tree/a tree/z
else
    skip 'unreadable files: root reads them all' 2
fi

# ---- output, input and files that change -----------------------------------------------------
if [ -c /dev/full ]; then
    for c in 'hash abc' '--version' 'hash --help' 'selftest'; do
        # shellcheck disable=SC2086
        "$F" $c >/dev/full 2>"$O/err"
        verdict $(($? != 3)) "$c to a full disk"
        err_has "$c to a full disk" 'standard output'
    done
else
    skip 'no /dev/full' 8
fi
"$F" hash abc >&- 2>"$O/err"
verdict $(($? != 3)) 'stdout is closed'
run hash - <&-
verdict $(($? != 3)) 'stdin is closed'
# More than a pipe holds, and nobody reads it.
{ "$F" hash sizes/* sizes/* sizes/* 2>"$O/err"; echo $? >"$O/code"; } | :
[ "$(cat "$O/code")" -eq 3 ]
verdict $? 'a pipe that nobody reads'
# A file that would take minutes is cut as soon as the command says that it is reading.
if dd if=/dev/null of=huge bs=1 seek=68719476736 2>/dev/null; then
    "$F" hash --progress huge >"$O/out" 2>"$O/err" &
    pid=$!
    until grep -q 'MB/s, .* left' "$O/err" || ! kill -0 $pid; do sleep 1; done
    : >huge
    wait $pid
    verdict $(($? != 3)) 'a file that changes'
    err_has 'a file that changes' 'changed while it was read'
else
    skip 'no sparse files' 2
fi
rm -f huge
# shellcheck source=/dev/null
. "$T/command_check.sh"
# shellcheck source=/dev/null
. "$T/command_verity.sh"
# shellcheck source=/dev/null
. "$T/command_verity_faults.sh"
# shellcheck source=/dev/null
. "$T/command_manual.sh"
# shellcheck source=/dev/null
. "$T/command_json.sh"
# shellcheck source=/dev/null
. "$T/command_seal.sh"
# shellcheck source=/dev/null
. "$T/command_jobs.sh"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
