#!/bin/sh
# recall.t: --rank recall, by cases that were worked out by hand, and on
# random vaults against a second implementation of the formula.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq python3 awk

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
TOOLS=$SRC/tests/tools

recall() { cx-score --rank recall --top 0 "$@"; }

# scores WANTED TEXT WORD…: of ./in, as "path=score path=score"; scores within
# 1e-5 of the formula (awk) that is given for each
scores()
{
	s_want=$1 s_text=$2
	shift 2
	recall "$@" <in >"$T/out" 2>"$T/err"
	rc=$?
	for s_pair in $s_want; do
		printf 'x\t%s\t%s\n' "${s_pair%%=*}" \
			"$(awk "BEGIN { printf \"%.9f\", ${s_pair#*=} }")"
	done >s.want
	jq -r '["x",.path,.score]|@tsv' "$T/out" >s.got
	[ -s s.want ] || {
		is "$rc $(cat s.got "$T/err")" '1 ' "$s_text"
		return
	}
	is "$rc $(awk -f "$TOOLS/recall-compare.awk" s.want s.got)" '0 ' "$s_text"
}

# text PATH TEXT [TAGS [UPDATED [STATUS [LINKS]]]]: a record; its name is
# empty, so that the text is all
text()
{
	jq -cn --arg p "$1" --arg b "$2" --argjson t "${3:-[]}" \
		--arg u "${4-2020-01-01}" --arg s "${5:-active}" \
		--argjson l "${6:-[]}" '{path: $p, id: null, name: "",
		type: "insight", project: "unknown", status: $s,
		created: null, updated: $u, tags: $t, description: "",
		lines: 1, size_bytes: 1, links_out: $l, body: $b}'
}

# pad N: N atoms of one other word each, each in a folder of its own
pad()
{
	pad_i=0
	while [ "$pad_i" -lt "$1" ]; do
		text "pad$pad_i/p.md" "filler"
		pad_i=$((pad_i + 1))
	done
}

### the text: BM25 with k1 1.2, b 0.5

text a.md deploy >in
scores 'a.md=log(1+0.5/1.5)' 'one atom, one word: idf alone' deploy
scores 'a.md=2*log(1+0.5/1.5)' 'a word twice in the query counts twice' \
	deploy deploy
scores 'a.md=2*log(1+0.5/1.5)' '... also in another form' 'Deploys deploying'
{ text a.md deploy; text b/b.md 'freeze freeze freeze'; } >in
# lengths 1 and 3, 2 on average: norms 1.2 (.5 + .25), 1.2 (.5 + .75)
scores 'a.md=log(2)*2.2/(1+0.9)' 'a short text' deploy
scores 'b/b.md=log(2)*3*2.2/(3+1.5)' 'a long one, three times' freeze
scores 'b/b.md=log(2)*6.6/4.5 a.md=log(2)*2.2/1.9' 'both' 'freeze deploy'
scores 'b/b.md=log(2)*6.6/4.5' 'a word that nobody has adds nothing' \
	'freeze xyzzy'
scores '' 'no match: status 1, in silence' xyzzy
scores '' 'stop words only' the and of
scores '' 'an empty query' ''
scores '' 'punctuation' '... ?!'
jq -c '.name="Deploy freeze" | .body="x"' in | head -n 1 >in2
mv in2 in
scores 'a.md=log(1+0.5/1.5)' 'the name is text' deploy
jq -c '.description="risk" | .project="risk" | .path="risk/risk.md"' in >in2
mv in2 in
scores '' 'description, project and path are not' risk

### the analyzer

text a.md 'Deploying the relational Café, Straße и День v2.1 on-call' >in
for w in deployed RELATE cafe CAFÉ café strasse STRASSE день V2 1 ON-CALL \
	'"on-call"' call. '(relations)'; do
	ok "finds $w" sh -c 'cx-score --rank recall "$1" <in' - "$w"
done
scores '' 'a stop word of the text' the
for w in deploymen elational rel 2.2 ca fé; do
	scores '' "does not find $w" "$w"
done
text a.md '東京都の猫 データ ガイド กขค' >in
for w in 東京 京都 東京タワー データ データベース ガイド カイト กข; do
	ok "pairs: finds $w" sh -c 'cx-score --rank recall "$1" <in' - "$w"
done
for w in 東 都東 京 กค; do
	scores '' "pairs: does not find $w" "$w"
done
text a.md '猫 8 x' >in
for w in 猫 8 x; do
	scores 'a.md=log(1+0.5/1.5)' "one character is a term: $w" "$w"
done

### tags

{ text a.md x '["risk"]'; pad 19; } >in
scores 'a.md=4' 'a tag of 1 in 20 still counts 4' risk
text b/b.md risk >>in
cp in in21
scores 'a.md=4 b/b.md=log(1+20.5/1.5)' 'a tag of 1 in 21 is no scope' risk
sed '2d' in21 >in
scores 'a.md=4' '1 in 20 is one: texts and folders say nothing' risk
scores 'a.md=8' 'twice in the query: 8' risk risks
jq -c 'if .path == "a.md" then .tags = ["on-call","Risks"] else . end' in21 >in
scores 'a.md=8 b/b.md=log(1+20.5/1.5)' 'words of tags, stemmed' on-call risk
{ text a.md x '["risk"]'; text b/b.md y '["risk"]'; } >in
scores 'a.md=4*log(1.2) b/b.md=4*log(1.2)' \
	'a tag of all is worth its idf, not more' risk

### dates

{
	text a.md '' '[]' 2023-05-08
	text b/b.md '' '[]' 2023-06-08T10:00:00
	text c/c.md '' '[]' someday
	text d/d.md '' '[]' ''
} >in
D1='2*log(1+3.5/1.5)' D2='2*log(1+2.5/2.5)'
scores "a.md=$D1+2*$D2 b/b.md=2*$D2" '8 May 2023' '8 May 2023'
scores "a.md=$D1" 'May, a stop word elsewhere or not' may
scores "b/b.md=$D1" June june
scores '' 'months are words, not numbers' 05
scores "a.md=2*($D1)" 'twice is twice' May may

### folders

{
	text f/a.md 'deploy'
	text f/b.md 'filler'
	text f/deep/c.md 'deploy'
	text g/d.md 'freeze freeze'
	text g/e.md 'freeze freeze'
} >in
# 5 texts, lengths 1 1 1 2 2, 1.4 on average; 2 folders of 2 and 4 words
A='log(1+3.5/2.5)*2.2/(1+1.2*(0.5+0.5/1.4))'
scores "f/a.md=$A+log(2)*2.2/(1+1.2*(0.5+1/3)) f/deep/c.md=$A" \
	'a folder of two counts; one atom, or one deeper, does not' deploy
{
	i=0
	while [ "$i" -lt 200 ]; do
		text "f/$i.md" filler
		i=$((i + 1))
	done
} >in200
{ sed '1s/filler/deploy/' in200; text z/1.md z; text z/2.md z; } >in
scores 'f/0.md=log(1+201.5/1.5)+log(2)*2.2/(1+1.2*(0.5+100/101))' \
	'a folder of 200 counts' deploy
text f/201.md filler >>in
scores 'f/0.md=log(1+202.5/1.5)' 'a folder of 201 does not' deploy

### neighbours

{
	text a/1.md 'deploy' '[]' '' active '["b/2.md"]'
	text b/2.md 'filler' '[]' '' active '["c/3.md"]'
	text c/3.md 'filler' '[]' '' active '["d/4.md"]'
	text d/4.md 'filler'
} >in
A='log(1+3.5/1.5)'
scores "a/1.md=$A b/2.md=0.7*$A/2 c/3.md=0.4*$A/2" \
	'one step, two steps, no third' deploy
jq -c 'if .path == "b/2.md" then .status = "archived" else . end' in >in2
mv in2 in
scores "a/1.md=$A b/2.md=0.3*0.7*$A/2 c/3.md=0.4*$A/2" \
	'the status weighs what an atom gets, not what it passes on' deploy
sed '1s/"active"/"archived"/' in >in2
mv in2 in
scores "a/1.md=0.3*$A b/2.md=0.3*0.7*$A/2 c/3.md=0.4*$A/2" \
	'... nor what it gives' deploy
{
	for i in 1 2 3; do
		text "a$i/$i.md" deploy '[]' '' active '["hub.md","hub.md"]'
	done
	text hub.md filler '[]' '' active '["hub.md","a1/1.md","none"]'
} >in
A='log(1+1.5/3.5)'
scores "hub.md=0.7*$A a1/1.md=$A+0.4*$A a2/2.md=$A+0.4*$A a3/3.md=$A+0.4*$A" \
	'the mean over all; a link twice or both ways is one' deploy
# A hub: of 64 links none, of 65 one.
star()
{
	text hub.md 'deploy'
	star_i=0
	while [ "$star_i" -lt "$1" ]; do
		text "s$star_i/s.md" "$([ "$star_i" -gt 0 ] || echo freeze)" \
			'[]' '' active '["hub.md"]'
		star_i=$((star_i + 1))
	done
}
star 64 >in
is "$(recall deploy <in | wc -l)" 65 '64 links: neighbours get their share'
is "$(recall freeze <in | wc -l)" 65 '... also through it'
star 65 >in
# lengths 1, 1 and 64 of 0
A='log(1+65.5/1.5)*2.2/(1+1.2*(0.5+33/2))'
scores "hub.md=$A" '65 links: a hub gives nothing' deploy
scores "s0/s.md=$A" 'a hub is not between, and nobody is near it' freeze
scores "s0/s.md=$A hub.md=$A+0.7*$A/65" 'a hub in the shortlist receives' \
	deploy freeze

### who is a result: the shortlist and its neighbours

{
	text f/1.md 'deploy'
	text f/2.md 'filler'
	text g/3.md 'filler'
	text g/4.md 'filler'
} >in
is "$(recall deploy <in | paths /dev/stdin)" f/1.md \
	'a matching folder alone is no candidate'
{
	text a.md filler '["zulu"]' '' active '["f/2.md"]'
	text f/1.md deploy
	text f/2.md filler
	pad 30
} >in
is "$(recall deploy zulu <in | paths /dev/stdin | tr ' ' '\n' | sort |
	tr '\n' ' ')" 'a.md f/1.md f/2.md ' \
	'a neighbour of the shortlist is, and counts its folder'

### random vaults, against the formula

against() # TEXT
{
	python3 "$TOOLS/recall-reference.py" qs <rec >want || exit 99
	recall --queries qs <rec >res 2>"$T/err"
	jq -r '[.qid,.path,.score]|@tsv' res >got
	awk -f "$TOOLS/recall-compare.awk" want got >diffs
	is "$(wc -l <diffs | tr -d ' ')" 0 "$1: $(wc -l <want) results"
	head -n 10 diffs | sed 's/^/#   /'
	err_empty "$1: in silence"
}

for v in '11 25' '12 60' '13 90' '14 130' '15 280'; do
	# shellcheck disable=SC2086 # seed and size
	set -- $v
	rm -rf v
	python3 "$TOOLS/random-vault.py" "$1" "$2" v || exit 99
	python3 "$TOOLS/random-vault.py" --queries "$1" 40 >qs || exit 99
	printf '{"qid":"%s","query":"%s"}\n' d '8 May 2023' s 'ops team' \
		f 'deploys deploy Deploying' t 'the it' >>qs
	cx-scan --body v >rec 2>scan.err
	is "$(wc -l <rec | tr -d ' ')" "$2" "vault $1 has $2 atoms"
	against "vault $1"
done
# More than 400 that match: the shortlist ends somewhere.
rm -rf v
python3 "$TOOLS/random-vault.py" 16 460 v || exit 99
cx-scan --body v 2>scan.err | jq -c '.name += " zulu"' >rec
{
	head -n 6 qs | jq -c '.query += " zulu"'
	echo '{"qid":"z","query":"zulu"}'
} >qs2
mv qs2 qs
against 'a shortlist of 400'
ok 'which leaves some out' \
	test "$(grep -c '^z	' want)" -lt 460 -a "$(grep -c '^z	' want)" -ge 400

### nothing else has a say

rm -rf v
python3 "$TOOLS/random-vault.py" 14 130 v || exit 99
python3 "$TOOLS/random-vault.py" --queries 14 30 >qs || exit 99
cx-scan --body v >rec 2>scan.err
recall --queries qs <rec >base
tac rec >rev
recall --queries qs <rev >got
same got base 'records in reverse: the same bytes'
awk '{ print (NR * 7919) % 1009 "\t" $0 }' rec | sort -n | cut -f 2- >mixed
recall --queries qs <mixed >got
same got base 'records in disorder: the same bytes'
for l in C.UTF-8 tr_TR.UTF-8 de_DE.UTF-8; do
	LC_ALL=$l TZ=Pacific/Kiritimati recall --queries qs <rec >got
	same got base "locale $l"
done
jq -r '[.qid] | @tsv' base | uniq >order
jq -r .qid qs | grep -xFf order >order.want
same order order.want '--queries: in order, one after the other'
while read -r q; do
	recall "$(printf '%s' "$q" | jq -r .query)" <rec
done <qs >single
jq -c 'del(.qid)' base >got
jq -c . single >want
same got want '--queries: each as if alone'
printf '%s\n' '{"qid":7,"query":"deploy"}' '{"query":"risk","qid":"ü"}' >q2
is "$(recall --queries q2 <rec | jq -c .qid | uniq | tr '\n' ' ')" '7 "ü" ' \
	'a qid is number or text, as it was given'
is "$(jq -c 'has("body")' base | sort -u)" false 'results are without body'
is "$(jq -c 'has("score") and has("layer")' base | sort -u)" true \
	'... and have score and layer'
jq -c 'del(.body)' rec | sort >want
jq -c 'del(.qid,.score,.layer,.partial)' base | sort -u >got
is "$(comm -23 got want | wc -l | tr -d ' ')" 0 '... else they are the record'

### options

recall deploy risk cache <rec >base
for n in 1 3 25; do
	head -n "$n" base >want
	recall --top "$n" deploy risk cache <rec >got
	same got want "--top $n"
done
cx-score --rank recall deploy risk cache <rec >got
head -n 10 base >want
same got want 'ten, unless said'
# Which atoms pass on what they have under --where is not laid down; so no
# links.
jq -c '.links_out = []' rec >alone
recall deploy risk frozen <alone |
	jq -c 'select((.tags | index("ops")) and .status == "active")' >want
recall --where 'tags=ops and status=active' deploy risk frozen <alone |
	jq -c . >got
same got want '--where takes results away and changes no score'
ok '... and there are some' test -s want
recall --where 'tags=ops' deploy risk frozen <rec >got
ok '... and others than that are none' jq -es \
	'length > 0 and all(.[]; .tags | index("ops") != null)' got
{
	text weak/w.md "zulu $(yes filler | head -n 300 | tr '\n' ' ')" '["this"]'
	i=0
	while [ "$i" -lt 401 ]; do
		text "s$i/s.md" 'zulu'
		i=$((i + 1))
	done
} >in
is "$(recall zulu <in | grep -c weak)" 0 'behind 400 others: no candidate'
is "$(recall --where tags=this zulu <in | paths /dev/stdin)" weak/w.md \
	'... but one of those that --where asks for'
run recall --where 'name=nobody' deploy <rec
status 1 '--where that none matches'
out_empty

recall --explain frozen index ops 8 May <rec >ex
jq -c 'del(.why)' ex >got
recall frozen index ops 8 May <rec | jq -c . >want
same got want '--explain changes no result'
is "$(jq -c '.why as $w | ($w.text + $w.tags + $w.dates + $w.folder +
	$w.neighbours) * $w.status - .score | fabs | . < 5e-6' ex | sort -u)" \
	true '--explain: the parts, times the status, are the score'
is "$(jq -c '.why.text - ([.why.terms[].text // 0] | add) | fabs < 5e-6' ex |
	sort -u)" true '... and the terms are the text'
for part in text tags dates folder neighbours; do
	ok "... with $part somewhere" jq -es --arg p "$part" \
		'any(.[]; .why[$p] > 0)' ex
done

printf '%s\n' '{"qid":1,"query":"deploy zzyzx"}' >q1
is "$(recall --queries q1 <rec | jq -c .partial | sort -u)" true \
	'partial: a word that nobody has'
{ text a.md 'deploy risk'; text b/b.md deploy; } >in
is "$(recall deploy risk <in | jq -c '[.path,.partial]' | tr '\n' ' ')" \
	'["a.md",null] ["b/b.md",true] ' 'partial: not every word is there'

run cx-score --rank recall --why-not nowhere.md deploy <rec
status 1 '--why-not of an atom that is not there'
out_empty
err_has nowhere.md
{ text a.md deploy; text b/b.md deploy; text c/c.md filler; } >in
run cx-score --rank recall --top 1 --why-not b/b.md deploy <in
status 0
jq_is '[.path, (.score > 0), (.why_not | type)]' '["b/b.md",true,"string"]'
run cx-score --rank recall --why-not c/c.md deploy <in
status 0
jq_is '[.path, .score, (.why_not | length > 10)]' '["c/c.md",0,true]'
run cx-score --rank recall --where 'path~a' --why-not b/b.md deploy <in
status 0
ok '... because of --where' sh -c 'jq -r .why_not "$1" | grep -qi where' - \
	"$T/out"

### snippets

put s/a.md <<'M'
---
name: Notes
---

first line

a deploy is a risk
nothing here
to deploy
M
for way in '' '--body'; do
	# shellcheck disable=SC2086 # an option or none
	cx-scan $way s >in
	run cx-score --rank recall -C s --snippets 'deploy risk' <in
	[ -n "$way" ] || continue
	jq_is '.snippets[0]' '{"line":7,"text":"a deploy is a risk"}' \
		'--snippets: the best line, as it is counted in the file'
	jq_is '[.snippets[] | select(.text | test("deploy|risk") | not)]' '[]' \
		'... and none without a word of the query'
done
run cx-score --rank recall --snippets 'deploy risk' <in
jq_is '.snippets[0].line' 7 '--snippets: records with body need no vault'

### query syntax

{
	text a.md 'the red lorry stands'
	text b/b.md 'a lorry, red and yellow'
	text c/c.md 'red' '["lorry"]'
	text d/d.md 'Red  Lorry'
	pad 20
} | jq -c 'if .path == "c/c.md" then .name = "Red Tape" else . end' >in
set_of() { recall "$@" <in 2>&1 | jq -r .path 2>&1 | sort | tr '\n' ' '; }
is "$(set_of red lorry)" 'a.md b/b.md c/c.md d/d.md ' 'words alone'
is "$(set_of '"red lorry"')" 'a.md d/d.md ' \
	'a phrase: these words, next to each other, in this order'
is "$(set_of '"RED Lorry"')" 'a.md d/d.md ' '... in any case'
is "$(set_of red -yellow)" 'a.md c/c.md d/d.md ' '-word'
is "$(set_of red -tag:lorry)" 'a.md b/b.md d/d.md ' '-field:word'
is "$(set_of red -- '-"red lorry"' 2>&1)" 'b/b.md c/c.md ' '-"a phrase"'
is "$(set_of name:red)" 'c/c.md ' 'name:word'
is "$(set_of tag:lorry)" 'c/c.md ' 'tag:word'
is "$(set_of red path:b/b)" 'b/b.md ' 'path:word'
is "$(set_of -- -red)" '' 'nothing but -word: no result'
for w in '"' '""' '((' '*?' '\\' '::' '&&' '<>' '"unclosed' 'a:' ':a' \
	'no:such:field' '-' '--' '-"' 'name:' '"" -""'; do
	run cx-score --rank recall -- "$w" <in
	if [ "$rc" -le 1 ] && [ ! -s "$T/err" ]; then
		result 0 "no error for the query $w"
	else
		result 1 "no error for the query $w"
		show_run
	fi
done
run cx-score --rank recall -- '' <in
status 1 'no word: status 1'
out_empty
err_empty

done_testing
