# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh disable=SC2002,SC2154,SC3045
#
# tests/command_tree_faults.sh: read by tests/command_tree.sh: signals, faults of the system,
# files that change
