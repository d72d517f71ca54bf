#!/bin/sh
# faults-delta.t: the machine stops, or a system call fails, at any point of a
# cx rebuild that writes a delta, in any of its programs: readers see what was
# or what is, and the next rebuild gives what a new index answers.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
. "$SRC/tests/faults/faults.sh"

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
# answers: what there is and what it is worth, by the index here
answers()
{
	cx-index --cat index
	cx-score -i index --fresh=no --rank recall --top 0 --explain -- x y z
}

mkdir v && cd v || exit 99
printf '[index]\ndelta_from = 1\n' >cortex.toml
cx-config >"$T/config"
CORTEX_CONFIG=$T/config
export CORTEX_CONFIG
atom a/one.md One insight active 2026-04-01 '' 'x [[two]]'
atom a/two.md Two insight active 2026-04-02 '' 'y'
atom b/three.md Three insight active 2026-04-03 '' 'z [[one]]'
# A delta is there already, and gets more.
cx -C . rebuild
echo 'y [[three]]' >>a/two.md
cx -C . rebuild
ok 'there is a delta' [ -s index/generations/current/delta.dead ]
answers >"$T/old"
cp -RP index layers "$T/"
cp a/two.md "$T/two.md"
atom "$T/four.md" Four insight active 2026-04-14 '' 'x [[two]]'
cp "$T/four.md" b/four.md
rm b/three.md
mkdir "$T/new"
cx-scan --body . | cx-index --search -o "$T/new"
(cd "$T" && mkdir seen && ln -s ../new seen/index && cd seen && answers) \
	>"$T/want"

prepare()
{
	rm -rf index layers b/four.md
	cp -RP "$T/index" "$T/layers" .
	cp "$T/four.md" b/four.md
}
# A shell that cannot read its script knows nothing of the rest.
attempt()
{
	if [ "$how" = KILL ]; then
		faulty cx -C . rebuild
	else
		faulty env FAULT_NOT=sh cx -C . rebuild
	fi
}
judge()
{
	answers >"$T/got" 2>&1
	cmp -s "$T/got" "$T/old" || cmp -s "$T/got" "$T/want" ||
		echo "neither the old answers nor the new: $(head -c 300 "$T/got")"
	[ "$rc" -ne 0 ] || cmp -s "$T/got" "$T/want" ||
		echo 'status 0, but not done'
	[ "$rc" -eq 0 ] || [ "$how" = KILL ] || [ -s "$T/err" ] ||
		echo 'failed without a word'
	cx -C . rebuild 2>&1 || echo 'the next run fails'
	answers 2>&1 | cmp -s - "$T/want" || echo 'the next run does not mend it'
	find . -name '.cx-tmp-*' -o -name 'staged-*' -o -name .stat -o -name .said \
		-o -name .changed -o -name .paths
	set -- index/generations/g-*
	[ $# -le 2 ] || echo 'more than one old generation'
}

each_step=${CX_STEP:-6}
each_fault KILL
each_fault ENOSPC

### readers in a loop

prepare
rm -f "$T/stop" "$T/wrong"
(
	while [ ! -e "$T/stop" ]; do
		cx-score -i index --fresh=no --rank recall -- x >"$T/read" \
			2>&1 || { cat "$T/read" >>"$T/wrong"; }
		cx-index --cat index >"$T/read" 2>&1 ||
			cat "$T/read" >>"$T/wrong"
	done
) &
i=0
while [ $i -lt "${CX_LOOPS:-15}" ]; do
	echo "x $i" >>a/one.md
	[ $((i % 10)) -ne 9 ] || rm -f index/generations/current/stat
	cx -C . rebuild 2>>"$T/wrong"
	i=$((i + 1))
done
touch "$T/stop"
wait
is "$(grep -v 'all files will be read' "$T/wrong" 2>/dev/null)" '' \
	'rebuilds beside them, and readers see whole generations only'
is "$(find index/generations -maxdepth 1 -name 'g-*' | wc -l | tr -d ' ')" 2 \
	'one old generation is left'
done_testing
