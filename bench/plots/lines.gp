# SPDX-License-Identifier: 0BSD
#
# lines.gp: throughput by size; for plots.sh, which sets title, machine, used, folder and out
set terminal svg size 860,520 font "system-ui,sans-serif,13" linewidth 1.4
set output out
# A colour, a point type and, for peers, dashes: no two lines differ in their colour alone.
ours = "#0e7490 #04704f #6d28d9 #8a5a00 #4b5563 #374151"
ours_points = "5 9 13 11 15 7"
peers = "#b93c0a #9d174d #a16207 #7c2d12"
peers_points = "6 4 8 12"
peers_dashes = "2 4 5 3"

list = system("cat ".folder."/order")
n = words(list) / 3
set lmargin 9
set rmargin 24
set tmargin 6.5
set bmargin 3
dim = "#59636e"
set label 1 title at graph 0, screen 0.950 left font ",17" noenhanced
set label 2 machine at graph 0, screen 0.905 left font ",11" textcolor rgb dim noenhanced
set label 3 "thick: filesec, here by its path ".used."; thin: its other paths, by their ratio to it in a second run" at graph 0, screen 0.870 left font ",11" textcolor rgb dim noenhanced
set label 4 "dashed, open marks: others, in turn with filesec; of a library its fastest interface" at graph 0, screen 0.835 left font ",11" textcolor rgb dim noenhanced

bottom = 1e9
top = 0
largest = 0
do for [i = 1:n] {
    stats folder."/".word(list, 3 * i) using 1:2 nooutput
    bottom = STATS_min_y < bottom ? STATS_min_y : bottom
    top = STATS_max_y > top ? STATS_max_y : top
    largest = STATS_max_x > largest ? STATS_max_x : largest
}
# The edges and the marks are 1, 2 or 5 times a power of ten.
low = 10 ** floor(log10(bottom))
low = 5 * low <= bottom ? 5 * low : 2 * low <= bottom ? 2 * low : low
high = 10 ** floor(log10(top))
high = high >= top ? high : 2 * high >= top ? 2 * high : 5 * high >= top ? 5 * high : 10 * high
set logscale x 2
set logscale y 10
set xrange [16:largest * 1.0001] # so that rounding leaves the last mark inside
set yrange [low:high]
# Where the axis goes on to 1 MiB there is no room for 16 KiB beside 8 KiB.
beside = largest > 16384 ? "" : "16 KiB"
set xtics ("16 B" 16, "64 B" 64, "256 B" 256, "1 KiB" 1024, "8 KiB" 8192, beside 16384, "64 KiB" 65536, "1 MiB" 1048576)
set xlabel "size of a message" offset 0, 0.4 textcolor rgb dim
set ylabel "GB/s" offset 1.5 textcolor rgb dim
set ytics (0.001)
do for [e = -3:2] {
    do for [m in "1 2 5"] {
        value = real(m) * 10.0 ** e
        set ytics add (sprintf("%g", value) value)
    }
}
set border 3 linecolor rgb dim
set tics nomirror scale 0.5
set grid xtics ytics linecolor rgb "#d8dee4" linetype 1 linewidth 0.5
unset key

# The greatest value first: a label goes down until it is free of the one above.
place(v) = (log10(v) - log10(low)) / (log10(high) - log10(low))
last = 2.0
first_ours = 0
first_peer = 0
do for [i = 1:n] {
    kind = word(list, 3 * i - 1)
    name = word(list, 3 * i)
    end = place(real(word(list, 3 * i - 2)))
    at = end > last - 0.05 ? last - 0.05 : end
    last = at
    if (kind eq "default") {
        colour = "#0060a8"
        look = "linewidth 3 dashtype 1 pointtype 7"
        name = "filesec"
    }
    if (kind eq "ours") {
        first_ours = first_ours + 1
        colour = word(ours, first_ours)
        name = name eq used ? name.", forced" : name
        look = "linewidth 1.2 dashtype 1 pointtype ".word(ours_points, first_ours)
    }
    if (kind eq "peer") {
        first_peer = first_peer + 1
        colour = word(peers, first_peer)
        look = sprintf("linewidth 1.2 dashtype %s pointtype %s", word(peers_dashes, first_peer), word(peers_points, first_peer))
    }
    eval sprintf("set style line %d linecolor rgb '%s' %s pointsize 0.55", i, colour, look)
    tag = 10 + i
    set arrow tag from graph 1.006, graph end to graph 1.030, graph at nohead linecolor rgb colour linewidth 0.6
    set label tag name at graph 1.036, graph at left textcolor rgb colour noenhanced
}
plot for [i = 1:n] folder."/".word(list, 3 * i) using 1:2 with linespoints linestyle i
