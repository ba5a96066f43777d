#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""tests/container/check_cases.py FOLDER: the second reader against every case of cases.txt"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import reader  # noqa: E402

KEYS = {"1": bytes(range(32)), "2": bytes(range(100, 132))}


def expand(words):
    """The lists of pieces that a line stands for."""
    if len(words) == 1 and "-" in words[0].split(":")[-1]:
        name, at, lengths = words[0].split(":")
        first, last = map(int, lengths.split("-"))
        return [["%s:%s:%d" % (name, at, n)] for n in range(first, last + 1)]
    return [words]


def main(folder):
    passed = failed = 0
    files = {}

    def piece(word):
        if word.startswith("="):
            return bytes.fromhex(word[1:])
        name, at, length = word.split(":")
        if name not in files:
            files[name] = reader.contents(os.path.join(folder, name + ".fsec"))
        return files[name][int(at):int(at) + int(length)]

    def outcome_of(data, key, context):
        try:
            return "ok %d" % len(reader.read(data, KEYS[key], context))
        except reader.Refused as refused:
            return str(refused)

    with open(os.path.join(folder, "cases.txt"), encoding="ascii") as f:
        lines = [line.split() for line in f if not line.startswith("#")]
    for name, outcome, chunk, key, context, *words in lines:
        expected = outcome if chunk == "-" else outcome + " " + chunk
        for pieces in expand(words):
            data = b"".join(map(piece, pieces))
            got = outcome_of(data, key, b"" if context == "-" else context.encode())
            passed += got == expected
            failed += got != expected
            if got != expected:
                print("FAILED  %s %s: %s, not %s" % (name, pieces[:1], got, expected))
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
