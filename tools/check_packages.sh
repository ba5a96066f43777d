#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_packages.sh: each way to take filesec into a build, by a program of somebody else
# (tests/packages). The tree that is taken is a copy of what git would check out, read-only, its
# path with a blank; built is outside of it. Tools that Debian has are run; for the others see
# packaging/README.md.
. tools/check_lib.sh
need cmake meson ninja pkg-config npm arduino-builder avr-gcc simavr g++ clang \
    riscv64-unknown-elf-gcc qemu-system-riscv32
python=/usr/bin/python3 # Debian's
# The tree may be somebody else's.
printf '[safe]\n    directory = *\n' > "$step_folder/gitconfig"
export GIT_CONFIG_GLOBAL="$step_folder/gitconfig"

out=$step_folder/out
tree="$step_folder/a tree/filesec"
outside=$PWD/tests/packages
mkdir -p "$out" "$tree"
git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -xf - -C "$tree"
chmod -R a-w "$tree"
trap 'chmod -R u+w "$step_folder"; rm -rf "$step_folder"' EXIT

# Root may write what is read-only; so each step that takes the tree ends with a look at it.
touch "$step_folder/taken"
cat > "$out/unchanged.sh" << 'END'
new=$(find "$1" -newer "$2") && echo "$new" && [ -z "$new" ]
END
unchanged="sh '$out/unchanged.sh' '$tree' '$step_folder/taken'"
step "a file that a build left in the tree, or took from it, is noticed" "
mkdir '$out/small' && touch '$out/small/file' '$out/small-taken' && sleep 0.1 &&
look=\"sh '$out/unchanged.sh' '$out/small' '$out/small-taken'\" && eval \"\$look\" || exit 1
touch '$out/small/left' && ! eval \"\$look\" || exit 1
touch '$out/small-taken' && sleep 0.1 && rm '$out/small/left' && ! eval \"\$look\""

# The portable code alone is compiled in a tenth of the time; the paths are not what is tested here.
# Those who take the header by pkg-config, add_subdirectory and a copy compile all of it.
quick="env CFLAGS=-DFILESEC_NO_SIMD CXXFLAGS=-DFILESEC_NO_SIMD"

# An rv32imc, as in an ESP32-C3, that qemu emulates: riscv_cc makes what riscv_run runs.
riscv_flags="-march=rv32imc -mabi=ilp32 --specs=picolibc.specs -Os -DFILESEC_SMALL"
riscv_link="--oslib=semihost --crt0=hosted -Wl,--defsym=__flash=0x80000000 \
-Wl,--defsym=__flash_size=0x80000 -Wl,--defsym=__ram=0x80080000 -Wl,--defsym=__ram_size=0x40000"
riscv_run="qemu-system-riscv32 -machine virt -cpu rv32 -bios none -nographic -monitor none \
-serial none -semihosting -kernel"

# ---- make install, pkg-config ---------------------------------------------------------------
install="make --no-print-directory install"
cat > "$out/installed" << 'END'
644 ./usr/include/filesec.h
644 ./usr/share/bash-completion/completions/filesec
644 ./usr/share/cmake/filesec/filesec-config-version.cmake
644 ./usr/share/cmake/filesec/filesec-config.cmake
644 ./usr/share/doc/filesec/LICENSE
644 ./usr/share/doc/filesec/README.md
644 ./usr/share/fish/vendor_completions.d/filesec.fish
644 ./usr/share/man/man1/filesec.1
644 ./usr/share/man/man3/filesec.3
644 ./usr/share/pkgconfig/filesec.pc
644 ./usr/share/zsh/site-functions/_filesec
755 ./usr/bin/filesec
END
cat > "$out/component" << 'END'
./CMakeLists.txt
./LICENSE
./README.md
./filesec.h
./idf_component.yml
END
step "install: every file and its mode under any umask, nothing outside DESTDIR" "
(umask 077; $install DESTDIR='$out/root' PREFIX=/usr) > /dev/null || exit 1
[ -z \"\$(find '$out/root' -type d ! -perm 755)\" ] || exit 1
cd '$out/root' && find . -type f -printf '%m %p\n' | sort | diff '$out/installed' - &&
./usr/bin/filesec selftest > /dev/null"
step "install takes the command as it was built, or builds it; uninstall removes what it put there" "
make --no-print-directory CFLAGS=-O1 BUILD='$out/un-build' '$out/un-build/filesec' > /dev/null &&
$install PREFIX='$out/un' BUILD='$out/un-build' > '$out/un.log' || exit 1
! grep -E -e ' -c | -o ' '$out/un.log' && cmp '$out/un-build/filesec' '$out/un/bin/filesec' || exit 1
touch '$out/un/bin/mine' && touch -d 2000-01-01 '$out/un-build/filesec' &&
$install CFLAGS=-O1 PREFIX='$out/un' BUILD='$out/un-build' > '$out/un.log' &&
grep -q -e ' -o ' '$out/un.log' || exit 1
make --no-print-directory uninstall PREFIX='$out/un' BUILD='$out/un-build' || exit 1
[ \"\$(find '$out/un' -type f)\" = '$out/un/bin/mine' ] && [ ! -e '$out/un/share/doc/filesec' ]"
step "the header alone; folders of one's own" "
make --no-print-directory install-header BUILD='$out/hb' prefix='$out/my files' \
    includedir='$out/R&D|my, headers' pkgconfigdir='$out/my pc' || exit 1
[ ! -e '$out/my files/bin' ] && [ -f '$out/R&D|my, headers/filesec.h' ] || exit 1
eval set -- \"\$(PKG_CONFIG_PATH='$out/my pc' pkg-config --cflags filesec)\"
[ \"\$1\" = '-I$out/R&D|my, headers' ]"
step "pkg-config, C and C++, a prefix with a blank" "
make --no-print-directory install-header BUILD='$out/pb' PREFIX='$out/pc files' || exit 1
export PKG_CONFIG_PATH='$out/pc files/share/pkgconfig'
pkg-config --exact-version=\$(sed -n 's/^#define FILESEC_VERSION \"\\(.*\\)\"/\\1/p' filesec.h) filesec &&
! pkg-config --atleast-version=99 filesec || exit 1
cd '$outside' && for build in 'gcc -std=c99' 'clang -std=c99' 'g++ -std=c++11 -x c++'; do
    eval \"\$build -O1 main.c filesec.c \$(pkg-config --cflags --libs filesec) -o '$out/pc-app'\" &&
        '$out/pc-app' || exit 1
done"

# ---- CMake ----------------------------------------------------------------------------------
cmake_outside() { # cmake_outside FOLDER OPTIONS [ENVIRONMENT]
    echo "$3 cmake -S '$outside/cmake' -B '$out/$1' $2 > '$out/$1.log' 2>&1 &&
        cmake --build '$out/$1' -j 2 >> '$out/$1.log' 2>&1 &&
        (cd '$out/$1' && ctest --output-on-failure) || { tail -n 20 '$out/$1.log'; exit 1; }"
}
step "CMake: add_subdirectory, from a tree that cannot be written" "
$(cmake_outside subdirectory "-DWAY=subdirectory -DFILESEC='$tree'")
$unchanged"
step "CMake: two parts of a project have a copy each; two libraries, an implementation each" "
$(cmake_outside two "-DWAY=two -DFILESEC='$tree'" "$quick")
$unchanged"
step "CMake: FetchContent, twice in one project" "
$(cmake_outside fetch "-DWAY=fetch -DFETCHCONTENT_SOURCE_DIR_FILESEC='$tree'" "$quick")
$unchanged"
step "CMake: find_package after make install, the tree moved" "
make --no-print-directory install-header BUILD='$out/fb' PREFIX='$out/first place' &&
mv '$out/first place' '$out/second place' || exit 1
$(cmake_outside find-make "-DWAY=find -DWANTED=0.1 -DCMAKE_PREFIX_PATH='$out/second place'" "$quick")
for wanted in 0.2 1 99.1 0.0.1 '0.2...1.0' '0.0.1...<0.1'; do
    ! cmake -S '$outside/cmake' -B '$out/find-no' -DWAY=find -DWANTED=\$wanted \
        -DCMAKE_PREFIX_PATH='$out/second place' > '$out/find-no.log' 2>&1 &&
        grep -q 'version: 0[.]1' '$out/find-no.log' || exit 1
done
for wanted in 0 0.1 0.1.0 '0.1...0.2' ''; do
    cmake -S '$outside/cmake' -B '$out/find-yes' -DWAY=find -DWANTED=\$wanted \
        -DCMAKE_PREFIX_PATH='$out/second place' > /dev/null || exit 1
done"
step "CMake: the command; cmake --install; find_package after it" "
cmake -S '$tree' -B '$out/top' > /dev/null &&
grep -q -e '^C_FLAGS = .*-O3' '$out/top/CMakeFiles/filesec_command.dir/flags.make' &&
cmake -S '$tree' -B '$out/top' -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O1 > /dev/null &&
cmake --build '$out/top' -j 2 > /dev/null && cmake --install '$out/top' --prefix '$out/cmake files' > /dev/null || exit 1
'$out/cmake files/bin/filesec' selftest > /dev/null && [ -f '$out/cmake files/share/man/man1/filesec.1' ] || exit 1
$(cmake_outside find-cmake "-DWAY=find -DWANTED=0.1 -DCMAKE_PREFIX_PATH='$out/cmake files'" "$quick")
(cd '$out/cmake files' && find . -type f | sort) > '$out/by-cmake'
sed 's|^... ./usr/|./|' '$out/installed' | sort | diff - '$out/by-cmake' &&
$unchanged"

# ---- Meson ----------------------------------------------------------------------------------
step "Meson: a subproject by a wrap file; then from the system" "
mkdir -p '$out/meson/subprojects' && cp -r '$outside/meson/meson.build' '$outside'/*.c* '$out/meson' &&
cp -r '$tree' '$out/meson/subprojects/filesec' || exit 1
printf '[wrap-file]\ndirectory = filesec\n[provide]\nfilesec = filesec_dep\n' \
    > '$out/meson/subprojects/filesec.wrap'
# A second part of the project wants it as well.
mkdir '$out/meson/subprojects/other' && echo \"subproject('other')\" >> '$out/meson/meson.build' &&
printf \"project('other', 'c')\\nfilesec = dependency('filesec', fallback: ['filesec', 'filesec_dep'])\\n\" \
    > '$out/meson/subprojects/other/meson.build' || exit 1
$quick meson setup '$out/meson/build' '$out/meson' --wrap-mode=forcefallback > '$out/meson.log' &&
meson test -C '$out/meson/build' >> '$out/meson.log' 2>&1 || { tail -n 20 '$out/meson.log'; exit 1; }
[ ! -e '$out/meson/build/subprojects/filesec/filesec' ] || exit 1
DESTDIR='$out/meson-none' meson install -C '$out/meson/build' > /dev/null &&
[ -z \"\$(find '$out/meson-none' -type f)\" ] && rm -rf '$out/meson/subprojects/filesec'* &&
meson setup '$out/meson-top' '$tree' --prefix '$out/meson files' -Doptimization=1 > '$out/meson.log' &&
meson install -C '$out/meson-top' >> '$out/meson.log' &&
'$out/meson files/bin/filesec' selftest > /dev/null || { tail -n 20 '$out/meson.log'; exit 1; }
(cd '$out/meson files' && find . -type f -printf '%m %p\n' | sort) > '$out/by-meson'
sed 's|./usr/|./|' '$out/installed' | sort | diff - '$out/by-meson' || exit 1
PKG_CONFIG_PATH='$out/meson files/share/pkgconfig' \
    $quick meson setup '$out/meson/again' '$out/meson' --wrap-mode=nofallback > '$out/meson.log' &&
meson test -C '$out/meson/again' >> '$out/meson.log' 2>&1 || { tail -n 20 '$out/meson.log'; exit 1; }
$(cmake_outside find-meson "-DWAY=find -DWANTED=0.1 -DCMAKE_PREFIX_PATH='$out/meson files'" "$quick")
$unchanged"

# ---- what docs/building.md tells ------------------------------------------------------------
lines() { # lines KIND: of the blocks of that kind
    sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/{/^\`\`\`/d;p;}" docs/building.md
}
mkdir -p "$out/told/third_party" "$out/told/subprojects" "$out/told-meson/subprojects"
cp "$outside/main.c" "$outside/filesec.c" "$out/told"
cp "$outside/main.c" "$outside/filesec.c" "$out/told-meson"
ln -s "$tree" "$out/told/third_party/filesec"
ln -s "$tree" "$out/told-meson/subprojects/filesec"
lines cmake > "$out/told/lines"
lines meson > "$out/told-meson/lines"
step "docs/building.md: its lines for pkg-config, CMake and Meson, as they stand there" "
make --no-print-directory install-header BUILD='$out/tb' PREFIX='$out/told-files' || exit 1
export PKG_CONFIG_PATH='$out/told-files/share/pkgconfig' CMAKE_PREFIX_PATH='$out/told-files'
line=\$(sed -n 's/^    \(cc .*pkg-config.*\)/\1/p' docs/building.md)
cd '$out/told' && cat filesec.c main.c > app.c && [ -n \"\$line\" ] &&
eval \"\$line -DFILESEC_NO_SIMD\" && ./a.out || exit 1
for way in find_package add_subdirectory; do
    { printf 'cmake_minimum_required(VERSION 3.14)\nproject(app C)\nadd_executable(app main.c filesec.c)\n'
      grep -e \"^\$way\" lines && grep '^target_link_libraries' lines; } > CMakeLists.txt &&
    $quick cmake -B \$way > /dev/null && cmake --build \$way > /dev/null && \$way/app || exit 1
done
cd '$out/told-meson' && unset PKG_CONFIG_PATH CMAKE_PREFIX_PATH && [ -s lines ] &&
{ echo \"project('app', 'c')\" && cat lines &&
  echo \"executable('app', 'main.c', 'filesec.c', dependencies: filesec)\"; } > meson.build &&
$quick meson setup build --wrap-mode=forcefallback > /dev/null &&
ninja -C build > /dev/null && build/app && $unchanged"

# ---- manifests ------------------------------------------------------------------------------
step "manifests: the fields that their tools document; one version, one licence" "
$python '$outside/schema.py' ."
step "a manifest with another version, or a field that is none, is noticed" "
for change in 's/0[.]1[.]0/0.1.9/' 's/\"src\"/\"source\"/'; do
    mkdir -p '$out/wrong' && cp -r filesec.h meson.build *.json *.yml library.properties zephyr \
        packaging '$out/wrong' && sed -i \"\$change\" '$out/wrong/clib.json' || exit 1
    $python '$outside/schema.py' '$out/wrong' > '$out/wrong.log' && exit 1
    grep '^FAILED  clib.json' '$out/wrong.log' || exit 1
done"
step "npm: the package is the header; clib: its src is copied and built" "
cd '$tree' && npm pack --dry-run --json 2> /dev/null | $python -c '
import json, sys
names = sorted(f[\"path\"] for f in json.load(sys.stdin)[0][\"files\"])
sys.exit(names != [\"LICENSE\", \"README.md\", \"filesec.h\", \"package.json\"] and str(names) or 0)' &&
$unchanged || exit 1
mkdir -p '$out/clib/deps/filesec' && cp filesec.h clib.json '$out/clib/deps/filesec' || exit 1
gcc -O1 -I'$out/clib/deps/filesec' '$outside/main.c' '$outside/filesec.c' -o '$out/clib/app' &&
'$out/clib/app'"

# ---- small machines -------------------------------------------------------------------------
# The core wants DECIMAL_DIG, which Debian's avr-gcc 5.4 has in C only.
step "Arduino: arduino-builder makes the sketch for an Uno; it seals and opens in simavr" "
mkdir -p '$out/ino/libraries' '$out/ino/build' && ln -s '$tree' '$out/ino/libraries/filesec' || exit 1
arduino-builder -compile -hardware /usr/share/arduino/hardware -hardware /usr/share/arduino-builder \
    -tools /usr/bin -libraries '$out/ino/libraries' -fqbn arduino:avr:uno -warnings all \
    -prefs runtime.tools.avr-gcc.path=/usr -prefs compiler.cpp.extra_flags=-DDECIMAL_DIG=17 \
    -build-path '$out/ino/build' \
    '$tree/examples/arduino_seal/arduino_seal.ino' > '$out/ino.log' 2>&1 ||
    { tail -n 20 '$out/ino.log'; exit 1; }
! grep 'filesec[.]h.*warning' '$out/ino.log' || exit 1
timeout 10 simavr -m atmega328p -f 16000000 '$out/ino/build/arduino_seal.ino.elf' \
    > '$out/ino.txt' 2>&1
head -n 5 '$out/ino.txt'
grep -a '21[.]5 degrees' '$out/ino.txt' && $unchanged"
step "PlatformIO: no source of the tree is compiled; what is packed serves an rv32imc" "
$python '$outside/taken.py' sources '$tree' > '$out/pio.txt' && [ ! -s '$out/pio.txt' ] &&
$python '$outside/taken.py' sources '$tree' '+<*>' '-<.git/>' > '$out/pio.txt' || exit 1
grep -q '^tests/' '$out/pio.txt' || exit 1 # without the filter there would be some
$python '$outside/taken.py' pio '$tree' '$out/pio' && [ -f '$out/pio/library.json' ] &&
$python '$outside/taken.py' sources '$out/pio' > '$out/pio.txt' && [ ! -s '$out/pio.txt' ] &&
riscv64-unknown-elf-gcc $riscv_flags $riscv_link -I'$out/pio' '$outside/main.c' \
    '$outside/filesec.c' -o '$out/pio.elf' &&
timeout 20 $riscv_run '$out/pio.elf' < /dev/null && $unchanged"
stub() { # stub FOLDER TREE OPTIONS: a project of tests/packages that stands for a tool
    echo "cmake -S '$outside/$1' -B '$out/$1' -DFILESEC='$2' $3 > '$out/$1.log' 2>&1 &&
        cmake --build '$out/$1' -j 2 >> '$out/$1.log' 2>&1 &&
        (cd '$out/$1' && ctest --output-on-failure) || { tail -n 20 '$out/$1.log'; exit 1; }"
}
step "ESP-IDF: the component as it is uploaded, registered with a stand-in, on an rv32imc" "
$python '$outside/taken.py' idf '$tree' '$out/a component/filesec' || exit 1
(cd '$out/a component/filesec' && find . -type f | sort) | diff - '$out/component' || exit 1
$(stub idf "$out/a component/filesec" "-DCMAKE_SYSTEM_NAME=Generic \
    -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY -DCMAKE_C_COMPILER=riscv64-unknown-elf-gcc \
    -DCMAKE_C_FLAGS='$riscv_flags' -DCMAKE_EXE_LINKER_FLAGS='$riscv_link' \
    -DCMAKE_CROSSCOMPILING_EMULATOR='$(echo "$riscv_run" | tr ' ' ';')'")
$unchanged"
# shellcheck disable=SC2016
step "Zephyr: Kconfig by kconfiglib; the module, built with a stand-in" "
KCONFIG_CONFIG='$out/dotconfig' $python -c '
import kconfiglib
k = kconfiglib.Kconfig(\"zephyr/Kconfig\", warn_to_stderr=False)
assert not k.warnings, k.warnings
k.syms[\"FILESEC\"].set_value(2)
k.syms[\"FILESEC_MURMUR3\"].set_value(0)
assert k.syms[\"FILESEC_CONTAINER\"].str_value == \"y\"
k.write_config(\"$out/dotconfig\")' || exit 1
$(stub zephyr "$tree" "-DCONFIG='$out/dotconfig'")
! nm '$out/zephyr/filesec/libfilesec.a' | grep -i ' t .*murmur3' && $unchanged"
step "vcpkg: the overlay port, with a stand-in for its helpers" "
cmake -DPORT='$tree/packaging/vcpkg/ports/filesec' -DOUT='$out/vcpkg' -P '$outside/vcpkg/run.cmake' || exit 1
[ -f '$out/vcpkg/packages/share/filesec/LICENSE' ] || exit 1
$(cmake_outside find-vcpkg "-DWAY=find -DWANTED=0.1 -DCMAKE_PREFIX_PATH='$out/vcpkg/packages'" "$quick")
$unchanged"
step "Conan: the recipe, with a stand-in" "
$python '$outside/conan/run.py' '$tree/packaging/conan/conanfile.py' '$out/conan' &&
gcc -DFILESEC_NO_SIMD -I'$out/conan/package/include' '$outside/main.c' '$outside/filesec.c' \
    -o '$out/conan-app' && '$out/conan-app' && $unchanged"
finish
