#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# bench/plots/plots.sh RESULTS FOLDER [MACHINE]: pictures of a machine, by gnuplot, from
# RESULTS-bench.csv, RESULTS-peers.csv and RESULTS-files.csv to FOLDER/*.svg. The same files give
# the same bytes, with one version of gnuplot: what is committed is from 5.4, as in Debian 12.
#
# gnuplot draws in the colours of a light page; colours.awk adds what they are in the dark.
set -eu
export LC_ALL=C
results=$1 out=$2 machine=${3:-}
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out" "$work/done"

# A CSV file of ours has commas in its last columns only.
machine=$(awk -F , -v name="$machine" 'NR == 2 { gsub(/"/, "")
    print name (name == "" ? "" : ": ") $(NF - 2) ", " $NF ", filesec " $(NF - 3) }' "$results-bench.csv")

finished() { # finished NAME TITLE DESCRIPTION
    awk -v name="$2" -v about="$3; on $machine" -f "$here/colours.awk" "$work/$1.svg" \
        > "$work/done/$1.svg"
}

lines() { # lines NAME TITLE OPERATION
    folder=$work/$1
    mkdir "$folder"
    awk -F , -v operation="$3" -v folder="$folder" -f "$here/series.awk" \
        "$results-peers.csv" "$results-bench.csv" > "$folder/unsorted"
    sort -g -r "$folder/unsorted" > "$folder/order"
    gnuplot -e "title='$2'; machine='$machine'; used='$(cat "$folder/in-use")'" \
        -e "folder='$folder'; out='$work/$1.svg'" "$here/lines.gp"
    finished "$1" "$2" "Throughput by size of a message, a line for each path and each peer"
}

lines aes256gcm "AES-256-GCM, seal, 13 bytes of AAD" aes256gcm_seal_aad13
lines chacha20poly1305 "ChaCha20-Poly1305, seal, 13 bytes of AAD" chacha20poly1305_seal_aad13
lines sha512 "SHA-512, one message" sha512
lines sha512_many "SHA-512, 62 messages at once" sha512_many_62
lines murmur3 "MurmurHash3 x64_128" murmur3_x64_128

# Bars: ours and the peer, of each job with files as they are (not of the loops in memory).
awk -F , 'NR > 1 && $1 !~ /^"loop/ {
    gsub(/"/, "")
    split($11, peer, " ")
    beside = peer[1] (peer[1] == "cp" && peer[2] == "-r" ? " -r" : "") (peer[1] == "openssl" ? " " peer[2] : "")
    job = $1 ($2 == "disk+sync" ? ", disk" : "")
    if ($6 + 0 > 0 && $12 + 0 > 0)
        printf "%s\t%s\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\n", job, beside, $6, $12, $17, $18, $19
}' "$results-files.csv" > "$work/bars"
rows=$(wc -l < "$work/bars")
# Room for the longest bar and what is written behind it.
most=$(awk -F '\t' '{ end = $7 > $5 ? $7 : $5; most = end > most ? end : most }
    END { printf "%.2f", (most < 1 ? 1 : most) + 0.4 }' "$work/bars")
rounds=$(awk -F , 'NR == 2 { print $22 }' "$results-files.csv")
gnuplot -e "machine='$machine'; rounds='$rounds'; rows=$rows; most=$most" \
    -e "data='$work/bars'; out='$work/files.svg'" "$here/files.gp"
finished files "Jobs with files" "Wall clock of each job through that of another program"

# All or none.
cp "$work"/done/*.svg "$out"
