#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_docs.sh: the manual pages are well-formed; every public name is described; links lead
# somewhere; what is quoted stands in the file it is from.
. tools/check_lib.sh
need mandoc

pages="$(ls ./*.md docs/*.md packaging/*.md examples/*.md examples/*/README.md bench/results/*.md 2> /dev/null)"
step "mandoc finds nothing in docs/filesec.1 and docs/filesec.3" "
faults=\$(mandoc -Tlint docs/filesec.1 docs/filesec.3 2>&1); echo \"\$faults\"; [ -z \"\$faults\" ]"

# Functions, types, statuses and constants of the public part; FILESEC__ is private.
sed -n '/^#ifndef FILESEC_H$/,/^#endif \/\* FILESEC_H \*\//p' filesec.h |
    grep -v '^ [*]' | grep -o -E '\<(filesec_[a-z0-9_]+[(]|FILESEC_[A-Z0-9_]+|filesec_[a-z0-9_]+(_state|_key|_info|_params);)' |
    grep -v -E '__|_small|^FILESEC_(H|API|MUST_CHECK|STATIC|IMPLEMENTATION)$|^FILESEC_NO_' | tr -d '(;' | sort -u \
    > "$step_folder/names"
for page in docs/api.md docs/filesec.3; do
    step "every public name is in $page" "
[ \$(wc -l < '$step_folder/names') -gt 90 ] || exit 1
status=0
while read -r name; do
    grep -q -w -e \"\$name\" $page || { echo \"missing: \$name\"; status=1; }
done < '$step_folder/names'
exit \$status"
done

# Options: what the code asks for, with a FILESEC_ before it or, in a list, without.
sed '/^#ifndef FILESEC_H$/,$d' filesec.h > "$step_folder/intro"
cat > "$step_folder/options.sh" << 'END'
# options.sh HEADER INTRODUCTION: every option is in the list
grep -o -h -E '(defined ?\(|#ifn?def )FILESEC_[A-Z0-9_]+' "$1" | grep -o 'FILESEC_.*' | sort -u |
    grep -v -E '__|^FILESEC_H$' > "$2.options"
[ "$(wc -l < "$2.options")" -gt 20 ] || exit 1
status=0
while read -r name; do
    grep -q -w -e "$name" -e "${name#FILESEC}" "$2" || { echo "not in the list: $name"; status=1; }
done < "$2.options"
exit $status
END
step "every option is in the header's list" "sh '$step_folder/options.sh' filesec.h '$step_folder/intro'"

cat > "$step_folder/links.awk" << 'END'
# Links to files, seen from the page; to a heading, of this page or another, if that has it.
function place(path) {
    gsub(/\/\.\//, "/", path)
    sub(/^\.\//, "", path)
    while (path ~ /[^\/.]+\/\.\.\//)
        sub(/[^\/.]+\/\.\.\//, "", path)
    return path
}
function anchor(text) {
    text = tolower(text)
    gsub(/[^a-z0-9 _-]/, "", text)
    gsub(/ /, "-", text)
    return text
}
FNR == 1 { fence = 0 }
/^```/ { fence = !fence }
!fence && /^#+ / { sub(/^#+ /, ""); heading[place(FILENAME), anchor($0)] = 1 }
!fence {
    line = $0
    while (match(line, /\]\([^)]*\)/)) {
        to = substr(line, RSTART + 2, RLENGTH - 3)
        line = substr(line, RSTART + RLENGTH)
        if (to !~ /^[a-z]+:/)
            link[++n] = FILENAME " " FNR " " to
    }
    if (match(line, /^\[[^]]*\]: [^ ]+/) && $2 !~ /^[a-z]+:/)
        link[++n] = FILENAME " " FNR " " $2
}
END {
    for (i = 1; i <= n; i++) {
        split(link[i], part, " ")
        folder = part[1]
        sub(/[^\/]*$/, "", folder)
        to = part[3]
        name = to
        sub(/#.*/, "", to)
        if (name ~ /^#|\.md#/) {
            page = place(to == "" ? part[1] : folder to)
            sub(/.*#/, "", name)
            if (!((page, name) in heading))
                print part[1] ":" part[2] ": no heading " part[3]
        }
        if (to != "" && system("test -e '" folder to "'") != 0)
            print part[1] ":" part[2] ": no file " folder to
    }
    print n " links" > "/dev/stderr"
}
END
# shellcheck disable=SC2086
step "links lead to files and headings" "
faults=\$(awk -f '$step_folder/links.awk' $(echo $pages)); echo \"\$faults\"; [ -z \"\$faults\" ]"

cat > "$step_folder/quoted.awk" << 'END'
# Blocks behind <!-- from FILE -->: each line stands in the file, in this order, without a gap.
function compare(    text, got, i, found, line, size, rows) {
    while ((got = getline line < file) > 0)
        rows[++size] = line
    close(file)
    for (i = 1; i + count - 1 <= size && !found; i++) {
        found = 1
        for (text = 1; text <= count && found; text++)
            found = rows[i + text - 1] == quoted[text]
    }
    if (!found)
        print FILENAME ":" FNR ": this does not stand in " file
    total++
}
/^<!-- from .* -->$/ { file = $3; next }
/^```/ && file != "" && !inside { inside = 1; count = 0; next }
/^```/ && inside { compare(); inside = 0; file = ""; next }
inside { quoted[++count] = $0 }
END {
    if (total < 7)
        print "only " total + 0 " quotations"
}
END
step "what is quoted stands in its file" "
faults=\$(awk -f '$step_folder/quoted.awk' docs/*.md); echo \"\$faults\"; [ -z \"\$faults\" ]"
step "a wrong quotation, a dead link, a missing option and a missing name are noticed" "
mkdir '$step_folder/wrong' && sed 's/ROW(sha512, x86_avx2, /ROW(sha512, x86_avx3, /' docs/adding-a-path.md \
    > '$step_folder/wrong/a.md' && printf '%s\n' '[x](nowhere.md) [y](#none) [z](c.md#none) [good](c.md#there)' '[r]: gone.md' \
    > '$step_folder/wrong/b.md' && echo '# There' > '$step_folder/wrong/c.md' &&
    { cat filesec.h && echo '#ifdef FILESEC_NO_LIST'; } > '$step_folder/wrong/header.h' || exit 1
! sh '$step_folder/options.sh' '$step_folder/wrong/header.h' '$step_folder/intro' || exit 1
awk -f '$step_folder/quoted.awk' '$step_folder/wrong/a.md' | grep 'does not stand in' &&
[ \"\$(cd '$step_folder/wrong' && awk -f ../links.awk b.md c.md | wc -l)\" = 4 ] &&
! grep -q -w filesec_sha512_nothing docs/api.md"
finish
