#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""run.py RECIPE OUT: what Conan 2 does with a recipe for a header, as far as its documentation
tells: version, sources, package, information for consumers. Prints the version."""
import os
import shutil
import sys
import types

RECIPE, OUT = sys.argv[1:]


class Properties:
    def __init__(self):
        self.set = {}
        self.bindirs, self.libdirs, self.includedirs = ["bin"], ["lib"], ["include"]

    def set_property(self, name, value):
        assert name in ("cmake_file_name", "cmake_target_name", "pkg_config_name"), name
        self.set[name] = value


class ConanFile:
    def __init__(self):
        self.recipe_folder = os.path.dirname(os.path.abspath(RECIPE))
        self.export_sources_folder = self.source_folder = os.path.join(OUT, "sources")
        self.package_folder = os.path.join(OUT, "package")
        self.cpp_info = Properties()
        self.info = {"settings": 1}


def copy(_, pattern, src, dst):
    os.makedirs(dst, exist_ok=True)
    shutil.copy(os.path.join(src, pattern), dst)


def load(_, path):
    with open(path, encoding="ascii") as f:
        return f.read()


for name, what in (("conan", {"ConanFile": ConanFile}), ("conan.tools", {}),
                   ("conan.tools.files", {"copy": copy, "load": load})):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__dict__.update(what)

namespace = {}
exec(compile(load(None, RECIPE), RECIPE, "exec"), namespace)
recipe = namespace["Filesec"]()
recipe.set_version()
recipe.export_sources()
recipe.package()
recipe.package_id()
recipe.package_info()
assert recipe.package_type == "header-library" and not recipe.info
assert recipe.cpp_info.set["cmake_target_name"] == "filesec::filesec"
print(recipe.version)
