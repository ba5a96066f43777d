# SPDX-License-Identifier: 0BSD
#
# tools/coverage.awk: what all builds of tools/check_coverage.sh counted, by line and branch of
# each fragment. Exit status 1 if a line is neither covered nor explained, or an explanation is
# stale.
#
#   awk -v out=FOLDER -f tools/coverage.awk kind=explained FILE kind=map DEV-HEADER
#       kind=lcov FILE kind=active PREPROCESSED ... kind=source FRAGMENT...
#
# A build gives three files: its header with #line directives, which says where a line of the
# header comes from; the counts; and the preprocessed source, which says what was compiled at
# all. A line that no build compiles (#if for another compiler) is to be explained, too.

function trim(s) {
    gsub(/^[ \t]+|[ \t]+$/, "", s)
    return s
}

# The line without comments; in_comment goes on to the next line.
function code_of(s,    at, result) {
    result = ""
    while (s != "") {
        if (in_comment) {
            at = index(s, "*/")
            if (at == 0)
                return result
            s = substr(s, at + 2)
            in_comment = 0
        } else {
            at = index(s, "/*")
            if (at == 0)
                return result s
            result = result substr(s, 1, at - 1)
            s = substr(s, at + 2)
            in_comment = 1
        }
    }
    return result
}

FNR == 1 {
    fragment = FILENAME
    sub(/^src_impl\//, "", fragment)
    in_comment = depth = directive = 0
    in_function = ""
    mine = 0
}

# ---- explanations: fragment | line | why ----------------------------------------------------

kind == "explained" && /^[^#]/ {
    if (split($0, field, / \| /) != 3) {
        print FILENAME ":" FNR ": not of the form: fragment | line | why"
        bad = 1
    }
    nexplained++
    place[nexplained] = FILENAME ":" FNR
    number[trim(field[1]), trim(field[2])] = nexplained
    reason[nexplained] = field[3]
}

# ---- what a build says -----------------------------------------------------------------------

kind == "map" && FNR == 1 { split("", from); split("", nth) }
kind == "map" && /^#line / {
    source = $3
    gsub(/"|src_impl\//, "", source)
    at = $2
    next
}
kind == "map" { from[FNR] = source; nth[FNR] = at++ }

kind == "lcov" && /^SF:/ { mine = /dev\/filesec\.h$/ }
kind == "lcov" && mine && /^DA:/ {
    split(substr($0, 4), field, ",")
    key = from[field[1]] SUBSEP nth[field[1]]
    if (!(key in count) || count[key] < field[2] + 0)
        count[key] = field[2] + 0
}
# A branch that a build never got to is "-".
kind == "lcov" && mine && /^BRDA:/ {
    split(substr($0, 6), field, ",")
    key = from[field[1]] SUBSEP nth[field[1]]
    side = key SUBSEP field[2] SUBSEP field[3]
    if (!(side in taken)) {
        taken[side] = 0
        sides[key]++
    }
    if (field[4] != "-" && field[4] > 0 && !taken[side]) {
        taken[side] = 1
        sides_taken[key]++
    }
}

kind == "active" && /^# [0-9]+ "/ {
    at = $2
    source = $3
    mine = source ~ /^"src_impl\//
    gsub(/"|src_impl\//, "", source)
    next
}
kind == "active" { if (mine && $0 != "") active[source, at] = 1; at++ }

# ---- fragments -------------------------------------------------------------------------------

# How an explanation names what stands in a branch of #if: "#if X", "#elif Y", "#else of #if X".
function follow_conditions(text,    line) {
    line = trim(text)
    sub(/^# */, "#", line)
    if (line ~ /^#if/)
        label[++depth] = first[depth] = line
    else if (line ~ /^#elif/)
        label[depth] = line
    else if (line ~ /^#else/)
        label[depth] = "#else of " first[depth]
    else if (line ~ /^#endif/)
        depth--
}

# Is there an explanation by that name, by the function, or for the whole fragment?
function explain(name) {
    if (!((fragment, name) in number))
        name = in_function
    if (!((fragment, name) in number))
        name = "*"
    if (!((fragment, name) in number))
        return 0
    used[number[fragment, name]]++
    return 1
}

function annotate(sign, text) {
    printf "%11s|%s\n", sign, text > annotated
}

kind == "source" && FNR == 1 {
    annotated = fragment
    gsub(/\//, "_", annotated)
    annotated = out "/" annotated ".txt"
    printf "" > annotated
    fragments[++nfragments] = fragment
}
kind == "source" {
    code = trim(code_of($0))
    key = fragment SUBSEP FNR
    starts = !directive && code ~ /^#/
    if (starts) {
        is_define = code ~ /^# *define/
        follow_conditions(code)
    }
    if ($0 ~ /^}/)
        in_function = ""
    else if (match($0, /^([A-Za-z].*[ *])?filesec_[a-z0-9_]*\(/)) {
        in_function = substr($0, RSTART, RLENGTH)
        sub(/.*[ *]/, "", in_function)
        in_function = in_function ")"
    }
    was_directive = starts || directive
    directive = was_directive && code ~ /\\$/
    if (code == "" || code ~ /^[{};]*$/ || (was_directive && !is_define)) {
        annotate("", $0)
        next
    }
    if (key in count) {
        lines[fragment]++
        if (count[key] > 0)
            covered[fragment]++
        branches[fragment] += sides[key]
        branches_taken[fragment] += sides_taken[key]
        if (sides[key] > sides_taken[key])
            print fragment ":" FNR ": " sides_taken[key] + 0 " of " sides[key] " taken: " code \
                > (out "/branches.txt")
    }
    if (!(key in count) && (was_directive || (key in active))) {
        annotate("", $0) # a declaration
    } else if (!(key in count)) {
        if (depth > 0 && explain(label[depth])) {
            unbuilt[fragment]++
            annotate("not built", $0)
        } else {
            problem[++nproblems] = fragment ":" FNR ": compiled in no build: " code
            annotate("NOT BUILT", $0)
        }
    } else if (count[key] > 0) {
        annotate(count[key], $0)
    } else if (explain(code)) {
        explained[fragment]++
        annotate("explained", $0)
    } else {
        problem[++nproblems] = fragment ":" FNR ": not covered: " code
        annotate("NOT COVERED", $0)
    }
}

# ---- the sum ---------------------------------------------------------------------------------

function row(name, nlines, ncovered, nexplained, nbuilt, nbranches, ntaken) {
    printf "%-42s %5d %7d %9d %9d  %9.9s %6.6s\n", name, nlines, ncovered, nexplained, nbuilt, \
        ntaken "/" nbranches, nbranches ? sprintf("%.1f%%", 100 * ntaken / nbranches) : "" \
        > summary
}

END {
    summary = out "/summary.txt"
    printf "%-42s %5s %7s %9s %9s  %9s\n", "fragment", "lines", "covered", "explained", \
        "not built", "branches" > summary
    for (i = 1; i <= nfragments; i++) {
        f = fragments[i]
        if (!lines[f] && !unbuilt[f])
            continue
        row(f, lines[f], covered[f], explained[f], unbuilt[f], branches[f], branches_taken[f])
        t1 += lines[f]; t2 += covered[f]; t3 += explained[f]; t4 += unbuilt[f]
        t5 += branches[f]; t6 += branches_taken[f]
    }
    row("all", t1, t2, t3, t4, t5, t6)
    for (i = 1; i <= nexplained; i++)
        if (!used[i] && reason[i] !~ /^CPU:/)
            problem[++nproblems] = place[i] ": stale: no such line is left uncovered"
    for (i = 1; i <= nproblems; i++)
        print problem[i]
    exit bad || nproblems != 0 || t1 == 0
}
