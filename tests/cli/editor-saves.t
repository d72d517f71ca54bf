#!/bin/sh
# editor-saves.t: somebody's editor, which knows no lock, saves a file at any point
# of a change to it: what was saved is never overwritten.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/faults/faults.sh"
[ -z "${CX_POSIX:-}" ] || skip_all 'names cannot be exchanged here'

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
	[ "$(wc -l <edits)" -gt $((watched / 2)) ]

# The other writers: what was saved is in the file that they wrote, or moved.
writer() # FILE COMMAND...: somebody saves v/FILE at any point of COMMAND
{
	saved=$1
	shift
	command=$*
	each_fault SAVE
	note "$command, while $saved is saved"
}
prepare()
{
	rm -rf v && mkdir v
	{
		printf -- '---\nid: a\nstatus: open\n---\none [[b]]\n'
		printf '<!-- AUTO:m -->\nold\n<!-- /AUTO:m -->\n'
	} >v/a.md
	printf -- '---\nid: b\n---\n`a.md` and [[a]]\n' >v/b.md
	echo 'plain, no front matter' >v/c.md
	{ cat "v/$saved" && echo saved; } >saved.md
}
attempt()
{
	# shellcheck disable=SC2086 # words
	FAULT_SAVED=saved.md FAULT_FILE=v/$saved faulty $command <sections
}
judge()
{
	[ "$(grep -rx saved v | wc -l)" -eq 1 ] || echo 'the save is lost'
	[ "$rc" -eq 0 ] || echo 'the writer failed'
	[ -e saved.md ] && echo 'nobody saved'
	find v -name '.cx-tmp-*'
}
echo '{"section":"m","text":"new"}' >sections
writer a.md cx-move -C v a.md d/z.md
writer b.md cx-move -C v a.md d/z.md
writer b.md cx-move -C v --convert
writer c.md cx-migrate --write -C v
writer a.md cx-edit -C v --supersede a b
writer b.md cx-edit -C v --supersede a b
writer a.md cx-new -C v --supersedes a --name n --type rule
writer a.md cx-moc v/a.md
done_testing
