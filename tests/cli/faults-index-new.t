#!/bin/sh
# faults-index-new.t: a system call fails or the machine stops, at any point of
# the first cx-index -o: readers see no index or a whole one.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
. "$SRC/tests/faults/faults.sh"
. "$SRC/tests/faults/index.sh"

before=absent
prepare() { rm -rf index; }
attempt() { faulty cx-index -o index <B; }
judge() { judge_index; }
for h in KILL ENOSPC; do each_fault "$h"; done

done_testing
