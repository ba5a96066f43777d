#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# examples/web/build.sh OUT.html: the page; clang 14, lld, wasi-libc and Node.js, from Debian
set -eu
cd "$(dirname "$0")/../.."
out=$1
mkdir -p "$(dirname "$out")"
# Without -nostdlibinc headers of this machine's libc would be found after those of wasi-libc.
clang-14 --target=wasm32-wasi --sysroot=/usr -nostdlibinc -isystem /usr/include/wasm32-wasi \
    -Qunused-arguments -std=c99 -O2 -msimd128 -Wall -Wextra -I. -Itools/command \
    -nostartfiles -Wl,--no-entry -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=262144 \
    examples/web/filesec_web.c tools/command/argon2id.c tools/command/blake2b.c -o "$out.wasm"
node examples/web/build.mjs "$out.wasm" "$out"
rm "$out.wasm"
