#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_packages.sh: each way to take filesec into a build, by a program of somebody else
# (tests/packages). The tree that is taken is a copy of what git would check out, read-only, its
# path with a blank; built is outside of it. Tools that Debian has are run; for the others see
# packaging/README.md.
. tools/check_lib.sh
need cmake meson ninja pkg-config npm arduino-builder avr-gcc simavr
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

# ---- make install, pkg-config ---------------------------------------------------------------
install="make --no-print-directory install"
step "install: every file, its mode, nothing outside DESTDIR" "
(umask 077; $install DESTDIR='$out/root' PREFIX=/usr) > /dev/null || exit 1
cd '$out/root' && find . -type f -printf '%m %p\n' | sort > '$out/installed'
cat '$out/installed'
diff - '$out/installed' << END
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
[ \$? -eq 0 ] && ./usr/bin/filesec selftest > /dev/null"
step "install again builds nothing; uninstall removes what install put there" "
$install PREFIX='$out/un' BUILD='$out/un-build' > /dev/null || exit 1
touch '$out/un/bin/mine' '$out/before' && sleep 1
$install PREFIX='$out/un' BUILD='$out/un-build' > '$out/un.log' || exit 1
! grep -E -e ' -c | -o ' '$out/un.log' || exit 1
make --no-print-directory uninstall PREFIX='$out/un' BUILD='$out/un-build' || exit 1
[ \"\$(find '$out/un' -type f)\" = '$out/un/bin/mine' ] && [ ! -e '$out/un/share/doc/filesec' ]"
step "the header alone; folders of one's own" "
make --no-print-directory install-header BUILD='$out/hb' prefix='$out/my files' \
    includedir='$out/my headers' pkgconfigdir='$out/my pc' || exit 1
[ ! -e '$out/my files/bin' ] && [ -f '$out/my headers/filesec.h' ] || exit 1
PKG_CONFIG_PATH='$out/my pc' pkg-config --cflags filesec | grep -F 'my\\ headers'"
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
cmake_outside() { # cmake_outside FOLDER OPTIONS
    echo "cmake -S '$outside/cmake' -B '$out/$1' $2 > '$out/$1.log' 2>&1 &&
        cmake --build '$out/$1' -j 2 >> '$out/$1.log' 2>&1 &&
        (cd '$out/$1' && ctest --output-on-failure) || { tail -n 20 '$out/$1.log'; exit 1; }"
}
step "CMake: add_subdirectory, from a tree that cannot be written" "
$(cmake_outside subdirectory "-DWAY=subdirectory -DFILESEC='$tree'")"
step "CMake: FetchContent, twice in one project" "
$(cmake_outside fetch "-DWAY=fetch -DFETCHCONTENT_SOURCE_DIR_FILESEC='$tree'")"
step "CMake: find_package after make install, the tree moved" "
make --no-print-directory install-header BUILD='$out/fb' PREFIX='$out/first place' &&
mv '$out/first place' '$out/second place' || exit 1
$(cmake_outside find-make "-DWAY=find -DWANTED=0.1 -DCMAKE_PREFIX_PATH='$out/second place'")
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
cmake -S '$tree' -B '$out/top' > /dev/null && cmake --build '$out/top' -j 2 > /dev/null &&
cmake --install '$out/top' --prefix '$out/cmake files' > /dev/null || exit 1
'$out/cmake files/bin/filesec' selftest > /dev/null && [ -f '$out/cmake files/share/man/man1/filesec.1' ] || exit 1
$(cmake_outside find-cmake "-DWAY=find -DWANTED=0.1 -DCMAKE_PREFIX_PATH='$out/cmake files'")
(cd '$out/cmake files' && find . -type f | sort) > '$out/by-cmake'
sed 's|^... ./usr/|./|' '$out/installed' | sort | diff - '$out/by-cmake'"

# ---- Meson ----------------------------------------------------------------------------------
step "Meson: a subproject by a wrap file; then from the system" "
mkdir -p '$out/meson/subprojects' && cp -r '$outside/meson/meson.build' '$outside'/*.c* '$out/meson' &&
cp -r '$tree' '$out/meson/subprojects/filesec' || exit 1
printf '[wrap-file]\ndirectory = filesec\n[provide]\nfilesec = filesec_dep\n' \
    > '$out/meson/subprojects/filesec.wrap'
meson setup '$out/meson/build' '$out/meson' --wrap-mode=forcefallback > '$out/meson.log' &&
meson test -C '$out/meson/build' >> '$out/meson.log' 2>&1 || { tail -n 20 '$out/meson.log'; exit 1; }
[ ! -e '$out/meson/build/subprojects/filesec/filesec' ] || exit 1
meson setup '$out/meson-top' '$tree' --prefix '$out/meson files' > '$out/meson.log' &&
meson install -C '$out/meson-top' >> '$out/meson.log' &&
'$out/meson files/bin/filesec' selftest > /dev/null || { tail -n 20 '$out/meson.log'; exit 1; }
rm -rf '$out/meson/subprojects' && PKG_CONFIG_PATH='$out/meson files/share/pkgconfig' \
    meson setup '$out/meson/again' '$out/meson' --wrap-mode=nofallback > '$out/meson.log' &&
meson test -C '$out/meson/again' >> '$out/meson.log' 2>&1"

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
sys.exit(names != [\"LICENSE\", \"README.md\", \"filesec.h\", \"package.json\"] and str(names) or 0)' || exit 1
mkdir -p '$out/clib/deps/filesec' && cp filesec.h clib.json '$out/clib/deps/filesec' || exit 1
gcc -I'$out/clib/deps/filesec' '$outside/main.c' '$outside/filesec.c' -o '$out/clib/app' &&
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
grep -a '21[.]5 degrees' '$out/ino.txt'"
step "PlatformIO: with its filter no source of the tree is compiled" "
$python -c '
import json
build = json.load(open(\"library.json\"))[\"build\"]
assert build[\"srcFilter\"] == [\"-<*>\"] and build[\"includeDir\"] == \".\"' || exit 1
riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 --specs=picolibc.specs -DFILESEC_SMALL -Os \
    -I'$tree' -c '$outside/filesec.c' -o '$out/pio.o'"
stub() { # stub FOLDER OPTIONS: a project of tests/packages that stands for a tool
    echo "cmake -S '$outside/$1' -B '$out/$1' -DFILESEC='$tree' $2 > '$out/$1.log' 2>&1 &&
        cmake --build '$out/$1' -j 2 >> '$out/$1.log' 2>&1 &&
        (cd '$out/$1' && ctest --output-on-failure) || { tail -n 20 '$out/$1.log'; exit 1; }"
}
step "ESP-IDF: the component, registered with a stand-in" "$(stub idf)"
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
$(stub zephyr "-DCONFIG='$out/dotconfig'")
! nm '$out/zephyr/filesec/libfilesec.a' | grep -i ' t .*murmur3'"
step "vcpkg: the overlay port, with a stand-in for its helpers" "
cmake -DPORT='$tree/packaging/vcpkg/ports/filesec' -DOUT='$out/vcpkg' -P '$outside/vcpkg/run.cmake' || exit 1
[ -f '$out/vcpkg/packages/share/filesec/LICENSE' ] || exit 1
$(cmake_outside find-vcpkg "-DWAY=find -DWANTED=0.1 -DCMAKE_PREFIX_PATH='$out/vcpkg/packages'")"
step "Conan: the recipe, with a stand-in" "
$python '$outside/conan/run.py' '$tree/packaging/conan/conanfile.py' '$out/conan' &&
gcc -I'$out/conan/package/include' '$outside/main.c' '$outside/filesec.c' -o '$out/conan-app' &&
'$out/conan-app'"
step "the tree that was taken is as it was" "
cd '$tree' && [ -z \"\$(find . -newer '$step_folder/out' -type f)\" ]"
finish
