#!/bin/sh
# search-index.t: an index gives the answer that the stream gives, byte for
# byte, on random vaults and queries; and its files hold what a naive reading
# of the records finds.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need jq python3 awk look

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
TOOLS=$SRC/tests/tools

# make SEED ATOMS: vault v, streams rec (with bodies) and bare, index ix
make()
{
	rm -rf v ix
	python3 "$TOOLS/random-vault.py" "$1" "$2" v || exit 99
	mkdir v/.cortex || exit 99
	cx-scan --body v >rec 2>scan.err
	cx-scan v >bare 2>scan.err
	run cx-index --search -o ix rec
	status 0 "vault $1: indexed"
	err_empty "vault $1: in silence"
}

# equal TEXT OPTION…: both rankings, on the stream and with -i.  -C is for the
# words of a phrase, which are looked up in the files themselves.
equal()
{
	equal_text=$1
	shift
	one_ranking cortex bare "$@"
	one_ranking recall rec "$@"
}

one_ranking() # RANKING STREAM OPTION…
{
	equal_rank=$1 equal_in=$2
	shift 2
	cx-score --rank "$equal_rank" -C v "$@" <"$equal_in" >want 2>want.err
	equal_rc=$?
	run cx-score --rank "$equal_rank" -i ix -C v "$@" </dev/null
	equal_name="$equal_rank, $equal_text"
	is "$rc" "$equal_rc" "$equal_name: status"
	same "$T/out" want "$equal_name: $(wc -l <want) results"
	is "$(head -n 1 "$T/err" | wc -l)" "$(head -n 1 want.err | wc -l)" \
		"$equal_name: silent or not"
}

for v in '21 1' '22 2' '23 30' '24 95' '25 300'; do
	# shellcheck disable=SC2086 # seed and size
	set -- $v
	make "$1" "$2"
	python3 "$TOOLS/random-vault.py" --queries "$1" 60 --operators >qs ||
		exit 99
	equal "vault $1, all" --top 0 --queries qs
	head -n 25 qs >few
	for n in 1 7; do
		equal "vault $1, top $n" --top "$n" --queries few
	done
	equal "vault $1, explained" --explain --top 0 --queries few
	equal "vault $1, where" --top 0 --queries few \
		--where 'tags=ops and status=active or path~n1'
	equal "vault $1, snippets" --snippets --queries few
	equal "vault $1, why not" --why-not big/n7.md deploy risk
	equal "vault $1, why not, a result or none" --queries few \
		--why-not "$(head -n 1 bare | jq -r .path)"
	equal "vault $1, layers" --hot 3000 --warm 4000 --top 0 deploy
done
ok 'the queries find something' test "$(wc -l <want)" -gt 0

### one query a process, so that each has its status

while read -r q; do
	words=$(printf '%s' "$q" | jq -r .query)
	equal "the query $words" -- "$words"
done <few

### what has no say

cx-index --search -o ix2 rec
same ix/generations/current/meta.json ix2/generations/current/meta.json 'an index is the same twice'
tac rec >rev
cx-index --search -o ix3 rev 2>"$T/err"
same ix/generations/current/meta.json ix3/generations/current/meta.json 'order of records: no matter'
for l in tr_TR.UTF-8 C.UTF-8; do
	rm -rf ix4
	LC_ALL=$l TZ=Pacific/Kiritimati cx-index --search -o ix4 rec
	same ix/generations/current/meta.json ix4/generations/current/meta.json "locale $l: no matter"
done

### the files, by naive means

cx-index --search -o ix rec
D=ix/generations/current
python3 "$TOOLS/search-reference.py" <rec >want || exit 99
# LIST WORD ATOM TF of every posting
decode() # LIST FILE FIELDS-BEFORE-FIRST
{
	awk -v list="$1" -v before="$3" '{
		word = $(before)
		kind = before > 1 ? $1 : list
		doc = $(before + 1) + 0
		for (i = before + 2; i <= NF; i++) {
			n = split($i, p, ":")
			doc += p[1]
			tf = n > 1 ? p[2] : 1
			if (list == "text")
				tf = tf " " p[3] + 0 " " p[4] + 0
			print kind, word, doc, tf
			delete p
		}
		if (NF - before - 1 > 1024)
			print "too long:", $0
	}' "$2"
}
{
	decode text "$D/postings" 1
	decode field "$D/fields" 2
} >got
for k in text d e n p j t g u; do
	grep "^$k " want | sort >w1
	grep "^$k " got | sort >g1
	same g1 w1 "postings: $k, $(wc -l <w1) of them"
done
ok 'and no others' sh -c '! grep -Ev "^(text|[denpjtgu]) " got'
for f in words postings fieldwords fields; do
	ok "$f is sorted by bytes" sort -c "$D/$f"
done
# WORD DF OFFSET BYTES: df lines of postings, found at OFFSET, of that term
lists() # DICTIONARY POSTINGS COLUMN WORD-FIELDS
{
	awk -v c="$3" -v w="$4" '
	function done(	is) {
		is = df " " from " " at - from
		if (key != "" && want[key] != is)
			print key ": " is ", not " want[key]
		delete want[key]
	}
	BEGIN {
		at = from = 0
		key = ""
	}
	FNR == NR {
		k = w > 1 ? $1 " " $2 : $1
		if ($(c) > 0)
			want[k] = $(c) " " $(c + 1) " " $(c + 2)
		next
	}
	{
		k = w > 1 ? $1 " " $2 : $1
		if (k != key) {
			done()
			key = k
			df = 0
			from = at
		}
		df += NF - w - 1
		at += length($0) + 1
	}
	END {
		done()
		for (k in want)
			print k ": no postings"
	}' "$1" "$2"
}
is "$(lists "$D/words" "$D/postings" 2 1)" '' 'words: places in postings'
is "$(lists "$D/fieldwords" "$D/fields" 3 2)" '' \
	'fieldwords: places in fields'
for f in docs.words docs.pairs docs.names docs.body docs.day \
	docs.steps; do
	grep "^$f " want | cut -d ' ' -f 2- >w1
	awk '{ $1 = $1; print }' "$D/$f" >g1
	same g1 w1 "$f"
	is "$(awk '{ print length($0) }' "$D/$f" | sort -u | wc -l)" 1 \
		"$f: one width"
done
while read -r word df _; do
	look "$word " "$D/postings" | awk -v df="$df" '{ n += NF - 2 }
		END { exit n != df }' || echo "$word"
done <"$D/words" >g1
is "$(cat g1)" '' 'look finds the postings of every word'
grep '^links' want | cut -d ' ' -f 2- >w1
same "$D/links" w1 links
jq -r '.search.statuses[]' "$D/meta.json" >names
awk 'FNR == NR { name[n++] = $0; next } { print name[$1 + 0] }' names \
	"$D/docs.status" >g1
jq -r .status bare >w1
same g1 w1 'docs.status'
LC_ALL=C awk 'FNR == NR { print at; at += length($0) + 1 }' "$D/manifest.json" |
	sed '1d;$d' | sed 's/^$/0/' >w1
tr -d ' ' <"$D/docs.record" >g1
same g1 w1 'docs.record: where the lines of manifest.json begin'
LC_ALL=C awk 'NR % 16 == 1 { print at + 0 } { at += length($0) + 1 }' \
	"$D/links" >w1
tr -d ' ' <"$D/docs.links" >g1
same g1 w1 'docs.links: where every 16th line of links begins'
jq -r '.search.files | to_entries[] | "\(.key) \(.value)"' "$D/meta.json" |
	sort >w1
while read -r f n; do
	echo "$f $(wc -c <"$D/$f" | tr -d ' ')"
done <w1 >g1
same g1 w1 'meta.json: sizes'
if command -v look >/dev/null; then
	for w in deploi cach cafe; do
		is "$(look -t ' ' "$w" "$D/postings")" \
			"$(awk -v w="$w" '$1 == w' "$D/postings")" \
			"look finds the postings of $w"
	done
else
	skip 3 'look finds the postings' 'no look here'
fi

# Of a word that many notes have, the postings stand on several lines.
awk 'BEGIN { for (i = 0; i < 1500; i++) printf \
	"{\"path\":\"%04d.md\",\"name\":\"\",\"body\":\"deploy\"}\n", i }' >rec
cx-index --search -o ix5 rec
awk '$1 == "deploi" { n += NF - 2; lines++ } END { print n, (lines > 1) }' \
	ix5/generations/current/postings >got
is "$(cat got)" '1500 1' 'the postings of a word on several lines: each once'

done_testing
