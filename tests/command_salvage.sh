# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2002,SC2154,SC3045
#
# tests/command_salvage.sh: read by tests/command_seal.sh: decrypt --salvage

mkdir "$W/v" && cd "$W/v" || exit 2
cp "$W/s/k" "$W/s/k2" .
# Metadata of 'in': 32 + 16 bytes; chunk i begins at 208 + 4112 i, the final one, 7, has 1328.
head -c 30000 "$all" >in
chmod 640 in
touch -t 200102030405.06 in
"$F" encrypt --key-file k --chunk 4K --output whole in
# Metadata of a pipe: none; chunk i begins at 160 + 4112 i.
cat in | "$F" encrypt --key-file k --chunk 4K --output bare -

# salvaged CODE NAME LINES [FROM-TO...]: from sealed; what is bad of the content; no file if it
# says 'none'
salvaged() {
    want=$1 title=$2 text=$3
    shift 3
    rm -f new expected
    gives "$want" "--salvage: $title" decrypt --salvage --key-file k --output new sealed
    sed 's/^filesec: sealed: //' "$O/err" >"$O/a"
    printf '%s' "$text${text:+$nl}" | tr ';' '\n' | cmp -s - "$O/a"
    verdict $? "--salvage: $title: messages"
    cp in expected
    for bad; do
        dd if=/dev/zero of=expected bs=1 seek="${bad%-*}" conv=notrunc \
            count=$((${bad#*-} - ${bad%-*} + 1)) 2>/dev/null
    done
    # What is behind the end of the expected, too.
    if [ -f new ]; then
        head -c "$(wc -c <new)" expected | cmp -s - new
        verdict $? "--salvage: $title: content"
    fi
    "$F" decrypt --salvage --key-file k sealed 2>"$O/err" >piped
    [ ! -f new ] || cmp -s new piped
    verdict $? "--salvage: $title: to standard output"
    no_leftovers "--salvage: $title"
}
length() { # length NAME BYTES
    [ "$(wc -c <new)" -eq "$2" ]
    verdict $? "--salvage: $1: not $2 bytes"
}
zeros='(zeros instead)' unproved='length unproved: there is no good final chunk'

cp whole sealed
salvaged 0 'a whole one' 'good: bytes 0-29999'
length 'a whole one' 30000
[ -z "$(find new -newer in)$(find in -newer new)" ] && [ "$(find new -perm 640)" ]
verdict $? '--salvage: a whole one has time and mode'
flip sealed 4400
salvaged 1 'one chunk' "good: bytes 0-4095;bad: bytes 4096-8191 $zeros;good: bytes 8192-29999" \
    4096-8191
length 'one chunk' 30000
[ -n "$(find new -newer in)" ] && [ "$(find new -perm 640)" ]
verdict $? '--salvage: a damaged one has the mode, not the time'
flip sealed 8440
flip sealed 20800
salvaged 1 'some chunks' "good: bytes 0-4095;bad: bytes 4096-12287 $zeros
good: bytes 12288-20479;bad: bytes 20480-24575 $zeros;good: bytes 24576-29999" \
    4096-12287 20480-24575
cp whole sealed
flip sealed 208
flip sealed 30335
salvaged 1 'the first and the final chunk' "bad: bytes 0-4095 $zeros;good: bytes 4096-28671
bad: bytes 28672-29999 $zeros;$unproved" 0-4095 28672-29999
length 'the final chunk' 30000
(head -c 4320 whole; tail -c +8433 whole | head -c 4112; tail -c +4321 whole | head -c 4112
    tail -c +12545 whole) >sealed
salvaged 1 'two chunks changed places' \
    "good: bytes 0-4095;bad: bytes 4096-12287 $zeros;good: bytes 12288-29999" 4096-12287

# ---- the end ---------------------------------------------------------------------------------
head -c 16656 whole >sealed
salvaged 1 'cut at a chunk' "good: bytes 0-16383;missing: bytes 16384-29999;$unproved"
length 'cut at a chunk' 16384
head -c 17000 whole >sealed
salvaged 1 'cut in a chunk' "good: bytes 0-16383;bad: bytes 16384-16711 $zeros
missing: bytes 16712-29999;$unproved" 16384-16711
head -c 16660 whole >sealed
salvaged 1 'cut in a tag' "good: bytes 0-16383;missing: bytes 16384-29999;$unproved"
head -c 208 whole >sealed
salvaged 1 'no chunk' "missing: bytes 0-29999;$unproved"
length 'no chunk' 0
head -c 16608 bare >sealed
salvaged 1 'cut without metadata' "good: bytes 0-16383;$unproved"
trailing='trailing data: bytes follow the final chunk'
for more in 1 16 5000; do
    (cat whole; head -c $more in) >sealed
    salvaged 1 "$more bytes more" "good: bytes 0-29999;$trailing"
    length "$more bytes more" 30000
done
flip sealed 30000
salvaged 1 'the final chunk and bytes behind it' \
    "good: bytes 0-28671;bad: bytes 28672-29999 $zeros;$trailing;$unproved" 28672-29999
length 'the final chunk and bytes behind it' 30000
head -c 8192 in | "$F" encrypt --key-file k --chunk 4K --output two -
(cat two; head -c 5000 in) >sealed
salvaged 1 'bytes behind a full final chunk, without metadata' "good: bytes 0-8191;$trailing"
length 'bytes behind a full final chunk, without metadata' 8192
: >nothing
rm -f sealed
"$F" encrypt --key-file k --output sealed nothing
salvaged 0 'nothing' ''
flip sealed $(($(wc -c <sealed) - 1))
salvaged 1 'nothing, damaged' "$unproved"

# ---- metadata, header, key -------------------------------------------------------------------
lost='metadata that cannot be used: no name, time and mode'
cp whole sealed
flip sealed 170
salvaged 1 'damaged metadata' "$lost;good: bytes 0-29999"
[ -n "$(find new -newer in)" ] && [ "$(find new -perm 600)" ]
verdict $? '--salvage: damaged metadata give no time and mode'
refused() { # refused CODE NAME TEXT ARGUMENT...: sealed is not salvaged
    want=$1 title=$2 text=$3
    shift 3
    rm -f new
    gives "$want" "--salvage: $title" decrypt --salvage --output new "$@" sealed
    err_has "--salvage: $title" "$text"
    err_lines "--salvage: $title" 1
    [ ! -e new ]
    verdict $? "--salvage: $title: a new file"
}
for at in 64 96; do
    cp whole sealed
    flip sealed $at
    refused 1 "byte $at of the header" 'wrong key' --key-file k
done
for at in 9 28 128; do
    cp whole sealed
    flip sealed $at
    refused 1 "byte $at of the header" 'damaged header' --key-file k
done
cp whole sealed
refused 1 'the wrong key' 'wrong key' --key-file k2
refused 1 'another context' 'another context' --key-file k --context x
refused 2 'and a range' 'only one' --key-file k --range 0-1
head -c 200 whole >sealed
refused 1 'cut in the metadata' 'truncated' --key-file k
cat whole | run decrypt --salvage --key-file k -
verdict $(($? != 2)) '--salvage of a pipe'
err_has '--salvage of a pipe' 'regular file'
cp whole sealed
flip sealed 4400
echo old >new
gives 2 '--salvage does not overwrite' decrypt --salvage --key-file k --output new sealed
[ "$(cat new)" = old ]
verdict $? '--salvage does not overwrite'
if [ -c /dev/full ]; then
    "$F" decrypt --salvage --key-file k sealed >/dev/full 2>"$O/err"
    verdict $(($? != 3)) '--salvage to a full disk'
else
    skip 'no /dev/full' 1
fi
