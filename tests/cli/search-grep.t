#!/bin/sh
# search-grep.t: cx search --grep and --case.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15
export CORTEX_NOW
mkdir v && cd v || exit 99
: >cortex.toml
put a.md <<'END'
---
name: Alpha
type: rule
tags: [ops]
updated: 2026-04-02
---
The IT department says it works.
call get_first_dest(1.2.3) and a+b
  indented line	with a tab
foo42 bar
END
printf -- '---\nname: B\nupdated: 2026-04-01\n---\n日本語 Äpfel äpfel\r\naaa\n\nend' >b.md
mkdir sub
printf -- '---\nname: Old\nstatus: archived\n---\nfoo42 bar\n' >sub/old.md
cx rebuild >/dev/null 2>&1 || exit 99

# As grep prints it, of the same files in the same order.
same_as_grep() # PATTERN
{
	run cx search --grep "$1" --case
	status "$(grep -qE -- "$1" a.md b.md && echo 0 || echo 1)"
	tr -d '\r' <b.md >"$T/b.md"
	{
		grep -nE -- "$1" a.md | sed 's/^/a.md:/'
		grep -nE -- "$1" "$T/b.md" | sed 's/^/b.md:/'
	} >"$T/want"
	same "$T/out" "$T/want" "as grep -E: $1"
}
while read -r pattern; do
	same_as_grep "$pattern"
done <<'END'
department
^The
works\.$
foo[0-9]+ bar$
[[:digit:]]{2}
(foo|and) *(42|a)
a{3}
a{4}
a{2,}
x*
^$
^[[:space:]]
\.2\.
a\+b
(a|b)+c?d
^(The|name: ).*(s\.|a)$
first|end
[]x[]
nowhere
END
run cx search --grep 'foo\d+\s(?:bar|baz)' --type rule
out_is 'a.md:10:foo42 bar'
run cx search --grep=foo42 --all
is "$(cut -d: -f1 "$T/out" | sort | tr '\n' ' ')" 'a.md sub/old.md ' \
	'--all: what is over, too'
run cx search --grep foo42 --type nothing
status 1
is "$(wc -c <"$T/out" | tr -d ' ')" 0 'nothing is printed'
run cx search --grep 'ÄPFEL'
out_is 'b.md:5:日本語 Äpfel äpfel'
run cx search --grep 'ÄPFEL' --case
status 1
run cx search --grep '\bit\b' --case
out_is 'a.md:7:The IT department says it works.'
run cx search --grep '日.語'
status 0
run cx search --grep '[α-ω]'
status 1
run env -i ASAN_OPTIONS="${ASAN_OPTIONS-}" PATH="$PATH" HOME="$HOME" sh -c \
	'cd / && cx -C "$1" search --grep foo42 | cat' - "$PWD"
out_is 'a.md:10:foo42 bar'

### what is refused

while IFS='|' read -r pattern why; do
	run cx search --grep "$pattern"
	status 2
	err_has "$why"
done <<'END'
(a)\1|back references are not supported
(a|a ( has no )
a)|a ) has no (
[a|a [ has no ]
a{3|a { has no }
a{3,2}|a count in {} ends before it begins
a{9999}|a count in {} is too large
x{600}|it is too long
(((){1000}){1000}){1000}|it is too long
*a|nothing stands before a *, + or ?
a(?=b)|of (? only (?: is supported
[z-a]|a range in [] ends before it begins
END
run cx search --grep a word
status 2
err_has 'without words'
run cx search --grep a --json
status 2
run cx search --grep
status 2
run cx-show --case
status 2

### no pattern takes long: seconds of the processor are limited

{
	head -c 500000 /dev/zero | tr '\0' a
	printf '\n%s' "$(head -c 300000 /dev/zero | tr '\0' x)"
} >hostile.md
for pattern in '(a|b)*a(a|b){20}c' '(x+x+)+y' '.*.*.*=.*' \
	'((a{0,15}){0,15})z' '(a?){120}a{120}z' '^(a|aa)+$z'; do
	echo '{"path":"hostile.md","name":"n"}' >"$T/record"
	run sh -c 'ulimit -t 20; exec cx-show -C . --grep "$1" "$2"' - \
		"$pattern" "$T/record"
	status 1 "in time: $pattern"
done
rm hostile.md

### --case with words

found() # PATHS QUERY...
{
	found_want=$1
	shift
	cx search --no-log --paths "$@" >"$T/out" 2>"$T/err"
	is "$(tr '\n' ' ' <"$T/out")" "$found_want" "$*"
}
found 'a.md ' --case IT department
found '' --case Department
err_has '1 note would match without --case'
found '' --case DEPARTMENT It
found 'b.md ' --case Äpfel
found '' --case ÄPFEL
found 'a.md ' --case '"first_dest"' -- works
found 'a.md ' IT DEPARTMENT
found '' --case works -IT
run cx search --case
status 2
run cx search --case --rank cortex works
status 2
err_has '--case is for words and the ranking recall'
cx-scan --body . | cx-score --rank recall --case Works >"$T/out"
is "$(wc -l <"$T/out" | tr -d ' ')" 0 'of a stream'
cx-scan --body . | cx-score --rank recall --case works | jq -r .path >"$T/out"
is "$(cat "$T/out")" a.md '... too'

done_testing
