#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_wasm.sh: the header as WebAssembly: clang-14, Debian's wasi-libc, run by Node.
#
# There are no threads and no guard pages there; all other suites run. The stack has the linker's
# default size and lies below the data, so that an overflow traps and does not change the data.
. tools/check_lib.sh
need clang-14 wasm-ld node

# Without -nostdlibinc headers of this machine's libc would be found after those of wasi-libc.
compiler="clang-14 --target=wasm32-wasi --sysroot=/usr -nostdlibinc -Qunused-arguments"
compiler="$compiler -isystem /usr/include/wasm32-wasi"
link="-Wl,--stack-first -Wl,-z,stack-size=65536"
run="node --no-warnings tests/wasm/run.mjs"
out=build/check/wasm

suite() { # suite NAME FLAGS EXPECTED-PATHS VECTORS: does ChaCha20 use the language's vectors?
    step "$2: short suite, expecting $3" "
$(build_tests "wasm-$1" "$compiler" "$2" "LDFLAGS='$link'") || exit 1
printf '#define FILESEC_IMPLEMENTATION\n#include \"filesec.h\"\n' |
    $compiler $2 -std=c99 -I. -x c -E -dD - > $step_folder/macros-$1
grep -q '^#define FILESEC__C20_VECTORS $4\$' $step_folder/macros-$1 || [ $1 = small ] || exit 1
$run $out-$1/tests --short --container tests/container --expect '$3'"
}
every='sha512=portable murmur3=portable chacha20poly1305=portable aes256gcm=portable'
suite plain -O2 "$every portable64" 0
suite small "-Os -DFILESEC_SMALL" "$every" 0
suite simd128 "-O2 -msimd128" "$every portable64" 1

# A constant of each primitive is wrong: each must fail, and the script's status must tell.
step "known answers notice a wrong constant in each primitive" "
sed 's/0x6a09e667f3bcc908/0x6a09e667f3bcc909/; s/0x61707865/0x61707864/
    s/0xff51afd7ed558ccd/0xff51afd7ed558ccc/; s/0x63636363/0x62626262/' filesec.h \\
    > $step_folder/filesec.h
[ \$(diff filesec.h $step_folder/filesec.h | grep -c '^>') -ge 4 ] || exit 1
for unit in tests/*.c; do
    from=; [ \$unit != tests/implementation.c ] || from=-I$step_folder
    $compiler -std=c99 -O0 \$from -I. -Itests -c \$unit \\
        -o $step_folder/\$(basename \$unit .c).o || exit 1
done
$compiler $link $step_folder/*.o -o $step_folder/wrong || exit 1
$run $step_folder/wrong --only vectors > $step_folder/wrong.txt
[ \$? -eq 1 ] || exit 1
tail -n 1 $step_folder/wrong.txt
for primitive in sha512 murmur3 chacha20poly1305 aes256gcm; do
    grep -q \"^FAILED .*\$primitive\" $step_folder/wrong.txt || exit 1
done"

for options in -O2 "-Os -DFILESEC_SMALL" "-O2 -msimd128"; do
    step "strict warnings, $options" "
printf '#define FILESEC_IMPLEMENTATION\n#include \"filesec.h\"\n' |
    $compiler -std=c99 $options $strict -Wstrict-prototypes -I. -x c -c - -o /dev/null"
done
finish
