#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_examples_run.sh PROGRAMS COMMAND: for check_examples.sh: the examples, built in the
# folder PROGRAMS, do what they say: with good input, compared with coreutils and with the command
# filesec, and with bad input. Status 0 if all is well; else the last line says what is not.
set -u
P=$(cd "$1" && pwd) F=$(realpath "$2") LC_ALL=C
export LC_ALL
unset FILESEC_PATH
W=$(mktemp -d) && cd "$W" || exit 2
trap 'rm -rf "$W"' EXIT
nl='
' cr=$(printf '\rx')

die() {
    [ ! -s err ] || cat err
    echo "NOT SO: $*"
    exit 1
}
good() { # good COMMAND...: exit status 0, nothing on stderr
    "$@" > out 2> err || die "exit status $?: $*"
    [ ! -s err ] || die "silent: $*"
}
fails() { # fails STATUS TEXT COMMAND...: that exit status, that text on stderr
    want=$1 text=$2
    shift 2
    "$@" > out 2> err
    got=$?
    [ "$got" -eq "$want" ] || die "exit status $want, not $got: $*"
    grep -q -- "$text" err || die "says '$text': $*"
}
alone() { # alone FILE: it is not there, nor a temporary file of it
    [ -z "$(find . -name "$1*")" ] || die "$1 or a temporary file of it is left"
}
content() { # content BYTES FILE: reproducible, and not all alike
    head -c "$1" /dev/zero | openssl enc -aes-256-ctr -nosalt -K 00 -iv 00 > "$2" 2> /dev/null
    [ "$(wc -c < "$2")" -eq "$1" ] || die "$2 cannot be made"
}
flip() { # flip OFFSET FILE: one bit
    byte=$(od -An -tu1 -j "$1" -N 1 "$2")
    # shellcheck disable=SC2059
    printf "\\$(printf %o $((byte ^ 1)))" | dd of="$2" bs=1 seek="$1" conv=notrunc 2> /dev/null
}

for n in 0 1 1023 1024 1025 4096 100000 1000000; do content $n "data $n"; done
$F keygen --output key > /dev/null && $F keygen --output other > /dev/null || die "keygen"
mkdir folder

# ---- hash_file ------------------------------------------------------------------------------
cp "data 1" "a\\b${nl}c" && cp "data 1025" "$cr" && cp "data 1024" ./-lead || die cp
good "$P/hash_file" data* "a\\b${nl}c" "$cr" -lead && mv out got
sha512sum -- data* "a\\b${nl}c" "$cr" -lead > want
cmp got want || die "hash_file prints as sha512sum"
good "$P/hash_file" - < "data 100000"
sha512sum < "data 100000" | cmp - out || die "standard input as sha512sum"
fails 1 'hash_file: no/such: No such file' "$P/hash_file" no/such "data 1"
grep -q 'data 1$' out || die "the other file is hashed"
fails 1 'hash_file: folder: Is a directory' "$P/hash_file" folder
fails 2 usage "$P/hash_file"
"$P/hash_file" key 2> err > /dev/full && die "a full disk is an error"

# ---- verify_list ----------------------------------------------------------------------------
sha512sum -- data* "a\\b${nl}c" "$cr" > list
good "$P/verify_list" list && mv out got
[ "$(wc -l < got)" -eq 10 ] && [ "$(grep -c ': OK$' got)" -eq 10 ] || die "ten entries are OK"
grep -q -F '\a\\b\nc: OK' got || die "a backslash is two where a name is escaped"
sha512sum -- data* > plain
sha512sum -c plain > want && good "$P/verify_list" plain && cmp out want || die "as sha512sum -c"
"$F" hash -- data* > list2 && good "$P/verify_list" - < list2
sed 's/$/\r/' plain > crlf && good "$P/verify_list" crlf
sed 's/  / */' plain > binary && good "$P/verify_list" binary
{ echo '# a comment' && echo && cat plain; } > commented && good "$P/verify_list" commented
head -c $(($(wc -c < plain) - 1)) plain > unended && good "$P/verify_list" unended
sed 's/^./g/' plain > bad && fails 1 'line 1 is malformed' "$P/verify_list" bad
for line in 'x' "$(head -c 127 plain)  f" "$(head -c 128 plain) f" "$(head -c 128 plain)  " \
    "\\$(head -c 128 plain)  a\\xb" "\\$(head -c 128 plain)  a\\" "$(head -c 128 plain)--f"; do
    { cat plain && printf '%s\n' "$line"; } > bad
    fails 1 'line 9 is malformed' "$P/verify_list" bad
done
{ cat plain && head -c 128 plain && printf '  ' && head -c 9000 /dev/zero | tr '\0' a && echo &&
    cat plain; } > bad
fails 1 'line 9 is malformed' "$P/verify_list" bad
[ "$(grep -c OK out)" -eq 16 ] || die "the lines behind one that is too long are checked"
{ cat plain && head -c 128 plain && printf '  data 1\0x\n'; } > bad
fails 1 'line 9 is malformed' "$P/verify_list" bad
: > empty && fails 1 'no digests' "$P/verify_list" empty
sed '2s/^.\(.*\)\(.\)  /\2\10  /' plain > changed
"$P/verify_list" changed > out 2> err
[ $? -eq 1 ] && [ "$(grep -c 'FAILED$' out)" -eq 1 ] || die "one digest differs"
sed 's/data 1$/data gone/' plain > gone
"$P/verify_list" gone > out 2> err
[ $? -eq 3 ] && grep -q '^data gone: FAILED open or read$' out || die "a file is missing"
fails 3 'No such file' "$P/verify_list" no/such
fails 3 'cannot be read' "$P/verify_list" folder

# ---- many, find_equal -----------------------------------------------------------------------
seq 1 3000 | sed 's/7/seven seven seven/g' > lines && good "$P/many" < lines && mv out got
head -n 40 lines | while IFS= read -r line; do
    printf '%s  %s\n' "$(printf %s "$line" | sha512sum | cut -c1-128)" "$line"
done > want
head -n 40 got | cmp - want || die "many: the digest of each line"
[ "$(wc -l < got)" -eq 3000 ] || die "many: every line"
cut -d ' ' -f 3- got | cmp - lines || die "many: lines in order"
good "$P/many" < empty && [ ! -s out ] || die "many: no lines"
content 1048576 long && fails 1 '1 MiB or more' "$P/many" < long
cp "data 4096" twin && good "$P/find_equal" data* twin
[ "$(cat out)" = "data 4096 = twin" ] || die "find_equal: one pair"
fails 1 'no/such: No such file' "$P/find_equal" data* no/such
fails 1 'Is a directory' "$P/find_equal" folder

# ---- seal_message ---------------------------------------------------------------------------
for n in 0 1 1025; do
    good "$P/seal_message" seal key order < "data $n" && mv out message
    [ "$(wc -c < message)" -eq $((n + 48)) ] || die "48 bytes more"
    good "$P/seal_message" open key order < message && cmp out "data $n" || die "comes back"
    good "$P/seal_message" seal key order < "data $n"
    ! cmp -s out message || die "no two messages are alike"
done
good "$P/seal_message" seal key order < "data 1025" && mv out message
fails 1 'authentication failed' "$P/seal_message" open other order < message
fails 1 'authentication failed' "$P/seal_message" open key refund < message
for at in 0 31 32 47 48 1000 1072; do
    cp message bad && flip $at bad
    fails 1 'authentication failed' "$P/seal_message" open key order < bad
    [ ! -s out ] || die "a changed message gives nothing"
done
head -c 47 message > bad && fails 1 'not a message' "$P/seal_message" open key order < bad
fails 3 'too long' "$P/seal_message" seal key order < "data 100000"
fails 3 'key file has 32 bytes' "$P/seal_message" seal "data 1" order < "data 1"
fails 3 'key file has 32 bytes' "$P/seal_message" seal "data 1024" order < "data 1"
fails 3 'No such file' "$P/seal_message" seal no/such order < "data 1"

# ---- seal_file, open_file, with the command both ways ---------------------------------------
for n in 0 1 1023 1024 1025 4096 1000000; do
    good "$P/seal_file" key "data $n" sealed
    good "$P/open_file" key sealed opened && cmp opened "data $n" || die "comes back: $n"
    "$F" decrypt --key-file key sealed > opened && cmp opened "data $n" || die "filesec opens: $n"
    rm sealed opened
    for how in "--chunk 1K -a aes256gcm" "--chunk 64K -a chacha20poly1305" "--chunk 1M"; do
        # shellcheck disable=SC2086
        "$F" encrypt $how --key-file key --output sealed "data $n" || die "filesec encrypt"
        good "$P/open_file" key sealed opened && cmp opened "data $n" || die "opens: $n $how"
        for range in "0 1" "0 999999999" "$n 5" "$((n / 2)) 3000" "$((n - n / 9)) $((n / 9))"; do
            # shellcheck disable=SC2086
            set -- $range
            good "$P/range_read" key sealed "$1" "$2"
            tail -c +$(($1 + 1)) "data $n" | head -c "$2" | cmp - out || die "range $range of $n"
        done
        rm sealed opened
    done
done
"$F" encrypt --key-file key - < "data 4096" > sealed || die "filesec encrypt of a pipe"
good "$P/open_file" key sealed opened && cmp opened "data 4096" || die "opens what a pipe sealed"
rm opened

refused() { # refused TEXT SEALED [KEY]: by open_file, which leaves no file and an old one alone
    fails 1 "$1" "$P/open_file" "${3:-key}" "$2" fresh
    alone fresh
    echo old > was && fails 1 "$1" "$P/open_file" "${3:-key}" "$2" was
    [ "$(cat was)" = old ] && [ "$(find . -name 'was*' | wc -l)" -eq 1 ] || die "an old file stays"
}
good "$P/seal_file" key "data 4096" sealed
refused 'wrong key' sealed other
refused 'not a filesec container' "data 4096"
refused 'not a filesec container' empty
head -c 159 sealed > bad && refused truncated bad
head -c 160 sealed > bad && refused truncated bad
head -c $((160 + 1040)) sealed > bad && refused truncated bad
head -c $((160 + 2 * 1040)) sealed > bad && refused truncated bad
head -c $(($(wc -c < sealed) - 1)) sealed > bad && refused 'authentication failed' bad
{ cat sealed && echo x; } > bad && refused 'trailing data' bad
cp sealed bad && flip 8 bad && refused 'not supported' bad
cp sealed bad && flip 28 bad && refused 'damaged header' bad
cp sealed bad && flip 64 bad && refused 'wrong key' bad
cp sealed bad && flip 4000 bad && refused 'authentication failed' bad
fails 3 'No such file' "$P/seal_file" key no/such fresh
fails 3 'Is a directory' "$P/seal_file" key folder fresh
fails 3 'No such file' "$P/seal_file" no/such "data 1" fresh
fails 3 'key file has 32 bytes' "$P/seal_file" "data 1" "data 1" fresh
fails 3 'key file has 32 bytes' "$P/open_file" "data 1" sealed fresh
fails 3 'No such file' "$P/open_file" no/such sealed fresh
alone fresh
fails 3 'No such file' "$P/seal_file" key "data 1" no/such/folder
fails 3 'Is a directory' "$P/seal_file" key "data 1" folder
alone folder.

# ---- range_read: what is damaged elsewhere does not matter, what proves the length does -------
"$F" encrypt --chunk 1K --key-file key --output parts "data 100000" || die "filesec encrypt"
cp parts bad && flip 50000 bad
good "$P/range_read" key bad 0 2000
fails 1 'authentication failed' "$P/range_read" key bad 0 100000
cp parts bad && flip $(($(wc -c < bad) - 1)) bad
fails 1 'authentication failed' "$P/range_read" key bad 0 1
head -c 90000 parts > bad && fails 1 . "$P/range_read" key bad 0 1
[ ! -s out ] || die "nothing of a cut file"
fails 1 'wrong key' "$P/range_read" other parts 0 1
fails 1 'not a filesec container' "$P/range_read" key "data 4096" 0 1
fails 1 'not a filesec container' "$P/range_read" key empty 0 1
head -c 100 parts > bad && fails 1 truncated "$P/range_read" key bad 0 1
fails 2 'behind the end' "$P/range_read" key parts 100001 1
for n in -1 +1 ' 1' 1x '' 99999999999999999999; do
    fails 2 usage "$P/range_read" key parts "$n" 1
done

# ---- paths, raii ----------------------------------------------------------------------------
good "$P/paths" && [ "$(grep -c '^  \* ' out)" -eq 6 ] || die "one path of each is in use"
good "$P/paths" sha512=portable
sed -n '/^sha512$/,/^sha512_many$/p' out | grep -q -x '  \* portable' || die "forced"
good "$P/paths" max=portable && [ "$(grep -c '^  \* portable' out)" -eq 6 ] || die "limited"
FILESEC_PATH=sha512=portable "$P/paths" > out && "$P/paths" | cmp - out ||
    die "the header reads no environment"
for bad in sha512=none none=portable max=none sha51=portable; do
    fails 1 'bad argument' "$P/paths" $bad
done
fails 2 usage "$P/paths" sha512
good "$P/raii"
[ "$(head -n 1 out)" = "meet at noon" ] && grep -q '^changed: authentication' out || die raii
# ---- passphrase, with the command both ways; last, for it is slow on purpose ------------------
printf 'correct horse\r\n' > pass && printf 'wrong\n' > wrong
good "$P/passphrase" seal pass < "data 1025" && mv out note
"$F" decrypt --passphrase-file pass note > opened && cmp opened "data 1025" || die "filesec opens"
good "$P/passphrase" open pass < note && cmp out "data 1025" || die "passphrase comes back"
"$F" encrypt --kdf pbkdf2 --passphrase-file pass "data 4096" > note2 || die "filesec encrypt"
good "$P/passphrase" open pass < note2 && cmp out "data 4096" || die "passphrase opens filesec's"
fails 1 'wrong key' "$P/passphrase" open wrong < note
cp note bad && flip 200 bad && fails 1 'authentication failed' "$P/passphrase" open pass < bad
cp note2 bad && flip 170 bad && fails 1 'damaged metadata' "$P/passphrase" open pass < bad
head -c 170 note > bad && fails 1 truncated "$P/passphrase" open pass < bad
[ ! -s out ] || die "a cut note gives nothing"
fails 1 'not a filesec container' "$P/passphrase" open pass < "data 1025"
"$F" encrypt --key-file key - < "data 1" > bad && fails 1 'not supported' "$P/passphrase" open pass < bad
fails 1 'past the limit' "$P/passphrase" seal pass < "data 100000"
fails 3 'no passphrase' "$P/passphrase" seal empty < "data 1"
fails 3 'No such file' "$P/passphrase" seal no/such < "data 1"

echo "all examples do what they say"
