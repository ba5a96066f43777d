# SPDX-License-Identifier: 0BSD
# GNU make. Needs a C compiler and nothing else, apart from what `make check` says it needs.

# ---- what a user may set --------------------------------------------------------------------
#
#   make CC=clang CFLAGS='-O3 -march=native' test
#   make test EXPECT='x86_avx2 sha512=portable'   fails if one of these paths was skipped
#   make test VECTORS=FOLDER                      also every line of the vector files there
#   make fuzz SECONDS=1800                        longer; what is found stays in build/fuzz/

HOSTCC ?= cc
CFLAGS ?= -O2
CLANG_FORMAT ?= clang-format
BUILD ?= build
EXPECT ?=
VECTORS ?=
FILE ?=
MEASUREMENTS ?=
ONLY ?=

# Internal: DEV=1 compiles a header with #line directives, so that messages name the fragment.
DEV ?= 0
ifeq ($(DEV),1)
HEADER = $(BUILD)/dev/filesec.h
else
HEADER = filesec.h
endif

WARNINGS = -Wall -Wextra
INCLUDES = $(if $(filter 1,$(DEV)),-I$(BUILD)/dev) -I. -Itests
COMPILE = $(CC) -std=c99 $(WARNINGS) $(INCLUDES) $(CPPFLAGS) $(CFLAGS)
LINK = $(CC) $(CFLAGS) $(LDFLAGS)
DEPENDENCIES = -MMD -MP
LIBRARIES = -lpthread -lm $(LDLIBS)

# ---- what there is --------------------------------------------------------------------------

AMALGAMATE = build/amalgamate
SOURCES = $(shell find src_impl -type f)
objects = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
COMMAND_OBJECTS = $(call objects,$(wildcard tools/filesec.c tools/command/*.c))
TEST_OBJECTS = $(call objects,$(wildcard tests/*.c))
DUDECT_OBJECTS = $(call objects,$(wildcard tests/dudect/*.c))
BENCH_SHARED = $(filter-out bench/bench.c bench/peer% bench/files%,$(wildcard bench/*.c))
BENCH_OBJECTS = $(call objects,bench/bench.c $(BENCH_SHARED))
PEERS_OBJECTS = $(call objects,$(wildcard bench/peer*.c) $(BENCH_SHARED))
FILES_OBJECTS = $(call objects,$(wildcard bench/files*.c) $(BENCH_SHARED))
CHECKS = check-header check-format fragments matrix test asan ubsan tsan msan cross-aarch64 i386 \
         machines windows wasm small oldcpu avx512 container faults fuzz check-isa coverage \
         valgrind taint trace check-packages check-docs check-web check-examples \
         release-check check-plots

TEST_ARGUMENTS = --container tests/container \
    $(if $(EXPECT),--expect "$(EXPECT)") $(if $(VECTORS),--vectors "$(VECTORS)")

export CC CXX CFLAGS CPPFLAGS LDFLAGS BUILD CLANG_FORMAT

MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.PHONY: all help run vectors test-short bench bench-order bench-peers bench-levels bench-files bench-plots \
        format hooks check big mutation dudect evidence clean docs-generated \
        footprint web examples dist FORCE \
        $(CHECKS)

all: $(BUILD)/filesec ## build/filesec, the command (default)

help: ## this list
	@awk -F ':.*## ' '/^[a-z][a-z0-9. -]*:.*## / { printf "  %-15s %s\n", $$1, $$2 }' Makefile packaging/install.mk
	@sed -n 's/^#   make/  make/p' Makefile

RANDOM_FILE = $(BUILD)/random-256MiB.bin
RUN_FILE = $(if $(value FILE),$(value FILE),$(RANDOM_FILE))
export RUN_FILE

run: $(BUILD)/filesec $(if $(value FILE),,$(RANDOM_FILE)) ## the main jobs on FILE (or a random 256 MiB)
	$(BUILD)/filesec selftest
	$(BUILD)/filesec hash -- "$$RUN_FILE"
	$(BUILD)/filesec bench --file "$$RUN_FILE"
	$(BUILD)/filesec advise -- "$$RUN_FILE"

$(RANDOM_FILE):
	@mkdir -p $(@D)
	head -c 268435456 /dev/urandom > $@

# ---- the header -----------------------------------------------------------------------------

$(AMALGAMATE): tools/amalgamate.c tools/amalgamate_text.h
	@mkdir -p $(@D)
	$(HOSTCC) -std=c99 -O1 -Wall -Wextra $< -o $@

# Its date changes only if its text does: what was built from it stays built.
filesec.h: $(AMALGAMATE) $(SOURCES) ## generate filesec.h from src_impl/
	@$(AMALGAMATE) src_impl build/filesec.$$$$.h && \
	    if cmp -s build/filesec.$$$$.h $@; then rm build/filesec.$$$$.h; \
	    else mv build/filesec.$$$$.h $@ && echo "generated $@"; fi

$(BUILD)/dev/filesec.h: $(AMALGAMATE) $(SOURCES)
	@mkdir -p $(@D)
	@$(AMALGAMATE) --line src_impl $@

build/vectors: tools/vectors.c
	@mkdir -p $(@D)
	$(HOSTCC) -std=c99 -O1 -Wall -Wextra $< -o $@

vectors: build/vectors ## generate tests/vectors.h from tests/vectors/
	build/vectors tests/vectors/*.txt > build/vectors.h
	mv build/vectors.h tests/vectors.h

docs-generated: $(BUILD)/filesec ## generate docs/: completions, manual pages, api.md
	@mkdir -p docs/completions
	$(BUILD)/filesec --man > docs/filesec.1
	tools/manual.sh man > docs/filesec.3
	tools/manual.sh md > docs/api.md
	$(BUILD)/filesec --completions bash > docs/completions/filesec.bash
	$(BUILD)/filesec --completions zsh > docs/completions/_filesec
	$(BUILD)/filesec --completions fish > docs/completions/filesec.fish

check-header: $(AMALGAMATE) build/vectors ## generated files are in sync; the tool refuses faults
	@tools/check_header.sh $(AMALGAMATE) build/vectors

# ---- programs -------------------------------------------------------------------------------

# Changes when a compiler or a flag does.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(COMPILE) : $(LINK) $(LIBRARIES))' > $@.$$$$ && \
	    if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi

$(BUILD)/obj/%.o: %.c $(BUILD)/flags | $(HEADER)
	@mkdir -p $(@D)
	$(COMPILE) $(UNIT_FLAGS) $(DEPENDENCIES) -c $< -o $@

# What counts for coverage is the header's code alone.
$(BUILD)/obj/tests/implementation.o: UNIT_FLAGS = $(COUNTERS)

$(BUILD)/filesec: $(COMMAND_OBJECTS)
	$(LINK) $^ $(LIBRARIES) -o $@

$(BUILD)/tests: $(TEST_OBJECTS)
	$(LINK) $^ $(LIBRARIES) -o $@

$(BUILD)/dudect: $(DUDECT_OBJECTS)
	$(LINK) $^ $(LIBRARIES) -o $@

$(BUILD)/bench: $(BENCH_OBJECTS)
	$(LINK) $^ $(LIBRARIES) -o $@

$(BUILD)/peers: $(PEERS_OBJECTS) $(BUILD)/peers.libs
	$(LINK) $(PEERS_OBJECTS) $$(sed -n 2p $(BUILD)/peers.libs) $(LIBRARIES) -o $@

$(BUILD)/bench-files: $(FILES_OBJECTS) $(BUILD)/peers.libs
	$(LINK) $(FILES_OBJECTS) $$(sed -n 2p $(BUILD)/peers.libs) $(LIBRARIES) -o $@

# First line: which peers are installed, as macros; second line: their libraries.
$(BUILD)/peers.libs: tools/find_peers.sh $(BUILD)/flags
	@tools/find_peers.sh > $@

$(call objects,$(wildcard bench/peer*.c) bench/files_libcrypto.c): $(BUILD)/peers.libs
$(BUILD)/obj/bench/peer%.o $(BUILD)/obj/bench/files_libcrypto.o: UNIT_FLAGS = $$(sed -n 1p $(BUILD)/peers.libs)
# The plain code is a peer: it gets the best level, whatever ours is built with.
$(BUILD)/obj/bench/plain_murmur3.o: UNIT_FLAGS = -O3

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

# ---- tests and measurements -----------------------------------------------------------------

test: $(BUILD)/tests $(BUILD)/filesec ## all tests; EXPECT='paths', VECTORS=folder
	@tools/sum.sh '$(BUILD)/tests $(TEST_ARGUMENTS)' tests/include/run.sh \
	    'tests/command.sh $(BUILD)/filesec' tests/mutants/run.sh

test-short: $(BUILD)/tests ## the short suite: all known answers, lengths 0..272
	@$(BUILD)/tests --short $(TEST_ARGUMENTS)

bench: $(BUILD)/bench ## measure every usable path of every primitive
	$(BUILD)/bench $(ARGS)

bench-order: $(BUILD)/bench ## is any path quicker than the default at some size?
	$(BUILD)/bench --csv=$(BUILD)/order.csv $(ARGS) > $(BUILD)/order.txt
	@awk -f bench/order.awk $(BUILD)/order.csv

bench-peers: $(BUILD)/peers ## the same next to libcrypto, libsodium and ipsec-mb, if installed
	$(BUILD)/peers $(ARGS)

bench-levels: $(BUILD)/peers ## bench-peers once per tier, the peers held to it as well
	bench/levels.sh $(BUILD)/peers $(ARGS)

bench-files: $(BUILD)/bench-files $(BUILD)/filesec ## jobs with files next to cp, age, sha512sum ..., if installed
	$(BUILD)/bench-files --disk=$(BUILD) $(ARGS)

PLOTS ?= bench/results/2026-12-01-epyc-9004
PLOTS_TO ?= docs/plots
PLOTS_OF ?= EPYC 9004 (Zen 4), a virtual CPU of a shared server

bench-plots: ## draw docs/plots/ by gnuplot from PLOTS-bench.csv, -peers.csv and -files.csv
	bench/plots/plots.sh $(PLOTS) $(PLOTS_TO) '$(PLOTS_OF)'

check-plots: ## docs/plots/ is of the figures in bench/results/
	@PLOTS='$(PLOTS)' PLOTS_OF='$(PLOTS_OF)' tools/check_plots.sh

# ---- the source's form ----------------------------------------------------------------------

format: ## clang-format 14 on every source
	@tools/check_format.sh --fix

check-format: ## form of every source: clang-format 14, blanks, ASCII, lengths of files
	@tools/check_format.sh

fragments: ## each fragment of src_impl/ compiles alone: its include lines are complete
	@tools/check_fragments.sh

hooks: ## run tools/hooks/pre-commit before each commit
	git config core.hooksPath tools/hooks

# ---- wider checks: each needs more than gcc and make ----------------------------------------

check: ## all of the checks below, and those above; WITHOUT='test': but for these
	@tools/check_all.sh $(filter-out $(WITHOUT),$(CHECKS))

matrix: filesec.h ## strict warnings: compilers x languages x levels x options; tests per level
	@tools/check_matrix.sh

asan ubsan tsan msan: filesec.h ## the short suite under a sanitizer of gcc and of clang
	@tools/check_sanitizer.sh $@

cross-aarch64: filesec.h ## build for AArch64, short suite under qemu, paths expected
	@tools/check_aarch64.sh

i386: filesec.h ## build and test for 32-bit x86
	@tools/check_i386.sh

oldcpu: filesec.h ## the short suite on models of older CPUs under qemu: no path leaks
	@tools/check_oldcpu.sh

machines: filesec.h ## the short suite on ARM, MIPS, POWER, RISC-V and z under qemu, both byte orders
	@tools/check_machines.sh

windows: filesec.h ## the header on 64-bit Windows, run by Wine: suite, registers, stacks
	@tools/check_windows.sh

wasm: filesec.h ## the header as WebAssembly, run by Node: the short suite
	@tools/check_wasm.sh

avx512: filesec.h ## the short suite on models of CPUs with AVX-512 in the emulator Bochs
	@tools/check_avx512.sh

container: ## the second reader of sealed files agrees; needs Debian's python3-cryptography
	@tools/check_container.sh

faults: $(BUILD)/filesec ## the command when calls fail, files change, signals come; 64-bit Linux
	@tests/faults/run.sh $(BUILD)/filesec

big: $(BUILD)/filesec ## 5 GiB there and back in 200 MB of address space; 11 GB of disk, minutes
	@tests/faults/big.sh $(BUILD)/filesec

check-isa: filesec.h ## disassemble: no instruction stands in a function of a lower tier
	@tools/check_isa.sh

coverage: filesec.h ## lines and branches that the tests run; AVX512=1: also in Bochs, minutes
	@tools/check_coverage.sh $(if $(AVX512),avx512)

mutation: filesec.h ## small faults in container, selection, comparison: do tests fail? SAMPLE=n
	@tools/mutation.py $(if $(SAMPLE),--sample $(SAMPLE))

valgrind: filesec.h ## the short suite under valgrind's memcheck
	@tools/check_valgrind.sh

taint: filesec.h ## constant time: memcheck follows the secrets on every path it can run
	@tools/check_taint.sh

trace: filesec.h ## constant time on other CPUs: several secrets, one and the same execution
	@tools/check_trace.sh

SECONDS ?= 60
fuzz: filesec.h ## libFuzzer over all that reads hostile bytes; SECONDS=60 for each target
	@tools/check_fuzz.sh $(SECONDS)

small: filesec.h ## known answers on Cortex-M, RV32 and AVR, without a system; budgets
	@tools/check_small.sh

footprint: filesec.h ## generate docs/footprint.md: code, memory and stack on small machines
	tools/footprint.sh > build/footprint.md
	mv build/footprint.md docs/footprint.md

# Not among the checks: what else a machine is doing must not decide them.
dudect: $(BUILD)/dudect ## constant time, measured; MEASUREMENTS=n for each job, ONLY=word; minutes
	@$(BUILD)/dudect $(if $(MEASUREMENTS),--measurements=$(MEASUREMENTS)) $(if $(ONLY),--only=$(ONLY))

evidence: ## docs/evidence.md: each promise and what showed it, from the last make check
	@tools/evidence.sh

include packaging/install.mk

dist: $(BUILD)/filesec ## build/dist/: tarball, header, bill of materials, SHA512SUMS; reproducible
	@FILESEC=$(BUILD)/filesec tools/dist.sh $(BUILD)/dist

release-check: $(BUILD)/filesec ## the files of make dist: the same again elsewhere, whole, self-contained
	@tools/check_release.sh

web: ## build/web/filesec.html, a page that hashes, seals and opens; clang 14, wasi-libc, Node.js
	examples/web/build.sh $(BUILD)/web/filesec.html

check-web: $(BUILD)/filesec ## that page in headless Chromium, and the command on the other side
	@tools/check_web.sh

check-docs: ## manual pages, names, links and quotations of the manual
	@tools/check_docs.sh

check-packages: $(BUILD)/filesec ## each way to take filesec into a build, by a program of somebody else
	@tools/check_packages.sh

EXAMPLES = $(patsubst examples/%,$(BUILD)/examples/%,$(basename $(wildcard examples/*.c examples/*.cpp)))

examples: $(EXAMPLES) ## the examples, into build/examples

$(BUILD)/examples/%: examples/%.c examples/example.h filesec.h
	@mkdir -p $(@D)
	$(CC) -std=c99 $(WARNINGS) -I. $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $< -o $@

$(BUILD)/examples/%: examples/%.cpp filesec.h
	@mkdir -p $(@D)
	$(CXX) -std=c++17 $(WARNINGS) -I. $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $< -o $@

check-examples: filesec.h $(BUILD)/filesec ## the examples do what they say; code blocks of the documents are right
	@FILESEC_COMMAND=$(BUILD)/filesec tools/check_examples.sh

clean: ## remove build/
	rm -rf $(BUILD)
