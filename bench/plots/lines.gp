# SPDX-License-Identifier: 0BSD
#
# lines.gp: throughput by size; for plots.sh, which sets title, machine, folder and out
set terminal svg size 860,500 font "system-ui,sans-serif,13" linewidth 1.4
set output out
ours = "#0060a8 #0e7490 #04704f #6d28d9 #8a5a00 #4b5563 #374151"
peers = "#b93c0a #9d174d #a16207 #7c2d12"

list = system("cat ".folder."/order")
n = words(list) / 3
set lmargin 9
set rmargin 24
set tmargin 5
set bmargin 3.5
set label 1 title at graph 0, screen 0.945 left font ",17" noenhanced
set label 2 machine at graph 0, screen 0.893 left font ",11" textcolor rgb "#59636e"
set logscale x 2
set logscale y 10
set xrange [16:1048576]
set yrange [*:*]
set xtics ("16 B" 16, "64 B" 64, "256 B" 256, "1 KiB" 1024, "8 KiB" 8192, "1 MiB" 1048576, "" 16384, "64 KiB" 65536)
set ylabel "GB/s" offset 1.5
set format y "%g"
set border 3 linecolor rgb "#59636e"
set tics nomirror
set grid xtics ytics mytics linecolor rgb "#d8dee4" linetype 1 linewidth 0.5, linecolor rgb "#d8dee4" linewidth 0.5 linetype 1
unset key

# The greatest value first: a label goes down until it is free of the one above.
stats folder."/".word(list, 3) using 2 nooutput
top = real(word(list, 1))
bottom = top
do for [i = 1:n] {
    stats folder."/".word(list, 3 * i) using 2 nooutput
    bottom = STATS_min < bottom ? STATS_min : bottom
    top = STATS_max > top ? STATS_max : top
}
low = 10 ** (floor(log10(bottom) * 2) / 2.0)
high = 10 ** (ceil(log10(top) * 4) / 4.0)
set yrange [low:high]
place(v) = (log10(v) - log10(low)) / (log10(high) - log10(low))
last = 2.0
first_ours = 0
first_peer = 0
do for [i = 1:n] {
    kind = word(list, 3 * i - 1)
    name = word(list, 3 * i)
    at = place(real(word(list, 3 * i - 2)))
    at = at > last - 0.055 ? last - 0.055 : at
    last = at
    if (kind eq "default") {
        colour = "#1f2328"
        look = "linewidth 4 dashtype 1 pointtype 7"
    }
    if (kind eq "ours") {
        first_ours = first_ours + 1
        colour = word(ours, first_ours)
        look = "linewidth 1.6 dashtype 1 pointtype 7"
    }
    if (kind eq "peer") {
        first_peer = first_peer + 1
        colour = word(peers, first_peer)
        look = "linewidth 1.4 dashtype 2 pointtype 5"
    }
    eval sprintf("set style line %d linecolor rgb '%s' %s pointsize 0.4", i, colour, look)
    tag = 10 + i
    set label tag name at graph 1.02, graph at left textcolor rgb colour noenhanced
}
plot for [i = 1:n] folder."/".word(list, 3 * i) using 1:2 with linespoints linestyle i
