# shellcheck shell=sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_lib.sh: for the scripts beside it. A check is a list of steps; a step is a name and
# a shell command that must succeed. Steps are independent of each other, so they run on all
# processors. The last line of a check is: N passed, N failed

unset MAKEFLAGS MFLAGS MAKELEVEL CFLAGS CPPFLAGS LDFLAGS BUILD CC CXX
step_folder=$(mktemp -d) || exit 2
trap 'rm -rf "$step_folder"' EXIT
step_count=0
skip_count=0
export step_folder

# The strict set; C adds -Wstrict-prototypes.
strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-align"
strict="$strict -Wcast-qual -Wundef -Werror"
export strict

# The command that builds the test program with a compiler and flags of its own.
build_tests() { # build_tests FOLDER COMPILER FLAGS [MAKE-VARIABLES...]
    folder=$1 compiler=$2 flags=$3
    shift 3
    echo "make --no-print-directory BUILD='build/check/$folder' CC='$compiler' CFLAGS='$flags' $* \
        'build/check/$folder/tests'"
}

step() { # step NAME COMMAND
    step_count=$((step_count + 1))
    printf '%s\n%s\n' "$1" "$2" > "$step_folder/$(printf '%04d' $step_count)"
}

skip() { # skip NAME: what cannot be done here, and need not
    skip_count=$((skip_count + 1))
    echo "skipped $1"
}

# Steps that need a program: without it they fail, they are not left out.
need() { # need PROGRAM...
    for program in "$@"; do
        command -v "$program" > /dev/null || step "there is $program" "false"
    done
}

run_steps() {
    # shellcheck disable=SC2016
    find "$step_folder" -name '[0-9][0-9][0-9][0-9]' | sort |
        xargs -n 1 -P "$(getconf _NPROCESSORS_ONLN)" sh -c '
            name=$(sed -n 1p "$1")
            if sed 1d "$1" | sh > "$1.log" 2>&1; then
                touch "$1.passed"
                echo "ok      $name"
            else
                echo "FAILED  $name
$(sed 1d "$1")
$(tail -n 20 "$1.log")" | sed "2,\$s/^/        /"
            fi' sh
}

finish() {
    run_steps
    passed=$(find "$step_folder" -name '*.passed' | wc -l)
    sum="$((passed)) passed, $((step_count - passed)) failed"
    [ "$skip_count" -eq 0 ] || sum="$sum, $skip_count skipped"
    echo "$sum"
    [ "$passed" -eq "$step_count" ]
    exit
}
