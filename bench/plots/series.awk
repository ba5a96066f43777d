# SPDX-License-Identifier: 0BSD
#
# series.awk: for plots.sh, which sets operation and folder: from PEERS.csv and BENCH.csv, in this
# order, a file of sizes and GB/s for each line of a picture. Prints: GB/s at the greatest size,
# kind, name; and last the path that runs by default.
#
# Times are compared within one run only (bench/results/README.md). So filesec and the peers are
# from PEERS.csv, where they take turns, and another path of ours stands where its ratio to
# filesec in BENCH.csv puts it. A library with several interfaces is drawn by its fastest one.

function library(name) {
    if (name ~ /^libcrypto|^SHA512\(\)$/)
        return "libcrypto"
    return name ~ /^ipsec-mb/ ? "ipsec-mb" : name
}

function note(name, kind, size, value) {
    if (!(name in kinds))
        names[++count] = name
    kinds[name] = kind
    if (!((name, size) in rate) || value > rate[name, size])
        rate[name, size] = value
}

function keep_size(size,    i) {
    for (i = sizes; i > 0 && size_at[i] > size; i--)
        size_at[i + 1] = size_at[i]
    size_at[i + 1] = size
    sizes++
}

FNR == 1 { files++ }
{ gsub(/"/, "") }
$1 != operation || $4 + 0 <= 0 { next }
files == 1 && $2 == "throughput" {
    ours[$4] = $7 / $8
    note(library($15), "peer", $4, $7 / $16)
}
files == 2 && $2 == "default" {
    usual[$4] = $7 / $8
    keep_size($4 + 0)
}
files == 2 && $2 != "default" {
    if (!($2 in is_path))
        paths[++path_count] = $2
    is_path[$2] = 1
    path[$2, $4] = $7 / $8
    if ($3 == 1)
        in_use = $2
}
END {
    if (sizes == 0 || in_use == "") {
        print "series.awk: no " operation > "/dev/stderr"
        exit 1
    }
    for (i = 1; i <= sizes; i++) {
        size = size_at[i]
        if (!(size in ours))
            ours[size] = usual[size]
        note("filesec", "default", size, ours[size])
    }
    for (p = 1; p <= path_count; p++) {
        # The path in use is filesec, unless short messages take a way of their own.
        differs = paths[p] != in_use
        for (i = 1; i <= sizes; i++) {
            ratio = path[paths[p], size_at[i]] / usual[size_at[i]]
            differs = differs || ratio < 0.95 || ratio > 1.05
        }
        for (i = 1; differs && i <= sizes; i++) {
            size = size_at[i]
            note(paths[p], "ours", size, ours[size] * path[paths[p], size] / usual[size])
        }
    }
    for (n = 1; n <= count; n++)
        for (i = 1; i <= sizes; i++)
            if ((names[n], size_at[i]) in rate) {
                printf "%d %.5g\n", size_at[i], rate[names[n], size_at[i]] > (folder "/" names[n])
                if (i == sizes)
                    printf "%.5g %s %s\n", rate[names[n], size_at[i]], kinds[names[n]], names[n]
            }
    print in_use > (folder "/in-use")
}
