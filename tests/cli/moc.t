#!/bin/sh
# moc.t: cx-moc replaces what stands between its markers and nothing else.
# shellcheck disable=SC1003,SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

CORTEX_NOW=2026-04-15
export CORTEX_NOW

# sec NAME TEXT-JSON
sec() { printf '{"section":"%s","text":%s}\n' "$1" "$2"; }
# moc SECTIONS ARG…
moc()
{
	moc_in=$1
	shift
	printf '%s\n' "$moc_in" >"$T/sections"
	run cx-moc "$@" <"$T/sections"
}
X=$(sec x '"new\nlines"')

### the plain case

printf 'before\n\n<!-- AUTO:x -->\nold\n<!-- /AUTO:x -->\n\tafter  \n' >f.md
cp f.md orig.md
chmod 640 f.md
moc "$X" f.md
status 0
err_empty
printf 'before\n\n<!-- AUTO:x -->\nnew\nlines\n<!-- /AUTO:x -->\n\tafter  \n' >want
same f.md want 'the region has the new text, the rest is as it was'
is "$(stat -c %a f.md)" 640 'the mode is kept'
stat -c '%i %Y %Z %y %z' f.md >before
moc "$X" f.md
status 0
stat -c '%i %Y %Z %y %z' f.md >after
same after before 'the same again: the file is not touched'
cp orig.md f.md
moc "$(sec x '"new\nlines\n"')" f.md
same f.md want 'a newline at the end of the text adds no line'
moc "$(sec x '""')" f.md
printf 'before\n\n<!-- AUTO:x -->\n<!-- /AUTO:x -->\n\tafter  \n' >want
same f.md want 'an explicit empty text empties the region'
moc "$X" f.md
cp orig.md full.md
moc "$X" full.md
same f.md full.md 'an empty region is filled'

### bytes outside

printf '\357\273\277---\r\nupdated: 2026-01-01\r\n---\r\n\377\376 bad utf-8\r\n<!-- AUTO:x -->\r\nold\r\n<!-- /AUTO:x -->\r\nno end' >f.md
moc "$X" f.md
status 0
printf '\357\273\277---\r\nupdated: 2026-01-01\r\n---\r\n\377\376 bad utf-8\r\n<!-- AUTO:x -->\r\nnew\r\nlines\r\n<!-- /AUTO:x -->\r\nno end' >want
same f.md want 'CRLF, BOM, odd bytes and no final newline stay; new lines are CRLF'
stat -c '%i %y' f.md >before
moc "$X" f.md
stat -c '%i %y' f.md >after
same after before 'CRLF: the same again is not a change'
printf '<!-- AUTO:x -->\nold\n<!-- /AUTO:x -->' >f.md
moc "$X" f.md
printf '<!-- AUTO:x -->\nnew\nlines\n<!-- /AUTO:x -->' >want
same f.md want 'the end marker is the end of the file, without newline'
printf 'a\0b\n<!-- AUTO:x -->\nold\n<!-- /AUTO:x -->\nc\0' >f.md
printf 'a\0b\n<!-- AUTO:x -->\nnew\nlines\n<!-- /AUTO:x -->\nc\0' >want
moc "$X" f.md
same f.md want 'NUL bytes outside stay'

### which regions, which sections

two='<!-- AUTO:x -->\nold x\n<!-- /AUTO:x -->\n<!-- AUTO:y -->\nold y\n<!-- /AUTO:y -->\n'
printf '%b' "$two" >f.md
moc "$X" f.md
status 0
printf '<!-- AUTO:x -->\nnew\nlines\n<!-- /AUTO:x -->\n<!-- AUTO:y -->\nold y\n<!-- /AUTO:y -->\n' >want
same f.md want 'a region without a section is left alone'
err_empty 'and that is not a warning'
moc "$X
$(sec zzz '"t"')" f.md
status 0 'a section without a region: status 0'
err_has zzz '... and a warning that names it'
moc "$X
$(sec zzz '"t"')" --strict f.md
status 3 '--strict makes it 3'
printf '%b' "$two" >f1.md
printf '<!-- AUTO:zzz -->\n<!-- /AUTO:zzz -->\n' >f2.md
moc "$X
$(sec zzz '"t"')" f1.md f2.md
status 0
err_empty 'a region in any of the files will do'
same f1.md want 'first of two files'
printf '<!-- AUTO:zzz -->\nt\n<!-- /AUTO:zzz -->\n' >want
same f2.md want 'second of two files'
printf '<!-- AUTO:a-b_C.9 -->\n<!-- /AUTO:a-b_C.9 -->\n' >f.md
moc "$(sec a-b_C.9 '"t"')" f.md
printf '<!-- AUTO:a-b_C.9 -->\nt\n<!-- /AUTO:a-b_C.9 -->\n' >want
same f.md want 'names: letters, digits, _, -, .'
run cx-moc f.md </dev/null
status 0 'no sections: nothing to do'
same f.md want 'no sections: the file is as it was'

### what is text and no marker

for t in 'see <!-- AUTO:x --> here' '`<!-- AUTO:x -->`' '    <!-- AUTO:x -->' \
	'```\n<!-- AUTO:x -->\n```' '~~~ md\n<!-- AUTO:x -->\n~~~' \
	'````\n```\n<!-- AUTO:x -->\n````' '<!-- AUTO: x -->' '<!-- auto:x -->' \
	'<!-- AUTO:x y -->' '<!-- AUTO:é -->' '<!-- AUTO: -->' '<!--AUTO:x' \
	'> ```\n> <!-- AUTO:x -->\n> ```'; do
	printf '%b\n\n<!-- AUTO:y -->\nold\n<!-- /AUTO:y -->\n' "$t" >f.md
	cp f.md want
	moc "$X" f.md
	[ "$rc" -eq 0 ] || show_run
	name=$(printf '%s' "$t" | tr '\\' /)
	same f.md want "text, not a marker: $name"
	moc "$(sec y '"new"')" f.md
	ok "... and the markers after it count: $name" grep -qx new f.md
done

### refused: the file stays as it is, the line is named

refused() # LINE TEXT: with the file in f.md
{
	cp f.md want
	moc "$X" f.md
	status 3 "$2: status 3"
	same f.md want "$2: untouched"
	err_has "f.md:$1" "$2: line $1 is named"
}
printf 'a\n<!-- AUTO:x -->\nold\n' >f.md
refused 2 'unclosed'
printf 'a\nold\n<!-- /AUTO:x -->\n' >f.md
refused 3 'closed, never opened'
printf '<!-- AUTO:y -->\n<!-- AUTO:x -->\nold\n<!-- /AUTO:x -->\n<!-- /AUTO:y -->\n' >f.md
refused 2 'nested'
printf '<!-- AUTO:x -->\n<!-- AUTO:x -->\nold\n<!-- /AUTO:x -->\n' >f.md
refused 2 'opened twice'
printf '<!-- AUTO:x -->\na\n<!-- /AUTO:x -->\n<!-- AUTO:x -->\nb\n<!-- /AUTO:x -->\n' >f.md
refused 4 'doubled'
printf '<!-- AUTO:x -->\na\n<!-- /AUTO:y -->\n<!-- /AUTO:x -->\n' >f.md
refused 3 'closed by another name'
printf '<!-- AUTO:x -->\nold\n<!-- /AUTO:x -->\n<!-- AUTO:y -->\n' >f.md
refused 4 'a good region beside an unclosed one'
printf '<!-- AUTO:x -->\n```\n<!-- /AUTO:x -->\n' >f.md
refused 1 'the end marker in code is no end'

# Several files, one of them bad: the good ones are done.
printf '<!-- AUTO:x -->\nold\n<!-- /AUTO:x -->\n' >g1.md
cp g1.md g2.md
printf '<!-- AUTO:x -->\nold\n' >bad.md
cp bad.md want.bad
moc "$X" g1.md bad.md g2.md
status 3 'one bad file among good ones'
err_has bad.md:1
ok 'the good ones are done' sh -c 'grep -qx new g1.md && grep -qx new g2.md'
same bad.md want.bad 'the bad one is untouched'
moc "$X" no.such.md g1.md
ok 'a missing file is not a success' [ "$rc" -ge 3 ]
err_has no.such.md
mkdir dir.md
moc "$X" dir.md
ok 'a directory is not a success' [ "$rc" -ge 3 ]
err_has dir.md

### broken sections: nothing is written

printf '<!-- AUTO:x -->\nold\n<!-- /AUTO:x -->\n' >f.md
cp f.md want
badsec() # STATUS TEXT SECTIONS
{
	moc "$3" f.md
	case $1 in
	err) not_ok "$2: no success" [ "$rc" -eq 0 ] ;;
	*) status "$1" "$2: status $1" ;;
	esac
	ok "$2: something is said" [ -s "$T/err" ]
	same f.md want "$2: untouched"
}
badsec 4 'malformed JSON after a good section' "$X
{\"section\":"
badsec 4 'duplicate members' '{"section":"x","text":"a","text":"b"}'
badsec 4 'no object' '"x"'
badsec err 'no text' '{"section":"x"}'
badsec err 'text that is not a string' '{"section":"x","text":3}'
badsec err 'no section' '{"text":"t"}'
badsec err 'the same section twice with another text' "$X
$(sec x '"other"')"
printf '{"section":"x","text":"a"}' >"$T/cut"
run cx-moc f.md <"$T/cut"
status 4 'a last line without newline'
same f.md want '... nothing written'

### text that looks like markers

# Written as it is, the first would close the region early and the next run
# would refuse the file.
for t in '"a\n<!-- /AUTO:x -->\nb"' '"<!-- AUTO:y -->"' '"```\nopen"' \
	'"<!-- AUTO:x -->\nn\n<!-- /AUTO:x -->"' '"~~~"' '"a\r\n<!-- /AUTO:x -->\r\nb"'; do
	printf 'a\n<!-- AUTO:x -->\nold\n<!-- /AUTO:x -->\nend\n' >f.md
	cp f.md want
	moc "$(sec x "$t")" f.md
	name=$(printf '%s' "$t" | tr '\\' /)
	not_ok "a text that would break the region is not a success: $name" \
		[ "$rc" -eq 0 ]
	same f.md want "... the file is untouched: $name"
	err_has x "... the section is named: $name"
done
# In code they are text, there as here.
moc "$(sec x '"```\n<!-- /AUTO:x -->\n<!-- AUTO:y -->\n```"')" f.md
status 0 'markers in code inside a text'
cp f.md want
moc "$(sec x '"```\n<!-- /AUTO:x -->\n<!-- AUTO:y -->\n```"')" f.md
status 0
same f.md want '... twice is identical'
moc "$X" f.md
printf 'a\n<!-- AUTO:x -->\nnew\nlines\n<!-- /AUTO:x -->\nend\n' >want
same f.md want '... and the region can be replaced'
# Replacement text is not a pattern.
moc "$(sec x '"\\1 & \\\\ $0 %s \\g<0>"')" f.md
printf 'a\n<!-- AUTO:x -->\n\\1 & \\\\ $0 %%s \\g<0>\n<!-- /AUTO:x -->\nend\n' >want
same f.md want 'backslashes, & and % are text'

### a text that would close front matter above its own marker

for end in '---' '...'; do
	printf -- '---\n<!-- AUTO:c -->\n<!-- /AUTO:c -->\n' >rule.md
	cp rule.md want
	jq -nc --arg t "a
$end
b" '{section: "c", text: $t}' >sec
	run cx-moc rule.md <sec
	status 3 "a line $end: refused"
	err_has 'rule.md:1: '
	same rule.md want "a line $end: the file stays as it is"
	echo '{"section":"c","text":"new"}' >sec2
	run cx-moc rule.md <sec2
	status 0 "a line $end: the file can still be edited"
	ok "a line $end: and is" grep -qx new rule.md
	# Where there is front matter, or another first line, it is text.
	for first in '
---' '---
name: x
updated: 2026-01-01
---'; do
		printf '%s\n<!-- AUTO:c -->\n<!-- /AUTO:c -->\n' "$first" >rule.md
		run cx-moc --touch --now 2026-02-02 rule.md <sec
		status 0 "a line $end below '$first'"
		run cx-moc rule.md <sec
		status 0 "a line $end below '$first': again"
	done
done

# Options may come after the files.
mkdir -p "$T/order/.cortex" && cd "$T/order" || exit 99
printf '<!-- AUTO:vault_count -->\n<!-- /AUTO:vault_count -->\n' >MEMORY.md
run cx moc MEMORY.md --dry-run
status 0
out_is 'MEMORY.md:1: AUTO:vault_count'
run cx moc MEMORY.md --now 2026-04-15 --check
status 1
run cx moc MEMORY.md --no-such
status 2
err_has 'cx moc: unknown option --no-such'
done_testing
