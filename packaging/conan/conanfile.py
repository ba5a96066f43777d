# SPDX-License-Identifier: 0BSD
"""A recipe for Conan 2; it takes the tree that it stands in: conan create packaging/conan"""
import os
import re

from conan import ConanFile
from conan.tools.files import copy, load


class Filesec(ConanFile):
    name = "filesec"
    license = "0BSD"
    description = ("SHA-512, MurmurHash3, ChaCha20-Poly1305, AES-256-GCM and sealed files "
                   "in one C header")
    topics = ("sha-512", "aes-gcm", "chacha20-poly1305", "murmurhash3", "single-header")
    package_type = "header-library"
    no_copy_source = True

    def _top(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        text = load(self, os.path.join(self._top(), "filesec.h"))
        self.version = re.search(r'#define FILESEC_VERSION "(.*)"', text).group(1)

    def export_sources(self):
        for name in ("filesec.h", "LICENSE"):
            copy(self, name, src=self._top(), dst=self.export_sources_folder)

    def package(self):
        copy(self, "filesec.h", src=self.source_folder,
             dst=os.path.join(self.package_folder, "include"))
        copy(self, "LICENSE", src=self.source_folder,
             dst=os.path.join(self.package_folder, "licenses"))

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_file_name", "filesec")
        self.cpp_info.set_property("cmake_target_name", "filesec::filesec")
        self.cpp_info.set_property("pkg_config_name", "filesec")
