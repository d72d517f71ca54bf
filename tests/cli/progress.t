#!/bin/sh
# progress.t: a long work says how far it is where somebody waits at a
# terminal, and nowhere else.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
has_terminal || skip_all 'no terminal can be made here'

esc=$(printf '\033')
mkdir v
i=0
while [ $i -lt 600 ]; do
	echo "$i" >"v/$i.md"
	i=$((i + 1))
done
# slow: the list of the notes takes more than a second
cat >slow <<'E2'
cd v && { ls | head -n 300; sleep 1.3; ls | tail -n 300; }
E2

terminal 'sh slow | cx-scan -C v - >records' >screen
ok 'a long scan: how many notes' grep -q "cx-scan: [0-9][0-9]* notes" screen
ok '... and the end wipes it out' sh -c 'tail -c 3 screen | grep -q "$1"' - \
	"$esc\[K"
is "$(wc -l <records | tr -d ' ')" 600 '... all records are there'
not_ok '... and nothing else' grep -q "$esc" records

echo gone.md >>slow
sed -i 's/; }$/; echo gone.md; }/; $d' slow
terminal 'sh slow | cx-scan -C v - >records' >screen
ok 'a message wipes it out first' \
	grep -q "notes$esc\[K.*$esc\[Kcx-scan: gone.md" screen

mkdir one && echo 1 >one/1.md
terminal 'cx-scan one >records' >screen
is "$(cat screen)" '' 'a short one says nothing'
terminal 'sh slow | TERM=dumb cx-scan -C v - >records' >screen
not_ok 'a dumb terminal gets nothing' grep -q notes screen
run sh -c 'sh slow | cx-scan -C v -'
err_lines 1
err_lacks notes

### who waits for a terminal says what for

: >v/cortex.toml
for c in 'cx-links --orphans' cx-layer 'cx-score word' 'cx gate'; do
	terminal "$c" >screen </dev/null
	ok "$c: records" grep -q 'waiting for records.*ctrl-d.*--help' screen
done
for c in 'cx -C v capture' 'cx -C v new --type rule --name x --body -'; do
	terminal "$c" >screen </dev/null
	ok "$c: a text" grep -q 'waiting for the text.*ctrl-d' screen
done
terminal 'cx-scan one | cx-links' >screen </dev/null
not_ok 'nobody is told who does not type' grep -q waiting screen
done_testing
