# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2034,SC2154
#
# tests/faults/trees.sh: read by run.sh, at the end: the same for whole trees
#
# Each file of a tree is, whatever happens, the old one or the complete new one; with the random
# bytes fixed, new ones are equal in every run. The functions of run.sh that look at one target
# look at a tree from here on.

look() { others=$(find o -name '.filesec-*' | tr '\n' ' '); }
is_whole() {
    case $output in
    target) diff -r expected.tree o/target >"$W/log/diff" ;;
    *) : ;;
    esac
}
# As before, or as it will be: for each file, and no other file is there.
is_old() {
    [ "$output" = none ] && return
    (cd o/target 2>"$W/log/diff" && find . -type f ! -name '.filesec-*') >"$W/log/files"
    while read -r name; do
        cmp -s "o/target/$name" "expected.tree/$name" && continue
        [ -n "$old" ] && cmp -s "o/target/$name" "$old/$name" && continue
        return 1
    done <"$W/log/files"
    [ -z "$old" ] || [ "$(find "$old" -type f | wc -l)" -le "$(wc -l <"$W/log/files")" ]
}
restore() {
    rm -rf o/target
    [ -z "$old" ] || cp -Rp "$old" o/target
}
tree_is() { # tree_is OUTPUT OLD ARGUMENTS
    output=$1 old=$2 arguments=$3
    series="$3${FAULT_NAMED:+ (no nameless files)}" bad=0
    export FAULT_NAMED
    plan '' '' ''
    restore
    attempt
    look
    why=
    [ "$code" -eq 0 ] || why="exit $code without a fault"
    verdict "$why"
    cp "$FAULT_REPORT" counted
    rm -rf expected.tree
    [ "$output" != target ] || cp -Rp o/target expected.tree
    restore
}
# Nobody can tidy up after SIGKILL. Files that have a temporary name keep it.
killed_tree() {
    if [ -n "$FAULT_NAMED" ] || { [ -n "$old" ] && [ "$call" = rename ]; }; then others=; fi
    ended
}
tree_faults() {
    reason='Input/output error'
    each read EIO clean_failure
    each stat EIO either
    each close EIO either
    each read one as_if_nothing
    every read half
    for kind in read open close random sync write; do
        each $kind EINTR as_if_nothing
        every $kind EINTR
    done
    reason='Too many open files'
    each open EMFILE early_or_nothing
    reason='memory'
    each alloc ENOMEM early_or_nothing
    each alloc ENOMEM early_or_nothing on
    each thread EAGAIN as_if_nothing
    each hint EINVAL as_if_nothing
    [ "$output" = target ] || return
    calls 1 write
    calls 2 sync
    every write half
    reason='No space left on device'
    each write ENOSPC clean_failure
    each write ENOSPC clean_failure on
    reason='Input/output error'
    each sync EIO either # where one for all fails, each file has its own
    each sync EIO late_failure on
    each rename EIO clean_failure
    each link EIO clean_failure
    reason='Operation not permitted'
    each attrib EPERM clean_failure
    for kind in read write sync rename link attrib close; do
        signal=15
        each $kind SIGTERM ended
        signal=9
        each $kind SIGKILL killed_tree
    done
}
"$F" encrypt --help | grep -e --recursive >"$W/log/out"
if [ -s "$W/log/out" ]; then
    rm -rf o
    mkdir o tree tree/sub
    cp -p in tree/a
    cp -p in2 tree/sub/b
    cp -p large tree/sub/c
    : >tree/sub/empty
    mkdir old.sealed old.plain
    echo old >old.sealed/a.fsec
    echo old >old.plain/a
    "$F" encrypt -r --key-file k --chunk 4K --output tree.sealed tree
    more_lines=1
    threads=1
    for FAULT_NAMED in '' 1; do
        key="--key-file k -j $threads"
        tree_is target '' "encrypt -r --chunk 4K $key --output o/target tree"
        tree_faults
        tree_is target old.sealed "encrypt -r --force $key --output o/target tree"
        tree_faults
        tree_is target '' "decrypt -r $key --output o/target tree.sealed"
        tree_faults
        tree_is target old.plain "decrypt -r --force $key --output o/target tree.sealed"
        tree_faults
        threads=3
    done
    FAULT_NAMED=
    for threads in 1 3; do
        tree_is none '' "verify -r --key-file k -j $threads tree.sealed"
        tree_faults
    done
    more_lines=
else
    skip 'there are no trees' 1
fi
