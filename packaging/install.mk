# SPDX-License-Identifier: 0BSD
#
# packaging/install.mk: make install, make uninstall; part of the Makefile
#
# The names are GNU's, and each may be set: make install PREFIX=/usr DESTDIR=/tmp/root. Nothing is
# written outside DESTDIR. Folders that are made are open to all, whatever the umask.

PREFIX ?= /usr/local
DESTDIR ?=
prefix ?= $(PREFIX)
bindir ?= $(prefix)/bin
includedir ?= $(prefix)/include
datarootdir ?= $(prefix)/share
mandir ?= $(datarootdir)/man
docdir ?= $(datarootdir)/doc/filesec
pkgconfigdir ?= $(datarootdir)/pkgconfig
cmakedir ?= $(datarootdir)/cmake/filesec
bashcompletiondir ?= $(datarootdir)/bash-completion/completions
zshcompletiondir ?= $(datarootdir)/zsh/site-functions
fishcompletiondir ?= $(datarootdir)/fish/vendor_completions.d
INSTALL ?= install
INSTALL_PROGRAM ?= $(INSTALL) -m 755
INSTALL_DATA ?= $(INSTALL) -m 644

VERSION = $(shell sed -n 's/^\#define FILESEC_VERSION "\(.*\)"/\1/p' filesec.h)

# What goes where; $(1) is what to do with FROM, FOLDER and NAME.
define header_files
$(call $(1),filesec.h,$(includedir),filesec.h)
$(call $(1),$(BUILD)/install/filesec.pc,$(pkgconfigdir),filesec.pc)
$(call $(1),$(BUILD)/install/filesec-config.cmake,$(cmakedir),filesec-config.cmake)
$(call $(1),$(BUILD)/install/filesec-config-version.cmake,$(cmakedir),filesec-config-version.cmake)
$(call $(1),docs/filesec.3,$(mandir)/man3,filesec.3)
$(call $(1),README.md,$(docdir),README.md)
$(call $(1),LICENSE,$(docdir),LICENSE)
endef
define command_files
$(call $(1),docs/filesec.1,$(mandir)/man1,filesec.1)
$(call $(1),docs/completions/filesec.bash,$(bashcompletiondir),filesec)
$(call $(1),docs/completions/_filesec,$(zshcompletiondir),_filesec)
$(call $(1),docs/completions/filesec.fish,$(fishcompletiondir),filesec.fish)
endef
install_one = @(umask 022 && mkdir -p "$(DESTDIR)$(2)") && $(INSTALL_DATA) "$(1)" "$(DESTDIR)$(2)/$(3)"
remove_one = @rm -f "$(DESTDIR)$(2)/$(3)"

# Where the header is, as seen from the files that tell it, so that an installed tree can be moved;
# but as it was said if somebody chose other folders.
different = $(subst $(1),,$(2))$(subst $(2),,$(1))
moved = $(call different,$(prefix)/include $(prefix)/share/cmake/filesec,$(includedir) $(cmakedir))
seen_from_cmake = $(if $(moved),$(includedir),$${CMAKE_CURRENT_LIST_DIR}/../../../include)
seen_from_pc = $(if $(call different,$(prefix)/include,$(includedir)),$(includedir),$${prefix}/include)

# A path as the new text of sed's s|||.
as_text = $(subst |,\|,$(subst &,\&,$(subst \,\\,$(1))))

# A command that no source is newer than is installed as it was built: whoever installs need not
# repeat the compiler and the flags.
built = $(shell [ -x "$(BUILD)/filesec" ] && [ -z "$$(find filesec.h src_impl tools/command \
    -type f -newer "$(BUILD)/filesec")" ] && echo built)

.PHONY: install install-header install-made uninstall

install-made:
	@mkdir -p "$(BUILD)/install"
	@sed -e 's|@PREFIX@|$(call as_text,$(prefix))|' -e 's|@INCLUDEDIR@|$(call as_text,$(seen_from_pc))|' \
	    -e 's|@VERSION@|$(VERSION)|' packaging/filesec.pc.in > "$(BUILD)/install/filesec.pc"
	@sed -e 's|@INCLUDEDIR@|$(call as_text,$(seen_from_cmake))|' packaging/cmake/filesec-config.cmake.in \
	    > "$(BUILD)/install/filesec-config.cmake"
	@sed -e 's|@VERSION@|$(VERSION)|' packaging/cmake/filesec-config-version.cmake.in \
	    > "$(BUILD)/install/filesec-config-version.cmake"

install-header: install-made ## the header, and what pkg-config and CMake want; PREFIX, DESTDIR
	$(call header_files,install_one)

install: $(if $(built),,$(BUILD)/filesec) install-header ## also the command, its manual and completions
	@(umask 022 && mkdir -p "$(DESTDIR)$(bindir)")
	$(INSTALL_PROGRAM) "$(BUILD)/filesec" "$(DESTDIR)$(bindir)/filesec"
	$(call command_files,install_one)

uninstall: ## remove what install put there; with the same PREFIX and DESTDIR
	@rm -f "$(DESTDIR)$(bindir)/filesec"
	$(call header_files,remove_one)
	$(call command_files,remove_one)
	@rmdir "$(DESTDIR)$(docdir)" "$(DESTDIR)$(cmakedir)" 2> /dev/null || :
