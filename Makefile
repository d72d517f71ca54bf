# Cortex.  `make` builds into build/; `make help` lists the targets.
# Adding bin/cx-NAME.c, bin/cx-NAME/*.c, lib/ROOM/*.c or tests/unit/test-*.c is
# all it takes to build it.

CC = cc
CXX = c++
AR = ar
CFLAGS = -O3 -g
CXXFLAGS = -O3 -g
CPPFLAGS =
LDFLAGS =
# What takes the symbols off installed programs; empty: they stay.
STRIP = strip
PREFIX = /usr/local
DESTDIR =
B = build
PKG_CONFIG = pkg-config

all:

# (A row of a table leaves out what is 0.)
WARN = -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wformat=2 \
	-Wno-missing-field-initializers
CWARN = $(WARN) -Wstrict-prototypes -Wmissing-prototypes

# pkg-config where it knows the package, plain -l where it does not.
# $(call lib,PACKAGE,FALLBACK)
lib = $(shell $(PKG_CONFIG) --libs $(1) 2>/dev/null || echo $(2))
inc = $(shell $(PKG_CONFIG) --cflags $(1) 2>/dev/null)
# The archive where there is one: to load a library takes .1 to .3 ms, and a
# search starts five programs.  $(call archive,NAME,ELSE)
archive = $(or $(filter /%,$(shell $(CC) -print-file-name=lib$(1).a)),$(2))
YAML := $(call archive,yaml,$(call lib,yaml-0.1,-lyaml))
UTF8PROC := $(call archive,utf8proc,$(call lib,libutf8proc,-lutf8proc))
STEMMER := $(call archive,stemmer,-lstemmer)
MD4C := $(call lib,md4c-html,-lmd4c-html -lmd4c)
ZLIB := $(call lib,zlib,-lz)
INC := $(sort $(call inc,yaml-0.1) $(call inc,libutf8proc) \
	$(call inc,libxxhash) \
	$(filter-out -DTOML_%,$(call inc,tomlplusplus)))

# Hardening, of what this compiler and C library know; HARDEN= HARDEN_LD= is a
# build without.  The sanitizers look closer themselves.  $(call knows,FLAG...)
knows = $(shell echo '\#include <string.h>' | $(CC) $(CFLAGS) -Werror $(1) \
	-E -x c - >/dev/null 2>&1 && echo '$(1)')
fortify = -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=
ifeq ($(findstring -fsanitize,$(CFLAGS)),)
HARDEN := -fPIE $(or $(call knows,$(fortify)3),$(call knows,$(fortify)2)) \
	$(foreach f,-fstack-protector-strong -fstack-clash-protection \
	-fcf-protection,$(call knows,$(f)))
HARDEN_LD := -pie -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack
endif

cx_CPPFLAGS = -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -D_GNU_SOURCE -I. \
	$(INC) $(CPPFLAGS)
cx_CFLAGS = -std=c11 -pthread $(CWARN) $(HARDEN) $(CFLAGS)
# In C++ a function named like a struct shadows its constructor: struct cx_str.
cx_CXXFLAGS = -std=c++17 -pthread $(WARN) -Wno-shadow -fno-rtti $(HARDEN) $(CXXFLAGS)
# Of C++, which cx-config alone has, its archive: the library takes 2 million
# instructions to load.
cx_LDFLAGS = -pthread $(HARDEN_LD) $(if $(call archive,stdc++),-static-libstdc++ \
	-static-libgcc) $(LDFLAGS)
# --as-needed: a program loads only the libraries it uses.
LIBS = -Wl,--as-needed $(YAML) $(UTF8PROC) $(STEMMER) \
	$(MD4C) $(ZLIB) -lm
# The programs that each search or save starts have the C library's archive in them:
# without a library to look for, map and bind they start in two thirds of the
# time.  They read, and ask that library for nothing that it would load: no
# names of users or hosts, no locale, no iconv.  The sanitizers need the library.
STATIC_PROGRAMS = cx-config cx-gate cx-score cx-show
STATIC := $(if $(findstring -fsanitize,$(CFLAGS) $(LDFLAGS)),,\
	$(and $(call archive,c),$(call archive,yaml),$(call archive,utf8proc),\
	$(call archive,stemmer),$(call archive,stdc++),\
	$(filter /%,$(shell $(CC) -print-file-name=rcrt1.o)),-static-pie))
quick = $(and $(STATIC),$(filter $(STATIC_PROGRAMS),$(1)))
# (After -static-libstdc++ a compiler looks for libraries again.)
link_flags = $(if $(quick),-pthread $(STATIC) $(filter-out -pie,$(HARDEN_LD)) \
	$(filter-out -static-libstdc++,$(LDFLAGS)),$(cx_LDFLAGS))
link_libs = $(if $(quick),$(YAML) $(UTF8PROC) $(STEMMER) -lm,$(LIBS))

LIB_OBJ := $(patsubst %,$(B)/obj/%.o,$(sort $(wildcard lib/*/*.c lib/*/*.cc)))
PROGS := $(sort $(patsubst bin/%.c,%,$(wildcard bin/cx-*.c)) \
	$(patsubst bin/%.cc,%,$(wildcard bin/cx-*.cc)) \
	$(patsubst bin/%/,%,$(wildcard bin/cx-*/)))
SCRIPTS := $(sort $(wildcard bin/cx))
UNITS := $(patsubst tests/unit/%.c,$(B)/unit/%,\
	$(sort $(wildcard tests/unit/test-*.c)))

# The flags, compared by content: another compiler or other flags rebuild all.
FLAGS_NOW := $(CC) $(CXX) $(cx_CPPFLAGS) $(cx_CFLAGS) $(cx_CXXFLAGS) \
	$(cx_LDFLAGS) $(STATIC) $(LIBS)
$(shell mkdir -p $(B); printf '%s\n' '$(FLAGS_NOW)' >$(B)/flags.new; \
	cmp -s $(B)/flags.new $(B)/flags || cp $(B)/flags.new $(B)/flags; \
	rm -f $(B)/flags.new)

# The libraries are looked for once: a compiler would not say what to install.
$(B)/headers: $(B)/flags
	@CC='$(CC)' CXX='$(CXX)' sh tests/deps.sh headers $(cx_CPPFLAGS)
	@touch $@

all: $(PROGS:%=$(B)/bin/%) $(SCRIPTS:bin/%=$(B)/bin/%)

$(B)/obj/%.c.o: %.c $(B)/headers
	@mkdir -p $(@D)
	$(CC) $(cx_CPPFLAGS) $(cx_CFLAGS) -MMD -MP -c -o $@ $<

$(B)/obj/%.cc.o: %.cc $(B)/headers
	@mkdir -p $(@D)
	$(CXX) $(cx_CPPFLAGS) $(cx_CXXFLAGS) -MMD -MP -c -o $@ $<

$(B)/libcx.a: $(LIB_OBJ)
	rm -f $@
	$(AR) rcs $@ $(LIB_OBJ)

# $(1) is a program, made of bin/NAME.c, bin/NAME.cc, bin/NAME/*.c and *.cc.
define program
$(1)_OBJ := $$(patsubst %,$(B)/obj/%.o,$$(sort $$(wildcard bin/$(1).c \
	bin/$(1).cc bin/$(1)/*.c bin/$(1)/*.cc)))
$(B)/bin/$(1): $$($(1)_OBJ) $(B)/libcx.a $(B)/flags
	@mkdir -p $$(@D)
	$$(CXX) $(call link_flags,$(1)) $$(CFLAGS) -o $$@ $$($(1)_OBJ) \
		$(B)/libcx.a $(call link_libs,$(1))
-include $$($(1)_OBJ:.o=.d)
endef
$(foreach p,$(PROGS),$(eval $(call program,$(p))))

$(B)/bin/%: bin/%
	@mkdir -p $(@D)
	cp $< $@.tmp && chmod 755 $@.tmp && mv $@.tmp $@

$(B)/unit/%: $(B)/obj/tests/unit/%.c.o $(B)/libcx.a
	@mkdir -p $(@D)
	$(CXX) $(cx_LDFLAGS) $(CFLAGS) -o $@ $< $(B)/libcx.a $(LIBS) -lcmocka

-include $(LIB_OBJ:.o=.d) $(UNITS:$(B)/unit/%=$(B)/obj/tests/unit/%.c.d)

# The pipelines stand where an installed `cx` looks for them too, and manuals
# where man(1) does, so that build/ has the layout of a prefix.
PIPES := $(sort $(wildcard pipelines/* pipelines/*/*))
SHARE := $(patsubst pipelines/%,$(B)/libexec/cortex/%,\
	$(foreach f,$(PIPES),$(if $(wildcard $(f)/*),,$(f))))
$(B)/libexec/cortex/%: pipelines/%
	@mkdir -p $(@D)
	cp -p $< $@.tmp && mv $@.tmp $@
MANS := $(sort $(wildcard man/*.[15]))
$(B)/share/man/man1/%.1: man/%.1
	@mkdir -p $(@D)
	cp -p $< $@.tmp && mv $@.tmp $@
$(B)/share/man/man5/%.5: man/%.5
	@mkdir -p $(@D)
	cp -p $< $@.tmp && mv $@.tmp $@
PAGE := $(sort $(wildcard share/page/*))
$(B)/share/cortex/page/%: share/page/%
	@mkdir -p $(@D)
	cp -p $< $@.tmp && mv $@.tmp $@
# cx agent names the hooks that agents start.
AGENTS := $(sort $(shell find examples/agents examples/git -type f))
$(B)/share/cortex/examples/%: examples/%
	@mkdir -p $(@D)
	cp -p $< $@.tmp && mv $@.tmp $@
# The table of lib/pack/tokens.h.
$(B)/share/cortex/token-ranks: share/token-ranks
	@mkdir -p $(@D)
	cp -p $< $@.tmp && mv $@.tmp $@
all units: $(B)/share/cortex/token-ranks
all: $(PAGE:share/%=$(B)/share/cortex/%) $(AGENTS:%=$(B)/share/cortex/%)
all: $(SHARE) $(patsubst man/%.1,$(B)/share/man/man1/%.1,$(filter %.1,$(MANS))) \
	$(patsubst man/%.5,$(B)/share/man/man5/%.5,$(filter %.5,$(MANS)))

units: $(UNITS) $(B)/learn

# What the weights of cx-gate are learned with.
$(B)/learn: $(B)/obj/tests/gate/learn.c.o $(B)/obj/bin/cx-gate/evidence.c.o \
		$(B)/libcx.a
	$(CXX) $(cx_LDFLAGS) $(CFLAGS) -o $@ $^ $(LIBS)
-include $(B)/obj/tests/gate/learn.c.d
weights: $(B)/learn
	sh tests/gate/examples >$(B)/examples
	$(B)/learn <$(B)/examples >$(B)/weights.def
	mv $(B)/weights.def bin/cx-gate/weights.def

# What there is where Linux has more, everywhere: the same programs and unit
# tests, linked with the other half of lib/base/platform.c.
P = $(B)/posix
$(P)/platform.o: lib/base/platform.c $(B)/headers
	@mkdir -p $(P)/bin $(P)/unit
	$(CC) -DCX_POSIX $(cx_CPPFLAGS) $(cx_CFLAGS) -MMD -MP -c -o $@ $<
-include $(P)/platform.d
define posix_program
$(P)/bin/$(1): $$($(1)_OBJ) $(P)/platform.o $(B)/libcx.a
	$$(CXX) $$(cx_LDFLAGS) $$(CFLAGS) -o $$@ $$^ $$(LIBS)
endef
$(foreach p,$(PROGS),$(eval $(call posix_program,$(p))))
$(P)/unit/%: $(B)/obj/tests/unit/%.c.o $(P)/platform.o $(B)/libcx.a
	$(CXX) $(cx_LDFLAGS) $(CFLAGS) -o $@ $^ $(LIBS) -lcmocka
posix: all $(PROGS:%=$(P)/bin/%) $(UNITS:$(B)/unit/%=$(P)/unit/%)
	@cp $(SCRIPTS:bin/%=$(B)/bin/%) $(P)/bin
	@ln -sfn ../libexec $(P)/libexec
	@ln -sfn ../share $(P)/share

# --- tests ---

# Those that take longest begin, so that none of them is alone at the end.
SLOW = $(wildcard $(patsubst %,tests/%.t,cli/packages cli/static cli/deb \
	cli/remote cli/sync-killed page/site page/tree page/serve hostile/doubling cli/import \
	cli/agent cli/agent-files cli/manual-examples cli/normalize \
	cli/hostile-clone cli/faults-move cli/pipelines cli/delta mcp/inspector cli/git-fifo \
	cli/headers cli/confined cli/import-shapes cli/completion \
	cli/faults-delta mcp/trouble cli/search-damage cli/incremental \
	cli/recall mcp/hostile mcp/text cli/gate-index mcp/vaults cli/contract \
	cli/sync-random) tests/unit/test-md-linear.c tests/unit/test-secrets.c)
TESTS = $(sort $(wildcard tests/cli/*.t tests/hostile/*.t tests/mcp/*.t \
	tests/page/*.t tests/unit/test-*.c))
JOBS = $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
# Tests wait for each other's programs: four for each processor.
PROVE = prove -j$$((4 * $(JOBS))) --merge --failures --comments
# The python3 of pyenv is a script that looks for one, for 40 ms each time.
PYTHON = $(shell head -c 4 "$$(command -v python3)" | grep -q ELF || \
	python3 -c 'import os, sys; print(os.path.dirname(sys.executable) + ":")')

# Installs what is missing, builds, runs everything.
check:
	@sh tests/deps.sh test
	@$(MAKE) --no-print-directory -j$(JOBS) all units faultlib posix
	@$(MAKE) --no-print-directory check-only

check-only:
	@rm -rf $(B)/tap
	@mkdir -p $(B)/tap
	PATH="$(PYTHON)$$PATH" BIN=$(CURDIR)/$(B)/bin $(PROVE) \
		--exec 'sh tests/run.sh $(B)' \
		$(filter $(TESTS),$(SLOW)) $(filter-out $(SLOW),$(TESTS))
	@sh tests/report.sh $(B)

# The library that makes the Nth system call fail (tests/faults).
faultlib: $(patsubst tests/faults/%.c,$(B)/%.so,\
	$(wildcard tests/faults/fault.c))
$(B)/%.so: tests/faults/%.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -O1 -fPIC -shared $(CWARN) -D_GNU_SOURCE -o $@ $< -ldl

# The same tests under the address and undefined behaviour sanitizers.
# Linked statically, for a program starts in half of the time then; where it
# need not be moved to its address, in a fifth less again.
SAN = -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer $(call knows,-static-libasan) \
	$(call knows,-static-libubsan) $(call knows,-no-pie) $(call knows,-fno-pie)
# Tests of scripts, documents, packages and other people's clients and browsers,
# and those that start programs by the thousand or wait for jq and python3, take
# much of the time and give the programs little that the rest does not; time is
# measured without.
ASAN_TESTS = $(filter-out tests/page/% $(patsubst %,tests/%.t,\
	$(addprefix cli/,agent agent-files architecture bench-gen \
	bench-measures bench-table collectors completion config-set confined \
	contract deb docs doctor export gate-memories hardened headers hooks \
	hostile-clone import import-shapes install maintain make \
	manual-examples normalize packages pictures pipelines readme recall \
	remote review screens static sync sync-killed sync-random tasks terminal \
	timers vaults) \
	$(addprefix hostile/,doubling import outside remedies serve trust) \
	$(addprefix mcp/,ages agents frameworks inspector plugin projects sdk \
	sessions setup vaults)), $(TESTS))
# The library of faults is loaded before that of the sanitizer.
ASAN_OPTIONS = detect_leaks=0:verify_asan_link_order=0
asan-programs:
	@sh tests/deps.sh test
	@$(MAKE) --no-print-directory -j$(JOBS) B=build/asan CFLAGS='$(SAN)' \
		CXXFLAGS='$(SAN)' all units faultlib replay
asan: asan-programs
	@CX_ASAN=1 ASAN_OPTIONS=$(ASAN_OPTIONS) $(MAKE) --no-print-directory \
		B=build/asan TESTS='$(ASAN_TESTS)' check-only

lint:
	@sh tests/deps.sh lint
	@sh tests/lint.sh

# Each fuzz target for SECONDS seconds, on its corpus; then whole files.
SECONDS = 60
FUZZ := $(patsubst tests/fuzz/fuzz-%.c,%,$(sort $(wildcard tests/fuzz/fuzz-*.c)))
FUZZ_FLAGS = -O1 -g -fsanitize=fuzzer-no-link,address,undefined \
	-fno-sanitize-recover=all
fuzz:
	@sh tests/deps.sh fuzz
	@$(MAKE) --no-print-directory -j$(JOBS) B=build/fuzz CC=clang \
		CXX=clang++ CFLAGS='$(FUZZ_FLAGS)' CXXFLAGS='$(FUZZ_FLAGS)' \
		fuzz-programs
	@for f in $(FUZZ); do mkdir -p build/fuzz/corpus/$$f || exit 1; \
		echo "fuzz: $$f, $(SECONDS) s"; \
		build/fuzz/run/$$f -max_total_time=$(SECONDS) -max_len=65536 \
		-print_final_stats=0 -verbosity=0 build/fuzz/corpus/$$f \
		tests/fuzz/corpus/$$f || exit 1; done
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@BIN=$(CURDIR)/$(B)/bin sh tests/fuzz/files.sh $(SECONDS)
fuzz-programs: $(FUZZ:%=$(B)/run/%)
$(B)/run/%: $(B)/obj/tests/fuzz/fuzz-%.c.o $(B)/libcx.a
	@mkdir -p $(@D)
	$(CXX) -fsanitize=fuzzer $(CFLAGS) -pthread $(FUZZ_LINK) -o $@ \
		$(filter %.o,$^) $(B)/libcx.a $(LIBS)
# Its subject ends the program when an index is damaged; the target catches it.
$(B)/run/search $(B)/replay/search: FUZZ_LINK = \
	-Wl,--wrap=cx_die,--wrap=cx_json_new,--wrap=cx_json_free
# No program is started, and what others print is the input.
$(B)/run/remote $(B)/replay/remote: $(filter-out %/main.c.o %/serve.c.o,\
	$(cx-remote_OBJ))
$(B)/run/remote $(B)/replay/remote: FUZZ_LINK = $(addprefix -Wl$(,)--wrap=,\
	cx_config_load cx_config_free cx_die cx_error cx_note cx_out_record \
	cx_pipe cx_poll cx_wait posix_spawnp close fcntl kill read waitpid write)
, = ,

# Every saved input once, without the fuzzer: part of `make asan`.
replay: $(FUZZ:%=$(B)/replay/%)
$(B)/replay/%: $(B)/obj/tests/fuzz/fuzz-%.c.o $(B)/obj/tests/fuzz/replay.c.o \
		$(B)/libcx.a
	@mkdir -p $(@D)
	$(CXX) $(cx_LDFLAGS) $(CFLAGS) $(FUZZ_LINK) -o $@ $(filter %.o,$^) \
		$(B)/libcx.a $(LIBS)

-include tests/bench/bench.mk

bench: all
	@sh tests/deps.sh bench
	@BIN=$(CURDIR)/$(B)/bin N=$(N) sh tests/bench/bench
N = 100000
bench-quality: all
	@sh tests/deps.sh bench
	@BIN=$(CURDIR)/$(B)/bin sh tests/bench/quality

# What an agent gets: SEED, BUDGET; with VAULTS, whether prompts bring notes.
SEED = 1
BUDGET = 1000
bench-agent:
	@sh tests/deps.sh test
	@$(MAKE) --no-print-directory all units
	@BIN=$(CURDIR)/$(B)/bin python3 tests/bench/evidence -s $(SEED) \
		-b $(BUDGET)
	@BIN=$(CURDIR)/$(B)/bin python3 tests/bench/ages -s $(SEED)
	@PATH=$(CURDIR)/$(B)/bin:$$PATH sh tests/gate/measure 2>/dev/null
	@for v in $(VAULTS); do BIN=$(CURDIR)/$(B)/bin python3 \
		tests/bench/prompts -s $(SEED) $$v || exit 1; done

# How full cx context makes its budget, of VAULTS too; STRINGS=N compares N.
bench-tokens:
	@sh tests/deps.sh test
	@$(MAKE) --no-print-directory all units
	@BIN=$(CURDIR)/$(B)/bin sh tests/bench/tokens $(VAULTS)

# --- people ---

deps:
	@sh tests/deps.sh build
deps-all:
	@sh tests/deps.sh all

demo:
	@sh tests/deps.sh build
	@$(MAKE) --no-print-directory -q all || \
		echo 'building into $(B)/, which takes a while the first time'
	@$(MAKE) --no-print-directory -j$(JOBS) all >/dev/null
	@BIN=$(CURDIR)/$(B)/bin sh examples/demo.sh

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
		$(DESTDIR)$(PREFIX)/share/man/man5
	install -m 755 $(PROGS:%=$(B)/bin/%) $(SCRIPTS:bin/%=$(B)/bin/%) \
		$(DESTDIR)$(PREFIX)/bin
	$(if $(STRIP),$(STRIP) $(PROGS:%=$(DESTDIR)$(PREFIX)/bin/%))
	for f in $(PIPES:pipelines/%=%); do \
		test -d pipelines/$$f || install -D -m $$(test -x pipelines/$$f \
		&& echo 755 || echo 644) pipelines/$$f \
		$(DESTDIR)$(PREFIX)/libexec/cortex/$$f || exit 1; done
	install -d $(DESTDIR)$(PREFIX)/share/cortex/page
	install -m 644 $(PAGE) $(DESTDIR)$(PREFIX)/share/cortex/page
	install -m 644 share/token-ranks $(DESTDIR)$(PREFIX)/share/cortex
	find examples -type f | while read -r f; do \
		install -D -m $$(test -x $$f && echo 755 || echo 644) $$f \
		$(DESTDIR)$(PREFIX)/share/cortex/$$f || exit 1; done
	install -m 644 $(filter %.1,$(MANS)) \
		$(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 $(filter %.5,$(MANS)) \
		$(DESTDIR)$(PREFIX)/share/man/man5
	@case "$(DESTDIR):$$PATH:" in [!:]*|*:$(PREFIX)/bin:*) ;; *) \
		echo 'not in PATH yet: export PATH=$(PREFIX)/bin:$$PATH' \
		'(man finds the manuals through it)' ;; esac

# bash and fish look a file up by the name of the command, so each has a link;
# for zsh the names stand in the first line.
BASH_COMP = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_COMP = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISH_COMP = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
install: install-completions
install-completions:
	install -d $(BASH_COMP) $(ZSH_COMP) $(FISH_COMP)
	install -m 644 completions/cx.bash $(BASH_COMP)/cx
	install -m 644 completions/_cx $(ZSH_COMP)
	sed '1s/$$/ $(PROGS)/' completions/_cx >$(ZSH_COMP)/_cx
	install -m 644 completions/cx.fish $(FISH_COMP)
	for p in $(PROGS); do ln -sf cx $(BASH_COMP)/$$p && \
		ln -sf cx.fish $(FISH_COMP)/$$p.fish || exit 1; done

uninstall:
	cd $(DESTDIR)$(PREFIX)/share && rm -f zsh/site-functions/_cx $(foreach p,\
		cx $(PROGS),bash-completion/completions/$(p) \
		fish/vendor_completions.d/$(p).fish)
	cd $(DESTDIR)$(PREFIX)/bin && rm -f $(PROGS) $(SCRIPTS:bin/%=%)
	rm -rf $(DESTDIR)$(PREFIX)/libexec/cortex \
		$(DESTDIR)$(PREFIX)/share/cortex
	cd $(DESTDIR)$(PREFIX)/share/man && \
		rm -f $(patsubst man/%.1,man1/%.1,$(filter %.1,$(MANS))) \
		$(patsubst man/%.5,man5/%.5,$(filter %.5,$(MANS)))

VERSION := $(shell sed -n 's/^.define CX_VERSION "\(.*\)"/\1/p' lib/base/opt.h)
# The times in it are the commit's, so that it is the same whoever makes it.
dist:
	@mkdir -p $(B)
	git -c tar.umask=0022 -c tar.tar.gz.command='gzip -cn9' archive --prefix=cortex-$(VERSION)/ -o $(B)/cortex-$(VERSION).tar.gz \
		HEAD
	@echo $(B)/cortex-$(VERSION).tar.gz

include packaging/package.mk
static: static-tree
	@XZ='$(XZ)' sh packaging/pack.sh $(S)/root $(NAME) $(B)/$(NAME).tar.xz

deb: dist
	@DEB_BUILD_OPTIONS=parallel=$(JOBS) sh packaging/deb.sh \
		$(B)/cortex-$(VERSION).tar.gz $(B)

npm: static-tree
	@sh packaging/npm.sh $(S)/root/$(NAME) $(ARCH) $(B)

help:
	@echo 'all            build into $(B)/ (the default)'
	@echo 'demo           set up, build, show the main job on examples/vault'
	@echo 'check          set up, build, run all tests'
	@echo 'posix          programs without what only Linux has, into $(P)/'
	@echo 'asan           the tests under the sanitizers'
	@echo 'lint           formatting, shellcheck, manuals, house rules'
	@echo 'fuzz           each fuzz target for SECONDS=60'
	@echo 'bench          the table of goals, for N=100000 atoms'
	@echo 'bench-agent    what an agent gets; VAULTS="DIR..." for prompts'
	@echo 'bench-tokens   how full cx context makes its budget; VAULTS="DIR...", STRINGS=N'
	@echo 'bench-quality  is it found? VAULT=DIR, or CX_CRANFIELD=DIR'
	@echo 'install        into DESTDIR and PREFIX=$(PREFIX); STRIP= keeps symbols'
	@echo 'uninstall      takes that away'
	@echo 'dist           a tarball of HEAD'
	@echo 'static         a tarball of programs without libraries, for any Linux'
	@echo 'deb            packages for Debian, of HEAD'
	@echo 'npm            a package of the static programs for npm'
	@echo 'deps           install the packages that building and using it need'
	@echo 'deps-all       ... and those that any other target needs'
	@echo 'weights        learn those of cx-gate again from tests/gate/'
	@echo 'clean          remove $(B)/'

clean:
	rm -rf $(B)

.PHONY: all units posix check check-only faultlib asan-programs asan lint fuzz \
	fuzz-programs replay bench bench-quality bench-agent bench-tokens deps deps-all demo install \
	install-completions uninstall dist static deb npm weights help clean
.SECONDARY:
