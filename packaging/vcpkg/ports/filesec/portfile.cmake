# SPDX-License-Identifier: 0BSD
#
# An overlay port: it takes the tree that it stands in.
#     vcpkg install filesec --overlay-ports=packaging/vcpkg/ports
set(VCPKG_BUILD_TYPE release) # one header: no debug files
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../.." ABSOLUTE)

vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
                      OPTIONS -DFILESEC_BUILD_COMMAND=OFF -DFILESEC_INSTALL=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/filesec)
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
