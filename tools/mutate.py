#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""tools/mutate.py: small faults put into a fragment of src_impl/, one at a time

A mutant is a fragment with one change: a comparison moved or turned round, && and || exchanged,
a condition negated, + and -, << and >>, & and | exchanged, a constant one more or one less,
another value returned, a statement left out. Comments, strings and directives stay.
"""
import re

SWAPS = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "),
         (" != ", " == "), (" && ", " || "), (" || ", " && "), (" + ", " - "), (" - ", " + "),
         (" << ", " >> "), (" >> ", " << "), (" | ", " & "), (" & ", " | "), (" |= ", " &= "),
         (" &= ", " |= "), (" += ", " -= "), (" -= ", " += "), ("++", "--"), ("--", "++"),
         (" ? ", " ? !"), (" ^ ", " | ")]
SIZES = re.compile(r"\s+(?:static )?(?:const )?(?:unsigned char|uint\d+_t)\b[^=]*\[")
NUMBER = re.compile(r"(?<![\w.\"'])(0x[0-9a-fA-F]+|[0-9]+)(?![\w.])")
CONTROL = re.compile(r"(if|else|for|while|do|switch|case|default|return|break|goto|static|"
                     r"typedef)\b")
RETURN = re.compile(r"\breturn ([^;]*);")


def blank(lines):
    """The lines with comments, strings and characters blanked, each as long as it was."""
    text = "\n".join(lines)
    pattern = re.compile(r"/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", re.S)
    return pattern.sub(lambda m: re.sub(r"[^\n]", "@", m.group()), text).split("\n")


class Fragment:
    """One fragment, and every mutant of it as (operator, first line, lines, function)."""

    def __init__(self, lines):
        self.lines = lines
        self.code = blank(lines)
        self.inside = self.functions()

    def functions(self):
        """For each line the function whose body it is in, or None."""
        inside, name, current = [], None, None
        for line in self.code:
            found = re.search(r"\b(filesec_\w+(?:##\w+)?)\(", line)
            if re.match(r"(    )?(static|FILESEC|filesec)", line) and found and not current:
                name = found.group(1)
            if re.match(r"(    )?\{\s*\\?$", line) and name and not current:
                current, indent = name, line.index("{")
                inside.append(None)
                continue
            if current and re.match(r" {%d}\}" % indent, line):
                current = name = None
            inside.append(None if line.lstrip().startswith("#") else current)
        return inside

    def changed(self, i, start, end, text):
        line = self.lines[i]
        return line[:start] + text + line[end:]

    def operators(self, i):
        code = self.code[i]
        for old, new in SWAPS:
            at = code.find(old)
            while at >= 0:
                yield old.strip(), self.changed(i, at, at + len(old), new)
                at = code.find(old, at + 1)
            bare = old.rstrip()
            if old != bare and code.rstrip(" \\").endswith(bare):  # at the end of a line
                at = code.rstrip(" \\").rindex(bare)
                yield old.strip(), self.changed(i, at, at + len(bare), new.rstrip())
        for m in NUMBER.finditer("" if SIZES.match(code) else code):  # room changes nothing
            value = int(m.group(), 0)
            yield "constant", self.changed(i, m.start(), m.end(), str(value + 1))
            if value >= 2:
                yield "constant", self.changed(i, m.start(), m.end(), str(value - 1))
        for m in RETURN.finditer(code):
            was = m.group(1)
            for value in {"FILESEC_OK": ["FILESEC_ERR_AUTH"], "0": ["1"], "1": ["0"],
                          "status": ["FILESEC_OK"], "again": ["FILESEC_OK"]}.get(
                              was, ["FILESEC_OK"] if was.startswith("FILESEC_ERR") else
                              ["0"] if was != "NULL" else []):
                yield "return", self.changed(i, m.start(1), m.end(1), value)

    def negations(self, i):
        """if (x) and while (x): !(x), the end maybe on a later line."""
        m = re.search(r"\b(if|while) \(", self.code[i])
        if not m:
            return
        depth, j, k = 0, i, m.end() - 1
        while True:
            c = self.code[j][k:k + 1]
            depth += (c == "(") - (c == ")")
            if depth == 0 and c == ")":
                break
            k += 1
            if k >= len(self.code[j]):
                j, k = j + 1, 0
        new = list(self.lines[i:j + 1])
        new[-1] = new[-1][:k] + ")" + new[-1][k:]
        new[0] = new[0][:m.end()] + "!(" + new[0][m.end():]
        yield "negated", new

    def deletion(self, i):
        """The statement that begins here, if it is one that may be left out."""
        before = self.code[i - 1].rstrip(" \\").replace("@", "").rstrip()
        first = self.code[i].strip(" \\")
        if before[-1:] not in ("", ";", "{", "}", ":", ")") and before.strip() != "else":
            return
        if not re.match(r"[*A-Za-z_(]", first) or CONTROL.match(first):
            return
        j = i
        while not self.code[j].rstrip(" \\").endswith(";"):
            if re.search(r"[{}]", self.code[j]) or j > i + 6:
                return
            j += 1
        indent = self.lines[i][:len(self.lines[i]) - len(self.lines[i].lstrip())]
        tail = " \\" if self.lines[j].rstrip().endswith("\\") else ""
        yield "left out", [indent + ";" + tail] + [tail.strip()] * (j - i)

    def mutants(self):
        for i, function in enumerate(self.inside):
            if function is None:
                continue
            for name, line in self.operators(i):
                yield name, i, [line], function
            for name, lines in list(self.negations(i)) + list(self.deletion(i)):
                yield name, i, lines, function
