#!/bin/sh
# recall.t: --rank recall, by cases that were worked out by hand, and on
# random vaults against a second implementation of the formula.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
. "$SRC/tests/recall.sh"
need jq python3 awk

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
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
many 200 f/@.md filler >in200
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
	text s0/s.md freeze '[]' '' active '["hub.md"]'
	many "$(($1 - 1))" r@/s.md '' '["hub.md"]'
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

done_testing
