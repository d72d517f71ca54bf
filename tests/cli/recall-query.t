#!/bin/sh
# recall-query.t: --rank recall: what has no say in it, its options, and the
# syntax of queries.
# shellcheck disable=SC1003,SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
. "$SRC/tests/recall.sh"
need jq python3 awk

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

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
jq -r .query qs >words
while read -r q; do
	recall "$q" <rec
done <words >single
jq -c 'del(.qid)' base >got
jq -c . single >want
same got want '--queries: each as if alone'
printf '%s\n' '{"qid":7,"query":"deploy"}' '{"query":"risk","qid":"ü"}' >q2
is "$(recall --queries q2 <rec | jq -c .qid | uniq | tr '\n' ' ')" '7 "ü" ' \
	'a qid is number or text, as it was given'
jq_of -rs base '[.[] | has("body") | tojson] | unique[]' \
	false 'results are without body'
jq_of -rs base '[.[] | has("score") and has("layer") | tojson] | unique[]' \
	true \
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
	many 401 s@/s.md 'zulu yankee'
} >in
is "$(recall zulu yankee <in | grep -c weak)" 0 \
	'behind 400 others: no candidate'
is "$(recall zulu <in | grep -c weak)" 1 '... but for a single word'
is "$(recall --where tags=this zulu yankee <in | paths /dev/stdin)" weak/w.md \
	'... but one of those that --where asks for'
run recall --where 'name=nobody' deploy <rec
status 1 '--where that none matches'
out_empty

recall --explain frozen index ops 8 May <rec >ex
jq -c 'del(.why)' ex >got
recall frozen index ops 8 May <rec | jq -c . >want
same got want '--explain changes no result'
jq_of -rs ex '[.[] | .why as $w | ($w.A + $w.D + $w.X + $w.P +
	$w.E + $w.C + $w.Y + ($w.L // 0)) * $w.status - .score | fabs | . < 1e-5 | tojson] | unique[]' true '--explain: the parts, times the status, are the score'
recall --explain when is the deployed index frozen for ops <rec >>ex
for part in A D X P; do
	jq_ok -s ex "any(.[]; .why.$part > 0)" "... with $part somewhere"
done
name=$(jq -r .name rec | head -n 1)
ok '... with E for the whole name' sh -c 'cx-score --rank recall --explain \
	"$1" <rec | jq -es "any(.[]; .why.E > 0)"' - "$name"

printf '%s\n' '{"qid":1,"query":"deploy zzyzx"}' >q1
recall --queries q1 <rec >"$T/json"
jq_of -rs "$T/json" '[.[] | .partial | tojson] | unique[]' true \
	'partial: a word that nobody has'
{ text a.md 'deploy risk'; text b/b.md deploy; } >in
recall deploy risk <in >"$T/json"
jq_of -rs "$T/json" \
	'[.[] | [.path,.partial] | tojson] | map(. + " ") | add // ""' \
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

{ text a.md deploy; text c/c.md filler '[]' 2020-01-01 archived; } >in
cx-index --search -o over in
for from in '' '-i over'; do
	# shellcheck disable=SC2086 # words
	run cx-score --rank recall --current --why-not c/c.md \
		$from deploy <in
	jq_is .why_not '"left out: its status has ended it, or it has expired"' \
		"... as it is over: $from"
done

### snippets

put s/a.md <<'M'
---
name: Notes
---

a first line about nothing at all that anybody would want to read twice

a deploy is a risk

and another line about nothing at all that anybody would want to read
M
for way in '' '--body'; do
	# shellcheck disable=SC2086 # an option or none
	cx-scan $way s >in
	run cx-score --rank recall -C s --snippets=20 'deploy risk' <in
	[ -n "$way" ] || continue
	jq_is .passages \
		'[{"line":7,"text":"a deploy is a risk","matches":[[2,6],[14,4]]}]' \
		'--snippets: the best passage, its line in the file, what to mark'
done
run cx-score --rank recall --snippets 'deploy risk' <in
jq_is '.passages[0].line' \
	5 '--snippets: all of a short text; no vault is needed'
put s/b.md <<'M'
---
name: Kites
---
# Kites

A first line.
M
cx-scan --body s >in
run cx-score --rank recall --snippets=20 kites <in
jq_is '[.passages[].text]' '["A first line."]' \
	'--snippets: no word in the text: its start, without the title'

### query syntax

{
	text a.md 'the red lorry stands'
	text b/b.md 'a lorry, red and yellow'
	text c/c.md 'red' '["lorry"]'
	text d/d.md 'Red  Lorry'
	pad 20
} | jq -c 'if .path == "c/c.md" then .name = "Red Tape" else . end' >in
# set_is PATHS TEXT WORD...
set_is()
{
	set_want=$1 set_text=$2
	shift 2
	recall "$@" <in >set 2>/dev/null
	jq_of -rs set 'map("\(.path) ") | sort | add // ""' "$set_want" "$set_text"
}
set_is 'a.md b/b.md c/c.md d/d.md ' 'words alone' red lorry
set_is 'a.md d/d.md ' \
	'a phrase: these words, next to each other, in this order' '"red lorry"'
set_is 'a.md d/d.md ' '... in any case' '"RED Lorry"'
set_is 'a.md c/c.md d/d.md ' '-word' red -yellow
set_is 'a.md b/b.md d/d.md ' '-field:word' red -tag:lorry
set_is 'b/b.md c/c.md ' '-"a phrase"' red '-"red lorry"'
set_is 'c/c.md ' 'name:word' name:red
set_is 'c/c.md ' 'tag:word' tag:lorry
set_is 'b/b.md ' 'path:word' red path:b/b
set_is '' 'nothing but -"word": no result' '-"red"'
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

### the nearest words

# Against the whole table of distances (insert, delete, replace, swap) of each
# word.  A thousand pairs of Han, Hangul and kana lie between others.
python3 - >near <<'E'
import json, random
r = random.Random(5)
w = 'deploy risk release café naïve été привет мир zürich ñandú'.split()
w += [''.join(r.choice('abcdeé') for _ in range(r.randrange(2, 9)))
      for _ in range(400)]
w += [chr(r.randrange(a, b)) + chr(r.randrange(a, b)) for a, b in
      ((0x4e00, 0x9fff), (0xac00, 0xd7a0), (0x3042, 0x3090))
      for _ in range(330)]
print(json.dumps({'path': 'a.md', 'name': '', 'body': ' '.join(w),
                  'project': 'x'}))
E
cx-index --search -o near.d near
is "$(cx-score --rank recall -i near.d --search --nothing -- zqxv releaze zqxv |
	jq -c '[.unknown[].word]')" '["zqxv","releaze"]' \
	'a word that is typed twice is said once'
cat >osa.py <<'E'
import json, random, subprocess

with open('near.d/generations/current/bodywords', encoding='utf-8') as f:
    known = {line.split()[1] for line in f if line[0] == 'w'}

def apart(a, b):
    d = [[max(i, j) if i * j == 0 else 0 for j in range(len(b) + 1)]
         for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            d[i][j] = min(d[i - 1][j] + 1, d[i][j - 1] + 1,
                          d[i - 1][j - 1] + (a[i - 1] != b[j - 1]))
            if a[i - 1:i] + a[i - 2:i - 1] == b[j - 2:j] and i * j > 1:
                d[i][j] = min(d[i][j], d[i - 2][j - 2] + 1)
    return d[-1][-1]

r, offers = random.Random(6), 0
for _ in range(60):
    word = r.choice(sorted(known))
    for _ in range(r.randrange(1, 4)):
        at = r.randrange(len(word) + 1)
        one, two = word[at:at + 1], word[at + 1:at + 2]
        word = word[:at] + r.choice((two, two + one, 'e' + one + two,
                                     'x' + two)) + word[at + 2:]
    if len(word) < 3 or word in known or max(word) > 'я':
        continue
    out = subprocess.run(['cx-score', '--rank', 'recall', '-i', 'near.d',
                          '--search', '--nothing', '--', word],
                         stdout=subprocess.PIPE, check=False).stdout
    said = [u for line in out.splitlines()
            for u in json.loads(line).get('unknown', []) if u['word'] == word]
    best = min(apart(word, k) for k in known)
    for u in said:
        got = [apart(word, k) for k in u['nearest']]
        offers += len(got)
        if got != sorted(got) or got[:1] != (
                [best] if best <= 1 + (len(word) > 5) else []):
            print(word, best, u)
print('offers:', offers > 15)
E
is "$(python3 osa.py)" 'offers: True' 'those with the fewest edits are offered'

### all words

# Some words of a name are what people remember of a note; that its text, or
# another one, has these words as well says less.
{
	printf '{"path":"%s.md","name":"%s","body":"%s"}\n' \
		home 'The Home Security System' 'Cameras at both doors.' \
		tkip TKIP 'A security system: security of the system, system.' \
		loose Lecture "Security first. $(yes 'Words, words.' | head -n 60 | tr '\n' ' ')System."
	for i in 1 2 3 4 5 6 7 8 9; do
		printf '{"path":"n%s.md","name":"Note %s","body":"Words %s"}\n' \
			$i $i $i
	done
} >all
top() { recall --explain "$1" <all | jq -r "[.path, .why.$2] | @tsv"; }
is "$(top 'security system' 'C > 0' | head -n 2)" "$(printf '%s\ttrue\n' \
	home.md tkip.md)" 'words of a name come before a text that has them'
is "$(top 'where is the security system' 'C > 0' | head -n 1)" \
	"$(printf 'home.md\ttrue')" 'in a question, too'
is "$(top 'security system' C | awk '/tkip/ { a = $2 } /loose/ { b = $2 }
	END { print (a > 10 * b) }')" 1 \
	'a text that has them often says more than a long one that has them once'
is "$(top '"security first words words"' C)" "$(printf 'loose.md\t0')" \
	'a phrase has as many words as stand in it'

# A heading that is one of several, or further down, is no title of a note.
printf '{"path":"%s.md","name":"%s","body":"%s"}\n' \
	'Node pressure' 'Node pressure' 'Intro.\n# Installation\nx\n# Usage\ny' \
	two two '# First part\nx\n# Second part' late late 'Hm.\n# Late title' \
	only only '\n# One title\ntext' n1 n1 x n2 n2 x n3 n3 x >titled
for q in installation 'first part' 'late title' 'one title'; do
	recall --explain "$q" <titled | jq -sc '(map(.why.A) | max) as $m |
		.[0] | [.path, .why.E >= $m]'
done >"$T/out"
out_is '["Node pressure.md",false]
["two.md",false]
["late.md",false]
["only.md",true]' 'the only heading, first in the text, is a title'

# What is written with a particle has the word.
printf '{"path":"%s.md","name":"%s","body":"%s"}\n' \
	a 메모 '쿠버네티스를 배포한다' b 글 '다른 글' >korean
recall --explain 쿠버네티스 <korean >"$T/out"
is "$(jq -c '[.path, .partial, .why.C > 0]' "$T/out")" \
	'["a.md",null,true]' 'the word with a particle is the whole word'

done_testing
