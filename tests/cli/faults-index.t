#!/bin/sh
# faults-index.t: a system call fails or the machine stops, at any point of
# cx-index -o: readers see the old index or the new one.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
. "$SRC/tests/faults/faults.sh"
. "$SRC/tests/faults/index.sh"

before=old
prepare() { old_index; }
attempt() { faulty cx-index -o index <B; }
judge() { judge_index; }
for h in KILL ENOSPC EIO EINTR SHORT; do each_fault "$h"; done

done_testing
