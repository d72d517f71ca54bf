# bench.mk: the programs of the benchmark, in $(B)/bench.  The Makefile
# includes this; tests/bench/bench also runs it by itself.
#
#	make bench-tools     all but fts5
#	make bench-fts5      fts5, which needs libsqlite3
#
# Tests that run at the same time may both find a program missing: each link
# goes to a name of its own and is then renamed.

B ?= build
BENCH_SRC := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
BENCH_CC = $(CC) -std=c11 -O2 $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)
BENCH_BASE = $(BENCH_SRC)/common.c $(BENCH_SRC)/words.c
BENCH_DEPS = $(BENCH_BASE) $(BENCH_SRC)/common.h $(BENCH_SRC)/words.h \
	$(BENCH_SRC)/bench.mk
BENCH_GEN = $(BENCH_SRC)/gen-vault.c $(BENCH_SRC)/gen-head.c \
	$(BENCH_SRC)/gen-body.c

.PHONY: bench-tools bench-fts5
bench-tools: $(B)/bench/gen-vault $(B)/bench/probe $(B)/bench/queries \
	$(B)/bench/timeit $(B)/bench/mcptime
bench-fts5: $(B)/bench/fts5

$(B)/bench/gen-vault: $(BENCH_GEN) $(BENCH_SRC)/gen.h $(BENCH_DEPS)
	@mkdir -p $(@D)
	$(BENCH_CC) -o $@.$$$$ $(BENCH_GEN) $(BENCH_BASE) && mv $@.$$$$ $@

$(B)/bench/%: $(BENCH_SRC)/%.c $(BENCH_DEPS)
	@mkdir -p $(@D)
	$(BENCH_CC) -o $@.$$$$ $< $(BENCH_BASE) $(BENCH_LIBS) && mv $@.$$$$ $@

bench_libs = $(shell pkg-config --cflags --libs $(1) 2>/dev/null || echo $(2))
$(B)/bench/probe: BENCH_LIBS = $(call bench_libs,yaml-0.1,-lyaml)
$(B)/bench/fts5: BENCH_LIBS = $(call bench_libs,sqlite3,-lsqlite3)
