#!/bin/sh
# rank.t: the page finds what cx search finds, with the same scores in the same
# order; and what the reference of the ranking finds.  CX_VAULTS names more
# vaults to try, with blanks between.
. "$(dirname "$0")/../tap.sh"
need node python3 jq
CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
PAGE=$SRC/tests/page

cp -R "$SRC/examples/vault" example
for vault in example ${CX_VAULTS-}; do
	name=${vault##*/}
	[ "$vault" = example ] || cp -R "$vault" "$name"
	cd "$name" || exit 99
	[ -e cortex.toml ] || : >cortex.toml
	unset CORTEX_CONFIG
	run cx rebuild
	cx-scan --body . >"$T/records" 2>/dev/null
	CORTEX_CONFIG=$(cx-config -C .)
	export CORTEX_CONFIG
	cx-page --now "$CORTEX_NOW" "$T/records" >"$T/page"
	python3 "$PAGE/queries.py" "$T/records" 200 >"$T/queries"
	cx-score -i index -C . --rank recall --current --search --top 50 \
		--queries "$T/queries" 2>/dev/null |
		jq -r '[.qid, (.score * 1000000 | round), .path] | @tsv' \
		>"$T/want"
	node "$PAGE/rank.cjs" "$T/page" "$T/queries" 50 >"$T/got"
	ok "$name: 200 queries find something" [ "$(cut -f 1 "$T/want" |
		sort -u | wc -l)" -gt 150 ]
	same "$T/got" "$T/want" "$name: the page and cx search agree"
	# The reference resolves links in fewer steps than lib/link does.
	[ "$name" = example ] || {
		cd "$T/w" || exit 99
		continue
	}
	python3 "$PAGE/queries.py" --plain "$T/records" 200 >"$T/queries"
	cp "$T/records" "$T/records.ndjson"
	python3 "$SRC/tests/tools/recall-reference.py" "$T/records.ndjson" \
		--top 50 --queries "$T/queries" | cut -f 1,3 >"$T/want"
	node "$PAGE/rank.cjs" --over "$T/page" "$T/queries" 50 |
		cut -f 1,3 >"$T/got"
	same "$T/got" "$T/want" "$name: the page and the reference agree"
	cd "$T/w" || exit 99
done
unset CORTEX_CONFIG

# What differs from another time, put into the page of that time, is the page.
page_since() # WHAT: of the vault here, since $T/before
{
	cx-scan --body . >"$T/records" 2>/dev/null
	cx-access fold -C . >"$T/access" 2>/dev/null
	cx-page --raw --access "$T/access" "$T/records" >"$T/page.new"
	cx-page --raw --since "$T/before" --access "$T/access" \
		"$T/records" >"$T/page.delta"
	pages=$pages,$T/page.delta
	python3 "$PAGE/queries.py" "$T/records" 60 >"$T/queries"
	for page in "$pages" "$T/page.new"; do
		node "$PAGE/rank.cjs" "$page"
		node "$PAGE/rank.cjs" --over "$page" "$T/queries" 50
	done >"$T/both"
	lines=$(($(wc -l <"$T/both") / 2))
	head -n "$lines" "$T/both" >"$T/got"
	tail -n "$lines" "$T/both" >"$T/want"
	ok "$1: there is a page" [ "$lines" -gt 60 ]
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
run cx rebuild
cx-scan --body . >"$T/records"
cx-page --now "$CORTEX_NOW" "$T/records" >"$T/page"
jq -Rc '{qid: ., query: .}' "$T/w/q" >"$T/queries"
cx-score -i index -C . --rank recall --top 0 --queries "$T/queries" 2>/dev/null |
	jq -r '[.qid, (.score * 1000000 | round), .path] | @tsv' >"$T/want"
node "$PAGE/rank.cjs" --over "$T/page" "$T/queries" 99 >"$T/got"
same "$T/got" "$T/want" 'scripts, forms, compounds, quotes: the same'
# Without words, by date; what is excluded is so there, too.
printf '%s\n' tag:läufe 'tag:läufe -"straße"' 'tag:läufe -"wort"' \
	'tag:läufe -"war naïve"' 'name:the' 'name:the -"deploys"' >"$T/queries"
while read -r q; do
	cx-score -i index -C . --rank recall --search --top 0 -- "$q" \
		2>/dev/null | jq -r --arg q "$q" '[$q, .path] | @tsv'
done <"$T/queries" >"$T/want"
is "$(cut -f 1 "$T/want" | tr '\n' ,)" 'tag:läufe,tag:läufe -"wort",name:the,' \
	'-word beside a tag or a name leaves out what has it'
node "$PAGE/rank.cjs" --over "$T/page" "$T/queries" 99 | cut -f 1,3 >"$T/got"
same "$T/got" "$T/want" '... and on the page'
for language in german none; do
	echo "[rank]
language = '$language'" >cortex.toml
	cx rebuild >/dev/null 2>&1
	CORTEX_CONFIG=$(cx-config -C .)
	export CORTEX_CONFIG
	cx-page --now "$CORTEX_NOW" "$T/records" >"$T/page"
	echo '{"qid":"q","query":"Die Straße läufe running deploys"}' \
		>"$T/queries"
	cx-score -i index -C . --rank recall --top 0 \
		--queries "$T/queries" 2>/dev/null | jq -r '[.qid,
		(.score * 1000000 | round), .path] | @tsv' >"$T/want"
	ok "$language: finds something" [ -s "$T/want" ]
	node "$PAGE/rank.cjs" --over "$T/page" "$T/queries" 99 >"$T/got"
	same "$T/got" "$T/want" "$language: the same"
done

# More notes than the 400 that give a query of several words its neighbours.
unset CORTEX_CONFIG
mkdir "$T/w/many" && cd "$T/w/many" || exit 99
: >cortex.toml
python3 - <<'END'
for i in range(450):
    open('n%03d.md' % i, 'w').write('# A river\n\n' + 'river %d ' % i * 9)
open('z.md', 'w').write('---\naliases: [river]\n---\n# Water\n\n%s' %
                        'The stream flows on and on. ' * 40)
END
run cx rebuild
cx-scan --body . >"$T/records"
cx-page --now "$CORTEX_NOW" "$T/records" >"$T/page"
printf '%s\n' river 'river 77' 'water river' | jq -Rc '{qid: ., query: .}' \
	>"$T/queries"
cx-score -i index -C . --rank recall --top 0 --queries "$T/queries" |
	jq -r '[.qid, (.score * 1000000 | round), .path] | @tsv' >"$T/want"
is "$(cut -f 3 "$T/want" | head -n 1)" z.md 'a whole name comes first'
node "$PAGE/rank.cjs" --over "$T/page" "$T/queries" 999 >"$T/got"
same "$T/got" "$T/want" 'a word that more than 400 notes have: the same'
done_testing
