#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""tools/mutation.py [--sample N] [--seed N] [--least PERCENT] [--only WORD]: do tests notice?

Every mutant of the fragments below (tools/mutate.py) is built and tested until a test fails.
One that does not compile is none; one that no test fails for survived, and is listed, unless
tests/mutation_equivalent.txt says why it is no fault. A test that does not end is a test that
fails. Exit status 1 if less than 90 % of the mutants, those of that list apart, were killed,
or an entry of the list was. Reports to build/mutation/: summary.txt, log.txt.

Only the unit with the code is built anew, by tcc, which takes a fiftieth of a second: a mutant
of the container is linked in front of gcc's ciphers. What tcc does not compile gcc builds.
"""
import argparse, concurrent.futures, os, random, re, resource, subprocess, sys, threading
import mutate

OUT = "build/mutation"
KIT = ["--container", "tests/container"]
LIGHT = "gcc -O0 -DFILESEC_NO_SIMD"
ROWS = ("gcc -O0 -DFILESEC_NO_X86_AVX2 -DFILESEC_NO_X86_AVX512 -DFILESEC_NO_X86_VAES_AVX2 "
        "-DFILESEC_NO_X86_SHA512")
# Stages: a compiler, whether only the container is of it, and the suites, the quickest first. A
# stage whose compiler does not see the line is left out.
CONTAINER = [("tcc", True, [["container"] + KIT])]
AEAD = [("tcc", False, [["inspect"], ["chacha20poly1305"], ["container"]]),
        (LIGHT, False, [["inspect"], ["chacha20poly1305"]])]
SELECTION = [("tcc", False, [["select"], ["inspect"], ["environment"],
              ["chacha20poly1305"]]),
             (ROWS, False, [["select"], ["inspect"], ["environment"]]),
             ("gcc -O0", False, [["select"], ["inspect"]])]
FILES = {"container/chunks.h": CONTAINER, "container/header.h": CONTAINER,
         "container/keys.h": CONTAINER, "container/metadata.h": CONTAINER,
         "container/opener.h": CONTAINER, "container/sealer.h": CONTAINER,
         "core/aead.h": AEAD, "core/secret.h": AEAD, "core/choose.h": SELECTION,
         "core/cpu.h": SELECTION, "core/directory.h": SELECTION,
         "core/inspect.h": SELECTION, "core/rows.h": SELECTION}
CPU_SECONDS = 30  # of a test program: many times what the slowest suite needs

folders = threading.local()


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          stdin=subprocess.DEVNULL, **more).returncode


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def read(path):
    with open(path, encoding="ascii") as f:
        return f.read().split("\n")


def places(header):
    """Where in the header with #line directives each line of a fragment stands."""
    where, source, at = {}, None, 0
    for n, line in enumerate(header):
        m = re.match(r'#line (\d+) "src_impl/(.*)"', line)
        if m:
            source, at = m.group(2), int(m.group(1))
        else:
            where[source, at] = n
            at += 1
    return where


def active_lines(compiler):
    """The lines of fragments that a compiler sees, directives apart."""
    if compiler == "tcc":  # whose -E loses count of lines
        compiler = "gcc -D__TINYC__ -U__SIZEOF_INT128__"
    out = subprocess.run(compiler.split() + ["-std=c99", "-I" + OUT + "/base/dev", "-I.",
                         "-Itests", "-E", "tests/implementation.c"], check=True,
                         stdout=subprocess.PIPE, encoding="ascii").stdout
    seen, source, at = set(), None, 0
    for line in out.split("\n"):
        m = re.match(r'#(?:line)? (\d+) "(?:.*src_impl/)?(.*?)"', line)
        if m:
            source, at = m.group(2), int(m.group(1))
        else:
            if line.strip():
                seen.add((source, at))
            at += 1
    return seen


class Runner:
    def __init__(self):
        self.header = read(OUT + "/base/dev/filesec.h")
        self.where = places(self.header)
        self.active = {c: active_lines(c) for c in ("tcc", LIGHT, ROWS, "gcc -O0")}
        self.count = 0
        self.lock = threading.Lock()

    def folder(self):
        if not hasattr(folders, "path"):
            with self.lock:
                self.count += 1
                folders.path = "%s/work%d" % (OUT, self.count)
            os.makedirs(folders.path, exist_ok=True)
        return folders.path

    def passes(self, header, stage):
        """True, False, or None if it does not compile."""
        compiler, hybrid, suites = stage
        work = self.folder()
        with open(work + "/filesec.h", "w", encoding="ascii") as f:
            f.write("\n".join(header))
        if run(compiler.split() + ["-std=c99", "-w", "-I" + work, "-I.", "-Itests", "-c",
               "tests/implementation.c", "-o", work + "/code.o"]) != 0:
            return None
        objects = [work + "/code.o", OUT + "/others.o"]
        if hybrid:
            if run(["objcopy", "-w", "--weaken-symbol=!filesec_container_*",
                    "--weaken-symbol=*", work + "/code.o"]) != 0:
                sys.exit("mutation.py: objcopy failed")
            objects.append(OUT + "/ciphers.o")
        if run(["gcc"] + objects + ["-lpthread", "-lm", "-o", work + "/tests"]) != 0:
            return None
        for suite in suites:
            if run([work + "/tests", "--first", "--short", "--only"] + suite,
                   preexec_fn=limits) != 0:
                return False
        return True

    def judge(self, mutant, blind=False):
        """killed, survived, not built; blind: by a suite that cannot see it."""
        source, _, first, lines, _ = mutant
        header = list(self.header)
        for k, line in enumerate(lines):
            header[self.where[source, first + 1 + k]] = line
        is_macro = lines[0].rstrip().endswith("\\")
        verdict = "not built"
        for stage in FILES[source]:
            if not is_macro and (source, first + 1) not in self.active[stage[0]]:
                continue
            passed = self.passes(header, stage[:2] + ([["threads"]],) if blind else stage)
            if passed is False:
                return "killed"
            if passed:
                verdict = "survived"
        return verdict


def prepare():
    """gcc's objects of the tests and of the ciphers, and the header with #line directives."""
    command = ["make", "--no-print-directory", "BUILD=" + OUT + "/base", "DEV=1", "CC=gcc",
               "CFLAGS=-O1", OUT + "/base/tests"]
    if run(command) != 0:
        sys.exit("mutation.py: cannot build the tests")
    objects = OUT + "/base/obj/tests/"
    others = [objects + o for o in sorted(os.listdir(objects))
              if o.endswith(".o") and o != "implementation.o"]
    if run(["ld", "-r", "-o", OUT + "/others.o"] + others) != 0:
        sys.exit("mutation.py: ld -r failed")
    if run(["objcopy", "-w", "--weaken-symbol=filesec_container_*",
            objects + "implementation.o", OUT + "/ciphers.o"]) != 0:
        sys.exit("mutation.py: objcopy failed")


def equivalents(path):
    """(fragment, function, mutated line) -> [reason, needed?]"""
    found = {}
    for line in read(path):
        if line and not line.startswith("#"):
            fragment, function, text, why = line.split(" | ", 3)
            found[fragment, function, text] = [why, False]
    return found


def text_of(mutant):
    """The mutated line, or the statement that was left out."""
    source, name, first, lines, _ = mutant
    before = read("src_impl/" + source)[first:first + len(lines)] if name == "left out" else []
    return " ".join((["without"] if before else []) +
                    [line.strip(" \\") for line in before or lines])


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--sample", type=int)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--least", type=float, default=90)
    options.add_argument("--only")
    o = options.parse_args()
    os.makedirs(OUT, exist_ok=True)
    prepare()
    runner = Runner()
    for stage in {id(s): s for stages in FILES.values() for s in stages}.values():
        if not runner.passes(runner.header, stage):
            sys.exit("mutation.py: the code as it is does not pass: %s" % (stage,))
    mutants = []
    for source in FILES:
        if not o.only or o.only in source:
            fragment = mutate.Fragment(read("src_impl/" + source))
            mutants += [(source,) + m for m in fragment.mutants()]
    total = len(mutants)
    random.Random(o.seed).shuffle(mutants)
    mutants = mutants[:o.sample]
    known = equivalents("tests/mutation_equivalent.txt")
    tally = {source: [0, 0, 0] for source in FILES}  # killed, survived, equivalent
    stale, survivors = [], []
    log = open(OUT + "/log.txt", "w", encoding="ascii")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutant, verdict in zip(mutants, pool.map(runner.judge, mutants)):
            source, name, first, _, function = mutant
            text = text_of(mutant)
            entry = "%s:%d: %s | %s" % (source, first + 1, function, text)
            log.write("%s: %s\n" % (verdict, entry))
            log.flush()
            why = known.get((source, function, text))
            if verdict == "killed":
                tally[source][0] += 1
                if why and not why[0].startswith("CPU:"):
                    stale.append((why, entry))
            elif verdict == "survived" and why:
                tally[source][2] += 1
                why[1] = True
            elif verdict == "survived":
                tally[source][1] += 1
                survivors.append(entry)
    stale = [entry for why, entry in stale if not why[1]]  # one line may stand twice
    lines = ["%-24s %8s %8s %10s %8s" %
             ("fragment", "killed", "survived", "equivalent", "score")]
    sums = [sum(t[k] for t in tally.values()) for k in range(3)]
    for source, (killed, survived, same) in list(tally.items()) + [("all", sums)]:
        if killed + survived + same:
            lines.append("%-24s %8d %8d %10d %7.1f%%" % (
                source, killed, survived, same, 100 * killed / max(1, killed + survived)))
    lines.append("%d of %d mutants tried%s" % (len(mutants), total, "" if o.sample is None else
                                              ", chosen with seed %d" % o.seed))
    with open(OUT + "/summary.txt", "w", encoding="ascii") as f:
        f.write("\n".join(lines) + "\n\nsurvived:\n" + "\n".join(sorted(survivors)) + "\n")
    print("\n".join(lines))
    for entry in sorted(stale):
        print("listed as equivalent, yet killed: " + entry)
    unseen = [m for m in mutants if m[0] == "container/sealer.h"][:8]
    if "killed" in [runner.judge(m, blind=True) for m in unseen]:
        sys.exit("mutation.py: a mutant of the container was killed without its tests")
    good = 100 * sums[0] >= o.least * (sums[0] + sums[1]) and sums[0] != 0 and not stale
    print("ok" if good else "FAILED: see build/mutation/summary.txt")
    print("%d passed, %d failed" % (sums[0] if good else 0, 0 if good else 1))
    sys.exit(0 if good else 1)


main()
