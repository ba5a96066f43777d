#!/bin/sh
# SPDX-License-Identifier: 0BSD
#
# tools/manual.sh md|man: docs/api.md or docs/filesec.3, from the comments in src_impl/api/
version=$(sed -n 's/^#define FILESEC_VERSION "\(.*\)"/\1/p' src_impl/api/config.h)
# Both manual pages have one date.
date=$(sed -n 's/^\.TH FILESEC 1 \([0-9-]*\) .*/\1/p' docs/filesec.1)
# shellcheck disable=SC2046
exec awk -v form="$1" -v version="$version" -v date="$date" -f tools/manual.awk \
    $(sed -n 's|^#include "\(api/.*\)"|src_impl/\1|p' src_impl/filesec.h)
