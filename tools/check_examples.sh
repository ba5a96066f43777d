#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_examples.sh: the examples, built as they say and in the strict set, do what they say
# (check_examples_run.sh); and the code blocks of the documents are right (extract_blocks.py).
#
# -DFILESEC__IMPLEMENTED takes the declarations only, so that the code, which takes seconds, is
# compiled once for all examples; at -O2 also for examples at -O0, which else would spend minutes
# in PBKDF2 (make matrix tests the code itself at every level).
. tools/check_lib.sh
. tools/small_targets.sh
need gcc g++ clang clang++ strace openssl arm-none-eabi-gcc qemu-system-arm
python=/usr/bin/python3 # Debian's, which python3-cryptography is for
need $python
out=$step_folder/out
command=${FILESEC_COMMAND:-build/filesec}
mkdir -p "$out"
printf '#define FILESEC_IMPLEMENTATION\n#include "filesec.h"\n' > "$out/code.c"
export out strict command

# Shell functions cannot reach a step: it is another shell. This file can.
cat > "$out/build.sh" << 'END'
# build FOLDER CC CXX FLAGS [EXAMPLES]: the examples in $examples, into $out/FOLDER
build() {
    examples=${5:-examples}
    mkdir -p "$out/$1"
    code=$(echo "$4" | sed 's/-O0/-O2 -DFILESEC_NO_SIMD/')
    $2 -std=c99 $code -I. -c "$out/code.c" -o "$out/$1.o" || exit 1
    for source in $examples/*.c; do
        $2 -std=c99 $4 $strict -Wstrict-prototypes -DITERATIONS=210000 -DFILESEC__IMPLEMENTED \
            -I. "$source" "$out/$1.o" -o "$out/$1/$(basename "$source" .c)" || exit 1
    done
    $3 -std=c++17 $4 $strict -DFILESEC__IMPLEMENTED -I. $examples/raii.cpp "$out/$1.o" \
        -o "$out/$1/raii" || exit 1
}
END

# ---- built strictly, and run ----------------------------------------------------------------
for level in -O0 -O2; do
    step "gcc $level, strict: every example does what it says" "
. \$out/build.sh && build gcc$level gcc g++ $level && tools/check_examples_run.sh \$out/gcc$level \$command"
    step "clang $level, strict: every example does what it says" "
. \$out/build.sh && build clang$level clang clang++ $level &&
tools/check_examples_run.sh \$out/clang$level \$command"
done
step "under ASan and UBSan: every example does what it says" "
. \$out/build.sh && build asan clang clang++ \
    '-O2 -g -DFILESEC_NO_SIMD -fsanitize=address,undefined -fno-sanitize-recover=all' &&
tools/check_examples_run.sh \$out/asan \$command"

# ---- the line in each example ---------------------------------------------------------------

# hash_file and the library for Python are built just so; the others with declarations only.
step "each example is built by its line" "
mkdir \$out/lines && ln -s \$PWD/filesec.h \$PWD/examples \$PWD/tests \$PWD/tools \$out/lines/
sed -n 's/^[ *]*Build:  //p' examples/*.c examples/*.cpp examples/python/*.py examples/cortex_m/main.c |
    sed 's/  .*//' > \$out/build-lines && cd \$out/lines || exit 1
[ \$(wc -l < ../build-lines) -eq \$(ls examples/*.c examples/*.cpp | wc -l | xargs expr 2 +) ] || exit 1
while read -r line; do
    case \$line in
    *hash_file* | *-shared* | *cortex*) ;;
    *) line=\"\$(echo \"\$line\" | sed 's/ examples/ -DFILESEC__IMPLEMENTED examples/') -c\" ;;
    esac
    echo \"\$line\" && sh -c \"\$line\" || exit 1
done < ../build-lines
./hash_file filesec.h > sum && sha512sum -c sum && cp libfilesec.so ../ && touch ../lines-built
$python examples/python/filesec_ctypes.py ./libfilesec.so > said && cat said &&
    grep -q 'agrees with hashlib and cryptography; a changed message: auth' said"
step "Python's room for a key is enough" "
sed -n 's/^KEY_ROOM = \([0-9]*\).*/\1/p' examples/python/filesec_ctypes.py > \$out/room
printf '#include \"filesec.h\"\nchar a[sizeof(filesec_aes256gcm_key) <= %s ? 1 : -1];\n' \
    \$(cat \$out/room) | gcc -std=c99 -I. -x c -c - -o /dev/null"

# ---- no heap; only a part is read -----------------------------------------------------------
cat > "$out/no_heap.c" << 'END'
#include <stdlib.h>
#include <unistd.h>
static void *no(void) { (void)!write(2, "heap\n", 5); _exit(99); }
void *malloc(size_t n) { (void)n; return no(); }
void *calloc(size_t n, size_t m) { (void)n; (void)m; return no(); }
void *realloc(void *p, size_t n) { (void)p; (void)n; return no(); }
END
step "no heap: seal_file, open_file, range_read neither name nor use it" "
gcc -O1 -DFILESEC_NO_SIMD -I. -c \$out/code.c -o \$out/heap.o &&
gcc -O2 -fno-builtin -shared -fPIC \$out/no_heap.c -o \$out/no_heap.so || exit 1
! nm -u \$out/heap.o | grep -E 'alloc|free|mmap|brk' || exit 1
for name in seal_file open_file range_read seal_message; do
    gcc -std=c99 -O2 -DFILESEC__IMPLEMENTED -I. -c examples/\$name.c -o \$out/\$name.o &&
        gcc \$out/\$name.o \$out/heap.o -o \$out/\$name || exit 1
    ! nm -u \$out/\$name.o | grep -E 'alloc|free|mmap|brk' || exit 1
done
size \$out/seal_file.o | awk 'NR == 2 { print; exit \$2 + \$3 > 9 * 1024 }' || exit 1
head -c 32 /dev/urandom > \$out/heap.key
cp filesec.h \$out/heap.in && cd \$out || exit 1
export LD_PRELOAD=\$out/no_heap.so
./seal_file heap.key heap.in heap.sealed && ./open_file heap.key heap.sealed heap.opened &&
    ./range_read heap.key heap.sealed 7 9 > heap.part && ./seal_message seal heap.key x < heap.key > heap.m || exit 1
# What does use a heap is found out:
sort heap.in > /dev/null 2> heap.said && exit 1
unset LD_PRELOAD
grep -x heap heap.said && cmp heap.in heap.opened"
# The example as it stands, and then a look into its memory.
cat > "$out/wiped.c" << 'END'
#define main example_main
#include EXAMPLE
#undef main
int main(int argc, char **argv)
{
    const struct {
        const void *data;
        size_t len;
    } secret[] = {SECRETS};
    int result = example_main(argc, argv);
    size_t i, j;
    for (i = 0; i < sizeof secret / sizeof secret[0]; i++)
        for (j = 0; j < secret[i].len; j++)
            if (((const unsigned char *)secret[i].data)[j] != 0) {
                fprintf(stderr, "not wiped: number %u of %s\n", (unsigned)i, EXAMPLE);
                return 99;
            }
    return result;
}
END
step "seal_file, open_file, range_read, seal_message, passphrase leave no key and no text in memory" "
looked() {
    gcc -std=c99 -O2 -I. -Iexamples -DFILESEC__IMPLEMENTED -DITERATIONS=210000 -DEXAMPLE=\\\"\$1.c\\\" \
        \"-DSECRETS=\$2\" \$out/wiped.c \$out/gcc-O2.o -o \$out/wiped-\$1 || exit 1
}
all='{&container, sizeof container}'
looked seal_file \"\$all, {work, sizeof work}, {piece, sizeof piece}\"
looked open_file \"\$all, {work, sizeof work}, {meta, sizeof meta}\"
looked range_read \"\$all, {chunk, sizeof chunk}, {meta, sizeof meta}\"
looked seal_message '{buffer, sizeof buffer}'
looked passphrase \"\$all, {buffer, sizeof buffer}\"
cd \$out && head -c 32 /dev/urandom > wiped.key && head -c 100000 /dev/urandom > wiped.text || exit 1
small='head -c 3000 wiped.text'
\$OLDPWD/\$command encrypt --force --key-file wiped.key --output wiped.meta wiped.text &&
    ./wiped-seal_file wiped.key wiped.text wiped.sealed && ./wiped-open_file wiped.key wiped.sealed wiped.out &&
    cmp wiped.out wiped.text && ./wiped-open_file wiped.key wiped.meta wiped.out &&
    ./wiped-range_read wiped.key wiped.meta 70000 9 > wiped.out && \$small | ./wiped-seal_message seal wiped.key a > wiped.message &&
    ./wiped-seal_message open wiped.key a < wiped.message > wiped.out && echo word > wiped.word &&
    \$small | ./wiped-passphrase seal wiped.word > wiped.note && ./wiped-passphrase open wiped.word < wiped.note > wiped.out || exit 1
\$small | ./wiped-seal_message seal nowhere a > wiped.out
[ \$? -eq 3 ]"
step "range_read reads a part, and seal_file all" "
gcc -O1 -DFILESEC_NO_SIMD -I. examples/range_read.c -o \$out/range &&
    gcc -O1 -DFILESEC_NO_SIMD -I. examples/seal_file.c -o \$out/seal || exit 1
cd \$out && head -c 32 /dev/urandom > range.key && head -c 4000000 /dev/zero > range.in || exit 1
bytes() { # read from files, libc's own apart
    awk -v from=\"\$1\" '\$0 ~ from { on = 1 } on && /^read\(/ { sum += \$NF } END { print sum + 0 }' range.trace
}
strace -e trace=openat,open,read -o range.trace ./seal range.key range.in range.sealed || exit 1
[ \$(bytes range.in) -ge 4000000 ] || exit 1
strace -e trace=openat,open,read -o range.trace ./range range.key range.sealed 2000000 3000 > part || exit 1
cat range.trace; bytes range.sealed
# header, key file and a byte more, final chunk, and the 4 chunks that hold bytes 2000000 to 2002999
[ \$(wc -c < part) -eq 3000 ] && [ \$(bytes range.sealed) -le \$((160 + 33 + 1040 + 4 * 1040)) ]"

# ---- Cortex-M -------------------------------------------------------------------------------
step "Cortex-M0, M3, M4: sealed records, the same on each, opened elsewhere; sizes" "
for target in cortex-m0 cortex-m3 cortex-m4; do
    FLAGS=\"\$strict -Wstrict-prototypes\" examples/cortex_m/build.sh --run \$target \$out/\$target.elf \\
        > \$out/\$target.txt 2>&1 || exit 1
    cmp \$out/\$target.txt \$out/cortex-m0.txt || exit 1
    arm-none-eabi-nm -u \$out/\$target.elf | grep . && exit 1
    arm-none-eabi-size \$out/\$target.elf | awk 'NR == 2 { print; exit \$1 > 5120 || \$2 + \$3 > 256 }' || exit 1
done
[ \$(grep -c ': refused\$' \$out/cortex-m0.txt) -eq 2 ] || exit 1
$python - \$out/cortex-m0.txt << 'END'
import sys
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
key = bytes([1, 2, 3, 4, 5, 6, 7, 8]) + bytes(24)
lines = [line for line in open(sys.argv[1]) if 'refused' not in line]
for number, line in enumerate(lines, 1):
    record = bytes.fromhex(line)
    assert len(record) == 40 and record[:12] == bytes([0, 0, 0, 7]) + number.to_bytes(8, 'big')
    assert ChaCha20Poly1305(key).decrypt(record[:12], record[12:], None) == b'21.5 C, 46 %'
assert len(lines) == 3
END"

# ---- the table ------------------------------------------------------------------------------
step "examples/README.md names every example, and only those" "
(cd examples && ls *.c *.cpp && find . -mindepth 2 -name '*.py' -o -mindepth 2 -name main.c \
    -o -mindepth 2 -name '*.ino' | sed 's|^[.]/||') | sort > \$out/have
sed -n 's/^| \[[^]]*\](\([^)]*\)).*/\1/p' examples/README.md | grep -v '/\$' | sort > \$out/named
diff \$out/have \$out/named"

# ---- code blocks ----------------------------------------------------------------------------
step "code blocks of the documents" "$python tools/extract_blocks.py --command \$command"
step "a wrong block of each kind is noticed" "$python tools/extract_blocks.py --command \$command --planted"

# ---- it can fail ----------------------------------------------------------------------------
planted() { # planted FILE SED-SCRIPT TEXT: then the run must say TEXT
    step "planted: $3" "
. \$out/build.sh
here=\$out/planted-$1 && mkdir \$here && cp examples/*.c examples/*.h examples/*.cpp \$here &&
sed -i '$2' \$here/$1 && ! cmp -s \$here/$1 examples/$1 || exit 1
build planted-$1.d gcc g++ '-O0 -w -DFILESEC_NO_SIMD' \$here
tools/check_examples_run.sh \$out/planted-$1.d \$command > \$out/$1.said && exit 1
cat \$out/$1.said && tail -n 1 \$out/$1.said | grep -q '^NOT SO: .*$3'"
}
planted open_file.c '/opener_finish/{n;s/s != FILESEC_OK/0/}' 'open_file key bad fresh'
planted hash_file.c "s/strpbrk(name, .*) != NULL/0/" 'as sha512sum'
planted range_read.c 's/plain == 0 ? 0 : (plain - 1) \/ size/0/' 'range_read key bad'
planted seal_message.c 's/random_bytes(salt, SALT) != 0/0/' 'no two messages'
planted seal_file.c 's/^        output_discard(&out);/        ;/' 'temporary file'
finish
