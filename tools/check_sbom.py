#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""check_sbom.py FOLDER: the bill of materials in FOLDER is CycloneDX 1.5, as far as the rules of its
JSON schema for the fields that it has, and its digests are those of the files. Debian's
python3-jsonschema."""
import glob
import hashlib
import json
import os
import sys

import jsonschema

TEXT = {"type": "string", "minLength": 1}


def closed(required, **fields):
    return {"type": "object", "additionalProperties": False, "required": required,
            "properties": fields}


LICENSES = {"type": "array", "minItems": 1, "items": closed(
    ["license"], license=closed(["id"], id={"enum": ["0BSD"]}))}
HASHES = {"type": "array", "items": closed(
    ["alg", "content"], alg={"enum": ["SHA-512"]},
    content={"type": "string", "pattern": "^[a-f0-9]{128}$"})}
COMPONENT = closed(
    ["type", "name"], **{
        "type": {"enum": ["application", "library", "file"]}, "bom-ref": TEXT, "name": TEXT,
        "version": TEXT, "description": TEXT, "licenses": LICENSES, "hashes": HASHES,
        "purl": {"type": "string", "pattern": "^pkg:[a-z]+/"}})
SCHEMA = closed(
    ["bomFormat", "specVersion", "version"], bomFormat={"enum": ["CycloneDX"]},
    specVersion={"enum": ["1.5"]}, version={"type": "integer", "minimum": 1},
    serialNumber={"type": "string", "pattern": "^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-"
                                               "[0-9a-f]{4}-[0-9a-f]{12}$"},
    metadata=closed([], timestamp={"type": "string", "pattern":
                                   r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
                    licenses=LICENSES, component=COMPONENT),
    components={"type": "array", "uniqueItems": True, "items": COMPONENT},
    dependencies={"type": "array", "uniqueItems": True, "items": closed(
        ["ref"], ref=TEXT, dependsOn={"type": "array", "uniqueItems": True, "items": TEXT})})


def digest(path):
    with open(path, "rb") as f:
        return hashlib.sha512(f.read()).hexdigest()


folder = sys.argv[1]
with open(glob.glob(os.path.join(folder, "*.cdx.json"))[0], encoding="ascii") as f:
    bom = json.load(f)
jsonschema.Draft7Validator(SCHEMA).validate(bom)
subject = bom["metadata"]["component"]
parts = [subject] + bom["components"]
refs = {part["bom-ref"] for part in parts}
assert len(refs) == len(parts), "a bom-ref twice"
for entry in bom["dependencies"]:
    assert {entry["ref"], *entry["dependsOn"]} <= refs, entry
archive = os.path.join(folder, "filesec-%s.tar.gz" % subject["version"])
assert subject["hashes"][0]["content"] == digest(archive), "digest of the tarball"
header = next(part for part in parts if part["name"] == "filesec.h")
assert header["hashes"][0]["content"] == digest(os.path.join(folder, "filesec.h")), "of the header"
print("%d components" % len(parts))
