#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/sbom.sh VERSION DATE COMMAND FOLDER: the bill of materials in CycloneDX 1.5, for tools/dist.sh:
# what is in FOLDER, and that it needs nothing else.
set -eu
version=$1 date=$2 filesec=$3 folder=$4
digest() {
    "$filesec" hash "$folder/$1" | cut -d ' ' -f 1
}
tarball=filesec-$version.tar.gz
header=$(digest filesec.h)
archive=$(digest "$tarball")
# Made of the digest, in the form of RFC 9562's version 8.
serial=$(echo "$archive" | sed 's/^\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)\(.\{12\}\).*/\1-\2-8\3-8\4-\5/')

cat << END
{
  "bomFormat": "CycloneDX",
  "specVersion": "1.5",
  "serialNumber": "urn:uuid:$serial",
  "version": 1,
  "metadata": {
    "timestamp": "$(date -u -d "@$date" +%Y-%m-%dT%H:%M:%SZ)",
    "licenses": [{"license": {"id": "0BSD"}}],
    "component": {
      "type": "library",
      "bom-ref": "filesec",
      "name": "filesec",
      "version": "$version",
      "description": "SHA-512, MurmurHash3, ChaCha20-Poly1305, AES-256-GCM and sealed files in one C header",
      "licenses": [{"license": {"id": "0BSD"}}],
      "purl": "pkg:generic/filesec@$version",
      "hashes": [{"alg": "SHA-512", "content": "$archive"}]
    }
  },
  "components": [
    {
      "type": "file",
      "bom-ref": "filesec.h",
      "name": "filesec.h",
      "version": "$version",
      "licenses": [{"license": {"id": "0BSD"}}],
      "hashes": [{"alg": "SHA-512", "content": "$header"}]
    },
    {
      "type": "application",
      "bom-ref": "command",
      "name": "filesec",
      "version": "$version",
      "description": "the command; it links libc alone",
      "licenses": [{"license": {"id": "0BSD"}}]
    }
  ],
  "dependencies": [
    {"ref": "filesec", "dependsOn": ["filesec.h", "command"]},
    {"ref": "filesec.h", "dependsOn": []},
    {"ref": "command", "dependsOn": ["filesec.h"]}
  ]
}
END
