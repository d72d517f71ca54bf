#!/bin/sh
# faults-stage.t: a system call fails or the machine stops, at any point of
# cx-index --stage: nothing is published.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
. "$SRC/tests/faults/faults.sh"
. "$SRC/tests/faults/index.sh"

prepare() { old_index; }
attempt() { faulty cx-index --stage index <B; }
judge()
{
	views index >now
	cmp -s now old || echo 'staging has published'
	next_index
}
for h in KILL EIO; do each_fault "$h"; done

done_testing
