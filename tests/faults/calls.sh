# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2034,SC2154
#
# tests/faults/calls.sh: read by run.sh: calls that fail, are interrupted, or do less

# ---- what a run may leave --------------------------------------------------------------------
as_if_nothing() { # the fault is not noticed outside
    [ "$code" -eq 0 ] || why="${why}exit $code; "
    is_whole || why="${why}not the right output; "
    [ -z "$others" ] || why="$why$others is left; "
    [ ! -s "$W/log/err" ] || why="${why}a message; "
}
clean_failure() { # code 3, a message, the old file
    [ "$code" -eq 3 ] || why="${why}exit $code; "
    is_old || why="${why}the old file is changed, or there is a new one; "
    [ -z "$others" ] || why="$why$others is left; "
    message "$reason"
}
# When the last calls fail, the new file may stand there; but then all of it.
late_failure() {
    [ "$code" -eq 3 ] || why="${why}exit $code; "
    is_old || is_whole || why="${why}neither the old file nor the new one; "
    [ -z "$others" ] || why="$why$others is left; "
    message "$reason"
}
# A fault that the command can do without, or not.
either() {
    if [ "$code" -eq 0 ]; then
        whole_runs=$((whole_runs + 1))
        as_if_nothing
    else
        late_failure
    fi
}
early_or_nothing() {
    if [ "$code" -eq 0 ]; then
        whole_runs=$((whole_runs + 1))
        as_if_nothing
    else
        clean_failure
    fi
}
# at_most COUNT TEXT: of the runs of `each` so many went well
at_most() {
    why=
    [ "$whole_runs" -le "$1" ] || why="$whole_runs runs noticed nothing: $2"
    verdict "$why"
}

# at_least COUNT TEXT: so many did not
at_least() {
    why=
    [ $((hits - whole_runs)) -ge "$1" ] || why="not noticed: $2"
    verdict "$why"
}

# calls AT-LEAST KIND...: so often together; a call that is left out cannot fail
calls() {
    sum=0 least=$1 bad=0
    shift
    for kind in "$@"; do sum=$((sum + $(calls_of "$kind"))); done
    plan "$*" '' ''
    why=
    [ "$sum" -ge "$least" ] || why="$sum calls"
    verdict "$why"
}

# ---- every fault of a command ----------------------------------------------------------------
# reading: for those that write no file, too
reading_faults() {
    calls 1 alloc map
    reason='Input/output error'
    each read EIO clean_failure
    each read EIO clean_failure on
    each open EMFILE early_or_nothing_emfile
    at_most 1 'an open that failed' # O_TMPFILE is not needed
    for call in read open close random sync; do
        each $call EINTR as_if_nothing
        every $call EINTR
    done
    for action in one half; do
        each read $action as_if_nothing
        every read $action
    done
    reason='memory'
    each alloc ENOMEM early_or_nothing
    each alloc ENOMEM early_or_nothing on
    each map ENOMEM early_or_nothing
    each thread EAGAIN as_if_nothing
    each thread EAGAIN as_if_nothing on
    each hint EINVAL as_if_nothing
    reason='Input/output error'
    each stat EIO either
    each close EIO either
    case $output in
    target) at_least 2 'closing the file, or standard output, failed' ;;
    stdout) at_least 1 'closing standard output failed' ;;
    esac
}
early_or_nothing_emfile() {
    reason='Too many open files'
    early_or_nothing
    reason='Input/output error'
}
writing_faults() {
    calls 1 write
    reading_faults
    for action in one half EINTR; do
        each write $action as_if_nothing
        every write $action
    done
    reason='No space left on device'
    each write ENOSPC clean_failure
    each write ENOSPC clean_failure on
    each resize ENOSPC early_or_nothing
    each resize ENOTSUP as_if_nothing
    reason='Input/output error'
    each write EIO clean_failure
}
file_faults() {
    calls 2 sync # the file, then its folder
    calls 1 rename link
    calls 1 attrib
    calls 1 close
    writing_faults
    each sync EIO late_failure
    each rename EIO clean_failure
    each link EIO clean_failure
    each random EIO early_or_nothing
    at_most 1 'no random bytes' # a temporary name does not need them
    reason='Operation not permitted'
    each attrib EPERM clean_failure
}
# `each` can fail: a command that takes every failure for a success.
cat >liar <<END
#!/bin/sh
"$F" "\$@"
exit 0
END
chmod 755 liar
honest=$F F=$W/liar
command_is target '' 'encrypt --key-file k --chunk 4K --output o/target in'
before=$failed
reason='Input/output error'
each read EIO clean_failure >log/liar
lies=$((failed - before))
F=$honest failed=$before
holds 'a command that ends well whatever happens is found out' [ "$lies" -ge 3 ]

files() {
    all="$key --output o/target"
    command_is target '' "encrypt --chunk 4K $all $plain"
    [ "$threads" -eq 1 ] || calls 1 thread
    file_faults
    command_is target old "encrypt --chunk 4K --force $all $plain"
    file_faults
    command_is target '' "decrypt $all $sealed"
    [ "$threads" -eq 1 ] || calls 1 thread
    file_faults
    command_is target old "decrypt --force $all $sealed"
    file_faults
    command_is target '' "decrypt --range $range $all $sealed"
    file_faults
}
streams() {
    command_is stdout '' "encrypt --chunk 4K $key $plain"
    writing_faults
    command_is stdout '' "decrypt $key $sealed"
    writing_faults
    command_is none '' "verify $key $sealed"
    reading_faults
    more_lines=1 # one for each file
    command_is stdout '' "hash -j $threads $plain in2"
    writing_faults
    command_is stdout '' "check -j $threads $list"
    writing_faults
    more_lines=
}
for FAULT_NAMED in '' 1; do
    small_and_large files
    command_is target '' 'keygen --output o/target'
    file_faults
done
# Where renameat2 is not known, or the file system has no such flag.
FAULT_NAMED=1
command_is target '' 'encrypt --chunk 4K --key-file k --output o/target in'
each rename ENOSYS as_if_nothing
each rename EINVAL as_if_nothing
FAULT_NAMED=
small_and_large streams
command_is stdout '' 'info --key-file k sealed'
writing_faults
# The file for Argon2id is 64 MiB of memory: the allocations are enough.
echo 'correct horse' >passphrase
command_is target old 'encrypt --passphrase-file passphrase --force --output o/target in2'
reason='memory'
each alloc ENOMEM early_or_nothing
each map ENOMEM early_or_nothing
each thread EAGAIN as_if_nothing
