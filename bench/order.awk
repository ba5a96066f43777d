# SPDX-License-Identifier: 0BSD
#
# bench/order.awk: reads the CSV of bench; is the default ever slower than one of the paths? Prints
# each operation and size where it is, by more than 3 %.

BEGIN { FS = "," }
{ gsub(/"/, "") }
/^operation,/ { for (i = 1; i <= NF; i++) column[$i] = i; next }
/^#/ || NF < 8 { next }
{
    cell = $column["operation"] " at " $column["size"]
    ns = $column["ns"]
    if ($column["path"] == "default") usual[cell] = ns
    else if (!(cell in best) || ns < best[cell]) { best[cell] = ns; name[cell] = $column["path"] }
}
END {
    for (cell in usual) {
        cells++
        if (usual[cell] > 1.03 * best[cell]) {
            slower++
            printf "%s: the default takes %.1f ns, %s %.1f (%.2f)\n", cell, usual[cell],
                name[cell], best[cell], usual[cell] / best[cell] | "sort"
        }
    }
    close("sort")
    printf "%d cells, in %d of them a path is quicker than the default\n", cells, slower
}
