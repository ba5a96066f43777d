#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/find_peers.sh: which libraries `make bench-peers` can compare with. First line: a macro
# for each that is installed; second line: what links them.
try() { # try HEADER LIBRARY: does a program that uses both build?
    printf '#include <%s>\nint main(void) { return 0; }\n' "$1" |
        ${CC:-cc} -x c - "$2" -o "$program" 2> /dev/null
}
program=$(mktemp) # not /dev/null: a linker that root stops in the middle takes its output away
trap 'rm -f "$program"' EXIT
macros=
libraries=
if try openssl/evp.h -lcrypto; then
    macros="$macros -DHAVE_LIBCRYPTO=1"
    libraries="$libraries -lcrypto"
fi
if try sodium.h -lsodium; then
    macros="$macros -DHAVE_LIBSODIUM=1"
    libraries="$libraries -lsodium"
fi
if try intel-ipsec-mb.h -lIPSec_MB; then
    macros="$macros -DHAVE_IPSEC_MB=1"
    libraries="$libraries -lIPSec_MB"
fi
echo "$macros"
echo "$libraries"
