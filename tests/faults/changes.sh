# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2034,SC2154
#
# tests/faults/changes.sh: read by run.sh: a file that changes while it is read. At each read in
# turn somebody else is quicker.

as_before() { cp -p "$original" moving && cp -p "$other" moving.new; }
# Did somebody change it before it was opened? Then the new content is right.
is_new() {
    case $arguments in
    encrypt*) "$F" decrypt --key-file k o/target | cmp -s - moving ;;
    decrypt*--range*) "$F" decrypt --range "$range" --key-file k moving | cmp -s - o/target ;;
    decrypt*) "$F" decrypt --key-file k moving | cmp -s - o/target ;;
    hash*) "$F" hash moving | cmp -s - "$W/log/out" ;;
    *) "$F" verify --key-file k moving ;;
    esac
}
# Content that is half old, half new is never given out.
noticed() {
    if [ "$code" -eq 0 ]; then
        is_new || why='it was not noticed; '
        return
    fi
    is_old || why="${why}the old file is changed, or there is a new one; "
    [ -z "$others" ] || why="$why$others is left; "
    [ "$output" != stdout ] || [ ! -s "$W/log/out" ] || why="${why}there is a result; "
    message 'moving: '
    # A container that changes may as well be found damaged.
    case $code:$arguments:$line in
    3:*'changed while it was read') said=$((said + 1)) ;;
    1:decrypt*:* | 1:verify*:*) said=$((said + 1)) ;;
    4:d*:*'not a filesec container' | 4:v*:*'not a filesec container')
        [ ! -s moving ] || why="${why}not cut to nothing: $line; "
        ;;
    *) why="${why}exit $code; $line; " ;;
    esac
}
# Who has it open has the old one.
not_concerned() {
    [ "$code" -eq 0 ] || why="exit $code; "
    is_whole || is_new || why="${why}not the right output; "
    [ -z "$others" ] || why="$why$others is left; "
}
changing() { # changing ORIGINAL OTHER OUTPUT OLD ARGUMENTS
    original=$1 other=$2
    prepare=as_before
    shift 2
    command_is "$@"
    for FAULT_RUN in 'echo more >>moving' ': >moving' 'truncate -s 5000 moving' \
        'cat moving.new >moving'; do
        export FAULT_RUN
        said=0
        each read run noticed
        why=
        [ $said -gt 0 ] || why="nobody says that it changed: $FAULT_RUN"
        verdict "$why"
    done
    for FAULT_RUN in 'mv moving.new moving' 'rm moving'; do
        each read run not_concerned
    done
    unset FAULT_RUN
    prepare=
}
fill 800 b >in.other # the same size
fill 40000 b >large.other
for name in in large; do
    touch -d 2001-02-03 $name.other
    "$F" encrypt --key-file k --chunk 4K --output $name.other.sealed $name.other
    touch -d 2001-02-03 $name.other.sealed
done
changing_files() {
    all="$key --output o/target"
    plain2=$plain.other sealed2=$plain.other.sealed
    changing "$plain" "$plain2" target '' "encrypt --chunk 4K $all moving"
    changing "$plain" "$plain2" target old "encrypt --chunk 4K --force $all moving"
    changing "$sealed" "$sealed2" target '' "decrypt $all moving"
    changing "$sealed" "$sealed2" target old "decrypt --force $all moving"
    changing "$sealed" "$sealed2" target '' "decrypt --range $range $all moving"
    changing "$sealed" "$sealed2" none '' "verify $key moving"
    changing "$plain" "$plain2" stdout '' "hash -j $threads moving"
}
small_and_large changing_files
