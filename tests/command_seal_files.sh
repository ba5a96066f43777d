# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2002,SC2094,SC2154,SC3045
#
# tests/command_seal_files.sh: read by tests/command_seal.sh: damage, ranges, outputs

# ---- damage ----------------------------------------------------------------------------------
# Metadata of 'in', 30000 bytes, 4 KiB chunks: 32 + 16 bytes; chunk i begins at 208 + 4112 i.
head -c 30000 "$all" >in
rm -f whole
"$F" encrypt --key-file k --chunk 4K --output whole in
damaged() { # damaged CODE NAME TEXT: sealed was made from whole
    refuses "$1" "$2" "sealed: $3" decrypt --key-file k sealed
    gives "$1" "verify: $2" verify --key-file k sealed
    err_has "verify: $2" "sealed: $3"
    cat sealed | "$F" decrypt --key-file k - >plain 2>"$O/err"
    verdict $(($? != $1)) "$2, in a pipe"
    # What came out is the beginning of the content.
    head -c $(($(wc -c <plain))) in | cmp -s - plain
    verdict $? "$2, in a pipe: bytes that were not verified"
}
flipped() { # flipped CODE OFFSET TEXT
    cp whole sealed
    flip sealed "$2"
    damaged "$1" "byte $2 is changed" "$3"
}
flipped 4 0 'not a filesec container'
flipped 4 6 'not a filesec container'
for at in 7 11 20 32; do flipped 4 $at 'not supported: another version'; done
flipped 1 9 'damaged header'
flipped 1 28 'damaged header'
flipped 1 64 'wrong key'
flipped 1 96 'wrong key'
flipped 1 128 'damaged header'
flipped 1 160 'damaged metadata'
flipped 1 207 'damaged metadata'
flipped 1 208 'chunk 0 is damaged (it begins at byte 208)'
flipped 1 4319 'chunk 0 is damaged'
flipped 1 4320 'chunk 1 is damaged (it begins at byte 4320)'
flipped 1 16000 'chunk 3 is damaged (it begins at byte 12544)'
flipped 1 30335 'chunk 7 is damaged (it begins at byte 28992)'
for len in 7 159 160 200 208 209 224 4320 4321 4336 12544 30335; do
    head -c $len whole >sealed
    damaged 1 "cut after $len bytes" 'truncated'
done
for len in 0 1 6; do
    head -c $len whole >sealed
    damaged 4 "$len bytes" 'not a filesec container'
done
(cat whole; echo) >sealed
damaged 1 'a byte more' 'trailing data'
cat whole whole >sealed
damaged 1 'twice' 'chunk 7 is damaged'
(head -c 4320 whole; tail -c +8433 whole | head -c 4112; tail -c +4321 whole | head -c 4112
    tail -c +12545 whole) >sealed
damaged 1 'two chunks changed places' 'chunk 1 is damaged'
cp in sealed
damaged 4 'no container' 'not a filesec container'

# The kit: each case, by verify and by decrypt of all as a range.
if [ -n "$reader" ]; then
    PYTHONDONTWRITEBYTECODE=1 python3 - "$F" "$T/container" >"$O/out" 2>"$O/err" <<'EOF'
import os, subprocess, sys
command, folder = sys.argv[1:]
sys.path.insert(0, folder)
import check_cases
WORDS = {"format": (4, "not a filesec"), "unsupported": (4, ""), "key": (1, "wrong key"),
         "header": (1, "damaged header"), "metadata": (1, "damaged metadata"),
         "truncated": (1, "truncated"), "trailing": (1, "trailing"),
         "damaged": (1, "chunk %s is damaged"), "ok": (0, "")}
for name, key in check_cases.KEYS.items():
    with open("kit.key" + name, "wb") as f:
        f.write(key)
good = bad = 0
with open(os.path.join(folder, "cases.txt")) as f:
    lines = [line.split() for line in f if not line.startswith("#")]
for name, outcome, chunk, key, context, *words in lines:
    for pieces in check_cases.expand(words)[::97]:
        data = b""
        for word in pieces:
            if word.startswith("="):
                data += bytes.fromhex(word[1:])
                continue
            piece, at, length = word.split(":")
            with open(os.path.join(folder, piece + ".fsec"), "rb") as f:
                data += f.read()[int(at):int(at) + int(length)]
        with open("kit", "wb") as f:
            f.write(data)
        code, text = WORDS[outcome]
        text = text.replace("%s", chunk)
        for what in (["verify"], ["decrypt", "--range", "0-"]):
            got = subprocess.run([command] + what + ["--key-file=kit.key" + key, "--context=" +
                                 ("" if context == "-" else context), "kit"], capture_output=True)
            right = (got.returncode == code and text in got.stderr.decode() or
                     outcome == "ok" and chunk == "0" and got.returncode == 2)
            if what == ["decrypt", "--range", "0-"] and outcome == "ok":
                right = right and len(got.stdout) == int(chunk)
            good += right
            bad += not right
            if not right:
                print("%s, %s: %d %s" % (what[0], name, got.returncode, got.stderr), file=sys.stderr)
print(good, bad)
EOF
    [ "$(sed 's/^[0-9][0-9][0-9][0-9]* 0$/good/' "$O/out")" = good ]
    verdict $? 'the kit of containers'
else
    skip 'python3 and cryptography for the kit of containers' 1
fi

# ---- ranges ----------------------------------------------------------------------------------
for chunk in 1K 4K 64K; do
    "$F" encrypt --key-file k --chunk $chunk in >sealed
    for range in 0-0 0-29999 29999-29999 0-4095 4095-4096 4096-8191 1-1 1023-1024 5000-25000 \
        28672-29999 28671-28672 29990-40000 12345- 0-99999999999999999999; do
        from=${range%-*} to=${range#*-}
        if [ ${#to} -gt 15 ]; then
            gives 2 "--range $range" decrypt --key-file k --range $range sealed
            continue
        fi
        gives 0 "--range $range" decrypt --key-file k --range $range sealed
        tail -c +$((from + 1)) in | head -c $((${to:-30000} - from + 1)) | cmp -s - "$O/out"
        verdict $? "--range $range, chunks of $chunk"
    done
done
cp whole sealed
for range in '' - 5 -5 5-4 x 1-x 1-2-3 ' 1-2' 0x1-2; do
    refuses 2 "--range '$range'" 'is no range' decrypt --key-file k "--range=$range" sealed
done
refuses 2 'a range behind the end' 'there are 30000 bytes' decrypt --key-file k --range 30000- sealed
cat sealed | run decrypt --key-file k --range 0-1 -
verdict $(($? != 2)) '--range of a pipe'
flip sealed 4320
tail -c +8193 in >rest
"$F" decrypt --key-file k --range 8192- sealed | cmp -s - rest
verdict $? '--range reads only what it needs'
refuses 1 'a range with a damaged chunk' 'chunk 1 is damaged' decrypt --key-file k --range 0- sealed
flip sealed 30335
refuses 1 'a damaged final chunk' 'chunk 1 is damaged' decrypt --key-file k --range 0-0 sealed
head -c 28992 whole >sealed
refuses 1 '--range of a cut file' 'truncated' decrypt --key-file k --range 0-0 sealed
(cat whole; echo) >sealed
refuses 1 '--range with trailing data' 'trailing' decrypt --key-file k --range 0-0 sealed
(cat in whole) >sealed
(dd bs=30000 count=1 of=/dev/null 2>"$O/err"; "$F" decrypt --key-file k --range 100-199 - >plain) \
    <sealed
tail -c +101 in | head -c 100 | cmp -s - plain
verdict $? '--range behind what was read of standard input'

# ---- outputs ---------------------------------------------------------------------------------
echo old >target
gives 2 'encrypt does not overwrite' encrypt --key-file k --output target in
err_has 'encrypt does not overwrite' 'target: exists'
gives 2 'decrypt does not overwrite' decrypt --key-file k --output target whole
[ "$(cat target)" = old ]
verdict $? 'without --force the old file stays'
gives 0 'decrypt --force' decrypt --key-file k --force --output target whole
same 'decrypt --force' in target
gives 0 'encrypt --force' encrypt --key-file k --force --output target in
gives 0 'encrypt --force' verify --key-file k target
ln -s in symbolic
ln in hard
cp in in.copy
for other in in ./in symbolic hard "$PWD/in"; do
    gives 2 "output $other is the input" encrypt --key-file k --force --output "$other" in
    err_has "output $other is the input" 'same file'
    gives 2 "input $other is the output" encrypt --key-file k --force --output in "$other"
    gives 2 "stdin is the output $other" encrypt --key-file k --force --output "$other" - <in
done
(ulimit -f 100000 && exec "$F" encrypt --key-file k in >>in 2>"$O/err")
verdict $(($? != 2)) 'stdout is the input'
same 'input as output: nothing is changed' in in.copy
gives 2 'the key as output' encrypt --key-file k --force --output ./k in
same 'the key as output' k k.copy
ln -s target link
gives 0 'the output is a link' decrypt --key-file k --force --output link whole
[ -L link ] && cmp -s target in
verdict $? 'a link stays, its file is replaced'
ln -s nowhere dangling
gives 2 'a link that leads nowhere' decrypt --key-file k --force --output dangling whole
gives 3 'a folder as output' decrypt --key-file k --force --output . whole
gives 3 'a folder that is not there' decrypt --key-file k --output nowhere/x whole
gives 2 'an odd name' decrypt --key-file k --output "a${nl}b" --range 99999- whole
gives 0 'a name with a dash' encrypt --key-file k --output ./-x -- in
gives 0 'a name with a dash' verify --key-file k -- -x
if [ -c /dev/full ]; then
    for c in "encrypt in" "decrypt whole" "decrypt --range 0-9 whole" "encrypt --output /dev/full in"
    do
        # shellcheck disable=SC2086
        "$F" $c --key-file k >/dev/full 2>"$O/err"
        verdict $(($? != 3)) "a full disk: $c"
        err_lines "a full disk: $c" 1
    done
else
    skip 'no /dev/full' 8
fi
head -c 2000000 "$all" >big
rm -f big.sealed
"$F" encrypt --key-file k --output big.sealed big
for c in 'encrypt big' 'decrypt big.sealed'; do
    echo old >target
    # shellcheck disable=SC2086
    (ulimit -f 1000 && run $c --key-file k --force --output target)
    verdict $(($? != 3)) "a file that may not grow: $c"
    [ "$(cat target)" = old ]
    verdict $? "a file that may not grow: $c: the old one stays"
done
no_leftovers outputs

# ---- what a file is given --------------------------------------------------------------------
mode() { # mode NAME FILE MODE
    [ "$(find "$2" -perm "$3")" = "$2" ]
    verdict $? "$1: the mode is not $3"
}
touch -t 200102030405.06 in
chmod 4751 in
rm -f sealed plain
"$F" encrypt --key-file k --output sealed in
mode 'a container has the mode of its file' sealed 751
"$F" decrypt --key-file k --output plain sealed
mode 'what is opened has the mode of what was sealed, but setuid' plain 751
[ -z "$(find plain -newer in)$(find in -newer plain)" ]
verdict $? 'and its time'
rm -f plain
(umask 027; "$F" decrypt --key-file k --output plain sealed)
mode 'by the umask' plain 750
rm -f plain
"$F" decrypt --key-file k --range 0-9 --output plain sealed
mode 'a range has the mode' plain 751
[ "$(find plain -newer in)" = plain ]
verdict $? 'a range does not have the time'
rm -f plain sealed
cat in | "$F" encrypt --key-file k --output sealed -
mode 'a container of a pipe' sealed 644
"$F" decrypt --key-file k --output plain sealed
mode 'the content of a pipe' plain 644
chmod 640 in
touch -t 196001020304.05 in
rm -f plain
"$F" encrypt --key-file k in | "$F" decrypt --key-file k --output plain -
[ -z "$(find plain -newer in)$(find in -newer plain)" ]
verdict $? 'a time before 1970'

# ---- info ------------------------------------------------------------------------------------
rm -f sealed
odd="a${nl}b"
cp in "$odd"
touch -t 200102030405.06 "$odd"
"$F" encrypt --key-file k -a aes256gcm --output sealed "$odd"
gives 0 'info without a key' info sealed
[ "$(grep -c 'unverified' "$O/out")" -eq "$(wc -l <"$O/out")" ]
verdict $? 'info without a key: each line says unverified'
out_has 'info without a key' '^content  *30000 bytes'
gives 0 'info with a key' info --key-file k sealed
[ "$(grep -c 'unverified' "$O/out")" -eq 0 ]
verdict $? 'info with a key'
# shellcheck disable=SC1003
out_has 'info: the name' '^name  *a\\nb$'
out_has 'info: the mode' '^mode  *0640$'
out_has 'info: the time' '^time  *2001-02-03 04:05:06'
gives 0 'info --json' info --json sealed
json 'info --json'
out_has 'info --json' '"verified": false'
gives 0 'info --json with a key' info --json --key-file k sealed
json 'info --json with a key'
out_has 'info --json with a key' '"verified": true'
out_has 'info --json' '"size": 30000'
cat sealed | "$F" info --key-file k --json - >"$O/out"
out_has 'info of a pipe' '"size": 30000'
gives 4 'info of something else' info in
(cat sealed; echo) >longer
gives 1 'info of a file with trailing data' info --key-file k longer
gives 3 'info of nothing' info nowhere
gives 0 'verify of two' verify --key-file k sealed whole
gives 4 'verify: the highest of all' verify --key-file k sealed nowhere longer in
err_lines 'verify: a line for each' 3
# shellcheck source=/dev/null
. "$T/command_seal_faults.sh"
