#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tests/fuzz/plant.sh FILE: print the source with a fault for each target that reads it. A fault
# that changes nothing is an error.
source=$1
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cp "$source" "$work/now"

plant() { # plant SED-SCRIPT
    sed "$1" "$work/now" > "$work/next"
    if cmp -s "$work/now" "$work/next"; then
        echo "$source: no place for $1" >&2
        exit 1
    fi
    mv "$work/next" "$work/now"
}

case $source in
filesec.h)
    # hash: an HMAC key of just a block is hashed, as longer ones are.
    plant 's/if (key_len > 128) {/if (key_len >= 128) {/'
    # aead: AAD of AES-256-GCM whose piece just fills a block is lost.
    plant '/if (fill + n < 16)$/ {
        N
        s/ < 16)\(\n *return FILESEC_OK;\)/ <= 16)\1/
    }'
    # container: metadata may hold a record twice.
    plant 's/if (p\[0\] <= before ||/if (p[0] < before ||/'
    ;;
tools/command/names.c)
    # list: an escaped CR in a name is read as the letter.
    plant "s/c = '.r';/c = 'r';/"
    ;;
tools/command/options.c)
    # options: a letter's joined value may have a sign before it, which does not count.
    plant 's/joined = \*o->cluster != .*/joined =\
                *o->cluster == 0 ? NULL : o->cluster + (*o->cluster == 61);/'
    ;;
*)
    echo "$source: no faults for it" >&2
    exit 2
    ;;
esac
cat "$work/now"
