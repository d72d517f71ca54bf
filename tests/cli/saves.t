#!/bin/sh
# saves.t: somebody's editor, which knows no lock, saves the file at any point
# of an edit: what was saved is never overwritten.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/faults/faults.sh"

CORTEX_NOW=2026-04-15
export CORTEX_NOW
mkdir v
prepare()
{
	printf -- '---\nid: a\nstatus: open\n---\none\n' >v/a.md
	printf -- '---\nid: a\nstatus: open\n---\none\nsaved\n' >saved.md
}
attempt()
{
	FAULT_SAVED=saved.md FAULT_FILE=v/a.md faulty cx-edit -C v a status=archived
}
judge()
{
	grep -q '^saved$' v/a.md || echo 'the save is lost'
	[ "$rc" -eq 0 ] || echo 'the edit failed'
	[ -e saved.md ] && echo 'nobody saved'
	! grep -q archived v/a.md || echo x >>edits
	find v -name '.cx-tmp-*'
}
: >edits
each_fault SAVE
ok 'the edit was made on what was saved' [ -s edits ]
ok 'and was lost only to saves after it' \
	[ "$(wc -l <edits)" -gt $(((n - 1) / 2)) ]
done_testing
