#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# bench/plots/plots.sh RESULTS FOLDER [MACHINE]: pictures of a machine, by gnuplot, from RESULTS-bench.csv,
# RESULTS-peers.csv and RESULTS-files.csv to FOLDER/*.svg. The same files give the same bytes.
#
# gnuplot draws in the colours of plot.gp; colours.awk adds what they are in the dark.
set -eu
export LC_ALL=C
results=$1 out=$2 machine=${3:-}
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

# A CSV file of ours has commas in its last columns only.
machine=$(awk -F , -v name="$machine" 'NR == 2 { gsub(/"/, "")
    print name (name == "" ? "" : ": ") $(NF - 2) ", " $NF ", filesec " $(NF - 3) }' "$results-bench.csv")

# lines NAME TITLE OPERATION: a file of sizes and GB/s for each path of ours and each peer
lines() {
    name=$1 title=$2 operation=$3
    mkdir "$work/$name"
    awk -F , -v operation="\"$operation\"" -v folder="$work/$name" '
        $1 == operation && $4 > 0 {
            gsub(/"/, "")
            sub(/^default$/, "filesec", $2)
            if (!($2 in seen))
                printf "%d %s %s\n", 100 + ++n, $2 == "filesec" ? "default" : "ours", $2 > (folder "/list")
            seen[$2] = 1
            print $4, $11 / 1000 > (folder "/" $2)
        }' "$results-bench.csv"
    awk -F , -v operation="\"$operation\"" -v folder="$work/$name" '
        $1 == operation && $4 > 0 {
            gsub(/"/, "")
            if ($15 == "libcrypto-low" || $15 == "SHA512()" || $15 == "ipsec-mb-job")
                next
            if (!($15 in seen))
                printf "%d peer %s\n", 200 + ++n, $15 > (folder "/list-of-peers")
            seen[$15] = 1
            print $4, $7 / $16 > (folder "/" $15)
        }' "$results-peers.csv"
    cat "$work/$name/list" "$work/$name/list-of-peers" > "$work/$name/all"
    # Labels at the ends of the lines, none on another: from the greatest value down.
    while read -r _ kind series; do
        printf '%s %s %s\n' "$(sort -n "$work/$name/$series" | tail -n 1 | cut -d ' ' -f 2)" "$kind" "$series"
    done < "$work/$name/all" | sort -g -r > "$work/$name/order"
    gnuplot -e "title='$title'; machine='$machine'; folder='$work/$name'; out='$work/$name.svg'" \
        "$here/lines.gp"
    awk -v name="$title" -f "$here/colours.awk" "$work/$name.svg" > "$out/$name.svg"
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
        printf "%s\t%s\t%.4f\t%.4f\n", job, beside, $6, $12
}' "$results-files.csv" > "$work/files"
rows=$(wc -l < "$work/files")
gnuplot -e "machine='$machine'; rows=$rows; data='$work/files'; out='$work/files.svg'" "$here/files.gp"
awk -v name="Jobs with files" -f "$here/colours.awk" "$work/files.svg" > "$out/files.svg"
