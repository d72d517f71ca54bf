# Cortex.  `make` builds into build/; `make help` lists the targets.
# Adding bin/cx-NAME.c, bin/cx-NAME/*.c, lib/*.c or tests/unit/test-*.c is
# all it takes to build it.

CC = cc
CXX = c++
AR = ar
CFLAGS = -O2 -g
CXXFLAGS = -O2 -g
CPPFLAGS =
LDFLAGS =
PREFIX = /usr/local
DESTDIR =
B = build
PKG_CONFIG = pkg-config

all:

WARN = -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wformat=2
CWARN = $(WARN) -Wstrict-prototypes -Wmissing-prototypes

# pkg-config where it knows the package, plain -l where it does not.
# $(call lib,PACKAGE,FALLBACK)
lib = $(shell $(PKG_CONFIG) --libs $(1) 2>/dev/null || echo $(2))
inc = $(shell $(PKG_CONFIG) --cflags $(1) 2>/dev/null)
YAML := $(call lib,yaml-0.1,-lyaml)
SIMDJSON := $(call lib,simdjson,-lsimdjson)
UTF8PROC := $(call lib,libutf8proc,-lutf8proc)
STEMMER := -lstemmer
INC := $(sort $(call inc,yaml-0.1) $(call inc,simdjson) \
	$(call inc,libutf8proc) $(call inc,tomlplusplus))

cx_CPPFLAGS = -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -D_GNU_SOURCE -I. \
	$(INC) $(CPPFLAGS)
cx_CFLAGS = -std=c11 -pthread $(CWARN) $(CFLAGS)
# In C++ a function named like a struct shadows its constructor: struct cx_str.
cx_CXXFLAGS = -std=c++17 -pthread $(WARN) -Wno-shadow -fno-rtti $(CXXFLAGS)
cx_LDFLAGS = -pthread $(LDFLAGS)
# --as-needed: a program loads only the libraries it uses.
LIBS = -Wl,--as-needed $(YAML) $(SIMDJSON) $(UTF8PROC) $(STEMMER) -lm

LIB_OBJ := $(patsubst %,$(B)/%.o,$(sort $(wildcard lib/*.c lib/*.cc)))
PROGS := $(sort $(patsubst bin/%.c,%,$(wildcard bin/cx-*.c)) \
	$(patsubst bin/%.cc,%,$(wildcard bin/cx-*.cc)) \
	$(patsubst bin/%/,%,$(wildcard bin/cx-*/)))
SCRIPTS := $(sort $(wildcard bin/cx))
UNITS := $(patsubst tests/unit/%.c,$(B)/unit/%,\
	$(sort $(wildcard tests/unit/test-*.c)))

# The flags, compared by content: another compiler or other flags rebuild all.
FLAGS_NOW := $(CC) $(CXX) $(cx_CPPFLAGS) $(cx_CFLAGS) $(cx_CXXFLAGS) \
	$(cx_LDFLAGS) $(LIBS)
$(shell mkdir -p $(B); printf '%s\n' '$(FLAGS_NOW)' >$(B)/flags.new; \
	cmp -s $(B)/flags.new $(B)/flags || cp $(B)/flags.new $(B)/flags; \
	rm -f $(B)/flags.new)

all: $(PROGS:%=$(B)/bin/%) $(SCRIPTS:bin/%=$(B)/bin/%)

$(B)/%.c.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(CC) $(cx_CPPFLAGS) $(cx_CFLAGS) -MMD -MP -c -o $@ $<

$(B)/%.cc.o: %.cc $(B)/flags
	@mkdir -p $(@D)
	$(CXX) $(cx_CPPFLAGS) $(cx_CXXFLAGS) -MMD -MP -c -o $@ $<

$(B)/libcx.a: $(LIB_OBJ)
	rm -f $@
	$(AR) rcs $@ $(LIB_OBJ)

# $(1) is a program, made of bin/NAME.c, bin/NAME.cc or bin/NAME/*.c.
define program
$(1)_OBJ := $$(patsubst %,$(B)/%.o,$$(sort $$(wildcard bin/$(1).c \
	bin/$(1).cc bin/$(1)/*.c)))
$(B)/bin/$(1): $$($(1)_OBJ) $(B)/libcx.a $(B)/flags
	@mkdir -p $$(@D)
	$$(CXX) $$(cx_LDFLAGS) $$(CFLAGS) -o $$@ $$($(1)_OBJ) $(B)/libcx.a \
		$$(LIBS)
-include $$($(1)_OBJ:.o=.d)
endef
$(foreach p,$(PROGS),$(eval $(call program,$(p))))

$(B)/bin/%: bin/%
	@mkdir -p $(@D)
	cp $< $@.tmp && chmod 755 $@.tmp && mv $@.tmp $@

$(B)/unit/%: $(B)/tests/unit/%.c.o $(B)/libcx.a
	@mkdir -p $(@D)
	$(CXX) $(cx_LDFLAGS) $(CFLAGS) -o $@ $< $(B)/libcx.a $(LIBS) -lcmocka

-include $(LIB_OBJ:.o=.d) $(UNITS:$(B)/unit/%=$(B)/tests/unit/%.c.d)

units: $(UNITS)

clean:
	rm -rf $(B)

.PHONY: all units clean
.SECONDARY:
