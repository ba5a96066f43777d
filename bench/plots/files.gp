# SPDX-License-Identifier: 0BSD
#
# files.gp: jobs with files, ours and the peer's; for plots.sh, which sets machine, rounds, rows,
# data and out. The axis begins at 0 and the peer is 1, so that lengths can be compared.
height = 130 + 38 * rows
set terminal svg size 860,height font "system-ui,sans-serif,13" linewidth 1
set output out
set datafile separator "\t"
set lmargin 27
set rmargin 4
set tmargin 6
set bmargin 3
dim = "#59636e"
ours = "#0060a8"
peer = "#b93c0a"
above(y) = 1 - y / height
set label 1 "Jobs with files: time through that of the other program" at screen 0.05, screen above(26.0) left font ",17" noenhanced
set label 2 machine at screen 0.05, screen above(48.0) left font ",11" textcolor rgb dim noenhanced
set label 3 "1 GiB, or many files of 600 kB or 4 kB; in memory unless it says disk. Shorter than 1: filesec is faster" at screen 0.05, screen above(65.0) left font ",11" textcolor rgb dim noenhanced
set label 4 "bar: median of the ratios of ".rounds." rounds, line: their quartiles; seconds: medians of wall clock" at screen 0.05, screen above(82.0) left font ",11" textcolor rgb dim noenhanced
set border 1 linecolor rgb dim
set yrange [rows - 0.4:-0.6]
set xrange [0:most]
set xtics 0.25 nomirror
set format x "%g"
set xlabel "wall clock, the other program = 1" offset 0, 0.4 textcolor rgb dim
set grid xtics linecolor rgb "#d8dee4" linetype 1 linewidth 0.5
set ytics scale 0
unset key
set style fill solid 1 noborder
# No label crosses the line at 1.
behind(end) = end > 0.74 && end < 1 ? 1 : end
set arrow 1 from 1, graph 0 to 1, graph 1 nohead linecolor rgb peer linewidth 0.8 dashtype 2
plot data using 5:0:(0):5:($0 - 0.36):($0 - 0.02):ytic(1) with boxxyerror linecolor rgb ours, \
    data using (1):0:(0):(1):($0 + 0.02):($0 + 0.36) with boxxyerror linecolor rgb peer, \
    data using 5:($0 - 0.19):6:7 with xerrorbars linecolor rgb dim linewidth 1.6 pointtype 7 pointsize 0.01, \
    data using (behind($7 > $5 ? $7 : $5)):($0 - 0.19):(sprintf("filesec %.2f s", $3)) with labels left offset 0.6, 0 textcolor rgb ours font ",11", \
    data using (1):($0 + 0.19):(sprintf("%s %.2f s", strcol(2), $4)) with labels left offset 0.6, 0 textcolor rgb peer font ",11"
