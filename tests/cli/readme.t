#!/bin/sh
# readme.t: every command of the pages for people prints what stands there,
# and what they name exists.  tests/tools/console.sh runs the commands;
# UPDATE=1 writes what they print now into the pages.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15
export CORTEX_NOW

for page in README.md examples/vault/README.md; do
	rm -rf "$T/w/notes"
	cp -R "$SRC/examples/vault" "$T/w/notes"
	cd "$T/w/notes" || exit 99
	run sh "$SRC/tests/tools/console.sh" "$SRC/$page"
	status 0 "$page: its commands run"
	cp "$T/out" "$T/page"
	if [ -n "${UPDATE:-}" ] && [ "$rc" -eq 0 ]; then
		cp "$T/page" "$SRC/$page"
	fi
	same "$SRC/$page" "$T/page" "$page: they print what it says"
	is "$(grep -c '^\$ ' "$SRC/$page")" "$(grep -c '^\$ ' "$T/page")" \
		"$page: no command is lost"
	ok "$page: there are commands" grep -q '^\$ cx-scan' "$T/page"
	ok "$page: none of them fails" \
		sh -c '! grep -n "^\[[0-9]*\]$\|: not found$" "$1"' - "$T/page"
	cd "$T/w" || exit 99
done

# The tool itself: a page that lies is found out.
printf '```console\n$ echo a\nb\n> c\n$ (exit 3)\n$ echo "it'\''s" |\n> cat\n```\n' >lie
run sh "$SRC/tests/tools/console.sh" lie
status 0
is "$(tail -n +3 "$T/out")" "$(printf '%s\n' a '$ (exit 3)' '[3]' \
	'$ echo "it'\''s" |' '> cat' "it's" '```')" \
	'console.sh: output, status, lines that go on'
run sh "$SRC/tests/tools/console.sh" absent
status 2

### what the pages name

for page in README.md CONTRIBUTING.md docs/tutorial.md docs/cookbook.md \
	docs/coming-from.md examples/vault/README.md examples/timers/README.md \
	examples/git/README.md examples/editor/README.md \
	packaging/README.md tests/bench/README.md; do
	dir=$SRC/$(dirname "$page")
	awk '/^```/ { code = !code; next } !code' "$SRC/$page" |
		grep -o '\]([^)]*)' | sed 's/^](//; s/[#)].*$//' |
		grep -v '^http\|^$' >links
	while read -r to; do
		ok "$page: $to is there" [ -e "$dir/$to" ]
	done <links
done
# The set-up of the tour finds programs and manuals in what `make` has made.
set_up=$(sed -n 's/^make && \(export .*MANPATH.*\)/\1/p' "$SRC/README.md")
manuals=$(cd "$SRC" && eval "$(printf '%s\n' "$set_up" |
	sed 's|\$PWD/build|${BIN%/bin}|g')" && echo "${MANPATH%:}")
is "$(cd "$manuals" && echo man1/* man5/* | tr ' ' '\n')" \
	"$(cd "$SRC/man" && for f in *.1; do echo "man1/$f"; done
	for f in *.5; do echo "man5/$f"; done)" \
	'README.md: where it says man(1) looks, there are manuals'
# Every program and pipeline stands in the table, and nothing else does.
table() { sed -n "s/^| \`$1\([a-z-]*\).*/\1/p" "$SRC/README.md" | sort; }
is "$(table 'cx-')" "$(for f in "$BIN"/cx-*; do echo "${f##*/cx-}"; done |
	sort)" 'README.md: the table of programs'
is "$(table 'cx ')" "$(for f in "$BIN"/../libexec/cortex/*; do
	[ -f "$f" ] && [ -x "$f" ] && echo "${f##*/}"
	done | sort)" 'README.md: the table of pipelines'
grep -Eo '(^|`|sudo )make [a-z][a-z-]*' "$SRC/README.md" | sed 's/.* //' |
	sort -u >targets
while read -r target; do
	ok "README.md: make $target is a target" \
		grep -q "^$target:" "$SRC/Makefile"
done <targets

### the vault is one to learn from

cp -R "$SRC/examples/vault" v
run cx-scan --strict v
status 0 'no note has a problem'
err_empty
jq_is 'select(.id == null or .created == null or .dated)' '' \
	'all front matter is there'
cx-layer "$T/out" | jq -r .layer | sort -u >layers
is "$(tr '\n' ' ' <layers)" 'cold hot warm ' 'hot, warm and cold'
run cx-config -C v --strict
status 0 'cortex.toml has no unknown key'
out_has '"names":["api","web","ops","meta"]'

cx init new >"$T/out"
same "$SRC/examples/vault/.gitignore" new/.gitignore \
	'it leaves out of git what cx init does'

### the demo

run sh "$SRC/examples/demo.sh"
status 0
err_empty
is "$(grep -c "$(printf '\033')" "$T/out")" 0 'no colours but on a terminal'
is "$(awk 'length($0) > 80' "$T/out")" '' 'the demo fits into 80 columns'
for w in '$ cx rebuild' 'Deploy freeze during release windows (hot, 8.439239)' \
	'OVERDUE by 3d' 'up to date' 'cx init ~/notes'; do
	out_has "$w"
done
cp "$T/out" one
run sh "$SRC/examples/demo.sh"
same "$T/out" one 'twice the same'
is "$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'cortex-demo.*' \
	-newer layers 2>/dev/null)" '' 'it leaves nothing behind'
run env BIN=/nowhere sh "$SRC/examples/demo.sh"
status 1 'without programs: status 1'
err_has 'run `make` first'
done_testing
