#!/bin/sh
# terminal.t: what people read has no control (C0, C1), no line separator and
# nothing that changes the direction of text, whatever a vault has in it.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq script

CORTEX_NOW=2026-04-15
EDITOR=true
export CORTEX_NOW EDITOR
unset VISUAL
# ESC, CSI, RLO, RLI, RLM, LRM, ALM, line separator
bad=$(printf '\033[31m\302\233\342\200\256\342\201\247\342\200\217\342\200\216\330\234\342\200\250x')
mkdir -p .cortex atoms
for n in 1 2 3; do
	{
		printf -- '---\nid: i%s\nname: "n%s %s"\ntype: "rule%s"\n' \
			$n $n "$(printf %s "$bad" | sed 's/\x1b/\\e/')" \
			"$(printf %s "$bad" | sed 's/\x1b/\\e/')"
		printf 'created: 2025-01-01\nupdated: 2026-04-14\n'
		printf 'expires: 2026-01-01\ntags: [a, "%s"]\n---\n' \
			"$(printf %s "$bad" | sed 's/\x1b/\\e/')"
		printf 'queue [[gone%s]] [[n1 x]] text %s\n' "$bad" "$bad"
	} >"atoms/$n$bad.md"
done
printf 'tasks:\n- title: "%s"\n' "$(printf %s "$bad" | sed 's/\x1b/\\e/')" \
	>TASKS.yaml

esc=$(printf '\033')

# clean TEXT FILE: nothing in it that a terminal would act on
clean()
{
	is "$(jq -Rr 'select(test("[\\x{1}-\\x{8}\\x{b}-\\x{1f}\\x{7f}-\\x{9f}\\x{61c}\\x{200e}\\x{200f}\\x{2028}-\\x{202e}\\x{2066}-\\x{2069}]"))' \
		"$2" | head -n 2 | od -c | head -n 5)" '0000000' "$1"
}
printf '%s\n' "$bad" >seen
is "$(jq -Rr 'select(test("[\\x{7f}-\\x{9f}]")) | "yes"' seen)" yes \
	'the check sees what it looks for'

run cx rebuild
clean 'rebuild: messages' "$T/err"
# Every command, as people begin with it.  What prints records prints JSON,
# which is for programs; people read cx show.
cx help >listing || exit 99
sed -n 's/^  *\([a-z][a-z-]*\)  .*/\1/p' listing | sort -u >commands
ok 'cx help lists commands' [ "$(wc -l <commands)" -gt 20 ]
while read -r c; do
	case $c in
	watch | serve | mcp) continue ;; # not to their end
	page) continue ;; # for a browser
	pick) continue ;; # fzf draws
	esac
	for words in '' queue "atoms/1$bad.md"; do
		run timeout 20 cx "$c" ${words:+"$words"} </dev/null
		clean "cx $c $words: messages" "$T/err"
		# Records stay as they are for the next program, and so do
		# the lines of a diff.
		# A picture is for a file.
		[ "$c" = graph ] || jq -e . "$T/out" >json 2>/dev/null ||
			grep -q '^@@ ' "$T/out" ||
			clean "cx $c $words" "$T/out"
	done
	! has_terminal || for words in '' "'atoms/1$bad.md'"; do
		[ "$c${words:+of}" != open ] || continue
		terminal "stty -onlcr; timeout 20 cx $c $words" \
			</dev/null >tty 2>&1
		sed "s/$esc\[[0-9;]*[mK]//g; s/\r//" tty >"$T/out"
		clean "cx $c ${words:+of a note }at a terminal" "$T/out"
	done
done <commands
for q in --report --dot; do
	run cx links $q
	[ $q = --dot ] || clean "cx links $q" "$T/out"
done
run cx summary
clean 'cx summary' "$T/out"
is "$(grep -c '^Hot' "$T/out")" 1 'it has names in it'
run cx links
clean 'cx links' "$T/out"
is "$(grep -c gone "$T/out")" 3 'it has links in it'
printf 's\ns\ns\n' >answers
script -qec 'cx review' /dev/null <answers >tty 2>&1
tr -d '\r' <tty | sed "s/$esc\[[0-9;]*m//g" >"$T/out"
clean 'cx review, at a terminal' "$T/out"
is "$(grep -c '^n[123] ' "$T/out")" 3 'it has names in it'
done_testing
