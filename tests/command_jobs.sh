# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2002,SC2154
#
# tests/command_jobs.sh: part of tests/command.sh, which reads it: sealed files through several
# threads, by place and in order. Output and messages do not depend on -j, nor on whether a file
# or a pipe is read.

mkdir "$W/j" && cd "$W/j" || exit 2
"$F" keygen --output k
i=0
while [ $i -lt 16 ]; do
    cat "$W/d/all"
    i=$((i + 1))
done | head -c 1100000 >text
[ "$(wc -c <text)" -eq 1100000 ]
verdict $? 'the text for -j is too short'

# ---- sizes around the edges of chunks and batches ---------------------------------------------
bad=0
for chunk in 1K 64K 256K; do
    for size in 0 1 1024 1025 131071 131072 131073 262144 262145 524289 1100000; do
        head -c $size text >in
        for j in 1 2 5; do
            rm -f sealed out
            "$F" encrypt --key-file k --chunk $chunk -j $j --output sealed in &&
                "$F" verify --key-file k -j $j sealed &&
                "$F" decrypt --key-file k -j $j --output out sealed && cmp -s out in || bad=1
            cat sealed | "$F" decrypt --key-file k -j $j - | cmp -s - in || bad=1
            cat in | "$F" encrypt --key-file k --chunk $chunk -j $j - |
                "$F" decrypt --key-file k - | cmp -s - in || bad=1
        done
        [ $bad -eq 0 ]
        verdict $? "chunks of $chunk, $size bytes: with some -j the content is another"
        bad=0
    done
done 2>"$O/err"

# ---- damage: the first place, whoever sees it -------------------------------------------------
rm -f sealed
"$F" encrypt --key-file k --chunk 4K --output sealed text
length=$(wc -c <sealed)
# opened J NAME: the exit status, then the message without the file's name, both ways
opened() {
    rm -f new
    "$F" decrypt --key-file k -j "$1" --output new damaged 2>"$O/err"
    code=$?
    [ ! -e new ] || echo 'a new file'
    echo "$code $(sed 's/^filesec: damaged: //' "$O/err")"
    cat damaged | "$F" decrypt --key-file k -j "$1" - 2>"$O/err" >prefix
    code=$?
    echo "$code $(sed 's/^filesec: -: //' "$O/err")"
    wc -c <prefix
    head -c "$(wc -c <prefix)" text | cmp - prefix
}
for from_end in 1 16 17 2368 2369 4112 6480 100000 131584 262144 999999 1100000; do
    for how in cut flipped twice; do
        case $how in
        cut) head -c $((length - from_end)) sealed >damaged ;;
        *) cp sealed damaged && flip damaged $((length - from_end)) ;;
        esac
        [ $how != twice ] || flip damaged $((length - from_end / 2 - 1))
        opened 1 >one
        for j in 2 5; do
            opened $j >several
            cmp -s one several
            verdict $? "$how $from_end bytes before the end: another answer with -j $j"
        done
        [ "$(sed -n 1p one)" = "$(sed -n 2p one)" ] && grep -q '^1 ' one
        verdict $? "$how $from_end bytes before the end: another answer from a pipe"
    done
done
{ cat sealed && echo; } >damaged
opened 5 >several
[ "$(grep -c '^1 ' several)" -eq 2 ]
verdict $? 'a line behind the end'

# ---- who waits for a pipe ---------------------------------------------------------------------
# The writer keeps the pipe open until the command, which has seen enough, is gone.
mkfifo pipe
head -c 9000 text >damaged
{ head -c 8000 sealed && head -c 300000 damaged && cat text; } >stream
"$F" decrypt --key-file k -j 4 pipe >"$O/out" 2>"$O/err" &
pid=$!
exec 8>pipe
(trap '' PIPE && cat stream >&8) 2>"$O/out2"
wait $pid
verdict $(($? != 1)) 'damage in a pipe that stays open'
exec 8>&-
err_has 'damage in a pipe that stays open' 'is damaged'

# ---- one thread where there can be no more ----------------------------------------------------
if (ulimit -u 1) 2>/dev/null && [ "$(id -u)" -ne 0 ]; then
    rm -f sealed out
    (ulimit -u 1 && "$F" encrypt --key-file k -j 4 --output sealed text) &&
        "$F" decrypt --key-file k --output out sealed && cmp -s out text
    verdict $? 'no thread could be started'
else
    skip 'threads cannot be limited here' 1
fi
