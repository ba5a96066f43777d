# SPDX-License-Identifier: 0BSD
#
# colours.awk: makes gnuplot's SVG readable on a dark page as well, where the reader's system asks
# for one; and drops tabs, blanks at ends of lines and empty groups

function add(light, dark) {
    # Of lines and of text gnuplot writes the same colour in two ways.
    shade[++shades] = sprintf("rgb(%3d, %3d, %3d)", hex(light, 1), hex(light, 3), hex(light, 5))
    other[shades] = dark
    shade[++shades] = sprintf("rgb(%d,%d,%d)", hex(light, 1), hex(light, 3), hex(light, 5))
    other[shades] = dark
}

function hex(text, at,    digits) {
    digits = "0123456789abcdef"
    return 16 * (index(digits, substr(text, at, 1)) - 1) + index(digits, substr(text, at + 1, 1)) - 1
}

function plain(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    return text
}

function rules(    i, k, kind) {
    split("stroke fill color", kind, " ")
    print "<style>"
    print ".bg{fill:#fff}"
    print "@media (prefers-color-scheme:dark){"
    print ".bg{fill:#0d1117}"
    print "[stroke=black]{stroke:#e6edf3}[fill=black]{fill:#e6edf3}[color=black]{color:#e6edf3}"
    for (i = 1; i <= shades; i++)
        for (k = 1; k <= 3; k++)
            printf "[%s='%s']{%s:#%s}%s", kind[k], shade[i], kind[k], other[i], k == 3 ? "\n" : ""
    print "}"
    print "</style>"
}

BEGIN {
    add("59636e", "9aa4af") # text that is less important, axes
    add("d8dee4", "2b323b") # grid
    add("0060a8", "5bb0ff") # ours
    add("0e7490", "5cd6e6")
    add("04704f", "4ade9f")
    add("6d28d9", "b79cff")
    add("8a5a00", "e3b341")
    add("4b5563", "b8c0cc")
    add("374151", "d5dbe3")
    add("b93c0a", "ff9a5c") # peers
    add("9d174d", "ff86b8")
    add("a16207", "f2cc60")
    add("7c2d12", "ffb59b")
}
{
    gsub(/\t/, " ")
    sub(/ +$/, "")
}
/^$/ { next }
/^<\?xml/ {
    print
    print "<!-- SPDX-License-Identifier: 0BSD -->"
    next
}
/^<title>/ {
    print "<title>" plain(name) "</title>"
    print "<desc>" plain(about) "</desc>"
    next
}
/^<desc>/ { next }
/^<svg$/ { $0 = "<svg role=\"img\"" }
/^<rect x="0" y="0"/ {
    sub(/fill="none"/, "class=\"bg\"")
    print
    next
}
/^<g id="gnuplot_canvas">/ { rules() }
# <g ...> and </g> with nothing between
/^<g fill/ {
    if (held != "")
        print held
    held = $0
    next
}
/^<\/g>$/ && held != "" {
    held = ""
    next
}
{
    if (held != "")
        print held
    held = ""
    print
}
