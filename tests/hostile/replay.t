#!/bin/sh
# replay.t: the saved inputs of each fuzz target, without the fuzzer.
# shellcheck disable=SC1091
. "$(dirname "$0")/../tap.sh"
[ -d "$BIN/../replay" ] || skip_all 'no fuzz targets here; make replay'
for f in "$SRC"/tests/fuzz/fuzz-*.c; do
	f=${f##*/fuzz-}
	f=${f%.c}
	ok "$f" "$BIN/../replay/$f" "$SRC/tests/fuzz/corpus/$f"/*
done
done_testing
