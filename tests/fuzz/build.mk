# SPDX-License-Identifier: 0BSD
#
# tests/fuzz/build.mk: the programs of tests/fuzz, for tools/check_fuzz.sh; from the root of the
# tree. Each target three times: TARGET with libFuzzer, ASan and UBSan; TARGET-planted over code
# with a fault of its own; TARGET-replay without libFuzzer, by gcc.

OUT = build/fuzz/bin
CLANG = clang
GCC = gcc
TARGETS = hash aead container list options

# One of UBSan's checks, together with ASan, makes clang take three times as long for the header:
# it stays with make ubsan.
SANITIZE = -fsanitize=address,undefined -fno-sanitize=pointer-overflow \
           -fno-sanitize-recover=all
COMMON = -std=c99 -O1 -g -I. -Itests -Itests/fuzz -Itools/command -MMD -MP
FUZZ = $(CLANG) $(COMMON) $(STRICT) -Wno-unknown-warning-option -fno-omit-frame-pointer \
       -fsanitize=fuzzer-no-link
LINK = $(CLANG) -fsanitize=fuzzer $(SANITIZE)
LIBRARIES = -lcrypto -lpthread -lm

programs: $(TARGETS:%=$(OUT)/%) $(TARGETS:%=$(OUT)/%-planted) $(TARGETS:%=$(OUT)/%-replay)

# ---- units ----------------------------------------------------------------------------------

# The header's code: as it is, with faults, by gcc.
$(OUT)/fuzz/tests/implementation.o: tests/implementation.c filesec.h
	@mkdir -p $(@D)
	$(FUZZ) $(SANITIZE) -c $< -o $@

$(OUT)/fuzz/%.o: %.c
	@mkdir -p $(@D)
	$(FUZZ) $(SANITIZE) -c $< -o $@

$(OUT)/gcc/%.o: %.c
	@mkdir -p $(@D)
	$(GCC) $(COMMON) $(STRICT) -c $< -o $@

HELP = tests/fuzz/fuzz tests/support
HEADER = tests/ops tests/ops_aead tests/paths tests/emulate_sha512 tests/implementation \
         $(HELP)
# The command but for its main: an archive, of which each target takes what it needs.
COMMAND = $(filter-out main implementation,$(patsubst tools/command/%.c,%,$(COMMANDS)))
COMMANDS = $(wildcard tools/command/*.c)
wrap = $(foreach name,$(1),-Wl,--wrap=$(name))

hash_UNITS = tests/fuzz/hash bench/plain_murmur3 $(HEADER)
aead_UNITS = tests/fuzz/aead $(HEADER)
container_UNITS = tests/fuzz/container tests/fuzz/container_writer tests/fuzz/container_model \
                  tests/fuzz/container_reader tests/fuzz/container_facts \
                  tests/fuzz/container_command tests/fuzz/capture $(HEADER)
container_ARCHIVE = command.a
list_UNITS = tests/fuzz/list tests/fuzz/capture $(HELP) tests/implementation
list_ARCHIVE = command.a
list_WRAPS = $(call wrap,reading_open reading_close reading_some)
options_UNITS = tests/fuzz/options tests/fuzz/options_model tests/fuzz/options_words \
                tests/fuzz/capture $(HELP) tests/implementation
options_ARCHIVE = command.a
options_WRAPS = $(call wrap,progress_begin verity_keep_begin verity_check_open exact_begin \
    opened_begin sink_open cost_warm table_print machine_cpu trial_fill_data encrypt_run open \
    open64 openat openat64 opendir fopen fopen64)

$(OUT)/fuzz/command.a: $(COMMAND:%=$(OUT)/fuzz/tools/command/%.o)
	$(AR) rcs $@ $^
$(OUT)/gcc/command.a: $(COMMAND:%=$(OUT)/gcc/tools/command/%.o)
	$(AR) rcs $@ $^

define PROGRAM
$(OUT)/$(1): $$($(1)_UNITS:%=$(OUT)/fuzz/%.o) $$($(1)_ARCHIVE:%=$(OUT)/fuzz/%)
	$$(LINK) $$($(1)_WRAPS) $$^ $$(LIBRARIES) -o $$@
$(OUT)/$(1)-replay: $$($(1)_UNITS:%=$(OUT)/gcc/%.o) $(OUT)/gcc/tests/fuzz/replay.o \
                   $$($(1)_ARCHIVE:%=$(OUT)/gcc/%)
	$(GCC) $$($(1)_WRAPS) $$^ $$(LIBRARIES) -o $$@
endef
$(foreach target,$(TARGETS),$(eval $(call PROGRAM,$(target))))

# ---- with faults ----------------------------------------------------------------------------

$(OUT)/planted/%: % tests/fuzz/plant.sh
	@mkdir -p $(@D)
	tests/fuzz/plant.sh $< > $@
$(OUT)/planted/%.o: $(OUT)/planted/%.c
	$(FUZZ) -c $< -o $@
$(OUT)/planted/implementation.o: tests/implementation.c $(OUT)/planted/filesec.h
	$(CLANG) -I$(OUT)/planted $(COMMON) -fsanitize=fuzzer-no-link -c $< -o $@

hash_PLANTED = implementation
aead_PLANTED = implementation
container_PLANTED = implementation
list_PLANTED = tools/command/names
options_PLANTED = tools/command/options

define PLANTED
$(OUT)/$(1)-planted: $$($(1)_PLANTED:%=$(OUT)/planted/%.o) \
        $$(patsubst %,$(OUT)/fuzz/%.o,$$(filter-out tests/$$($(1)_PLANTED),$$($(1)_UNITS))) \
        $$($(1)_ARCHIVE:%=$(OUT)/fuzz/%)
	$$(LINK) $$($(1)_WRAPS) $$^ $$(LIBRARIES) -o $$@
endef
$(foreach target,$(TARGETS),$(eval $(call PLANTED,$(target))))

-include $(shell find $(OUT) -name '*.d' 2> /dev/null)
.DELETE_ON_ERROR:
.PHONY: programs
