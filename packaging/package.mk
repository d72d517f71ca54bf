# make static: a tarball of programs that need no library of the machine.
S = $(B)/static
# For what the compiler compiles.
ARCH := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))
XZ = xz -T1 -9e
NAME = cortex-$(VERSION)-linux-$(ARCH)

# Debian has no archive of md4c.
MD4C_A := $(if $(call archive,md4c-html),$(call archive,md4c-html) \
	$(call archive,md4c),$(S)/lib/libmd4c.a)
$(S)/lib/libmd4c.a:
	CC='$(CC)' AR='$(AR)' CFLAGS='-O3 $(HARDEN)' sh packaging/libs.sh $(S) md4c

# $(1) is a program: its objects again, with every library's archive.  Debugging
# information has the directory that it was built in, and so would an id of it.
define static_program
$(S)/bin/$(1): $$($(1)_OBJ) $(B)/libcx.a $(B)/flags $(MD4C_A)
	@mkdir -p $$(@D)
	$$(CXX) -pthread $(STATIC) $(filter-out -pie,$(HARDEN_LD)) \
		-Wl,--build-id=none -s $(filter-out -static-libstdc++,$(LDFLAGS)) \
		-o $$@ $$($(1)_OBJ) $(B)/libcx.a $(YAML) $(UTF8PROC) \
		$(STEMMER) $(MD4C_A) $(call archive,z) -lm
endef
$(foreach p,$(PROGS),$(eval $(call static_program,$(p))))
$(SCRIPTS:bin/%=$(S)/bin/%): $(S)/bin/%: bin/%
	@mkdir -p $(@D)
	cp $< $@

static-programs: $(PROGS:%=$(S)/bin/%) $(SCRIPTS:bin/%=$(S)/bin/%)
ifeq ($(and $(STATIC),$(call archive,z)),)
$(S)/lib/libmd4c.a $(PROGS:%=$(S)/bin/%): no-archives
no-archives:
	@echo 'make static: the archives of the C and C++ libraries, libyaml,' \
		'libutf8proc, libstemmer and zlib are needed, and no sanitizer' >&2
	@exit 1
endif

# A prefix, as make install makes it.
static-tree: static-programs
	@rm -rf $(S)/root
	@$(MAKE) -s -o all B=$(S) DESTDIR='$(abspath $(S))/root' \
		PREFIX=/$(NAME) install
	@RUNTIME='$(RUNTIME)' sh packaging/licenses.sh $(S)/root/$(NAME)/share/doc/cortex
	@cp packaging/install.sh $(S)/root/$(NAME)/share/cortex

.PHONY: static-programs static-tree no-archives
