#!/bin/sh
# screens.t: every command of cx help at a terminal of 80 columns, and the same
# in a pipe: people read titles, paths and ages, programs read records or paths.
# A command without a row here fails.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq script git
has_terminal || skip_all 'no terminal here'

CORTEX_NOW=2026-04-15
EDITOR=true
export CORTEX_NOW EDITOR
unset VISUAL

# COMMAND | WORDS | at a terminal a line matches this | in a pipe it is this:
# json (a record a line), paths (of notes), text, none.
# ! before the words: in a new copy of the vault, as it changes something.  A
# - there: pick, watch and serve have tests of their own.
cat >"$T/table" <<'E2'
search    | cache | ^A cold cache is an outage that waits  insights/cold_cache.md  *6 weeks ago$ | text
search    | --json cache | ^{"path" | json
search    | --paths cache | ^insights/cold_cache.md$ | paths
recall    | cache | ^A cold cache is an outage that waits  insights/cold_cache.md  *6 weeks ago$ | text
show      | cold_cache | ^insights/cold_cache.md · insight | text
list      | | ^yesterday  *rule  *Deploy freeze during re…  rules/release_windows.md$ | paths
open      | cold_cache | ^$ | none
pick      | - | |
tags      | | ^ *[0-9]  deploy$ | text
backlinks | cold_cache | ^2 weeks ago  reference  ops  Restore from backup   | paths
timeline  | |   14  Deploy freeze during release windows    *rules/release_windows.md$ | text
log       | | ^[a-z0-9 ]*  Begin$ | text
summary   | | ^Notes     22$ | text
new       | ! Foo | ^created atoms/foo.md  Foo$ | json
daily     | ! bought milk | ^added to daily/2026-04-15.md$ | paths
capture   | ! some words | ^saved to the inbox; cx normalize turns it into a note$ | paths
edit      | ! cold_cache status=open | ^changed insights/cold_cache.md  A cold | json
move      | ! cold_cache insights/warm.md | ^moved insights/cold_cache.md to insights/warm.md$ | json
archive   | ! cold_cache | ^archived insights/cold_cache.md  A cold | json
restore   | ! cold_cache | ^cx restore: insights/cold_cache.md: | none
pin       | ! cold_cache | ^pinned insights/cold_cache.md  A cold | json
unpin     | ! cold_cache | ^nothing changed$ | none
touch     | ! cold_cache | ^changed insights/cold_cache.md  A cold | json
supersede | ! flaky_tests cold_cache | ^changed insights/flaky_tests.md | json
review    | --list | ^{"path" | json
undo      | ! | ^cx undo: nothing to undo |
redo      | ! | ^cx redo: nothing to redo |
shard     | ! --into 2 ../shards | ^.*leads out of shard | json
gather    | ! --into ../back . | ^$ | none
sync      | --dry-run | ^cx sync: | none
merge     | insights/cold_cache.md insights/cold_cache.md insights/cold_cache.md | ^name: | text
tasks     | | ^cx tasks: no TASKS.yaml |
import    | markdown ../more | An imported note | json
init      | ../new | ^  *cx new "Title" | none
rebuild   | | ^2[0-9] notes in the index; find | none
watch     | - | |
check     | | ^incidents/double_bookings.md:22:1: warning: broken-link | text
export    | sqlite | ^cx export: won't print | text
doctor    | | ^ok    index     up to date$ | text
links     | | ^Notes: 22, of which 20 have links$ | text
links     | --mentions | ^15  incidents/queue_stall.md  *Retries multiply load  insights/retries | json
links     | --orphans | ^Secrets never enter a note  *rules/no_secrets.md$ | json
migrate   | | ^nothing to migrate$ | none
config    | | ^layers.hot              2$ | json
config    | get layers.hot | ^2$ | text
config    | ! set layers.hot 3 | ^layers.hot is 3$ | none
project   | | ^name    | json
project   | list | ^ *[0-9]*  ops$ | text
trust     | | ^nothing in this vault needs your approval$ | none
site      | ! | ^cx site: wrote site/index.html; open it in a browser$ | none
serve     | - | |
graph     | | ^cx graph: won.t print SVG to a terminal | text
chart     | | ^ *hot  warm  cold$ | text
context   | | ^## What's new$ | text
mcp       | | ^cx mcp: waiting for an agent | none
agent     | status | ^[-a-z]*  *claude-code | text
normalize | ! | ^nothing changed$ | none
gate      | /dev/null | ^$ | none
enrich    | | ^cx enrich: no command; give one with --with$ | none
access    | report | ^events    0$ | json
remote    | - | |
moc       | | ^the maps are up to date$ | none
toc       | | ^cx toc: no project here |
maintain  | | ^nothing to do$ | none
complete  | types | ^insight$ | text
file      | cat MEMORY.md | ^# | text
index     | --cat index | Deploy freeze during.*  rules/release_windows.md$ | json
layer     | index/manifest.json | Deploy freeze during.*  rules/release_windows.md$ | json
life      | index/manifest.json | Deploy freeze during.*  rules/release_windows.md$ | json
pack      | index/manifest.json | ^<!-- CORTEX:BEGIN | text
page      | index/manifest.json | ^cx page: won.t print a page to a terminal | text
resolve   | cold_cache | ^insights/cold_cache.md$ | paths
scan      | | Deploy freeze during.*  rules/release_windows.md$ | json
score     | -i index cache | A cold cache.*  insights/cold_cache.md$ | json
select    | type=rule index/manifest.json | Deploy freeze during.*  rules/release_windows.md$ | json
E2

cp -R "$SRC/examples/vault" "$T/first" && cd "$T/first" || exit 99
git init -q . && git add -A &&
	git -c user.name=A -c user.email=a@example.org commit -qm Begin || exit 99
cx moc && git add -A &&
	git -c user.name=A -c user.email=a@example.org commit -qm Maps || exit 99
cx rebuild
mkdir "$T/more"
printf '# An imported note\n\nIts text.\n' >"$T/more/n.md"
fresh()
{
	cd "$T" || exit 99
	chmod -R u+rwx again 2>/dev/null
	rm -rf again new shards back
	cp -Rp first again && cd again || exit 99
}

# GNU wc; elsewhere every line counts as narrow enough.
widest() { LC_ALL=C.UTF-8 wc -L <"$T/plain" 2>/dev/null || echo 0; }

fresh
while IFS='|' read -r c words match form; do
	c=${c%% *}
	words=$(echo "$words" | sed 's/^ *//; s/ *$//')
	match=$(echo "$match" | sed 's/^ //; s/ $//')
	form=$(echo "$form" | tr -d ' ')
	[ "$words" != - ] || continue
	again=
	case $words in
	'!'*) again=yes words=$(echo "$words" | sed 's/^! *//') ;;
	esac
	[ -z "$again" ] || fresh
	last="cx $c${words:+ $words}"
	terminal "stty -echo cols 80 rows 24; exec timeout --foreground 200 $last" \
		<"/dev/null" | tr -d '\r' >"$T/out"
	sed "s/$(printf '\033')"'\[[0-9;]*[mK]//g' "$T/out" >"$T/plain"
	case $match in
	'') ;;
	'^$') is "$(cat "$T/plain")" '' "at a terminal: nothing: $last" ;;
	*)
		grep -q -e "$match" "$T/plain"
		result $? "at a terminal, $match: $last"
		grep -q -e "$match" "$T/plain" || sed 's/^/# /' "$T/plain" |
			head -n 30
		;;
	esac
	case $words in
	*--json* | *--list*) ;;
	*)
		not_ok "no JSON: $last" grep -q '{"' "$T/plain"
		not_ok "nothing unknown: $last" grep -qw unknown "$T/plain"
		;;
	esac
	case "$c $words" in
	*--json*) ;;
	search* | recall* | list* | backlinks* | timeline* | log* | scan* | \
		layer* | life* | select* | import* | index*)
		ok "no line is wider than the window: $last" \
			[ "$(widest)" -le 80 ]
		;;
	esac
	[ -z "$again" ] || fresh
	# shellcheck disable=SC2086 # words
	run timeout 200 cx $c $words </dev/null
	case $form in
	json)
		jq_ok "$T/out" 'type == "object"' "in a pipe: records: $last"
		ok "in a pipe: something: $last" [ -s "$T/out" ]
		;;
	paths)
		ok "in a pipe: something: $last" [ -s "$T/out" ]
		ok "in a pipe: paths: $last" \
			sh -c 'while IFS= read -r f; do [ -f "$f" ] ||
				exit 1; done <"$1"' sh "$T/out"
		;;
	text) ok "in a pipe: something: $last" [ -s "$T/out" ] ;;
	none) out_empty "in a pipe: nothing: $last" ;;
	esac
	# What is compressed may have any byte.
	[ "$c" = page ] || not_ok "in a pipe: no colour: $last" \
		grep -q "$(printf '\033')" "$T/out"
done <"$T/table"

cx help | sed -n 's/^  \([a-z][a-z-]*\)  *[^ ].*/\1/p' | sort -u >"$T/listed"
cut -d '|' -f 1 "$T/table" | tr -d ' ' | sort -u >"$T/rows"
same "$T/listed" "$T/rows" 'each command of cx help has a row'
done_testing
