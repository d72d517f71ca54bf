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
	if acts "$2" >"$T/acts"; then
		is "$(head -n 2 "$T/acts" | od -c | head -n 5)" '' "$1"
	else
		result 0 "$1"
	fi
}
# acts FILE: the lines that have such bytes, of UTF-8
acts()
{
	grep -aP '[\x01-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]' \
		"$1"
}
for c in '\0033' '\0302\0233' '\0342\0200\0256' '\0342\0201\0247' \
	'\0342\0200\0217' '\0342\0200\0216' '\0330\0234' \
	'\0342\0200\0250' '\0177' '\r' '\0001'; do
	printf 'a%bb\n' "$c" >seen
	ok "the check sees $c" acts seen
done
printf 'a\tb ä – … 東 →\n' >seen
not_ok 'and nothing else' acts seen

is_json()
{
	case $(head -c 1 "$1") in
	[[\{]*) jq -e . "$1" >json 2>/dev/null ;;
	*) false ;;
	esac
}

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
		run timeout 200 cx "$c" ${words:+"$words"} </dev/null
		clean "cx $c $words: messages" "$T/err"
		# Records stay as they are for the next program, and so do
		# the lines of a diff.
		# A picture is for a file.
		[ "$c" = graph ] || is_json "$T/out" ||
			grep -q '^@@ ' "$T/out" ||
			clean "cx $c $words" "$T/out"
	done
	! has_terminal || for words in '' "'atoms/1$bad.md'"; do
		[ "$c${words:+of}" != open ] || continue
		terminal "stty -onlcr; timeout --foreground 200 cx $c $words" \
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
