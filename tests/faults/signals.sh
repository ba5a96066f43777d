# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2034,SC2154
#
# tests/faults/signals.sh: read by run.sh: a signal at each call

ended() { # by the signal, and nothing is left but the old file or the new one
    # Where one thread handles the signal, another may just have finished.
    if [ "$code" -ne $((128 + signal)) ]; then
        [ "$code" -eq 0 ] && [ "$threads" -gt 1 ] && is_whole || why="exit $code; "
    fi
    is_old || is_whole || why="${why}neither the old file nor the new one; "
    [ -z "$others" ] || why="$why$others is left; "
    # Some shells put their own word about the signal there.
    line=
    IFS= read -r line <"$W/log/err"
    case $line in filesec*) why="${why}a message; " ;; esac
}
# Nobody can tidy up then. A file that has a temporary name keeps it: always where there are no
# nameless ones, else just before it replaces another.
killed() {
    case $others in
    o/.filesec-*)
        if [ -n "$FAULT_NAMED" ] || { [ -n "$old" ] && [ "$call" = rename ]; }; then
            rm -f o/.filesec-*
            others=
        fi
        ;;
    esac
    ended
}
signals_at() { # signals_at KIND...
    for kind in "$@"; do
        # One thread is enough for those that are treated alike.
        for action in SIGTERM:15 SIGHUP:1 SIGINT:2 SIGQUIT:3; do
            signal=${action#*:}
            each "$kind" "${action%:*}" ended
            [ "$threads" -eq 1 ] || break
        done
        signal=9
        each "$kind" SIGKILL killed
    done
}
ended_files() {
    for job in "encrypt --chunk 4K $key $plain" "decrypt $key $sealed" \
        "decrypt --range $range $key $sealed"; do
        command="$job --output o/target"
        command_is target '' "$command"
        signals_at read write sync rename link attrib close
        command_is target old "$command --force"
        signals_at read write sync rename link attrib close
    done
}
for FAULT_NAMED in '' 1; do
    small_and_large ended_files
    threads=1
    command_is target '' 'keygen --output o/target'
    signals_at write sync rename link attrib close
done
FAULT_NAMED=
