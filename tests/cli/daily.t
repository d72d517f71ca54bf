#!/bin/sh
# daily.t: the note of a day is where the vault keeps it, and there is one.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15T09:30:00
export CORTEX_NOW

vault() # NAME: a new one, entered
{
	cd "$T/w" && mkdir "$1" && cd "$1" || exit 99
	: >cortex.toml
}

### Obsidian

vault obsidian
mkdir -p Journal .obsidian Vorlagen
echo '{"folder":"Journal","format":"YYYY-MM-DD","template":"Vorlagen/Tag"}' \
	>.obsidian/daily-notes.json
printf '# Wednesday\n\nplan\n' >Journal/2026-04-15.md
printf '# Log\n\n[[2026-04-15]]\n' >log.md
printf '# {{title}}\n\n{{date:dddd, D MMMM YYYY}} {{time}} {{date}} {{other}}\n\n' \
	>Vorlagen/Tag.md
run cx rebuild
run cx daily called the dentist
status 0
out_is Journal/2026-04-15.md 'the note of the day is found where it is'
is "$(cat Journal/2026-04-15.md)" '# Wednesday

plan
- called the dentist' 'and gets the line'
run cx undo
is "$(cat Journal/2026-04-15.md)" '# Wednesday

plan' 'undo takes the line back'
run cx redo
run cx rebuild
run cx links --json
jq_is 'select(.target == "2026-04-15") | [.to, .status]' \
	'["Journal/2026-04-15.md","ok"]' 'the link to it stays'
run cx daily --now 2026-04-16T18:05
out_is Journal/2026-04-16.md 'a new one is made beside it'
printf '# 2026-04-16\n\nThursday, 16 April 2026 18:05 2026-04-16 {{other}}\n\n' \
	>"$T/want"
same "$T/want" Journal/2026-04-16.md 'from the template of Obsidian'
run cx undo
ok 'undo takes the note back' [ ! -e Journal/2026-04-16.md ]
printf 'no newline' >Journal/2026-04-17.md
run cx daily --now 2026-04-17T10:00 'one more'
is "$(cat Journal/2026-04-17.md)" 'no newline
- one more' 'a line is a line of its own'
echo '{"format":"[notes]/YYYY/gggg-[W]ww/ddd Do"}' >.obsidian/daily-notes.json
run cx daily -n --now 2026-05-03
out_is 'notes/2026/2026-W19/Sun 3rd.md' 'without a folder it is the root'
mkdir -p .obsidian/plugins/periodic-notes
echo '{"daily":{"folder":"P","enabled":true}}' \
	>.obsidian/plugins/periodic-notes/data.json
run cx daily -n --now 2026-05-03
out_is P/2026-05-03.md 'Periodic Notes, where it is enabled'
echo '{' >.obsidian/plugins/periodic-notes/data.json
run cx daily -n --now 2026-05-03
out_is 'notes/2026/2026-W19/Sun 3rd.md'
err_has 'plugins/periodic-notes/data.json' 'a file that cannot be read is named'
echo '{"folder":"..","template":"gone"}' >.obsidian/daily-notes.json
run cx daily --now 2026-05-03
status 2 'a path out of the vault is a setting that is wrong'
err_has 'set [daily] directory'
echo '{"folder":"Journal","template":"gone"}' >.obsidian/daily-notes.json
run cx daily --now 2026-05-03
status 4 'a template that is not there'
err_has gone.md
not_ok 'nothing is made then' [ -e Journal/2026-05-03.md ]

### [daily]

vault config
mkdir t
printf '[daily]\ndirectory = "log"\nformat = "YYYY/MM-MMMM/YYYY-MM-DD ddd"\ntemplate = "t/day.md"\n' >cortex.toml
echo 'on {{date}}' >t/day.md
run cx daily
out_is 'log/2026/04-April/2026-04-15 Wed.md'
is "$(cat 'log/2026/04-April/2026-04-15 Wed.md')" 'on 2026-04-15' 'its template'
mkdir .obsidian
echo '{"folder":"Journal","format":"DD"}' >.obsidian/daily-notes.json
run cx daily -n
out_is 'log/2026/04-April/2026-04-15 Wed.md' 'goes before that of Obsidian'
run cx daily -n --now 2026-04-17
out_is 'log/2026/04-April/2026-04-17 Fri.md'
cp 'log/2026/04-April/2026-04-15 Wed.md' 2026-04-15.md
run cx daily
status 0
out_is 'log/2026/04-April/2026-04-15 Wed.md' 'of two notes it is that of the settings'
err_has 'has several notes: 2026-04-15.md, log/' 'the other is named'

### where the days are

n=0
for format in YYYY-MM-DD YYYY/MM/YYYY-MM-DD 'YYYY-MM-DD ddd' YYYY_MM_DD \
	YYYYMMDD YYYY/MM/DD YYYY/MM-DD 'dddd, MMMM Do, YYYY' \
	'D MMMM YYYY' 'DD MMM YYYY' DD-MM-YYYY '[daily.journal.]YYYY.MM.DD' \
	'YYYY/[W]WW/YYYY-MM-DD'; do
	vault "form $((n += 1))"
	printf '[daily]\ndirectory = "Log"\nformat = "%s"\n' "$format" \
		>cortex.toml
	for day in 2026-02-01 2026-03-31 2026-04-14 2026-04-15; do
		cx daily --now "$day"
	done >"$T/made"
	was=$(cx daily; cx daily -n --now 2026-05-02)
	: >cortex.toml
	mkdir -p atoms
	echo a >'atoms/2026-04-15 Meeting.md'
	echo a >'atoms/2026-01-01-post.md'
	is "$(cx daily; cx daily -n --now 2026-05-02)" "$was" \
		"most of them say $format"
	is "$(find . -name '*.md' | wc -l)" 6 'and no day has a second note'
done

vault most
mkdir -p meetings diary/2026
echo m | tee meetings/2026-04-01.md >meetings/2026-04-02.md
for i in 05 06 07; do echo d >"diary/2026/2026-04-$i.md"; done
run cx daily
out_is diary/2026/2026-04-15.md 'most notes decide'
run cx daily --now 2026-04-02
out_is meetings/2026-04-02.md 'but the note of a day is that of the day'

### two notes of one day

echo 2 >meetings/2026-04-07.md
echo '[[2026-04-07]] [[2026-04-20]] [[2026-04-05]]' >log.md
cp -R . "$T/before"
run cx daily --now 2026-04-07 words
status 2 'are ambiguous'
err_has 'has several notes: diary/2026/2026-04-07.md, meetings/2026-04-07.md'
ok 'nothing is changed' diff -r . "$T/before"
run cx rebuild
run cx links --ambiguous
jq_is .target '"2026-04-07"' 'and so are links to it'
run cx check --rule ambiguous-link,broken-link --format lines
out_has "log.md:1:1: warning: ambiguous-link"
is "$(grep -c '^log' "$T/out")" 1 'a day without a note is not broken'

### no days yet

vault none
run cx daily
out_is daily/2026-04-15.md
is "$(cat daily/2026-04-15.md)" '# 2026-04-15' 'with a heading'
run cx-resolve --day 2026-04-15
status 0
out_is daily/2026-04-15.md
run cx-resolve --day 2026-04-16
status 1 'one that is not there'
out_is daily/2026-04-16.md
run cx-resolve --text --day 2026-04-16
status 1
out_is '# 2026-04-16'
run cx-resolve --day 2026-02-30
status 2
run cx-resolve --day 2026-02-03 x
status 2
run cx-resolve --text x
status 2
done_testing
