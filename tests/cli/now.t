#!/bin/sh
# now.t: every command that has --now takes the same dates, and refuses the
# same ones with status 2.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

cx init v >/dev/null
cd v || exit 99
printf 'tasks:\n- title: x\n  done: true\n' >TASKS.yaml
cx rebuild 2>/dev/null
{
	cx help | sed -n 's/^  *\([a-z][a-z-]*\)  .*/\1/p'
	sed -n 's/^cx-\([a-z]*\)	.*/\1/p' "$SRC/tests/cli/contract.tab"
} | sort -u >"$T/commands"
n=0
while read -r c; do
	cx "$c" --help 2>/dev/null | grep -q -- '--now DATE' || continue
	n=$((n + 1))
	operand=
	case $c in
	search | recall) operand=queue ;;
	tasks) operand=archive ;;
	capture) operand=--type=manual ;;
	esac
	# All of them where a program reads a date, and where sh does.
	set -- 2026-02-30
	case $c in
	rebuild | config) set -- 2026-02-30 2026-13-01 0000-00-00 \
		2026-04-15T25:00:00 garbage '2026-04-15; x' '' ;;
	esac
	for bad; do
		run timeout 200 cx "$c" ${operand:+"$operand"} --now "$bad" \
			</dev/null
		is "$rc" 2 "cx $c --now '$bad': status 2"
		out_empty
		ok 'its message' grep -qxF -e "cx $c: --now: '$bad' is not a date; write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS" \
			"$T/err"
	done
	run env CORTEX_NOW=tomorrow timeout 200 cx "$c" \
		${operand:+"$operand"} </dev/null
	is "$rc" 2 "CORTEX_NOW=tomorrow cx $c: status 2"
	err_has "\$CORTEX_NOW: 'tomorrow' is not a date"
	set -- ' 2026-04-15T01:00+02:00 '
	case $c in
	rebuild | config) set -- 2026-04-15 2026-04-15T12:00:00 '2026-04-15 12:00' \
		2026-04-15T12:00:00Z 2026-04-15t12:00:00.25z \
		2026-04-15T01:00+02:00 ' 2026-04-15 ' ;;
	esac
	for good; do
		run timeout 200 cx "$c" ${operand:+"$operand"} --now "$good" \
			</dev/null
		not_ok "cx $c --now '$good': a date" \
			grep -qi 'not a date\|no date' "$T/err"
	done
done <"$T/commands"
ok 'there are commands with --now' [ "$n" -ge 8 ]

# A zone changes the day.
run cx-config --clock --now 2026-04-15T01:00+02:00
out_is 2026-04-14T23:00:00
printf 'tasks:\n- title: y\n  status: done\n' >TASKS.yaml
run cx tasks archive --now 2026-04-15T01:00+02:00
ok 'sh has the day of UTC, too' grep -q '^## 2026-04-14' tasks-archive.md

### what a search finds is logged on that day

CORTEX_HOST=here
export CORTEX_HOST
printf -- '---\nid: q\nname: The queue\n---\nqueue\n' >atoms/q.md
cx rebuild 2>/dev/null
rm -rf .cortex/access
run cx search --now 2026-01-02 queue
status 0
run cx search --now=2026-01-03T04:05:06 queue
status 0
is "$(jq -r '.ts' .cortex/access/here-2026-01.ndjson | cut -c 1-10 |
	tr '\n' ' ')" '2026-01-02 2026-01-03 ' 'cx search logs on the day of --now'
done_testing
