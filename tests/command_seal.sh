# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2002,SC2154,SC3045
#
# tests/command_seal.sh: third part of tests/command.sh, which reads it: keygen, encrypt, decrypt,
# verify and info

mkdir "$W/s" && cd "$W/s" || exit 2
umask 022
all=$W/d/all

no_leftovers() {
    [ -z "$(find . -name '.filesec-*')" ]
    verdict $? "$1: a temporary file is left"
}
# flip FILE OFFSET: another byte there
flip() {
    byte=$(od -An -tu1 -j"$2" -N1 "$1")
    put "$1" "$2" "\\$(printf %03o $(((byte + 1) % 256)))"
}
put() { # put FILE OFFSET TEXT: a format of printf
    # shellcheck disable=SC2059
    printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
# refuses CODE NAME TEXT ARGUMENT...: that exit status, TEXT in one line on stderr, no new file,
# and an old file as it was
refuses() {
    want=$1 name=$2 text=$3
    shift 3
    gives "$want" "$name" "$@" --output new
    err_has "$name" "$text"
    err_lines "$name" 1
    [ ! -e new ]
    verdict $? "$name: a new file"
    rm -f new
    echo old >target
    gives "$want" "$name, --force" "$@" --force --output target
    [ "$(cat target)" = old ]
    verdict $? "$name: the old file is changed"
    rm -f target
    no_leftovers "$name"
}

# ---- keygen ----------------------------------------------------------------------------------
gives 0 keygen keygen --output k
[ "$(wc -c <k)" -eq 32 ] && [ "$(find k -perm 600)" = k ]
verdict $? 'a key is 32 bytes that others cannot read'
cp k k.copy
gives 2 'keygen never replaces' keygen --force --output k
same 'keygen never replaces a key' k k.copy
err_lines 'keygen never replaces' 1
run keygen -o k2
cmp -s k k2
verdict $(($? != 1)) 'two keys differ'
gives 2 'keygen without a name' keygen
gives 3 'keygen where no folder is' keygen --output nowhere/k
no_leftovers keygen

# ---- round trips -----------------------------------------------------------------------------
trip() { # trip NAME KEY-OPTION ENCRYPT-OPTION...: file to file
    name=$1 key=$2
    shift 2
    rm -f sealed plain
    gives 0 "encrypt $name" encrypt "$key" --output sealed "$@" in
    gives 0 "verify $name" verify "$key" sealed
    [ ! -s "$O/out" ] && [ ! -s "$O/err" ]
    verdict $? "verify $name is silent"
    gives 0 "decrypt $name" decrypt "$key" --output plain sealed
    same "round trip $name" in plain
}
reader=
if python3 -c 'import cryptography' 2>/dev/null; then reader=$T/container/reader.py; fi
second_reader() { # second_reader NAME KEY [CONTEXT]: does it read the same from sealed?
    if [ -n "$reader" ]; then
        name=$1
        shift
        digest=$("$F" hash in | cut -d' ' -f1)
        [ "$(python3 "$reader" sealed "$@")" = "ok $(($(wc -c <in))) $digest" ]
        verdict $? "the second reader: $name"
    else
        skip 'python3 and cryptography for the second reader' 1
    fi
}
for suite in aes256gcm chacha20poly1305; do
    for size in 0 1 1023 1024 1025 2047 2048 2049 5000; do
        head -c $size "$all" >in
        trip "$suite, 1 KiB chunks, $size bytes" --key-file=k -a $suite --chunk 1K
    done
    second_reader "$suite" k
    for size in 65535 65536 65537 131072 300000; do
        head -c $size "$all" >in
        trip "$suite, $size bytes" --key-file=k -a $suite -j2
    done
    second_reader "$suite, 64 KiB chunks" k
    "$F" info --json sealed | grep -q "\"suite\": \"$suite\", \"chunk_size\": 65536"
    verdict $? "$suite is in the header"
done
for chunk in 1024 4K 1M 16M 16777216; do trip "--chunk $chunk" --key-file=k --chunk $chunk; done
[ "$(wc -c <sealed)" -eq $((160 + 32 + 16 + 300000 + 16)) ]
verdict $? 'length of a container'
for bad in 0 512 1000 1025 3K 32M 1G k '' 1KK -1 99999999999999999999K; do
    gives 2 "--chunk '$bad'" encrypt --key-file k "--chunk=$bad" -o new in
done
FILESEC_PATH=max=portable "$F" encrypt --key-file k --output sealed3 in
"$F" info sealed3 >"$O/out"
out_has 'the default without AES instructions' chacha20poly1305
"$F" encrypt --key-file k in >sealed
cmp -s sealed in
verdict $(($? != 1)) 'sealed is not plain'
"$F" encrypt --key-file k in >sealed2
cmp -s sealed sealed2
verdict $(($? != 1)) 'no two containers are the same'

# ---- pipes -----------------------------------------------------------------------------------
head -c 300000 "$all" >in
"$F" encrypt --key-file k - <in >sealed && "$F" decrypt --key-file k - <sealed | cmp -s - in
verdict $? 'files as standard input and output'
(head -c 100 in; cat in) | (head -c 0; cat) | "$F" encrypt --key-file k - | cat |
    "$F" decrypt --key-file k - | tail -c +101 | cmp -s - in
verdict $? 'pipes both ways'
tail -c +1 in | "$F" encrypt --key-file k - >sealed
gives 0 'verify what came through a pipe' verify --key-file k sealed
mkfifo pipe
cat in >pipe &
gives 0 'a named pipe in' encrypt --key-file k --output piped pipe
cat pipe >plain &
reading=$!
gives 0 'a named pipe out' decrypt --key-file k --output pipe piped
wait $reading
same 'named pipes' in plain
(dd bs=1000 count=1 >/dev/null 2>&1; "$F" encrypt --key-file k - >sealed) <in
tail -c +1001 in >rest
"$F" decrypt --key-file k sealed | cmp -s - rest
verdict $? 'standard input that was read from before'
if [ -r /proc/version ]; then
    "$F" encrypt --key-file k /proc/version | "$F" decrypt --key-file k - | cmp -s - /proc/version
    verdict $? 'a file of /proc'
else
    skip 'no /proc' 1
fi
{ "$F" decrypt --key-file k piped 2>"$O/err"; echo $? >"$O/code"; } | :
[ "$(cat "$O/code")" -eq 3 ]
verdict $? 'a pipe that nobody reads'
err_has 'a pipe that nobody reads' 'standard output'

# ---- key files -------------------------------------------------------------------------------
rm -f sealed
"$F" encrypt --key-file k --output sealed in
od -An -v -tx1 k | tr -d ' \n' >hex
(cat hex; echo) >hex.lf
tr a-f A-F <hex.lf >hex.upper
for key in hex hex.lf hex.upper; do
    "$F" decrypt --key-file $key sealed | cmp -s - in
    verdict $? "a key file of digits: $key"
done
(cat k; echo) >key33
head -c 31 k >key31
(cat hex; echo; echo) >hex.2lf
sed 's/^./g/' hex.lf >hex.g
sed 's/^./ /' hex.lf >hex.space
head -c 63 hex >hex63
: >key0
for key in key33 key31 hex.2lf hex.g hex.space hex63 key0; do
    refuses 2 "a wrong key file: $key" "$key: not a key" decrypt --key-file $key sealed
done
refuses 3 'a missing key file' 'nowhere: No such file' decrypt --key-file nowhere sealed
refuses 3 'a missing file' 'nowhere: No such file' decrypt --key-file k nowhere
refuses 3 'a missing file' 'nowhere: No such file' encrypt --key-file k nowhere
refuses 3 'a folder' ': Is a directory' encrypt --key-file k .
refuses 2 'no key' 'is needed' encrypt in
refuses 2 'no file' 'one IN' encrypt --key-file k
refuses 2 'two files' 'one IN' decrypt --key-file k in in
refuses 2 'two keys' 'only one' decrypt --key-file k --passphrase in
refuses 2 'key and content from stdin' 'standard input' encrypt --key-file - -
printf 'secret\ntext\n' | "$F" encrypt --passphrase-file /dev/stdin - >new 2>"$O/err"
[ $? -eq 2 ] && [ ! -s new ]
verdict $? 'passphrase and content from one pipe'
err_has 'passphrase and content from one pipe' '/dev/stdin: cannot be key and content'
rm -f new
refuses 2 'a KDF for a key file' 'kdf' encrypt --key-file k --kdf pbkdf2 in
refuses 2 'an unknown algorithm' 'aes128' encrypt --key-file k -a aes128 in
refuses 1 'the wrong key' 'sealed: wrong key' decrypt --key-file k2 sealed
gives 1 'the wrong key' verify --key-file k2 sealed
gives 1 'the wrong key' info --key-file k2 sealed
"$F" decrypt --key-file - sealed <k | cmp -s - in
verdict $? 'the key from standard input'

# ---- context ---------------------------------------------------------------------------------
rm -f sealed
gives 0 'encrypt --context' encrypt --key-file k --context 'a b' --key-id 4294967295 -o sealed in
second_reader 'a context' k 'a b'
"$F" decrypt --key-file k --context='a b' sealed | cmp -s - in
verdict $? 'the right context'
refuses 1 'no context' 'another context' decrypt --key-file k sealed
refuses 1 'the wrong context' 'another context' decrypt --key-file k --context a sealed
gives 0 'info --key-id' info sealed
out_has 'info --key-id' '^key id *4294967295'
gives 2 'a key id that is too large' encrypt --key-file k --key-id 4294967296 in

# ---- passphrases -----------------------------------------------------------------------------
printf 'correct horse' >p
printf 'correct horse\n' >p.lf
printf 'correct horse\r\n' >p.crlf
printf 'correct horse\n\n' >p.2lf
head -c 4096 "$all" >p.long
head -c 4097 "$all" >p.longer
rm -f sealed
gives 0 'encrypt with a passphrase' encrypt --passphrase-file p --output sealed in
gives 0 'info of it' info sealed
out_has 'Argon2id' 'Argon2id with 65536 KiB, 3 passes, 4 lanes'
for p in p.lf p.crlf; do
    "$F" decrypt --passphrase-file $p sealed | cmp -s - in
    verdict $? "passphrase: $p"
done
"$F" decrypt --passphrase-file /dev/fd/7 sealed 7<p | cmp -s - in
verdict $? 'a passphrase from a descriptor'
refuses 1 'the wrong passphrase' 'wrong key or passphrase' decrypt --passphrase-file p.2lf sealed
refuses 1 'a key file for a passphrase' 'wrong key: .* passphrase' decrypt --key-file k sealed
rm -f sealed2
gives 0 'PBKDF2' encrypt --passphrase-file p.long --kdf pbkdf2 --output sealed2 in
gives 0 'PBKDF2' verify --passphrase-file p.long sealed2
gives 0 'info of PBKDF2' info --json sealed2
out_has 'PBKDF2' '"kdf": "pbkdf2-hmac-sha512", "kdf_costs": \[600000, 0, 0\]'
gives 1 'a passphrase for a key file' verify --passphrase-file p piped
for p in key0 p.longer; do
    refuses 2 "the passphrase $p" "$p: the passphrase is" encrypt --passphrase-file $p in
done
echo >newline
refuses 2 'a passphrase of a newline' 'the passphrase is empty' encrypt --passphrase-file newline in
refuses 3 'no terminal, no passphrase file' 'nowhere: No such' encrypt --passphrase-file nowhere in
put sealed 16 '\001\000\002\000\001'
refuses 4 'Argon2id over a limit' 'over a limit' decrypt --passphrase-file p sealed
gives 1 'Argon2id, --allow-costs' verify --allow-costs --passphrase-file p sealed
put sealed 16 '\000\000\001\000\021'
refuses 4 'memory times passes over a limit' 'over a limit' decrypt --passphrase-file p sealed
put sealed2 16 '\201\204\036\000'
refuses 4 'PBKDF2 over a limit' 'over a limit: 2000001 ' decrypt --passphrase-file p.long sealed2
# shellcheck source=/dev/null
. "$T/command_seal_files.sh"
# shellcheck source=/dev/null
. "$T/command_salvage.sh"
# shellcheck source=/dev/null
. "$T/command_tree.sh"
