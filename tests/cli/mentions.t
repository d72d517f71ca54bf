#!/bin/sh
# mentions.t: cx-links --mentions: names of atoms that stand unlinked in the
# text of other atoms.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

# mentions BODY-JSON: how many mentions of x/target.md there are in src.md
mentions()
{
	{
		linked x/target.md '[]' '"Own text: Deploy freeze."' 'Deploy freeze'
		linked src.md '[]' "$1" 'Some source'
	} >in
	run cx-links --mentions in
	[ "$rc" -eq 0 ] || echo "status $rc"
	jq -s 'map(select([..|strings]|(index("src.md") and
		index("x/target.md"))))|length' "$T/out" 2>&1
}

yes() { is "$(mentions "$1")" 1 "${2:-a mention: $1}"; }
no() { is "$(mentions "$1")" 0 "${2:-no mention: $1}"; }

yes '"We had a Deploy freeze then."'
yes '"Deploy freeze"' 'the whole text'
yes '"deploy FREEZE."' 'case does not matter'
yes '"(Deploy freeze)"' 'punctuation is a boundary'
yes '"the Deploy freeze, again"'
yes '"# Deploy freeze\n"' 'a heading is text'
yes '"- Deploy freeze\n- b"' 'a list item is text'
yes '"*Deploy freeze*"' 'emphasis is a boundary'
yes '"日本 Deploy freeze 日本"'
no '"Deploy freezer"' 'a longer word'
no '"reDeploy freeze"' 'a word that ends so'
no '"Deploy  thing"'
no '"Deploy freeze2"' 'a digit continues the word'
no '"éDeploy freeze"' 'a letter beyond ASCII continues the word'
no '"Deploy freezeé"'
no '"`Deploy freeze`"' 'in a code span'
no '"```\nDeploy freeze\n```\n"' 'in fenced code'
no '"~~~\nDeploy freeze\n~~~\n"' 'in tilde-fenced code'
no '"<!-- Deploy freeze -->"' 'in a comment'
no '"[[Deploy freeze]]"' 'in a wikilink'
no '"[[x/target|Deploy freeze]]"' 'in the text of a wikilink'
no '"![[Deploy freeze]]"' 'in an embed'
no '"[Deploy freeze](x/target.md)"' 'in a markdown link'
yes '"```\ncode\n```\nDeploy freeze\n"' 'after fenced code'
yes '"`x` Deploy freeze `y`"' 'between code spans'
yes '"[[other]] Deploy freeze"' 'after a link'

{
	linked a.md '[]' '"Alpha beta and alpha BETA."' 'Alpha beta'
} >in
run cx-links --mentions in
out_empty 'an atom does not mention itself'
status 0 'no mention is not a failure'

# All names together, in one pass.
{
	linked a.md '[]' '"Beta name. Gamma name."' 'Alpha name'
	linked b.md '[]' '"Alpha name."' 'Beta name'
	linked c.md '[]' '"None."' 'Gamma name'
} >in
run cx-links --mentions in
jq_ok -s "$T/out" 'all(type=="object")' 'NDJSON'
is "$(jq -c '[..|strings|select(endswith(".md"))]|unique' "$T/out" | sort |
	uniq -c | awk '{ printf "%s %s ", $1, $2 }')" \
	'2 ["a.md","b.md"] 1 ["a.md","c.md"] ' 'each pair once'
cp "$T/out" want
sort -r in >mixed
run cx-links --mentions mixed
same "$T/out" want 'order of input does not matter'

# Overlapping names: the long one is there, whatever is said of the short one.
{
	linked short.md '[]' '""' 'Deploy'
	linked long.md '[]' '""' 'Deploy freeze rules'
	linked src.md '[]' '"Our Deploy freeze rules hold."' 'Source'
} >in
run cx-links --mentions in
out_has long.md 'the longer of two names that begin alike is found'

# Where: the line counts.
{
	linked t.md '[]' '""' 'Deploy freeze'
	linked src.md '[]' '"one\ntwo\nA Deploy freeze.\n"' 'Source'
} >in
run cx-links --mentions in
jq_ok -s "$T/out" 'any(.[]; [..|numbers]|index(3))' \
	'the line in the text is told'

# Without bodies there is nothing to look in; silence would be a wrong answer.
linked a.md >in
linked b.md >>in
run cx-links --mentions in
not_ok 'records without body: something is said' [ ! -s "$T/err" ]
err_has body

# 3,000 names against 3,000 texts would be nine million searches.
awk 'BEGIN { for (i = 0; i < 3000; i++)
	printf "{\"path\":\"n%d.md\",\"name\":\"Name number %d of all\",\"links_out\":[],\"body\":\"Text of Name number %d of all and aaaa Name number.\"}\n", i, i, (i + 1) % 3000 }' >in
run cx-links --mentions in
is "$(wc -l <"$T/out" | tr -d ' ')" 3000 '3,000 names at once'
# A text of nothing but beginnings of names.
awk 'BEGIN {
	for (i = 1; i <= 300; i++) {
		s = s "aa "
		printf "{\"path\":\"n%d.md\",\"name\":\"%sb\",\"links_out\":[],\"body\":\"\"}\n", i, s
	}
	printf "{\"path\":\"z.md\",\"name\":\"zed\",\"links_out\":[],\"body\":\""
	for (i = 0; i < 20000; i++) printf "aa "
	printf "\"}\n" }' >in
run cx-links --mentions in
ok 'a text of beginnings only: ends, and finds nothing' \
	[ "$rc" -eq 0 -a ! -s "$T/out" ]

done_testing
