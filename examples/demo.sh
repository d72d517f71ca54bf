#!/bin/sh
# demo.sh: the main job on a copy of examples/vault, step by step: each command
# as one would type it, then what it prints.  `make demo` builds and runs it;
# BIN is the directory of the programs.
here=$(cd "$(dirname "$0")" && pwd) || exit 1
BIN=${BIN:-$here/../build/bin}
if [ ! -x "$BIN/cx-scan" ]; then
	echo "demo.sh: no programs in $BIN; run \`make\` first" >&2
	exit 1
fi
PATH=$BIN:$PATH
LC_ALL=C
# The day on which the notes of the vault make sense.
CORTEX_NOW=2026-04-15
export PATH LC_ALL CORTEX_NOW
unset CORTEX_VAULT CORTEX_CONFIG

dir=$(mktemp -d "${TMPDIR:-/tmp}/cortex-demo.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM HUP
cp -R "$here/vault" "$dir/notes" && cd "$dir/notes" || exit 1

bold='' dim='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
	bold=$(printf '\033[1m')
	dim=$(printf '\033[2m')
	plain=$(printf '\033[0m')
fi

say() { printf '\n%s%s%s\n' "$dim" "$1" "$plain"; }
# show COMMAND [STATUS]: a line for the shell, and what it prints.  Another
# status than STATUS (0) ends the demo.
show()
{
	printf '\n%s$ %s%s\n' "$bold" "$1" "$plain"
	sh -c "$1"
	rc=$?
	[ "$rc" -eq "${2:-0}" ] && return
	echo "demo.sh: status $rc: $1" >&2
	exit 1
}

say "A vault is a directory of markdown notes.  This one belongs to a small team
that runs a booking service; today is 15 April 2026."
show 'ls'
show 'cat insights/retries_multiply.md'

say "Rebuild: notes to records, records to index files that are plain JSON."
show 'cx rebuild'
show 'ls index/*.json layers/*.json'

say "Search: names, labels and the whole text count."
show 'cx search --top 3 deploy risk'
say "Why is the first one first, and why is another one not there?"
show "cx search --explain --top 1 deploy risk | jq -c '.why.terms[]'"
show "cx search --why-not rules/no_secrets.md deploy risk |
  jq -r .why_not"

say "Every stage is a filter, so a question nobody thought of is a pipeline."
show "cx-scan | cx-select 'type=decision and updated>=-7d' |
  jq -r '[.updated, .status, .name] | @tsv'"

say "Layers: what changed within two days is hot, within a week warm."
show "cx-scan | cx-layer | jq -r .layer | sort | uniq -c"
show "jq -r '.[] | [.updated, .name] | @tsv' layers/hot.json"

say "Links: orphans, hubs, and links that go nowhere."
show 'cx links'

say "A map of contents: collectors fill the regions between two markers, and no
byte outside of them changes."
cp _moc/service.md ../before.md
show 'cx moc'
show "diff -U 1 ../before.md _moc/service.md | sed 1,2d | cut -c 1-80"
say "A second time there is nothing to do."
show 'cx moc --check && echo up to date'

say "That was all on files, which are gone now.  README.md has the same in words;
your own: cx init ~/notes && cd ~/notes && cx rebuild"
