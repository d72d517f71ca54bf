#!/bin/sh
# projects.t: the project of a note is that of a directory, of the one at the
# top if the vault says so; what a note does not have is not printed to people.
. "$(dirname "$0")/../tap.sh"
need jq

mkdir v && cd v || exit 99
cat >cortex.toml <<'E'
[directories]
"*" = "top"
meta = "house"
E
for f in work/plan.md work/deep/meta/x.md home/tax/2026.md top.md meta/y.md; do
	printf 'About budgets.\n' | put "$f"
done
printf -- '---\nproject: own\n---\nAbout budgets.\n' | put work/own.md
cx-config cortex.toml >config
CORTEX_CONFIG=config cx-scan . | jq -r '"\(.path) \(.project)"' >"$T/out"
out_is 'home/tax/2026.md home
meta/y.md house
top.md unknown
work/deep/meta/x.md house
work/own.md own
work/plan.md work' '"*" = "top"'
sed 's/"top"/"misc"/' cortex.toml >other.toml
cx-config other.toml >config
CORTEX_CONFIG=config cx-scan . | jq -r 'select(.path == ("top.md",
	"work/plan.md")) | "\(.path) \(.project)"' >"$T/out"
out_is 'top.md unknown
work/plan.md misc' '"*" = "misc"'
cx rebuild >"$T/out" 2>&1
for c in 'cx context' 'cx recall budgets' 'cx search budgets'; do
	run $c
	status 0
	out_has top
	ok "$c prints no unknown" sh -c '! grep -q unknown "$1"' - "$T/out"
done
done_testing
