# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2002,SC2154,SC3045
#
# tests/command_tree.sh: read by tests/command_seal.sh: encrypt, decrypt and verify with -r

mkdir "$W/t" && cd "$W/t" || exit 2
cp "$W/s/k" "$W/s/k2" "$W/s/p" .

# ---- there and back --------------------------------------------------------------------------
mkdir -p in/a/b/c/d in/a.b in/a-b in/empty/er "in/new${nl}line" in/600
for size in 0 1 1000 65535 65536 65537 131072 300000; do head -c $size "$all" >in/a/b/$size; done
for n in "a${nl}b" 'back\slash' "cr$cr" -- -dash ' space ' "$raw" '*star' .hidden x.fsec .fsec
do
    printf '%s' "$n" >"in/new${nl}line/$n"
done
i=0
while [ $((i += 1)) -le 600 ]; do echo $i >in/600/$i; done # more than are open at once
echo deep >in/a/b/c/d/deep
echo x >in/a.b/x
echo y >in/a-b/y
chmod 750 in/a.b
chmod 500 in/a-b
chmod 640 in/a.b/x
chmod 4444 in/a-b/y
touch -t 200102030405.06 in/a.b/x in/a.b in/empty/er in/a-b
gone() { # whatever its folders' modes
    chmod -R u+rwx "$@" 2>/dev/null
    rm -rf "$@"
}
files() { find "$1" -type f -print0 | tr -cd '\000' | wc -c; } # how many
listing() { # what a tree is, without links, owners and sizes
    (cd "$1" && find . ! -type l ! -type p -exec ls -ld {} + | sed 's/\.fsec$//' |
        awk '{ $2 = $3 = $4 = $5 = ""; print }' | sort)
}
for jobs in 1 2 7; do
    gone sealed plain
    gives 0 "encrypt -r -j$jobs" encrypt -r -j$jobs --key-file k in --output sealed
    [ ! -s "$O/err" ]
    verdict $? 'encrypt -r is silent'
    gives 0 'verify -r' verify -r --key-file k sealed
    [ ! -s "$O/err" ]
    verdict $? 'verify -r is silent'
    gives 0 "decrypt -r -j$jobs" decrypt -j$jobs -r --key-file k --output=plain/ sealed/
    diff -r in plain >"$O/out" 2>"$O/err"
    verdict $? "a tree, there and back, -j$jobs"
done
[ "$(files in)" -eq "$(files sealed)" ] && [ -f "sealed/new${nl}line/a${nl}b.fsec" ] &&
    [ -z "$(find sealed -type f ! -name '*.fsec')" ] && [ -f "sealed/new${nl}line/.fsec.fsec" ]
verdict $? 'names of a sealed tree'
chmod u-s in/a-b/y
listing in >"$O/a"
listing plain >"$O/b"
same 'modes and times of a tree' "$O/a" "$O/b"
for d in a.b empty/er a-b; do
    [ -z "$(find sealed/$d -prune -newer in/$d)$(find in/$d -prune -newer sealed/$d)" ]
    verdict $? "the time of the sealed folder $d"
done
[ "$(find sealed/a.b -prune -perm 750)" ] && [ "$(find sealed/a-b -prune -perm 500)" ]
verdict $? 'modes of sealed folders'
no_leftovers 'trees'
gone plain
(umask 077; "$F" decrypt -r --key-file k --output plain sealed)
[ -z "$(find plain -perm -040)$(find plain -perm -004)" ]
verdict $? 'by the umask'
"$F" decrypt --key-file k --context a/b/300000 sealed/a/b/300000.fsec | cmp -s - in/a/b/300000
verdict $? 'one file of a tree, by its path'

# ---- what a file is bound to -----------------------------------------------------------------
gone two sealed2
mkdir two two/d
echo 1 >two/1
echo 2 >two/d/2
exchange() { # exchange FOLDER: its two containers
    mv "$1/1.fsec" x
    mv "$1/d/2.fsec" "$1/1.fsec"
    mv x "$1/d/2.fsec"
}
gone sealed2 plain
gives 0 'encrypt -r' encrypt -r --key-file k --output sealed2 two
gives 1 'a tree in a context that it does not have' verify -r --context x --key-file k sealed2
exchange sealed2
gives 1 'exchanged containers' verify -r --key-file k sealed2
err_lines 'exchanged containers' 2
err_has 'exchanged containers' 'sealed2/d/2.fsec: damaged header, or another context'
gives 1 'exchanged containers' decrypt -r --key-file k --output plain sealed2
[ -d plain/d ] && [ -z "$(find plain -type f)" ]
verdict $? 'exchanged containers: nothing is opened'
gone sealed2 plain
gives 0 'encrypt -r --context' encrypt -r --key-file k --context 'b 7' --output sealed2 two
gives 0 'verify -r --context' verify -r --key-file k --context 'b 7' sealed2
gives 1 'verify -r without the context' verify -r --key-file k sealed2
"$F" decrypt --key-file k --context 'b 7/d/2' sealed2/d/2.fsec | cmp -s - two/d/2
verdict $? 'context and path'
for context in '' 'b 7'; do
    gone sealed2 plain
    gives 0 'encrypt -r --no-path-binding' encrypt -r --key-file k --no-path-binding \
        --context "$context" --output sealed2 two
    exchange sealed2
    gives 0 'containers that are not bound' decrypt -r --key-file k --no-path-binding \
        --context "$context" --output plain sealed2
    "$F" verify --key-file k --context "$context" sealed2/1.fsec && [ "$(cat plain/1)" = 2 ]
    verdict $? 'containers that are not bound are exchanged'
    gives 1 'they have no path' verify -r --key-file k --context "$context" sealed2
done

# ---- passphrases -----------------------------------------------------------------------------
gone sealed2 plain
gives 0 'encrypt -r with a passphrase' encrypt -r --passphrase-file p --output sealed2 two
salt() { dd if="$1" bs=32 skip="$2" count=1 2>/dev/null; }
[ "$(salt sealed2/1.fsec 1 | od -An -tx1)" = "$(salt sealed2/d/2.fsec 1 | od -An -tx1)" ] &&
    [ "$(salt sealed2/1.fsec 2 | od -An -tx1)" != "$(salt sealed2/d/2.fsec 2 | od -An -tx1)" ]
verdict $? 'one KDF salt for a tree, a file salt for each file'
if [ -n "$inject" ]; then
    for c in 'encrypt -r two --force --output sealed2' 'verify -r sealed2' \
        'decrypt -r sealed2 --output plain'; do
        # shellcheck disable=SC2086
        strace -f -o trace -e trace=mmap "$F" $c --passphrase-file p 2>"$O/err" &&
            [ "$(grep -c 'mmap(NULL, 671[0-9]*,' trace)" -eq 1 ]
        verdict $? "a passphrase is worked once: $c"
    done
else
    skip 'no strace to see what passphrases cost' 3
fi
gives 1 'a wrong passphrase for a tree' verify -r --passphrase-file k sealed2
err_lines 'a wrong passphrase for a tree' 2
cat sealed2/1.fsec >one.fsec
gives 0 'verify of two with a passphrase' verify --passphrase-file p --context 1 one.fsec one.fsec

# ---- what is refused -------------------------------------------------------------------------
count=$(files in)
ln -s in through
ln -s in/a/b b
for to in in in/ ./in in/a in/new through through/a/new b b/../new in/a/../../in "$PWD/in/x"
do
    gives 2 "to $to" encrypt -r --key-file k --output "$to" in
    err_has "to $to" 'stands in, the folder'
done
gives 2 'a folder in which the read one stands by another name' \
    encrypt -r --key-file k --output in through/
gives 3 'a folder that is not there' encrypt -r --key-file k --output nowhere/x in
gives 3 'to a file' encrypt -r --key-file k --output two/1 in
gives 3 'a file as tree' encrypt -r --key-file k --output new two/1
gives 3 'no tree' encrypt -r --key-file k --output new nowhere
gives 2 'no --output' encrypt -r --key-file k in
gives 2 'to standard output' decrypt -r --key-file k --output - sealed
gives 2 'from standard input' decrypt -r --key-file k --output new -
gives 2 'a range of a tree' decrypt -r --range 0-1 --key-file k --output new sealed
gives 2 '--no-path-binding of a file' encrypt --no-path-binding --key-file k two/1
err_lines '--no-path-binding of a file' 1
[ ! -e new ] && [ ! -e in/new ] && [ "$(files in)" -eq "$count" ]
verdict $? 'what is refused changes nothing'
# The folder that is read, met again below the one that is written.
mkdir -p out/out
echo 1 >out/out/1
gives 3 'the tree is filled with itself' encrypt -r --key-file k --output . out
err_has 'the tree is filled with itself' 'out: is the folder that is read'
gone out

# ---- folders that are there ------------------------------------------------------------------
gone sealed2 plain
gives 0 'encrypt -r' encrypt -r --key-file k --output sealed2 two
cp sealed2/1.fsec old
rm sealed2/d/2.fsec
echo else >sealed2/else
chmod 711 sealed2
gives 2 'a tree that is partly there' encrypt -r --key-file k --output sealed2 two
err_has 'a tree that is partly there' 'sealed2/1.fsec: exists (--force'
err_lines 'a tree that is partly there' 1
same 'without --force the old one stays' old sealed2/1.fsec
gives 0 'and the missing one is made' verify --key-file k --context d/2 sealed2/d/2.fsec
gives 0 'encrypt -r --force' encrypt -r --force --key-file k --output sealed2 two
cmp -s old sealed2/1.fsec
verdict $(($? != 1)) 'with --force it is replaced'
[ "$(find sealed2 -prune -perm 711)" ] && [ "$(cat sealed2/else)" = else ]
verdict $? 'what else is there stays'
gives 0 'names without suffix' verify -r --key-file k sealed2
err_has 'names without suffix' 'sealed2/else: skipped'
rm sealed2/1.fsec
mkdir sealed2/1.fsec
gives 2 'a folder where a file belongs' encrypt -r --force --key-file k --output sealed2 two
err_has 'a folder where a file belongs' 'sealed2/1.fsec: exists and'
rmdir sealed2/1.fsec
ln -s ../two/1 sealed2/1.fsec
gives 2 'a link where a file belongs' encrypt -r --key-file k --output sealed2 two
gone sealed2/d
ln -s .. sealed2/d
gives 3 'a link where a folder belongs' encrypt -r --force --key-file k --output sealed2 two
[ "$(cat two/1)" = 1 ] && [ -f sealed2/1.fsec ] && [ ! -L sealed2/1.fsec ] && [ ! -e 2.fsec ]
verdict $? 'links are replaced, not followed'
gone keys
mkdir keys
cp k keys/1.fsec
gives 2 'the key in the way' encrypt -r --force --key-file keys/1.fsec --output keys two
same 'the key in the way' k keys/1.fsec
no_leftovers 'folders that are there'

# ---- what is skipped, what fails -------------------------------------------------------------
long=$(printf '%0252d' 0)
cp -R two mixed
ln -s 1 mixed/a.link
mkfifo mixed/b.pipe
gives 0 'links and pipes in a tree' encrypt -r --key-file k --output mixed2 mixed
err_has 'links in a tree' 'mixed/a.link: skipped: a symbolic link'
err_has 'pipes in a tree' 'mixed/b.pipe: skipped'
err_lines 'links and pipes in a tree' 2
[ "$(find mixed2 | wc -l)" -eq 4 ]
verdict $? 'links and pipes are not sealed'
if echo x >"mixed/$long" 2>/dev/null; then
    gives 3 'a name that gets too long' encrypt -r --force --key-file k --output mixed2 mixed
    err_has 'a name that gets too long' "/$long.fsec: File name too long"
else
    skip 'no long names here' 2
fi
gone sealed2
cp -R sealed sealed2 2>/dev/null
flip sealed2/a/b/300000.fsec 70000
head -c 1000 sealed2/a/b/131072.fsec >x
cat x >sealed2/a/b/131072.fsec
echo >>sealed2/600/300.fsec
cp in/a/b/1000 sealed2/600/aaa.fsec
for jobs in 1 8; do
    gone plain
    gives 4 "damage in a tree, -j$jobs" decrypt -r -j$jobs --key-file k --output plain sealed2
    cp "$O/err" "$O/err.$jobs"
    err_lines 'damage in a tree' 4
    [ "$(files plain)" -eq $(($(files in) - 3)) ]
    verdict $? 'damage in a tree: the others are opened'
    diff -r in plain | grep -v '^Only in in/' >"$O/out"
    [ ! -s "$O/out" ]
    verdict $? 'damage in a tree: only what is whole'
done
same 'messages do not depend on -j' "$O/err.1" "$O/err.8"
for text in 'sealed2/600/300.fsec: trailing' 'sealed2/600/aaa.fsec: not a filesec' \
    'sealed2/a/b/131072.fsec: truncated' 'sealed2/a/b/300000.fsec: chunk 1 is damaged'; do
    err_has 'damage in a tree' "$text"
done
[ "$(sed 's/^filesec: //;s/\.fsec: .*//' "$O/err")" = "$(printf \
    'sealed2/600/300\nsealed2/600/aaa\nsealed2/a/b/131072\nsealed2/a/b/300000')" ]
verdict $? 'messages come in the order of the paths'
gives 4 'verify -r of damage' verify -r --key-file k sealed2
same 'verify -r says the same' "$O/err.1" "$O/err"
gives 1 'a wrong key for a tree' verify -r -j4 --key-file k2 sealed
err_lines 'a wrong key for a tree' "$(files in)"
(ulimit -f 300 && run decrypt -r --key-file k --output plain2 sealed)
verdict $(($? != 3)) 'a file that may not grow'
[ ! -e plain2/a/b/300000 ] && [ -f plain2/a/b/1 ]
verdict $? 'a file that may not grow: the others are opened'
if [ "$(id -u)" -ne 0 ]; then
    chmod 0 mixed/1 mixed/d
    gives 3 'unreadable' encrypt -r --force --key-file k --output mixed2 mixed
    err_has 'an unreadable file' 'mixed/1: Permission denied'
    err_has 'an unreadable folder' 'mixed/d: Permission denied'
    chmod 755 mixed/1 mixed/d
else
    skip 'unreadable files: root reads them all' 3
fi
if (ulimit -n 100 && run --version); then
    gone plain
    (ulimit -n 100 && run decrypt -r -j2 --key-file k --output plain sealed) &&
        diff -r in plain >"$O/out"
    verdict $? 'few open files'
else
    skip 'open files cannot be limited here' 1
fi
# Nothing but names and sizes tells the files of /proc from others.
if [ -r /proc/sys/kernel/random/uuid ]; then
    gone plain
    "$F" encrypt -r --key-file k --output proc /proc/sys/kernel/random 2>"$O/err"
    "$F" decrypt -r --key-file k --output plain proc 2>"$O/err"
    verdict $? 'a tree of /proc'
    [ "$(wc -c <plain/uuid)" -eq 37 ]
    verdict $? 'a file of /proc in a tree'
else
    skip 'no /proc' 2
fi
no_leftovers 'what fails'
gone sealed2 plain plain2 mixed mixed2
# shellcheck source=/dev/null
. "$T/command_tree_faults.sh"
