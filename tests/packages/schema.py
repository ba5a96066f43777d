#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""schema.py FOLDER: the manifests in FOLDER have the fields that their tools document, of the
kinds that they document, and no others; all name the version of filesec.h and its licence.
Prints a line for each. Debian's python3-jsonschema, python3-yaml."""
import json
import os
import re
import sys

import jsonschema
import yaml

TEXT, TEXTS = {"type": "string", "minLength": 1}, {"type": "array", "items": {"type": "string"}}
VERSION = {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"}
FILES = {"type": "object", "additionalProperties": False,
         "properties": {"include": TEXTS, "exclude": TEXTS}}


def closed(required, **fields):
    return {"type": "object", "additionalProperties": False, "required": required,
            "properties": fields}


SCHEMAS = {
    # clib: its wiki's page on clib.json
    "clib.json": closed(["name", "version"], name=TEXT, version=VERSION, repo=TEXT,
                        description=TEXT, keywords=TEXTS, license=TEXT, src=TEXTS,
                        makefile=TEXT, install=TEXT, dependencies={"type": "object"}),
    # npm's documentation, package.json; src is clib's
    "package.json": closed(["name", "version"],
                           name={"type": "string", "pattern": "^[a-z0-9._-]{1,214}$"},
                           version=VERSION, description=TEXT, keywords=TEXTS, license=TEXT,
                           files=TEXTS, src=TEXTS),
    # PlatformIO's documentation, library.json
    "library.json": closed(
        ["name", "version"], name={"type": "string", "maxLength": 50, "pattern": "^[^:;/,@<>]+$"},
        version=VERSION, description=TEXT, keywords=TEXTS, license=TEXT,
        headers={"type": ["string", "array"]}, frameworks={"type": ["string", "array"]},
        platforms={"type": ["string", "array"]},
        build=closed([], includeDir=TEXT, srcDir=TEXT, srcFilter=TEXTS, flags=TEXTS,
                     unflags=TEXTS, extraScript=TEXT, libArchive={"type": "boolean"}),
        export=FILES,
        examples={"type": "array", "items": closed(["name", "base", "files"], name=TEXT,
                                                   base=TEXT, files=TEXTS)}),
    # Arduino's library specification, 1.5; categories: its list
    "library.properties": closed(
        ["name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url",
         "architectures"],
        name={"type": "string", "maxLength": 63, "pattern": r"^[A-Za-z0-9][\w .-]*$"},
        version=VERSION, author=TEXT, maintainer=TEXT, sentence=TEXT, paragraph=TEXT,
        category={"enum": ["Display", "Communication", "Signal Input/Output", "Sensors",
                           "Device Control", "Timing", "Data Storage", "Data Processing",
                           "Other"]},
        url={"type": "string"}, architectures=TEXT, includes=TEXT, depends=TEXT),
    # The ESP component registry's documentation, manifest file format
    "idf_component.yml": closed(
        ["version"], version=VERSION, description=TEXT, license=TEXT, url=TEXT, repository=TEXT,
        documentation=TEXT, issues=TEXT, discussion=TEXT, maintainers=TEXTS, tags=TEXTS,
        targets=TEXTS, files=FILES, dependencies={"type": "object"}),
    # Zephyr's documentation, "Modules (External projects)", and its module schema
    "zephyr/module.yml": closed(
        [], name=TEXT, build=closed([], cmake=TEXT, kconfig=TEXT, depends=TEXTS,
                                    settings={"type": "object"}),
        samples=TEXTS, tests=TEXTS, boards=TEXTS),
    # vcpkg's documentation, vcpkg.json
    "packaging/vcpkg/ports/filesec/vcpkg.json": closed(
        ["name"], name={"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
        version=VERSION, description={"type": ["string", "array"]}, license=TEXT, homepage=TEXT,
        dependencies={"type": "array", "items": {"anyOf": [
            TEXT, closed(["name"], name=TEXT, host={"type": "boolean"})]}}),
}


def load(path):
    with open(path, encoding="ascii") as f:
        text = f.read()
    if path.endswith(".json"):
        return json.loads(text)
    if path.endswith(".yml"):
        return yaml.safe_load(text)
    return dict(line.split("=", 1) for line in text.splitlines()
                if line and not line.startswith("#"))


def main():
    top, failed = sys.argv[1], 0
    with open(os.path.join(top, "filesec.h"), encoding="ascii") as f:
        version = re.search(r'#define FILESEC_VERSION "(.*)"', f.read()).group(1)
    with open(os.path.join(top, "meson.build"), encoding="ascii") as f:
        told = re.search(r"^project\(.* version: '(.*?)'", f.read(), re.M).group(1)
    faults = [] if told == version else ["meson.build: version %s" % told]
    for name, schema in SCHEMAS.items():
        content = load(os.path.join(top, name))
        faults += ["%s: %s" % (name, e.message)
                   for e in jsonschema.Draft7Validator(schema).iter_errors(content)]
        if content.get("version", version) != version:
            faults.append("%s: version %s" % (name, content["version"]))
        if content.get("license", "0BSD") != "0BSD":
            faults.append("%s: licence %s" % (name, content["license"]))
        print("%s: %d fields" % (name, len(content)))
    for fault in faults:
        print("FAILED  " + fault)
        failed = 1
    sys.exit(failed)


main()
