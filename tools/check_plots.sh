#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_plots.sh: the pictures in docs/plots/ are of the figures in bench/results/, and say
# what those say. Drawn in a folder of their own: nothing that is committed is touched.
#
# Other versions of gnuplot write other bytes: Debian 12 has 5.4.
. tools/check_lib.sh
need gnuplot xmllint

results=${PLOTS:-bench/results/2026-12-01-epyc-9004}
of=${PLOTS_OF:-}
drawn="aes256gcm chacha20poly1305 sha512 sha512_many murmur3 files"
operation=sha512
export results of drawn

# Once, for the steps that look at them.
bench/plots/plots.sh "$results" "$step_folder/drawn" "$of" > "$step_folder/drawn.log" 2>&1
step "gnuplot draws without a word" "
cat '$step_folder/drawn.log'
[ ! -s '$step_folder/drawn.log' ] && [ \$(ls '$step_folder/drawn' | wc -l) -eq 6 ]"
step "gnuplot is the version that drew docs/plots/" "gnuplot --version | grep '^gnuplot 5\\.4 '"
for picture in $drawn; do
    step "docs/plots/$picture.svg is what make bench-plots draws" "
cmp 'docs/plots/$picture.svg' '$step_folder/drawn/$picture.svg'"
done
step "XML, one title and one description in each; light and dark; nothing from elsewhere" "
for picture in docs/plots/*.svg; do
    xmllint --noout \$picture && grep -q 'role=\"img\"' \$picture &&
    [ \$(grep -c '^<title' \$picture) -eq 1 ] && [ \$(grep -c '^<desc' \$picture) -eq 1 ] &&
    grep -q '@media (prefers-color-scheme:dark)' \$picture || { echo \$picture; exit 1; }
    if grep -n -i -E '<script|<image|url[(]|href=.(http|//|data)' \$picture; then exit 1; fi
done"
# A colour that colours.awk does not know would stay as it is on a dark page.
step "every colour has another in the dark" "
for picture in $drawn; do
    sed -n '/^@media/,/^}/p' docs/plots/\$picture.svg | grep -o \"rgb([ 0-9,]*)\" | tr -d ' ' |
        sort -u > '$step_folder/known-'\$picture
    sed '/<style>/,/<.style>/d' docs/plots/\$picture.svg | grep -o \"rgb([ 0-9,]*)\" | tr -d ' ' |
        sort -u | comm -23 - '$step_folder/known-'\$picture | grep . && exit 1
done
true"

# Lines of two runs beside each other once showed libcrypto ahead where it was measured behind.
cat > "$step_folder/ratio.awk" << 'AWK'
# The best peer's time through ours, from the lines of a picture and from the CSV.
FNR == 1 { files++ }
files == 1 { if (drawn[$1] < $2) drawn[$1] = $2; next }
files == 2 { ours[$1] = $2; next }
END {
    for (size in ours)
        print size, ours[size] / drawn[size]
}
AWK
step "the pictured lead over libcrypto is the one that was measured" "
mkdir '$step_folder/lines' &&
awk -F , -v operation=$operation -v folder='$step_folder/lines' -f bench/plots/series.awk \\
    $results-peers.csv $results-bench.csv > '$step_folder/order' || exit 1
awk -f '$step_folder/ratio.awk' '$step_folder/lines/libcrypto' '$step_folder/lines/filesec' \\
    > '$step_folder/pictured'
awk -F , -v op='\"$operation\"' '\$1 == op && \$15 ~ /libcrypto|SHA512/ {
    r = \$16 / \$8; if (!(\$4 in best) || r < best[\$4]) best[\$4] = r }
    END { for (s in best) print s, best[s] }' $results-peers.csv > '$step_folder/measured'
sort -n '$step_folder/pictured' > '$step_folder/a'; sort -n '$step_folder/measured' > '$step_folder/b'
paste -d ' ' '$step_folder/a' '$step_folder/b'
paste -d ' ' '$step_folder/a' '$step_folder/b' |
    awk '\$1 != \$3 || \$2 / \$4 < 0.999 || \$2 / \$4 > 1.001 { wrong++ } END { exit wrong || NR < 7 }'"

# Planted faults: a figure that changed, an operation that is missing.
step "a changed figure changes the picture" "
for kind in bench peers files; do cp $results-\$kind.csv '$step_folder/x-'\$kind.csv; done
awk -F , -v OFS=, '\$1 == \"\\\"sha512\\\"\" && \$4 == 1024 && \$15 == \"\\\"libsodium\\\"\" { \$16 *= 2 } { print }' \\
    $results-peers.csv > '$step_folder/x-peers.csv'
bench/plots/plots.sh '$step_folder/x' '$step_folder/x' '$of' || exit 1
! cmp -s docs/plots/sha512.svg '$step_folder/x/sha512.svg' &&
cmp docs/plots/murmur3.svg '$step_folder/x/murmur3.svg'"
step "an operation without figures is an error, and nothing is drawn" "
for kind in bench peers files; do cp $results-\$kind.csv '$step_folder/y-'\$kind.csv; done
grep -v '\"murmur3_x64_128\"' $results-bench.csv > '$step_folder/y-bench.csv'
mkdir '$step_folder/y'
! bench/plots/plots.sh '$step_folder/y' '$step_folder/y' '$of' && [ -z \"\$(ls '$step_folder/y')\" ]"
finish
