#!/bin/sh
# migrate.t: cx-migrate adds what is missing to front matter, and nothing
# else.
# shellcheck disable=SC2016,SC2059
. "$(dirname "$0")/../tap.sh"
need jq git

mkdir v

UNSAFE='cx-migrate: the vault is not in git; only cx undo can take this back'
# gets PATH BEFORE AFTER: printf(1) formats of the note around cx-migrate
gets()
{
	rm -rf v && mkdir v
	printf -- "$2" | put "v/$1"
	touch -d 2026-03-01T12:00:00Z "v/$1"
	printf -- "$3" >want
	run cx-migrate --write -C v
	status 0
	err_is "$UNSAFE"
	same "v/$1" want "$1: $2"
	run cx-migrate --write -C v
	status 0
	out_empty 'twice is once'
	same "v/$1" want 'and no byte changes'
}
REST='created: 2026-03-01\nupdated: 2026-03-01\n'
gets one_note.md '# Title\n\nSome *text*, and more.\n' "---
id: 20260301_title
name: Title
type: concept
project: default
status: active
${REST}tags: []
description: Some *text*, and more.
links: []
---
# Title\n\nSome *text*, and more.\n"
# What is there stays, in any form; keys that mean the same count.
gets a.md '---\ntitle:   "X" # c\ntags: # none\n  - q\ndate: 2020-01-02\n---\nT.\n' "---
title:   \"X\" # c
tags: # none
  - q
date: 2020-01-02
id: \"20200102_x\"
type: concept
project: default
status: active
updated: 2026-03-01
description: T.
links: []
---
T.\n"
gets a.md '---\nid:\nname:\ntags:\n---\n' "---
id:
name:
tags:
type: concept
project: default
status: active
${REST}links: []
---
"
# Ends of lines, a BOM, no end.
gets c.md 'A b.\r\nc' '---\r\nid: "20260301_c"\r\nname: c\r\ntype: concept\r\nproject: default\r\nstatus: active\r\ncreated: 2026-03-01\r\nupdated: 2026-03-01\r\ntags: []\r\ndescription: A b.\r\nlinks: []\r\n---\r\nA b.\r\nc'
gets b.md '\357\273\277A.' "\357\273\277---
id: \"20260301_b\"
name: b
type: concept
project: default
status: active
${REST}tags: []
description: A.
links: []
---
A."
gets e.md '' "---
id: \"20260301_e\"
name: e
type: concept
project: default
status: active
${REST}tags: []
links: []
---
"
gets 'ü: 1.md' '> - "Q": x\n' "---
id: 20260301_ü_1
name: \"ü: 1\"
type: concept
project: default
status: active
${REST}tags: []
description: \"\\\\\"Q\\\\\": x\"
links: []
---
> - \"Q\": x\n"

# note PATH TEXT: what the record of a note without front matter becomes
note()
{
	rm -rf v && mkdir v
	printf -- "$2" | put "v/$1"
	touch -d 2026-03-01T12:00:00Z "v/$1"
	run cx-migrate --write -C v
	status 0
}
type_is() # TYPE PATH TEXT
{
	note "$2" "$3"
	jq_of -r "$T/out" .type "$1" "a $1: $2: $3"
}
type_is decision decisions/a.md 'x\n'
type_is decision x/Decision/y/a.md 'x\n'
type_is person people/a.md 'x\n'
type_is meeting 'x/meetings/a.md' '#decision\n'
type_is rule a/rules/b/c.md 'x\n'
type_is decision a.md 'we #decision\n'
type_is incident a.md 'an #incidents\n'
type_is meeting meeting_of_monday.md 'x\n'
type_is meeting Meeting.md 'x\n'
type_is concept the_meeting.md 'x\n'
type_is concept projection.md 'x\n'
type_is incident a.md '# X\n\n## Root cause\n\nA\n'
type_is incident a.md 'Broke.\n\nRoot cause\n----------\n\nA\n'
type_is meeting a.md '# X\n\n### Attendees\r\n\nA\n'
type_is concept a.md '```\n## Root cause\n```\n'
type_is experiment projects/p/experiments/EXP-1.md 'x\n'
type_is reference archive/2024/a.md 'x\n'
jq_of -r "$T/out" .status archived 'a note in archive/ is archived'
type_is decision archive/decisions/a.md 'x\n'
jq_of -r "$T/out" .status archived 'of any type'
type_is concept archive.md 'x\n'
jq_of -r "$T/out" .status active 'a file of that name is not'
note p/a.md 'x\n'
run cx-migrate --type nosuch -C v
status 2
printf 'x\n' >v/b.md
run cx-migrate --write --type lesson -C v b.md
jq_of -r "$T/out" .type lesson '--type'

# Tags and projects.
cat >cortex.toml <<'E'
[vault]
path = "v"
[projects]
default = "home"
[directories]
work = "job"
[tags]
risk = "deploy, release window"
Money = ["cost", "naïve"]
none = "absent"
E
cx-config -C . >config
CORTEX_CONFIG=$PWD/config
export CORTEX_CONFIG
tags_are() # TAGS PATH TEXT
{
	note "$2" "$3"
	jq_is .tags "$1" "$2: $3"
}
tags_are '["risk"]' a.md 'We Deploy.\n'
tags_are '[]' a.md 'We deployed costs.\n'
tags_are '["money","risk"]' a.md 'Release\nWindow: a NAÏVE one\n'
tags_are '["risk"]' deploy_x.md 'x\n'
tags_are '["community","über-uns"]' '01 - Community/Über uns/a.md' 'x\n'
tags_are '["sub"]' work/sub/2024/a.md 'x\n'
tags_are '["x","own"]' 'rules/x/a.md' '#own\n'
tags_are '["risk"]' a.md 'deploy #risk\n'
is "$(grep '^tags' v/a.md)" 'tags: []' 'a hashtag is not listed again as a tag'
note work/a.md 'x\n'
jq_is .project '"job"'
note b.md 'x\n'
jq_is .project '"home"'
unset CORTEX_CONFIG

# Ids that nobody has.
rm -rf v && mkdir -p v/x v/y
for f in x/a y/a a b; do
	echo t >"v/$f.md"
	touch -d 2026-03-01T12:00:00Z "v/$f.md"
done
printf -- '---\nid: 20260301_a_2\n---\n' >v/b.md
run cx-migrate --write -C v
jq_of -r "$T/out" '[.path,.id]|@tsv' "a.md	20260301_a
b.md	20260301_a_2
x/a.md	20260301_a_3
y/a.md	20260301_a_4" 'ids'

# Only some; what is refused.
rm -rf v && mkdir v
echo a >v/a.md && echo b >v/b.md
run cx-migrate --write -C v b.md nosuch.md ../x.md
status 3
err_has nosuch.md
err_has ../x.md
jq_is .path '"b.md"'
is "$(cat v/a.md)" a 'the other one is as it was'
for t in '---\na: x: y\n---\n' '---\na: 1\na: 2\n---\n' '---\na\n' \
	'---\n- a\n---\n' '---\n{a: 1}\n---\n' '---\na: &x y\n---\n'; do
	printf -- "$t" >v/c.md
	cp v/c.md want
	run cx-migrate --write -C v c.md
	status 3
	err_has 'c.md:'
	out_empty
	same v/c.md want "refused: $t"
done
echo h >v/h.md && ln v/h.md v/i.lnk
run cx-migrate --write -C v h.md
status 3
err_has 'hard link'
run cx-migrate --stats -C v
status 3
jq_is '[.notes,.complete,.without_front_matter,.refused,.missing.id]' \
	'[4,1,2,2,3]'
cp -Rp v kept
for o in '' -n --diff --stats; do
	# shellcheck disable=SC2086
	run cx-migrate $o -C v
	ok "'$o' changes nothing" diff -r v kept
done
run cx-migrate --diff -C v a.md
cp "$T/out" diff
run cx-migrate -C v a.md
ok 'the default is --diff' cmp diff "$T/out"
(cd kept && patch -s -p0 <"$T/out")
cx-migrate --write -C v a.md >printed
same v/a.md kept/a.md 'patch(1) does what cx-migrate does'
for w in '-n --diff' '--write --diff' '--stats -n' '--type'; do
	# shellcheck disable=SC2086
	run cx-migrate -C v $w
	status 2
	out_empty
	err_lines 2
done

# Dates from git, in a directory of a repository.
rm -rf repo && mkdir -p repo/v/d
git -C repo -c init.defaultBranch=main init -q .
commit() # DATE MESSAGE
{
	git -C repo add -A &&
		GIT_AUTHOR_DATE="$1T12:00:00Z" GIT_COMMITTER_DATE="$1T12:00:00Z" \
			git -C repo -c user.name=n -c user.email=e commit -q -m "$2"
}
echo one >repo/v/a.md && echo e >repo/v/e.md
commit 2021-01-02 "first

M	x"
echo two >repo/v/d/b.md && echo more >>repo/v/a.md
commit 2022-02-03 second
git -C repo mv v/a.md 'v/d/ü "x".md'
commit 2023-03-04 third
echo new >repo/v/a.md
commit 2023-03-05 again
git -C repo mv v/e.md v/f.md
commit 2024-04-05 fourth
echo u >repo/v/u.md && touch -d 2025-05-06T12:00:00Z repo/v/u.md
printf -- '---\ncreated: 2024-12-24\n---\n' >repo/v/d/b.md
run cx-migrate --write -C repo/v
status 0
err_is 'cx-migrate: there are changes that are not committed; git cannot tell them from these, but cx undo can'
jq_of -r "$T/out" '[.path,.created,.updated]|@tsv' \
	"a.md	2023-03-05	2023-03-05
d/b.md	2024-12-24	2024-12-24
d/ü \"x\".md	2021-01-02	2023-03-04
f.md	2021-01-02	2024-04-05
u.md	2025-05-06	2025-05-06" 'created and updated by git'
sed 1q "$T/out" >one
git clone -q --depth 1 "file://$PWD/repo" shallow
run cx-migrate -C shallow/v -n a.md
status 0
err_has 'unshallow'
git -C shallow worktree add -q ../tree 2>/dev/null
run cx-migrate -C tree/v -n a.md
status 0
err_has 'unshallow' 'also where .git is a file'
mkdir -p broken/.git && echo x >broken/a.md
run cx-migrate -C broken -n
status 0
err_has 'dates come from the files'
# A committed tree needs no warning, and no filter of its own runs.
git -C repo config filter.x.clean 'touch ../ran; cat'
echo '*.md filter=x' >repo/.git/info/attributes
git -C repo -c filter.x.clean=cat add -A &&
	git -C repo -c filter.x.clean=cat -c user.name=n -c user.email=e \
		commit -q -m all
rm -f ran repo/ran
find repo/v -name '*.md' -exec touch -d 2020-01-01 {} +
run cx-migrate --write -C repo/v --type lesson
status 0
err_empty 'nothing to warn of in a clean tree'
ok 'no filter has run' [ ! -e ran ] && ok 'nor here' [ ! -e repo/ran ]
echo more >>repo/v/f.md
run cx-migrate --write -C repo/v
err_has 'not committed'
ok 'no filter has run' [ ! -e ran ] && ok 'nor here' [ ! -e repo/ran ]
mkdir path && ln -s "$BIN/cx-migrate" path/
run env PATH="$PWD/path" cx-migrate -C repo/v -n u.md
status 0
err_has 'git'
done_testing
