#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/dist.sh FOLDER: the files of a release, byte for byte the same wherever and whenever they are
# made: filesec-VERSION.tar.gz, the header alone, a bill of materials, digests in both styles.
#
# In a git work tree the tarball holds HEAD, and the date of its files is that of the commit; what is
# not committed is refused. In an unpacked tarball it holds the files that its MANIFEST names.
# SOURCE_DATE_EPOCH sets another date. The command (FILESEC, build/filesec) computes the digests.
set -eu
export LC_ALL=C TZ=UTC
umask 022
out=$1
filesec=${FILESEC:-build/filesec}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

version=$(sed -n 's/^#define FILESEC_VERSION "\(.*\)"/\1/p' filesec.h)
name=filesec-$version
mkdir "$work/$name"

if git rev-parse --show-cdup > /dev/null 2>&1 && [ -z "$(git rev-parse --show-cdup)" ]; then
    if [ -n "$(git status --porcelain)" ]; then
        echo "dist: there are changes or files that are not committed (git status)" >&2
        exit 1
    fi
    date=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
    git archive HEAD | tar -x -f - -C "$work/$name"
    (cd "$work/$name" && find . -type f | sed 's|^\./||' | sort) > "$work/files"
    {
        echo "date $date"
        cat "$work/files"
    } > "$work/$name/MANIFEST"
elif [ -f MANIFEST ]; then
    date=${SOURCE_DATE_EPOCH:-$(sed -n 's/^date //p' MANIFEST)}
    {
        echo "date $date"
        sed 1d MANIFEST
    } > "$work/$name/MANIFEST"
    sed 1d MANIFEST | tar -c -f - -T - | tar -x -f - -C "$work/$name"
else
    echo "dist: neither a git work tree nor an unpacked tarball" >&2
    exit 1
fi

(cd "$work" && find "$name" -type f | sort) > "$work/list"
tar -c -f "$work/$name.tar" -C "$work" --format=ustar --no-recursion --owner=0 --group=0 \
    --numeric-owner --mtime="@$date" --mode='u+rw,go=u-w' -T "$work/list"
mkdir "$work/out"
gzip -9 -n < "$work/$name.tar" > "$work/out/$name.tar.gz"
cp "$work/$name/filesec.h" "$work/out/filesec.h"

tools/sbom.sh "$version" "$date" "$filesec" "$work/out" > "$work/$name.cdx.json"
mv "$work/$name.cdx.json" "$work/out/"
(cd "$work/out" && "$OLDPWD/$filesec" hash -- *) > "$work/SHA512SUMS"
(cd "$work/out" && "$OLDPWD/$filesec" hash --tag -- *) > "$work/SHA512SUMS.bsd"
mv "$work/SHA512SUMS" "$work/SHA512SUMS.bsd" "$work/out/"

rm -rf "$out"
mkdir -p "$(dirname "$out")"
mv "$work/out" "$out"
cat "$out/SHA512SUMS"
