#!/bin/sh
# init.t: cx init makes a vault, of either layout, and never overwrites.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq

CORTEX_NOW=2026-04-15
export CORTEX_NOW

### the plain layout

run cx init v
status 0
err_empty
for d in atoms rules feedback insights _moc index layers inbox; do
	ok "the directory $d" [ -d "v/$d" ]
done
out_is "$(printf '%s\n' cortex.toml .gitignore .gitattributes \
	MEMORY.md)" \
	'it prints the files that it made'
for l in /index/ /layers/ /.cortex/lock /inbox/; do
	ok ".gitignore has $l" grep -qx "$l" v/.gitignore
done
is "$(cx-scan v)" '' 'no atoms yet'
is "$(stat -c %a v/cortex.toml)" \
	"$(touch x && stat -c %a x)" 'files have the mode that new files have'
cd v || exit 99
for c in rebuild moc 'search x' config; do
	# shellcheck disable=SC2086
	run cx $c
	ok "cx $c works there" [ "$rc" -le 1 ]
	err_lacks 'error'
done
run cx-config --strict
status 0
err_empty
cp "$T/out" as_made
cd "$T/w" || exit 99
mkdir none && cd none || exit 99
# Every setting stands there, with its default.
cx-config | jq -S 'del(.vault.path) | .check.fields = "standard"
	| .trust.user = ["**"]' >../defaults
sed 's/^#\([a-z_]* = \|\[\)/\1/' ../v/cortex.toml >all.toml
run cx-config --strict all.toml
status 0 'with every # taken away it is a configuration'
jq -S 'del(.vault.path)' "$T/out" >../uncommented
same ../uncommented ../defaults 'and the one that everybody has'
jq -S 'del(.vault.path)' ../v/as_made >../made
same ../made ../defaults 'nothing else is set as it was made'
mkdir ../old && echo text >../old/note.md
(cd ../old && cx init >"$T/out" && cx-config |
	jq -c '[.check.fields, .trust.user]') >../kept
is "$(cat ../kept)" '["any",[]]' \
	'notes that were there need no fields, and nobody knows whose they are'
(cd ../old && cx search text) >"$T/out" 2>"$T/err"
out_has note.md 'and are found at once'
err_empty
for k in $(jq -r '[paths(scalars, arrays | true)] | .[]
	| select(length > 1) | map(strings) | .[1]' ../defaults | sort -u); do
	ok "the key $k stands there" grep -q "^#$k = \|^#\[.*$k\]" ../v/cortex.toml
done
cd "$T/w" || exit 99

### nothing is overwritten

echo mine >v/MEMORY.md
rm v/.gitignore
rmdir v/insights
cp v/cortex.toml before
stat -c '%i %Y' v/cortex.toml v/MEMORY.md >stat.before
run cx init v
status 0
out_is .gitignore 'again: only what was missing is made'
stat -c '%i %Y' v/cortex.toml v/MEMORY.md >stat.after
same stat.before stat.after 'the others are not touched'
ok 'also directories' [ -d v/insights ]
ln -sf "$T/nowhere" v/MEMORY.md
run cx init v
status 0
ok 'a dangling link is something, too' [ -h v/MEMORY.md ]
not_ok 'and not written through' [ -e v/MEMORY.md ]
mkdir l && ln -s "$T/w/v" l/atoms
run cx init l
status 4
err_has 'symlinks are not followed'
mkdir here && cd here || exit 99
run cx init
status 0
ok 'without DIR: here' [ -f cortex.toml ]
cd "$T/w" || exit 99
run cx init 'a b/c'
status 0
ok 'a DIR with blanks, and those above it' [ -f 'a b/c/cortex.toml' ]
is "$(find . -name '.cx-tmp-*')" '' 'no temporary files are left'

### the dense layout

run cx init --layout dense --project alpha --project=beta d
status 0
err_empty
for f in CORTEX.md OVERVIEW.md user/USER.md decisions/CORTEX.md \
	ideas/CORTEX.md scans/CORTEX.md; do
	ok "dense: $f" [ -f "d/$f" ]
done
for p in alpha beta; do
	for f in CORTEX.md mission.md roadmap.md STATUS.md ISSUES.md \
		TASKS.yaml tasks-archive.md experiments/CORTEX.md \
		knowledge/CORTEX.md patterns/CORTEX.md decisions/CORTEX.md; do
		ok "dense: $p/$f" [ -f "d/projects/$p/$f" ]
	done
	ok "dense: $p/_meta" [ -d "d/projects/$p/_meta" ]
done
for h in 'Current Phase' 'Recent Progress' 'Open Blockers' 'Next Steps'; do
	ok "STATUS.md has $h" grep -qx "## $h" d/projects/alpha/STATUS.md
done
# Every directory has a CORTEX.md that names its files.
find d -name '*.md' ! -name CORTEX.md | while read -r f; do
	grep -q "(${f##*/})\|/${f##*/})" "$(dirname "$f")/CORTEX.md" ||
		echo "$f"
done >unnamed
is "$(cat unnamed)" '' 'every file is named in its CORTEX.md'
echo mine >d/projects/alpha/STATUS.md
run cx init --project gamma d
status 0 'one more project'
ok 'it is there' [ -f d/projects/gamma/TASKS.yaml ]
is "$(cat d/projects/alpha/STATUS.md)" mine 'and nothing else has changed'
is "$(cut -d/ -f1-2 "$T/out" | sort -u)" projects/gamma \
	'only that project is made'
is "$(cx -C d config get directories | jq -c 'keys')" \
	'["alpha","beta","gamma"]' 'what is in its directory is of it'
is "$(cd d/projects/gamma && cx new 'Of gamma' --body x | jq -r .project)" \
	gamma 'as is a new note'
rm d/projects/gamma/of_gamma.md
cx -C d config set directories.beta other >/dev/null
cx init --project beta d
is "$(cx -C d config get directories.beta)" other \
	'a project that is there keeps its setting'
cx -C d config set directories.beta beta >/dev/null
cx init --project 'a.b "c"' d >/dev/null
is "$(cx -C d list --project 'a.b "c"' --paths | head -n 1)" \
	'projects/a.b "c"/CORTEX.md' 'a name may hold anything but /'
run cx-config -C d --strict
status 0
rm -r d && cx init --project alpha --project beta d >/dev/null
for k in experiment knowledge pattern decision; do
	evidence=
	case $k in knowledge | pattern) evidence='--evidence EXP-001' ;; esac
	# shellcheck disable=SC2086
	run cx -C d new --kind $k --project alpha --name "A $k" --tags a $evidence
	status 0
done
run cx -C d new --kind decision --name 'For all' --tags a
run cx -C d toc
run cx -C d maintain --report
run cx -C d check
status 0 'cx check has nothing to say about all that is made'
out_empty

### from a clone to the first answer: three commands without a complaint

was=$PWD
mkdir "$T/theirs" && cd "$T/theirs" || exit 99
git init -q .
put 'Notes/Blue whale.md' <<'END'
---
status: [draft]
date: {{date}}
tags: [[x]]
---
The largest animal, see [[Krill]].
END
put Notes/Krill.md <<'END'
---
status: [draft]
date: {{date}}
---
Small crustaceans.
END
put .obsidian/app.json </dev/null
git add -A && git -c user.name=a -c user.email=a@b commit -qm notes
cd .. || exit 99
run git clone -q theirs mine
status 0
cd mine || exit 99
run cx init
status 0
out_is "$(printf '%s\n' cortex.toml .gitignore .gitattributes)" \
	'three files, and no folders in the order of somebody else'
err_is 'cx init: some notes have front matter that could only be read in part; cx rebuild --full lists them'
run cx search largest animal
status 0
err_empty
is "$(grep -c 'Notes/Blue whale.md' "$T/out")" 1 'the first answer'
run cx rebuild --full
err_has 'Notes/Blue whale.md:3:' 'which these are'
is "$(git status --porcelain -- . ':!.cortex/access')" \
	"$(printf '?? %s\n' .gitattributes .gitignore cortex.toml)" \
	'the notes are as they were, and nothing else is new'
is "$(find . -mindepth 1 -maxdepth 1 ! -name '.*' | LC_ALL=C sort)" \
	"$(printf './%s\n' Notes cortex.toml index layers)" 'nor out of sight'
mkdir -p "$T/named/inbox" "$T/named/index/deep" "$T/named/layers" &&
	cd "$T/named" || exit 99
git init -q .
echo one >inbox/a.md
echo two >index/deep/b.md
run cx init
status 0
run cx capture 'what was said today about krill'
echo three >index/c.md
echo four >inbox/d.md
is "$(git status --porcelain -uall)" "$(printf '?? %s\n' .gitattributes .gitignore \
	cortex.toml inbox/a.md inbox/d.md index/c.md index/deep/b.md |
	LC_ALL=C sort)" \
	'folders of notes that are called inbox and index stay in git'
run cx doctor
out_has 'ok    git' 'and that is right'
git add -A
run cx doctor
out_has 'ok    git' 'also when they are there'
git add -f index/meta.json layers/cold.json inbox/pending
run cx doctor
out_has 'inbox/pending/.gitignore is in git'
eval "$(sed -n 's/^ *\(git rm .*\)$/\1/p' "$T/out")"
is "$(git ls-files index layers inbox)" "$(printf '%s\n' inbox/a.md \
	inbox/d.md index/c.md index/deep/b.md | LC_ALL=C sort)" \
	'what is derived goes, the notes stay'
cd "$was" || exit 99

### -C is where

run cx -C there init
status 0
ok 'cx -C DIR init makes DIR a vault' [ -e there/cortex.toml ]
run cx -C there init --layout dense other
status 2 'but for another one'
not_ok 'and nothing is made' [ -e other ]

### wrong

for a in '--layout round' '--layout' '--project x --layout plain' 'a b' \
	'--project ../x' '--project .x'; do
	# shellcheck disable=SC2086
	run cx init $a
	status 2
	err_lines 2
done
not_ok 'and nothing is made' [ -e a ]
: >file
run cx init file
status 4
rm -f v/MEMORY.md
chmod -w v
run as_user cx init v
ok 'a directory that cannot be written: status 4' [ "$rc" -eq 4 ]
done_testing
