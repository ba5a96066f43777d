# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2154,SC3045,SC2002,SC2094
#
# tests/command_verity.sh: third part of tests/command.sh, which reads it: sha512-verity
#
# The program fsverity is asked where it is installed. The digests that stand here are its own
# (version 1.5, fsverity digest --hash-alg=sha512 --compact).

mkdir "$W/verity" && cd "$W/verity" || exit 2
awk 'BEGIN { for (i = 0; i < 2600000; i++) printf "%d ", i }' >all # about 20 MB
cut_to() { dd if=all of="$2" bs=65536 count="$1" iflag=count_bytes 2>/dev/null; }
if ! cut_to 1 f; then
    cut_to() { head -c "$1" all >"$2"; }
fi
tree() { "$F" hash -a sha512-verity --tree "$@"; }

# ---- the digest ------------------------------------------------------------------------------
while read -r size first && read -r second; do
    cut_to "$size" f
    line="SHA512-VERITY (f) = $first$second"
    for j in 1 3; do
        run hash -j$j -a sha512-verity f
        out_is "verity: $size bytes, -j$j" "$line"
    done
    cat f | "$F" hash -a sha512-verity | sed 's/(-)/(f)/' >"$O/out"
    out_is "verity: $size bytes through a pipe" "$line"
    FILESEC_PATH=max=portable run hash -a sha512-verity - <f
    out_is "verity: $size bytes, portable paths" "SHA512-VERITY (-) = $first$second"
done <<END
0 ccf9e5aea1c2a64efa2f2354a6024b90dffde6bbc017825045dce374474e13d1
0adb9dadcc6ca8e17a3c075fbd31336e8f266ae6fa93a6c3bed66f9e784e5abf
1 635c21c0beb183c1816e52e25c93fe893d25829a978b9faf77d62249306b779a
557c4e5ab9b05320513ac5baf0a922fc656efe8fb3b0540a84a2bebfc80f01ad
4096 e4f12d6cde1c64e780dc33e0006ad0d815178542b26070ed936d788559414124
13e3556f6485a275f3eb0530155f2ca2674015ac6dcbb66279fb0e2c2fd993c3
4097 04e9e859286bf9f2d4db8173fc8b5298cbf1b94e20d73c460879ffc9bacb6193
5b37da956184ea330b122d8686427f6a6c49750e8e1a1544f8e8f0414275e76e
262144 7d8398383d95c4a9a4e849fb6dfe58b7b939b223a83647e312bfe9383e5074b8
162b53c0f3de18626fc44a21500dada0d97d4fcda7f709ff80356c08cf878867
262145 ec622d79d7b7edbab0a570102e2a93472fc8d915ac67c17fdd21113e5a999964
2be2d3c971f8508acef23c0d67f6f66152a8d35628d982f9a0f8cb9c850bac8e
16777216 a4c7a5b23389ebe6c35717bbadacf090ed87fdb14d25042636645bb29d1aae71
7afcb94e7772b9d9d599e332cb33f71f16d7470de855abcd58496050e5f00720
16777217 cb410f278feae2fb4048d4c4c79239c3254032ea57226bc598f67a68df274627
621a27162fb7a3918e932ebcc209d3d9269833c5bf4cefb2bb66f28a42a0fc0d
END
for size in 0 1 4095 4096 4097 8192 258048 258049 262143 262144 262145 266240 266241 \
    2097151 2097152 2097153 2101248 4194304 4194305 16777215 16777216 16777217 17039361; do
    cut_to $size f
    rm -f t t.pipe
    tree t f >"$O/out" && cat f | tree t.pipe >"$O/b"
    verdict $? "verity: the tree of $size bytes"
    same "verity: the tree of $size bytes through a pipe" t t.pipe
    if command -v fsverity >/dev/null; then
        digest=$(fsverity digest --hash-alg=sha512 --out-merkle-tree=t.real --compact f)
        out_is "verity: fsverity says the same of $size bytes" "SHA512-VERITY (f) = $digest"
        same "verity: fsverity has the same tree of $size bytes" t.real t
    else
        skip 'fsverity is not here' 2
    fi
done
run hash -a sha512-verity - - <all
sed 's/(-)/(all)/' "$O/out" >list
"$F" hash -a sha512-verity all | cmp -s - list
verdict $(($? == 0)) 'verity: stdin twice has two lines'
sed -n 1p list >"$O/b"
run hash -a sha512-verity all
same 'verity: stdin is read to its end at first' "$O/b" "$O/out"
sed -n 2p list | grep -q '= ccf9e5aea1c2a64efa2f2354a6024b90'
verdict $? 'verity: stdin has nothing more then'
(dd bs=100 count=1 of=/dev/null 2>/dev/null; "$F" hash -a sha512-verity) <all >"$O/out"
tail -c +101 all | "$F" hash -a sha512-verity | cmp -s - "$O/out"
verdict $? 'verity: stdin is read from where it stands'
if [ -r /proc/version ]; then
    cat /proc/version | tree t --force | sed 's|-)|/proc/version)|' >"$O/b"
    run hash -a sha512-verity /proc/version
    same 'verity: a file whose size is 0' "$O/b" "$O/out"
else
    skip 'no /proc/version' 1
fi
for n in "a${nl}b" 'back\slash' "$raw" '(x) = y'; do echo "$n" >"$n"; done
gives 0 'verity: odd names' hash -a sha512-verity -- *
cp "$O/out" "$O/list"
gives 0 'verity: check reads what hash wrote' check --strict "$O/list"
[ "$(grep -c ': OK' "$O/out")" -eq "$(wc -l <"$O/list")" ]
verdict $? 'verity: check has a line for each'
gives 0 'verity: JSON' hash --json -a sha512-verity -- *
json 'verity: JSON'
out_has 'verity: JSON' '"algorithm": "sha512-verity"'
sed 's/SHA512-VERITY/SHA512/' "$O/list" >"$O/l"
gives 1 'verity: never taken for SHA-512' check "$O/l"
[ "$(grep -c ': FAILED' "$O/out")" -eq "$(wc -l <"$O/l")" ]
verdict $? 'verity: as SHA-512 each line fails'
for j in 1 2 4; do "$F" hash -j$j -a sha512-verity -r . >"$O/out.$j"; done
same 'verity: many files, -j1 and -j2' "$O/out.1" "$O/out.2"
same 'verity: many files, -j1 and -j4' "$O/out.1" "$O/out.4"
if dd if=/dev/null of=huge bs=1 seek=68719476736 2>/dev/null; then
    "$F" hash --progress -j4 -a sha512-verity --tree t.huge huge >"$O/out" 2>"$O/err" &
    pid=$!
    until grep -q 'MB/s, .* left' "$O/err" || ! kill -0 $pid; do sleep 1; done
    : >huge
    wait $pid
    verdict $(($? != 3)) 'verity: a file that changes'
    err_has 'verity: a file that changes' 'changed while it was read'
    [ ! -s "$O/out" ] && [ ! -e t.huge ] && [ -z "$(find . -name '.filesec*')" ]
    verdict $? 'verity: it has no digest and no tree'
else
    skip 'no sparse files' 3
fi
rm -f huge
if (ulimit -v 200000 && run --version) 2>/dev/null && [ "$(uname)" = Linux ]; then
    (ulimit -v 200000 && run hash -j8 -a sha512-verity all all all)
    verdict $? 'verity: 200 MB of address space are enough'
else
    skip 'memory cannot be limited here' 1
fi

# ---- hash --tree -----------------------------------------------------------------------------
cut_to 1000000 f
rm -f t
gives 2 'tree: of SHA-512' hash --tree t f
gives 2 'tree: of two files' hash -a sha512-verity --tree t f all
err_lines 'tree: of two files' 1
gives 3 'tree: of a missing file' hash -a sha512-verity --tree t nowhere
gives 2 'tree: with -r' hash -a sha512-verity --tree t -r .
[ ! -e t ]
verdict $? 'tree: nothing is left of those'
echo old >t
gives 2 'tree: exists' hash -a sha512-verity --tree t f
err_has 'tree: exists' '^filesec: t: exists'
[ "$(cat t)" = old ]
verdict $? 'tree: the old one is untouched'
gives 3 'tree: --force and a missing file' hash -a sha512-verity --force --tree t nowhere
[ "$(cat t)" = old ]
verdict $? 'tree: the old one is still there'
gives 0 'tree: --force' hash -a sha512-verity --force --tree t f
cp "$O/out" list
cp f f.good
gives 2 'tree: over its own data' hash -a sha512-verity --force --tree f f
gives 2 'tree: over its own data from stdin' hash -a sha512-verity --force --tree f - <f
same 'tree: the data are untouched' f f.good
gives 2 'tree: to a device' hash -a sha512-verity --tree /dev/null f
gives 2 'tree: to standard output' hash -a sha512-verity --tree - f
gives 3 'tree: in no folder' hash -a sha512-verity --tree nowhere/t f
(umask 077 && tree t.mode f >"$O/out") && [ -z "$(find t.mode ! -perm 600)" ]
verdict $? 'tree: for whom the umask allows'

# ---- check --tree ----------------------------------------------------------------------------
flip() { printf '\001' | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null; }
damaged() { # damaged CODE NAME TREE [LINE...]: what check --tree says of list
    want=$1 name=$2 kept=$3
    shift 3
    gives "$want" "tree: $name" check --tree "$kept" list
    printf '%s\n' "$@" | sed '/./s/^/f: /;/^$/d' | cmp -s - "$O/out"
    verdict $? "tree: $name, lines: $(cat "$O/out")"
}
cp t t.good
damaged 0 'nothing differs' t OK
flip f 0
damaged 1 'the first byte' t FAILED 'FAILED bytes 0-4095 differ'
flip f 4096; flip f 12287; flip f 20479; flip f 999999; flip f 262144
damaged 1 'several blocks' t FAILED 'FAILED bytes 0-12287 differ' \
    'FAILED bytes 16384-20479 differ' 'FAILED bytes 262144-266239 differ' \
    'FAILED bytes 999424-999999 differ'
err_lines 'tree: several blocks' 1
gives 1 'tree: JSON' check --json --tree t list
json 'tree: JSON'
out_has 'tree: JSON' '{"kind": "differs", "first": 16384, "last": 20479}'
out_has 'tree: JSON' '"tree": "ok"'
gives 1 'tree: --status' check --status --tree t list
[ ! -s "$O/out" ] && [ ! -s "$O/err" ]
verdict $? 'tree: --status is silent'
cp t.good t
flip t 8192 # the second block of level 0
damaged 1 'block of the tree and of the data' t FAILED 'FAILED bytes 0-12287 differ' \
    'FAILED bytes 16384-20479 differ' 'FAILED bytes 262144-524287 cannot be proved' \
    'FAILED bytes 999424-999999 differ'
err_has 'tree: block of the tree and of the data' 't: the tree is damaged: bytes 8192-12287'
cp f.good f
damaged 1 'the tree alone is damaged' t OK
err_has 'tree: the tree alone is damaged' 't: the tree is damaged: bytes 8192-12287'
flip t 1
damaged 1 'its first block, data good' t OK
err_has 'tree: its first block, data good' '^filesec: t: not the tree of a file that was listed'
flip f 5
damaged 1 'its first block, data bad' t FAILED
err_has 'tree: its first block, data bad' '^filesec: t: not the tree of f, or damaged'
cp f.good f
dd if=t.good of=t bs=4096 count=3 2>/dev/null
damaged 1 'the tree is cut' t OK
err_has 'tree: the tree is cut' 't: the tree is damaged: bytes 12288-20479'
(cat t.good; echo x) >t
damaged 1 'the tree is longer' t OK
err_has 'tree: the tree is longer' 't: the tree is damaged: bytes follow its end, 20480'
cut_to 900000 f
damaged 1 'the file is cut inside a block' t.good FAILED \
    'FAILED bytes 897024-899999 cannot be proved' 'FAILED bytes 900000-999999 are missing'
cut_to 0 f
damaged 1 'the file is empty' t.good FAILED 'FAILED bytes 0-999999 are missing'
cut_to 1100000 f
damaged 1 'the file is longer' t.good FAILED 'FAILED bytes 1000000-1099999 were not there'
rm f
damaged 3 'the file is missing' t.good 'FAILED open or read'
cp f.good f
gives 3 'tree: the tree is missing' check --tree nowhere list
gives 3 'tree: a folder' check --tree . list
"$F" hash abc f >list 2>/dev/null
"$F" hash -a sha512-verity f all >>list
gives 0 'tree: one of several files' check --quiet --tree t.good list
flip all 4096
gives 1 'tree: of another file' check --tree t.good list
err_has 'tree: of another file' 't.good: not the tree of all'
cut_to 4000 f
rm -f t && tree t f >list && [ ! -s t ]
verdict $? 'tree: of one block it is empty'
damaged 0 'an empty tree' t OK
flip f 7
damaged 1 'the only block' t FAILED 'FAILED bytes 0-3999 differ'
cut_to 5000 f
damaged 1 'an empty tree and more than a block' t FAILED
err_has 'tree: an empty tree and more than a block' 't: not the tree of f'
cut_to 17000000 f # three levels
rm -f t && tree t f >list
flip f 16777216
damaged 1 'three levels' t FAILED 'FAILED bytes 16777216-16781311 differ'
flip t 4096
damaged 1 'three levels, the second damaged' t FAILED \
    'FAILED bytes 0-16777215 cannot be proved' 'FAILED bytes 16777216-16781311 differ'
for j in 1 3; do "$F" check -j$j --tree t list >"$O/out.$j" 2>&1; done
same 'tree: the result does not depend on -j' "$O/out.1" "$O/out.3"
cd "$W/d" || exit 2
