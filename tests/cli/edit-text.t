#!/bin/sh
# edit-text.t: cx-edit changes the text of a note where it was asked to, and no
# other byte; what it cannot find, or not once, changes nothing.
# shellcheck disable=SC2016
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
mkdir v

# edit BEFORE AFTER TEXT WORDS...: printf(1) formats around an edit
edit()
{
	# shellcheck disable=SC2059
	printf -- "$1" >v/a.md
	# shellcheck disable=SC2059
	printf -- "$2" >want
	# shellcheck disable=SC2059
	printf -- "$3" >new
	shift 3
	run cx-edit -C v --diff "$@" a.md <new
	status 0
	cp v/a.md patched
	patch -s -p0 patched <"$T/out"
	same patched want "the diff of: $last"
	run cx-edit -C v "$@" a.md <new
	status 0
	err_empty
	same v/a.md want "bytes: $last"
}
# refused BEFORE MESSAGE TEXT WORDS...: nothing changes, status 3
refused()
{
	# shellcheck disable=SC2059
	printf -- "$1" >v/a.md
	cp v/a.md want
	refused_text=$2
	# shellcheck disable=SC2059
	printf -- "$3" >new
	shift 3
	run cx-edit -C v "$@" a.md <new
	status 3
	err_has "$refused_text"
	out_empty
	same v/a.md want "untouched: $last"
}

### append

edit 'a\n' 'a\n\nb\n' 'b\n' --append
edit 'a' 'a\n\nb' 'b' --append
edit 'a\n\n\n' 'a\n\nb\n\n\n' 'b\n' --append
edit '' 'b\n' 'b' --append
edit '---\nx: y\n---\n' '---\nx: y\n---\nb\n' 'b\n' --append
edit '---\nx: y\n---' '---\nx: y\n---\nb' 'b\n' --append
edit '\357\273\277a\r\nb\r\n' '\357\273\277a\r\nb\r\n\r\nc\r\nd\r\n' 'c\nd\n' --append
edit 'a\n' 'a\n\n    code\n' '\n\n    code\n\n' --append
edit '- a\n' '- a\n- b\n' '- b\n' --append
edit '1. a\n   more\n' '1. a\n   more\n2. b\n' '2. b' --append
edit '| a |\n|---|\n' '| a |\n|---|\n| b |\n' '| b |' --append
edit '> a\n' '> a\n> b\n' '> b' --append
edit 'text\n' 'text\n\n- b\n' '- b' --append
edit '- a\n' '- a\n\ntext\n' 'text' --append

### with a section: up to the next heading of its level or above

S='# T\n\nIntro.\n\n## One\n\n- a\n\n### Deep\n\nd\n\n## Two ##\nx\n'
edit "$S" '# T\n\nIntro.\n\n## One\n\n- a\n\n### Deep\n\nd\n\ne\n\n## Two ##\nx\n' \
	e --append --section One
edit "$S" '# T\n\nIntro.\n\n## One\n\n- a\n\n### Deep\n\nd\n\n## Two ##\nx\n\ne\n' \
	e --append --section two
edit "$S" '# T\n\nIntro.\n\n## One\n\n- a\n\n### Deep\n\nd\n\n## Two ##\nx\n\ne\n' \
	e --append --section '## Two'
edit "$S" '# T\n\nIntro.\n\n## One\n\n- a\n\n### Deep\n\nd\n\n## Two ##\ny\n' \
	'y\n' --section Two
edit "$S" '# T\n\nIntro.\n\n## One\n\n- z\n\n## Two ##\nx\n' \
	'## One\n\n- z\n' --section One
edit "$S" '# T\n\nIntro.\n\n## One\n\n- 0\n- a\n\n### Deep\n\nd\n\n## Two ##\nx\n' \
	'- 0' --prepend --section One
edit 'A\n=\nx\n\nB\n-\ny' 'A\n=\nx\n\nB\n-\ny\n\nz' z --append --section B
edit '## A\n## B\n' '## A\n\nx\n\n## B\n' x --append --section A
edit '## A\nB\n===\n' '## A\n\nx\n\nB\n===\n' x --append --section A
edit '## A' '## A\n\nx' x --section A
edit '## A [b](c) **d**\n' '## A [b](c) **d**\n\nx\n' x --append --section 'A b d'
edit '# M\n## Log\na\n# N\n## Log\nb\n' '# M\n## Log\na\n# N\n## Log\nb\n\nc\n' \
	c --append --section 'N > Log'
edit '## log\na\n## Log\nb\n' '## log\na\n## Log\nb\n\nc\n' \
	c --append --section Log
edit '## C#\na\n' '## C#\na\n\nb\n' b --append --section 'C#'

# What looks like a heading and is none
C='## A\n\n```sh\n## B\n```\n\n    ## B\n\n<!--\n## B\n-->\n\n> ## B\n\n## B\n\nx\n'
edit "$C" '## A\n\n```sh\n## B\n```\n\n    ## B\n\n<!--\n## B\n-->\n\n> ## B\n\n## B\n\ny\n' \
	y --section B
edit '## A\n\n~~~~\n```\n## B\n~~~\n~~~~\nx\n\n## C\n' \
	'## A\n\n~~~~\n```\n## B\n~~~\n~~~~\nx\n\ny\n\n## C\n' y --append --section A

refused "$S" "no heading 'Thre'; there are 'T', 'One', 'Deep', 'Two'" x \
	--section Thre
refused "$S" "there are 'Two', 'T', 'One', 'Deep'" x --section 'about two'
refused 'a\n' 'the text has no headings' x --append --section A
refused '## A\na\n## A\nb\n' "2 headings are 'A': 'A', 'A'" x --append --section A
refused '# M\n## L\na\n# N\n## L\nb\n' "2 headings are 'L': 'M > L', 'N > L'" x \
	--section L
refused "$S" "no heading '### One'" x --section '### One'
refused '```\n## A\n```\n' 'the text has no headings' x --append --section A

### prepend: after the title

edit 'a\n' 'b\n\na\n' b --prepend
edit '# T\n\na\n' '# T\n\nb\n\na\n' b --prepend
edit '---\nx: y\n---\n\n# T\n' '---\nx: y\n---\n\n# T\n\nb\n' b --prepend
edit '## T\na\n' 'b\n\n## T\na\n' b --prepend
refused 'a\n' 'would be front matter' '---\nx: y\n---\n' --prepend

### a text that occurs once

edit 'a b c\n' 'a X c\n' 'X\n' --replace b
edit 'a b c\n' 'a  c\n' '' --replace b
edit 'a\r\nb\r\nc' 'x\r\ny\r\nc' 'x\ny\n' --replace 'a
b'
edit 'a\nb\n' 'x\n' 'x\n' --replace 'a
b
'
edit '## A\nb\n## C\nb\n' '## A\nb\n## C\nx\n' x --replace b --section C
edit '---\nb: b\n---\na b\n' '---\nb: b\n---\na c\n' c --replace b
edit '```\nx\n```\n' '```py\nx\n```\n' 'py
x' --replace '
x'
refused 'a b a\n' 'the text occurs 2 times, at lines 1, 1; give more' x --replace a
refused 'aaa\n' 'the text occurs 2 times' x --replace aa
refused 'a\nb\nc\n' 'does not occur, but its first line does, at line 2' x --replace 'b
d'
refused '---\nb: z\n---\na\n' 'the text to replace does not occur' x --replace z
refused 'a\n' 'the text to replace does not occur' x --replace A
refused '## A\nb\n## C\nd\n' 'does not occur in this section' x --replace b --section C

### what would change more than was asked

refused '# T\na\n## B\n' 'would leave a block of code or a comment open' '```\nx\n' --prepend
refused '# T\na\n## B\n' 'would leave a block of code or a comment open' '<!-- x\n' \
	--append --section T
refused 'a\n```\nb\n' 'is left open before this place' x --append
refused 'a\n' 'would leave' '```' --replace a
refused 'a\n' 'the new text is empty' ' \n\n' --append
refused '## A\nb\n' 'the new text of the section is empty' '## A\n' --section A
refused 'a\351\n' 'is not UTF-8' x --append
refused 'a\n' 'the new text is not UTF-8' '\351' --append

### updated, edits of front matter, undo

edit '---\nid: i\nupdated: 2026-01-01 # c\n---\na\n' \
	'---\nid: i\nupdated: 2026-04-15 # c\n---\na\n\nb\n' b --append
edit '---\nid: i\ncreated: 2026-01-01\n---\na\n' \
	'---\nid: i\ncreated: 2026-01-01\nupdated: 2026-04-15\n---\na\n\nb\n' b --append
edit '---\nid: i\nmodified: 2026-01-01\n---\na\n' \
	'---\nid: i\nmodified: 2026-04-15\n---\na\n\nb\n' b --append
printf -- '---\nid: i\nupdated: 2026-01-01\ntags: [a]\n---\na\n' >v/a.md
cp v/a.md before
echo b >new
run cx-edit -C v --append a.md tags+=c updated=2026-03-03 <new
status 0
is "$(cat v/a.md)" '---
id: i
updated: 2026-03-03
tags: [a, c]
---
a

b' 'text and front matter at once'
run cx-undo -C v
status 0
same v/a.md before 'one undo takes both back'
run cx-edit -C v -n --append a.md <new
status 0
same v/a.md before 'a dry run writes nothing'
run cx-edit -C v --replace a a.md <before
status 0
run cx-undo -C v
echo a >new
run cx-edit -C v --replace a a.md <new
status 0
out_empty
same v/a.md before 'what is so already changes nothing, updated neither'
printf 'a NUL \0 byte\n' >v/b.md
cp v/b.md was
run cx-edit -C v --append b.md x=1 <new
status 3
same v/b.md was 'where a field cannot be set, the text is not changed either'

### records

printf '## A\n\nx\n' >v/b.md
jq -nc '{path: "b.md", text: {section: "A", append: "y\n"}},
	{path: "a.md", text: {replace: "a", with: "c"}, set: {tags: ["z"]}}' >records
run cx-edit -C v --stdin <records
status 0
is "$(cat v/b.md)" '## A

x

y' 'a section of one'
is "$(tail -n 1 v/a.md) $(sed -n 4p v/a.md)" 'c tags: [z]' 'text and tags of another'
for bad in '{}' '{"append":1}' '{"append":"a","prepend":"b"}' '{"with":"a"}' \
	'{"append":"a","replace":"b"}' '{"section":"A"}' '{"apend":"a"}' '"a"'; do
	printf '{"path":"b.md","text":%s}\n' "$bad" >records
	run cx-edit -C v --stdin <records
	status 4 "text: $bad"
done

### the command line

for words in '--append --prepend' '--append --replace x' '--section=' '--replace=' \
	'--append --stdin' '--append --archive'; do
	# shellcheck disable=SC2086
	run cx-edit -C v $words a.md <new
	status 2 "$words"
done
run cx-edit -C v --append a.md b.md <new
status 2
err_has 'takes one note'
run cx-edit -C v --append none.md <new
status 3

### any text: a section that is read is the one that is replaced

awk 'BEGIN {
	srand(7)
	n = split("# A|## B|### C|text|- item||```|~~~|> q|<!-- c -->|B|---|===|    code|## D ##|1. x", l, "|")
	for (f = 0; f < 60; f++) {
		t = ""
		for (i = 0; i < 12; i++)
			t = t l[int(rand() * n) + 1] "\n"
		printf "%s", t >("v/r" f ".md")
	}
}'
wrong=
for f in v/r*.md; do
	cp "$f" before
	echo 'zebra 4711' >new
	if cx-edit -C v --append "${f#v/}" <new >/dev/null 2>&1; then
		# All lines of before are there, in order, and one more.
		diff before "$f" | grep -q '^<' && wrong="$wrong $f"
		grep -qx 'zebra 4711' "$f" || wrong="$wrong $f"
		cp before "$f"
	else
		cmp -s before "$f" || wrong="$wrong $f"
	fi
	for h in A B D; do
		if cx-edit -C v --section "$h" "${f#v/}" <new >/dev/null 2>&1; then
			grep -qx 'zebra 4711' "$f" || wrong="$wrong $f:$h"
			cx-undo -C v >/dev/null 2>&1
		fi
		cmp -s before "$f" || wrong="$wrong $f:$h"
	done
done
is "$wrong" '' '60 texts of pieces of Markdown'

done_testing
