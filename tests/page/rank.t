#!/bin/sh
# rank.t: the first result of the page is that of cx search, for 97 % of 500
# queries or more; CX_VAULTS names more vaults to try, with blanks between.
. "$(dirname "$0")/../tap.sh"
need node python3 jq
CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
PAGE=$SRC/tests/page

# What both find first for ./queries in the vault here, a line each, missed or
# not.
: >"$T/all"
compare() # RANK-CJS-OPTION CX-SCORE-OPTION, which may be empty
{
	cx rebuild >/dev/null 2>&1
	cx-scan --body . >"$T/records" 2>/dev/null
	CORTEX_CONFIG=$(cx-config -C .) cx-page -C . --index index \
		--now "$CORTEX_NOW" "$T/records" >"$T/page"
	CORTEX_CONFIG=$(cx-config -C .) cx-score -i index -C . --rank recall \
		${2:+"$2"} --search --top 1 --queries "$T/queries" 2>/dev/null |
		jq -r '[.qid, .path] | @tsv' >"$T/want"
	node "$PAGE/rank.cjs" ${1:+"$1"} "$T/page" \
		"$T/queries" 1 >"$T/got"
	jq -r '.qid | tostring' "$T/queries" | awk -F '\t' '
		FILENAME == ARGV[1] { want[$1] = $2 }
		FILENAME == ARGV[2] { got[$1] = $2 }
		FILENAME == "-" { print want[$1] == got[$1] ? "same" : \
			"other", $1, want[$1], got[$1] }' "$T/want" "$T/got" - \
		>"$T/compared"
	cat "$T/compared" >>"$T/all"
}
agree() # LEAST-PERCENT TEXT
{
	ok "$2: $(grep -c ^same "$T/compared") of $(wc -l <"$T/compared")" \
		test $((100 * $(grep -c ^same "$T/compared"))) -ge \
		$(($1 * $(wc -l <"$T/compared")))
	grep ^other "$T/compared" | head -n 5 | sed 's/^/#   /'
}

cp -R "$SRC/examples/vault" example
ok 'the tools are built' "${MAKE:-make}" -s -C "$SRC" \
	-f tests/bench/bench.mk bench-tools "B=$SRC/build"
"$SRC/build/bench/gen-vault" -n 400 generated >/dev/null || exit 99
for vault in example generated ${CX_VAULTS-}; do
	name=${vault##*/}
	case $vault in
	/*) cp -R "$vault" "$name" ;;
	esac
	cd "$name" || exit 99
	[ -e cortex.toml ] || : >cortex.toml
	cx-scan --body . >"$T/records" 2>/dev/null
	python3 "$PAGE/queries.py" "$T/records" 250 >"$T/queries"
	compare '' --current
	agree 95 "$name: the first result"
	cd "$T/w" || exit 99
done

# What differs from another time, put into the page of that time, is the page.
page_since() # WHAT: of the vault here, since $T/before
{
	cx-scan --body . >"$T/records" 2>/dev/null
	cx-access fold -C . >"$T/access" 2>/dev/null
	cx-page --raw --access "$T/access" "$T/records" >"$T/page.new"
	cx-page --raw --since "$T/before" --access "$T/access" \
		"$T/records" >"$T/page.delta"
	pages=$pages,$T/page.delta
	node "$PAGE/rank.cjs" "$pages" >"$T/got"
	node "$PAGE/rank.cjs" "$T/page.new" >"$T/want"
	ok "$1: there is a page" [ "$(wc -l <"$T/got")" -gt 15 ]
	same "$T/got" "$T/want" "$1: the page"
	cp "$T/page.delta" "$T/page.last"
	pages=$pages.$((n += 1))
	mv "$T/page.delta" "${pages##*,}"
	mv "$T/records" "$T/before"
}
cd example || exit 99
n=0
# Only who renders HTML as text sees this link.
printf '%s\n' '<div>' '[x](zygote.md)' '[y](one_queue.md)' '</div>' >atoms/div.md
echo '# Zygote' >atoms/zygote.md
pages=$T/page.old
cx-scan --body . >"$T/before"
cx-page --raw "$T/before" >"$pages"
page_since 'nothing has changed'
is "$(head -n 1 "$T/page.last" | cut -d , -f 2-)" '0,0]' \
	'nothing has changed: no text'
echo 'A zymurgic word of [[Zymurgy]], [[Expired]].' >>atoms/one_queue.md
cx edit atoms/blue_green.md type=rule >/dev/null 2>&1
page_since 'two notes have changed'
ok 'two notes have changed: few bytes' [ "$(wc -c <"$T/page.last")" -lt \
	$(($(wc -c <"$T/page.new") / 2)) ]
printf '%s\n' '---' 'name: Zymurgy' '---' 'On [[one_queue]] and rollbacks.' \
	>aa.md
page_since 'a new note gives a link its end'
printf '%s\n' '---' 'name: zymurgy' '---' 'Twice.' >atoms/zz.md
mv atoms/blue_green.md atoms/red.md
rm rules/migrations_in_two_steps.md
page_since 'a name of two, another path, a note less'
rm atoms/zz.md
page_since 'a name of one again'
CORTEX_NOW=2027-04-15T12:00:00
echo '{"path":"atoms/red.md"}' | cx-access log -C . --source read
page_since 'a year later, a note read'
CORTEX_NOW=2026-04-15T12:00:00
cd "$T/w" || exit 99

# What no vault has by chance.
put v/cortex.toml </dev/null
put v/a.md <<'END'
---
name: Ünïcode straße naïve
tags: [läufe]
---
Die Straße war naïve; ﬁne ligatures, ½ cup, Å ångström, ΣΊΣΥΦΟΣ. 日本語の文章です。한국어 문장
redis에서 곳에 서버를
END
put v/b.md <<'END'
---
name: PrintNightmare 125khz iPhone
expires: 2026-01-01
---
went bought running happily ponies relational conditional hopefulness
END
put v/c.md <<'END'
---
name: The what
description: Colours of ponies
status: archived
---
the deploys of the team, 日 alone, redis에 곳에서 한국어로
END
cat >q <<'END'
strasse
NAÏVE straße
fine 1
σίσυφος
日
日本語
文章です
한국어
한
redis에서
redis에 곳에서
서버가
nightmare print
125 khz
iphone
go buy
run happy pony relate
the what
"the deploys"
"The Deploys of"
the
läufe #läufe
-deploy
"
a:b c
april 2026
colours of ponies
Ponies
END
cd v || exit 99
jq -Rc '{qid: ., query: .}' "$T/w/q" >"$T/queries"
compare --over ''
agree 96 'scripts, forms, compounds, quotes'
# Without words, by date; what is excluded is so there, too.
printf '%s\n' tag:läufe 'tag:läufe -"straße"' 'tag:läufe -"wort"' \
	'tag:läufe -"war naïve"' 'name:the' 'name:the -"deploys"' >"$T/queries"
while read -r q; do
	cx-score -i index -C . --rank recall --search --top 0 -- "$q" \
		2>/dev/null | jq -r --arg q "$q" '[$q, .path] | @tsv'
done <"$T/queries" >"$T/want"
is "$(cut -f 1 "$T/want" | tr '\n' ,)" 'tag:läufe,tag:läufe -"wort",name:the,' \
	'-word beside a tag or a name leaves out what has it'
node "$PAGE/rank.cjs" --over "$T/page" "$T/queries" 99 | cat >"$T/got"
same "$T/got" "$T/want" '... and on the page'
# Known types and statuses choose, and are no words; others are text.
sed 's/^status/type: "Big rule"\n&/' c.md >c && mv c c.md
cx rebuild >/dev/null 2>&1
cx-scan --body . >"$T/records" 2>/dev/null
CORTEX_CONFIG=$(cx-config -C .) cx-page -C . --index index \
	--now "$CORTEX_NOW" "$T/records" >"$T/page"
printf '%s\n' 'type:"big RULE"' status:Archived status:active \
	'type:unknown status:active' 'type:unknown tag:läufe' type:decision \
	'deploys type:" big rule"' 'deploys status:challenged' type:colours \
	'status:"big rule" the colours' >"$T/queries"
while read -r q; do
	cx-score -i index -C . --rank recall --search --top 0 -- "$q" \
		2>/dev/null | jq -r --arg q "$q" '[$q, .path] | @tsv'
done <"$T/queries" >"$T/want"
is "$(cut -f 1 "$T/want" | uniq -c | awk '{ $1 = $1; print }' | tr '\n' ,)" \
	'1 type:"big RULE",1 status:Archived,2 status:active,2 type:unknown status:active,1 type:unknown tag:läufe,1 deploys type:" big rule",1 type:colours,1 status:"big rule" the colours,' \
	'type: and status: find what they say'
node "$PAGE/rank.cjs" --over "$T/page" "$T/queries" 99 | cat >"$T/got"
same "$T/got" "$T/want" '... and on the page'
for language in german none; do
	printf '%s\n' '[rank]' "language = '$language'" >cortex.toml
	echo '{"qid":"q","query":"Die Straße läufe running deploys"}' \
		>"$T/queries"
	compare --over ''
	agree 100 "$language"
done
cd "$T/w" || exit 99

# What nobody has is the nearest: a word that goes on, other endings, a slip.
cd v || exit 99
: >cortex.toml
cx-page "$T/records" >"$T/page"
printf '%s\n' night deploying relatonal xqzxqz >"$T/queries"
is "$(node "$PAGE/rank.cjs" --over "$T/page" "$T/queries" 1 | tr '\t\n' '  ')" \
	'night b.md deploying c.md relatonal b.md ' 'nearest words'

ok "all: $(grep -c ^same "$T/all") of $(wc -l <"$T/all"), at least 97 %" \
	test $((100 * $(grep -c ^same "$T/all"))) -ge $((97 * $(wc -l <"$T/all")))
ok '... which are 500 or more' test "$(wc -l <"$T/all")" -ge 500
done_testing
