# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2154,SC3045
#
# tests/command_check.sh: second half of tests/command.sh, which reads it: check, selftest,
# bench and advise

# ---- check -----------------------------------------------------------------------------------
cd "$W/d" || exit 2
"$F" hash abc empty hello >list
abc_line=$(sed -n 1p list)
check_text() { # check_text CODE NAME TEXT OPTION...: TEXT is the list, a format of printf
    want=$1 name=$2
    # shellcheck disable=SC2059
    printf "$3" >"$O/l"
    shift 3
    gives "$want" "$name" check "$@" "$O/l"
}
gives 0 'check' check list
out_is 'check prints OK' "abc: OK${nl}empty: OK${nl}hello: OK"
gives 0 'check --quiet' check --quiet list
[ ! -s "$O/out" ]
verdict $? 'check --quiet prints no OK'
"$F" check <list >"$O/out" && [ "$(wc -l <"$O/out")" -eq 3 ]
verdict $? 'a list from stdin'
for a in murmur3-x64-128 murmur3-x86-128 murmur3-x86-32; do "$F" hash -a $a abc; done >mixed
"$F" hash --tag hello >>mixed
cat list >>mixed
gives 0 'a mixed list' check --strict mixed
[ "$(grep -c ': OK' "$O/out")" -eq 7 ]
verdict $? 'a mixed list, every line'
sed 's/$/\r/' mixed >"$O/l"
gives 0 'CR and newline' check --strict "$O/l"
check_text 0 'asterisk' "$abc *abc\n" --strict
check_text 0 'no newline at the end' "$abc_line" --strict
check_text 0 'capital digits' "$(echo "$abc" | tr a-f A-F)  abc\n" --strict
check_text 0 'comment, empty line, byte order mark' "\357\273\277$abc_line\n\n# x\n" --strict
check_text 0 'one space before names' "$abc abc\n$none empty\n" --strict
check_text 0 'as openssl dgst writes' "SHA2-512(abc)= $abc\n" --strict
"$F" hash -z names/* abc >"$O/l"
gives 0 'check --zero' check --zero --strict --quiet "$O/l"
gives 1 'the same without --zero' check -w "$O/l"
err_has 'the same without --zero' 'NUL byte'
echo changed >hello
gives 1 'a file differs' check list
out_has 'a file differs' '^hello: FAILED$'
err_has 'a file differs' 'WARNING: 1 computed checksum did NOT match'
gives 1 'check --status' check --status list
[ ! -s "$O/out" ] && [ ! -s "$O/err" ]
verdict $? 'check --status is silent'
printf '%0128d  nope\n' 0 >"$O/nope"
gives 1 'check --status --ignore-missing' check --status --ignore-missing "$O/nope"
err_lines 'check --status --ignore-missing is silent' 0
for a in murmur3-x64-128 murmur3-x86-128 murmur3-x86-32; do
    printf x | "$F" hash -a $a | sed 's/(-)/(abc)/' >"$O/l"
    gives 1 "$a differs" check "$O/l"
done
rm hello
gives 3 'a file is missing' check list
out_has 'a file is missing' '^hello: FAILED open or read$'
err_has 'a file is missing' 'hello: No such file'
gives 0 'check --ignore-missing' check --ignore-missing list
check_text 1 'nothing was verified' "$abc  gone\n" --ignore-missing
err_has 'nothing was verified' 'no file was verified'
check_text 3 'a folder in the list' "$abc  names\n"
printf hello >hello
gives 3 'a missing list' check nowhere
gives 3 'a folder as list' check names
check_text 1 'an empty list' ''
check_text 1 'a list of nothing' 'some text\n'
err_has 'a list of nothing' 'no properly formatted line'
n=0
for bad in "$abc" "$abc " "$abc  " "${abc}0  abc" "${abc%?}  abc" "x$abc  abc" \
    "SHA512 (abc) = ab" \
    "SHA512 (abc = $abc" "SHA512 (abc) $abc" "SHA512 () = $abc" "SHA512 (abc) = ${abc}0" \
    "\\\\$abc  a\\\\x" "\\\\$abc  a\\\\" "$abc  a\\000b" "MURMUR3-X86-32 (abc) = $abc"; do
    check_text 0 "malformed line $((n += 1)) is passed over" "$abc_line\n$bad\n" -w
    err_has "malformed line $n is named" "l:2: improperly formatted line: "
    err_has "malformed line $n is counted" 'WARNING: 1 line is improperly formatted'
    check_text 1 "malformed line $n, --strict" "$abc_line\n$bad\n" --strict
done
(echo "$abc_line"; cat sizes/1048577 sizes/1048577; echo; echo "$abc_line") >"$O/l"
gives 1 'a line of 2 MiB' check -w --strict "$O/l"
err_has 'a line of 2 MiB' ':2: .*longer than 1 MiB'
[ "$(grep -c 'abc: OK' "$O/out")" -eq 2 ]
verdict $? 'the lines around it are checked'
check_text 4 'an unsupported algorithm' "$abc_line\nSHA256 (abc) = 0123456789abcdef\n"
out_has 'an unsupported algorithm' '^abc: FAILED unsupported'
check_text 4 'the highest of all' "$none  abc\nSHA256 (x) = 0123456789abcdef\n$abc  gone\n"
check_text 3 'the highest of two' "$none  abc\n$abc  gone\n"
echo "$abc  -" | run check -w -
verdict $(($? != 1)) 'a list from stdin that names stdin'
echo "$abc  -" >"$O/l"
"$F" check "$O/l" <abc >"$O/out"
verdict $? 'a list that names stdin'
"$F" hash sizes/* names/* | sed '5s/^./x/;9s/^./0/;12s/^\(.\)/\1\1/;20s/  /  no/' >"$O/l"
"$F" check -wj1 "$O/l" >"$O/a" 2>&1
"$F" check -wj4 "$O/l" >"$O/b" 2>&1
same 'check does not depend on -j' "$O/a" "$O/b"
gives 3 'check --json' check --json "$O/l"
json 'check --json'

# ---- check --exact ---------------------------------------------------------------------------
rm -f tree/list
(cd tree && "$F" hash -r .) >"$O/l"
(cd tree && "$F" check --quiet --exact . "$O/l") 2>"$O/err"
verdict $? 'exact: a link to a listed file passes'
(cd tree && "$F" check --quiet --exact "$W/d/named/../tree" "$O/l") 2>"$O/err"
verdict $? 'exact: the folder under another name'
"$F" hash -r tree >"$O/l"
for extra in new a/new a.b/.hidden; do
    echo x >tree/$extra
    gives 1 "exact: extra $extra" check --exact tree "$O/l"
    out_has "exact: extra $extra" "^tree/$extra: FAILED not in the list"
    gives 0 "without --exact: extra $extra" check "$O/l"
    rm tree/$extra
done
ln -s ../abc tree/out
mkdir dash && echo evil >dash/- && echo good >dash/b
(cd dash && "$F" hash b >"$O/dash" && printf good | "$F" hash >>"$O/dash")
(cd dash && printf good | "$F" check --exact . "$O/dash") >"$O/out" 2>"$O/err"
verdict $(($? != 1)) 'exact: a line about standard input covers no file'
out_has 'exact: a line about standard input covers no file' '^./-: FAILED not in the list'
gives 1 'exact: a link to the outside' check --json --exact tree "$O/l"
json 'check --exact --json'
ln -sf nowhere tree/out
gives 1 'exact: a link to nowhere' check --exact tree "$O/l"
ln -sf a tree/out
gives 0 'exact: a link to a folder inside' check --exact tree "$O/l"
ln -sfn .. tree/out
gives 1 'exact: a link to a folder outside' check --exact tree "$O/l"
rm tree/out
ln tree/z tree/zz
gives 1 'exact: a second name of a listed file' check --exact tree "$O/l"
rm tree/zz
mkfifo tree/pipe
gives 1 'exact: a pipe' check --exact tree "$O/l"
rm tree/pipe
cp "$O/l" tree/list
run check --exact tree <tree/list
verdict $? 'exact: a list in the folder, from stdin'
gives 1 'exact: a list in the folder that is not the one' check --exact tree "$O/l"
rm tree/list
gives 3 'exact: no such folder' check --exact nowhere "$O/l"

# ---- selftest --------------------------------------------------------------------------------
gives 0 'selftest' selftest
sed -n 's/^\([a-z0-9_]*\)[ *]*\([a-z0-9_]*\) *ok .*/\1=\2/p' "$O/out" >"$O/paths"
[ "$(wc -l <"$O/paths")" -ge 6 ]
verdict $? 'selftest has a line for each path'
while read -r path; do
    gives 1 "selftest --break $path" selftest --break "$path"
    [ "$(grep -c FAILED "$O/out")" -eq 1 ]
    verdict $? "selftest --break $path fails there only"
done <"$O/paths"
gives 1 'selftest --break primitive' selftest --break aes256gcm
gives 1 'selftest --break path' selftest --break portable --json
json 'selftest --json'
gives 2 'selftest --break unknown' selftest --break nothing

# ---- bench, advise ---------------------------------------------------------------------------
gives 0 'bench' bench --json
json 'bench --json'
gives 0 'bench --file' bench --file sizes/2500000
for p in SHA-512 'MurmurHash3 x64_128' ChaCha20-Poly1305 AES-256-GCM; do
    [ "$(grep -c "^$p .* [0-9.]* *[0-9.]*\$" "$O/out")" -eq 4 ]
    verdict $? "bench --file: four lines for $p"
done
gives 0 'bench --file --json' bench --json --file abc
json 'bench --file --json'
gives 0 'bench of an empty file' bench --file empty
gives 0 'bench --svg' bench --svg speed.svg
out_has 'bench --svg: the table as well' '^aes256gcm'
paths=$("$F" selftest | grep -c ' ok ')
[ "$(grep -c '<text class="label' speed.svg)" -eq "$paths" ] &&
    [ "$(grep -c '<text class="name"' speed.svg)" -eq 6 ] && tail -n 1 speed.svg | grep -q '^</svg>$'
verdict $? 'bench --svg: a panel for each primitive, a line for each path'
! grep -n -i -E 'nan|inf[^o]|href|script|url\(' speed.svg
verdict $? 'bench --svg: numbers, and nothing from elsewhere'
if [ -x /usr/bin/xmllint ]; then
    /usr/bin/xmllint --noout speed.svg
    verdict $? 'bench --svg: XML'
elif command -v python3 >/dev/null; then
    python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' speed.svg
    verdict $? 'bench --svg: XML'
else
    skip 'bench --svg: neither xmllint nor python3' 1
fi
grep -q 'role="img" aria-labelledby="t d"' speed.svg && grep -q '<title id="t">' speed.svg &&
    grep -q '^@media (prefers-color-scheme:dark)' speed.svg
verdict $? 'bench --svg: a title for who cannot see it, colours for the dark'
cpu=$(sed -n 's/^model name[^:]*: \([A-Za-z0-9 ]*\).*/\1/p' /proc/cpuinfo 2>/dev/null | head -n 1)
grep -q "<text class=\"dim\".*>$cpu.*; [a-z].*; one thread" speed.svg
verdict $? 'bench --svg: processor and compiler'
cp speed.svg kept.svg
gives 2 'bench --svg: the file exists' bench --svg speed.svg
cmp -s speed.svg kept.svg
verdict $? 'bench --svg: and is as it was'
gives 0 'bench --svg -' bench --svg -
head -n 1 "$O/out" | grep -q '^<svg' && tail -n 1 "$O/out" | grep -q '^</svg>$'
verdict $? 'bench --svg -: only the picture'
gives 3 'bench --svg: no such folder' bench --svg nowhere/speed.svg
if [ -w /dev/full ]; then
    "$F" bench --svg full.svg >/dev/full 2>"$O/err"
    [ $? -eq 3 ] && [ ! -e full.svg ]
    verdict $? 'bench --svg: no picture if the table could not be written'
else
    skip 'there is no /dev/full' 1
fi
gives 2 'bench --svg with --file' bench --svg other.svg --file abc
[ ! -e other.svg ]
verdict $? 'bench --svg with --file: no file'
gives 3 'bench of a missing file' bench --file nowhere
gives 3 'bench of a folder' bench --file names
mkfifo pipe
gives 3 'bench of a pipe' bench --file pipe
gives 2 'bench with an operand' bench abc
if (ulimit -v 20000 && run --version) 2>/dev/null && [ "$(uname)" = Linux ]; then
    dd if=/dev/null of=large bs=1 seek=24000000 2>/dev/null
    (ulimit -v 20000 && run bench --file large)
    [ "$(grep -c 'whole file *n/a: larger than memory' "$O/out")" -eq 4 ]
    verdict $? 'bench of a file larger than memory'
    dd if=/dev/null of=large bs=1 seek=300000000 2>/dev/null
    (ulimit -v 200000 && run hash -j4 large sizes/*)
    verdict $? 'hash in 200 MB of address space'
else
    skip 'memory cannot be limited here' 2
fi
gives 0 'advise' advise sizes/2500000
out_has 'advise: a limit' '2^36 - 32 bytes for one key AND nonce'
out_has 'advise: instructions' 'AES-NI and PCLMULQDQ'
out_has 'advise: murmur' 'NOT for'
[ "$(wc -l <"$O/out")" -le 40 ]
verdict $? 'advise fits on a screen'
for columns in 20 40 80 300; do
    COLUMNS=$columns run advise sizes/2500000
    [ "$(tail -n 5 "$O/out" | grep -c '^  [A-Za-z].* [0-9.]* [a-z]* *#*$')" -eq 5 ] &&
        tail -n 5 "$O/out" | awk -v most="$columns" 'BEGIN { most = most < 40 ? 40 : most > 100 ? 100 : most }
            { long = length > long ? length : long } END { exit !(long == most - 1 || long == most) }'
    verdict $? "advise: bars for $columns columns"
done
if command -v script >/dev/null && script --version 2>/dev/null | grep -q util-linux; then
    for locale in C.UTF-8:5 C:0; do
        LC_ALL=${locale%:*} script -qec "stty cols 60; '$F' advise sizes/2500000" /dev/null \
            </dev/null >"$O/out"
        width=$(tail -n 5 "$O/out" | tr -d '\r' | LC_ALL=C.UTF-8 wc -L)
        [ "$(tail -n 5 "$O/out" | LC_ALL=C grep -c "$(printf '\342\226')")" -eq "${locale#*:}" ] &&
            [ "$width" -ge 59 ] && [ "$width" -le 60 ]
        verdict $? "advise: bars in a terminal, ${locale%:*}"
    done
else
    skip 'advise: no terminal without script of util-linux' 2
fi
gives 0 'advise of an empty file' advise empty
gives 3 'advise: the good file among bad ones' advise --json nowhere abc names empty pipe
json 'advise --json'
err_lines 'advise: a line for each bad one' 3
