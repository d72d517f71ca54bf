# vault.mk: for the Makefile of a vault; `make` rebuilds what is out of date.
#
#	include /usr/local/libexec/cortex/vault.mk
#
# The target is `cortex`, which also is the default if no other came before.
# When everything is up to date it has no recipe: all that runs is one find.
#
# index/.made is as old as the beginning of the last rebuild and holds the
# day that its layers were counted to.  Out of date is: another day; a file
# that scans read, or a directory, with a later change of status, which no
# program can set back and a deletion leaves in the directory; a later
# cortex.toml or cx; files of index or layers that are not there.

CX = cx

# What scans leave out by default need not be walked, unless .cortexignore
# brings something back.
cx_out = -name .git -o -path ./.cortex -o -path ./index -o -path ./layers
cx_keeps := $(shell grep -s '^!' .cortexignore)
ifeq ($(cx_keeps),)
cx_out += -o -name '.?*' -o -name node_modules -o -name index \
	-o -name layers -o -name inbox -o -name __pycache__
endif

cx_day = day=$${CORTEX_NOW:-$$(date -u +%Y-%m-%d)}; day=$${day%%T*}
cx_stale := $(shell $(cx_day); cx=$$(command -v $(CX)); \
	[ -e index/manifest.json ] && [ -e layers/hot.json ] && \
	[ -e index/.made ] && read -r made <index/.made && \
	[ "$$made" = "$$day" ] && \
	[ -z "$$(find -H . $(wildcard cortex.toml) "$$cx" "$$cx-scan" \
		"$$cx-index" "$$cx-layer" -type d \( $(cx_out) \) -prune \
		-o \( -type d -o -name '*.[mM][dD]' -o -name cortex.toml \
		-o -name .cortexignore -o -name cx -o -name 'cx-*' \) \
		-cnewer index/.made -print 2>/dev/null | head -n 1)" ] \
	|| echo yes)

.PHONY: cortex
cortex:
ifneq ($(cx_stale),)
# Directories first: making one later would change the vault's.  Then a tick
# of the file system's clock has to pass, since a change right behind the
# scan could bear the time of the stamp.  Status 3 is published and said.
cortex:
	@echo '$(CX) rebuild'
	@mkdir -p .cortex index layers; \
	new=index/.made.$$$$; \
	trap 'rm -f "$$new" "$$new.now"' EXIT; \
	trap 'exit 1' HUP INT TERM; \
	$(cx_day); \
	echo "$$day" >"$$new" || exit; \
	until : >"$$new.now" && \
		[ -n "$$(find "$$new.now" -newer "$$new")" ]; do \
		sleep 0.01 2>/dev/null || sleep 1; \
	done; \
	$(CX) -C . rebuild || [ $$? -eq 3 ] || exit; \
	mv "$$new" index/.made
endif
