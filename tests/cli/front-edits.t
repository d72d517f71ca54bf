#!/bin/sh
# front-edits.t: edits of front matter as other tools write it, and of notes that
# have none.
# shellcheck disable=SC1091,SC2059,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15
export CORTEX_NOW
mkdir v && cd v || exit 99
touch cortex.toml

# text NAME TEXT: a note, and a copy of it
text()
{
	rm -rf .cortex
	printf -- "$2" >"$1"
	cp "$1" ../kept
}
# becomes NAME TEXT WORDS...: what a command makes of it, and that undo takes it
# back to the byte
becomes()
{
	n=$1 want=$2
	shift 2
	run "$@"
	status 0
	printf -- "$want" >../want
	same "$n" ../want "$*"
	cx undo >/dev/null 2>&1
	same "$n" ../kept "$*: undo"
}
refused() # NAME TEXT-ON-STDERR WORDS...
{
	n=$1 cause=$2
	shift 2
	run "$@"
	status 3
	err_has "$cause"
	same "$n" ../kept "$*: untouched"
}

### a note without front matter gets the least that is needed

text a.md '# A\n\ntext'
becomes a.md '---\nstatus: archived\nupdated: 2026-04-15\n---\n# A\n\ntext' \
	cx archive a.md
becomes a.md '---\npinned: true\n---\n# A\n\ntext' cx pin a.md
becomes a.md '---\nupdated: 2026-04-15\n---\n# A\n\ntext' cx touch a.md
becomes a.md '---\nreviewed: 2026-04-15\n---\n# A\n\ntext' cx review a.md
becomes a.md '---\ntags: [x, y]\n---\n# A\n\ntext' cx edit a.md tags=x,y
run cx pin a.md
err_has 'a.md: had no front matter; it has some now'
cx undo >/dev/null 2>&1
run cx edit -n a.md tags+=x
err_has 'would get some'
same a.md ../kept 'a dry run writes nothing'
refused a.md 'is not archived' cx restore a.md
run cx unpin a.md
status 0
same a.md ../kept 'there is nothing to take away'
text a.md '\357\273\277# A\r\ntext\r\n'
becomes a.md '\357\273\277---\r\npinned: true\r\n---\r\n# A\r\ntext\r\n' \
	cx pin a.md
text a.md ''
becomes a.md '---\npinned: true\n---\n' cx pin a.md
text a.md '---\n\na rule\n'
becomes a.md '---\npinned: true\n---\n---\n\na rule\n' cx pin a.md
text a.md '---\n\na rule\n\n---\n\nanother\n'
becomes a.md '---\npinned: true\n---\n---\n\na rule\n\n---\n\nanother\n' \
	cx pin a.md
text a.md '---\ntitle: open\n\ntext\n'
refused a.md 'never closed' cx pin a.md
text a.md '\377\376#\0A\0'
refused a.md 'iconv' cx pin a.md

# Both are named by an id, so both get one.
text a.md '# Old one\n'
echo plain >new.md
run cx supersede a.md new.md
status 0
jq_of -rs "$T/out" 'map(.id) == [.[1].extra.supersedes, .[0].extra.superseded_by]' \
	true 'they name each other'
cx undo >/dev/null 2>&1
same a.md ../kept 'supersede: undo'
is "$(cat new.md)" plain '... of both'
run sh -c 'cx-new --supersedes a.md --name Newer --type rule --body x'
status 0
jq_ok "$T/out" '.extra.supersedes | endswith("_old_one")' 'so does a new note'
rm -r new.md rules atoms 2>/dev/null

### keys as people spell them

text a.md '---\nTitle: T\nUpdated: 2024-05-05\nTags: [x]\n---\n'
becomes a.md '---\nTitle: T\nUpdated: 2026-04-15\nTags: [x]\n---\n' cx touch a.md
becomes a.md '---\nTitle: T\nUpdated: 2024-05-05\nTags: [x, y]\n---\n' \
	cx edit a.md tags+=y
becomes a.md '---\nTitle: T\nUpdated: 2024-05-05\n---\n' \
	cx edit --unset tags a.md
text a.md '---\nUpdated: 2024-01-01\nupdated: 2024-02-02\n---\n'
becomes a.md '---\nUpdated: 2024-01-01\nupdated: 2026-04-15\n---\n' cx touch a.md
text a.md '---\nUpdated: 2024-01-01\nupdated:\n---\n'
becomes a.md '---\nUpdated: 2026-04-15\nupdated:\n---\n' cx touch a.md
text a.md '---\ntags: a b c\n---\n'
becomes a.md '---\ntags: a b c d\n---\n' cx edit a.md tags+=d
becomes a.md '---\ntags: a c\n---\n' cx edit a.md tags-=b
text a.md '---\nup: [[Old]]\nlinks: [[Old]], [[B]]\nnext: "[[Old]], [[B]]"\n---\n'
: >Old.md
run cx move Old.md Very/New.md
status 0
is "$(cat a.md)" '---
up: [[New]]
links: [[New]], [[B]]
next: "[[New]], [[B]]"
---' 'links of front matter follow a move'
cx undo >/dev/null 2>&1
same a.md ../kept 'and go back'
rm -rf Old.md Very

### TOML

text a.md '+++\ntitle = "T"\ntags = [ # all\n  "x",\n  '\''y'\'',\n]\ndate = 2024-01-02\n\n[params]\nx = 1\n+++\nbody'
head='+++\ntitle = "T"\ntags = [ # all\n  "x",\n  '\''y'\'',\n]\ndate = 2024-01-02\n'
rest='\n[params]\nx = 1\n+++\nbody'
becomes a.md "${head}lastmod = 2026-04-15\n$rest" cx touch a.md
becomes a.md "${head}status = \"archived\"\nlastmod = 2026-04-15\n$rest" \
	cx archive a.md
becomes a.md "${head}pinned = true\n$rest" cx pin a.md
becomes a.md "${head}note = \"say \\\\\"so\\\\\"\"\n$rest" \
	cx edit a.md 'note=say "so"'
becomes a.md '+++\ntitle = "U"\ntags = [ # all\n  "x",\n  '\''y'\'', "z",\n]\ndate = 2024-01-02\n'"$rest" \
	cx edit a.md title=U tags+=z
becomes a.md '+++\ntitle = "T"\ndate = 2024-01-02\n'"$rest" \
	cx edit --unset tags a.md
refused a.md 'table' cx edit a.md params=1
refused a.md 'table' cx edit --unset params a.md
run cx migrate --write a.md
status 0
is "$(head -n 1 a.md)" '+++' 'cx migrate puts nothing before it'
is "$(cx scan | jq -c '[.name, .tags, .problems]')" '["T",["x","y"],null]' \
	'and loses nothing'
cx undo >/dev/null 2>&1
same a.md ../kept 'migrate: undo'
text a.md '+++\r\ntitle = "T"\r\n+++\r\nbody'
becomes a.md '+++\r\ntitle = "T"\r\npinned = true\r\n+++\r\nbody' cx pin a.md
text a.md '+++\n+++\n'
becomes a.md '+++\npinned = true\n+++\n' cx pin a.md
for bad in 'x = y' 'x = "open' 'x' '[x' 'x = [1' 'x = 1 y' '"" = 1' 'x = "\\q"'; do
	text a.md "+++\ntitle = \"T\"\n$bad\n+++\n"
	refused a.md TOML cx pin a.md
	is "$(cx scan 2>/dev/null | jq -c '[.name, .problems[0].code]')" \
		'["T","front-invalid"]' "the rest is read: $bad"
done
text a.md '+++\nopen\n'
refused a.md 'put a line +++' cx pin a.md

### JSON

text a.md '{\n  "title": "T",\n  "tags": ["x", "y"]\n}\n\nbody\n'
becomes a.md '{\n  "title": "T",\n  "tags": ["x", "y"],\n  "lastmod": "2026-04-15"\n}\n\nbody\n' \
	cx touch a.md
becomes a.md '{\n  "title": "T",\n  "tags": ["x", "y"],\n  "status": "archived",\n  "lastmod": "2026-04-15"\n}\n\nbody\n' \
	cx archive a.md
becomes a.md '{\n  "title": "U",\n  "tags": ["y"]\n}\n\nbody\n' \
	cx edit a.md title=U tags-=x
becomes a.md '{\n  "tags": ["x", "y"]\n}\n\nbody\n' cx edit --unset title a.md
becomes a.md '{\n  "title": "T"\n}\n\nbody\n' cx edit --unset tags a.md
refused a.md 'one member' cx edit --unset tags --unset title a.md
text a.md '{"title":"T"}\r\nbody'
becomes a.md '{"title":"T", "pinned": true}\r\nbody' cx pin a.md
text a.md '{}\nbody'
becomes a.md '{"pinned": true}\nbody' cx pin a.md
text a.md '{"title": }\nbody\n'
refused a.md 'JSON that is not valid' cx pin a.md
text a.md '{"title": "T"\n'
refused a.md 'does not end' cx pin a.md

# Neither fence nor keys are text.
text a.md '+++\ntitle = "T"\n+++\nHoney is made by bees.\n'
text b.md '{"title": "Quux"}\nHoney, too.\n'
cx rebuild >/dev/null 2>&1
run cx search --no-log --json --snippets honey
is "$(jq -r '.passages[].text' "$T/out" | sort)" 'Honey is made by bees.
Honey, too.' 'passages are of the body'
cd ..
done_testing
