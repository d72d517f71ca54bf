#!/bin/sh
# check.t: cx-check: each rule finds what it is about, where it stands, and
# nothing else; what switches rules off; the index; what is linear.
# shellcheck disable=SC1091,SC2016
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
# The rules of notes that were written for this.
printf '%s\n' '{"check":{"fields":"standard"}}' >"$T/standard"
CORTEX_CONFIG=$T/standard
export CORTEX_CONFIG

# note FILE [LINE...] <BODY: a note with all fields; LINEs replace or are
# added to those of the front matter; "-field" takes one away.
note()
{
	note_f=$1
	shift
	mkdir -p "$(dirname "$note_f")"
	note_id=$(printf %s "$note_f" | tr -c 'a-z0-9' _)
	printf '%s\n' "id: $note_id" "name: About $note_id" 'type: insight' \
		'project: ops' 'status: active' 'created: 2026-04-01' \
		'updated: 2026-04-10' 'tags: []' 'links: []' >"$T/head"
	for note_l; do
		case $note_l in
		-*) sed -i "/^${note_l#-}:/d" "$T/head" ;;
		*)
			if grep -q "^${note_l%%:*}:" "$T/head"; then
				sed -i "s~^${note_l%%:*}:.*~$note_l~" \
					"$T/head"
			else
				printf '%s\n' "$note_l" >>"$T/head"
			fi
			;;
		esac
	done
	{ echo --- && cat "$T/head" && echo --- && cat; } >"$note_f"
}
# check [OPTION...]: of the vault v; the same whether it is scanned here or
# records of it come.
check()
{
	cx-check --scan -C v "$@" >"$T/scanned" 2>"$T/scanned.err"
	{ echo "status $?" && cat "$T/scanned.err"; } >>"$T/scanned"
	cx-scan v >records 2>/dev/null
	run cx-check -C v "$@" <records
	{ cat "$T/out" && echo "status $rc" && cat "$T/err"; } >"$T/streamed"
	ok "the same from the vault: cx-check $*" \
		cmp "$T/scanned" "$T/streamed"
}
# lines: what was found, PATH:LINE:COL CODE
lines()
{
	jq -r '"\(.path):\(.line // 0):\(.col // 0) \(.code)"' "$T/out"
}
fresh() { rm -rf v && mkdir v; }

### a vault without fault

fresh
echo 'Text with [[b]].' | note v/a.md
echo 'Back to [[a|the first]] and `a.md`.' | note v/b.md
check
status 0 'nothing is wrong: status 0'
out_empty
err_empty
for f in v/*; do sed 's/$/\r/' "$f" >x && mv x "$f"; done
check
out_empty 'nor with CRLF'

### required fields

for f in id name type project status created updated tags links; do
	fresh
	echo text | note v/a.md "-$f"
	check
	status 1 "without $f: status 1"
	jq_is '[.path, .line, .col, .severity, .code, .fields]' \
		"[\"a.md\",1,1,\"error\",\"missing-field\",\"$f\"]" \
		"without $f"
done
fresh
echo text | note v/a.md 'tags:' 'links:'
check
out_empty 'tags and links may be empty'
fresh
echo text | note v/a.md 'name:' 'status: ""'
check
jq_is .fields '"name, status"' 'the others may not'
fresh
echo text | note v/a.md -name -created -updated 'title: T' \
	'date: 2026-04-01' 'modified: 2026-04-02'
check
out_empty 'aliases of [fields] count'
fresh
echo text | note v/rules/a.md -project
check
out_empty '[directories] gives a project'
fresh
echo text >v/a.md
: >v/b.md
check
is "$(lines)" 'a.md:1:1 no-front-matter
b.md:1:1 no-front-matter' 'no front matter at all is one finding'
fresh
mkdir v/log
echo text >v/2026-04-15.md
printf -- '---\ntags: [day]\n---\ntext\n' >'v/log/2026-04-16 Thu.md'
echo text >'v/2026-04-15 Meeting.md'
check
is "$(lines)" '2026-04-15 Meeting.md:1:1 no-front-matter' \
	'the note of a day, as cx daily makes it, needs none'

### values

fresh
echo text | note v/a.md 'type: insigth'
echo text | note v/b.md 'status: Active'
echo text | note v/c.md 'status: corrected:EXP-7'
echo text | note v/d.md 'id: a/b c'
echo text | note v/e.md 'confidence: 1.5'
echo text | note v/f.md 'confidence: -0.1'
echo text | note v/g.md 'confidence: 1'
echo text | note v/h.md 'confidence: much'
echo text | note v/i.md 'id: 二〇二六_é-x.1'
check
is "$(lines)" 'a.md:4:7 unknown-type
b.md:6:9 unknown-status
d.md:2:5 bad-id
e.md:11:13 out-of-range
f.md:11:13 out-of-range
h.md:11:13 not-a-number' 'types, statuses, ids and confidence'
status 1
is "$(jq -c .fix "$T/out" | grep -v null)" '{"status":"active"}' \
	'what is wrong by case only has a fix'
fresh
echo text | note v/a.md 'type: runbook' 'status: draft' 'project: shop'
printf '[check]\nfields = "standard"\n[types.runbook]\n[status]\ndraft = 0.9\n[projects]\nnames = ["ops"]\n' \
	>cortex.toml
cx-config cortex.toml >config
check -c config
is "$(lines)" 'a.md:5:10 unknown-project' 'the configuration has more'
rm cortex.toml

### any fields, as other people's notes have them

rm -rf v && mkdir v
printf 'plain [[b]]\n' >v/a.md
printf -- '---\nstatus:\n  - "[[Published]]"\ntype: []\nkind: x\ndate: {{date}}\n---\n<< [[2026-04-14]] | [[2026-W17]] `gone.md`\n[[day/2026-04-13|13]] [[week/2026-W16]] [[2026-05]] [[month/2026-06.md]]\n[[2026-Q2]] [[2026]] a [[link]], [[Wikilinks]]\n' >v/b.md
printf -- '---\nid: odd id!\ntype: note\nstatus: in-progress\nproject: Home\n---\n' >v/c.md
printf -- '---\nnever closed, a line\n' >v/d.md
printf -- '---\nreviewed: false\n---\n[[20261]] [[2026-W1]] [[2026-13-40]]\n' >v/f.md
printf -- '---\na: b: c\nimportance: high\ndate: soon\n---\n' >v/e.md
standard=$CORTEX_CONFIG
unset CORTEX_CONFIG
check
status 0 'an ordinary note is never an error'
is "$(lines)" 'b.md:3:5 broken-link
d.md:1:1 unterminated
e.md:2:5 yaml-invalid
e.md:3:13 not-a-number
e.md:4:7 bad-date
f.md:4:1 broken-link
f.md:4:11 broken-link
f.md:4:23 broken-link' 'and what other tools want of it is not a finding'
export CORTEX_CONFIG="$standard"
check
status 1 'the same notes, where fields are standard'
ok 'wrong-type' grep -q wrong-type "$T/out"
ok 'no-front-matter' grep -q no-front-matter "$T/out"
ok 'unknown-status' grep -q unknown-status "$T/out"
ok 'broken-reference' grep -q broken-reference "$T/out"
printf '{"check":{"fields":"some"}}' >bad
run cx-check -c bad -C v <records
status 2
err_has '"any" or "standard"'

### dates

fresh
echo text | note v/a.md 'created: yesterday'
echo text | note v/b.md 'updated: 2026/4/1' 'created: 20260301'
echo text | note v/c.md 'updated: 2026-03-31'
echo text | note v/d.md 'updated: 2026-04-17'
echo text | note v/e.md 'updated: 2026-04-16'
echo text | note v/f.md 'expires: 2026-02-30'
echo text | note v/g.md 'created: 2026-04-01T10:00:00' \
	'updated: 2026-04-01T09:00:00'
echo text | note v/h.md 'created: 2026-04-01T10:00:00' 'updated: 2026-04-01'
echo text | note v/i.md 'created: "{{date}}"' 'updated: "<% tp.date.now() %>"'
check
is "$(lines)" 'a.md:7:10 bad-date
b.md:8:10 bad-date
c.md:8:10 date-order
d.md:8:10 future-date
f.md:11:10 bad-date
g.md:8:10 date-order' 'dates'
is "$(jq -c .fix "$T/out" | grep -v null)" '{"updated":"2026-04-01"}' 'dates that can only mean one day have a fix'
fresh
echo text | note v/a.md 'created: Jun 3rd, 2024'
echo text | note v/b.md 'created: Monday, June 3, 2024 | 19:17'
echo text | note v/c.md 'created: in June'
check
is "$(jq -c '[.message, .fix]' "$T/out")" "[\"created 'Jun 3rd, 2024': write it 2024-06-03\",{\"created\":\"2024-06-03\"}]
[\"created 'Monday, June 3, 2024 | 19:17': write it 2024-06-03\",null]
[\"created 'in June' is not a date; write it as YYYY-MM-DD\",null]" \
	'one in words is said in figures; the fix loses no time'

### lifecycles

fresh
echo text | note v/a.md 'expires: 2026-04-14'
echo text | note v/b.md 'expires: 2026-04-15'
echo text | note v/c.md 'expires: 2026-04-14' 'status: archived'
echo text | note v/d.md 'type: context' 'created: 2026-01-01' \
	'updated: 2026-03-15'
echo text | note v/e.md 'type: context' 'created: 2026-01-01' \
	'updated: 2026-03-16'
echo text | note v/f.md 'type: learning' 'created: 2026-01-01' \
	'updated: 2026-01-01'
echo text | note v/g.md 'type: learning' 'created: 2026-01-01' \
	'updated: 2026-01-01' 'reviewed: 2026-04-01'
echo text | note v/h.md 'type: learning' 'created: 2026-01-01' \
	'updated: 2026-01-01' 'status: superseded'
check
is "$(lines)" 'a.md:11:10 expired
d.md:8:10 stale
f.md:8:10 stale' 'expired, and beyond archive_after and review_after'
status 0 'warnings and infos: status 0'
check --strict
status 1 '--strict: status 1 for a warning'
check --rule stale --strict
status 0 'but not for an info'

### headings and blocks that links lead to

fresh
note v/b.md <<'X'
# Guide
## Set-up & first steps
text ^block-1

```
## in code
```
## Notes
### Notes
<a name="pin"></a>
X
note v/a.md <<'X'
[[b#Guide]] [[b#set-up first steps|x]] [[b#Guide#Notes]] [[b#^block-1]]
[x](b.md#set-up--first-steps) [x](b.md#notes-1) [x](<b.md#Set-up & first steps> "t")
[x](b.md#Set-up%20&%20first%20steps) [r] [x](b.md#pin) [x](b.md#top) [x](b.md#)
[[#Own]] [x](#own) ![[b#^BLOCK-1]] [[b#{{heading}}]] `[[b#code]]` <!-- [[b#c]] -->
[[nowhere#x]] [u](http://example.org/b.md#x) [x](b.md#:~:text=x)

[r]: b.md#guide
## Own
X
check
is "$(lines)" 'a.md:16:1 broken-link' 'anchors that lead somewhere are not findings'
note v/a.md <<'X'
See [eq:lif](#eq:lif) and [b](#eq:a_b), not [c](#eq:none) nor [d](#eq:d).

$$\label{eq:lif} \label{eq:a\_b} x$$ {eq:d}
X
check
is "$(lines)" 'a.md:12:45 missing-heading
a.md:12:63 missing-heading' 'a label of a formula is a place'
printf 'so $$ a\nb $$\n# One\nand $$ c $$\n\n[[#One]] [[#Two]]\n' | note v/a.md
check
is "$(lines)" 'a.md:17:10 missing-heading' \
	'a heading after the end of a formula that began in a line'
note v/a.md <<'X'
[[b#Gone]] [[b#^block-2]] [x](b.md#setup--first-steps) [x](b.md#in-code)
[r] [[#Mine]] [x](b.md#notes-2) ![[b#Guide#^gone]] [[b#Notes#Guide|x]]

[r]: ./b.md#gone
X
check
is "$(lines)" 'a.md:12:1 missing-heading
a.md:12:12 missing-block
a.md:12:27 missing-heading
a.md:12:56 missing-heading
a.md:13:1 missing-heading
a.md:13:5 missing-heading
a.md:13:15 missing-heading
a.md:13:33 missing-block
a.md:13:52 missing-heading' 'and those that do not, where they stand'
status 0 'which are warnings'
is "$(jq -r .message "$T/out" | sed -n '1,3p;6p')" "b.md has no heading 'Gone'
b.md has no block '^block-2'
b.md has no heading '#setup--first-steps'; did you mean '#set-up--first-steps'?
this note has no heading 'Mine'" 'what they say'
jq_is 'select(.line == 13 and .col == 33) | [.target, .anchor]' \
	'["b","Guide#^gone"]' 'and what programs get'
echo '## Gone' | note v/b.md
cx-scan v >records
printf 'b.md\n' >only
run cx-check --scan -C v --rule missing-heading --only only
is "$(lines | grep -c missing-heading)" 4 \
	'a note that was chosen: the links of others to its headings'
is "$(lines | grep -c 'a.md:12:1 ')" 0 'now it has this one'

### ids

fresh
echo one | note v/a.md 'id: x'
echo two | note v/b.md 'id: x'
echo three | note v/c.md 'id: X'
check
is "$(lines)" 'b.md:2:5 duplicate-id' 'an id again'
jq_is .other '"a.md"'

### front matter

fresh
printf -- '---\nid: a\nname: A: b\n---\n' >v/a.md
printf -- '---\nid: a\n' >v/b.md
printf -- '- x\n' | sed '1s/^/---\n/; $s/$/\n---/' >v/c.md
echo text | note v/d.md 'type: insight\ntype: rule'
check
file_has "$T/out" '"code":"yaml-invalid"' 'invalid YAML'
file_has "$T/out" '"code":"unterminated"' 'no end'
file_has "$T/out" '"code":"not-a-mapping"' 'no mapping'
is "$(lines | grep d.md)" 'd.md:5:1 duplicate-key' 'a key twice'
is "$(lines | grep b.md)" 'b.md:1:1 unterminated' 'one finding each'

### links

fresh
cat <<'END' | note v/a.md 'links: [gone, "[[b|B]]"]'
äö [[nowhere]] and [[b]] and [[nowhere#part|again]].

`[[code]]`, ![[there.png]] ![[pic/there.PNG]] ![[lost.png]] [[{{date}}]]
`no.md` and [[twin]] [[MEMORY]] `x/{name}.md` `[a](b.md` `*.md` [[x/../b]]
END
echo text | note v/b.md
echo one | note v/p/twin.md
echo two | note v/q/twin.md
mkdir v/pic
: >v/pic/there.png
: >v/MEMORY.md
check
is "$(lines)" 'a.md:10:9 broken-link
a.md:12:4 broken-link
a.md:12:30 broken-link
a.md:14:47 broken-link
a.md:15:1 broken-reference
a.md:15:13 ambiguous-link' 'broken and ambiguous links, where they stand'
jq_of -r "$T/out" 'select(.code == "ambiguous-link") | .message' \
	"'twin' may mean p/twin.md or q/twin.md; write more of the path" \
	'what they may mean'
mkdir v/.cortex
cd v && run cx-check <../records && cd ..
is "$(lines | wc -l)" 6 'the vault of the working directory'

### text

fresh
{
	echo '<<<<<<< HEAD'
	echo mine
	echo =======
	echo theirs
	echo '>>>>>>> other'
	echo '```'
	echo '<<<<<<< HEAD'
	echo =======
	echo '>>>>>>> other'
	echo '```'
	echo ' <<<<<<< not at the start'
} | note v/a.md
printf 'Heading\n=======\n<<<<<<< alone\n' | note v/b.md
printf -- '---\n<<<<<<< a\nid: x\n=======\nid: y\n>>>>>>> b\n---\n' >v/c.md
check --rule conflict-marker
is "$(lines)" 'a.md:12:1 conflict-marker
c.md:2:1 conflict-marker' 'conflicts, also in front matter; not examples'
# One that was half cleared away: two of the three are left.
fresh
printf '<<<<<<< HEAD\nmine\n=======\ntheirs\n' | note v/a.md
printf 'mine\n=======\ntheirs\n>>>>>>> other\n' | note v/b.md
printf '<<<<<<< HEAD\nmine\n>>>>>>> other\n' | note v/c.md
printf '<<<<<<< a\n=======\n<<<<<<< b\n=======\n>>>>>>> b\n' | note v/d.md
printf '```\n<<<<<<< HEAD\n```\nHeading\n=======\n' | note v/e.md
printf 'Heading\n=======\n\n    >>>>>>> quoted\n```\n>>>>>>> x\n```\n' |
	note v/f.md
printf '>>>>>>> deep\n\nHeading\n=======\n' | note v/g.md
printf -- '---\nid: x\n=======\nid: y\n>>>>>>> b\n---\n' >v/h.md
check --rule conflict-marker
is "$(lines)" 'a.md:12:1 conflict-marker
b.md:13:1 conflict-marker
c.md:12:1 conflict-marker
d.md:12:1 conflict-marker
d.md:14:1 conflict-marker
h.md:3:1 conflict-marker' 'conflicts of which a part is left'
fresh
key=ghp_$(printf 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8')
echo "é the key is $key." | note v/a.md
echo text | note v/b.md "api_key: $key"
check
is "$(lines)" 'a.md:12:14 secret
b.md:11:10 secret' 'secrets, in front matter too'
file_lacks "$T/out" "$key" 'they are not told on'
jq_is .kind '"GitHub token"
"GitHub token"'
fresh
printf '<!-- AUTO:a -->\n<!-- /AUTO:b -->\n' | note v/a.md
printf '<!-- AUTO:a -->\n<!-- /AUTO:a -->\n' | note v/b.md
printf 'x\n<!-- AUTO: a -->\n' | note v/c.md
printf '<!-- AUTO:a -->\n<!-- /AUTO:a -->\n<!-- AUTO:a -->\n<!-- /AUTO:a -->\n' |
	note v/d.md
printf '```\n<!-- AUTO:a -->\n```\n' | note v/e.md
check
is "$(lines)" 'a.md:13:1 bad-marker
c.md:13:1 bad-marker
d.md:14:1 bad-marker' 'regions'

fresh
printf '\357\273\277<<<<<<< a\n=======\n>>>>>>> b\n' >v/a.md
check --rule conflict-marker
is "$(lines)" 'a.md:2:1 conflict-marker' 'behind a byte order mark is not a line start'
printf '\357\273\277é %s\n' "$key" >v/a.md
check --rule secret
is "$(lines)" 'a.md:1:3 secret' 'and it is not a column'

### alike

words() # FROM TO: some words, of which no three in a row come again
{
	awk -v a="$1" -v b="$2" 'BEGIN {
		for (i = a; i <= b; i++)
			printf "w%dx%d%s", i, i * i % 97, i % 9 ? " " : "\n"
		print ""
	}'
}
fresh
words 1 100 | note v/a.md
words 1 100 | tr -s ' \n' '\n ' | note v/b.md
{ words 1 100 && words 200 203; } | note v/c.md
{ words 1 60 && words 300 400; } | note v/d.md
echo short | note v/e.md
echo short | note v/f.md
check
is "$(lines)" 'b.md:0:0 duplicate-note
c.md:0:0 similar-note' 'the same text, nearly the same, and neither'
jq_of -rs "$T/out" 'map("\(.other) ") | add // ""' 'a.md a.md ' 'as which'

# What stands for other text, and templates themselves, are not copies.
query()
{
	printf '> [!todo]- tasks (`$=dv.pages().file.tasks.where(t => !t.done)`)\n'
	printf '> ```dataviewjs\n> %s\n> ```\n![[c|%s]]\n' \
		"$(words 1 40)" "$(words 50 70 | tr '\n' ' ')"
	printf '```tasks\n%s\n```\n' "$(words 1 40)"
}
fresh
query | note v/a.md
query | note v/b.md
words 1 60 | note v/Templates/a.md
words 1 60 | note v/_template/b.md
words 1 60 | note v/c.md
check
out_empty 'embeds, queries and templates are not copies'
words 1 60 | note v/templating.md
printf '```sh\n%s\n```\n' "$(words 1 40)" | note v/d.md
printf '```sh\n%s\n```\n' "$(words 1 40)" | note v/e.md
check
is "$(lines)" 'e.md:0:0 duplicate-note
templating.md:0:0 duplicate-note' 'code is'

# Notes made from a template are not alike for what no reader sees.
template() # TITLE
{
	printf '# %s\n\n%%%% %s %%%%\n\n' "$1" "$(words 1 60)"
	printf '<!-- %s -->\n' "$(words 100 130)"
	printf '<span class="%s">[Edit](https://x.org/%s "%s")</span>\n' \
		"$(words 200 230 | tr '\n ' '--')" "$1" "$(words 300 330)"
}
fresh
template One | note v/a.md
template Two | note v/b.md
{ words 1 100 && echo '[x](https://y/z1) <b>'; } | note v/c.md
{ words 1 100 && echo '[x](https://y/other/z2) <i>'; } | note v/d.md
check
is "$(lines)" 'd.md:0:0 similar-note' 'templates are left out'
# A page in several versions and languages, and notes that only have headings.
fresh
for i in docs/v3.4/en docs/v3.5/en docs/v3.5/pt-br z; do
	mkdir -p "v/$i"
	words 1 100 | note "v/$i/faq.md"
done
for i in a b; do
	printf '# %s\n\n## %s\n' "$i" "$(words 1 30 | tr '\n' ' ')" |
		sed 's/^# .*//' | note v/$i.md
	printf '![[a]] one ![[b]] two {{ c "%s" }}\nthree four\n' \
		'five six' | sed 's/$/ a b c d e/' | note v/frame-$i.md
done
for i in v3.4/en/why v3.5/en/reasons; do
	words 101 200 | note "v/docs/$i.md"
done
for i in x x.en x.fr; do
	words 201 300 | note v/docs/$i.md
done
check
is "$(lines)" 'z/faq.md:0:0 duplicate-note' \
	'one page, twice; and frames are not copies'
# The first language without a directory, and languages of three letters.
fresh
for i in a/x a/bn/x a/pcm/x a/zh-hant/x src/y img/y; do
	mkdir -p "v/${i%/*}"
	case $i in
	*/x) words 1 100 ;;
	*) words 101 200 ;;
	esac | note "v/$i.md"
done
check
is "$(lines)" 'src/y.md:0:0 duplicate-note' \
	'languages beside the first, and src is not one'
# Docusaurus, "Versioning": a version is a copy of docs, ids and all.
fresh
for i in docs/a docs_versioned_docs/version-1.2/a b/c; do
	mkdir -p "v/${i%/*}"
	{ printf -- '---\nid: page\n---\n' && words 1 100; } >"v/$i.md"
done
run cx-check --scan --rule duplicate-id,duplicate-note,similar-note -C v
is "$(jq -r '"\(.path) \(.code)"' "$T/out" | sort)" 'docs/a.md duplicate-id
docs/a.md duplicate-note' 'nor is a version of Docusaurus a copy'
fresh
awk 'BEGIN { for (i = 0; i < 300000; i++) printf "%%%%<a](" }' | note v/a.md
ok 'beginnings without an end are looked for once' \
	timeout 200 cx-check --scan -C v
fresh
awk 'BEGIN { for (i = 0; i < 60000; i++)
	print "<<<<<<< a\n=======\n>>>>>>> b" }' | note v/a.md
run timeout 200 cx-check --scan --rule conflict-marker -C v
status 1 'conflicts are counted from the one before'
is "$(wc -l <"$T/out" | tr -d ' ')" 60000 'all of them'

fresh
echo '1 one two three four -five six seven eight nine ten' | note v/a.md
echo '1 one two three four- five six seven eight nine ten' | note v/b.md
check
out_empty 'where white space is counts, how much does not'

### names

fresh
echo 1 | note v/Readme.md
echo 2 | note v/README.md
echo 3 | note 'v/a:b.md'
echo 4 | note v/con.md
echo 5 | note v/dir./x.md
echo 6 | note "v/$(printf 'e\314\201').md"
echo 7 | note "v/$(printf '\303\251').md"
echo 8 | note v/console.md
echo 9 | note 'v/Aux .x.md'
echo 10 | note 'v/LPT².x.md'
check --rule case-twin,bad-name
is "$(lines | sort)" 'Aux .x.md:0:0 bad-name
LPT².x.md:0:0 bad-name
Readme.md:0:0 case-twin
a:b.md:0:0 bad-name
con.md:0:0 bad-name
dir./x.md:0:0 bad-name
é.md:0:0 case-twin' 'names that cannot travel'

printf '{"path":"%s/a.md","id":"x","name":"x"}\n' \
	"$(printf '%0256d' 0)" >long
run cx-check --rule bad-name <long
jq_is .message '"a name of 256 bytes; most file systems take 255"'

### switching off

fresh
echo '[[gone]]' | note v/a.md -id
echo '[[gone]]' | note v/b.md -id 'check: off'
echo '[[gone]]' | note v/c.md -id 'check-ignore: [missing-field]'
echo '[[gone]]' | note v/d.md 'check-ignore: broken-link, nosuch'
check
is "$(lines)" 'a.md:1:1 missing-field
a.md:11:1 broken-link
c.md:12:1 broken-link
d.md:11:15 unknown-rule' 'check: off and check-ignore'
cat >cortex.toml <<'END'
[check]
fields = "standard"
missing-field = "off"
broken-link = "error"
nosuch = "off"
END
cx-config cortex.toml >config
check -c config
status 1
is "$(lines)" 'a.md:11:1 broken-link
c.md:12:1 broken-link
d.md:11:15 unknown-rule' '[check] switches rules'
jq_is 'select(.code == "broken-link") | .severity' '"error"
"error"'
err_has 'there is no rule nosuch'
rm cortex.toml
check --rule missing-field
is "$(lines)" 'a.md:1:1 missing-field' '--rule'
check --rule nosuch
status 2
err_has nosuch
run cx-check --rules
is "$(jq -r .code "$T/out" | sort | uniq -d)" '' '--rules: each code once'
jq_of -rs "$T/out" '[.[] | select((.severity | IN("error", "warning", "info")) and
	(.about | length > 10)) | .code | tostring] | length' "$(wc -l <"$T/out")" '--rules: severity and one line'
for c in $(jq -r .code "$T/out"); do
	ok "cx-check(1) has $c" grep -q "^\.It $c " "$SRC/man/cx-check.1"
done

### some files only

fresh
echo '[[gone]]' | note v/a.md
echo '[[gone]] [[never]]' | note v/b.md
printf 'b.md\n' >list
check --only list
is "$(lines)" 'b.md:12:1 broken-link
b.md:12:10 broken-link' '--only'
printf 'a.md\0' >list
check --only list -0
is "$(lines)" 'a.md:12:1 broken-link' '--only -0'
: >list
cx-scan v >records
echo '{"path":"gone.md","gone":true}' >>records
run cx-check -C v --only list <records
is "$(lines)" 'a.md:12:1 broken-link
b.md:12:1 broken-link' 'links to what is gone, wherever they are'
fresh
echo '[[twin]]' | note v/a.md
echo one | note v/p/twin.md
echo two | note v/q/twin.md
printf 'q/twin.md\n' >list
check --only list
is "$(lines)" 'a.md:12:1 ambiguous-link' 'and links that became ambiguous'

### records alone

fresh
printf 'one\n[[gone]]\n\n<<<<<<< a\n=======\n>>>>>>> b\n' | note v/a.md -id
cx-scan --body v >records
rm -rf v
run cx-check <records
is "$(lines)" 'a.md:0:0 missing-field
a.md:0:0 broken-link
a.md:14:1 conflict-marker' 'without a vault: what the record says'
mkdir v
run cx-check -C v <records
file_has "$T/out" '"code":"no-file"' 'a vault that has no such file'
run cx-check -C nosuch <records
status 4
printf '%s\n' '{"path":"a.md"}' '{"path":"a.md"}' >twice
run cx-check <twice
status 4
err_has 'a.md'

### the index

fresh
echo '[[b]]' | note v/a.md
echo '[[a]]' | note v/b.md
check --index v
is "$(lines)" 'v/manifest.json:0:0 index-stale' 'no index'
cx-scan --body v | cx-index --search -o v/index >/dev/null
check --index v/index
out_empty 'an index that is up to date'
echo more >>v/a.md
rm v/b.md
echo text | note v/c.md
check --rule index-stale --index v/index
jq_is '[.path, .changed, .new, .gone]' '["v/index/manifest.json",1,1,1]'
cx-scan v | cx-index -o v/index >/dev/null
echo >>v/index/by_tag.json
check --rule index-stale,index-damaged --index v/index
is "$(lines)" 'v/index/by_tag.json:0:0 index-damaged' 'an edited index file'
head -n -1 v/index/generations/current/sums >x && cp x v/index/generations/current/sums
check --rule index-damaged --index v/index
is "$(lines)" "$(printf 'v/index/%s:0:0 index-damaged\n' by_tag.json \
	generations/current/sums)" \
	'nor do wrong sums hide it'
rm "$(readlink -f v/index/generations/current/sums)"
check --rule index-damaged --index v/index
is "$(lines)" "$(printf 'v/index/%s:0:0 index-damaged\n' by_tag.json \
	generations/current/sums)" \
	'nor do none'
rm -r v/index
cx-scan --body v | cx-index -o v/index >/dev/null
check --rule index-stale,index-damaged --index v/index
out_empty 'an index of records with bodies is not stale'
# An editor may put a file of its own in the place of a link.
sed -i 's/a/b/' v/index/manifest.json
check --rule index-stale,index-damaged --index v/index
is "$(lines)" 'v/index/manifest.json:0:0 index-damaged' 'nor is it the index'
rm -r v/index
cx-scan --body v | cx-index -o v/index >/dev/null
for f in v/index/*.json; do
	cp "$f" x
	printf X | dd of="$f" bs=1 seek=5 conv=notrunc status=none
	cx-scan v | cx-check --index v/index --rule index-damaged -C v >y 2>&1
	file_has y "$f" "one byte of ${f##*/} is seen"
	cp x "$f"
done
# An index with a delta: each file of both.
fresh
printf '[index]\ndelta_from = 1\n' >v/cortex.toml
echo one | note v/a.md
echo '[[a]]' | note v/b.md
cx -C v rebuild
echo two | note v/c.md
cx -C v rebuild
ok 'there is a delta' [ -e v/index/generations/current/delta.sums ]
check --index v/index
out_empty 'an index with a delta that is up to date'
cx-scan v >records
for f in v/index/generations/current/*; do
	if [ ! -s "$f" ] || [ "${f##*/}" = stat ]; then
		continue
	fi
	cp "$f" x
	at=$(($(wc -c <x) / 2))
	byte=$(od -An -tu1 -j "$at" -N 1 x)
	# shellcheck disable=SC2059 # the byte beside it
	printf "\\$(printf %o $((byte ^ 1)))" |
		dd of="$f" bs=1 seek="$at" conv=notrunc status=none
	case ${f##*/} in
	delta.*) path=$f ;;
	*.json) path=v/index/${f##*/} ;; # a view
	*) path=$f ;;
	esac
	cx-check --index v/index -C v <records >"$T/json" 2>&1
	jq_of -r "$T/json" '"\(.path) \(.code)"' \
		"$path index-damaged" "a bit of ${f##*/}"
	cat x >"$f"
done
check --index v/nosuch
status 4

### hostile and large

fresh
awk 'BEGIN { for (i = 0; i < 60000; i++) printf "[[x%d]] <<<<<<< ", i }' |
	note v/a.md
awk 'BEGIN { for (i = 0; i < 60000; i++) print "<<<<<<< " i }' | note v/b.md
awk 'BEGIN { for (i = 0; i < 60000; i++) print "<!-- AUTO: x -->" }' |
	note v/c.md
head -c 300000 /dev/zero | note v/d.md
ok 'what would be slow is not' timeout 200 sh -c \
	'cx-scan v 2>/dev/null | cx-check -C v >out; test $? -le 1'
is "$(grep -c '"broken-link"' out)" 60000 'and each is there'
ok 'nor from the vault' timeout 200 sh -c \
	'cx-check --scan -C v 2>/dev/null >scanned; test $? -le 1'
ok 'where each is found as well' cmp out scanned

# Bytes that are not UTF-8 are one column each, wherever the text comes from.
fresh
key=$(printf 'AKIA%s' ABCDEFGHIJKLMNOP)
printf -- '---\nname: caf\351\ntype: nosuch\n---\n\351 %s\n' "$key" >v/a.md
{ printf '\351 [[nowhere]] ' && head -c 5000000 /dev/zero | tr '\0' x; } |
	note v/large.md
{ head -c 3000000 /dev/zero | tr '\0' x && echo ' [[nowhere]]'; } |
	note v/b.md
check --rule example-secret,unknown-type,broken-link,too-large,utf8
is "$(lines)" 'a.md:2:10 utf8
a.md:3:7 unknown-type
a.md:5:3 example-secret
b.md:12:3000002 broken-link
large.md:1:1 too-large
large.md:12:1 utf8' 'a byte is a column'

### the vault is scanned here

fresh
echo 'A [[b]].' | note v/a.md
echo 'B [[gone]].' | note v/b.md
mkfifo v/pipe.md
: >"v/$(printf 'bad\377.md')"
run cx-check --scan -C v
status 3
err_has 'bad\xff.md: the name is not UTF-8' 'what gives no record is told'
is "$(lines)" 'b.md:12:3 broken-link' 'the others are checked'
rm v/bad* v/pipe.md v/b.md
echo C | note v/c.md
printf '{"path":"b.md","gone":true}\n' >gone
echo c.md >only
run cx-check --scan -C v --only only
is "$(lines)" '' 'findings elsewhere are not asked for'
run cx-check --scan -C v --only only gone
is "$(lines)" 'a.md:12:3 broken-link' 'records of what has gone come after'
run cx-check --scan -C v/nowhere
status 4
err_has 'v/nowhere' 'without a vault there is nothing to scan'
run sh -c 'cx-check --scan -C v <&-'
status 0
printf '{"path":"c.md","name":"x"' >cut
run cx-check --scan -C v cut
status 4
done_testing
