#!/bin/sh
# recall-passages.t: whole headings, and texts in two scripts, in --rank recall.
. "$(dirname "$0")/../tap.sh"
need jq python3
. "$SRC/tests/recall.sh"

first() { recall --top 1 -f rec -- "$@" | jq -r .path; }
part() # PATH PART QUERY...: of the explanation
{
	p_path=$1 p_part=$2
	shift 2
	recall --explain -f rec -- "$@" | jq -r --arg p "$p_path" \
		--arg part "$p_part" 'select(.path == $p).why[$part]'
}
# The reference says the same.
against() # NAME QUERY...
{
	a_name=$1
	shift
	for q; do
		recall -f rec -- "$q" | jq -r '"\(.score) \(.path)"'
	done >got
	for q; do
		python3 "$TOOLS/recall-reference.py" - --top 0 "$q" <rec |
			awk -F '\t' '{ printf "%.6f %s\n", $1, $2 }'
	done >want
	awk '{ s = $1; sub(/[^ ]* /, ""); printf "%.6f %s\n", s, $0 }' got \
		>printed
	same printed want "$a_name: as the reference"
	ok '... which finds something' test -s want
}

# --- a heading is the title of a part ---

long='Words of an introduction that go on for a while about other things.'
{
	text plan/long.md "$long
## Restore the **backup** {#restore}
Ask first.
## See [the drill](https://example.org/restore/now) ##
$long $long $long"
	text plan/often.md "Restore a backup, restore the backups. $long $long"
	text plan/fenced.md 'A drill with a log.
```
## Restore the backup
```'
	text 'plan/The drill.md' "$long"
	text plan/drills.md "$long
## The drill"
	pad 20
} >rec
is "$(first restore the backup)" plan/long.md 'the whole of a heading is first'
ok '... a link is its text, without #s' test \
	"$(part plan/long.md E see the drill)" != 0
is "$(first see the drill)" plan/long.md \
	'... and says more than a name in the query'
is "$(part plan/fenced.md E restore the backup)" 0 '... not in fenced code'
is "$(part plan/often.md E restore backup)" 0 '... not without its stop words'
is "$(first the drill)" 'plan/The drill.md' 'a name comes before a heading'
is "$(part plan/drills.md E the drill)" "$(recall --explain -f rec -- \
	the drill | jq -s 'map(.why.A) | max * 800000 | floor / 1000000')" \
	'... which is worth four fifths of a name'
against headings 'restore the backup' 'see the drill' 'the drill' restore

# --- two scripts ---

ja=$(awk 'BEGIN { for (i = 0; i < 60; i++) printf "自動的に拡張する。" }')
en=$(awk 'BEGIN { for (i = 0; i < 60; i++) printf "scale up by itself. " }')
{
	text x/ja.md "$ja the cluster"
	text x/en.md "$en the cluster"
	text x/short.md '自動車の話'
	pad 20
} >rec
ok 'a word among characters is not in a long text' awk "BEGIN {
	exit !($(part x/ja.md A cluster) > 1.2 * $(part x/en.md A cluster)) }"
against 'two scripts' cluster 自動車 '自動 cluster' '拡張する cluster up' \
	'自動的に拡張する' '車'

# --- through an index, and after a change ---

vault()
{
	put v/cortex.toml </dev/null
	printf '%s\n' "$long" '' '## Restore the backup' '自動的に' |
		put v/plan/long.md
	printf '%s\n' 'Restore a backup, restore the backups, backup.' |
		put v/plan/often.md
	printf '%s\n' 'A note about the 自動車 and a restore.' | put v/one/x.md
}
vault
both() # NAME
{
	for q in 'restore the backup' 自動的に '自動車 restore' 'the drill'; do
		cx-score -i v/index -C v --rank recall --top 0 -- "$q"
		echo "= $?"
	done >got
	cx-scan --body v >rec
	for q in 'restore the backup' 自動的に '自動車 restore' 'the drill'; do
		cx-score --rank recall --top 0 -f rec -- "$q"
		echo "= $?"
	done >want
	same got want "$1: an index and a stream agree"
}
cx -C v rebuild >/dev/null 2>&1
both 'new index'
printf '[index]\ndelta_from = 1\n' >v/cortex.toml
cx -C v rebuild --full >/dev/null 2>&1
sed -i 's/Restore the backup/The drill/' v/plan/long.md
printf '%s\n' 'Nothing here' '# Restore the backup' >v/plan/new.md
cx -C v rebuild >/dev/null 2>&1
ok 'there is a delta' sh -c 'find v/index -name "delta.*" | grep -q .'
both delta
cx-score -i v/index -C v --rank recall --top 1 -- the drill >"$T/json"
jq_of -r "$T/json" .path plan/long.md '... and finds the heading of today'

done_testing
