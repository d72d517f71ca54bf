#!/bin/sh
# merge.t: cx-merge settles what two machines did to one note; both get the
# same bytes, and what cannot be settled is marked.
. "$(dirname "$0")/../tap.sh"
need git

put base <<'E'
---
id: n1
# what it is about
title: "Deploy freeze"
tags: [ops, risk]
created: 2026-01-05
updated: 2026-02-01
refs: 4
status: active
---
# Deploy freeze

First paragraph.

<!-- AUTO:list -->
- a
<!-- /AUTO:list -->

Second paragraph.
E

# change FILE SCRIPT: base, edited by sed
change() { sed "$2" base >"$1" || exit 99; }

# both WHAT: it settles both ways to what stands on standard input
both()
{
	cat >want
	run cx-merge base ours theirs
	status 0 "$1: settled"
	err_empty "$1: no word"
	same "$T/out" want "$1"
	cx-merge base theirs ours >other
	same "$T/out" other "$1: the same from the other side"
}

# one WHAT BASE OURS THEIRS WANT: a line of front matter; - is none
one()
{
	for v in base:"$2" ours:"$3" theirs:"$4" want:"$5"; do
		{
			echo ---
			echo 'id: x'
			[ "${v#*:}" = - ] || printf '%b\n' "${v#*:}"
			printf '%s\n' --- text
		} >"${v%%:*}"
	done
	cp want wanted
	both "$1" <wanted
}

### members

change ours 's/^tags.*/tags: [ops, risk, friday]/;s/^updated.*/updated: 2026-02-09/
	s/^refs.*/refs: 7/;s/^- a/- b/'
echo 'The end.' >>ours
change theirs 's/^tags.*/tags: [risk, night]/;s/^updated.*/updated: 2026-02-11/
	s/^refs.*/refs: 6/;s/^- a/- c/;s/^status.*/status: archived # done/
	s/^# what.*/# what it is/;s/^First/1st/'
sed 's/^tags.*/tags: [risk, night, friday]/;s/^updated.*/updated: 2026-02-11/
	s/^refs.*/refs: 9/;s/^- a/- c/;s/^status.*/status: archived # done/
	s/^# what.*/# what it is/;s/^First/1st/' base >all
echo 'The end.' >>all
both 'a note that both have changed' <all

cp base keep
one 'one side' 'a: 1' 'a: 1' "a: '2' # why" "a: '2' # why"
one 'written in another way' 'a: 1' "a: '1'" 'a: 2' 'a: 2'
one 'one value of both' 'a: 1' "a: '2'" "a: '2'" "a: '2'"
one 'added by both' - 'a: 1' 'b: 2' 'b: 2\na: 1'
one 'removed by one' 'a: 1' - 'a: 1' -
one 'removed and changed' 'a: 1' - 'a: 2' 'a: 2'
one 'a later date' 'reviewed: 2026-01-01' 'reviewed: 2026-03-01' \
	'reviewed: 2026-02-01T10:00:00Z' 'reviewed: 2026-03-01'
one 'the earlier of created' 'created: 2026-01-09' 'created: 2026-01-03' \
	'created: 2026-01-04' 'created: 2026-01-03'
one 'a date that is new to both' - 'last-ref: 2026-01-03' \
	'last-ref: 2026-01-04' 'last-ref: 2026-01-04'
one 'a counter that both begin' - 'refs: 3' 'refs: 2' 'refs: 3'
one 'a counter set back' 'refs: 9' 'refs: 0' 'refs: 12' 'refs: 12'
one 'lists of two forms' 'tags: a, b' 'tags: a, b, c' 'tags: [b, d]' \
	'tags: [b, d, c]'
one 'block lists' 'tags:\n  - a # first\n  - b' 'tags:\n  - a # first\n  - b\n  - c' \
	'tags:\n  - b' 'tags:\n  - b\n  - c'
one 'a list that one removed' 'xs: [a, b]' - 'xs: [a, b, c]' 'xs: [c]'
one 'a list of anything' 'xs: [a]' 'xs: [a, b c]' "xs: [a, 'd']" \
	"xs: [a, 'd', b c]"
one 'two successors of others' - 'supersedes: x1' 'supersedes: x2' \
	'supersedes: [x1, x2]'
one 'over wins' 'status: active' 'status: draft' 'status: resolved' \
	'status: resolved'
one 'less weight wins' 'status: active' 'status: archived' 'status: resolved' \
	'status: archived'
one 'superseded wins' 'status: active' \
	'status: superseded\nsuperseded_by: y\nsuperseded_at: 2026-02-02' \
	'status: archived' \
	'status: superseded\nsuperseded_by: y\nsuperseded_at: 2026-02-02'
one 'the later successor' 'status: active' \
	'status: superseded\nsuperseded_by: y\nsuperseded_at: 2026-02-02' \
	'status: superseded\nsuperseded_by: b\nsuperseded_at: 2026-02-03' \
	'status: superseded\nsuperseded_by: b\nsuperseded_at: 2026-02-03'
one 'restored and touched' 'status: archived\nupdated: 2026-01-01' \
	'status: active\nupdated: 2026-01-02' \
	'status: archived\nupdated: 2026-01-03' \
	'status: active\nupdated: 2026-01-03'
one 'comments of both' '# a\nk: 1' '# a\n# b\nk: 1' '# a\n# c\nk: 2' \
	'# a\n# b\n# c\nk: 2'
one 'a comment of what is removed' '# a\nk: 1\nl: 1' '# a\nl: 1' 'k: 2\nl: 1' \
	'k: 2\n# a\nl: 1'
one 'texts in blocks' 'd: |\n  a\n  b\nk: 1' 'd: |\n  a\n  c\nk: 1' \
	'd: |\n  a\n  b\nk: 2' 'd: |\n  a\n  c\nk: 2'
# What the vault says of its types.
printf '[types]\nplan = { until = "shipped" }\n' >cortex.toml
cx-config >c.json
printf -- '---\nstatus: %s\n---\n' active >base
printf -- '---\nstatus: %s\n---\n' draft >ours
printf -- '---\nstatus: %s\n---\n' shipped >theirs
run cx-merge -c c.json base ours theirs
status 0 'until of a type'
out_is "$(cat theirs)"
run cx-merge base ours theirs
status 1 'a word like any other without it'

### text

cp keep base
change ours '$s/$/\nof one/'
change theirs '$s/$/\nof two/'
run cx-merge base ours theirs
status 0 'both have added lines at the end'
out_has 'of one'
out_has 'of two'
change ours 's/^Second/2nd/'
change theirs 's/^Second/Another/'
run cx-merge base ours theirs
status 1 'one line, changed twice'
is "$(tail -n 5 "$T/out")" '<<<<<<< ours
2nd paragraph.
=======
Another paragraph.
>>>>>>> theirs' 'ours comes first'
cp "$T/out" conflict.md
run cx-merge base theirs ours
is "$(tail -n 4 "$T/out" | head -n 1)" 'Another paragraph.' \
	'also where that is the other one'
mkdir v && cp conflict.md v && : >v/cortex.toml
run cx-check -C v --rule conflict-marker v/conflict.md
run cx -C v check --rule conflict-marker
status 1 'cx check shows a conflict in the text'
change ours 's/^title.*/title: A/'
change theirs 's/^title.*/title: B/'
run cx-merge base ours theirs
status 1 'one member, changed twice'
cp "$T/out" v/conflict.md
out_has '<<<<<<< ours
title: A
=======
title: B
>>>>>>> theirs
tags:' 'its line alone is a conflict'
run cx -C v check --rule conflict-marker
status 1 'cx check shows a conflict in front matter'

# Nothing but the one change is another way to write lines.
sed 's/$/\r/' base >ours
change theirs 's/^First/1st/'
sed 's/$/\r/' theirs >want
cp want wanted
both 'other ends of lines' <wanted

# Text that looks like what git prints.
printf '%s\n' a '<<<<<<< x' ======= b '>>>>>>> y' \
	"$(printf '%090d' 0 | tr 0 '<') a" c d e f >base
sed 's/^a$/A/' base >ours
sed 's/^f$/F/' base >theirs
sed 's/^a$/A/;s/^f$/F/' base >wanted
both 'markers that are text' <wanted

# Other front matter, and none, is text.
printf '+++\na = 1\n+++\none\ntwo\n' >base
sed 's/^a = 1/a = 2/' base >ours
echo three | cat base - >theirs
{ cat ours && echo three; } >wanted
both TOML <wanted
printf '%s\n' '{ "a": 1 }' '' one >base
sed 's/1/2/' base >ours
sed 's/one/One/' base >theirs
sed 's/1/2/;s/one/One/' base >wanted
both JSON <wanted
printf -- '---\na: [1\nb: 2\n---\nx\ny\nz\n' >base
sed 's/^b: 2/b: 3/' base >ours
sed 's/^z/Z/' base >theirs
sed 's/^b: 2/b: 3/;s/^z/Z/' base >wanted
both 'front matter that is broken' <wanted

# A base that is not there.
printf -- '---\nid: x\ntags: [a]\n---\nOne\n' >ours
printf -- '---\nid: x\ntags: [b]\n---\nOne\n' >theirs
run cx-merge /dev/null ours theirs
status 0 'made on two machines'
out_is "$(printf -- '---\nid: x\ntags: [a, b]\n---\nOne')"
printf -- '---\nid: y\ntags: [b]\n---\nTwo\n' >theirs
run cx-merge /dev/null ours theirs
status 1 'two notes of one name'
is "$(grep -c '<<<' "$T/out")" 2 'id and text are conflicts'

### logs

printf '%s\n' '{"ts":"1"}' '{"ts":"2"}' >base
printf '%s\n' '{"ts":"1"}' '{"ts":"2"}' '{"ts":"4"}' '{"ts":"5"}' >ours
printf '%s\n' '{"ts":"2"}' '{"ts":"3"}' '{"ts":"4"}' | head -c 32 >theirs
for v in base ours theirs; do cp $v $v.ndjson; done
run cx-merge base.ndjson ours.ndjson theirs.ndjson
status 0 'logs'
out_is '{"ts":"2"}
{"ts":"3"}
{"ts":"4"}
{"ts":"5"}' 'each line once, in order; the last one is ended'

### as a driver

cp keep base
change ours 's/^refs.*/refs: 5/'
change theirs 's/^refs.*/refs: 6/'
chmod 640 ours
cx-merge base ours theirs >want
run cx-merge --driver base ours theirs a.md
status 0 'the driver'
out_empty
same ours want 'writes to OURS'
is "$(stat -c %a ours)" 640 'and keeps its mode'
change ours 's/^title.*/title: A/'
change theirs 's/^title.*/title: B/'
run cx-merge --driver base ours theirs a.md
status 1 'the driver has a conflict'
file_has ours '<<<<<<< ours' 'and writes it'

### who sets it up

cd "$T/w" && rm -rf cortex.toml v && git init -q --bare remote && git clone -q remote a 2>/dev/null &&
	cd a || exit 99
git config user.name T && git config user.email t@example.org
printf -- '---\nid: n\ntags: [x]\nupdated: 2026-01-01\n---\nText\n' >n.md
touch cortex.toml
run cx doctor
out_has "git merges notes like any text"
out_has "printf '%s\\n' '*.md merge=cortex"
run cx init
status 0 'cx init in a clone'
ok 'has attributes' grep -qxF '*.md merge=cortex' .gitattributes
is "$(git config merge.cortex.driver)" 'cx merge --driver %O %A %B %P' \
	'and sets the command'
git config merge.cortex.driver mine
cx init
is "$(git config merge.cortex.driver)" mine 'but keeps one that is there'
git config merge.cortex.driver 'cx merge --driver %O %A %B %P'
run cx doctor
out_has 'git merges notes with cx merge'
git add -A && git commit -qm one && git push -q 2>/dev/null
cd .. && git clone -q remote b && cd b || exit 99
git config user.name T && git config user.email t@example.org
is "$(git config merge.cortex.driver)" '' 'a clone brings no command'
run cx doctor
status 1 'there is no index in a clone'
out_has "git config merge.cortex.driver 'cx merge --driver %O %A %B %P'"
eval "$(sed -n 's/^ *\(git config merge.*\)/\1/p' "$T/out")"
run cx doctor
out_has 'git merges notes with cx merge'
# Both have touched one note.
(cd ../a && cx edit n.md tags+=y updated=2026-02-02 && git commit -qam a &&
	git push -q) >/dev/null 2>&1 || exit 99
cx edit n.md tags+=z updated=2026-02-03 >"$T/out" && git commit -qam b
run git pull -q --no-rebase --no-edit
status 0 'git pull merges what both have touched'
is "$(cat n.md)" "$(printf -- '---\nid: n\ntags: [x, y, z]\nupdated: 2026-02-03\n---\nText')" \
	'as cx merge does'
cd "$T/w" || exit 99

### what is wrong

cp theirs before
run cx-merge --driver base /dev/null theirs a.md
status 4 'OURS has to be a file'
run cx-merge base ours
status 2
run cx-merge base ours theirs more
status 2
printf 'a\0b' >binary
run cx-merge --driver base theirs binary
status 4 'no text'
err_has 'binary: has NUL bytes, so it is not text'
same theirs before 'nothing was written'
run cx-merge base ours absent
status 4
mkfifo fifo
run timeout 10 cx-merge base ours fifo
status 4 'a FIFO'
TMPDIR=$T/none run cx-merge keep ours theirs
status 4 'no room for temporary files'
err_has 'TMPDIR'
is "$(ls "$TMPDIR")" '' 'nothing is left'

done_testing
