#!/bin/sh
# review.t: cx review finds what wants attention and takes decisions; and
# cx supersede, which ends what a crash has left half done.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq

CORTEX_NOW=2026-04-15
export CORTEX_NOW
mkdir -p v/.cortex
cd v || exit 99

# note NAME TYPE STATUS CREATED [LINE]
note()
{
	put "atoms/$1.md" <<END
---
id: $1
name: Note $1
type: $2
project: ops
status: $3
created: $4
updated: $4
tags: []
links: []
description: about $1
${5:-importance: 5}
---

text of $1
END
}
note a_old insight active 2026-01-14
note b_90 insight active 2026-01-15
note c_seen insight active 2025-01-01 'reviewed: 2026-03-01'
note d_archived insight archived 2020-01-01
note e_superseded insight superseded 2020-01-01
note f_expired insight active 2026-04-01 'expires: 2026-04-14'
note g_today insight active 2026-04-01 'expires: 2026-04-15'
note h_due action open 2026-04-01 'deadline: 2026-04-12'
note i_done action resolved 2026-04-01 'deadline: 2026-04-12'
note j_context context active 2026-03-15
note k_context context active 2026-03-16
note l_thread thread resolved 2020-01-01
note m_error error open 2026-01-01

run cx review --list
status 0
err_empty
jq_is '[.id, (.review[] | .why, .days)]' '["a_old","unreviewed",91]
["f_expired","expired",1]
["h_due","overdue",3]
["j_context","stale",31]
["m_error","unreviewed",104]' 'what wants attention, and since when'
cp "$T/out" "$T/list"
run sh -c 'cx review </dev/null | cat'
same "$T/out" "$T/list" 'without a terminal: the same'
md5sum atoms/* >"$T/before"
printf '[types.insight]\nreview_after = 30\n' >cortex.toml
run cx review --list
jq_of -rs "$T/out" 'map("\(.id) ") | add // ""' \
	'a_old b_90 c_seen f_expired h_due j_context m_error ' \
	'[types] says when a review is due'
rm cortex.toml
run cx review --list --now 2026-04-13
jq_of -rs "$T/out" 'map("\(.id) ") | add // ""' 'h_due m_error ' '--now'

### decisions

{
	echo '{"path":"atoms/a_old.md","decision":"keep","reason":"still so"}'
	echo '{"id":"h_due","type":"action","decision":"resolve"}'
	echo '{"path":"atoms/j_context.md","decision":"archive"}'
	echo '{"path":"atoms/f_expired.md","decision":"extend","until":"2026-12-31"}'
	echo '{"path":"atoms/m_error.md","type":"error","decision":"resolve"}'
	echo '{"path":"atoms/b_90.md","decision":"skip"}'
} >decisions
run cx review - <decisions
status 0
err_empty
jq_is '[.id, .status, .updated, .extra.reviewed, .extra.expires]' \
	'["a_old","active","2026-01-14","2026-04-15",null]
["f_expired","active","2026-04-15","2026-04-15","2026-12-31"]
["h_due","resolved","2026-04-15","2026-04-15",null]
["j_context","archived","2026-04-15","2026-04-15",null]
["m_error","fixed","2026-04-15","2026-04-15",null]' \
	'each decision is an edit'
ok 'the reason is kept' grep -qx 'review_reason: still so' atoms/a_old.md
run cx review --list
out_empty 'then nothing wants attention'
run cx review - <decisions
status 0 'decided twice is decided'
md5sum atoms/* >"$T/before"
{
	echo '{"path":"atoms/a_old.md","decision":"burn"}'
	echo '{"path":"atoms/a_old.md"}'
	echo '{"decision":"keep"}'
	echo '[]'
	echo '{"path":"atoms/f_expired.md","decision":"extend","until":"soon"}'
	echo '{"path":"atoms/nowhere.md","decision":"keep"}'
} >decisions
run cx review - <decisions
status 3
for n in 1 2 3 4 5; do
	err_has "line $n: "
done
err_has nowhere.md
printf '{"path":"atoms/a_old.md","decision":"archive"}' >decisions
run cx review - <decisions
status 4 'a decision that is cut short'
echo '{"path":"atoms/a_old.md","decision":"archive"' >>decisions
run cx review - <decisions
status 4 'broken JSON'
md5sum atoms/* >"$T/after"
same "$T/before" "$T/after" 'nothing has changed by these'
run cx review c_seen
status 0
jq_is .extra.reviewed '"2026-04-15"' 'with atoms: they are reviewed'

### at a terminal

note n1 insight active 2020-01-01
note n2 insight active 2020-01-02
note n3 action open 2026-04-01 'deadline: 2026-04-02'
if has_terminal; then
	printf 'kfax never\nx2026-05-01\n' |
		terminal 'cx review' >"$T/out" 2>&1
	rc=$?
	status 0 'one by one, a key each'
	out_has 'x  extend its deadline' 'another key explains the keys'
	cx-scan . >"$T/json"
	jq_of "$T/json" 'select(.name | startswith("Note n"))
		| [.status, .extra.reviewed, .extra.deadline]' '["active","2026-04-15",null]
["archived","2026-04-15",null]
["open","2026-04-15","2026-05-01"]' 'each answer is done at once'
	printf 'q\n' | terminal 'cx review' >"$T/out" 2>&1
	out_has 'nothing wants attention'
	printf q | terminal 'stty -g >was; cx review; stty -g >is' >/dev/null 2>&1
	same was is 'the terminal is as it was'
	rm was is

	note o1 insight active 2020-01-01
	note o2 insight active 2020-01-02
	printf '%s\n' a o u k s | EDITOR='echo opened' \
		terminal 'cx review' >"$T/out" 2>&1
	out_has '1 of 2: unreviewed, 2296 days'
	out_has 'text of o1' 'there is the text to decide by'
	out_has 'opened ./atoms/o2.md' 'a note can be opened'
	is "$(grep -c '1 of 2: ' "$T/out")" 2 'after undo it is asked again'
	cx-scan . >"$T/json"
	jq_of "$T/json" 'select(.id | IN("o1", "o2"))
		| [.id, .status, .extra.reviewed]' '["o1","active","2026-04-15"]
["o2","active",null]' 'what was undone is decided again'
	printf '%s\n' u q | terminal 'cx review' >"$T/out" 2>&1
	out_has 'nothing to undo here' 'only decisions of this run are undone'
	rm atoms/o1.md atoms/o2.md

	# What other programs do while the question is on the screen.
	asked() # TIMES
	{
		i=0
		until [ "$(grep -c 'uit: ' "$T/out")" -ge "$1" ] ||
			[ $i -ge 200 ]; do
			i=$((i + 1))
			sleep 0.1
		done
	}
	note p1 insight active 2020-01-01
	note p2 insight active 2020-01-02
	: >"$T/out"
	{
		asked 1
		echo 'One line more.' >>atoms/p1.md
		echo a
		asked 2
		echo k
		asked 3
		cx pin p1 >/dev/null
		printf 'u\na\nq\n'
	} | terminal 'cx review' >"$T/out" 2>&1
	out_has 'the note has changed in the meantime; decide again'
	is "$(grep -c '^1 of 2' "$T/out")" 2 'a note that changed is shown again'
	out_has 'somebody else has changed notes since'
	cx-scan . >"$T/json"
	jq_of "$T/json" 'select(.id | IN("p1", "p2"))
		| [.id, .status, .extra.pinned, .extra.reviewed]' '["p1","active","true","2026-04-15"]
["p2","archived",null,"2026-04-15"]' 'nothing of somebody else is taken back'
	rm atoms/p1.md atoms/p2.md

	# Killed in the middle: what was decided is, the rest is asked again.
	for signal in KILL HUP INT; do
		note p1 insight active 2020-01-01
		note p2 insight active 2020-01-02
		: >"$T/out"
		{
			asked 1
			echo a
			asked 2
			kill -$signal "$(cat pid)"
		} | terminal 'echo $$ >pid; exec cx review' >"$T/out" 2>&1
		printf 'q\n' | terminal 'cx review' >"$T/out" 2>&1
		out_has '1 of 1' "SIG$signal: the next run goes on"
		cx-scan . >"$T/json"
		jq_of "$T/json" 'select(.id | IN("p1", "p2"))
			| [.id, .status]' '["p1","archived"]
["p2","active"]' "SIG$signal: no more and no less was done"
		run cx undo
		cx-scan . >"$T/json"
		jq_of -r "$T/json" 'select(.id == "p1").status' active \
			"SIG$signal: it can be taken back"
		rm atoms/p1.md atoms/p2.md
	done
	rm -f pid
else
	skip 9 'one by one' 'no terminal can be made here'
	cx review n1 n2 n3 >/dev/null
	sed -i 's/^deadline: .*/deadline: 2026-05-01/' atoms/n3.md
fi

### supersede

put atoms/old.md <<'END'
---
id: old
name: Old
type: decision
project: api
status: active
created: 2026-04-01
updated: 2026-04-01
tags: [cache, redis]
links: []
description: x
importance: 8
confidence: 0.7
---
old
END
cp atoms/old.md "$T/old.md"
run sh -c 'echo "We use the PostgreSQL database for sessions since 2026, because Redis lost them at each restart." |
	cx supersede old --reason "sessions were lost at each restart"'
status 0
jq_is '[.type, .project, .tags, .importance, .confidence, .extra.supersedes]' \
	'["decision","api",["cache","redis"],8,0.7,"old"]' 'what it inherits'
new=$(jq -r .id "$T/out")
for l in 'status: superseded' "superseded_by: $new" \
	'superseded_at: 2026-04-15'; do
	ok "the old one has $l" grep -qx "$l" atoms/old.md
done
run sh -c 'echo "Another store, KeyDB 6, holds the sessions of api since May, because it is faster." |
	cx supersede old --reason "a third store was chosen in May"'
ok 'twice is an error' [ "$rc" -ge 2 ]
not_ok 'and makes nothing' [ -e atoms/another.md ]
# A crash between the two leaves the new atom alone.
cp "$T/old.md" atoms/old.md
run cx review --list
jq_is '[.path, (.review[] | .why, .by)]' \
	"[\"atoms/old.md\",\"half superseded\",\"$new\"]" \
	'what a crash has left is found'
run cx supersede old "$new"
status 0
run cx review --list
out_empty 'and ended by cx supersede'
chmod -w atoms
cp -p atoms/old.md "$T/before"
run as_user sh -c 'echo "Deploys of api go through deploy.yml since June 2026, because make was slow." |
	cx supersede n2 --name Newer --reason "deploys have changed in June"'
ok 'neither' [ "$rc" -ge 3 ]
not_ok 'no new one' [ -e atoms/newer.md ]
chmod u+w atoms

for a in '--list a' '--bad' '- x'; do
	# shellcheck disable=SC2086
	run cx review $a </dev/null
	status 2
done
### a reader that leaves

mkdir "$T/many" && : >"$T/many/cortex.toml"
text=$(printf '%0200d' 0)
i=0
while [ $i -lt 800 ]; do
	printf -- '---\ntype: rule\ncreated: 2020-01-01\ndescription: "%s"\n---\n' "$text" \
		>"$T/many/$i.md"
	i=$((i + 1))
done
{
	cx -C "$T/many" review --list 2>"$T/err"
	echo $? >"$T/rc"
} | head -n 1 >/dev/null
is "$(cat "$T/rc")" 141 'a reader that leaves early is not a failure'
err_empty '... and nothing to complain about'

done_testing
