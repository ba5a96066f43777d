#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/check_release.sh: what make dist makes of HEAD is reproducible, complete, builds by itself, and
# says of itself what is true; every file names its licence.
. tools/check_lib.sh
need git gzip tar sha512sum
python=/usr/bin/python3 # Debian's
# The tree may be somebody else's.
printf '[safe]\n    directory = *\n' > "$step_folder/gitconfig"
export GIT_CONFIG_GLOBAL="$step_folder/gitconfig"
version=$(sed -n 's/^#define FILESEC_VERSION "\(.*\)"/\1/p' filesec.h)
filesec=$PWD/build/filesec
out=$step_folder/out
mkdir "$out"

# A clone, for what is committed is released; and one of another name, made under other settings.
git clone -q . "$out/one" && git clone -q . "$out/another place"
FILESEC=../../build/filesec
dist() { # dist TREE FOLDER
    echo "(cd '$1' && mkdir -p build && ln -sf '$filesec' build/filesec && tools/dist.sh '$2' > /dev/null)"
}
# Other folder, umask, time zone and language, a second later. What failed is seen by the steps.
eval "$(dist "$out/one" "$out/first")" && sleep 1
(umask 077 && export TZ=Asia/Tokyo LANG=de_DE.UTF-8 && eval "$(dist "$out/another place" "$out/second")")
step "two builds are the same, byte for byte: other folder, umask, time zone, language" "
diff -r '$out/first' '$out/second' && [ \$(ls '$out/first' | wc -l) -eq 5 ] &&
cat '$out/first/SHA512SUMS'"
step "what is not committed is refused" "
git clone -q '$out/one' '$out/dirty' && echo >> '$out/dirty/README.md' || exit 1
! $(dist "$out/dirty" "$out/dirty.dist") && [ ! -e '$out/dirty.dist' ]"
step "in the tarball: what git has, sorted, owner 0, modes 644 and 755, nothing else" "
tar -t -v --numeric-owner -z -f '$out/first/filesec-$version.tar.gz' > '$out/list' || exit 1
awk '\$1 !~ /^-rw(-r--r--|xr-xr-x)\$/ || \$2 != \"0/0\" || length(\$6) > 99 { print; bad = 1 } END { exit bad }' '$out/list' || exit 1
(git -C '$out/one' ls-files; echo MANIFEST) | sed 's|^|filesec-$version/|' | LC_ALL=C sort > '$out/wanted'
awk '{ sub(/^([^ ]+ +){5}/, \"\"); print }' '$out/list' > '$out/got'
tar -t -z -f '$out/first/filesec-$version.tar.gz' | diff - '$out/wanted'"
step "the unpacked tarball builds, tests, and makes the same release" "
mkdir '$out/unpacked' && tar -x -z -f '$out/first/filesec-$version.tar.gz' -C '$out/unpacked' &&
cd '$out/unpacked/filesec-$version' && make -j 2 build/filesec build/tests > '$out/build.log' 2>&1 &&
make --no-print-directory test-short check-header | grep ' passed, 0 failed' &&
tools/dist.sh '$out/third' > /dev/null && diff -r '$out/first' '$out/third'"
step "SHA512SUMS in both styles: sha512sum, and the command" "
cd '$out/first' && sha512sum --strict -c SHA512SUMS && sha512sum --strict -c SHA512SUMS.bsd &&
'$filesec' check --strict SHA512SUMS SHA512SUMS.bsd &&
[ \"\$(cut -d ' ' -f 1 SHA512SUMS)\" = \"\$(sed 's/.* = //' SHA512SUMS.bsd)\" ]"
step "the bill of materials: CycloneDX 1.5, its digests those of the files" "
$python tools/check_sbom.py '$out/first'"
step "a changed byte is noticed: by the sums, and by the bill" "
cp -r '$out/first' '$out/changed' && echo >> '$out/changed/filesec.h' && cd '$out/changed' || exit 1
! sha512sum --status -c SHA512SUMS && ! '$filesec' check --status SHA512SUMS.bsd &&
! $python '$PWD/tools/check_sbom.py' . 2> /dev/null"
step "the header of the release is the header of the tree; the changelog has its version" "
cmp filesec.h '$out/first/filesec.h' && grep -q '^## $version\$' CHANGELOG.md"

# Files that cannot carry a comment, and parts of pages that others put together.
bare='[.](json|csv|fsec)$|^tests/fuzz/corpus/|^tests/small/footprint_'
bare="$bare|^tools/evidence/(long_runs|not_claimed)[.]txt$|^tests/container/cases[.]txt$|^LICENSE"
step "every file names its licence, or cannot" "
status=0
for file in \$(git ls-files --cached --others --exclude-standard | grep -v -E '$bare'); do
    head -n 6 \"\$file\" | grep -q 'SPDX-License-Identifier: 0BSD' || { echo \"\$file\"; status=1; }
done
exit \$status"
finish
