#!/bin/sh
# copies.t: copies of one page are one result.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15
export CORTEX_NOW
mkdir v && cd v || exit 99
: >cortex.toml
text='give access to data stores. A provider is a program that gives access to
specialized data for easier viewing and management, as drives do.'
for v in 5.1 7.4 7.5 7.6 7.7; do
	for n in 1 2 3; do
		put "ref/$v/page$n.md" <<END
# About page $n

Providers $n of version $v $text
END
	done
	put "ref/$v/README.md" <<END
# README

Providers: $v$v text $v of its $v own, $v and $v nothing $v else.
END
done
put other.md <<'END'
# Something else

Providers are elsewhere, too.
END
cx rebuild >/dev/null 2>&1 || exit 99

run cx search --no-log --paths providers
is "$(sed 's,.*/,,' "$T/out" | sort | uniq -c | awk '{ print $1 $2 }' |
	tr '\n' ' ')" '5README.md 1other.md 1page1.md 1page2.md 1page3.md ' \
	'a page once; notes of one name and other texts are others'
run cx search --no-log --paths --limit 4 providers
is "$(wc -l <"$T/out" | tr -d ' ')" 4 'the limit counts pages'
is "$(sed 's,.*/,,' "$T/out" | sort -u | wc -l | tr -d ' ')" 4 \
	'... that differ, though copies would have had all places'
run cx search --no-log --paths --copies --limit 0 providers
is "$(wc -l <"$T/out" | tr -d ' ')" 21 '--copies: all'
run cx search --no-log --limit 1 page 1
out_has '    and 4 like it: '
is "$(sed -n 's/.*and 4 like it: //p' "$T/out" | tr -d ' ' | tr , '\n' |
	grep -c '^[57]\.[0-9]$')" 4 'the part of the path that differs'
run cx search --no-log --json --limit 1 page 1
is "$(jq '.copies | length' "$T/out")" 4 'the record has the paths'
ok '... which are there' sh -c 'jq -r ".copies[]" "$1" | xargs cat' - "$T/out"
run cx search --no-log --json --copies page 1
is "$(jq -s 'map(select(has("copies"))) | length' "$T/out")" 0 'none of them'
run cx search --no-log --json other
is "$(jq -c .copies "$T/out")" null 'what has no copies says nothing of them'
# What a list has is not folded, nor is a filter that has no search.
run cx list --paths
is "$(wc -l <"$T/out" | tr -d ' ')" 21 'cx list has all'
cx-scan --body . | cx-score --rank recall --top 0 providers >"$T/out"
is "$(wc -l <"$T/out" | tr -d ' ')" 21 'cx-score, too'
run cx search --no-log --why-not ref/7.5/page1.md page 1
is "$(jq -r .why_not "$T/out" | cut -d' ' -f1)" result '--why-not tells its place'
run cx search --no-log --rank cortex --paths page
is "$(wc -l <"$T/out" | tr -d ' ')" 3 'of the ranking cortex'

done_testing
