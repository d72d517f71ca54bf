#!/bin/sh
# faults-access.t: a system call fails or the machine stops, at any point of
# cx-access log and rotate: no event that was there is lost, none is counted
# twice, and what is lost is told.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/faults/faults.sh"

CORTEX_HOST=desk
export CORTEX_HOST
L=v/.cortex/access/desk-2026-03.ndjson

awk 'BEGIN {
	for (i = 0; i < 40; i++)
		printf "{\"ts\":\"2026-03-%02dT10:00:00Z\"," \
			"\"path\":\"p%d.md\",\"source\":\"read\"," \
			"\"session\":\"s%d\"}\n", 2 + i % 20, i % 7, i
}' >old
cx-access fold --now 2026-04-15 old >fold.old
printf '{"path":"new1.md"}\n{"path":"new2.md"}\n' >in
cx-access log --help >/dev/null

### log

prepare() { rm -rf v && mkdir -p v/.cortex/access && cp old $L; }
attempt() { faulty cx-access log -C v --now 2026-03-30 --source read <in; }
judge()
{
	head -n 40 $L | cmp -s - old || echo 'what was there has changed'
	logged=$(cx-access fold $L 2>/dev/null | grep -c new)
	[ "$rc" -ne 0 ] || [ "$logged" -eq 2 ] || echo 'status 0, but not logged'
	loud
	echo '{"path":"next.md"}' |
		cx-access log -C v --now 2026-03-31 --source read ||
		echo 'the next one fails'
	cx-access fold $L 2>/dev/null | grep -q next.md ||
		echo 'the next one is not there'
}
for h in KILL ENOSPC EIO EINTR SHORT; do each_fault "$h"; done

### rotate

prepare() { rm -rf v && mkdir -p v/.cortex/access && cp old $L; }
attempt() { faulty cx-access rotate -C v --now 2026-04-15; }
judge()
{
	cx-access fold -C v --now 2026-04-15 >now 2>&1
	cmp -s now fold.old || echo 'another fold than before'
	if [ "$rc" -eq 0 ] && cmp -s $L old; then
		echo 'status 0, but not done'
	fi
	loud
	cx-access rotate -C v --now 2026-04-15 || echo 'the next run fails'
	cx-access fold -C v --now 2026-04-15 >now 2>&1
	cmp -s now fold.old || echo 'the next run does not mend it'
	find v -name '.cx-tmp-*'
}
for h in KILL ENOSPC EIO EINTR SHORT; do each_fault "$h"; done

done_testing
