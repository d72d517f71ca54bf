#!/bin/sh
# show.t: cx-show: what people and other tools see of records.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

esc=$(printf '\033')
printf '%s\n' '{"path":"b/two.md","name":"Second atom","type":"rule","project":"ops","status":"active","updated":"2026-04-14","tags":["x"],"description":"d","layer":"hot","score":41.5,"body":"\n# Second atom\n\nline one\nline two\nline three\nline four\n","mine":[1.5]}' \
	'{"path":"a/one.md","name":"First atom","type":"event","project":"web","status":"archived","updated":"2026-01-01","tags":[],"description":"","layer":"cold","score":3}' >in

### --brief: name, layer, score, path, the first three lines of the body

run cx-show --brief in
status 0
for w in 'Second atom' hot 41.5 b/two.md 'line one' 'First atom' cold a/one.md
do
	out_has "$w" "--brief has $w"
done
not_ok '--brief: not the whole body' grep -q 'line four' "$T/out"
ok '--brief keeps the order of the records' awk '/b\/two.md/ { b = NR }
	/a\/one.md/ { a = NR } END { exit !(b < a) }' "$T/out"
cx-show --brief <in >o1
same o1 "$T/out" 'stdin, as a file'
run cx-show --brief <<'END'
{"path":"x.md","name":"Bare"}
END
status 0 '--brief of a record without layer, score and body'
out_has Bare
not_ok 'what is not there is not called null' grep -q null "$T/out"

### --paths

run cx-show --paths in
out_is "$(printf 'b/two.md\na/one.md')" '--paths: one a line, in order'
run cx-show --paths -0 in
is "$(tr '\0' '|' <"$T/out")" 'b/two.md|a/one.md|' '--paths -0'
run cx-show -0 --paths in
is "$(tr '\0' '|' <"$T/out")" 'b/two.md|a/one.md|' '-0 --paths'
printf '%s\n' '{"path":"new\nline é.md","name":"n"}' >nl.ndjson
run cx-show --paths -0 nl.ndjson
is "$(tr '\0' '|' <"$T/out")" "$(printf 'new\nline é.md|')" \
	'--paths -0: any name, byte for byte'
# A bare newline would be read as two paths by whoever comes next.
run cx-show --paths nl.ndjson
ok '--paths: a name with a newline is not two names in silence' \
	[ "$(wc -l <"$T/out")" -eq 1 -o "$rc" -ne 0 ]

### --content

# The files themselves, so that a record needs no body for it.
put v/b/two.md <<'END'
---
name: Second atom
---
line one

line four
END
put v/a/one.md <<'END'
The other file.
END
mkdir v/.cortex
run cx-show --content -C v in
status 0
out_has 'line four' '--content has all of the text'
ok '--content: whole lines as they are' grep -qx 'line one' "$T/out"
out_has b/two.md '--content says whose it is'
out_has 'The other file.' '--content has every record'
echo '{"path":"../in"}' >out
run cx-show --content -C v out
not_ok '--content does not leave the vault' grep -q mine "$T/out"
ok '... and that is not a success' [ "$rc" -ge 2 ]
rm v/a/one.md
run cx-show --content -C v in
status 3 '--content of a file that has gone'
err_has a/one.md
out_has 'line four' '... shows the others'

### --table

run cx-show --table in
status 0
for p in 'b/two.md .*Second atom|Second atom.* b/two.md' \
	'a/one.md .*First atom|First atom.* a/one.md'; do
	ok "--table: a record is a line ($p)" grep -Eq "$p" "$T/out"
done
n=$(wc -l <"$T/out" | tr -d ' ')
ok '--table: a line a record, and perhaps a head' [ "$n" -ge 2 -a "$n" -le 4 ]
printf '%s\n' '{"path":"x.md","name":"two\nlines\tand tab"}' >odd
run cx-show --table odd
ok '--table: a newline in a name breaks no row' \
	grep -q 'two.*lines.*x\.md\|x\.md.*two.*lines' "$T/out"

### --json

run cx-show --json in
jq_ok -s "$T/out" 'length>0' '--json is JSON'
jq_of -rs "$T/out" \
	'[.[] | if type=="array" then .[] else . end|[.path,.score,.mine] | tojson] | map(. + " ") | add // ""' \
	'["b/two.md",41.5,[1.5]] ["a/one.md",3,null] ' \
	'--json: the records, whole, in order'

### control bytes: never to a terminal

printf '%s\n' '{"path":"e\u001b[2J.md","name":"\u001b[31mred\u0007\u0000\u007f\u009b31m","type":"\u001b]0;t\u0007","layer":"hot","score":1,"body":"\u001b[5mblink\r\nb\u0008\n\u202egnp\n"}' >evil
# (--paths is for other programs, which need the bytes.)
for o in --brief --table; do
	run cx-show $o evil
	is "$(LC_ALL=C tr -d '\012\040-\176\200-\377' <"$T/out" | wc -c |
		tr -d ' ')" 0 "$o: control bytes are made visible"
	not_ok "$o: C1 controls too" grep -q "$(printf '\302\233')" "$T/out"
done
run cx-show --json evil
is "$(tr -d '\012\040-\176\200-\377' <"$T/out" | wc -c | tr -d ' ')" 0 \
	'--json: escapes stay escapes'
jq_of -r "$T/out" 'if type=="array" then .[0] else . end|.path' \
	"e${esc}[2J.md" '... and mean what they meant'

### colour: only on a terminal, never under NO_COLOR

for o in --brief --table --content ''; do
	# shellcheck disable=SC2086 # no option is an option
	run cx-show $o in
	not_ok "no colour in a pipe: cx-show $o" grep -q "$esc" "$T/out"
done
if has_terminal; then
	for o in --brief --table '--content -C v'; do
		NO_COLOR=1 terminal "cx-show $o in" >screen </dev/null
		not_ok "NO_COLOR on a terminal: $o" grep -q "$esc" screen
		ok '... and there is output' [ -s screen ]
	done
	terminal 'cx-show --brief evil' >screen </dev/null
	not_ok 'on a terminal, a name cannot clear the screen' \
		grep -qF "${esc}[2J" screen
	not_ok '... nor ring the bell' grep -q "$(printf '\007')" screen
	printf '\033[5mblink\a\n' >"v/$(printf 'e\033[2J.md')"
	terminal 'cx-show --content -C v evil' >screen </dev/null
	not_ok '... nor can a body' grep -qF "${esc}[5m" screen
else
	skip 9 'on a terminal' 'none can be made here'
fi

### operands, errors

sed -n 1p in >f1
sed -n 2p in >f2
run cx-show --paths f2 f1
out_is "$(printf 'a/one.md\nb/two.md')" 'files are read one after the other'
run cx-show --paths f2 - <f1
out_is "$(printf 'a/one.md\nb/two.md')" '- is stdin'
run cx-show --brief </dev/null
status 0 'nothing to show is not a failure'
out_empty
run cx-show --brief --paths in
status 2 'two formats at once: usage'
out_empty
{ cat in; printf '{"path":"cut.md"'; } >bad
run cx-show --paths bad
status 4 'a cut-short line'
run cx-show in
status 0 'there is a default format'
out_has 'Second atom'

done_testing
