#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""tools/extract_blocks.py [--command FILESEC] [--planted] [PAGE...]: every code block is right.

Takes the pages of the tree and the first comment of filesec.h. examples/README.md says, under
"Code blocks", what each kind of block must be. --planted: wrong blocks of each kind must be found.
Last line: N passed, N failed
"""
import concurrent.futures
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md", "packaging/README.md",
         "examples/README.md", "examples/*/README.md"]
STRICT = ("-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-align "
          "-Wcast-qual -Wundef -Werror").split()
UNUSED = ["-Wno-unused-" + what for what in
          ("function", "variable", "but-set-variable", "parameter", "const-variable")]
PRELUDE = ("#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
           "#include \"filesec.h\"\n")
TREE = re.compile(r"(tools|tests|examples|docs|src_impl|bench|packaging|zephyr)/[\w./*-]+$")
# Commands of other people's tools, which need not be installed here.
OUTSIDE = set("""apt apt-get arduino-cli arduino-builder b3sum age clib conan git idf.py npm pio
    sudo vcpkg west wine xcrun perf simavr""".split())
# An indented block is one of shell lines if its first line begins with one of these.
SHELL = OUTSIDE | set("""./ build/ tools/ c++ cc clang cmake cp echo filesec g++ gcc gnuplot make
    man meson mkdir node pkg-config python3 sh sha512sum tar""".split())


class Wrong(Exception):
    """What is wrong with a block."""


class Block:
    def __init__(self, page, line, info, text, comment):
        self.page, self.line, self.info, self.text = page, line, info, text
        self.comment = comment  # of the HTML comment before it
        self.shown = None       # the text block behind it

    @property
    def kind(self):
        return self.info[0] if self.info else "indented"


# ---- pages ------------------------------------------------------------------------------------

def blocks_of(page, text):
    """Fenced and indented blocks, in order."""
    found, lines, i, comment, quiet = [], text.split("\n"), 0, "", 0
    while i < len(lines):
        line = lines[i]
        fence = re.match(r"^( *)(```+|~~~+) *([^`]*)$", line)
        if fence:
            start, body, pad = i, [], len(fence[1])
            i += 1
            while i < len(lines) and lines[i].strip() != fence[2]:
                body.append(lines[i][min(pad, len(lines[i]) - len(lines[i].lstrip())):])
                i += 1
            block = Block(page, start + 1, fence[3].split() or ["text"], "\n".join(body) + "\n",
                          comment)
            if block.kind == "text" and found and quiet == 0:
                found[-1].shown = block.text
            found.append(block)
            comment, quiet = "", 0
        elif (line.startswith("    ") and (i == 0 or not lines[i - 1].strip())
              and not in_list(lines, i)):
            start, body = i, []
            while i < len(lines) and (lines[i].startswith("    ") or not lines[i].strip()):
                body.append(lines[i][4:])
                i += 1
            i -= 1
            found.append(Block(page, start + 1, [], "\n".join(body).rstrip() + "\n", comment))
            comment, quiet = "", 0
        elif line.strip().startswith("<!--"):
            comment = line.strip()
            while "-->" not in comment and i + 1 < len(lines):
                i += 1
                comment += "\n" + lines[i]
            comment = comment[4:comment.index("-->")].strip() if "-->" in comment else ""
        elif line.strip():
            comment, quiet = "", quiet + 1
        i += 1
    return found


def in_list(lines, i):
    """Is the indented line i a part of a list item?"""
    while i > 0:
        i -= 1
        if re.match(r"^ {0,3}([-*+]|\d+[.)]) ", lines[i]):
            return True
        if lines[i].strip() and not lines[i].startswith("  "):
            return False
    return False


def inline_of(page, text):
    """`make ...` and `filesec ...` in running text."""
    text = re.sub(r"^( *)(```+|~~~+).*?^ *\2 *$", lambda m: "\n" * m[0].count("\n"), text,
                  flags=re.M | re.S)
    for m in re.finditer(r"(?<!`)`((?:make|filesec) [^`]+)`(?!`)", text):
        line = text.count("\n", 0, m.start()) + 1
        yield Block(page, line, ["inline"], m[1].replace("\n", " "), "")


def intro_of(page, text):
    """The C lines in the first comment of the header."""
    end, body = text.index("*/", text.index("*/") + 2), []
    for number, line in enumerate(text[:end].split("\n"), 1):
        m = re.match(r"^ \*     (#.*)$", line)
        if m:
            body.append(m[1])
        elif body:
            return [Block(page, number - len(body), ["c"], "\n".join(body) + "\n", "")]
    return []


# ---- C and C++ --------------------------------------------------------------------------------

def run(words, folder=None, **more):
    return subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", timeout=120, check=False, **more)


class Checker:
    def __init__(self, command, folder):
        self.command, self.folder, self.helps = os.path.abspath(command), folder, {}
        self.header = " ".join(plain_c(open("filesec.h").read()).split())
        self.code = os.path.join(folder, "code.o")
        source = os.path.join(folder, "code.c")
        with open(source, "w") as f:
            f.write('#define FILESEC_IMPLEMENTATION\n#include "filesec.h"\n')
        run(["gcc", "-std=c99", "-DFILESEC_NO_SIMD", "-I.", "-c", source, "-o", self.code])
        self.make_text = "".join(open(p).read() for p in ["Makefile"] + glob.glob("packaging/*.mk"))
        self.make_rules = set()
        for rule in re.findall(r"^([A-Za-z$][^:=#\t\n]*):(?!=)", self.make_text, re.M):
            self.make_rules.update(rule.replace("$(BUILD)", "build").split())
        self.make_rules.update(re.findall(r"^CHECKS = ((?:.*\\\n)*.*)", self.make_text, re.M)[0].split())

    def compile(self, name, text, flags, cxx=False, out=None):
        """The messages of gcc and clang; none if all is well."""
        source = os.path.join(self.folder, name + (".cpp" if cxx else ".c"))
        with open(source, "w") as f:
            f.write(text)
        standard = ["-std=c++17"] if cxx else ["-std=c99", "-Wstrict-prototypes"]
        if re.search(r"^typedef struct (\w+) \1;$", text, re.M):
            standard[0] = "-std=c11"  # a typedef may be repeated, if it means the same
        for compiler in ("g++", "clang++") if cxx else ("gcc", "clang"):
            end = ["-fsyntax-only"]
            if out:
                end = ["-o", out] + ([] if "FILESEC_IMPLEMENTATION" in text else [self.code])
            said = run([compiler] + standard + STRICT + flags + ["-DFILESEC_NO_SIMD", "-I.",
                                                                 source] + end)
            if said.returncode != 0:
                errors = [l for l in said.stdout.split("\n") if "error" in l] or [said.stdout]
                return compiler + ": " + errors[0].replace(self.folder + "/", "")
        return ""

    def program(self, block, name, cxx):
        out = os.path.join(self.folder, name)
        wrong = self.compile(name, block.text, [], cxx, out)
        if wrong:
            raise Wrong(wrong)
        said = run([out], self.folder)
        if said.returncode != 0:
            raise Wrong(f"the program's exit status is {said.returncode}: {said.stdout}")
        self.output(block, said.stdout)
        want = re.findall(r"(?:puts|printf)\(.*\); */\* (.+?) \*/", block.text)
        got, calls = said.stdout.split("\n"), re.findall(r"\b(?:puts|printf)\(", block.text)
        if want and len(calls) == len(want) and got[:-1] != want:
            raise Wrong(f"prints {got[:-1]}, not {want}")
        for line in want:
            if line not in got:
                raise Wrong(f"does not print: {line}")

    def output(self, block, said):
        if block.shown is None:
            return
        if [l.rstrip() for l in said.split("\n")] != [l.rstrip() for l in block.shown.split("\n")]:
            raise Wrong("prints other than the text block behind it:\n" + said)

    def c(self, block, name):
        cxx = block.kind in ("cpp", "c++")
        if re.search(r"^(int|auto) main\(", block.text, re.M):
            self.program(block, name, cxx)
            return "program"
        given = re.match(r"given:?\s(.*)", block.comment, re.S)
        prelude = ("" if re.search(r"#include [<\"]filesec.h", block.text) else PRELUDE)
        prelude += given[1] + "\n" if given else ""
        if "fragment" not in block.info[1:]:
            wrong = self.compile(name, prelude + block.text, UNUSED, cxx)
            if not wrong:
                return "unit"
            if " ".join(plain_c(block.text).split()) in self.header:
                return "quotation of the header"
        else:
            wrong = ""
        text = f"{prelude}int fragment(void);\nint fragment(void)\n{{\n{block.text}\nreturn 0;\n}}\n"
        as_fragment = self.compile(name, text, UNUSED, cxx)
        if as_fragment:
            raise Wrong("as a unit: " + wrong + "\n        as statements: " + as_fragment
                        if wrong else as_fragment)
        return "statements"

    # ---- shell --------------------------------------------------------------------------------

    def shell(self, block, name):
        if "run" in block.info[1:]:
            return self.run_shell(block, name)
        lines = shell_lines(block)
        if block.kind != "inline":
            for script in ["\n".join(lines)] if block.info else lines:
                said = run(["sh", "-n"], input=script + "\n")
                if said.returncode != 0:
                    raise Wrong("sh -n: " + said.stdout)
        for line in lines:
            for words in commands_of(line):
                self.words(words, block)
        return "shell"

    def run_shell(self, block, name):
        folder = os.path.join(self.folder, name)
        os.mkdir(folder)
        for entry in ("filesec.h", "examples", "tools", "tests", "docs"):
            os.symlink(os.path.abspath(entry), os.path.join(folder, entry))
        path = os.path.dirname(self.command) + ":" + os.environ["PATH"]
        said = run(["sh", "-e", "-c", "\n".join(shell_lines(block))], folder,
                   env=dict(os.environ, PATH=path, LC_ALL="C"), stdin=subprocess.DEVNULL)
        if said.returncode != 0:
            raise Wrong(f"exit status {said.returncode}: {said.stdout}")
        self.output(block, said.stdout)
        return "shell, run"

    def words(self, words, block):
        """One command: it exists, and so do its options, targets and files."""
        while words and (re.match(r"^[A-Za-z_]\w*=", words[0]) or words[0] in ("nice", "time")):
            words = words[1:]
        if not words:
            return
        first = words[0]
        if first in ("filesec", "build/filesec", "./filesec", "./build/filesec"):
            self.filesec(words[1:])
        elif first in ("make", "gmake"):
            self.make(words[1:])
        elif TREE.match(first) or first in OUTSIDE or first.startswith(("./", "build/", "$")):
            pass  # files of the tree are looked at below
        elif shutil.which(first) is None and run(["sh", "-c", f"command -v {shlex.quote(first)}"]
                                                 ).returncode != 0:
            raise Wrong(f"there is no command {first}")
        for word in words:
            if TREE.match(word) and block.kind != "inline" and not glob.glob(word):
                raise Wrong(f"there is no {word}")

    def filesec(self, words):
        if not words or words[0] in ("--help", "--version", "-h", "...") or not words[0].islower():
            return
        name = words[0]
        if name.startswith("-"):
            name, words = "", [""] + words
        if name not in self.helps:
            said = run([self.command] + ([name] if name else []) + ["--help"])
            self.helps[name] = said.stdout if said.returncode == 0 else None
        help_text = self.helps[name]
        if help_text is None:
            raise Wrong(f"filesec has no command {name}")
        for word in words[1:]:
            if word == "--":
                return
            m = re.match(r"(--[a-z][a-z-]*|-[a-zA-Z])", word)
            if m and not re.search(r"(?<![\w-])" + re.escape(m[1]) + r"(?![\w-])", help_text):
                raise Wrong(f"filesec {name} has no option {m[1]}")

    def make(self, words):
        skip = False
        for word in words:
            if skip or word in ("-C", "-f", "-j"):
                skip = not skip
            elif "=" in word:
                variable = word.split("=")[0].rstrip("?:+")
                if not re.search(r"\b" + re.escape(variable) + r"\b", self.make_text):
                    raise Wrong(f"the Makefile has no variable {variable}")
            elif not word.startswith("-") and re.match(r"^[a-z]", word):
                if word not in self.make_rules:
                    raise Wrong(f"the Makefile has no target {word}")

    # ---- all ----------------------------------------------------------------------------------

    def check(self, block, name):
        """What the block was taken for; None: nothing to check; Wrong: it is wrong."""
        source = re.match(r"from\s+([\w./-]+)", block.comment)
        if source:
            quoted(block, source[1].rstrip(".:,"))
            return "quotation of " + source[1]
        if block.kind in ("c", "cpp", "c++"):
            return self.c(block, name)
        if block.kind in ("sh", "shell", "bash", "console", "inline"):
            return self.shell(block, name)
        if block.kind == "indented":
            first = block.text.lstrip().split(maxsplit=1)[0]
            if first in SHELL or first.startswith(tuple(w for w in SHELL if w.endswith("/"))):
                return self.shell(block, name)
            return self.c(block, name) if first in ("#define", "#include") else None
        if block.kind in ("python", "py"):
            try:
                compile(block.text, block.page, "exec")
            except SyntaxError as error:
                raise Wrong(str(error)) from error
            return "Python"
        if block.kind == "json":
            try:
                json.loads(block.text)
            except ValueError as error:
                raise Wrong(str(error)) from error
            return "JSON"
        return None


def plain_c(text):
    """Without what the header says about linkage."""
    text = re.sub(r"FILESEC__SIZED\(\s*\"[a-z0-9_]*\"\s*\)", "", text)
    text = re.sub(r"FILESEC_(API|MUST_CHECK)\b", "", text)
    return re.sub(r"\s*([;(),*])\s*", r"\1", text)


def quoted(block, path):
    """The lines stand in the file, in order; '...' alone stands for lines that were left out."""
    if not os.path.exists(path):
        raise Wrong(f"quotes {path}, which does not exist")
    have = [" ".join(l.split()) for l in open(path, errors="replace") if l.strip()]
    at, part = 0, []
    for line in [" ".join(l.split()) for l in block.text.split("\n") if l.strip()] + ["..."]:
        if line not in ("...", "/* ... */", "# ...", "// ..."):
            part.append(line)
            continue
        while have[at:at + len(part)] != part:
            at += 1
            if at > len(have):
                raise Wrong(f"does not stand so in {path}: {part[0]} ... ({len(part)} lines)")
        at, part = at + len(part), []


def shell_lines(block):
    """The commands, continued lines joined; of a console what follows '$ '."""
    text = re.sub(r"\\\n *", " ", block.text)
    lines = text.rstrip("\n").split("\n")
    if block.kind == "console":
        return [l[2:] for l in lines if l.startswith(("$ ", "# "))]
    if block.kind == "indented":  # a usage line: what it does stands behind wide blanks
        return [re.split(r"(?<=\S) {3,}", l)[0] for l in lines
                if l.strip() and not l.startswith(" ")]
    return lines


def commands_of(line):
    """Words of each command in a line; nothing of substitutions and quotes is expanded."""
    line = re.sub(r"\$\([^)]*\)", "SUBSTITUTED", line)
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>()")
    lexer.whitespace_split = True
    try:
        words = list(lexer)
    except ValueError:
        words = line.split()
    one, skip = [], False
    for word in words:
        if re.match(r"^[|&;()]+$", word):
            yield one
            one = []
        elif re.match(r"^[<>&|]+$", word):
            skip = True
        elif skip:
            skip = False
        else:
            one.append(word.strip("[]"))
    yield [w for w in one if w]


def all_blocks(pages):
    for page in pages:
        text = open(page, encoding="utf-8").read()
        if page.endswith(".h"):
            yield from intro_of(page, text)
        else:
            yield from blocks_of(page, text)
            yield from inline_of(page, text)


def examine(checker, pages, show):
    blocks = list(all_blocks(pages))
    passed, failures, kinds = 0, [], {}

    def one(numbered):
        number, block = numbered
        try:
            return block, checker.check(block, f"b{number}"), None
        except Wrong as wrong:
            return block, "", str(wrong).strip()
        except subprocess.TimeoutExpired:
            return block, "", "does not end"

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for block, kind, wrong in pool.map(one, enumerate(blocks)):
            if wrong is not None:
                failures.append(f"FAILED  {block.page}:{block.line}: {block.kind}: {wrong}")
            elif kind is not None:
                passed += 1
                kinds[kind] = kinds.get(kind, 0) + 1
    if show:
        print("\n".join(failures + [f"{n} of kind: {k}" for k, n in sorted(kinds.items())]))
    return passed, failures


# ---- wrong blocks -----------------------------------------------------------------------------

def planted(checker):
    """tools/extract_blocks_planted.md: blocks below '# right' pass, those below '# wrong' fail."""
    text = open("tools/extract_blocks_planted.md").read()
    passed = failed = 0
    for number, part in enumerate(re.split(r"^# (?=right|wrong)", text, flags=re.M)[1:]):
        title, body = part.split("\n", 1)
        page = os.path.join(checker.folder, "page.md")
        with open(page, "w") as f:
            f.write(body)
        sub = os.path.join(checker.folder, f"planted{number}")
        os.mkdir(sub)
        whole, checker.folder = checker.folder, sub
        good, failures = examine(checker, [page], False)
        checker.folder = whole
        want = title.split(": ", 1)
        fine = (good > 0 and not failures) if want[0] == "right" else (
            len(failures) == 1 and want[1] in failures[0])
        print(("ok      " if fine else "FAILED  ") + title, "" if fine else failures)
        passed, failed = passed + fine, failed + (not fine)
    return passed, failed


def main():
    arguments, command, plant = sys.argv[1:], "build/filesec", False
    while arguments and arguments[0].startswith("--"):
        option = arguments.pop(0)
        if option == "--command":
            command = arguments.pop(0)
        elif option == "--planted":
            plant = True
        else:
            sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(command, folder)
        if plant:
            passed, failed = planted(checker)
        else:
            pages = arguments or ["filesec.h"] + [p for g in PAGES for p in sorted(glob.glob(g))]
            passed, failures = examine(checker, pages, True)
            failed = len(failures)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0 or passed == 0)


main()
