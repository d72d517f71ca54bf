#!/bin/sh
# search.t: cx search, cx summary, cx links: a person's commands.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
vault v
cd v || exit 99
cx rebuild >"$T/out" 2>&1 || note "rebuild failed: $(cat "$T/out")"
find . -type f -exec sha256sum {} + | sort >"$T/before"

### search

run cx search --rank cortex --all --json deploy risk
status 0
# test first: name 10 + tag 8 + description 4, risk 8, x 1.5, hot 2 = 47
# freeze: name 10 + tag 8 + description 4, warm 1 = 23
# older: (10 + 8 + 4) x .5 = 11 · old: (22 + hot 2) x .3 = 7.2
jq_of -r "$T/out" '[.path,.score,.layer]' \
	"$(printf '%s\n' '["rules/test_first.md",47,"hot"]' \
	'["atoms/freeze.md",23,"warm"]' '["atoms/older.md",11,"cold"]' \
	'["atoms/old.md",7.2,"hot"]')" 'search --json: records, best first'
run cx search --rank cortex 'deploy risk'
status 0
for w in 'Test before deploy' rules/test_first.md 47 hot; do
	out_has "$w" "search shows $w"
done
cp "$T/out" one
run cx search --rank cortex deploy risk
same "$T/out" one 'words together or apart'
run cx search xyzzy_nothing
status 1 'no match: 1'
out_empty
err_lines 1 'and one line says why'
run cx search a
status 1 'no word left: 1'
run cx search
status 2 'no word: usage'
out_empty
run cx search --json --where 'status=active' deploy
paths_are 'rules/test_first.md atoms/freeze.md' \
	'--where'
run cx search --json --top 1 deploy
paths_are 'rules/test_first.md' '--top'
run cx -C "$T/w/v" search --json deploy
status 0 '-C'
run cx search --json -- -x
ok '-- ends the options' [ "$rc" -le 1 ]
run cx search deploy --limit 1 --json
paths_are 'rules/test_first.md' 'options anywhere'
run cx search --json deploy -risk
paths_are 'atoms/freeze.md' 'but -word excludes it'
run cx search -freeze
status 2 '... after a word'
run cx search deploy --nope
status 2 'an unknown option after a word'
err_has nope
run cx search deploy --type
status 2 'an option that lacks its argument'
run cx search --json -- deploy --top
status 0 '... but for words after --'
run sh -c 'cx search --json deploy | head -n 1'
paths_are 'rules/test_first.md' 'a reader that leaves early'
err_empty 'is nothing to complain about'

### where to look

sj() { run cx search --json --no-log "$@"; }
sj --type rule deploy
paths_are rules/test_first.md '--type'
sj --all --project ops --type rule deploy
jq_of -rs "$T/out" \
	'[.[] | .path | tostring] | sort | map(. + " ") | add // ""' \
	'atoms/old.md atoms/older.md rules/test_first.md ' '--all: what is over, too'
sj --tag risk deploy
paths_are rules/test_first.md '--tag'
sj --tag '#RISK'
paths_are rules/test_first.md '... as it may be written, without words'
sj --scope rules deploy
paths_are rules/test_first.md '--scope: a directory'
sj --since 2d deploy
paths_are rules/test_first.md '--since'
sj --relation freeze --type rule
paths_are rules/test_first.md '--relation'
run cx search --paths --no-log --limit 2 deploy
out_is 'rules/test_first.md
atoms/freeze.md' '--paths'
run cx search --content --no-log --limit 1 deploy
out_has '==> rules/test_first.md <==' '--content'
sj --content --limit 1 freeze
jq_is '.body | contains("After")' true '--json --content: body'
run cx search --memory --json --no-log deploy risk
cp "$T/out" one
run cx recall --json --no-log deploy risk
same "$T/out" one 'cx recall is cx search --memory'
run cx search --memory --rank cortex deploy
status 2 '--memory needs the ranking recall'
atom atoms/nested.md 'Nested tags' insight active 2026-04-10 'lang/c'
for q in --tag=lang --tag=lang/c tag:lang '#lang' 'tag:lang/c'; do
	for rank in recall cortex; do
		sj --rank $rank "$q" nested
		paths_are atoms/nested.md "$q finds lang/c ($rank)"
	done
done
for q in --tag=lan tag:lan '#c' --tag=lang/; do
	sj "$q" nested
	status 1 "$q does not"
done
cx scan --body . | cx-score --tag lang nested >"$T/out"
paths_are atoms/nested.md '--tag of a stream'
sj '#lang'
paths_are atoms/nested.md 'a tag alone needs no word'
for how in --rank=recall --rank=cortex --memory; do
	sj $how '#lang' -other
	paths_are atoms/nested.md "... with a -word ($how)"
	sj $how '#lang' -nested
	status 1 "... which leaves out what has it ($how)"
done
run cx recall --rank cortex nested
status 2
err_has '--rank cortex is for cx search'
run cx recall --rank recall --paths nested
out_is atoms/nested.md 'cx recall ranks as it does'
sj nested '-#lang' -tag:lang
status 1 'nor does what is excluded come back'

### [search] in cortex.toml

printf '[search]\nrank = "cortex"\nlimit = 1\n' >>cortex.toml
sj --all deploy risk
jq_of -r "$T/out" '[.path,.score]' '["rules/test_first.md",47]' \
	'[search] rank, limit'
sj --rank recall --limit 2 deploy
is "$(wc -l <"$T/out" | tr -d ' ')" 2 '... options win'
printf '[search]\nrank = "best"\n' >cortex.toml
sj deploy
status 2 'a ranking that there is not'
err_has rank
rm cortex.toml

### nothing found says why

sj deplyo
status 1
out_empty
err_lines 1
err_has "no note has 'deplyo' (did you mean 'deploy'?)" 'the nearest word'
err_has --fuzzy '... and how to search it'
sj --fuzzy deplyo
status 0 --fuzzy
err_has "searching 'deploy' for 'deplyo'"
cp "$T/out" one
sj deploy
same "$T/out" one '... finds what the right word finds'
sj --fuzzy '"deplyo freeze"' -risk tag:deploy
paths_are atoms/freeze.md '... in phrases, beside tags and -words'
sj --fuzzy deploy
err_empty 'a word that notes have stays'
sj deplyo freeze
status 0 'a misspelt word beside others'
err_is "cx search: no note has 'deplyo' (did you mean 'deploy'?); --fuzzy searches for the nearest word"
sj --fuzzy deplyo freeze
err_is "cx search: searching 'deploy' for 'deplyo'"
sj dxxlxy freeze
status 0 'a word that is near to nothing beside others'
err_empty '... is no mistake that could be told'
for near in frezee freze freexe rfeeze; do
	sj $near
	err_has "'freeze'" "$near: one edit or two, or a swap"
done
sj cahce
err_has "'cache'" 'in five letters a swap is one edit'
for rank in recall cortex; do
	sj --rank $rank '#lang'
	paths_are atoms/nested.md "#lang alone ($rank)"
done
for far in dxxlxy cahxe zz; do
	sj $far
	err_lacks 'did you mean' "$far is near to nothing"
done
# shellcheck disable=SC2046 # words
sj $(seq -f 'qz%gqz' 20)
err_has "'qz15qz', 'qz16qz' and 4 more words" 'not a screen of unknown words'
for before in 15 16; do
	# shellcheck disable=SC2046 # words
	sj --fuzzy $(seq -f 'qz%gqz' $before) deplyo
	case $before in
	15) err_is "cx search: searching 'deploy' for 'deplyo'" ;;
	*) err_has "qz16qz' and 1 more word" 'the 17th is not looked for' ;;
	esac
done
sj --type person deploy
status 1
err_has '2 notes would match without --type' 'what filters took away'
sj --tag moc --since 1d deploy -freeze
err_has 'without --since, --tag, -freeze' '... all of them'
atom atoms/gone.md 'Quokka census' insight superseded 2026-04-10
sj quokka
status 1
err_has 'force: atoms/gone.md (superseded); --all finds it' 'what is over'
err_lines 1
sj --type rule quokka
err_has 'without --type and with --all' '... and filtered'
sj --all quokka
status 0
atom atoms/census.md 'Another census of all the animals that there are' insight active 2026-04-10
sj quokka census
paths_are atoms/census.md 'what is over is left out'
err_has 'force, else first: atoms/gone.md (superseded)' \
	'... and that it would be first is said'
err_lines 1
sj another census
err_empty '... but not where it would not'
run cx-score -i index --search --current --nothing --type rule deplyo quokka
status 1
jq_is '[.unknown[0].word,.unknown[0].nearest[0],.filters]' \
	'["deplyo","deploy","--type"]' '--nothing: the same as JSON'
err_empty
rm atoms/gone.md atoms/census.md atoms/nested.md
cx rebuild

### summary

run cx summary
status 0
is "$(grep -v '^Vault\|^Index' "$T/out")" \
	'Notes     7
Layers    hot 3 (43%), warm 1 (14%), cold 3 (43%)
Status    active 5, archived 1, superseded 1
Projects  ops 7
Types     rule 3, decision 1, feedback 1, insight 1, reference 1
Tags      4
Hot
  2026-04-15  MOC Ops  _moc/ops.md
  2026-04-14  Test before deploy  rules/test_first.md' \
	'summary: all counts; archived notes are counted and not listed as hot'
out_has "Vault     $T/w/v" '... the vault'
ok '... the size of the index' grep -q '^Index     [0-9.]* kB$' "$T/out"
cp "$T/out" one
run cx summary
same "$T/out" one 'twice the same'
run cx summary --json
status 0
jq_is '[.vault, .atoms, .layers, .status]' \
	'["'"$T/w/v"'",7,{"hot":3,"warm":1,"cold":3},{"active":5,"archived":1,"superseded":1}]' \
	'summary --json: the same numbers'
jq_is '[.projects, .types.rule, (.tags | length), .nhot, .inbox]' \
	'[{"ops":7},3,4,2,null]'
jq_is '.hot | map(.path)' '["_moc/ops.md","rules/test_first.md"]'
jq_is .index_bytes \
	"$(jq '[.files[].bytes] | add' index/meta.json)" '... and bytes'
run sh -c 'cx-scan . | cx-select type=rule | cx-summary --json'
jq_is '[.atoms, .types, .vault, .index_bytes]' '[3,{"rule":3},null,null]' \
	'cx-summary: of any records'
run cx-summary -i index one
status 2
run cx-summary -i nosuch
status 4

### links

run cx links
status 0
ok 'links: a report' grep -qi orphan "$T/out"
run cx links --orphans
paths_are 'atoms/cache.md feedback/simple.md' 'links --orphans'
run cx links --backlinks=atoms/freeze.md
is "$(jq -r '..|strings|select(endswith(".md"))' "$T/out" | sort -u |
	grep -v atoms/freeze.md | tr '\n' ' ')" \
	'_moc/ops.md atoms/old.md atoms/older.md rules/test_first.md ' \
	'links --backlinks'
run cx links --broken
out_has nowhere 'links --broken'
atom atoms/talk.md 'Talk' insight active 2026-04-15 '' \
	'On the Cache stampede of last week.'
run cx links --mentions
out_has atoms/talk.md 'links --mentions has the text it needs'
out_has atoms/cache.md
for c in 'links --report' summary; do
	# shellcheck disable=SC2086
	run cx $c
	status 0
	ok "cx $c: a note of a moment ago is counted" \
		grep -q '^Notes:* *8' "$T/out"
done
rm atoms/talk.md

### reading changes no note

rm -f one flat
find . -type f ! -path './.cortex/*' ! -path './index/*' ! -path './layers/*' \
	-exec sha256sum {} + | sort >"$T/after"
grep -v ' ./\(.cortex\|index\|layers\)/' "$T/before" >"$T/before2" || :
same "$T/after" "$T/before2" 'no query wrote a note'

### what there is no room for

mkdir "$T/many"
(
	cd "$T/many" || exit
	: >cortex.toml
	for i in 0 1 2 3 4 5 6 7 8 9 a b; do
		atom "n$i.md" "Note $i" insight active 2026-04-15
	done
	cx rebuild
)
# The next step that is named is one that answers, from where it was named.
run cx -C "$T/many" links
more=$(sed -n 's/.*and 2 more: \(--[a-z]*\) lists all$/\1/p' "$T/out")
run cx -C "$T/many" links "$more" </dev/null
is "$(wc -l <"$T/out")" 12 "links: $more has all"
run cx -C "$T/many" summary
more=$(sed -n 's/.*and 2 more: //p' "$T/out")
(cd "$T/many" && sh -c "$more") >"$T/out" 2>&1 </dev/null
is "$(wc -l <"$T/out")" 12 "summary: $more has all"

# A fresh clone is hot, all of it.  cost N: milliseconds of CPU for N notes.
cost()
{
	mkdir "$T/n$1" && : >"$T/n$1/cortex.toml"
	awk -v dir="$T/n$1" -v n="$1" 'BEGIN {
		for (; n; n--) {
			f = dir "/" n ".md"
			printf "---\nupdated: 2026-04-15\n---\n" >f
			close(f)
		}
	}'
	cx -C "$T/n$1" rebuild
	sh -c 'cx -C "$1" summary >/dev/null; times' - "$T/n$1" |
		sed -n '2s/^\([0-9]*\)m\([0-9.]*\)s.*/\1 \2/p' |
		awk '{ print int(($1 * 60 + $2) * 1000) + 10 }'
}
small=$(cost 3000)
large=$(cost 24000)
ok "summary: 8 times the notes, not 64 times the work ($small, $large)" \
	[ "$large" -lt $((small * 14)) ]

### what is not there

run cx no-such-command
status 2 'an unknown command: usage'
err_has no-such-command
out_empty
run cx select 'type=rule' index/manifest.json
paths_are 'atoms/old.md atoms/older.md rules/test_first.md' \
	'cx X runs cx-X'
run cx -C /no/such/dir search deploy
not_ok 'a vault that is not there' [ "$rc" -le 1 ]
err_has /no/such/dir
rm -rf index layers
run cx search --rank cortex --json deploy
if [ "$rc" -eq 0 ]; then
	jq_of -rs "$T/out" '.[0].path' rules/test_first.md \
		'no index: the answer comes from the files'
else
	ok 'no index: no "no match"' [ "$rc" -gt 1 ]
	err_has rebuild 'and the message says how to make one'
fi

### the name of a project or directory is a word

mkdir "$T/places" && cd "$T/places" || exit 99
: >cortex.toml
put depot/one.md <<'END'
---
name: One
project: harbour
---
Ships.
END
run cx rebuild
run cx search harbour
status 1 'a project is a word, which no note has'
err_has "'harbour' is a project: --scope finds its notes" '... but --scope has'
run cx search --paths --scope harbour
out_is depot/one.md '... which it has'
run cx search depot/
err_has "'depot/' is a directory: --scope finds its notes" '... of a directory'
run cx search harbour --scope depot
err_lacks 'is a project' '... but with a scope there is one'
run cx search tag:harbour zebra -harbour
err_lacks 'is a project' '... nor is a tag or what is left out a project'
run cx search ships harbour
err_lacks 'is a project' '... nor is there a need where something is found'

cd "$T" || exit 99
run cx search deploy
not_ok 'no vault: no success, and no "no match"' [ "$rc" -le 1 ]
err_has vault

done_testing
