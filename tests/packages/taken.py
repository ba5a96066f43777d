#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""What a tool takes from the tree by a manifest, as far as its documentation tells.

taken.py idf TREE OUT   copies what a component of ESP-IDF is uploaded with, by idf_component.yml:
                        all, without what is excluded, with what is included
taken.py pio TREE OUT   copies what PlatformIO packs, by "export" in library.json
taken.py sources TREE [FILTER...]   prints the sources that PlatformIO compiles, by "build" in
                        library.json; FILTER stands for its srcFilter
"""
import glob
import json
import os
import re
import shutil
import sys

import yaml

SOURCES = (".c", ".cc", ".cpp", ".S", ".s", ".asm")


def files_of(base, pattern):
    """The files that a pattern means; a folder means all that is in it."""
    found = set()
    for path in glob.glob(os.path.join(glob.escape(base), pattern), recursive=True):
        if os.path.isfile(path):
            found.add(path)
        for folder, _, names in os.walk(path):
            found.update(os.path.join(folder, name) for name in names)
    return found


def copy(tree, out, paths):
    for path in paths:
        to = os.path.join(out, os.path.relpath(path, tree))
        os.makedirs(os.path.dirname(to), exist_ok=True)
        shutil.copyfile(path, to)
    print("%d files" % len(paths))


def idf(tree, out):
    with open(os.path.join(tree, "idf_component.yml"), encoding="ascii") as f:
        files = yaml.safe_load(f)["files"]
    paths = files_of(tree, "**/*")
    for pattern in files["exclude"]:
        paths -= files_of(tree, pattern)
    for pattern in files["include"]:
        paths |= files_of(tree, pattern)
    copy(tree, out, paths)


def library(tree):
    with open(os.path.join(tree, "library.json"), encoding="ascii") as f:
        return json.load(f)


def pio(tree, out):
    paths = set()
    for pattern in library(tree)["export"]["include"]:
        found = files_of(tree, pattern)
        if not found:
            sys.exit("library.json: there is no " + pattern)
        paths |= found
    copy(tree, out, paths)


def sources(tree, *filters):
    build, paths = library(tree)["build"], set()
    base = os.path.normpath(os.path.join(tree, build["srcDir"]))
    for rule in filters or build["srcFilter"]:
        sign, pattern = re.fullmatch(r"([+-])<(.*)>", rule).groups()
        found = files_of(base, pattern)
        paths = paths | found if sign == "+" else paths - found
    for path in sorted(paths):
        if path.endswith(SOURCES):
            print(os.path.relpath(path, tree))


{"idf": idf, "pio": pio, "sources": sources}[sys.argv[1]](*sys.argv[2:])
