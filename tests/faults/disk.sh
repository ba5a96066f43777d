# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2034,SC2154,SC3045
#
# tests/faults/disk.sh: read by run.sh: a disk that is full

plan '' '' ''
# ---- a device that is always full --------------------------------------------------------------
if [ -c /dev/full ]; then
    for arguments in 'hash in' 'check list' 'encrypt --key-file k in' \
        'decrypt --key-file k sealed' 'decrypt --key-file k --range 5-9 sealed' 'info sealed' \
        'keygen --output /dev/full' 'encrypt --key-file k --output /dev/full in' \
        'decrypt --key-file k --output /dev/full sealed' 'hash --json in' '--help'; do
        series="$arguments >/dev/full" bad=0
        # shellcheck disable=SC2086
        "$F" $arguments >/dev/full 2>"$W/log/err"
        code=$? why=
        [ $code -eq 3 ] || why="exit $code; "
        message ': No space left on device'
        verdict "$why"
    done
else
    skip 'no /dev/full' 11
fi

# ---- a limit for files -------------------------------------------------------------------------
too_large() {
    (ulimit -f 8 && attempt; echo "$code" >"$W/log/code")
    read -r code <"$W/log/code"
    look
    why=
    reason='File too large'
    clean_failure
    verdict "$why"
    restore
}
for FAULT_NAMED in '' 1; do
    for job in 'encrypt --chunk 4K in' 'decrypt sealed' 'encrypt -j 3 large' \
        'decrypt -j 3 large.sealed'; do
        command_is target '' "$job --key-file k --output o/target"
        too_large
        command_is target old "$job --key-file k --force --output o/target"
        too_large
    done
done

# ---- a small disk ------------------------------------------------------------------------------
# With more and more free pages, until there is room.
small_disk() { # small_disk OUTPUT OLD ARGUMENTS
    rm -f small/filler
    command_is "$@"
    pages=0 fails=0
    while [ $pages -lt 12 ]; do
        cat /dev/zero >small/filler
        truncate -s -$((4096 * pages * step)) small/filler
        attempt
        look
        why=
        if [ "$code" -ne 0 ]; then
            fails=$((fails + 1))
            reason='No space left on device'
            clean_failure
        else
            as_if_nothing
        fi
        rm -f small/filler
        verdict "$why"
        restore
        pages=$((pages + 1))
    done
    why=
    [ $fails -gt 0 ] && [ $fails -lt 12 ] || why="$fails of 12 failed"
    verdict "$why"
}
mkdir small
if [ "$(id -u)" -eq 0 ] && mount -t tmpfs -o size=3m filesec-faults small; then
    trap 'cd /; umount "$W/small"; rm -rf "$W"' EXIT
    rm -rf o
    mkdir small/o
    ln -s small/o o
    small_disks() {
        all="$key --output o/target"
        small_disk target '' "encrypt --chunk 4K $all $plain"
        small_disk target old "encrypt --chunk 4K --force $all $plain"
        small_disk target '' "decrypt $all $sealed"
        small_disk target old "decrypt --force $all $sealed"
        step=20
    }
    for FAULT_NAMED in '' 1; do
        step=1
        small_and_large small_disks
        step=1
        small_disk target '' 'keygen --output o/target'
    done
    FAULT_NAMED=
    series='results to a full disk' bad=0
    cat /dev/zero >small/filler
    for arguments in 'hash in in2' 'check list' 'info sealed' 'encrypt --key-file k in' \
        'decrypt --key-file k sealed'; do
        # shellcheck disable=SC2086
        "$F" $arguments >small/o/result 2>"$W/log/err"
        code=$? why=
        [ $code -eq 3 ] || why="$arguments: exit $code; "
        message 'standard output: No space left on device'
        verdict "$why"
        rm small/o/result
    done
    rm small/filler
    umount small
    rm -rf o small
    mkdir o
    trap 'cd /; rm -rf "$W"' EXIT
else
    skip 'a small file system: only root mounts one' 239
fi
