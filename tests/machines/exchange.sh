#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tests/machines/exchange.sh FOLDER HERE THERE: do two builds of the command understand each other?
#
# HERE and THERE are commands (with an emulator before it, if it is for another machine). What one
# seals the other opens: the content, its time and its mode come back, a damaged byte is noticed,
# and both read the same out of the header. Lists of digests are checked by the other one, too.
# FOLDER is empty. Exit status 0, or 1 at the first difference.
work=$1 here=$2 there=$3
set -e
umask 022

# shellcheck disable=SC2086 # both are a command with arguments
seal_and_open() { # seal_and_open SEALER OPENER KEY-OPTION OPTIONS...
    sealer=$1 opener=$2 key=$3
    shift 3
    rm -f sealed out
    $sealer encrypt "$key" "$@" -o sealed in
    for options in '' --json "$key"; do
        $here info $options sealed > info1
        $there info $options sealed > info2
        cmp info1 info2
    done
    $opener decrypt "$key" -o out sealed
    cmp in out
    [ "$(stat -c '%Y %a %s' in)" = "$(stat -c '%Y %a %s' out)" ]
    # The lowest bit of the byte in the middle.
    size=$(stat -c %s sealed)
    byte=$(od -A n -t u1 -j $((size / 2)) -N 1 sealed)
    # shellcheck disable=SC2059
    printf "\\$(printf '%o' $((byte ^ 1)))" |
        dd of=sealed bs=1 seek=$((size / 2)) conv=notrunc 2> dd.txt
    if $opener decrypt "$key" -o out2 sealed 2> said; then return 1; fi
    grep 'is damaged' said
}

cd "$work"
$here keygen -o key
echo 'a passphrase' > words
head -c 200001 /dev/urandom > in
touch -d '2041-02-03 04:05:06.789' in
chmod 640 in
for algorithm in aes256gcm chacha20poly1305; do
    for chunk in 1K 64K; do
        seal_and_open "$here" "$there" --key-file=key -a $algorithm --chunk=$chunk --key-id=258
        seal_and_open "$there" "$here" --key-file=key -a $algorithm --chunk=$chunk --key-id=258
    done
done

# The key from a passphrase by argon2id: once, it takes seconds in an emulator.
rm sealed out
$here encrypt --passphrase-file=words -o sealed in
$there decrypt --passphrase-file=words -o out sealed
cmp in out

for algorithm in sha512 sha512-verity murmur3-x64-128 murmur3-x86-128 murmur3-x86-32; do
    $here hash -a $algorithm --tag in > list
    $there check list
    $there hash -a $algorithm --tag in > list2
    cmp list list2
done
