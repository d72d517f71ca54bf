#!/bin/sh
# recall.t: --rank recall, on cases that can be told by hand, and against the
# reference of the ranking (tests/tools/recall-reference.py), which knows
# nothing of an index: the same order, and scores within 1e-5.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
. "$SRC/tests/recall.sh"
need jq python3 awk

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

# found PATHS TEXT WORD…: what is found in ./in, in order
found()
{
	f_want=$1 f_text=$2
	shift 2
	recall -- "$@" <in >"$T/json"
	jq_of -rs "$T/json" 'map("\(.path) ") | add // ""' "$f_want" \
		"$f_text"
}
# part NAME PATH WORD…: a part of a score in ./in
part()
{
	p_name=$1 p_path=$2
	shift 2
	recall --explain -- "$@" <in | jq --arg p "$p_path" --arg n "$p_name" \
		'select(.path == $p) | .why[$n]'
}

### the analyzer

text a.md 'Deploying the relational Café, Straße и День v2.1 on-call went' >in
for w in deployed RELATE cafe CAFÉ café strasse STRASSE день V2 1 ON-CALL \
	'"on-call"' call. '(relations)' go going; do
	ok "finds $w" sh -c 'cx-score --rank recall -- "$1" <in' - "$w"
done
for w in deploymen elational rel 2.2 ca fé; do
	found '' "does not find $w" "$w"
done
text a.md '東京都の猫 データ ガイド カイ กขค 犬' >in
for w in 東京 京都 東京タワー データ データベース ガイド กข 猫 犬 東 都; do
	ok "finds $w" sh -c 'cx-score --rank recall -- "$1" <in' - "$w"
done
for w in 都東 京猫 猿 ハト; do
	found '' "does not find $w" "$w"
done
text a.md '猫が好き。猫の猫' >in
recall --explain 猫 <in >"$T/json"
jq_of "$T/json" '.why.terms[0] | [.df, .text]' \
	'[1,2]' 'a character counts as the pairs that begin or end with it'

{ text a.md 'redis에 곳에서'; text b.md 'redis에서 곳에 서버를'; } >in
found 'b.md a.md ' 'a Korean word as it is written comes first' redis에서
found 'a.md b.md ' '... not only its parts' redis에
found 'b.md ' 'in a phrase the parts follow each other' '"에서 곳에"'
found 'b.md ' 'another particle does not hide a note' 서버가

### words as they were typed

{ text a.md 'книга на полке и книга'; text b.md 'книги на полке и книги'; } >in
found 'b.md a.md ' 'T: a form that was typed is before another' книги
found 'a.md b.md ' '... whichever it is' книга
found 'b.md a.md ' '... and in a list of words' полка книги
is "$(part T b.md книги)" "$(part A b.md книги)" 'T is A of such words'
is "$(part T a.md книги)" 0 '... and nothing of others'
is "$(part T b.md где на полке книги)" null 'not in a sentence'
{
	text a.md x | jq -c '.body = "## Книги\n\n" + "слово " * 9'
	text b.md 'книги, книги и книги'
} >in
found 'a.md b.md ' 'a heading is no list' книги
{ text a.md 'a book here'; text b.md 'the books are there'; } >in
is "$(part T b.md books)" null 'nor in English, whose stems keep words apart'

### fields

named() # PATH NAME TEXT [MEMBERS]: a record with a name
{
	text "$1" "$3" | jq -c --arg n "$2" ".name = \$n | . + ${4:-{\}}"
}
{
	named a.md 'Deploy freeze' 'one two three'
	named b.md 'Other things' 'a deploy is here'
	named c.md 'More of them' filler '{"extra": {"aliases": "Ship it, deploy"}}'
	named d.md 'Still others' filler '{"description": "how a deploy goes"}'
	named e.md 'Fruit' filler '{"extra": {"summary": "deploys"}}'
	named f.md 'Vegetables' filler '{"keywords": "rollout; deploy"}'
	named g.md 'Grain' filler '{"keywords": ["deploy"]}'
	named h.md 'Nothing' filler
} >in
recall deploy <in >"$T/json"
jq_of -rs "$T/json" \
	'[.[] | .path | tostring] | sort | map(. + " ") | add // ""' \
	'a.md b.md c.md d.md e.md f.md g.md ' \
	'name, text, aliases, description, summary and keywords are searched'
is "$(recall deploy <in | jq -r .path | grep '[ab].md' | tr '\n' ' ')" \
	'a.md b.md ' 'a name weighs more than a text'
{
	named a/PrintNightmare.md 'PrintNightmare' filler
	named b/iPhone.md iPhone filler
	named c/125kHz.md 125kHz filler
	text d.md 'PrintNightmare iPhone' | jq -c '.name = "x"'
} >in
found 'a/PrintNightmare.md d.md ' 'a part of a compound, of a name first' \
	nightmare
found 'c/125kHz.md ' 'digits and letters are parts' 125
found '' 'iPhone is one word' phone
found 'a/PrintNightmare.md d.md ' 'a compound in the query' PrintNightmare
{
	named atoms/zeta.md zeta '# The real title

deploy'
	named b/deploy.md deploy 'the real thing has a title'
} >in
found 'atoms/zeta.md b/deploy.md ' 'a heading is the title where there is only the stem' \
	real title
part E atoms/zeta.md the real TITLE >e
part E b/deploy.md the real TITLE >>e
is "$(awk '{ print ($1 > 0) }' e | tr '\n' ' ')" '1 0 ' \
	'E: the whole title, stop words included'
{
	named it.md 'The It' filler
	named b.md 'Other' 'the it'
} >in
found 'it.md ' 'a name of nothing but stop words keeps them' the it
{
	text a.md 'WAS는 서버'
	text b.md 'it was 서버 here'
	text c.md '如果用if语句' | jq -c '.description = "서버를was"'
	text d.md '如果用 if 语句'
} >in
found 'a.md c.md ' 'Korean: a stop word with a particle is what is meant' was는
{
	text f/a.md 'IF를'
	text f/b.md '## If

nothing'
	text c.md filler
} >in2
recall -- if <in2 >"$T/json"
jq_of -r "$T/json" .path f/a.md \
	'a heading of a stop word is not a text that has it'
found 'c.md ' 'Chinese: a stop word between characters, not between blanks' IF를
{
	text a.md 'order by desc'
	text b.md 'group by name having count order desc'
	text c.md 'filler and more'
} >in
is "$(recall -- desc order having <in | jq -r .path | head -n 1)" b.md \
	'a word of place, time or number is not a stop word'
is "$(part A b.md having | jq '. * 2')" "$(part A b.md count)" \
	'... and counts half'
{
	text a.md 'Server를 본다'
	text b.md '를을 마을를'
} >in
found 'a.md ' 'a particle is searched where it is one' server를
found 'a.md b.md ' '... and a character wherever it is' 를

### dates

{
	text a.md x '[]' 2023-05-08
	text b/b.md x '[]' 2023-06-08T10:00:00
	text c/c.md x '[]' someday
	text d/d.md x '[]' ''
	text e/e.md x '[]' 2023-05-08 | jq -c '.dated = "mtime"'
} >in
recall 8th May 2023 <in >"$T/json"
jq_of -rs "$T/json" '[.[] | .path | tostring] | .[:1][]' a.md 'a date'
found 'b/b.md ' 'a month alone' june
found '' 'may is a month only beside a number' may
found '' 'a day is one only beside a month' 8
found 'b/b.md a.md ' 'a month and a day' june 8

### names and headings among other words

# is_part TEXT PART PATH WORD…: a part is above 0
is_part()
{
	i_text=$1
	shift
	ok "$i_text" test "$(part "$@" | awk '{ print ($1 > 0) }')" = 1
}
# of_most TENTHS PART PATH WORD…: a part is so many tenths of M
of_most()
{
	o_tenths=$1 o_part=$2 o_path=$3
	shift 3
	recall --explain -- "$@" <in | jq -s --arg p "$o_path" \
		--arg n "$o_part" '(map(.why.A) | max) as $m | .[] |
		select(.path == $p) | .why[$n] / $m * 10 | round' >tenths
	is "$(cat tenths)" "$o_tenths" "$o_part: .$o_tenths M"
}
{
	named a.md 'Garbage collection' filler
	named b.md 'The heap' 'garbage collection garbage collection garbage
collection garbage collection'
	text c.md '## Garbage collection

is a part'
	named d.md Rust filler
	named e.md 'Iron work' 'rust rust rust and oxide oxide'
	many 20 'x/@.md' other
} >in
first()
{
	is "$(recall -- "$@" <in | jq -r .path | head -n 1)" "$f_path" \
		"first is $f_path: $*"
}
f_path=a.md
first how does garbage collection work
first garbage collection tuning
f_path=d.md
first what is rust
of_most 8 E a.md what is garbage collection
of_most 4 E c.md what is garbage collection
of_most 8 E c.md garbage collection
of_most 10 E a.md garbage collection
of_most 0 E a.md what is garbage
of_most 4 E a.md what is garbage collection tuning
of_most 0 E d.md rust oxide
is_part 'one word is a name in a sentence' N d.md what is rust oxide
of_most 0 E a.md what is collection of garbage
thirty=$(yes word | head -n 28 | tr '\n' ' ')
# shellcheck disable=SC2086 # words
is_part 'in 32 words' E a.md what is $thirty garbage collection
# shellcheck disable=SC2086
of_most 0 E a.md what is $thirty garbage collection more
{
	for i in $(seq 64); do
		named "$i.md" 'Meeting notes' filler
	done
	many 200 'x/@.md' other
} >in
is_part '64 notes have the name' E 1.md what about meeting notes
named 65.md 'Meeting notes' filler >>in
of_most 0 E 1.md what about meeting notes
{
	text a.md 'deploy freeze and many other words in a longer text about it'
	text b.md 'deploy deploy'
	many 20 'x/@.md' other
} >in
is_part 'C: all words of a list' C a.md deploy freeze
is_part '... of three' C a.md deploy freeze longer
of_most 0 C a.md deploy freeze longer text
of_most 0 C b.md deploy freeze
of_most 0 C a.md the deploy of a freeze
{
	named a.md Grid 'align and columns'
	text b.md 'как работает grid in wie grid 什么 что Ist'
	many 20 'x/@.md' other
} >in
for q in 'как работает grid' 'wie Grid' 'grid 是什么' 'grid WARUM' 'Ist grid'; do
	# shellcheck disable=SC2086 # words
	is_part "a sentence: $q" E a.md $q
	# shellcheck disable=SC2086
	of_most 0 C b.md $q
done
of_most 0 E a.md работает grid
{
	named a.md '垃圾回收' filler
	named b.md '가비지 컬렉션' filler
	many 20 'x/@.md' other
} >in
is_part 'a part of a run of characters in a sentence' E a.md 垃圾回收是什么
of_most 0 E a.md 垃圾回收算法
is_part 'two words with a particle' E b.md 가비지 컬렉션이란 무엇

### neighbours

{
	text a/1.md 'deploy freeze' '[]' '' active '["b/2.md"]'
	text b/2.md 'filler' '[]' '' active '["c/3.md"]'
	text c/3.md 'filler' '[]' '' active '["d/4.md"]'
	text d/4.md 'filler'
} >in
found 'a/1.md b/2.md c/3.md ' 'one step, two steps, no third' deploy freeze
found 'a/1.md ' 'one word: only who has it' deploy
# A hub: of 64 links none, of 65 one.
star()
{
	text hub.md 'deploy freeze'
	text s0/s.md freeze '[]' '' active '["hub.md"]'
	many "$(($1 - 1))" r@/s.md '' '["hub.md"]'
}
star 64 >in
is "$(recall deploy freeze <in | wc -l)" 65 '64 links: all are near'
star 65 >in
is "$(recall deploy freeze <in | wc -l)" 2 '65 links: a hub gives nothing'

### phrases

{
	named a.md 'Becoming Nicole' 'a book by Amy'
	named b.md 'Other' 'nicole becoming something'
} >in
found 'a.md ' 'a phrase that a note has filters' who wrote '"Becoming Nicole"'
recall -- 'who wrote becoming cobbler nicole' <in | jq -r .path >want
recall -- 'who wrote "becoming cobbler nicole"' <in | jq -r .path >got
same got want 'one that no note has is words like others'
ok '... which finds something' test -s got

### ties

{ named b.md x deploy; named a.md x deploy; } >in
found 'a.md b.md ' 'by path' deploy
{
	named a.md x deploy
	named b.md x deploy
	named c.md x deploy
} | jq -c '.updated = {"a.md": "2024-01-01", "b.md": "2025-01-01",
	"c.md": "no date"}[.path]' >in
found 'b.md a.md c.md ' 'the newer before that' deploy

### characters in a row

{
	named apart.md x '太长 名太 件名 文件。太长 名太 件名 文件。太长 名太 件名 文件。'
	named row.md x '显示不下，因为文件名太长，于是稍微改下。'
	named part.md x '文件名 和 太长'
	named none.md x '会议记录'
} >in
found 'row.md apart.md part.md ' 'what has all characters in a row first' 文件名太长
{
	named apart.md x 'การ กา ติก บัต ิบั ฏิ ปฏิ บป บบ ะบ ระ การ กา ติก ัติก บัติ ฏิบั ปฏิ บป บบ ะบ ระ'
	named row.md x 'เครื่องใช้ระบบปฏิบัติการหลายตัวในห้องเดียวกันและยังมีอีกมาก'
} >in
found 'row.md apart.md ' '... in Thai, with its marks' ระบบปฏิบัติการ
named row.md x '文件名太长' >in
recall --explain 文件名太长 <in >got
is "$(jq '.why.T > 0' got)" true '... which --explain shows'
recall --explain 文件 <in >got
is "$(jq '.why | has("T")' got)" false '... and two are a pair'

### against the reference

# against TEXT TOP: ./qs on ./rec, as a stream and through an index of ./v
against()
{
	python3 "$TOOLS/recall-reference.py" --top "$2" --queries qs - <rec \
		>want || exit 99
	recall --top "$2" --queries qs -f rec >res 2>"$T/err"
	jq -r '[.qid,.score,.path]|@tsv' res >got
	awk -f "$TOOLS/recall-compare.awk" want got >diffs
	is "$(wc -l <diffs | tr -d ' ')" 0 "$1: $(wc -l <want) results"
	head -n 10 diffs | sed 's/^/#   /'
	err_empty "$1: in silence"
	rm -rf ix
	cx-index --search -o ix rec 2>"$T/err"
	jq -c 'del(.body)' res >want
	recall --top "$2" --fresh=no -i ix -C "$3" --queries qs |
		jq -c 'del(.body)' >got
	same got want "$1: through an index"
}

for v in '11 25' '12 60' '13 90' '14 130' '15 280'; do
	# shellcheck disable=SC2086 # seed and size
	set -- $v
	rm -rf v
	python3 "$TOOLS/random-vault.py" "$1" "$2" v || exit 99
	python3 "$TOOLS/random-vault.py" --queries "$1" 40 >qs || exit 99
	printf '{"qid":"%s","query":"%s"}\n' d '8 May 2023' s 'ops team' \
		f 'deploys deploy Deploying' t 'the it' c 京 w 'when did it' \
		l 'the deploy risk of a cache in the database of the ops team
		on call when releases are frozen' |
		tr -d '\n\t' | sed 's/}{/}\n{/g' >>qs
	echo >>qs
	cx-scan --body v >rec 2>scan.err
	is "$(wc -l <rec | tr -d ' ')" "$2" "vault $1 has $2 atoms"
	against "vault $1" 0 v
done
# A note for each form of a link, in three folders: what it means is seen by
# which notes are beside the one that has the word.
{
	t=0
	for p in x.md d/x.md d/e/x.md d/e/y.md f/y.md f/Ünï.md only/z.md \
		index.md d/index.md d/e/index.md f/e/w.md; do
		t=$((t + 1))
		named "$p" "Name $t" "target$t target$t" \
			'{"id": "id'$t'", "extra": {"aliases": "Alias '$t', x y '$t'"}}'
	done
	named g/names.md 'More names' target0 \
		'{"extra": {"aliases": ["./q/x", ["../q/y"], "/q/x"]}}'
	n=0
	for l in x d/x e/x /x /d/x /e/x /d/x/ / ./x ./d/x ../x ../../x ../d/x \
		./../x ./e/x e//x ./x.md X D/X ./E/X y ./y e/y ./e/y /e/y \
		F/ÜNÏ ./ünï z /z only/z ../z ../only/z /only/z/ d/z index \
		./index /index d/index ../index d ./d . .. ./ ../ id3 ID3 \
		'name 4' 'ALIAS 5' 'X Y 5' w.md e/w ../e/w ./e/w f/w /d/./z \
		q/../z ./q/x ../q/y /q/x ../../../z; do
		n=$((n + 1))
		for d in '' d/ d/e/ f/; do
			text "${d}from$n.md" filler '[]' '' active "[\"$l\"]"
		done
	done
} >rec
jq -rc '.body | select(test("target")) | split(" ")[0] |
	{qid: ., query: (. + " beside")}' rec >qs
rm -rf v
mkdir v
against 'forms of links' 0 v
ok '... which lead somewhere' test "$(wc -l <res)" -gt 100
# More than 400 that match: the shortlist ends somewhere.
rm -rf v
python3 "$TOOLS/random-vault.py" 16 460 v || exit 99
cx-scan --body v 2>scan.err | jq -c '.name += " zulu"' >rec
printf '{"qid":"z","query":"zulu"}\n{"qid":"y","query":"zulu deploy"}\n' >qs
against 'a shortlist of 400' 0 v
ok 'which leaves some out' test "$(grep -c '"y"' res)" -lt 460
is "$(grep -c '"z"' res)" 460 'a single word finds all notes that have it'
cx-score --rank recall --top 10 zulu <rec | jq -r .path >few
cx-score --rank recall --top 0 zulu <rec | jq -r .path | head -n 10 >all
same few all '... the first of them whatever --top says'

# What the best of a long query say: a file's name in another form than the
# title counts, too.
rm -rf v
for n in filter search format alias; do
	put "v/note-$n.md" <<-END
		# ${n}s of notes

		A few commands are built upon the $n of a note in a notebook.
	END
done
cx-scan --body v >rec 2>scan.err
echo '{"qid":"n","query":"which few commands built upon notebooks have powerful notes filtering capabilities there"}' >qs
against 'names in two forms' 0 v

# Of one word all are asked, also who is lifted by a name alone.
{
	many 450 '@.md' 'rust rust rust'
	many 450 'x/@.md' other
	named z.md Iron 'rust one two three four five six seven eight nine ten
eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen' \
		'{"aliases": ["Rust", "of many other words one two three"]}'
} >in
cx-score --rank recall --top 1 -- the rust <in | jq -r .path >few
is "$(cat few)" z.md 'a name beyond the best 400'
is "$(recall rust oxide <in | grep -c z.md)" 0 '... where it is not among them'

# Few notes are judged when few results are wanted: they are those that would
# be first if all were.  Links matter most between notes with few of them.
awk 'function word() { return "w" int(40 * rnd() * rnd() * rnd()) }
	function rnd() { seed = (seed * 16807) % 2147483647
		return seed / 2147483647 }
	BEGIN { seed = 42; for (i = 0; i < 1500; i++) {
		printf "{\"path\":\"d%d/n%d.md\",\"name\":\"n%d %s\",",
		    i % 40, i, i, word()
		printf "\"status\":\"%s\",\"links_out\":[",
		    rnd() < .1 ? "archived" : "active"
		for (k = int(4 * rnd() * rnd()); k > 0; k--)
			printf "\"n%d\"%s", int(1500 * rnd()), k > 1 ? "," : ""
		printf "],\"body\":\"## %s %s\\n", word(), word()
		for (k = int(30 * rnd() * rnd()); k > 0; k--)
			printf "%s ", word()
		print "\"}" }
	for (i = 0; i < 60; i++) {
		printf "{\"qid\":%d,\"query\":\"", i >"qs"
		for (k = i % 10 + 1; k > 0; k--)
			printf "%s ", word() >"qs"
		print "\"}" >"qs" } }' >rec
recall --top 0 --queries qs -f rec >all
for n in 1 4 10 30; do
	recall --top $n --queries qs -f rec >few
	jq -c .qid all | sort | uniq -c | awk -v n=$n '{ s += $1 < n ? $1 : n }
		END { print s + 0 }' >lines
	is "$(wc -l <few | tr -d ' ')" "$(cat lines)" "--top $n: as many"
	awk -v n=$n '{ match($0, /"qid":[0-9]+/)
		if (++seen[substr($0, RSTART, RLENGTH)] <= n) print }' all >want
	same few want "... and the first of all, with 1 to 10 words"
done

# asked VAULT: names, descriptions and words of its notes
asked()
{
	cx-scan --body "$1" >rec 2>scan.err
	jq -r '.name, "what does \(.name) say", .description, (.body | [scan("[a-z]{5,}")] |
		.[length / 2 | floor:][:3] | join(" "))' rec |
		jq -Rc 'select(. != "") | {qid: input_line_number, query:
		gsub("(^| )-|\""; " ")}' >qs
}
asked "$SRC/examples/vault"
against 'examples/vault' 20 "$SRC/examples/vault"
jq -r '[.qid,.score,.path]|@tsv' res >all
for member in name description; do
	jq -c --arg m $member 'select(.[$m] != "") | {qid: .path,
		query: .[$m]}' rec >qs
	is "$(recall --top 1 --queries qs -f rec | jq -r '.qid, .path' |
		paste - - | awk '$1 != $2')" '' \
		"each note is first for its own $member, also one that is over"
	ok '... of several' test "$(wc -l <qs)" -gt 20
done
jq -r '. as $r | [.name, .description, .body] | join(" ") | ascii_downcase |
	[scan("[a-z0-9]+")] | unique[] | "\(.) \($r.path)"' rec | sort >has
cut -d ' ' -f 1 has | sort -u | jq -Rc '{qid: ., query: .}' >qs
recall --queries qs -f rec | jq -r '"\(.qid) \(.path)"' | sort >finds
sed -n "/^STOP=/,/split()/p" "$TOOLS/recall-reference.py" |
	grep -o '[a-z]*' | sort -u >stop
join -v 1 has stop | sort | comm -23 - finds >lost
is "$(cat lost)" '' 'a word finds all notes that have it'
ok '... of hundreds of words' test "$(join -v 1 has stop | cut -d ' ' -f 1 |
	sort -u | wc -l)" -gt 340
asked "$SRC/tests/parity/vault"
head -n 120 qs >few
mv few qs
against 'parity vault' 20 "$SRC/tests/parity/vault"

# Runs of Chinese, Thai and kana, which share pairs.
for i in 1 2 3 4 5 6 7 8; do
	awk -v i=$i 'BEGIN { n = split("文 件 名 太 长 京 都 东 き れ い นี้ ดี", c, " ")
		srand(i)
		for (k = 0; k < 60; k++)
			s = s c[1 + int(rand() * n)] (rand() < .2 ? " " : "")
		print s }' >line
	named "n$i.md" "$(cut -c 1-12 line | iconv -c -f utf-8 -t utf-8)" \
		"$(cat line)"
done >rec
tr -d '\n' <line | jq -Rc '[scan("[^ ]{3,5}")][] | {qid: ., query: .},
	{qid: "\(.) x", query: "\(.) 文件名"}' >qs
recall --top 20 --queries qs -f rec | jq -r '[.qid,.score,.path]|@tsv' >got
python3 "$TOOLS/recall-reference.py" --queries qs - <rec >want
is "$(awk -f "$TOOLS/recall-compare.awk" want got)" '' \
	"characters in a row: $(wc -l <want) results"

# Data in a text are no words, and make it no longer.
data=$(awk 'BEGIN { for (; i < 100; i++) printf "aB3" }')
{
	text a.md "kettle data:image/png;base64,iVBORw0KGgo= fern $data lamp"
	text b.md "kettle lamp lamp ${data}parseHTTPHeader$data fern"
	text c.md "kettle, data: fern, fern/lamp"
} >rec
printf '{"qid":%s,"query":"%s"}\n' 1 kettle 2 fern 3 'lamp data' >qs
rm -rf v && mkdir v
against 'data in texts' 20 v

if [ -n "${CX_CRANFIELD:-}" ]; then
	jq -c '{path: "d\(.id)/d\(.id).md", id: "\(.id)", name: .title,
		type: "reference", project: "unknown", status: "active",
		updated: "1960-01-01", tags: [.author], description: "",
		links_out: [], lines: 1, size_bytes: 1, body: .text}' \
		"$CX_CRANFIELD/docs.ndjson" >rec
	jq -c 'select(.qid % 15 == 1) | {qid, query: (.query |
		gsub("(^| )-"; " "))}' "$CX_CRANFIELD/queries.ndjson" >qs
	python3 "$TOOLS/recall-reference.py" --queries qs - <rec >want
	recall --top 20 --queries qs -f rec | jq -r '[.qid,.score,.path]|@tsv' \
		>got
	is "$(awk -f "$TOOLS/recall-compare.awk" want got | wc -l)" 0 \
		"Cranfield: $(wc -l <want) results"
fi

done_testing
