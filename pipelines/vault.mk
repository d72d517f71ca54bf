# vault.mk: for the Makefile of a vault; `make` rebuilds what is out of date.
#
#	include /usr/local/libexec/cortex/vault.mk
#
# The target is `cortex`, which also is the default if no other came before.
# What is out of date is for `cx rebuild` to find: it looks at every file and
# writes nothing if all are as they were.  Status 3 is published and said.

CX = cx

.PHONY: cortex
cortex:
	@$(CX) -C . rebuild || [ $$? -eq 3 ]
