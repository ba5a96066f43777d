# SPDX-License-Identifier: 0BSD
#
# files.gp: jobs with files, ours and the peer's; for plots.sh, which sets machine, rows, data, out
set terminal svg size 860,(110 + 38 * rows) font "system-ui,sans-serif,13" linewidth 1
set output out
set datafile separator "\t"
set lmargin 26
set rmargin 4
set tmargin 5
set bmargin 3
set label 1 "Jobs with files, wall clock: filesec and, below it, the other program" at graph -0.33, screen (1 - 26.0 / (110 + 38 * rows)) left font ",17"
set label 2 machine at graph -0.33, screen (1 - 48.0 / (110 + 38 * rows)) left font ",11" textcolor rgb "#59636e"
set label 3 "1 GiB, or trees of small files (-r, 600kB, 4kB); in memory unless it says disk; medians of 5" at graph -0.33, screen (1 - 66.0 / (110 + 38 * rows)) left font ",11" textcolor rgb "#59636e"
set border 1 linecolor rgb "#59636e"
set yrange [rows - 0.4:-0.6]
set xrange [0.05:*]
set logscale x 10
set xlabel "seconds, logarithmic" offset 0, 0.5
set format x "%g"
set xtics nomirror
set mxtics
set grid xtics mxtics linecolor rgb "#d8dee4" linetype 1 linewidth 0.5, linecolor rgb "#d8dee4" linetype 1 linewidth 0.5
set ytics scale 0
unset key
set style fill solid 1 noborder
plot data using 3:0:(0.05):3:($0 - 0.36):($0 - 0.02):ytic(1) with boxxyerror linecolor rgb "#0060a8", \
    data using 4:0:(0.05):4:($0 + 0.02):($0 + 0.36) with boxxyerror linecolor rgb "#b93c0a", \
    data using 3:($0 - 0.19):(sprintf("filesec %.2f", $3)) with labels left offset 0.6, 0 textcolor rgb "#0060a8" font ",11", \
    data using 4:($0 + 0.19):(sprintf("%s %.2f", strcol(2), $4)) with labels left offset 0.6, 0 textcolor rgb "#b93c0a" font ",11"
