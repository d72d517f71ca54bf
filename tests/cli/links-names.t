#!/bin/sh
# links-names.t: which names --mentions finds where many begin, end and lie
# within each other, and texts that would be slow.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"

# name NAME: an atom of that name.  body JSON: the note that is read.
n=0
name()
{
	n=$((n + 1))
	printf '{"path":"n/%s.md","name":"%s","links_out":[],"body":""}\n' \
		"$n" "$1" >>in
}
body()
{
	printf '{"path":"z.md","name":"Zed","links_out":[],"body":%s}\n' \
		"$1" >>in
	cx-links --mentions in | jq -r '"\(.text):\(.count)"' | tr '\n' ' '
	rm in
	n=0
}

name 'Deploy freeze now'
name 'freeze'
is "$(body '"Deploy freeze then"')" 'freeze:1 ' \
	'a name at the end of a beginning that leads nowhere'
name 'Deploy freeze'
name 'freeze window'
name 'Deploy'
is "$(body '"Deploy freeze window, deploy; freeze window"')" \
	'Deploy freeze:1 freeze window:2 deploy:1 ' \
	'overlapping names count, those within a longer one do not'
name 'Cache'
is "$(body '"see https://example.com/Cache and Cache://x"')" '' 'no URL'
is "$(name Cache; body '"[the Cache](a.md) [Cache][1] [a [b] Cache](x) [Cache]"')" \
	'Cache:1 ' 'no link text, but text in brackets'
is "$(name Cache; body '"[Cache](a.md\nCache"')" 'Cache:1 ' \
	'a link that is not closed hides nothing after its line'
name '2026-04-15'
name 'API'
is "$(body '"2026-04-15 API"')" '' 'no dates, no names of three letters'
name '東京'
is "$(body '"今日は東京です"')" '東京:1 ' 'scripts without blanks'
name 'Café noir'
is "$(body '"cafe\u0301  NOIR"')" "$(printf 'cafe\314\201  NOIR:1 ')" \
	'any normalisation form'

# Two atoms of one name.
{
	printf '{"path":"a.md","name":"Twin name","links_out":[],"body":""}\n'
	printf '{"path":"b.md","name":"Twin name","links_out":[],"body":""}\n'
	printf '{"path":"z.md","name":"Zed","links_out":[],"body":"Twin name"}\n'
} >in
run cx-links --mentions in
jq_is '[.to,.candidates,.ncandidates]' \
	'[null,["a.md","b.md"],2]' 'a name of two atoms: both, none picked'

# Lines are those of the file: 4 of front matter.
printf '%s\n' '{"path":"a.md","name":"Some name","links_out":[],"body":""}' \
	'{"path":"z.md","name":"Zed","lines":7,"links_out":[],"body":"x\nSome name\n"}' >in
run cx-links --mentions in
jq_is .line 6 'the line in the file'

rm in

# No text costs the square of its length: these would take minutes.
for s in '](' '[Cache](' '[' '[Cache](b) ' '[Cache][' 'Cache ' 'http://'; do
	name 'Cache Cache Cache'
	awk -v s="$s" 'BEGIN {
		printf "{\"path\":\"z.md\",\"name\":\"Zed\",\"links_out\":[],\"body\":\""
		for (i = 0; i < 200000; i++) printf "%s", s
		printf "\"}\n" }' >>in
	run timeout 200 cx-links --mentions in
	status 0 "200,000 times '$s'"
	rm in
	n=0
done

done_testing
